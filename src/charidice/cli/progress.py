"""A bar for what takes long."""

import sys

WIDTH = 40


class Bar:
    """Grows on one line of a terminal; where there is none, a line for every tenth."""

    def __init__(self) -> None:
        self._shown = -1

    def show(self, done: int, total: int) -> None:
        percent = 100 * done // total
        step = percent if sys.stderr.isatty() else percent // 10 * 10
        if step == self._shown:
            return
        self._shown = step
        bar = "#" * (WIDTH * percent // 100)
        start, end = ("\r", "\n" if percent == 100 else "") if sys.stderr.isatty() else ("", "\n")
        print(f"{start}[{bar:<{WIDTH}}] {percent:3} %", end=end, file=sys.stderr, flush=True)

"""A progress bar, on a terminal only."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
from rich.text import Text

from charidice.messages import Catalog


class _Percent(ProgressColumn):
    def __init__(self, texts: Catalog) -> None:
        super().__init__()
        self._texts = texts

    def render(self, task: Task) -> Text:
        return Text(f"{self._texts.percent(task.percentage / 100):>5}")


@contextmanager
def progress(texts: Catalog) -> Iterator[Callable[[int, int], None]]:
    """A function to report progress with, as (done, total); does nothing in a pipe or a file."""
    console = Console(stderr=True)
    columns = (BarColumn(), _Percent(texts), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_interactive) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)

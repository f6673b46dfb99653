"""QR codes for links."""

from functools import lru_cache

import segno

QUIET = 4
# Readers take any of the eight masks. Trying all of them takes four times as long, and it is for patterns that regular
# data make; the codes in our links are random.
MASK = 3
CACHE_SIZE = 256
# Black on white in every terminal theme, since some cameras cannot read inverted codes.
PAPER, PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


# Everybody who looks at an invitation again wants the same one.
@lru_cache(maxsize=CACHE_SIZE)
def qr_data_uri(text: str) -> str:
    """The code as an SVG data URI."""
    code = segno.make(text, error="m", micro=False, mask=MASK)
    return code.svg_data_uri(scale=4, border=QUIET, dark="#000", light="#fff", omitsize=True)


def qr_for_terminal(text: str) -> str:
    """Lines for a terminal, each showing two rows of the code."""
    rows = [[bool(module) for module in row] for row in segno.make(text, micro=False).matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([False] * len(rows))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join(f"{PAPER}{''.join(HALVES[pair] for pair in zip(*two, strict=True))}{PLAIN}" for two in pairs)

"""QR codes for links."""

import segno

QUIET = 4
# Black on white in every terminal theme, since some cameras cannot read inverted codes.
PAPER, PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def qr_data_uri(text: str) -> str:
    """The code as an SVG data URI."""
    code = segno.make(text, error="m", micro=False)
    return code.svg_data_uri(scale=4, border=QUIET, dark="#000", light="#fff", omitsize=True)


def qr_for_terminal(text: str) -> str:
    """Lines for a terminal, each showing two rows of the code."""
    rows = [[bool(module) for module in row] for row in segno.make(text, micro=False).matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([False] * len(rows))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join(f"{PAPER}{''.join(HALVES[pair] for pair in zip(*two, strict=True))}{PLAIN}" for two in pairs)

"""One score sheet (clause 9), blank or filled. Numbers, words and patterns identify the boxes without colour."""

import unicodedata
from collections.abc import Generator, Iterator, Sequence
from functools import partial

from charidice.messages import Catalog
from charidice.record import GameRecord
from charidice.rules.ruleset import CHARITY_BONUS, GREAT_CHARITY_BONUS
from charidice.show.paper.drawing import INK, SOFT, WHITE, Area, Box, Dot, Line, Shape, Text, dotted, hatched
from charidice.show.paper.typesetting import can_be_set, fitting_size, set_text, width
from charidice.show.sheets import BOXES, ShownSheet, shown_sheets
from charidice.show.words import capital, player_name

# By box, as in the browser.
COLOURS = {"points": "#cfe0f4", "bonus": "#f8edb0", "received": "#cfe9d8", "given": "#f6d2cc"}
EDGE, RULE = 0.5, 0.25
BAND = 2.2
# The patterns of the four boxes, for bands of about two millimetres.
BANDS = (
    lambda area: iter([Box(area, INK)]),
    partial(dotted, step=1.2, radius=0.35),
    partial(hatched, step=1.3, slope=1, width=0.35),
    lambda area: iter([*hatched(area, 1.1, 1), *hatched(area, 1.1, -1)]),
)


def filled_sheets(record: GameRecord, texts: Catalog) -> list[ShownSheet]:
    """The sheets of a finished game."""
    return shown_sheets(record.state, printed_names(record.players, texts))


def printed_names(players: Sequence[str], texts: Catalog) -> list[str]:
    """The names of the players; a number replaces a name with letters that the font lacks."""
    names = [unicodedata.normalize("NFC", name) for name in players]
    return [name if can_be_set(name) else capital(player_name(texts, seat)) for seat, name in enumerate(names)]


def sheet_shapes(area: Area, texts: Catalog, rounds: int, filled: ShownSheet | None = None) -> Iterator[Shape]:
    gap = area.height * 0.015
    above, below = max(area.height * 0.1, 9), max(area.height * 0.145, 15.5)
    head, table, foot = area.rows(above, area.height - above - below - 2 * gap, below, gap=gap)
    yield from _head(head, texts, filled)
    yield from _table(table, texts, rounds, filled)
    yield from _foot(foot, texts, filled)


def _head(area: Area, texts: Catalog, filled: ShownSheet | None) -> Iterator[Shape]:
    name, title = area.inset(1, 0).columns(68, 32, gap=2)
    if filled:
        yield from set_text(name, filled.name, area.height * 0.55, bold=True)
    else:
        [label] = set_text(name, texts.say("paper.name"), area.height * 0.3, colour=SOFT)
        yield label
        start = name.x + width(label.words, label.size) + 2
        yield Line(((start, label.baseline), (name.right, label.baseline)), SOFT, RULE)
    if filled and filled.won:
        badge = title.inset(0, area.height * 0.15)
        yield Box(badge, INK, radius=1)
        words = texts.say("paper.victory")
        yield from set_text(badge.inset(1, 0), words, area.height * 0.36, bold=True, align="centre", colour=WHITE)
    else:
        yield from set_text(title, texts.say("web.title"), area.height * 0.36, bold=True, align="right", colour=SOFT)


def _table(area: Area, texts: Catalog, rounds: int, filled: ShownSheet | None) -> Iterator[Shape]:
    above = max(area.height * 0.22, 15)
    heads, body = area.rows(above, area.height - above)
    weights = (9, 22, 22, 22, 22)
    lines = body.rows(*[1] * rounds, 1.15)
    for number, colour in enumerate(COLOURS.values(), 1):
        head, column = (part.columns(*weights)[number] for part in (heads, body))
        yield Box(head, colour)
        yield Box(column, colour if number == len(COLOURS) else WHITE)
        whole = Area(head.x, head.y, head.width, area.height)
        band = Area(head.x, head.bottom - BAND, head.width, BAND)
        yield from BANDS[number - 1](band)
        for round_, line in enumerate(lines[:-1]):
            cell = line.columns(*weights)[number]
            yield Box(cell, None, INK, RULE)
            written = filled.rows[round_][number - 1] if filled else None
            if written is not None:
                yield from _number(cell, str(written))
        total = lines[-1].columns(*weights)[number]
        yield Box(total, colour, INK, EDGE)
        if filled:
            yield from _number(total, str(filled.sums[number - 1]), bold=True)
        yield Box(whole, None, INK, EDGE)
    yield from _column_heads(heads.columns(*weights)[1:], texts)
    for round_, line in enumerate(lines[:-1], 1):
        yield from set_text(line.columns(*weights)[0].inset(0.5, 0), str(round_), line.height * 0.45, align="centre")
    yield from set_text(lines[-1].columns(*weights)[0], "Σ", lines[-1].height * 0.45, bold=True, align="centre")


def _column_heads(areas: Sequence[Area], texts: Catalog) -> Iterator[Shape]:
    """A numeral, a word and a note for each box, the words of all in one size."""
    parts = [Area(area.x, area.y, area.width, area.height - BAND).rows(36, 34, 30) for area in areas]
    heads = [
        (word.inset(1.2, 0), capital(texts.say(f"box.{box}"))) for (_, word, _), box in zip(parts, BOXES, strict=True)
    ]
    notes = [
        (parts[place][2].inset(1.2, 0), texts.say(f"paper.{box}")) for place, box in ((2, "received"), (3, "given"))
    ]
    for number, (numeral, _, _) in enumerate(parts, 1):
        radius = min(numeral.height * 0.42, 4)
        yield Dot(numeral.centre, radius)
        yield from set_text(numeral, str(number), radius * 1.3, bold=True, align="centre", colour=WHITE)
    for rows, bold in ((heads, True), (notes, False)):
        size = min(fitting_size(area, words, area.height * 0.62, bold) for area, words in rows)
        for area, words in rows:
            yield from set_text(area, words, size, bold=bold, align="centre")


def _number(area: Area, words: str, bold: bool = False) -> list[Text]:
    return set_text(area.inset(0.5, 0), words, min(area.height * 0.62, 8), bold=bold, align="centre")


def _foot(area: Area, texts: Catalog, filled: ShownSheet | None) -> Iterator[Shape]:
    gift, charity, total = area.columns(33, 37, 30, gap=1.5)
    square = yield from _named(gift, texts.say("paper.gift"))
    side = min(square.width, square.height)
    square = Area(square.centre[0] - side / 2, square.y, side, side)
    yield Box(square, WHITE, INK, EDGE)
    yield from set_text(square.inset(0.6), texts.say("box.gift"), side * 0.5, bold=True, align="centre")
    if filled and not filled.has_gift:
        yield Line(((square.x, square.y), (square.right, square.bottom)), INK, 0.7)
        yield Line(((square.x, square.bottom), (square.right, square.y)), INK, 0.7)
    below = yield from _named(charity, texts.say("box.charity"))
    choice, bonus = below.columns(50, 50, gap=1)
    yield from set_text(choice, f"{CHARITY_BONUS} / {GREAT_CHARITY_BONUS}", area.height * 0.2)
    yield from _result(bonus, str(filled.charity) if filled else "")
    result = yield from _named(total, texts.say("box.total"), EDGE)
    yield from _result(result, str(filled.total) if filled else "")


def _named(area: Area, words: str, edge: float = RULE) -> Generator[Shape, None, Area]:
    """A frame with a name; returns the room below it."""
    yield Box(area, None, INK, edge)
    label, below = area.inset(1).rows(44, 56, gap=0.3)
    yield from set_text(label, capital(words), area.height * 0.22, bold=True, most_lines=2)
    return below


def _result(area: Area, value: str) -> Iterator[Shape]:
    yield Box(area, WHITE, INK, RULE)
    yield from set_text(area.inset(0.5), value, min(area.height * 0.75, 9), bold=True, align="centre")

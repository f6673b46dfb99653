"""A finished game as a picture to send: who won, everybody's total, and the best roll that was scored."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from charidice.messages import Catalog
from charidice.record import GameRecord
from charidice.rules.dice import DICE, Face
from charidice.rules.engine import evolve
from charidice.rules.moves import Scored
from charidice.rules.sheet import results, winners
from charidice.show.palette import PAINT
from charidice.show.paper.drawing import INK, Area, Box, Page, Shape
from charidice.show.paper.finished import require_finished
from charidice.show.paper.png import png
from charidice.show.paper.sheet import printed_names
from charidice.show.paper.svg import svg
from charidice.show.paper.typesetting import set_text
from charidice.show.words import victory_text

PIXELS = 1440
FELT, FELT_CARD, FELT_INK, PAPER, GOLD = "#1f4d3c", "#3b6654", "#eaf3ec", "#fbf6e9", "#e9b949"
# In millimetres; a phone shows the whole width, so that 3 of them are about as high as its own text.
WIDTH, EDGE, GAP = 100.0, 6.0, 4.0
TITLE, VICTORY, PODIUM, ROW, ROLL, DIE = 8.0, 22.0, 36.0, 14.0, 38.0, 12.5


class ScoredRoll(NamedTuple):
    """The scored dice of a turn, with their points and bonus."""

    seat: int
    faces: tuple[Face, ...]
    points: int
    bonus: int


def picture_svg(record: GameRecord, texts: Catalog) -> str:
    title = f"{texts.say('web.title')}: {texts.join(printed_names(record.players, texts))}"
    return svg(picture_page(record, texts), title, texts.language, PIXELS)


def picture_png(record: GameRecord, texts: Catalog) -> bytes:
    return png(picture_page(record, texts), PIXELS)


def picture_page(record: GameRecord, texts: Catalog) -> Page:
    require_finished(record)
    names = printed_names(record.players, texts)
    best = best_roll(record)
    totals = PODIUM if len(names) == 2 else len(names) * ROW + (len(names) - 1) * GAP / 2
    heights = [TITLE, VICTORY, totals, *([ROLL] if best else [])]
    height = sum(heights) + GAP * (len(heights) - 1) + 2 * EDGE
    title, victory, players, *rest = Area(0, 0, WIDTH, height).inset(EDGE).rows(*heights, gap=GAP)
    shapes: list[Shape] = [Box(Area(0, 0, WIDTH, height), FELT)]
    shapes += set_text(title, texts.say("web.title"), 5, bold=True, colour=GOLD, align="centre")
    said = victory_text(texts, record.state, names)
    shapes += set_text(victory, said, 8.5, bold=True, colour=FELT_INK, align="centre", most_lines=2)
    shapes += _totals(players, record, names)
    if best:
        shapes += _roll(rest[0], best, names[best.seat], texts)
    return Page(WIDTH, height, tuple(shapes))


def best_roll(record: GameRecord) -> ScoredRoll | None:
    """The first roll with the most points; None if the dice of no turn are known."""
    found, state = [], record.start
    for event in record.events:
        if isinstance(event, Scored):
            faces = sorted((state.faces[die] for die in event.dice), key=lambda face: (face.number, face.colour))
            found.append(ScoredRoll(state.active, tuple(faces), event.points, event.bonus))
        state = evolve(state, event)
    return max(found, key=lambda roll: roll.points + roll.bonus, default=None)


def _totals(area: Area, record: GameRecord, names: Sequence[str]) -> Iterator[Shape]:
    """Two players side by side; more of them in rows."""
    final = results(record.state.sheets)
    best = winners(final)
    is_podium = len(names) == 2
    ones = [1] * len(names)
    cards = area.columns(*ones, gap=GAP) if is_podium else area.rows(*ones, gap=GAP / 2)
    order = sorted(range(len(names)), key=lambda seat: -final[seat].total)
    for seat, card in zip(order, cards, strict=True):
        won = seat in best
        fill, edge, ink = (PAPER, GOLD, INK) if won else (FELT_CARD, None, FELT_INK)
        yield Box(card, fill, edge, 0.8, 4)
        if is_podium:
            name, total = card.inset(3).rows(3, 7)
            yield from set_text(name, names[seat], 5.5, bold=True, colour=ink, align="centre")
            yield from set_text(total, str(final[seat].total), 17, bold=True, colour=ink, align="centre")
        else:
            name, total = card.inset(5, 1).columns(7, 3)
            yield from set_text(name, names[seat], 5.5, bold=True, colour=ink)
            yield from set_text(total, str(final[seat].total), 9, bold=True, colour=ink, align="right")


def _roll(area: Area, roll: ScoredRoll, name: str, texts: Catalog) -> Iterator[Shape]:
    yield Box(area, PAPER, radius=4)
    title, dice, sum_ = area.inset(4, 3).rows(7, DIE, 9, gap=1.5)
    yield from set_text(title, texts.say("paper.best-roll", player=name), 5, bold=True, align="centre")
    gap = (dice.width - DICE * DIE) / (DICE - 1)
    x = dice.x + (dice.width - len(roll.faces) * (DIE + gap) + gap) / 2
    for number, face in enumerate(roll.faces):
        yield from _die(Area(x + number * (DIE + gap), dice.y, DIE, DIE), face, texts)
    added = f"{roll.points} + {roll.bonus} = {roll.points + roll.bonus}" if roll.bonus else str(roll.points)
    yield from set_text(sum_, added, 7, bold=True, align="centre")


def _die(area: Area, face: Face, texts: Catalog) -> Iterator[Shape]:
    """With the letter of its colour, for readers who cannot tell colours apart."""
    paint, ink = PAINT[face.colour]
    yield Box(area, paint, radius=2.6)
    letter, number = area.inset(1.2, 0.5).rows(3.2, 8.3)
    yield from set_text(letter, texts.say(f"letter.{face.colour.name.lower()}"), 2.5, bold=True, colour=ink)
    yield from set_text(number, str(face.number), 7.6, bold=True, colour=ink, align="centre")

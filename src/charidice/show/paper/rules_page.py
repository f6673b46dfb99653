"""A page with the rules in short, and all combinations with their bonuses."""

from collections.abc import Callable, Iterator
from functools import partial

from charidice.messages import Catalog
from charidice.rules.dice import LETTERS
from charidice.rules.ruleset import CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS, ROUNDS
from charidice.rules.scoring import COLOUR_BONUS, SAME_NUMBER_BONUS, Kind
from charidice.show.paper.drawing import INK, SOFT, WHITE, Area, Box, Dot, Line, Shape, dotted, hatched
from charidice.show.paper.typesetting import height, set_text, wrapped

RULES = ("turn", "score", "donate", "gift", "charity", "result")
# By group: dice that make a combination, its kind, and its bonus.
COMBINATIONS: dict[str, list[tuple[str, Kind, int]]] = {
    "colour": [
        (faces, kind, COLOUR_BONUS[kind])
        for faces, kind in (
            ("B1 B2 B4 B6", Kind.FOUR_OF_A_COLOUR),
            ("B2 B3 B4 B5", Kind.STRAIGHT_OF_FOUR),
            ("B1 B2 B3 B4 B5", Kind.STRAIGHT_OF_FIVE),
            ("B1 B2 B3 B4 B5 B6", Kind.STRAIGHT_OF_SIX),
        )
    ],
    "number": [
        (" ".join(f"{letter}4" for letter in LETTERS[:count]), Kind.SAME_NUMBER, bonus)
        for count, bonus in SAME_NUMBER_BONUS.items()
    ],
}
# A pattern for each colour of the dice, by letter.
PATTERNS: dict[str, Callable[[Area], Iterator[Shape]]] = {
    "Y": lambda area: iter(()),
    "O": partial(hatched, step=1.4, slope=1),
    "G": partial(dotted, step=1.6, radius=0.3),
    "B": partial(hatched, step=1.4, slope=0),
    "P": partial(hatched, step=1.4, slope=-1),
    "K": lambda area: iter([Box(area, INK)]),
}
BODY = 5.4


def rules_shapes(area: Area, texts: Catalog) -> Iterator[Shape]:
    title, main, foot = area.rows(7, 100 if area.width < area.height else 66, 3, gap=2)
    heading = f"{texts.say('web.title')}: {texts.say('paper.rules')}"
    yield from set_text(title, heading, title.height * 0.55, bold=True)
    wide = area.width > area.height
    rules, combinations = main.columns(55, 45, gap=10) if wide else main.rows(57, 43, gap=4)
    yield from _rules(rules, texts)
    yield from _combinations(combinations, texts)
    yield from set_text(foot, texts.say("cli.unofficial"), 2.8, colour=SOFT)


def _rules(area: Area, texts: Catalog) -> Iterator[Shape]:
    numbers = {
        "rounds": ROUNDS,
        "least": CHARITY_BONUS,
        "most": GREAT_CHARITY_BONUS,
        "limit": GREAT_CHARITY_ABOVE,
    }
    sentences = [texts.say(f"paper.rule.{rule}", **numbers) for rule in RULES]
    indent, gap, size = 9.0, 2.0, BODY

    def needed() -> list[float]:
        return [height(len(wrapped(each, area.width - indent, size)), size) + gap for each in sentences]

    while sum(needed()) > area.height:
        size *= 0.98
    y = area.y
    for number, (sentence, high) in enumerate(zip(sentences, needed(), strict=True), 1):
        numeral = Area(area.x, y, indent, height(1, size))
        yield Dot((area.x + 3, numeral.centre[1]), 2.6)
        yield from set_text(
            Area(area.x, y, 6, numeral.height), str(number), 3.6, bold=True, align="centre", colour=WHITE
        )
        words = Area(area.x + indent, y, area.width - indent, high)
        yield from set_text(words, sentence, size, most_lines=99, at_top=True)
        y += high


def _combinations(area: Area, texts: Catalog) -> Iterator[Shape]:
    title, *parts, note = area.rows(10, 10, 12, 12, 12, 12, 10, 12, 12, 12, 17)
    yield from set_text(title, texts.say("web.combinations"), title.height * 0.5, bold=True, most_lines=2)
    lines = iter(parts)
    for name, sets in COMBINATIONS.items():
        group = next(lines)
        yield from set_text(group, texts.say(f"web.combinations.{name}"), group.height * 0.46, bold=True, colour=SOFT)
        yield Line(((area.x, group.bottom), (area.right, group.bottom)), SOFT)
        for faces, kind, bonus in sets:
            yield from _combination(next(lines), texts, faces.split(), kind, bonus)
    yield from set_text(note, texts.say("web.combinations.none"), 3.6, most_lines=3)


def _combination(area: Area, texts: Catalog, faces: list[str], kind: Kind, bonus: int) -> Iterator[Shape]:
    side = min(area.height * 0.78, 8.5)
    dice, words, value = area.columns(6.4 * side, area.width - 6.4 * side - 15, 15)
    for place, face in enumerate(faces):
        yield from _die(Area(dice.x + place * side * 1.06, area.y + (area.height - side) / 2, side, side), face)
    said = texts.say(f"web.combinations.{kind}", count=len(faces))
    yield from set_text(words.inset(1, 0), said, min(area.height * 0.36, 3.9), most_lines=2)
    yield from set_text(value, f"+{bonus}", area.height * 0.5, bold=True, align="right")


def _die(area: Area, face: str) -> Iterator[Shape]:
    letter, number = face[0], face[1]
    inner = area.inset(0.5)
    yield from PATTERNS[letter](inner)
    yield Box(area, None, INK, 0.4, 0.8)
    radius = area.width * 0.3
    yield Dot(area.centre, radius, WHITE)
    yield from set_text(area.inset(0.5), number, radius * 1.6, bold=True, align="centre")

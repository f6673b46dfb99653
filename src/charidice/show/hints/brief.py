"""The reason for a move in two short lines and a few probabilities, for small screens."""

from collections.abc import Iterator
from typing import NamedTuple

from charidice.coach.hints.model import Hint, Prospect
from charidice.messages import Catalog
from charidice.rules.moves import AskGift, DeclineGift, Score
from charidice.rules.state import GameState
from charidice.show.hints.reasons import likely_kinds
from charidice.show.hints.words import PositionWords


class Chance(NamedTuple):
    label: str
    share: float
    percent: str


class Brief(NamedTuple):
    lines: tuple[str, ...]
    chances: tuple[Chance, ...]


def brief(hint: Hint, state: GameState, catalog: Catalog) -> Brief | None:
    """None if there is nothing to choose."""
    if not hint.prospects:
        return None
    words = PositionWords(catalog, state, ())
    return _asking(hint, words) if hint.verdict else _moving(hint, words)


def _moving(hint: Hint, words: PositionWords) -> Brief:
    best = hint.prospects[0]
    chances = [_chance(words, words.kind(kind), share) for kind, share in likely_kinds(best)]
    return Brief((_brings(best, words), _victory(hint, words)), tuple(chances))


def _brings(prospect: Prospect, words: PositionWords) -> str:
    certain = isinstance(prospect.action, Score)
    gift = words.catalog.number(prospect.gift, 0 if certain else 1)
    key = "coach.brief.scores" if certain else "coach.brief.brings"
    return words.catalog.say(key, points=words.points(prospect.points, certain), gift=gift)


def _asking(hint: Hint, words: PositionWords) -> Brief:
    by_answer = {prospect.action: prospect for prospect in hint.prospects}
    ask, wait = by_answer[AskGift()], by_answer[DeclineGift()]

    def gifts() -> Iterator[str]:
        for key, prospect in (("coach.if-asked", ask), ("coach.if-not-asked-now", wait)):
            gift = words.catalog.say("coach.gift", gift=words.catalog.number(prospect.gift, 1))
            yield words.catalog.say(key, prospect=gift)

    chances = (
        _chance(words, words.catalog.say("coach.victory.asked"), ask.victory),
        _chance(words, words.catalog.say("coach.victory.not-asked"), wait.victory),
    )
    return Brief(tuple(gifts()), chances)


def _victory(hint: Hint, words: PositionWords) -> str:
    key = "coach.victory.same" if hint.makes_no_difference else "coach.victory"
    return words.catalog.say(key, percent=words.victory(hint.prospects[0].victory, 0))


def _chance(words: PositionWords, label: str, share: float) -> Chance:
    return Chance(label, share, words.catalog.percent(share))

"""Games to review, between bots that sometimes move at random."""

import random
from collections.abc import Sequence
from dataclasses import replace

from charidice import STANDARD, STANDARD_DICE, Face, GameRecord, Match, Node, Ruleset, legal_actions
from charidice.rules.moves import Action, DeclineGift, Roll, Scored
from charidice.strategy.bots.levels import Chooser
from charidice.strategy.bots.team import Team

NAMES = ("Anna", "Ben", "Cleo", "Dan")


def game(
    seed: int,
    bots: Sequence[str] = ("fox", "magpie"),
    whims: float = 0.3,
    ruleset: Ruleset = STANDARD,
    opening: GameRecord | None = None,
) -> GameRecord:
    """A finished game; with the chance `whims` a random kind of move is made instead of the bot's."""
    chance = random.Random(seed)
    players = Team.of(bots)(random.Random(seed))
    match = Match(opening or GameRecord(NAMES[: len(bots)], ruleset))
    while (seat := match.node.player) is not None:
        action = _choice(match.node, seat, players, whims, chance)
        match.play(action, _faces(action, chance))
    return match.record


def turns_of(record: GameRecord, count: int) -> GameRecord:
    """The first turns of a game."""
    ends = [number for number, event in enumerate(record.events) if isinstance(event, Scored)]
    return replace(record, events=record.events[: ends[count - 1] + 1])


def _faces(action: Action, chance: random.Random) -> list[Face] | None:
    if not isinstance(action, Roll):
        return None
    return [STANDARD_DICE.face(die, chance.randint(1, 6)) for die in range(6) if die not in action.keep]


def _choice(node: Node, seat: int, bots: Sequence[Chooser], whims: float, chance: random.Random) -> Action:
    if chance.random() >= whims:
        return bots[seat].choose(node)
    by_kind: dict[type, list[Action]] = {}
    for action in legal_actions(node.state, seat):
        by_kind.setdefault(type(action), []).append(action)
    kinds: list[list[Action]] = list(by_kind.values())
    if node.asking and not node.state.turn.stopped:
        # Most chances to ask are let go by.
        kinds += [[]] * 5
    actions = chance.choice(kinds)
    return chance.choice(actions) if actions else DeclineGift()

"""Best responses by brute force: every roll and every set of kept dice, with what the engine allows and scores.

Nothing of the solver is used but the policy that is responded to, which is the same for all rotations of a roll. Other
arrays have an axis for each die: its six numbers and, among kept dice, "to be rolled".
"""

from functools import cache
from itertools import product
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from charidice.rules import Node, Roll, Ruleset, new_game
from charidice.rules.dice import ALL_NUMBERS, DICE
from charidice.rules.ruleset import ROLLS
from charidice.rules.state import Turn
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.orbits import Orbits, keep_places
from charidice.strategy.turn.outcomes import Outcomes
from charidice.strategy.turn.play import SolvedTurn
from charidice.strategy.turn.solver import TurnBranch
from charidice.strategy.turn.sweeps import SCORES

SHAPE = (len(ALL_NUMBERS),) * DICE
# Less than any chance.
FORBIDDEN = -1.0


class Choices(NamedTuple):
    """What every roll can be scored for, as the engine plays it."""

    total: Ints
    gift: Ints
    outcomes: Ints
    """The outcomes of all rolls, one roll after the other."""
    starts: Ints
    """By roll: where its outcomes start."""

    def index_of(self, found: Outcomes) -> Ints:
        """By outcome of the solver: the index here."""
        index = {outcome: number for number, outcome in enumerate(zip(self.total, self.gift, strict=True))}
        return np.array([index[outcome] for outcome in zip(found.total, found.gift, strict=True)])

    def best(self, leaves: Floats) -> Floats:
        """By roll: the value of the best outcome."""
        return np.maximum.reduceat(leaves[self.outcomes], self.starts).reshape(SHAPE)


@cache
def choices() -> Choices:
    game = new_game(2, Ruleset(rounds=1))
    found: list[tuple[int, int]] = []
    starts = []
    for numbers in product(ALL_NUMBERS, repeat=DICE):
        starts.append(len(found))
        node = Node(game._replace(turn=Turn(ROLLS, numbers)), asking=False)
        givers = [node.play(action).state.sheets[0] for action in node.actions]
        found += [(giver.subtotal, giver.total_given) for giver in givers]
    outcomes, which = np.unique(found, axis=0, return_inverse=True)
    return Choices(outcomes[:, 0], outcomes[:, 1], which, np.array(starts))


def rerolls(rolls: int) -> set[Roll]:
    """What the engine lets a player roll again."""
    node = Node(new_game(2)._replace(turn=Turn(rolls, (1, 2, 3, 4, 5, 6))), asking=False)
    return {action for action in node.actions if isinstance(action, Roll)}


class Policy(NamedTuple):
    """How both players of a solved turn decide, by orbit of rolls; keys say whether the recipient has asked."""

    orbits: Orbits
    scored: dict[bool, Ints]
    """The outcome, as an index of the choices."""
    kept: dict[tuple[bool, int], Ints]
    """After roll 1 and 2: the place of the kept dice, or SCORES."""
    asks: dict[int, NDArray[np.bool_]]
    """After roll 1 and 2."""

    @classmethod
    def of(cls, turn: SolvedTurn) -> Self:
        plain, asked = turn.values.plain, turn.values.asked
        assert asked is not None
        ours = choices().index_of(turn.outcomes)
        branches = {False: plain, True: asked}
        values = {1: (asked.first, plain.first), 2: (asked.second, plain.second)}
        return cls(
            turn.orbits,
            {False: ours[plain.scored], True: ours[asked.scored]},
            {(asked, rolls): _kept(branches[asked], rolls) for asked, rolls in product(branches, values)},
            {rolls: (if_asked < if_not)[:, 0] for rolls, (if_asked, if_not) in values.items()},
        )

    def by_roll(self, by_orbit: NDArray[Any]) -> NDArray[Any]:
        return by_orbit[self.orbits.of_roll].reshape(SHAPE)

    def decided(self, score: Floats, after: Floats, asked: bool, rolls: int) -> Floats:
        places = self.kept[asked, rolls]
        first = self.orbits.rolls
        return self.by_roll(np.where(places == SCORES, score.ravel()[first], after.ravel()[places]))


def _kept(branch: TurnBranch, rolls: int) -> Ints:
    """For the first roll of every orbit: the place of the dice that `SolvedTurn.best_action` keeps, SCORES for none."""
    places, rows = _keeps(branch.orbits)
    values = branch.after(rolls)[rows, 0]
    best = values.argmax(axis=1)[:, None]
    better = np.take_along_axis(values, best, axis=1) > branch.early
    return np.where(better, np.take_along_axis(places, best, axis=1), SCORES)[:, 0]


@cache
def _keeps(orbits: Orbits) -> tuple[Ints, Ints]:
    """By orbit, for its first roll, and by reroll: the place of the kept dice, and their row in the solver."""
    places = keep_places(orbits.rolls)
    return places, orbits.of_kept[places]


def best_response(plain: Floats, asked: Floats, active: Policy | None, recipient: Policy | None) -> float:
    """The active player's value of a turn, from that of its outcomes; whoever has no policy plays what is best.

    The recipient, who can still ask, wants the opposite.
    """
    if_asked: dict[int, Floats] = {}
    value = plain
    for was_asked, leaves in ((True, asked), (False, plain)):
        score = choices().best(leaves) if active is None else active.by_roll(leaves[active.scored[was_asked]])
        value = score
        for rolls in (2, 1):
            after = _after_rolling(value)
            value = (
                np.maximum(score, _best(after)) if active is None else active.decided(score, after, was_asked, rolls)
            )
            if was_asked:
                if_asked[rolls] = value
            elif recipient is None:
                value = np.minimum(value, if_asked[rolls])
            else:
                value = np.where(recipient.by_roll(recipient.asks[rolls]), if_asked[rolls], value)
    return float(value.mean(dtype=np.float64))


def _after_rolling(values: Floats) -> Floats:
    """By kept dice, from the value of every roll: the mean over the others. At least one has to be rolled."""
    for die in range(DICE):
        values = np.concatenate([values, values.mean(axis=die, keepdims=True)], axis=die)
    values[tuple(slice(len(ALL_NUMBERS)) for _ in range(DICE))] = FORBIDDEN
    return values


def _best(after: Floats) -> Floats:
    """By roll: the best of all dice that can be kept."""
    for die in range(DICE):
        numbers, rolled = np.split(after, [len(ALL_NUMBERS)], axis=die)
        after = np.maximum(numbers, rolled)
    return after

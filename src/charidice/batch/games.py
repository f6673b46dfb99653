"""Games that are stepped through by any choices, each at its own pace, in the strict order of moves (5.5).

Actions are the indices of `charidice.encoding`, and observations and masks are the same as there.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.batch.scoring import ALL, DIGITS, MASKS, NUMBERS_OF, Scoring, rerolled, scoring
from charidice.batch.sheets import Sheets, Sums
from charidice.encoding import COUNT_SCALE, FIELDS, N_ACTIONS, OBSERVATION_SIZE, POINTS_SCALE, encode
from charidice.rules.dice import DICE, DiceSet
from charidice.rules.engine import new_game
from charidice.rules.errors import IllegalAction
from charidice.rules.moves import AskGift, DeclineGift, Stop
from charidice.rules.ruleset import ROLLS
from charidice.rules.state import GameState, Setup
from charidice.strategy.turn.arrays import Bools, Ints
from charidice.strategy.turn.orbits import NUMBERS, ROLLS_OF_SIX
from charidice.strategy.turn.solver import has_numba

OVER = -1
"""Takes the place of a seat when the game is over."""
_ASK, _DECLINE, _STOP = encode(AskGift()), encode(DeclineGift()), encode(Stop())
# Rows of masks; before them are two rows for each roll: to score only, and to roll or score.
_ROLL_FIRST, _ANSWER, _ROLL_OR_STOP, _NOTHING = range(2 * ROLLS_OF_SIX, 2 * ROLLS_OF_SIX + 4)
_NO_DICE = ROLLS_OF_SIX
"""Takes the place of a roll before the first one of a turn."""
_STARTED = ("active", "rolls_left", "asking", "free_giving", "present", "turns_left", "has_gift", "subtotal")
_STARTS = np.array([FIELDS[name].start for name in (*_STARTED, "given", "charity", "lead")])
_SCALES = np.array([1 / COUNT_SCALE, 1 / POINTS_SCALE], np.float32)


class Games:
    """Arrays are by game. Dice come from the RNG; a finished game stays so until it is restarted."""

    def __init__(
        self,
        setup: Setup,
        games: int,
        rng: np.random.Generator,
        compiled: bool | None = None,
        start: GameState | None = None,
    ) -> None:
        """By default, observations are compiled where Numba is installed; they are the same without it.

        Games begin at `start`, a state of this setup in which the recipient has not yet decided since the last roll.
        """
        self.setup = setup
        begin = start or new_game(setup.players, setup.ruleset, setup.dice_set)
        self._begin_sheets, self._begin_turns = _columns(begin), _turn(begin)
        self._compiled = has_numba() if compiled is None else compiled
        self.rng = rng
        self.sheets = Sheets.empty(setup, games)
        self.turns = np.zeros(games, np.int64)
        """The number of finished turns."""
        self.rolls = np.zeros(games, np.int8)
        self.roll = np.full(games, _NO_DICE, np.uint16)
        self.asking, self.asked, self.stopped, self.declined = (np.zeros(games, np.bool_) for _ in range(4))
        self._games = np.arange(games)
        self._turns = setup.players * setup.ruleset.rounds
        self._look_up()
        self.restart(self._games)

    def __getstate__(self) -> dict[str, Any]:
        # Another process makes its own large tables.
        return {name: value for name, value in vars(self).items() if name not in ("scoring", "_known")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._look_up()

    def _look_up(self) -> None:
        dice_set, free_giving = self.setup.dice_set, self.setup.ruleset.free_giving
        self.scoring = scoring(dice_set, free_giving)
        self._known = _known(dice_set, free_giving)

    @property
    def is_over(self) -> Bools:
        over: Bools = self.turns == self._turns
        return over

    @property
    def active(self) -> Ints:
        return self.turns % self.setup.players

    @property
    def player(self) -> Ints:
        """The seat to decide; OVER when the game is over."""
        return np.where(self.is_over, OVER, self._observer)

    @property
    def totals(self) -> Sums:
        """By seat and game: the total, as if all games ended now."""
        return self.sheets.totals

    def legal_mask(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """By game and index of an action: 1 if the seat to decide may do it, else 0."""
        return self._known.masks.take(self._mask_rows(), axis=0, out=out, mode="clip")

    def observe(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """By game: the observation of the seat to decide, in the order of `encoding.FIELDS`.

        Pass `out` to reuse memory: new memory for every step takes as long as the step.
        """
        seen = np.empty((len(self._games), OBSERVATION_SIZE), np.float32) if out is None else out
        if self._compiled:
            from charidice.batch.compiled import observe_all

            turn = self.roll, self.turns, self.rolls, self.asking, self.asked, self.stopped, self.declined
            ruleset = self.setup.ruleset
            house_rules = np.array([ruleset.free_giving, ruleset.late_asking], np.float32)
            observe_all(seen, _STARTS, self._known.dice, *turn, *self.sheets, ruleset.rounds, house_rules, _SCALES)
            return seen
        seats, games = self.setup.players, self._games
        observer = self._observer
        dice = FIELDS["number"].start, FIELDS["potential"].stop
        self._known.dice.take(self.roll, axis=0, out=seen[:, dice[0] : dice[1]], mode="clip")
        seen[:, dice[1] :] = 0
        seen[games, FIELDS["active"].start + (self.active - observer) % seats] = 1
        seen[games, FIELDS["rolls_left"].start + np.where(self.stopped, 0, ROLLS - self.rolls)] = 1
        for name in ("asking", "asked", "stopped", "declined"):
            seen[:, FIELDS[name].start] = getattr(self, name)
        seen[:, FIELDS["free_giving"].start] = self.setup.ruleset.free_giving
        seen[:, FIELDS["late_asking"].start] = self.setup.ruleset.late_asking
        self._observe_sheets(seen, observer)
        return seen

    def step(self, actions: Ints, only: Bools | None = None) -> None:
        """Play one action in each game, or in some `only`; actions for finished games are ignored."""
        on = ~self.is_over if only is None else only & ~self.is_over
        legal = self._known.masks.reshape(-1).take(self._mask_rows() * N_ACTIONS + actions, mode="clip") > 0
        legal &= (actions >= 0) & (actions < N_ACTIONS)
        if not (legal | ~on).all():
            game = int(np.flatnonzero(~legal & on)[0])
            raise IllegalAction("illegal-in-batch", game=game, index=int(actions[game]))
        rolls = np.flatnonzero(on & (actions < MASKS))
        scores = np.flatnonzero(on & (actions >= MASKS) & (actions < _ASK))
        self._answer(actions, on)
        self._roll(rolls, actions[rolls].astype(np.uint8))
        self._score(scores, actions[scores].astype(np.uint8) - np.uint8(MASKS))

    def restart(self, games: Ints) -> None:
        """Restart these games."""
        for column, sums in zip(self.sheets, self._begin_sheets, strict=True):
            column[:, games] = sums
        turn: tuple[NDArray[Any], ...] = (
            self.turns,
            self.rolls,
            self.roll,
            self.asking,
            self.asked,
            self.stopped,
            self.declined,
        )
        for values, value in zip(turn, self._begin_turns, strict=True):
            values[games] = value

    @property
    def _observer(self) -> Ints:
        """The seat to decide; after the end, as if another turn followed."""
        return (self.turns + self.asking) % self.setup.players

    def _recipient_may_ask(self) -> Bools:
        """Whether the recipient could still ask, between two rolls."""
        has_gift = self.sheets.has_gift[(self.turns + 1) % self.setup.players, self._games]
        may: Bools = has_gift & (self.rolls > 0) & (self.rolls < ROLLS) & ~self.asked & ~self.declined
        return may

    def _mask_rows(self) -> Ints:
        may_roll = (self.rolls < ROLLS) & ~self.stopped
        rows: Ints = self.roll + may_roll * ROLLS_OF_SIX
        if self.setup.ruleset.late_asking:
            rows[may_roll & self._recipient_may_ask()] = _ROLL_OR_STOP
        rows[self.rolls == 0] = _ROLL_FIRST
        rows[self.asking] = _ANSWER
        rows[self.is_over] = _NOTHING
        return rows

    def _answer(self, actions: Ints, on: Bools) -> None:
        asks, declines, stops = (on & (actions == index) for index in (_ASK, _DECLINE, _STOP))
        self.sheets.has_gift[(self.turns + 1) % self.setup.players, self._games] &= ~asks
        self.asked |= asks
        self.declined |= declines & self.stopped
        self.stopped |= stops
        self.asking = self.asking & ~asks & ~declines | stops

    def _roll(self, games: Ints, keep: NDArray[np.uint8]) -> None:
        fresh = self.rng.integers(ROLLS_OF_SIX, size=len(games), dtype=np.uint16)
        # Nothing is kept before the first roll, so any valid index will do.
        on_table = np.minimum(self.roll[games], np.uint16(ROLLS_OF_SIX - 1))
        self.roll[games] = rerolled(on_table, fresh, keep)
        self.rolls[games] += 1
        self.asking[games] = self._recipient_may_ask()[games]

    def _score(self, games: Ints, masks: NDArray[np.uint8]) -> None:
        active = self.active[games]
        recipient = (active + 1) % self.setup.players
        options = self.scoring.options(self.roll[games], masks)
        gift = self.scoring.gift.take(options).astype(np.int16) << self.asked[games]
        self.sheets.points[active, games] += self.scoring.points.take(options)
        self.sheets.bonus[active, games] += self.scoring.bonus.take(options)
        self.sheets.given[active, games] += gift
        self.sheets.received[recipient, games] += gift
        self.turns[games] += 1
        self._begin_turn(games)

    def _begin_turn(self, games: Ints) -> None:
        self.rolls[games] = 0
        self.roll[games] = _NO_DICE
        for flag in (self.asking, self.asked, self.stopped, self.declined):
            flag[games] = False

    def _observe_sheets(self, seen: NDArray[np.float32], observer: Ints) -> None:
        seats, rounds = self.setup.players, self.setup.ruleset.rounds
        # From the observer's seat.
        rotated = (observer[:, None] + np.arange(seats)) % seats, self._games[:, None]
        seen[:, FIELDS["present"].start : FIELDS["present"].start + seats] = 1
        played = (self.turns[:, None] + (seats - 1 - rotated[0])) // seats
        subtotals, charity = self.sheets.subtotals[rotated], self.sheets.charity[rotated]
        for name, values, scale in (
            ("turns_left", rounds - played, COUNT_SCALE),
            ("has_gift", self.sheets.has_gift[rotated], 1),
            ("subtotal", subtotals, POINTS_SCALE),
            ("given", self.sheets.given[rotated], POINTS_SCALE),
            ("charity", charity, POINTS_SCALE),
        ):
            start = FIELDS[name].start
            seen[:, start : start + seats] = values * np.float32(1 / scale)
        totals = subtotals + charity
        seen[:, FIELDS["lead"].start] = (totals[:, 0] - totals[:, 1:].max(axis=1)) * np.float32(1 / POINTS_SCALE)


def _columns(start: GameState) -> tuple[NDArray[Any], ...]:
    """By seat: the sums of the columns, and whether it has the greatest of gifts, in the order of `Sheets`."""
    *columns, has_gift = zip(*start.sheets, strict=True)
    return *(np.array([[sum(boxes)] for boxes in column], np.int16) for column in columns), np.array(has_gift)[:, None]


def _turn(start: GameState) -> tuple[int, ...]:
    turn = start.turn
    roll = NUMBERS_OF.index(turn.numbers) if turn.numbers else _NO_DICE
    turns = sum(len(sheet.points) for sheet in start.sheets)
    return turns, turn.rolls, roll, start.recipient_decides, turn.asked, turn.stopped, turn.declined


class _Known(NamedTuple):
    """Constant for all games with these dice."""

    masks: NDArray[np.int8]
    """The legal actions, by the rows of `_mask_rows`."""
    dice: NDArray[np.float32]
    """By roll, and for no dice: the fields of an observation from `number` to `potential`."""


@lru_cache(maxsize=2)
def _known(dice_set: DiceSet, free_giving: bool) -> _Known:
    found = scoring(dice_set, free_giving)
    return _Known(_masks(found), _dice(found, dice_set))


def _masks(found: Scoring) -> NDArray[np.int8]:
    masks = np.zeros((2 * ROLLS_OF_SIX + 4, N_ACTIONS), np.int8)
    scores = found.place.reshape(ROLLS_OF_SIX, MASKS) >= 0
    masks[:ROLLS_OF_SIX, MASKS : 2 * MASKS] = masks[ROLLS_OF_SIX : 2 * ROLLS_OF_SIX, MASKS : 2 * MASKS] = scores
    masks[ROLLS_OF_SIX : 2 * ROLLS_OF_SIX, :ALL] = 1
    masks[_ROLL_FIRST, 0] = masks[_ANSWER, [_ASK, _DECLINE]] = masks[_ROLL_OR_STOP, _STOP] = 1
    masks[_ROLL_OR_STOP, :ALL] = 1
    return masks


def _dice(found: Scoring, dice_set: DiceSet) -> NDArray[np.float32]:
    dice = np.zeros((ROLLS_OF_SIX + 1, FIELDS["potential"].stop), np.float32)
    rolls = np.arange(ROLLS_OF_SIX)
    layout = np.array(dice_set.layout)
    for die in range(DICE):
        number = DIGITS[die].astype(np.int64)
        colour = layout[die, number]
        for values, one_hot, counts in ((number, "number", "number_count"), (colour, "colour", "colour_count")):
            dice[rolls, FIELDS[one_hot].start + NUMBERS * die + values] = 1
            dice[rolls, FIELDS[counts].start + values] += 1 / COUNT_SCALE
    total = found.points.astype(np.int64) + found.bonus
    best = found.starts[:-1]
    of_option = np.repeat(rolls, np.diff(found.starts))
    kindest = np.lexsort((-total, -found.gift.astype(np.int64), of_option))[best]
    potential = total[best], found.gift[best], total[kindest], found.gift[kindest]
    dice[:-1, FIELDS["potential"]] = np.stack(potential, axis=1) / POINTS_SCALE
    return dice

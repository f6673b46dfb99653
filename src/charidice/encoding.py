"""Actions as indices, positions as vectors: for learning environments and bots that learn.

    index    action
    0-63     Roll(keep), the dice to keep as a bit mask: bit d is die d
    64-127   Score(dice), 64 plus the dice to score as a bit mask
    128      AskGift()
    129      DeclineGift(): do not ask now
    130      Stop(), only with the house rule late asking (8.2)

Decisions come in the strict order of clause 5.5, as in `Node`. The fields of an observation are in docs/encoding.md.
A change of any index or field raises VERSION. Only `legal_mask` and `observe` need NumPy.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from operator import add
from operator import index as as_index
from struct import Struct
from typing import TYPE_CHECKING, SupportsIndex, TypeAlias

from charidice.installed import STRATEGY, needing
from charidice.rules.dice import ALL_DICE, ALL_NUMBERS, DICE, Numbers
from charidice.rules.errors import IllegalAction, seat_of
from charidice.rules.moves import Action, AskGift, DeclineGift, Roll, Score, Stop
from charidice.rules.ruleset import PLAYERS, ROLLS
from charidice.rules.scoring import Choices, ScoringTable, points_and_gift
from charidice.rules.sheet import Sheet, charity_bonuses
from charidice.rules.state import GameState, Setup
from charidice.rules.strict import Node
from charidice.rules.whole import quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Mask: TypeAlias = NDArray[np.int8]
    Observation: TypeAlias = NDArray[np.float32]

__all__ = [
    "ACTIONS",
    "BOUND",
    "COUNT_SCALE",
    "FIELDS",
    "N_ACTIONS",
    "OBSERVATION_SIZE",
    "POINTS_SCALE",
    "VERSION",
    "decode",
    "encode",
    "legal_mask",
    "observe",
]

VERSION = 1
"""The version of the encoding; indices and fields change only with a new one."""

_DICE_SETS = tuple(tuple(die for die in ALL_DICE if mask >> die & 1) for mask in range(1 << DICE))
ACTIONS: tuple[Action, ...] = (
    *map(Roll, _DICE_SETS),
    *map(Score, _DICE_SETS),
    AskGift(),
    DeclineGift(),
    Stop(),
)
"""The action of every index. Roll with all dice kept (63) and Score without dice (64) are never legal."""
N_ACTIONS = len(ACTIONS)
"""How many indices there are."""
_INDEX = {action: index for index, action in enumerate(ACTIONS)}

SEATS = PLAYERS[-1]
# Powers of two, so that every value is exact in 32 bits.
POINTS_SCALE = 128
"""Points in an observation are divided by it."""
COUNT_SCALE = 8
"""Counts in an observation, such as rounds to come, are divided by it."""
# The most dice sets with cached rolls, which take up to 30 MB each.
MOST_DICE_SETS = 4
_SIZES = {
    "number": DICE * 6,
    "colour": DICE * 6,
    "number_count": 6,
    "colour_count": 6,
    "potential": 4,
    "active": SEATS,
    "rolls_left": ROLLS + 1,
    "asking": 1,
    "asked": 1,
    "stopped": 1,
    "declined": 1,
    "free_giving": 1,
    "late_asking": 1,
    "present": SEATS,
    "turns_left": SEATS,
    "has_gift": SEATS,
    "subtotal": SEATS,
    "given": SEATS,
    "charity": SEATS,
    "lead": 1,
}
FIELDS: dict[str, slice] = {
    name: slice(stop - size, stop)
    for (name, size), stop in zip(_SIZES.items(), accumulate(_SIZES.values()), strict=True)
}
"""Where each field of an observation is: `observe(node)[FIELDS["number"]]`."""
OBSERVATION_SIZE = sum(_SIZES.values())
"""How many numbers an observation has."""
BOUND = 32.0
"""No value of an observation is below -BOUND or above BOUND, by any house rules."""


def encode(action: Action) -> int:
    """The index of an action.

    >>> encode(Roll((0, 2))), encode(Score((0, 1))), encode(AskGift())
    (5, 67, 128)
    """
    try:
        return _INDEX[action]
    except (KeyError, TypeError):
        raise IllegalAction("not-an-action", text=quoted(action)) from None


def decode(index: SupportsIndex) -> Action:
    """The action of an index, legal or not.

    >>> decode(5)
    Roll(keep=(0, 2))
    """
    # The checks of `whole_in` in a third of the time, because every step of learning needs them.
    try:
        place = -1 if isinstance(index, bool) else as_index(index)
    except TypeError:
        place = -1
    if not 0 <= place < N_ACTIONS:
        raise IllegalAction("no-such-index", text=quoted(index), most=N_ACTIONS - 1)
    return ACTIONS[place]


def legal_mask(node: Node | GameState, player: int | None = None) -> "Mask":
    """By index: 1 for a legal action, else 0; read-only. Only the player to decide, the default, has legal actions.

    A state stands for its node.

    >>> from charidice import new_game
    >>> legal_mask(new_game(2)).nonzero()[0].tolist()
    [0]
    """
    node = Node.of(node) if isinstance(node, GameState) else node
    state, asking, _, falling, _ = node
    decides = state.recipient if asking else state.active
    # Small ints are single objects, so identity decides most calls.
    elsewhere = player is not None and player is not decides and seat_of(player, len(state.sheets)) != decides
    if falling or elsewhere:
        return _array(_NOTHING)
    if asking:
        return _array(_ASK_OR_DECLINE)
    turn, setup = state.turn, state.setup
    if turn.rolls == 0 or (setup.ruleset.late_asking and (turn.stopped or state.must_stop_first)):
        return _array(_mask_of(node.actions))
    return _rolls(setup).mask(turn.numbers, turn.rolls < ROLLS)


def observe(node: Node | GameState, player: int | None = None) -> "Observation":
    """The observation of a player, in the order of FIELDS; by default, the player to decide, or else the active one.

    Nothing is hidden in Charidice: every player sees the same, each from their own seat.

    >>> from charidice import new_game
    >>> seen = observe(new_game(3))
    >>> seen[FIELDS["present"]].tolist()
    [1.0, 1.0, 1.0, 0.0]
    """
    node = Node.of(node) if isinstance(node, GameState) else node
    state, asking, numbers = node.state, node.asking, node.shown
    if player is None:
        player = state.recipient if asking else state.active
    setup, _, active, (rolls, _, asked, stopped, declined), sheets = state
    player = seat_of(player, len(sheets))
    ruleset, distance = setup.ruleset, (active - player) % len(sheets)
    turn = _turn(distance, rolls, ruleset.free_giving, ruleset.late_asking, asking, asked, stopped, declined)
    fields = _rolls(setup).seen(numbers), turn, _sheets(sheets, ruleset.rounds, player)
    return _array_of()(_NO_FIELDS.join(fields))


def _mask_of(actions: Sequence[Action]) -> bytes:
    mask = bytearray(N_ACTIONS)
    for action in actions:
        mask[_INDEX[action]] = 1
    return bytes(mask)


_NOTHING = bytes(N_ACTIONS)
_ASK_OR_DECLINE = _mask_of((AskGift(), DeclineGift()))


# There are only about 1,300 masks.
@cache
def _array(mask: bytes) -> "Mask":
    with needing(STRATEGY):
        import numpy as np

    return np.frombuffer(mask, np.int8)


class _Rolls:
    """Masks and fields that depend on nothing but the dice on the table, cached by roll."""

    def __init__(self, setup: Setup) -> None:
        self._table = setup.scoring
        self._layout = setup.dice_set.layout
        self._masks: dict[Choices, tuple[Mask, Mask]] = {}
        self._seen: dict[Numbers, bytes] = {}

    def mask(self, numbers: Numbers, may_roll: bool) -> "Mask":
        choices = self._table.choices(numbers)
        masks = self._masks.get(choices)
        if masks is None:
            masks = self._masks[choices] = _array(_mask_of(choices.scores)), _array(_mask_of(choices.moves))
        return masks[may_roll]

    def seen(self, numbers: Numbers) -> bytes:
        """The fields of the dice; a die that has not landed has the number 0."""
        seen = self._seen.get(numbers)
        if seen is None:
            found = self._dice(numbers or (0,) * DICE)
            # Rolls with falling dice hardly recur, so they are not cached.
            if 0 in numbers:
                return found
            seen = self._seen[numbers] = found
        return seen

    def _dice(self, numbers: Numbers) -> bytes:
        colours = [row[number - 1] + 1 if number else 0 for row, number in zip(self._layout, numbers, strict=True)]
        one_hot = [_SHOWN[number] for number in numbers] + [_SHOWN[colour] for colour in colours]
        counts = [shown.count(value) / COUNT_SCALE for shown in (numbers, colours) for value in ALL_NUMBERS]
        potential = (0, 0, 0, 0) if 0 in numbers else self._potential(numbers)
        return b"".join(one_hot) + _DICE.pack(*counts, *(value / POINTS_SCALE for value in potential))

    def _potential(self, numbers: Numbers) -> tuple[int, int, int, int]:
        bonuses = self._table.choices(numbers).bonuses
        worth = [(points_and_gift(dice, numbers), bonus) for dice, bonus in bonuses.items()]
        sums = [(points + bonus, gift) for (points, gift), bonus in worth]
        best = max(sums, key=lambda found: (found[0], -found[1]))
        kindest = max(sums, key=lambda found: (found[1], found[0]))
        return *best, *kindest


# Hashed by identity: hashing a dice set takes longer than the rest of an observation.
_ROLLS: dict[ScoringTable, _Rolls] = {}


def _rolls(setup: Setup) -> _Rolls:
    rolls = _ROLLS.get(setup.scoring)
    if rolls is None:
        if len(_ROLLS) == MOST_DICE_SETS:
            _ROLLS.clear()
        rolls = _ROLLS[setup.scoring] = _Rolls(setup)
    return rolls


# There are few different turns, so all of them are soon cached.
@cache
def _turn(
    active: int,
    rolls: int,
    free_giving: bool,
    late_asking: bool,
    asking: bool,
    asked: bool,
    stopped: bool,
    declined: bool,
) -> bytes:
    """The fields from `active` to `late_asking`."""
    rolls_left = 0 if stopped else ROLLS - rolls
    flags = asking, asked, stopped, declined, free_giving, late_asking
    return _TURN.pack(*_ONE_HOT[active], *_ONE_HOT[rolls_left], *flags)


# Sheets change once a turn, which has several decisions.
@lru_cache(maxsize=128)
def _sheets(sheets: tuple[Sheet, ...], rounds: int, player: int) -> bytes:
    """The fields from `present` on."""
    if len(sheets) == 2:
        return _two_sheets(sheets[player], sheets[1 - player], rounds)
    turns_left, has_gift, subtotals, given = [], [], [], []
    for points, bonus, received, gifts, holds in sheets[player:] + sheets[:player]:
        turns_left.append((rounds - len(points)) / COUNT_SCALE)
        has_gift.append(holds)
        subtotals.append(sum(points + bonus + received) / POINTS_SCALE)
        given.append(sum(gifts))
    charity = [earned / POINTS_SCALE for earned in charity_bonuses(given)]
    gave = [total / POINTS_SCALE for total in given]
    own, *others = map(add, subtotals, charity)
    present = _PRESENT[len(sheets)]
    return _SHEETS[len(sheets)].pack(*present, *turns_left, *has_gift, *subtotals, *gave, *charity, own - max(others))


def _two_sheets(own: Sheet, other: Sheet, rounds: int) -> bytes:
    """The same for two players, the most common number: without loops, in half the time."""
    points, bonus, received, gifts, holds = own
    turns_left, subtotal, given = rounds - len(points), sum(points + bonus + received), sum(gifts)
    points, bonus, received, gifts, other_holds = other
    other_turns_left, other_subtotal, other_given = rounds - len(points), sum(points + bonus + received), sum(gifts)
    charity, other_charity = charity_bonuses((given, other_given))
    return _SHEETS[2].pack(
        *_PRESENT[2],
        turns_left / COUNT_SCALE,
        other_turns_left / COUNT_SCALE,
        holds,
        other_holds,
        subtotal / POINTS_SCALE,
        other_subtotal / POINTS_SCALE,
        given / POINTS_SCALE,
        other_given / POINTS_SCALE,
        charity / POINTS_SCALE,
        other_charity / POINTS_SCALE,
        (subtotal + charity - other_subtotal - other_charity) / POINTS_SCALE,
    )


@cache
def _array_of() -> "Callable[[bytearray], Observation]":
    """Makes an observation of its bytes, in a third of the time of `numpy.frombuffer`."""
    with needing(STRATEGY):
        import numpy as np

    shape, dtype = (OBSERVATION_SIZE,), np.dtype(np.float32)
    return lambda fields: np.ndarray(shape, dtype, fields)


# Joining to a bytearray makes the buffer writable.
_NO_FIELDS = bytearray()
_ONE_HOT = tuple(tuple(float(place == hot) for place in range(SEATS)) for hot in range(SEATS))
# The fields of a die by its number; 0 for a die that has not landed.
_SHOWN = tuple(Struct(f"{DICE}f").pack(*(value == shown for value in ALL_NUMBERS)) for shown in range(DICE + 1))
_PRESENT = {seats: (1.0,) * seats for seats in PLAYERS}
_DICE, _TURN = (
    Struct(f"{FIELDS[last].stop - FIELDS[first].start}f")
    for first, last in (("number_count", "potential"), ("active", "late_asking"))
)
# Missing seats are padded with zeros.
_SHEETS = {seats: Struct(f"{seats}f{4 * (SEATS - seats)}x" * 6 + "f") for seats in PLAYERS}

"""The record of a game: immutable and always valid."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Self

from charidice.chance import JOINERS, InvalidPledge, Pledge, is_digest, is_one_line
from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.engine import new_game, replay
from charidice.rules.errors import Refused
from charidice.rules.moves import Event, Laid, Noted
from charidice.rules.ruleset import MOST_IN_A_BOX, STANDARD, Ruleset
from charidice.rules.state import GameState, Setup

VERSION = 3
"""The newest version; a record is written in the oldest version that can hold it."""
RECORD_LIMIT = 1024 * 1024
"""The most characters of a record; four people who correct every turn a hundred times write less."""
NAME_LIMIT = 40
BOT_LIMIT = 400
# The most characters of a record that an error repeats.
MOST_REPEATED = 200


class RecordError(Refused):
    """A record that cannot be read; its values name the line or field."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, **{name: _short(value) for name, value in values.items()})


class InvalidName(Refused):
    """A player name that is not allowed."""


class InvalidBots(Refused):
    """Malformed bot names, or not one per seat."""


class InvalidCorrections(Refused):
    """Corrections of turns that the game does not have."""


class InvalidBeginning(Refused):
    """A position where this game cannot begin."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction of a turn that was entered by hand."""

    round: int
    """Counts from 1."""
    seat: int
    """Counts from 0."""
    was: Noted | None
    """The boxes before the correction; None for a cleared turn."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The players by seat, the rules, the pledge of the dice, and all events."""

    players: tuple[str, ...]
    """The names by seat."""
    ruleset: Ruleset = STANDARD
    """The house rules."""
    dice_set: DiceSet = STANDARD_DICE
    """The dice."""
    pledge: Pledge | None = None
    """None for real dice, entered by hand."""
    events: tuple[Event, ...] = ()
    """All events in order."""
    bots: tuple[str | None, ...] = ()
    """The bot of each seat, None for a person; empty means all people."""
    corrections: tuple[Correction, ...] = ()
    """Corrections of a game with real dice; the events are the corrected ones."""
    begins_at: GameState | None = None
    """The position where the game began; None for empty sheets."""
    state: GameState = field(init=False, repr=False, compare=False)
    """The state after the events."""

    def __post_init__(self) -> None:
        for name in self.players:
            check_name(name)
        if len(self.bots) not in (0, len(self.players)):
            raise InvalidBots("bots-not-one-a-seat")
        for bot in self.bots:
            check_bot_name(bot)
        object.__setattr__(self, "bots", self.bots or (None,) * len(self.players))
        if self.pledge and len(self.pledge.entropy) not in (0, len(self.players)):
            raise InvalidPledge("entropy-not-one-a-seat")
        object.__setattr__(self, "begins_at", self._beginning())
        self.check_dice()
        for correction in self.corrections:
            check_correction(correction, self.ruleset.rounds, len(self.players))
        object.__setattr__(self, "state", replay(self.start, self.events))

    def check_dice(self) -> None:
        """Raises InvalidPledge for fair dice in a game written down by hand."""
        if self.pledge and self._is_by_hand:
            raise InvalidPledge("written-by-hand-with-fair-dice")

    def _beginning(self) -> GameState | None:
        """The position where the game began, checked; None for that of every new game."""
        beginning = self.begins_at
        if beginning is None:
            return None
        if beginning.setup != Setup(len(self.players), self.ruleset, self.dice_set):
            raise InvalidBeginning("position-of-another-game")
        if beginning.is_over:
            raise InvalidBeginning("position-is-over")
        return None if beginning == new_game(len(self.players), self.ruleset, self.dice_set) else beginning

    @property
    def start(self) -> GameState:
        """The state before the first event."""
        return self.begins_at or new_game(len(self.players), self.ruleset, self.dice_set)

    @property
    def version(self) -> int:
        """The oldest version of the written forms that can hold it."""
        if self.begins_at:
            return VERSION
        return 2 if self._is_by_hand else 1

    @property
    def _is_by_hand(self) -> bool:
        return bool(self.corrections) or any(isinstance(event, Laid | Noted) for event in self.events)

    def public(self) -> Self:
        """The public record: without the seed until the game is over."""
        if self.pledge is None or self.state.is_over:
            return self
        return self._trusted(pledge=self.pledge.without_seed())

    def named(self, players: Iterable[str]) -> Self:
        """The same game of players with other names, which are not checked."""
        return self._trusted(players=tuple(players))

    def after(self, events: Iterable[Event], state: GameState) -> Self:
        """The same game after events that the engine has decided or checked; `state` is the one after them."""
        return self._trusted(events=tuple(events), state=state)

    def _trusted(self, **changed: object) -> Self:
        """A copy that is not checked: records made by the program are neither parsed nor replayed again."""
        copy = object.__new__(type(self))
        for name in self.__slots__:
            object.__setattr__(copy, name, changed.get(name, getattr(self, name)))
        return copy


def check_name(name: str) -> None:
    if not isinstance(name, str) or len(name) > NAME_LIMIT or not is_one_line(name) or not name.strip(JOINERS):
        raise InvalidName("name-not-allowed", most=NAME_LIMIT)


def check_bot_name(bot: str | None) -> None:
    """Checks the form only: a record outlives the bots that played in it."""
    if bot is None:
        return
    if not isinstance(bot, str) or len(bot) > BOT_LIMIT or not is_one_line(bot) or not bot.strip(JOINERS):
        raise InvalidBots("bot-name-not-allowed", most=BOT_LIMIT)


def check_correction(correction: Correction, rounds: int, players: int) -> None:
    if correction.round not in range(1, rounds + 1) or correction.seat not in range(players):
        raise InvalidCorrections("no-such-turn", round=correction.round, rounds=rounds)
    if correction.was and not correction.was.is_writable:
        raise InvalidCorrections("box-out-of-range", most=MOST_IN_A_BOX)


def check_size(text: str) -> None:
    """Refuse a text that is too large for a record, before it is parsed."""
    if len(text) > RECORD_LIMIT:
        raise RecordError("record-too-large", most=RECORD_LIMIT // 1024)


def _short(value: object) -> object:
    if isinstance(value, str) and len(value) > MOST_REPEATED:
        return f"{value[: MOST_REPEATED - 1]}…"
    return value


@contextmanager
def reading(field: str) -> Iterator[None]:
    """Turn any Refused into a RecordError that names the field."""
    try:
        yield
    except RecordError:
        raise
    except Refused as refusal:
        raise RecordError(refusal.code, **{**refusal.values, "field": field}) from refusal


def read_seed(text: str) -> bytes:
    """Read a seed of 64 hexadecimal digits."""
    if not is_digest(text):
        raise InvalidPledge("not-64-hex-digits")
    return bytes.fromhex(text)

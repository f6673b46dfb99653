"""A game of the history: its players, its results, and a summary of its review."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from charidice.record import GameRecord, dump_json
from charidice.rules.engine import evolve
from charidice.rules.moves import GiftAsked
from charidice.rules.sheet import results, victory_shares


class GameKind(StrEnum):
    """The way a game was played; of these kinds, the first one that fits."""

    PAD = "pad"
    """With real dice."""
    ONLINE = "online"
    """By people at several devices."""
    BOTS = "bots"
    """With at least one bot."""
    TABLE = "table"
    """By people at one device."""


class DecisionKind(StrEnum):
    FIRST_KEEP = "first-keep"
    """After the first roll: which dice to keep, or to score them."""
    SECOND_KEEP = "second-keep"
    SCORING = "scoring"
    """After the last roll."""
    ASKING = "asking"
    """Whether to ask for the greatest of gifts now."""


@dataclass(frozen=True, slots=True)
class Losses:
    """The number of some decisions, and the sum of their losses in chance of victory."""

    decisions: int = 0
    total: float = 0.0

    def __add__(self, other: Self) -> "Losses":
        return Losses(self.decisions + other.decisions, self.total + other.total)

    @property
    def mean(self) -> float | None:
        return self.total / self.decisions if self.decisions else None


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat's use of the greatest of gifts; the doubled gift is None until the turn is over."""

    round: int
    rolls: int | None
    """The number of rolls before it; None if that is unknown."""
    gift: int | None


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A player and the result; in an unfinished game the sums so far, without charity bonus and victory."""

    name: str
    bot: str | None
    points: int
    bonus: int
    received: int
    given: int
    charity: int
    victory: float
    """The share of the victory."""
    asked: Asked | None

    @property
    def total(self) -> int:
        return self.points + self.bonus + self.received + self.charity


@dataclass(frozen=True, slots=True)
class SeatReview:
    losses: dict[DecisionKind, Losses]
    """Of the person's own decisions, not of a bot that stood in."""
    luck: float | None
    """The change of this seat's chance of victory by all rolls; None if some rolls are unknown."""
    asking_gain: float | None
    """The gain of asking over waiting, in chance of victory; None if this seat did not ask."""
    costly: int | None = None
    """The number of mistakes and blunders; None in reviews by earlier versions."""

    @property
    def all_losses(self) -> Losses:
        return sum(self.losses.values(), start=Losses())


@dataclass(frozen=True, slots=True)
class GameReview:
    tables: str
    """The version of the tables it was made with."""
    seats: tuple[SeatReview, ...]
    unseen: int = 0
    """The number of turns entered without all their rolls."""


@dataclass(frozen=True, slots=True)
class Game:
    id: str
    key: str
    """Identifies the game, wherever it was kept."""
    at: str
    """The time of its last event, ISO 8601 in UTC."""
    kind: GameKind
    rounds: int
    house_rules: bool
    """Whether free giving or late asking was in force."""
    finished: bool
    seats: tuple[SeatResult, ...]
    review: GameReview | None = None
    """None until the review is made."""
    whole: bool = True
    """Whether it began with empty sheets, and not at a position."""

    @property
    def counts(self) -> bool:
        """Whether statistics and ratings include it."""
        return self.finished and self.whole


_ID = "id "


def key_of(record: GameRecord, id: str = "") -> str:
    """The commitment to its dice, which is unique; without one the id, or a digest of the record."""
    if record.pledge:
        return record.pledge.commitment
    return f"{_ID}{id}" if id else hashlib.sha256(dump_json(record).encode()).hexdigest()


def kind_of(record: GameRecord, devices: int = 1) -> GameKind:
    if record.pledge is None:
        return GameKind.PAD
    if devices > 1:
        return GameKind.ONLINE
    return GameKind.BOTS if any(record.bots) else GameKind.TABLE


def game_of(record: GameRecord, id: str, key: str, at: str, kind: GameKind) -> Game:
    state, rules = record.state, record.ruleset
    final = results(state.sheets)
    shares = victory_shares(final) if state.is_over else (0.0,) * len(final)
    asked = _asked(record)
    seats = tuple(
        SeatResult(
            name,
            bot,
            *(result if state.is_over else result._replace(charity=0)),
            shares[seat],
            asked.get(seat),
        )
        for seat, (name, bot, result) in enumerate(zip(record.players, record.bots, final, strict=True))
    )
    house_rules = rules.free_giving or rules.late_asking
    whole = record.begins_at is None
    return Game(id, key, at, kind, rules.rounds, house_rules, state.is_over, seats, whole=whole)


class KnownGames:
    """The games of a history, by key. A score pad whose record was saved alone has no id, but the same sheets."""

    def __init__(self, games: Iterable[Game] = ()) -> None:
        self.keys: set[str] = set()
        self._pads: dict[object, bool] = {}
        """By their sheets: whether they have an id."""
        for game in games:
            self.add(game)

    def add(self, game: Game) -> None:
        self.keys.add(game.key)
        if game.kind == GameKind.PAD and game.finished:
            self._pads[_sheets(game)] = game.key.startswith(_ID)

    def has_pad(self, game: Game) -> bool:
        """Whether a score pad is there under another key."""
        has_id = self._pads.get(_sheets(game))
        return game.key not in self.keys and has_id is not None and not (has_id and game.key.startswith(_ID))


def _sheets(game: Game) -> object:
    return game.kind, game.finished, game.rounds, game.house_rules, game.seats


def _asked(record: GameRecord) -> dict[int, Asked]:
    """By seat."""
    found: dict[int, Asked] = {}
    state = record.start
    for event in record.events:
        after, recipient = evolve(state, event), state.recipient
        if state.sheets[recipient].has_gift and not after.sheets[recipient].has_gift:
            rolls = state.turn.rolls if isinstance(event, GiftAsked) else None
            found[recipient] = Asked(state.round, rolls, None)
        given = after.sheets[state.active].given
        if recipient in found and found[recipient].round == state.round == len(given):
            found[recipient] = replace(found[recipient], gift=given[-1])
        state = after
    return found

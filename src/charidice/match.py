"""One game in progress: the only mutable game object."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from charidice.chance import EnteredDice, FairDice, Pledge, Recorded, UnfairDice, new_seed
from charidice.record import GameRecord
from charidice.record.game import InvalidName
from charidice.record.recorded import record_of
from charidice.rules.dice import STANDARD_DICE, Dice, DiceSet, Face, Numbers
from charidice.rules.engine import DiceSource, actor, decide, evolve
from charidice.rules.errors import Refused, seat_of
from charidice.rules.moves import Action, Event, GiftAsked, Laid, Rolled
from charidice.rules.ruleset import PLAYERS, STANDARD, Ruleset
from charidice.rules.sheet import results, winners
from charidice.rules.state import GameState, Setup
from charidice.rules.strict import Node
from charidice.rules.whole import quoted


class CannotUndo(Refused):
    """An event that may not be undone."""


class CannotMix(Refused):
    """Entropy that can no longer be added to the dice."""


class CannotRoll(Refused):
    """A roll without a dice source."""


class Match:
    """A game that players act on: new, or resumed from any record.

    >>> from charidice import Roll
    >>> match = Match.new(["Anna", "Ben"], seed=bytes(32))
    >>> match.submit(0, Roll())
    Rolled(keep=(), numbers=(3, 2, 6, 1, 3, 4))
    >>> match
    <Match Anna, Ben: round 1 of 7, seat 0 with G3 G2 O6 B1 Y3 G4, rolls left 2, totals 0 0>
    """

    def __init__(self, record: GameRecord | Recorded) -> None:
        record = record_of(record)
        self._opening = record.after((), record.start)
        self._events: list[Event] = []
        # Every state so far, the current one last; they share what did not change.
        self._states = [self._opening.state]
        for event in record.events:
            self.append(event)
        self._fair = self._fair_dice()
        self._waived: Node | None = None
        """The node after the recipient last declined to ask, which causes no event."""

    @classmethod
    def new(
        cls,
        players: Sequence[str] | int = PLAYERS[0],
        ruleset: Ruleset = STANDARD,
        dice_set: DiceSet = STANDARD_DICE,
        seed: bytes | int | None = None,
        real_dice: bool = False,
        bots: Sequence[str | None] = (),
    ) -> "Match":
        """A game with fair dice, by a fresh seed if none is given, or with real dice entered by hand.

        Players are names, or their number. A seed has 32 bytes; a number repeats a game, but keeps no secret.
        `bots` names the bot of each seat, None for a person; the caller lets them play.
        """
        if isinstance(players, Iterable):
            names = tuple(players)
        else:
            names = tuple(f"Player {seat}" for seat in range(1, Setup(players).players + 1))
        if isinstance(players, str) or not all(isinstance(name, str) for name in names):
            raise InvalidName("players-not-names", text=quoted(players))
        pledge = None if real_dice else Pledge.of(new_seed() if seed is None else seed)
        return cls(GameRecord(names, ruleset, dice_set, pledge, bots=tuple(bots)))

    def __repr__(self) -> str:
        return f"<Match {self}>"

    def __str__(self) -> str:
        return f"{', '.join(self.players)}: {self.state}"

    def __reduce__(self) -> tuple[object, ...]:
        # Another process makes its dice from the seed.
        return Match, (self.record,)

    def copy(self) -> "Match":
        """An independent match at the same state; the same seed gives both the same dice."""
        other = Match.__new__(Match)
        other._opening, other._fair, other._waived = self._opening, self._fair, self._waived
        other._events, other._states = self._events.copy(), self._states.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> "Match":
        # Everything but the two lists is immutable.
        return self.copy()

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, more than one if they share the victory; none before the end."""
        return winners(results(self.state.sheets)) if self.is_over else ()

    @property
    def players(self) -> tuple[str, ...]:
        return self._opening.players

    @property
    def bots(self) -> tuple[str | None, ...]:
        """By seat: the name of its bot, None for a person."""
        return self._opening.bots

    @property
    def state(self) -> GameState:
        return self._states[-1]

    @property
    def node(self) -> Node:
        """The next decision in the strict order of moves (5.5).

        Declining to ask causes no event; the match remembers it until the state changes.
        """
        return self._waived if self._waived and self._waived.state is self.state else Node.of(self.state)

    @property
    def kept(self) -> Dice:
        """The dice kept in the last roll of the turn in progress."""
        if not self.state.turn.rolls:
            return ()
        # Of dice that lay on the table when the game began, nobody knows which were kept.
        last = next((event for event in reversed(self._events) if isinstance(event, Rolled | Laid)), None)
        return last.keep if isinstance(last, Rolled) else ()

    @property
    def last_actor(self) -> int | None:
        """The seat that caused the last event."""
        return actor(self._states[-2], self._events[-1]) if self._events else None

    @property
    def history(self) -> tuple[tuple[int, Event], ...]:
        """Every event with the seat that caused it."""
        return tuple((actor(state, event), event) for state, event in zip(self._states, self._events, strict=False))

    @property
    def record(self) -> GameRecord:
        """The complete record with the seed; `record.public()` is the part for others."""
        return self._opening.after(self._events, self.state)

    def play(self, action: Action, faces: str | Iterable[Face | str] | None = None) -> Event | None:
        """Perform the action of the player to decide at `node`; None if it `waives` asking."""
        event = self.node.decide(action, self._dice_source(faces))
        if event is None:
            self._waived = self.node.play(action)
        else:
            self.append(event)
        return event

    def submit(self, player: int, action: Action, faces: str | Iterable[Face | str] | None = None) -> Event:
        """Perform a player's action; with real dice, `faces` are the faces after a roll."""
        event = self.decide(player, action, faces)
        self.append(event)
        return event

    def decide(self, player: int, action: Action, faces: str | Iterable[Face | str] | None = None) -> Event:
        """The event that an action would cause, without applying it."""
        return decide(self.state, player, action, self._dice_source(faces))

    def append(self, event: Event) -> None:
        """Apply an event from `decide`."""
        self._states.append(evolve(self.state, event))
        self._events.append(event)

    def why_not_undo(self, player: int) -> CannotUndo | None:
        """Why this player may not undo the last event, or None if they may."""
        seat = seat_of(player, len(self.players))
        if not self._events:
            return CannotUndo("undo-nothing")
        event = self._events[-1]
        if isinstance(event, Rolled):
            return CannotUndo("undo-roll")
        if isinstance(event, GiftAsked):
            return CannotUndo("undo-gift-asked")
        if self.last_actor != seat:
            return CannotUndo("undo-of-another", player=self.last_actor)
        if self.state.is_over and self._opening.pledge:
            # The seed is public now, and with it every roll that could follow.
            return CannotUndo("undo-game-over")
        return None

    def undo(self, player: int) -> Event:
        """Undo the last event, if it was this player's own and neither a roll nor asking for the gift."""
        if refusal := self.why_not_undo(player):
            raise refusal
        self._states.pop()
        return self._events.pop()

    def add_entropy(self, player: int, words: str) -> None:
        """Add a seat's words to the fair dice, after the commitment and before the first roll."""
        pledge = self._opening.pledge
        if pledge is None:
            raise CannotMix("entropy-without-fair-dice")
        if any(isinstance(event, Rolled) for event in self._events):
            raise CannotMix("entropy-after-first-roll")
        entropy = list(pledge.entropy or [""] * len(self.players))
        entropy[seat_of(player, len(self.players))] = words
        self._opening = replace(self._opening, pledge=replace(pledge, entropy=tuple(entropy)))
        self._fair = self._fair_dice()

    def _fair_dice(self) -> FairDice | None:
        pledge = self._opening.pledge
        if pledge is None or pledge.seed is None:
            return None
        if not pledge.is_kept:
            raise UnfairDice("seed-does-not-match-commitment")
        return FairDice(pledge.seed, pledge.entropy)

    def _dice_source(self, faces: str | Iterable[Face | str] | None) -> DiceSource:
        if self._opening.pledge is None:
            return EnteredDice(faces or ())
        if faces is not None:
            raise CannotRoll("dice-are-rolled-here")
        return self._fair or _SeedUnknown()


class _SeedUnknown:
    """The dice source of a record without its seed: everything but rolling works."""

    def roll(self, state: GameState, keep: Dice) -> Numbers:
        raise CannotRoll("seed-not-known")

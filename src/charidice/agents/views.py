"""The view of a text player: the situation as data and as lines of one language."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from charidice.agents.game import ATTEMPTS, TextGame
from charidice.messages import Catalog, rules_clauses
from charidice.record import write_node
from charidice.record.moves import VERBS, verb_of, write_move
from charidice.rules.errors import Refused
from charidice.rules.moves import Action, Score
from charidice.rules.ruleset import Ruleset
from charidice.rules.scoring import ScoringOption
from charidice.rules.sheet import results, winners
from charidice.show.telling import Teller


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """A player's sheet: a number for each round that is filled in, and the totals."""

    player: str
    bot: str | None
    points: tuple[int, ...]
    bonus: tuple[int, ...]
    received: tuple[int, ...]
    given: tuple[int, ...]
    has_gift: bool
    charity: int
    """The charity bonus, as if the game ended now."""
    total: int


@dataclass(frozen=True, slots=True)
class WayToScore:
    dice: tuple[str, ...]
    points: int
    bonus: int
    gift: int
    """Doubled, once the greatest of gifts was asked for."""


@dataclass(frozen=True)
class Situation:
    """The situation; seats count from 0."""

    seat: int
    """The seat of the reader."""
    round: int
    rounds: int
    active: int
    recipient: int
    decision: Literal["move", "ask", "over"]
    dice: tuple[str, ...]
    options: tuple[WayToScore, ...]
    """Every way to score the dice on the table, best sum first."""
    rolls_left: int
    asked: bool
    sheets: tuple[PlayerSheet, ...]
    winners: tuple[int, ...]
    """Empty before the end."""
    position: str
    """As `read_node` reads it."""
    happened: tuple[str, ...]
    """The news since the last view."""


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A move, with its points, bonus and gift if it scores."""

    move: str
    points: int | None = None
    bonus: int | None = None
    gift: int | None = None


class Narrator:
    """Tells one text player about a game."""

    def __init__(self, game: TextGame, seat: int, texts: Catalog) -> None:
        self._game = game
        self._seat = seat
        self._texts = texts
        self._teller = Teller(texts, game.match.players, you=seat)
        self._told = self._judged = 0
        """Events and decisions the reader knows of."""

    def happened(self) -> tuple[str, ...]:
        """News for the reader: moves that were replaced, and all events."""
        decisions, news = self._game.decisions[self._judged :], self._game.log[self._told :]
        self._judged, self._told = len(self._game.decisions), len(self._game.log)
        replaced = [
            self._texts.say("agents.replaced", number=ATTEMPTS, move=decision.move)
            for decision in decisions
            if decision.replaced and decision.seat == self._seat
        ]
        return (*replaced, *(line for before, event in news for line in self._teller.event(before, event)))

    def view(self, happened: tuple[str, ...]) -> Situation:
        node, state = self._game.node, self._game.node.state
        ended = state.is_over
        return Situation(
            seat=self._seat,
            round=min(state.round, state.setup.ruleset.rounds),
            rounds=state.setup.ruleset.rounds,
            active=state.active,
            recipient=state.recipient,
            decision="over" if ended else "ask" if node.asking else "move",
            dice=tuple(map(str, state.faces)),
            options=tuple(map(self._way, state.options)),
            rolls_left=0 if ended else state.rolls_left,
            asked=state.turn.asked,
            sheets=tuple(map(self._sheet, range(len(state.sheets)))),
            winners=winners(results(state.sheets)) if ended else (),
            position=write_node(node),
            happened=happened,
        )

    def _way(self, option: ScoringOption) -> WayToScore:
        state = self._game.node.state
        gift = option.gift_if(state.turn.asked)
        return WayToScore(tuple(str(state.faces[die]) for die in option.dice), option.points, option.bonus, gift)

    def _sheet(self, seat: int) -> PlayerSheet:
        state, match = self._game.node.state, self._game.match
        sheet, result = state.sheets[seat], results(state.sheets)[seat]
        bot = match.bots[seat] if match.bots else None
        return PlayerSheet(match.players[seat], bot, *sheet, charity=result.charity, total=result.total)

    def sheets(self) -> Iterator[str]:
        """The name of the reader, and all sheets."""
        yield self._texts.say("agents.you-are", player=self._game.match.players[self._seat])
        yield ""
        yield from self._teller.sheets(self._game.node.state)

    def situation(self) -> Iterator[str]:
        """The turn and the dice; at the end, the result."""
        state = self._game.node.state
        if state.is_over:
            yield self._texts.say("play.over")
            yield from self._teller.result(state)
            yield from self._judgement()
        else:
            yield self._teller.turn(state)
            yield self._teller.dice(state)

    def decision(self) -> Iterator[str]:
        """The decision to make, and the notation of its moves."""
        node = self._game.node
        state = node.state
        if state.is_over:
            return
        if node.asking or not state.must_stop_first:
            yield self._texts.say("play.options")
            yield from self._teller.options(state.options, state.faces, state.turn.asked)
        if node.asking:
            yield self._texts.say("agents.asks", player=self._teller.players[state.active])
        else:
            yield self._texts.say("agents.decides", rolls=self._texts.say("rolls-left", count=state.rolls_left))
        yield from self.moves_in_words()

    def moves_in_words(self) -> Iterator[str]:
        """A line for each kind of move that is legal now."""
        for verb in dict.fromkeys(map(verb_of, self._game.node.actions)):
            yield f"  {self._texts.say(f'agents.move.{verb}')}"

    def legal_moves(self) -> tuple[LegalMove, ...]:
        """All legal moves of the player to decide."""
        return tuple(map(self._legal_move, self._game.node.actions))

    def _legal_move(self, action: Action) -> LegalMove:
        state = self._game.node.state
        move = write_move(action, state)
        if not isinstance(action, Score):
            return LegalMove(move)
        option = next(option for option in state.options if option.dice == action.dice)
        return LegalMove(move, option.points, option.bonus, option.gift_if(state.turn.asked))

    def refusal(self, refused: Refused) -> Iterator[str]:
        """The reason of a refusal and, if the reader is to decide, the legal moves and the attempts left."""
        yield self._texts.refusal(refused, self._game.match.players)
        if self._game.player == self._seat:
            yield from self.moves_in_words()
            yield self._texts.say("agents.attempts", count=ATTEMPTS - self._game.illegal)

    def _judgement(self) -> Iterator[str]:
        decisions = self._game.decisions_of(self._seat)
        if decisions:
            loss = 100 * sum(decision.regret for decision in decisions) / len(decisions)
            said = self._texts.number(loss, 2)
            yield self._texts.say("agents.judgement", count=len(decisions), loss=said)


def rules_in_words(texts: Catalog, ruleset: Ruleset) -> Iterator[str]:
    """The rules clause by clause, the house rules in use, and the notation of moves."""
    for number, text in rules_clauses(texts):
        yield f"{number.removesuffix('.0')} {text}"
    yield ""
    named = ("free_giving", "late_asking")
    if used := [texts.say(f"web.new.{name.replace('_', '-')}") for name in named if getattr(ruleset, name)]:
        yield texts.say("agents.house-rules", rules=texts.join(used))
    yield texts.say("agents.how")
    yield from (f"  {texts.say(f'agents.move.{verb}')}" for verb in VERBS)
    yield texts.say("agents.how.dice", letters=Teller(texts, ()).letters())
    yield texts.say("agents.how.text", number=ATTEMPTS)

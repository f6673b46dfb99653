"""One game between text players and bots: what all interfaces for agents have in common."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random, SystemRandom

from charidice.arena import deal_seed
from charidice.match import Match
from charidice.messages import Catalog
from charidice.record import write_node
from charidice.record.moves import read_move, write_move
from charidice.rules.errors import IllegalAction, Refused
from charidice.rules.moves import Action, DeclineGift, Event, Roll
from charidice.rules.state import GameState, Setup
from charidice.rules.strict import Node
from charidice.strategy.analysis import analyse
from charidice.strategy.bots.external import THINK_TIME
from charidice.strategy.bots.levels import Chooser
from charidice.strategy.bots.points import Fox
from charidice.strategy.bots.team import Team
from charidice.terminal.seats import bot_names

ATTEMPTS = 3
"""So many texts a player may try for one decision; if the last is illegal too, a random legal move is played."""
FIRST_ROLL = Roll()
STAND_IN = Fox()
logger = logging.getLogger("charidice.agents")


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a text player, judged by the values of all moves."""

    seat: int
    position: str
    """The node, as `read_node` reads it."""
    move: str
    best: str
    regret: float
    """In shares of victory."""
    illegal: int
    """Texts before it that were no legal move."""
    replaced: bool
    """The last of ATTEMPTS was illegal, so this is a random legal move."""


class TextGame:
    """A game in the strict order of moves (clause 5.5); bots act by themselves, and so do the first rolls of turns."""

    def __init__(self, match: Match, bots: Mapping[int, Chooser], rng: Random) -> None:
        self.match = match
        self.node = Node.of(match.state)
        self.log: list[tuple[GameState, Event]] = []
        """Every event with the state before it."""
        self.decisions: list[Decision] = []
        self.illegal = 0
        """Illegal texts for the decision that is open."""
        self.substituted = 0
        """Moves that the fox has played in place of a bot that failed."""
        self._bots = bots
        self._rng = rng
        self._let_bots_play()

    @property
    def player(self) -> int | None:
        """The text player to decide; None when the game is over."""
        return self.node.player

    def play(self, text: str) -> Decision:
        """Play a move and all that follows until a text player decides.

        An illegal one is refused and changes nothing; the last of ATTEMPTS is replaced by a random legal one.
        """
        if self.player is None:
            raise IllegalAction("game-over")
        try:
            action = read_move(text, self.node)
        except Refused:
            self.illegal += 1
            if self.illegal < ATTEMPTS:
                raise
            action = self._rng.choice(self.node.actions)
        decision = self._judged(action)
        self.decisions.append(decision)
        self.illegal = 0
        self._submit(action)
        self._let_bots_play()
        return decision

    def decisions_of(self, seat: int) -> list[Decision]:
        return [decision for decision in self.decisions if decision.seat == seat]

    def _judged(self, action: Action) -> Decision:
        node, seat = self.node, self.node.player
        assert seat is not None
        analysis = analyse(node)
        best = analysis.best(seat)
        assert best is not None, "at a node, not asking is a move"
        return Decision(
            seat,
            write_node(node),
            write_move(action, node.state),
            write_move(best, node.state),
            analysis.regret(seat, action),
            self.illegal,
            self.illegal == ATTEMPTS,
        )

    def _let_bots_play(self) -> None:
        while (player := self.node.player) is not None:
            state = self.node.state
            if state.turn.rolls == 0:
                self._submit(FIRST_ROLL)
            elif player in self._bots:
                self._submit(self._choice_of_bot(player))
            else:
                return

    def _choice_of_bot(self, player: int) -> Action:
        """What the bot chooses; if it fails, whatever it does, the fox plays this move: no text player loses by it."""
        node = self.node
        # The node's own action, which has plain numbers, in place of one that is equal.
        legal = {action: action for action in node.actions}
        try:
            return legal[self._bots[player].choose(node.state, player) or DeclineGift()]
        except Exception as error:
            name = self.match.bots[player]
            logger.warning("the bot %s failed, and the fox plays its move: %r", name, error)
            self.substituted += 1
            return STAND_IN.choose(node.state, player) or DeclineGift()

    def _submit(self, action: Action) -> None:
        node, player = self.node, self.node.player
        assert player is not None
        following = node.play(action)
        # Not to ask is a move here, but no event.
        if following.falling or following.state is not node.state:
            self.log.append((node.state, self.match.submit(player, action)))
            following = Node.of(self.match.state)
        self.node = following


def start_game(
    seats: Sequence[str | None],
    setup: Setup,
    texts: Catalog,
    seed: int | None = None,
    deal: int = 0,
    think_time: float = THINK_TIME,
) -> TextGame:
    """A new game; `seats` has the name of a bot, or None for a text player.

    The seed decides dice, bots and replaced moves; the dice are those of `charidice simulate` with this seed and deal.
    """
    if seed is None:
        seed = SystemRandom().getrandbits(32)
    named = {seat: bot for seat, bot in enumerate(seats) if bot is not None}
    team = Team.of(list(named.values()), think_time)
    team.check(setup)
    rng = Random(f"{seed}.{deal}")  # noqa: S311  (meant to be repeated)
    bots = dict(zip(named, team(rng), strict=True))
    names = _names(seats, texts)
    match = Match.new(names, setup.ruleset, setup.dice_set, deal_seed(seed, deal), bots=seats if named else ())
    return TextGame(match, bots, rng)


def _names(seats: Sequence[str | None], texts: Catalog) -> list[str]:
    """A single text player is the agent; several are numbered by their seats."""
    people = [seat for seat, bot in enumerate(seats) if bot is None]
    numbered = [texts.say("player.number", number=seat + 1) for seat in people]
    said = [texts.say("agents.name")] if len(people) == 1 else [name[0].upper() + name[1:] for name in numbered]
    bots = iter(bot_names([bot for bot in seats if bot is not None], said, texts))
    agents = iter(said)
    return [next(agents if bot is None else bots) for bot in seats]

"""One game between text players and bots, shared by all interfaces for agents."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom

from charidice.arena import deal_seed
from charidice.match import Match
from charidice.messages import Catalog
from charidice.record import write_node
from charidice.record.moves import read_move, write_move
from charidice.rules.errors import IllegalAction, Refused
from charidice.rules.moves import Action, Event, Roll
from charidice.rules.state import GameState, Setup
from charidice.rules.strict import Node
from charidice.show.words import player_name
from charidice.strategy.analysis import analyse
from charidice.strategy.bots.external import THINK_TIME
from charidice.strategy.bots.levels import Chooser
from charidice.strategy.bots.points import Fox
from charidice.strategy.bots.team import Team
from charidice.terminal.seats import bot_names

ATTEMPTS = 3
"""The most texts for one decision; if the last one is illegal, a random legal move replaces it."""
FIRST_ROLL = Roll()
STAND_IN = Fox()
logger = logging.getLogger("charidice.agents")


@dataclass(frozen=True, slots=True)
class GradedDecision:
    """A decision of a text player, judged by the values of all moves."""

    seat: int
    position: str
    """The node, as `read_node` reads it."""
    move: str
    best: str
    regret: float
    """In shares of victory."""
    illegal: int
    """Illegal texts before it."""
    replaced: bool
    """The last of ATTEMPTS was illegal, so this is a random legal move."""


class TextGame:
    """A game in the strict order of moves (clause 5.5); bots and the first rolls of turns are played automatically."""

    def __init__(self, match: Match, bots: Mapping[int, Chooser], rng: Random, solution: Path | None = None) -> None:
        self.match = match
        self.solution = solution
        """The folder of tables to judge by, instead of the bundled ones."""
        self.log: list[tuple[GameState, Event]] = []
        """Every event with the state before it."""
        self.decisions: list[GradedDecision] = []
        self.illegal = 0
        """Illegal texts for the current decision."""
        self.substituted = 0
        """Moves that the fox has played in place of a bot that failed."""
        self._bots = bots
        self._rng = rng
        self._let_bots_play()

    @property
    def node(self) -> Node:
        return self.match.node

    @property
    def player(self) -> int | None:
        """The text player to decide; None when the game is over."""
        return self.node.player

    def play(self, text: str) -> GradedDecision:
        """Play a move and all automatic moves up to the next decision of a text player.

        An illegal move is refused and changes nothing; the last of ATTEMPTS is replaced by a random legal one.
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

    def decisions_of(self, seat: int) -> list[GradedDecision]:
        return [decision for decision in self.decisions if decision.seat == seat]

    def _judged(self, action: Action) -> GradedDecision:
        node, seat = self.node, self.node.player
        assert seat is not None
        analysis = analyse(node, solution=self.solution)
        return GradedDecision(
            seat,
            write_node(node),
            write_move(action, node.state),
            write_move(analysis.best(seat), node.state),
            analysis.regret(seat, action),
            self.illegal,
            self.illegal == ATTEMPTS,
        )

    def _let_bots_play(self) -> None:
        while (player := self.node.player) is not None:
            if self.match.state.turn.rolls == 0:
                self._submit(FIRST_ROLL)
            elif player in self._bots:
                self._submit(self._choice_of_bot(player))
            else:
                return

    def _choice_of_bot(self, player: int) -> Action:
        """The bot's choice; if it fails in any way, the fox plays this move, so that it affects no text player."""
        node = self.node
        # The equal action of the node: the bot's may hold NumPy integers.
        legal = {action: action for action in node.actions}
        try:
            return legal[self._bots[player].choose(node)]
        except Exception as error:
            name = self.match.bots[player]
            logger.warning("the bot %s failed, and the fox plays its move: %r", name, error)
            self.substituted += 1
            return STAND_IN.choose(node)

    def _submit(self, action: Action) -> None:
        state = self.match.state
        if event := self.match.play(action):
            self.log.append((state, event))


def start_game(
    seats: Sequence[str | None],
    setup: Setup,
    texts: Catalog,
    seed: int | None = None,
    deal: int = 0,
    think_time: float = THINK_TIME,
    solution: Path | None = None,
) -> TextGame:
    """A new game; `seats` has the name of a bot, or None for a text player.

    The seed decides dice, bots and replaced moves; `charidice simulate` has the same dice with this seed and deal.
    """
    if seed is None:
        seed = SystemRandom().getrandbits(32)
    named = {seat: bot for seat, bot in enumerate(seats) if bot is not None}
    team = Team.of(list(named.values()), think_time, solution)
    team.check(setup)
    rng = Random(f"{seed}.{deal}")  # noqa: S311  (meant to be repeated)
    bots = dict(zip(named, team(rng), strict=True))
    names = _names(seats, texts)
    match = Match.new(names, setup.ruleset, setup.dice_set, deal_seed(seed, deal), bots=seats if named else ())
    return TextGame(match, bots, rng, solution)


def _names(seats: Sequence[str | None], texts: Catalog) -> list[str]:
    """A single text player is the agent; several are numbered by their seats."""
    people = [seat for seat, bot in enumerate(seats) if bot is None]
    numbered = [player_name(texts, seat) for seat in people]
    said = [texts.say("agents.name")] if len(people) == 1 else [name[0].upper() + name[1:] for name in numbered]
    bots = iter(bot_names([bot for bot in seats if bot is not None], said, texts))
    agents = iter(said)
    return [next(agents if bot is None else bots) for bot in seats]

"""A text environment with the interface of TextArena, without its package."""

from collections.abc import Sequence
from typing import Any

from charidice.agents.game import ATTEMPTS, TextGame, start_game
from charidice.agents.views import Narrator, rules_in_words
from charidice.messages import catalog
from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.errors import InvalidSetup, Refused
from charidice.rules.ruleset import STANDARD, Ruleset
from charidice.rules.state import Setup


class CharidiceTextEnv:
    """Two to four text players, or fewer against bots, each graded by the regret of every decision.

    `seats` has the name of a bot, or None for a text player; without it all players are text players. An illegal move
    changes nothing, and the same player is asked again; the third for one decision is replaced by a random legal one.
    Observations are complete, so that a player needs no memory; `rules=False` leaves the rules out of them.

    >>> env = CharidiceTextEnv(seats=[None, "fox"])
    >>> env.reset(num_players=1, seed=1)
    >>> player_id, text = env.get_observation()
    >>> done, info = env.step("I gather my thoughts and [roll]")
    >>> player_id, done, info["move"], info["regret"] >= 0
    (0, False, 'roll', True)
    """

    def __init__(
        self,
        seats: Sequence[str | None] | None = None,
        ruleset: Ruleset = STANDARD,
        dice_set: DiceSet = STANDARD_DICE,
        language: str = "en",
        rules: bool = True,
    ) -> None:
        self._seats = None if seats is None else tuple(seats)
        self._ruleset = ruleset
        self._dice_set = dice_set
        self._texts = catalog(language)
        self._rules = [*rules_in_words(self._texts, ruleset), ""] if rules else []

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Start a game; the same seed gives the same dice, bots and replaced moves."""
        seats = (None,) * num_players if self._seats is None else self._seats
        if (people := seats.count(None)) != num_players:
            raise InvalidSetup("text-players-differ", number=num_players, expected=people)
        setup = Setup(len(seats), self._ruleset, self._dice_set)
        self.game: TextGame = start_game(seats, setup, self._texts, seed)
        self.seat_of = tuple(seat for seat, bot in enumerate(seats) if bot is None)
        """By player id: the seat."""
        self._narrators = [Narrator(self.game, seat, self._texts) for seat in self.seat_of]
        self._happened: tuple[str, ...] = ()
        self._refusal: tuple[str, ...] = ()
        self._turn_to_next()

    def get_observation(self) -> tuple[int, str]:
        """The player to decide and their view; at the end, the view of the last one to decide."""
        told = self._narrators[self._player]
        parts = [self._rules, self._refusal, self._happened, told.sheets(), told.situation(), told.decision()]
        return self._player, "\n".join(line for part in parts for line in part)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play a move; `info` has its regret, or why it was refused."""
        told = self._narrators[self._player]
        try:
            decision = self.game.play(action)
        except Refused as refused:
            self._refusal = tuple(told.refusal(refused))
            left = ATTEMPTS - self.game.illegal if self.game.player is not None else 0
            return self.game.player is None, {"illegal": refused.code, "attempts_left": left}
        self._refusal = ()
        self._turn_to_next()
        info = {"move": decision.move, "best": decision.best, "regret": decision.regret, "replaced": decision.replaced}
        return self.game.player is None, info

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """By player: the share of victory, zero before the end, and the sums of all decisions."""
        shares = self.game.node.returns()
        return {player: shares[seat] for player, seat in enumerate(self.seat_of)}, {
            player: self._sums(seat) for player, seat in enumerate(self.seat_of)
        }

    def _turn_to_next(self) -> None:
        if self.game.player is not None:
            self._player = self.seat_of.index(self.game.player)
        self._happened = (*self._narrators[self._player].happened(), "")

    def _sums(self, seat: int) -> dict[str, Any]:
        decisions = self.game.decisions_of(seat)
        illegal = sum(decision.illegal for decision in decisions)
        return {
            # TextArena has the first three for every game.
            "role": self.game.match.players[seat],
            "invalid_move": illegal > 0,
            "turn_count": len(decisions),
            "illegal": illegal,
            "replaced": sum(decision.replaced for decision in decisions),
            "regret": sum(decision.regret for decision in decisions),
            "total": self.game.node.totals[seat],
        }

"""The built-in bots by name, and teams of bots."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Self

from charidice.rules.engine import new_game
from charidice.rules.state import Setup
from charidice.strategy.bots.external import (
    THINK_TIME,
    BotFile,
    CannotPlay,
    InstalledBot,
    installed_bots,
    is_external,
    needs_class,
)
from charidice.strategy.bots.levels import Chooser
from charidice.strategy.bots.planner import Planner
from charidice.strategy.bots.points import Fox, Magpie, Thrifty
from charidice.strategy.bots.whims import SPARROW, SQUIRREL, Whimsical
from charidice.strategy.objectives.contest import objective_for, share_of_victory

# By bot: the objective, for bots that maximise one.
OBJECTIVES = {"owl": "victory", "lead": "lead"}


def planners(solution: Path | None = None) -> dict[str, Callable[[Random], Chooser]]:
    """The bots that maximise an objective, by the tables of a folder or by the bundled ones."""

    def planner(objective: str) -> Callable[[Random], Chooser]:
        # Not a closure, since environments pickle their bots.
        return lambda _: Planner(partial(objective_for, objective, solution=solution))

    return {name: planner(objective) for name, objective in OBJECTIVES.items()}


# By the names users give, the levels first. A bot that ignores its RNG is deterministic.
BOTS: dict[str, Callable[[Random], Chooser]] = {
    "sparrow": lambda rng: Whimsical(SPARROW, rng),
    "squirrel": lambda rng: Whimsical(SQUIRREL, rng),
    "magpie": lambda _: Magpie(),
    "fox": lambda _: Fox(),
    "owl": planners()["owl"],
    "thrifty": lambda _: Thrifty(),
    "lead": planners()["lead"],
    "shares": lambda _: Planner(share_of_victory),
}
# Bots for solved games only: the rulebook's game for two, or its last rounds.
FOR_TWO = frozenset({"lead"})


@dataclass(frozen=True, slots=True)
class Team:
    """Bots by name, with all it takes to build them in any process."""

    names: tuple[str, ...]
    programs: tuple[BotFile | InstalledBot, ...]
    """One for each external bot."""
    solution: Path | None = None
    """The folder of tables to plan by instead of the bundled ones."""

    @classmethod
    def of(cls, names: Sequence[str], think_time: float = THINK_TIME, solution: Path | None = None) -> Self:
        """Names are those of BOTS and of installed bots, or FILE.py:Class."""
        external = (name for name in dict.fromkeys(names) if name not in BOTS)
        return cls(tuple(names), tuple(program_named(name, think_time) for name in external), solution)

    def only(self, *names: str) -> "Team":
        """A team of some of these bots."""
        return Team(names, tuple(program for program in self.programs if program.name in names), self.solution)

    def __call__(self, rng: Random) -> list[Chooser]:
        """New bots, each with its own RNG, so that none depends on how many numbers another draws."""
        makers = BOTS | planners(self.solution) | {program.name: program.bot for program in self.programs}
        return [makers[name](Random(seed)) for name, seed in zip(self.names, self.seeds(rng), strict=True)]  # noqa: S311  (meant to be repeated)

    def seeds(self, rng: Random) -> list[int]:
        """The seed of each bot's RNG."""
        return [rng.getrandbits(64) for _ in self.names]

    def check(self, setup: Setup) -> None:
        """Raise now any error that would otherwise come in the middle of a game."""
        self(Random(0))  # noqa: S311
        start = new_game(setup.players, setup.ruleset, setup.dice_set)
        # A folder may lack any table; the bundled tables serve all games of all other bots.
        for name in (OBJECTIVES.keys() if self.solution else FOR_TWO) & set(self.names):
            objective_for(OBJECTIVES[name], setup, self.solution).before_turn(start)


def program_named(name: str, think_time: float = THINK_TIME) -> BotFile | InstalledBot:
    """An external bot by its name."""
    if is_external(name):
        return BotFile.read(name, think_time)
    installed = installed_bots()
    if name not in installed and name.endswith(".py"):
        raise needs_class(name)
    if name not in installed:
        raise CannotPlay("unknown-bot", text=name, allowed=(*BOTS, *installed))
    return InstalledBot(name, installed[name], think_time)


def bot_named(name: str, rng: Random, think_time: float = THINK_TIME) -> Chooser:
    """One bot by its name."""
    return BOTS[name](rng) if name in BOTS else program_named(name, think_time).bot(rng)

"""The files of tables that `charidice solve` writes, for house rules and other dice."""

from pathlib import Path
from typing import NamedTuple

from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.ruleset import STANDARD, Ruleset
from charidice.rules.state import is_rulebook_game
from charidice.strategy.tables.last_turn import last_turn_of
from charidice.strategy.tables.lead import PLAYERS, LeadSolution, empty_solution, lead_solution
from charidice.strategy.tables.shares import FORM as FORM_OF_SHARES
from charidice.strategy.tables.shares import Shares
from charidice.strategy.tables.storage import CannotLoad, read
from charidice.strategy.tables.victory import FORM, VictorySolution

Solution = LeadSolution | VictorySolution | Shares


class TableFile(NamedTuple):
    """Which table, for which game, in which folder."""

    name: str
    folder: Path
    ruleset: Ruleset = STANDARD
    dice_set: DiceSet = STANDARD_DICE

    @property
    def path(self) -> Path:
        return self.folder / f"{self.name}.npz"

    @property
    def game(self) -> list[str]:
        """Identifies the game in the file, so that a file of another game is not used."""
        rules = self.ruleset
        form = [] if self.name == "lead" else [FORM if self.name == "victory" else FORM_OF_SHARES]
        house_rules = str(rules.free_giving), str(rules.late_asking)
        return [self.name, str(rules.rounds), *house_rules, str(self.dice_set), *form]

    @property
    def seats(self) -> int:
        return int(self.name.removeprefix("shares")) if self.name.startswith("shares") else PLAYERS

    @property
    def turns(self) -> int:
        return self.seats * self.ruleset.rounds

    def empty(self) -> Solution:
        """The table with nothing solved yet."""
        if self.name == "lead":
            return empty_solution(self.ruleset, self.dice_set)
        if self.name == "victory":
            return VictorySolution(self.lead())
        return Shares(self.seats, last_turn_of(self.folder, self.dice_set, self.ruleset.free_giving))

    def lead(self) -> LeadSolution:
        """The lead solution of the same game: from the folder, or the bundled one."""
        file = self._replace(name="lead")
        if is_rulebook_game(self.ruleset, self.dice_set) and not file.path.exists():
            return lead_solution()
        solution = file.load()
        assert isinstance(solution, LeadSolution)
        return solution

    def load(self) -> Solution:
        """The complete table."""
        if not self.path.exists():
            raise CannotLoad("not-a-solution", path=self.path)
        table = self.empty()
        if self.restore(table) < self.turns:
            raise CannotLoad("not-a-solution", path=self.path)
        return table

    def restore(self, table: Solution) -> int:
        """Restore the levels that the file has for this game, and return how many there are."""
        if not self.path.exists():
            return 0
        with read(self.path) as levels:
            if levels["game"].tolist() != self.game:
                return 0
            known = len(levels.files) - 1
            for turns_left in range(1, known + 1):
                table.restore(turns_left, levels[str(turns_left)])
            return known

"""The examples and figures in the documents are what the program prints."""

import json
import re
import shlex
from pathlib import Path
from random import Random

import pytest

import charidice
from charidice import load_notation, read_position, write_position
from charidice.arena import deal_dice, play_deals, play_game
from charidice.cli import main
from charidice.cli.arguments import PLAYED_SUBJECTS, PLOTTED_SUBJECTS, SUBJECTS
from charidice.cli.parser import parser
from charidice.messages import catalog
from charidice.rules import Ruleset, new_game
from charidice.rules.scoring import best_first
from charidice.rules.state import Setup, Turn
from charidice.strategy.bots.team import Team
from charidice.strategy.tables.exact import ExactVictory
from charidice.strategy.tables.lead import Pair, lead_solution
from charidice.strategy.tables.victory import ERROR_BOUND, victory_solution
from charidice.terminal.words import Teller

from .figures import blocks, plots, shown_commands

ROOT = Path(charidice.__file__).parents[2]
DOCUMENTS = ("architecture", "records", "review", "strategy")
STRATEGY = (ROOT / "docs" / "strategy.md").read_text("utf-8")
RECORDS = (ROOT / "docs" / "records.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
PAIRS = "bots | victories of the first | its lead"


def test_the_notation_in_the_docs_can_be_read() -> None:
    notation = next(block for block in blocks(RECORDS) if block.startswith("charidice 1"))
    assert load_notation(notation).state.round == 2


def test_the_positions_in_the_docs_can_be_read() -> None:
    position = next(block for block in blocks(RECORDS) if block.startswith("C1")).strip()
    assert write_position(read_position(position)) == position
    assert "`C1 :2x/:2x -`" in RECORDS
    assert read_position("C1 :2x/:2x -") == new_game(2)
    (node,) = re.findall(r"`(C1 [^`]+ \| [^`]+)`", RECORDS)
    assert charidice.write_node(charidice.read_node(node)) == node


def test_the_notation_in_the_module_can_be_read() -> None:
    from charidice.record import notation

    lines = [line.strip() for line in (notation.__doc__ or "").splitlines() if line.startswith("    ")]
    assert load_notation("\n".join(lines)).players == ("Anna", "Ben")


def test_the_game_in_the_readme_is_what_the_terminal_shows() -> None:
    state = new_game(2)
    state = state._replace(round=3, turn=Turn(1, state.setup.dice_set.numbers(charidice.read_faces("B1B2B3B4B6P6"))))
    teller = Teller(catalog("en"), ("Lena", "Marko"))
    good, _ = best_first(state.options)
    shown = [teller.turn(state), teller.dice(state), *teller.options(good, state.faces, doubled=False)]
    game = blocks(README)[0]
    assert [line for line in shown if line not in game.splitlines()] == []


def is_played(command: str) -> bool:
    return command.startswith(tuple(f"study {subject}" for subject in PLAYED_SUBJECTS))


def test_there_are_figures_to_check() -> None:
    assert len(shown_commands()) >= 13
    studies = {command.split()[1] for command, _ in shown_commands() if command.startswith("study")}
    assert studies == set(SUBJECTS) - {"rating"}
    assert "$ charidice study rating " in (ROOT / "docs" / "history.md").read_text("utf-8")


@pytest.mark.parametrize(("command", "printed"), [found for found in shown_commands() if not is_played(found[0])])
def test_the_figures_on_strategy_are_what_the_program_prints(
    command: str, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*shlex.split(command), "--lang", "en"]) == 0
    assert capsys.readouterr().out == printed


def numbers(text: str) -> list[float]:
    return [
        float(found.replace("\N{MINUS SIGN}", "-")) for found in re.findall(r"[-\N{MINUS SIGN}]?\d+(?:\.\d+)?", text)
    ]


@pytest.mark.parametrize(("command", "path"), plots(), ids=lambda found: str(found).rsplit("/", maxsplit=1)[-1])
def test_the_plots_on_strategy_are_what_the_program_draws(command: str, path: Path, tmp_path: Path) -> None:
    drawn = tmp_path / path.name
    assert main([*shlex.split(command)[:-1], str(drawn), "--lang", "en"]) == 0
    assert f"](images/{path.name})" in STRATEGY
    kept, found = path.read_text("utf-8"), drawn.read_text("utf-8")
    # A tenth of a pixel may be rounded differently elsewhere.
    assert re.sub(r"[\d.-]+", "", found) == re.sub(r"[\d.-]+", "", kept)
    assert numbers(found) == pytest.approx(numbers(kept), abs=0.15)


def played_rows(subject: str) -> dict[str, list[float]]:
    """The numbers at the end of each row of a table that takes minutes to play, by the words before them."""
    (printed,) = (printed for command, printed in shown_commands() if command.startswith(f"study {subject}"))
    found = (re.fullmatch(r"(.*?)((?: {2,}-?\d+\.\d+)+)", line) for line in printed.splitlines()[2:])
    return {row[1]: numbers(row[2]) for row in found if row}


def test_the_mistakes_of_the_fox_on_strategy_are_as_dear_as_its_games_show() -> None:
    *parts, (together, margin) = played_rows("mistakes").values()
    assert len(parts) == 7
    assert sum(row[-2] for row in parts) == pytest.approx(together, abs=0.05)
    ((_, victories, _),) = (row for row in rows(PAIRS) if row[0] == "owl, fox")
    _, low, high = (number - 50 for number in numbers(victories))
    assert low - margin < together < high + margin


def test_the_rule_of_thumb_on_strategy_is_worth_learning() -> None:
    never, *_, settled, _ = played_rows("thumb").values()
    for cost in (0, 2):
        assert settled[cost] + settled[cost + 1] < never[cost] - never[cost + 1]
    # Never to ask costs what the gift is worth.
    worth = next(numbers(printed.splitlines()[2]) for command, printed in shown_commands() if command == "study gift")
    for found, margin, solved in ((*never[:2], worth[3]), (*never[2:], worth[4])):
        assert abs(found - solved) < margin


def test_there_is_a_plot_of_all_that_can_be_plotted() -> None:
    assert {command.split()[1] for command, _ in plots()} == set(PLOTTED_SUBJECTS)


def simulations() -> dict[str, str]:
    """Every simulation in the document on strategy by its bots, as they stand in the tables."""
    commands = re.findall(r"^    charidice simulate (.*)$", STRATEGY, re.MULTILINE)
    return {", ".join(parser(catalog("en")).parse_args(["simulate", *shlex.split(c)]).contestants): c for c in commands}


def rows(head: str) -> list[list[str]]:
    """The rows below the head of a table in the document on strategy."""
    _, table = STRATEGY.split(f"| {head} |\n", 1)
    return [line.strip("| ").split(" | ") for line in table.split("\n\n")[0].splitlines()[1:]]


def test_every_other_command_on_strategy_is_one() -> None:
    """Most take minutes, so only that they could be run is checked."""
    commands = re.findall(r"^    charidice (.*)$", STRATEGY, re.MULTILINE)
    assert len(commands) > 8
    for command in commands:
        parser(catalog("en")).parse_args(shlex.split(command))


def test_every_simulated_figure_on_strategy_has_its_command_and_its_interval() -> None:
    share, points = r"\d+\.\d\d % \(\d+\.\d to \d+\.\d\)", r"−?\d+\.\d+ ± \d+\.\d+"
    pairs, tables = rows(PAIRS), rows("bots | games | victories of the owl")
    kinds, totals = STRATEGY.split("two of a kind play each other:\n\n")[1].split("\n| --- | --- | --- | --- | --- |\n")
    kind_names, kind_totals = (line.strip("| ").split(" | ") for line in (kinds, totals.splitlines()[0]))
    twice = [f"{name}, {name}" for name in kind_names]
    assert len(pairs) == 7
    assert {row[0] for row in (*pairs, *tables)} | set(twice) | {"owl, shares"} == set(simulations())
    assert all(re.fullmatch(share, victories) and re.fullmatch(points, lead) for _, victories, lead in pairs)
    assert all(re.fullmatch(share, victories) for _, _, victories in tables)
    assert all(f"--games {games}" in simulations()[bots] for bots, games, _ in tables)
    assert all(re.fullmatch(points, total) for total in kind_totals)
    assert len(re.findall(share, STRATEGY)) == len(pairs) + len(tables) + 1


def test_the_errors_on_strategy_are_of_every_state_and_within_the_bound() -> None:
    """They take most of an hour to measure: here they only have to agree with the rest."""
    exact = ExactVictory(lead_solution(), Path("nowhere"))
    measured = rows("turns left | states | largest error | mean error")
    assert [int(turns_left) for turns_left, *_ in measured] == list(range(1, exact.turns + 1))
    assert (
        f"never off by more than {max(largest for _, _, largest, _ in measured)} percentage points"
        in STRATEGY.replace("\n", " ")
    )
    for turns_left, states, largest, mean in measured:
        assert int(states.replace(",", "")) == exact.states(int(turns_left))
        assert 0 < float(mean) <= float(largest) <= 100 * ERROR_BOUND
    assert f"{sum(map(exact.states, range(1, exact.turns + 1))):,} states" in STRATEGY
    start = re.search(r"whoever starts wins exactly (\d+\.\d{4}) %", STRATEGY)
    assert start
    chance = victory_solution().chance_of(Pair(exact.turns, 0, 0, has_gift=True, other_has_gift=True, difference=0))
    # As far off as the last row says.
    assert f"{abs(100 * chance - float(start[1])):.4f}" == measured[-1][2]


@pytest.mark.slow
def test_the_quickest_simulation_on_strategy_is_what_the_program_finds(capsys: pytest.CaptureFixture[str]) -> None:
    bots, victories, lead = rows(PAIRS)[0]
    assert main(["simulate", *shlex.split(simulations()[bots]), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["bots"][0]
    share, low, high = (100 * found[f"victories{part}"] for part in ("", "_low", "_high"))
    assert victories == f"{share:.2f} % ({low:.1f} to {high:.1f})"
    assert lead == f"{found['lead']:.2f} ± {found['lead_high'] - found['lead']:.2f}"


def bots_in_documents() -> list[tuple[str, str]]:
    """Every bot in a document: its class and its source."""
    found = []
    for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))):
        for source in re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), re.DOTALL):
            found += [(name, source) for name in re.findall(r"^class (\w+)", source, re.MULTILINE)]
    return found


@pytest.mark.parametrize(("name", "source"), bots_in_documents(), ids=lambda found: found.split("\n")[0])
def test_the_bots_in_the_docs_play(name: str, source: str, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(source, "utf-8")
    team = Team.of([f"{path}:{name}", "magpie"])
    for deal in range(3):
        assert play_game(team(Random(deal)), Setup(2, Ruleset(3)), deal_dice(1, deal)).is_over


def test_there_are_bots_in_the_docs() -> None:
    assert {name for name, _ in bots_in_documents()} >= {"MyBot", "First", "Gatherer", "Prepared", "Wise", "Moody"}


def test_the_better_bot_in_the_docs_is_better(tmp_path: Path) -> None:
    path = tmp_path / "gatherer.py"
    path.write_text(dict(bots_in_documents())["Gatherer"], "utf-8")
    for other in ("sparrow", "squirrel"):
        team = Team.of([f"{path}:Gatherer", other])
        low = play_deals(team, 400, Setup(2), seed=1).bots[0].victories.low
        assert low is not None
        assert low > 0.5


@pytest.mark.parametrize(
    "path",
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(ROOT.glob("docs/*.md"))],
    ids=lambda path: path.name,
)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", path.read_text("utf-8"))
    assert [link for link in links if not path.parent.joinpath(link).exists()] == []


def test_the_reference_lists_every_public_name_of_the_package() -> None:
    """Known before the site is built, which test_site.py does."""
    listed = re.findall(
        r"^\.\. auto\w+:: (\w+)$", (ROOT / "docs/reference/charidice.rst").read_text("utf-8"), re.MULTILINE
    )
    assert set(charidice.__all__) - set(listed) == set()
    assert len(listed) == len(set(listed))

"""The examples and figures in the documents are what the program prints."""

import json
import re
import shlex
from pathlib import Path
from random import Random
from typing import get_args

import numpy as np
import pytest
from PIL import Image

import charidice
from charidice import load_notation, read_position, write_position
from charidice.arena import deal_dice, play_deals, play_game
from charidice.batch import policies_named, random_deals
from charidice.cli import main
from charidice.cli.parser import parser
from charidice.cli.study import PLAYED, SUBJECTS
from charidice.messages import catalog
from charidice.rules import Ruleset, new_game
from charidice.rules.state import Setup, Turn
from charidice.show.options import best_first
from charidice.show.telling import Teller
from charidice.solving.exact import ExactVictory
from charidice.strategy.bots.external import CannotPlay
from charidice.strategy.bots.team import BOTS, Team
from charidice.strategy.objectives.contest import Truth
from charidice.strategy.tables.lead import Pair, lead_solution
from charidice.strategy.tables.victory import ERROR_BOUND, victory_solution
from charidice.study.plots import PLOTS

from .figures import PAGES, blocks, plots, shown_commands

ROOT = Path(charidice.__file__).parents[2]
STRATEGY = "\n".join(page.read_text("utf-8") for page in PAGES)
RECORDS = (ROOT / "docs" / "records.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
TERMINAL = (ROOT / "docs" / "terminal.md").read_text("utf-8")
DOCUMENTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
DOCUMENTS += sorted(ROOT.glob("docs/**/*.md"))
REPOSITORY = re.compile(
    r"https://(?:github\.com/charidice/charidice/(?:blob|tree)|raw\.githubusercontent\.com/charidice/charidice)/main/"
)
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


def test_the_game_on_the_page_of_the_terminal_is_what_it_shows() -> None:
    state = new_game(2)
    state = state._replace(round=3, turn=Turn(1, state.setup.dice_set.numbers(charidice.read_faces("B1B2B3B4B6P6"))))
    teller = Teller(catalog("en"), ("Lena", "Marko"))
    good, _ = best_first(state.options)
    shown = [teller.turn(state), teller.dice(state), *teller.options(good, state.faces, doubled=False)]
    game = blocks(TERMINAL)[0]
    assert [line for line in shown if line not in game.splitlines()] == []


def is_played(command: str) -> bool:
    return command.startswith(tuple(f"study {subject}" for subject in PLAYED))


def test_there_are_figures_to_check() -> None:
    assert len(shown_commands()) >= 13
    studies = {command.split()[1] for command, _ in shown_commands() if command.startswith("study")}
    assert studies == set(SUBJECTS) - {"rating"}
    assert "$ charidice study rating " in (ROOT / "docs" / "luck-and-skill.md").read_text("utf-8")


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


def test_the_page_on_the_solution_names_the_studies_that_play_games() -> None:
    (sentence,) = re.findall(r"solved figures without sampling error\. (.*?) play games", STRATEGY)
    assert set(re.findall(r"`study (\w+)`", sentence)) == set(PLAYED)


def test_there_is_a_plot_of_all_that_can_be_plotted() -> None:
    assert {command.split()[1] for command, _ in plots()} == set(PLOTS)


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
    kinds, totals = STRATEGY.split("two equal bots play each other:\n\n")[1].split(
        "\n| --- | --- | --- | --- | --- |\n"
    )
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
    start = re.search(r"the first player wins exactly (\d+\.\d{4}) %", STRATEGY)
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


@pytest.mark.slow
def test_the_better_bot_in_the_docs_is_better(tmp_path: Path) -> None:
    path = tmp_path / "gatherer.py"
    path.write_text(dict(bots_in_documents())["Gatherer"], "utf-8")
    for other in ("sparrow", "squirrel"):
        team = Team.of([f"{path}:Gatherer", other])
        low = play_deals(team, 400, Setup(2), seed=1).bots[0].victories.low
        assert low is not None
        assert low > 0.5


def anchors(page: Path) -> set[str]:
    """The places on a page that a link may name, as GitHub and the site make them from headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in plain}


def targets(text: str) -> list[str]:
    """What links, pictures and sources of a page lead to."""
    return re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|srcset|href)="([^"]+)"', text)


def lost_links(path: Path, root: Path = ROOT) -> list[str]:
    """The links of a page to pages, places and files that are not there."""
    lost = []
    for target in targets(path.read_text("utf-8")):
        here, absolute = (root, REPOSITORY.sub("", target)) if REPOSITORY.match(target) else (path.parent, target)
        if absolute.startswith("http"):
            continue
        name, _, place = absolute.partition("#")
        found = here / name if name else path
        known = found.exists() and (not place or found.suffix != ".md" or place in anchors(found))
        lost += [] if known else [target]
    return lost


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    assert lost_links(path) == []


def test_the_readme_is_short_and_can_be_read_anywhere() -> None:
    assert len(README.splitlines()) <= 120
    assert [target for target in targets(README) if not target.startswith("https://")] == []


def test_the_moving_picture_of_the_readme_moves_and_is_small() -> None:
    images = ROOT / "docs" / "images"
    assert (images / "turn.webp").stat().st_size <= 700_000
    with Image.open(images / "turn.webp") as film, Image.open(images / "turn.png") as still:
        assert film.n_frames > 20  # type: ignore[attr-defined]
        assert film.size == still.size
    # For those who want no motion.
    assert re.search(r'<source media="\(prefers-reduced-motion: reduce\)" srcset="[^"]+/turn.png">', README)


def test_every_picture_is_on_a_page() -> None:
    shown = {target.rpartition("images/")[2] for page in DOCUMENTS for target in targets(page.read_text("utf-8"))}
    pictures = ROOT / "docs" / "images"
    found = {str(path.relative_to(pictures)) for path in pictures.rglob("*") if path.is_file()}
    assert len(found) > 20
    assert found - shown == set()


def test_nothing_is_called_exact_that_is_not() -> None:
    """Values of two are within a bound or exact by objective, those of three and four are measured."""
    others = [ROOT / "CITATION.cff", *ROOT.glob("docs/examples/*"), *ROOT.glob("src/charidice/**/*.py")]
    for page in (*DOCUMENTS, *others):
        text = " ".join(page.read_text("utf-8").lower().split())
        for name in ("regret", "value of every", "values of", "yardstick", "two-player solution"):
            # The table of a game of two by its lead is exact.
            assert f"exact {name}" not in text or page.name == "lead.py", (page.name, name)


def test_the_words_that_are_ours_are_in_the_glossary() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    rows = ", ".join(re.findall(r"^\| ([^|]+) \|", glossary, re.MULTILINE))
    for word in ("words", "deal", "share of victory", "truth", "loss, regret", "objective", "seat", "record", "log"):
        assert re.search(rf"(?:^|, ){word}(?:, |$)", rows), word


def test_every_kind_of_truth_is_explained() -> None:
    for name in ("datasets", "solver", "research"):
        text = (ROOT / "docs" / f"{name}.md").read_text("utf-8")
        assert [truth for truth in get_args(Truth) if f"`{truth}`" not in text] == [], name


def test_the_policies_on_the_page_of_simulation_are_those_there_are() -> None:
    text = (ROOT / "docs" / "simulation.md").read_text("utf-8")
    (always,) = re.findall(r"^\| (.*) \| any game \|$", text, re.MULTILINE)
    (solved,) = re.findall(r"^\| (.*) \| the game of two,", text, re.MULTILINE)
    deals = random_deals(Setup(2), 2, np.random.default_rng(1))
    for name in (*always.split(", "), *solved.split(", ")):
        assert len(policies_named([name.strip("`"), "fox"], deals)) == 2
    assert {name.strip("`") for name in (*always.split(", "), *solved.split(", "))} == set(BOTS) - {"shares"}
    with pytest.raises(CannotPlay):
        policies_named(["shares", "fox"], deals)


def test_the_keyboard_shortcuts_are_those_of_the_table() -> None:
    script = (Path(charidice.__file__).parent / "web/static/js/table/help-dialog.js").read_text("utf-8")
    keys = re.findall(r'^  \["([^"]+)", "(\w+)"\],$', script, re.MULTILINE)
    rows = re.findall(r"^\| (`.*`) \| (.*) \|$", (ROOT / "docs/reference/keyboard.md").read_text("utf-8"), re.MULTILINE)
    assert len(keys) > 5
    assert [meaning for _, meaning in rows] == [catalog("en").say(f"web.table.key.{name}") for _, name in keys]
    named = {"\N{OPEN BOX}": "Space", "\N{RETURN SYMBOL}": "Enter"}
    shown = [re.sub(r"` to `| \N{EN DASH} |` `", " ", key).strip("`") for key, _ in rows]
    assert shown == [re.sub(r" \N{EN DASH} ", " ", named.get(key, key)) for key, _ in keys]


def test_the_reference_lists_every_public_name_of_the_package() -> None:
    """Known before the site is built, which test_site.py does."""
    listed = re.findall(
        r"^\.\. auto\w+:: (\w+)$", (ROOT / "docs/reference/charidice.rst").read_text("utf-8"), re.MULTILINE
    )
    assert set(charidice.__all__) - set(listed) == set()
    assert len(listed) == len(set(listed))


def test_the_changelog_begins_with_this_version_in_one_line_a_change() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    (newest, *_) = re.findall(r"^## \[([\d.]+)\]", text, re.MULTILINE)
    assert newest == charidice.__version__
    section = text.split(f"## [{newest}]", 1)[1].split("\n## ", 1)[0]
    changes = [line for line in section.splitlines()[1:] if line and not line.startswith("###")]
    assert len([line for line in changes if line.startswith("- ")]) > 30
    # The others are the parts of a long list.
    assert [line for line in changes if not (line.startswith("- ") or re.fullmatch(r"[A-Z][a-z ]+", line))] == []
    assert max(map(len, changes)) <= 140


def test_the_readme_has_its_parts_in_this_order() -> None:
    """From the first picture to the credits, each reader finds a part; the checkout comes before the package index."""
    parts = (
        *("turn.webp", "git clone ", "make play", "make test", "pipx install charidice", "On Windows", "On macOS"),
        *("## Play", "## Your own box", "pad-360x640.png", "## The library", "## A bot", "## A learning environment"),
        *("gymnasium.make", "## Run a server", "## Beside other projects", "## Documentation", "## Credits"),
    )
    places = [README.index(part) for part in parts]
    assert places == sorted(places)
    about = README.split("\n\n")[1]
    assert len(re.findall(r"[.!?](?: |$)", about)) == 2, "what it is, in two sentences"

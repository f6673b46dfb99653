"""Numbers and lists in the prose of the pages that follow from the program."""

import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from charidice.agents.game import ATTEMPTS
from charidice.cli import check_bot
from charidice.cli.arguments import PORT
from charidice.cli.simulate import MOST_BOTS
from charidice.coach.reviews.model import LEAST_LOSS, Grade
from charidice.coach.reviews.swings import MOST as MOST_MOMENTS
from charidice.encoding import BOUND, COUNT_SCALE, N_ACTIONS, OBSERVATION_SIZE, POINTS_SCALE
from charidice.history.rating import PRIOR_DECISIONS, RECENT
from charidice.messages import LANGUAGES, catalog
from charidice.pad.pad import MOST_ENTRIES, MOST_ON_PAD
from charidice.pad.possible import possible_scores
from charidice.record.game import RECORD_LIMIT
from charidice.record.position import LENGTH_LIMIT
from charidice.rules.dice import STANDARD_DICE
from charidice.rules.ruleset import CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS
from charidice.rules.scoring import ScoringOption, scoring_options
from charidice.show.histories.mine import LUCKY
from charidice.solving.lead import LeadSolver
from charidice.strategy.bots.external import THINK_TIME
from charidice.strategy.bots.external_process import SECONDS_TO_LOAD
from charidice.strategy.bots.levels import LEVELS
from charidice.strategy.tables.lead import lead_solution
from charidice.strategy.tables.victory import ERROR_BOUND
from charidice.strategy.turn.orbits import PLACES, ROLLS_OF_SIX, orbits
from charidice.strategy.turn.outcomes import outcomes
from charidice.web.http.visitors import COOKIE_AGE
from charidice.web.models import TableSettings
from charidice.web.settings import Settings
from charidice.web.store.history import MOST_NAMES
from charidice.web.store.peers import NOTICE_PAUSE
from charidice.web.store.writer import ANSWER_SECONDS
from charidice.web.table.bots import MOST_FAILURES
from charidice.web.table.room import CONSIDERING_SECONDS
from charidice.web.table.rooms import POLL_SECONDS

from .site import ROOT

WORDS = dict(enumerate(["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]))
USUAL = Settings("sqlite://")
GRADES = {"inaccuracy": Grade.INACCURACY, "mistake": Grade.MISTAKE, "blunder": Grade.BLUNDER}
SENTENCES = {
    "README.md": (f"within {100 * ERROR_BOUND:.2f} percentage points",),
    "docs/agents.md": (f"After the {('first', 'second', 'third')[ATTEMPTS - 1]} illegal text",),
    "docs/bots.md": (
        f"after {WORDS[check_bot.MOST_SLOW]} decisions that took too long",
        f"longer than `--think-time` seconds ({THINK_TIME:g})",
        f"{WORDS[int(USUAL.bot_seconds)]} seconds for a move",
        f"After {WORDS[MOST_FAILURES]} failures in a row",
        "may take up to a minute" if SECONDS_TO_LOAD == 60 else f"may take up to {SECONDS_TO_LOAD} seconds",
    ),
    "docs/backups.md": (f"up to {MOST_NAMES:,} names",),
    "docs/decisions.md": (
        f"by at most {CONSIDERING_SECONDS} seconds per roll",
        f"every {WORDS[int(POLL_SECONDS)]} seconds",
    ),
    "docs/dice-protocol.md": (f"or {WORDS[int(USUAL.reveal)]} seconds after `starting`",),
    "docs/encoding.md": (
        f"a vector of {OBSERVATION_SIZE} numbers",
        f"divided by {POINTS_SCALE} (`POINTS_SCALE`), counts by {COUNT_SCALE} (`COUNT_SCALE`)",
        f"below -{BOUND:g} or above {BOUND:g} (`BOUND`)",
    ),
    "docs/environments.md": (f"{N_ACTIONS} actions", f"an observation of {OBSERVATION_SIZE} numbers"),
    "docs/learning.md": (f"the {OBSERVATION_SIZE} numbers and {N_ACTIONS} actions",),
    "docs/http-api.md": (f"Every {WORDS[int(USUAL.heartbeat)]} seconds the server sends a heartbeat",),
    "docs/luck-and-skill.md": (
        f"The newest {RECENT} games count",
        f"the weight of {PRIOR_DECISIONS} decisions",
        f"from {100 * LUCKY:g} percentage points",
        f"accurate to {100 * ERROR_BOUND:.2f} percentage points",
    ),
    "docs/operations.md": (
        f"It has {WORDS[int(USUAL.bot_seconds)]} seconds for a move",
        f"After {WORDS[MOST_FAILURES]} failures in a row",
        f"It lasts {COOKIE_AGE // 86400} days",
        f"not answered within {ANSWER_SECONDS:g} seconds",
        f"| unfinished tables | {USUAL.keep_unfinished} days",
    ),
    "docs/pad-entries.md": (
        f"Exactly {len(possible_scores(free_giving=False))} combinations",
        f"accepts {MOST_ON_PAD} entries, the same number for every turn and at most {MOST_ENTRIES}",
    ),
    "docs/records.md": (
        f"at most {RECORD_LIMIT // 1024**2} MiB ({RECORD_LIMIT:,} characters), "
        f"a position at most {LENGTH_LIMIT:,} characters",
    ),
    "docs/research.md": (f"A roll is one of {ROLLS_OF_SIX:,}",),
    "docs/review.md": (f"up to {WORDS[MOST_MOMENTS]} that changed the chances most",),
    "docs/scaling.md": (
        f"one at most every {1000 * NOTICE_PAUSE:g} ms",
        f"by {WORDS[int(POLL_SECONDS)]} seconds at most",
    ),
    "docs/server.md": (f"127.0.0.1:{PORT}",),
    "docs/simulation.md": (f"every pair of up to {MOST_BOTS} bots", f"1000 x {OBSERVATION_SIZE}, 1000 x {N_ACTIONS}"),
    "docs/troubleshooting.md": (f"Allow port {PORT}",),
}


def page(name: str) -> str:
    return " ".join((ROOT / name).read_text("utf-8").split())


@pytest.mark.parametrize(("name", "sentences"), SENTENCES.items(), ids=list(SENTENCES))
def test_a_figure_on_a_page_is_that_of_the_program(name: str, sentences: tuple[str, ...]) -> None:
    assert [sentence for sentence in sentences if sentence not in page(name)] == []


def test_a_player_is_away_after_the_time_that_the_page_gives() -> None:
    assert TableSettings().away == 60
    assert "A player is *away* after a minute" in page("docs/http-api.md")
    assert "After a minute, press the button at the name" in page("docs/troubleshooting.md")


def test_the_waiting_times_of_the_page_are_those_of_the_browser() -> None:
    table, api = (
        (ROOT / "src/charidice/web/static/js" / name).read_text("utf-8") for name in ("parts/live.js", "lib/api.js")
    )
    (heartbeat,), (short,), (long,) = (
        re.findall(rf"const {name} = ([\d_]+)", text)
        for name, text in (("HEARTBEAT_TIMEOUT", table), ("SHORT", api), ("LONG", api))
    )
    text = page("docs/http-api.md")
    assert f"times out after {int(heartbeat) // 1000} seconds for the page" in text
    assert f"A request times out after {int(short) // 1000} seconds, or {int(long) // 1000} if" in text


def test_the_sizes_of_the_solution_are_counted() -> None:
    solved, text = lead_solution(), page("docs/solution.md")
    found = outcomes(STANDARD_DICE, free_giving=False)
    assert f"only {len(orbits(STANDARD_DICE).rolls):,} of {ROLLS_OF_SIX:,} rolls" in text
    # Rotations of the dice, counted by Burnside's lemma.
    assert f"{sum(7**cycles for cycles in (6, 1, 2, 3, 2, 1)) // 6:,} of {PLACES:,} sets of kept dice" in text
    pairs = set(zip(found.total.tolist(), found.gift.tolist(), strict=True))
    assert f"{len(pairs)} different pairs" in text
    solver = LeadSolver(solved)
    states = sum(len(part.states) for turns_left in range(1, solved.turns + 1) for part in solver.parts(turns_left))
    assert f"all {states:,} states" in text


def test_the_grades_of_a_review_are_those_of_the_program() -> None:

    limits = {name: round(100 * LEAST_LOSS["victory"][grade]) for name, grade in GRADES.items()}
    text = page("docs/review.md")
    assert f"| inaccuracy | {limits['inaccuracy']} to {limits['mistake']} |" in text
    assert f"| mistake | {limits['mistake']} to {limits['blunder']} |" in text
    assert f"| blunder | {limits['blunder']} or more |" in text
    assert (
        f"an *inaccuracy* loses at least {limits['inaccuracy']} percentage point of the chance of victory, "
        f"a *mistake* {limits['mistake']}, a *blunder* {limits['blunder']}." in page("docs/luck-and-skill.md")
    )


def test_the_page_and_the_help_of_solve_tell_the_same_durations() -> None:
    text, help_text = page("docs/solution.md"), catalog("en").say("cli.solve")
    assert "The tables for two take minutes, those for three and four hours." in text
    assert "takes minutes for two players, hours for three and four" in help_text
    for told in (text, catalog("en").say("cli.exact")):
        assert "three quarters of an hour" in told
        assert "half a gigabyte" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bots_on_the_first_page_are_those_of_the_program(language: str) -> None:
    path = Path("docs/play.md") if language == "en" else Path("docs", language, "play.md")
    names = [catalog(language).say(f"bot.{level}").casefold() for level in LEVELS]
    rows = re.findall(r"^\| ([^|]+?) \|", (ROOT / path).read_text("utf-8"), re.MULTILINE)
    found = [row.casefold() for row in rows if row.casefold() in names]
    assert found == names
    levels = [catalog(language).say(f"bot.{level}.level").removeprefix("poziom ") for level in LEVELS]
    strengths = re.findall(r"^\| [^|]+? \| (.*?)(?:: .*)? \|$", (ROOT / path).read_text("utf-8"), re.MULTILINE)
    assert strengths[-len(levels) :] == levels


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_often_a_bot_beats_the_one_before_is_as_the_simulations_found(language: str) -> None:
    found = [
        re.search(rf"\| {better}, {worse} \| (\d+\.\d+) %", page("docs/solution.md"))
        for worse, better in pairwise(LEVELS)
    ]
    *others, owl = [float(match[1]) for match in found if match]
    assert {10 * round(share / 10) for share in others} == {70}
    path = Path("docs/play.md") if language == "en" else Path("docs", language, "play.md")
    for share in (0.7, owl / 100):
        assert catalog(language).percent(share).replace("\N{NO-BREAK SPACE}", " ") in page(str(path))


def option(roll: str, scored: str) -> ScoringOption:
    return next(each for each in scoring_options(roll) if {*map(str, each.faces)} == {*scored.split()})


def test_the_questions_about_the_rules_are_answered_as_the_rules_score() -> None:
    blue, all_blue, fours = "B1 B2 B3 B4 B6 P6", "B1 B2 B3 B4 B5 B6", "Y4 O4 G4 B4 P4 G1"
    four, straight, five = (option(blue, dice).bonus for dice in ("B2 B3 B4 B6", "B1 B2 B3 B4", "B1 B2 B3 B4 B6"))
    straight_of_five, six = (option(all_blue, dice).bonus for dice in ("B1 B2 B3 B4 B5", all_blue))
    equal = [option(fours, dice).bonus for dice in ("Y4 O4 G4 B4", "Y4 O4 G4 B4 P4")]
    equal.append(option("Y4 O4 G4 B4 P4 K4", "Y4 O4 G4 B4 P4 K4").bonus)
    gift = option("B4 P4 K4 Y4 K2 B5", "B4 P4 K4 Y4").gift
    text = page("docs/faq.md")
    assert five == 0
    for sentence in (
        f"Yes, a bonus of {four}. Four consecutive numbers pay {straight}, ",
        f"five consecutive numbers {straight_of_five}, all six {six} ",
        f"All five pay no bonus. Four of them pay {four}, or {straight} if they are consecutive",
        "Four equal numbers pay {}, five {}, six {}".format(*equal),
        f"A 2 and a 5 make {gift}, and {2 * gift} with 2x",
        f"It is {CHARITY_BONUS} points, or {GREAT_CHARITY_BONUS} if they donated more than {GREAT_CHARITY_ABOVE} ",
    ):
        assert sentence in text


def test_the_strengths_of_bots_are_those_of_the_program() -> None:
    weakest, strongest = (catalog("en").say(f"bot.{level}.level") for level in (LEVELS[0], LEVELS[-1]))
    assert f"from *{weakest}* to *{strongest}*" in page("README.md")
    assert f"from {weakest} to {strongest}" in page("docs/howto.md")


def test_an_error_in_troubleshooting_is_what_the_page_shows() -> None:
    assert f'**"{catalog("en").say("web.table.away")}"**' in page("docs/troubleshooting.md")


def test_the_versions_of_python_are_those_that_the_package_takes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    least = project["requires-python"].removeprefix(">=")
    for name in ("README.md", "CONTRIBUTING.md", "docs/installation.md", "docs/server.md"):
        assert f"Python {least} or newer" in page(name), name
    tested = [each.rpartition(" ")[2] for each in project["classifiers"] if "Python :: 3." in each]
    assert f"with another Python ({tested[0]} to {tested[-1]})" in page("docs/development.md")
    matrix = ", ".join(f'"{version}"' for version in tested)
    assert f"python: [{matrix}]" in page(".github/workflows/test.yml")


def test_the_lines_of_the_learner_are_about_as_many_as_the_page_says() -> None:
    lines = len((ROOT / "docs/examples/learner.py").read_text("utf-8").splitlines())
    for name in ("docs/learning.md", "CHANGELOG.md"):
        (said,) = re.findall(r"in (\d+) lines of NumPy", page(name))
        assert abs(lines - int(said)) <= 10, name

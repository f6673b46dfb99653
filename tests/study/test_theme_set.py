"""The exercises that come with the game: what the file says is true, and the command makes it again."""

import json
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from charidice import read_node, write_node
from charidice.cli import main
from charidice.coach.trainer.levels import FALLIBLE, rating_of_exercise, worth_of_level
from charidice.coach.trainer.themes import Analysed, Found, Idea, Theme, find
from charidice.history.games import DecisionKind
from charidice.strategy.bots.levels import LEVELS, Level
from charidice.strategy.objectives.contest import objective_for
from charidice.strategy.turn.orbits import symmetries
from charidice.study.theme_set import BEYOND_POINTS, DIGITS, FOX, SETUP, Candidate, Pool, choose, is_right, rating

FILE = resources.files("charidice.web").joinpath("static", "exercises.json")
LIMIT = 60_000
LEAST = 40


@cache
def shipped() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


def ratings() -> dict[Level, float]:
    return {level: shipped()["levels"][level]["rating"] for level in FALLIBLE}


def rows(theme: Theme) -> list[list[Any]]:
    found: list[list[Any]] = shipped()["themes"][theme]
    return found


def test_every_theme_has_forty_exercises_in_a_small_file() -> None:
    assert list(shipped()["themes"]) == list(Theme)
    assert all(len(rows(theme)) >= LEAST for theme in Theme)
    assert len(FILE.read_bytes()) < LIMIT


@pytest.mark.parametrize("theme", Theme)
def test_every_exercise_is_what_it_says(theme: Theme) -> None:
    objective = objective_for("victory", SETUP)
    assert objective.truth == "bounded"
    for text, idea, margin, rated, right in rows(theme):
        node = read_node(text)
        assert write_node(node) == text
        assert node.state.setup == SETUP
        analysed = Analysed.of(node, objective)
        found = find(theme, analysed)
        assert found
        assert (found.idea, round(found.margin, DIGITS)) == (idea, margin)
        worths = {level: worth_of_level(level, analysed, found.margin) for level in FALLIBLE}
        assert round(rating_of_exercise(worths, ratings())) == rated
        assert right == sum(is_right(level, analysed) << place for place, level in enumerate(LEVELS))


def test_no_two_exercises_are_the_same_up_to_the_names_of_colours() -> None:
    moves = symmetries(SETUP.dice_set)
    assert len(moves) == 6
    seen = set()
    for theme in Theme:
        for text, *_ in rows(theme):
            turn = read_node(text).state.turn
            seen.add((min(tuple(turn.numbers[die] for die in move) for move in moves), turn.rolls))
    assert len(seen) == sum(len(rows(theme)) for theme in Theme)


def test_the_owl_is_right_and_the_fox_often_wrong_about_what_it_ignores() -> None:
    owl = 1 << LEVELS.index("owl")
    assert all(right & owl for theme in Theme for *_, right in rows(theme))
    for theme in BEYOND_POINTS:
        assert sum(not right & FOX for *_, right in rows(theme)) >= LEAST / 4


def test_easy_exercises_come_first_and_each_idea_is_right_at_times() -> None:
    for theme in Theme:
        rated = [row[3] for row in rows(theme)]
        assert rated == sorted(rated)
        ideas = {row[1] for row in rows(theme)}
        assert len(ideas) == (1 if theme in (Theme.STRAIGHT, Theme.GIFT_COST) else 4 if theme is Theme.ASKED else 2)


def test_worse_bots_lose_more() -> None:
    levels = shipped()["levels"]
    assert list(levels) == list(LEVELS)
    for costs in levels.values():
        assert (list(costs["kinds"]), list(costs["themes"])) == (list(DecisionKind), list(Theme))
    totals = [sum(mean for mean, _ in levels[level]["kinds"].values()) for level in LEVELS]
    assert totals == sorted(totals, reverse=True)
    assert totals[-1] == 0
    assert [ratings()[level] for level in FALLIBLE] == sorted(ratings().values())


def test_a_sample_of_the_games_has_the_exercises_of_the_file() -> None:
    pool = Pool()
    for level in FALLIBLE:
        for game in range(2):
            pool.play(level, game, seed=1)
    again = {
        (theme, each.node): [each.found.idea, round(each.found.margin, DIGITS), rating(each, ratings()), each.right]
        for theme, candidates in pool.candidates.items()
        for each in candidates
    }
    from_these = [(theme, row) for theme in Theme for row in rows(theme) if (theme, row[0]) in again]
    assert len(from_these) >= 2
    for theme, (text, *told) in from_these:
        assert again[theme, text] == told


def test_each_idea_has_its_share_and_nothing_is_chosen_twice() -> None:
    def candidate(number: int, idea: Idea) -> Candidate:
        worths: dict[Level, float] = dict.fromkeys(FALLIBLE, number % 10 / 10)
        return Candidate(f"{number:03}", Found(idea, 0.01 + number / 1e4), worths, 16, (number % 50, 1))

    made = [candidate(number, Idea.ASK if number % 10 == 0 else Idea.WAIT) for number in range(100)]
    chosen = choose({Theme.ASKING: made}, ratings(), 8)[Theme.ASKING]
    assert [each.found.idea for each in chosen].count(Idea.ASK) == 4
    assert len({each.key for each in chosen}) == 8
    rated = [rating(each, ratings()) for each in chosen]
    assert rated == sorted(rated)
    assert rated[0] < rated[-1]


def test_the_command_makes_the_same_from_the_same_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = ["exercises", "--themes", "--games", "1", "--count", "2", "--lang", "en"]
    path = tmp_path / "made.json"
    assert main([*few, "-o", str(path)]) == 0
    assert main(few) == 0
    printed = capsys.readouterr().out
    assert path.read_text("utf-8") == printed
    made = json.loads(printed)
    assert (made["format"], made["version"]) == ("charidice-themes", 1)
    assert max(map(len, made["themes"].values())) == 2
    assert main([*few, "--seed", "2"]) == 0
    assert capsys.readouterr().out != printed
    assert main([*few, "-o", str(path)]) == 2
    assert "made.json" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["--themes", "--players", "3"], ["--themes", "--objective", "lead"], ["--games", "3"]]
)
def test_themes_are_for_the_rulebooks_game_of_two(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exercises", *words, "--lang", "en"]) == 2
    assert "--themes is for" in capsys.readouterr().err


@pytest.mark.long
def test_the_command_makes_the_file_again(tmp_path: Path) -> None:
    assert main(["exercises", "--themes", "-o", str(tmp_path / "exercises.json")]) == 0
    assert (tmp_path / "exercises.json").read_bytes() == FILE.read_bytes()

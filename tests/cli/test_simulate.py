"""`charidice simulate`."""

import csv
import json
import re
import socket
import sys
from io import StringIO
from itertools import combinations, permutations
from pathlib import Path
from statistics import fmean
from typing import Any

import pyarrow.parquet
import pytest
from distributed import LocalCluster

from charidice.cli import cluster, main
from charidice.cli.arguments import BOT_NAMES
from charidice.installed import missing
from charidice.messages import catalog
from charidice.strategy.bots.team import BOTS

OWN_BOT = """
from charidice import DeclineGift, Roll, Score

class FirstIdea:
    def __init__(self, chance):
        self.chance = chance

    def choose(self, node):
        if node.asking:
            return DeclineGift()
        return Score(node.state.options[0].dice) if node.state.turn.rolls else Roll()
"""


def test_the_help_names_every_bot() -> None:
    assert set(BOT_NAMES) == set(BOTS)


def test_results_are_the_same_with_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for processes in ("1", "2"):
        words = ["simulate", "magpie", "sparrow", "--games", "12", "--seed", "5", "--rounds", "2", "--json"]
        assert main([*words, "--processes", processes]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]
    assert [told[0][name] for name in ("format", "version", "seed")] == ["charidice-simulation", 1, 5]
    assert (told[0]["deals"], told[0]["games"]) == (6, 12)
    magpie, sparrow = told[0]["bots"]
    assert magpie["victories"] + sparrow["victories"] == pytest.approx(1)
    assert magpie["total_low"] < magpie["total"] < magpie["total_high"]
    assert magpie["lead"] == pytest.approx(-sparrow["lead"])


def test_another_seed_is_another_run(capsys: pytest.CaptureFixture[str]) -> None:
    told = set()
    for seed in ("1", "2", "2"):
        words = ["simulate", "magpie", "magpie", "sparrow", "--games", "5", "--rounds", "1", "--csv"]
        assert main([*words, "--seed", seed, "--processes", "1"]) == 0
        told.add(capsys.readouterr().out)
    assert len(told) == 2
    rows = list(csv.DictReader(StringIO(told.pop())))
    assert [row["bot"] for row in rows] == ["magpie", "magpie", "sparrow"]
    assert sum(float(row["victories"]) for row in rows) == pytest.approx(1)


def test_the_table_is_told_in_the_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "magpie", "sparrow", "--games", "4", "--rounds", "1", "--processes", "1"]
    assert main([*words, "--lang", language]) == 0
    told = capsys.readouterr()
    first, head, *rows = told.out.splitlines()
    texts = catalog(language)
    assert first == texts.say("simulate.games", count=4)
    assert texts.say("simulate.victories") in head
    assert [row.split()[0] for row in rows] == ["magpie", "sparrow"]
    assert len({len(row) for row in rows}) == 1
    assert (re.search(r"\d\.\d", rows[0]) is not None) == (language == "en")
    # Where nobody looks, no progress is shown.
    assert told.err == ""


THREE = ("magpie", "sparrow", "squirrel")
FEW = ("--games", "12", "--seed", "5", "--rounds", "2")


@pytest.mark.parametrize("processes", ["1", "2"])
def test_in_a_round_robin_every_pair_plays_as_it_does_alone(processes: str, capsys: pytest.CaptureFixture[str]) -> None:
    def simulated(*words: str) -> Any:
        assert main(["simulate", *words, *FEW, "--processes", processes, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    together = simulated("--round-robin", *THREE)
    assert [together[name] for name in ("format", "seed", "deals", "games")] == ["charidice-round-robin", 5, 6, 36]
    by_pair = {(row.pop("bot"), row.pop("opponent")): row for row in together["pairs"]}
    assert len(by_pair) == 6
    for pair in combinations(THREE, 2):
        for row, names in zip(simulated(*pair)["bots"], (pair, pair[::-1]), strict=True):
            assert row.pop("bot") == names[0]
            assert row == by_pair[names]
    for row in together["bots"]:
        own = [by_pair[row["bot"], other] for other in THREE if other != row["bot"]]
        assert row["victories"] == pytest.approx(fmean(each["victories"] for each in own))
        assert row["total"] == pytest.approx(fmean(each["total"] for each in own))
        assert row["victories_low"] < row["victories"] < row["victories_high"]
    assert sum(row["victories"] for row in together["bots"]) == pytest.approx(len(THREE) / 2)


def test_a_round_robin_is_a_table_of_pairs_and_bots(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--round-robin", *THREE, *FEW, "--processes", "1", "--lang", language]) == 0
    first, head, *rows = capsys.readouterr().out.splitlines()
    say = catalog(language).say
    assert first == say("simulate.games", count=36)
    assert head.split()[:2] == [say("simulate.bot"), say("simulate.opponent")]
    assert [tuple(row.split()[:2]) for row in rows[:3]] == list(combinations(THREE, 2))
    assert {tuple(row.split()[:2]) for row in rows[3:]} == {(bot, say("simulate.all")) for bot in THREE}
    # The best first; the sparrow plays at random.
    assert (rows[3].split()[0], rows[5].split()[0]) == ("magpie", "sparrow")


def test_a_round_robin_as_csv_has_a_row_for_each_bot_and_opponent(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--round-robin", *THREE, *FEW, "--processes", "1", "--csv"]) == 0
    rows = list(csv.DictReader(StringIO(capsys.readouterr().out)))
    assert [(row["bot"], row["opponent"]) for row in rows[6:]] == [(bot, "") for bot in THREE]
    assert {(row["bot"], row["opponent"]) for row in rows[:6]} == set(permutations(THREE, 2))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["fox"], "With --round-robin, 2 to 20 bots play, not 1."),
        (["fox"] * 21, "not 21."),
        (["fox", "owl", "fox"], "every bot plays once; fox is there twice"),
        (["fox", "owl", "-o", "x"], "-o and --round-robin don’t go together"),
        (["fox", "hawk"], "“hawk” isn’t a bot."),
    ],
)
def test_what_is_no_round_robin_is_refused(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--round-robin", *words, "--lang", "en"]) == 2
    assert reason in capsys.readouterr().err


def test_one_deal_of_a_round_robin_can_be_played_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--round-robin", *THREE, "--deal", "3", "--processes", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["deals"], told["games"]) == (1, 6)


def test_a_bot_of_ones_own_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my_bot.py"
    path.write_text(OWN_BOT)
    words = ["simulate", f"{path}:FirstIdea", "fox", "--games", "30", "--processes", "2", "--json"]
    assert main(words) == 0
    own, fox = json.loads(capsys.readouterr().out)["bots"]
    assert own["victories"] < fox["victories"]


def test_the_bot_in_the_readme_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    readme = Path(__file__).parents[2].joinpath("README.md").read_text("utf-8")
    (code,) = [block for block in re.findall(r"```python\n(.*?)```", readme, re.DOTALL) if "class MyBot" in block]
    path = tmp_path / "my_bot.py"
    path.write_text(code)
    assert main(["simulate", "sparrow", "--bot", f"{path}:MyBot", "--games", "2", "--processes", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2


@pytest.mark.parametrize("games", ["1", "2", "3"])
def test_few_games_are_valid_json_too(games: str, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    words = ["simulate", "sparrow", "squirrel", "--games", games, "--rounds", "1", "--processes", "1", "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out, parse_constant=refuse)
    assert told["games"] == int(games)
    for bot in told["bots"]:
        assert 0 <= bot["victories_low"] <= bot["victories"] <= bot["victories_high"] <= 1
        assert (bot["total_low"] is None) == (games in "12")


def test_a_bot_that_does_not_exist_is_refused(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "magpie", "deep-thought", "--lang", language]) == 2
    texts = catalog(language)
    allowed = texts.join(BOTS, "list.or")
    assert texts.say("refused.unknown-bot", text="deep-thought", allowed=allowed) in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "reason"), [(None, "there is no file"), ("1 / 0", "ZeroDivisionError"), ("", "There is no class MyBot")]
)
def test_a_bot_that_cannot_be_loaded_is_told_why(
    tmp_path: Path, content: str | None, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "my_bot.py"
    if content is not None:
        path.write_text(content)
    assert main(["simulate", "magpie", f"{path}:MyBot"]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code"),
    [(["lead", "magpie", "magpie"], "two-players-only"), (["lead", "magpie", "--rounds", "8"], "not-solved")],
)
def test_the_lead_player_plays_only_what_is_solved(
    words: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *words]) == 2
    assert catalog("en").say(f"refused.{code}") in capsys.readouterr().err


@pytest.mark.parametrize("bots", [["magpie"], ["magpie"] * 5])
def test_1_1_two_to_four_play(bots: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *bots]) == 2
    assert "2 to 4 players" in capsys.readouterr().err


def test_no_games_are_too_few(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", "magpie", "magpie", "--games", "0"])
    assert ended.value.code == 2
    assert catalog("en").say("cli.error.too-small", text="0", least=1) in capsys.readouterr().err


def test_bots_may_also_be_given_by_a_switch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my_bot.py"
    path.write_text(OWN_BOT)
    words = ["--games", "3", "--rounds", "1", "--processes", "1", "--json"]
    told = []
    for bots in (
        ["sparrow", "magpie", f"{path}:FirstIdea"],
        ["sparrow", "--bot", "magpie", "--bot", f"{path}:FirstIdea"],
        ["--bot", "sparrow", "--bot", "magpie", "--bot", f"{path}:FirstIdea"],
    ):
        assert main(["simulate", *bots, *words]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1] == told[2]
    assert [row["bot"] for row in told[0]["bots"]] == ["sparrow", "magpie", f"{path}:FirstIdea"]


# Every game in a file


def test_every_game_is_in_the_parquet_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.parquet"
    words = ["simulate", "magpie", "sparrow", "magpie", "--games", "60", "--rounds", "2", "--json"]
    assert main([*words, "--processes", "2", "-o", str(path)]) == 0
    told = json.loads(capsys.readouterr().out)
    table = pyarrow.parquet.read_table(path)
    assert table.column_names == ["deal", "seating", "seat", "bot", "victory", "total", "lead"]
    rows = table.to_pylist()
    assert len(rows) == 3 * told["games"] == 180
    assert {(row["deal"], row["seating"], row["seat"]) for row in rows} == {
        (deal, seating, seat) for deal in range(20) for seating in range(3) for seat in range(3)
    }
    for number, bot in enumerate(told["bots"]):
        own = [row for row in rows if (row["seat"] - row["seating"]) % 3 == number]
        assert {row["bot"] for row in own} == {bot["bot"]}
        for column, name in (("victory", "victories"), ("total", "total"), ("lead", "lead")):
            assert fmean(row[column] for row in own) == pytest.approx(bot[name])
    assert [file.name for file in tmp_path.iterdir()] == ["games.parquet"]


@pytest.mark.parametrize("place", ["", "file/games.parquet"])
def test_a_file_that_cannot_be_written_is_known_before_the_first_game(
    tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / place
    assert main(["simulate", "magpie", "sparrow", "--games", "100000", "-o", str(path)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"charidice: The file {path} can’t be written: ")
    assert "%" not in told


def test_a_match_that_is_broken_off_leaves_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "my_bot.py"
    bot.write_text(OWN_BOT.replace("else Roll()", "else Roll() if node.state.round < 3 else 1 / 0"))
    words = ["simulate", "magpie", f"{bot}:FirstIdea", "--games", "20", "--processes", "1"]
    assert main([*words, "-o", str(tmp_path / "games.parquet")]) == 2
    assert [file.name for file in tmp_path.iterdir()] == ["my_bot.py"]


# A cluster


def test_on_a_cluster_the_games_are_the_same(
    scheduler: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "my_bot.py"
    bot.write_text(OWN_BOT)
    words = ["simulate", "sparrow", "magpie", f"{bot}:FirstIdea", "--games", "24", "--rounds", "2", "--json"]
    told, files = [], []
    for place, where in (("here", ["--processes", "1"]), ("there", ["--cluster", scheduler])):
        path = tmp_path / f"{place}.parquet"
        assert main([*words, *where, "-o", str(path)]) == 0
        out, err = capsys.readouterr()
        told.append(json.loads(out))
        files.append(pyarrow.parquet.read_table(path))
        assert "%" not in err
    assert told[0] == told[1]
    assert files[0] == files[1]


def test_a_bot_that_fails_on_a_cluster_is_told(
    scheduler: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "my_bot.py"
    bot.write_text(OWN_BOT.replace("else Roll()", "else 1 / 0"))
    assert main(["simulate", "magpie", f"{bot}:FirstIdea", "--games", "2", "--cluster", scheduler]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"{bot}:FirstIdea" in err
    assert "ZeroDivisionError: division by zero" in err
    assert f'File "{bot}"' in err


def test_workers_of_another_version_are_refused(
    scheduler: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "__version__", "99.0")
    assert main(["simulate", "magpie", "sparrow", "--cluster", scheduler]) == 2
    assert f"The workers at {scheduler} need Charidice 99.0" in capsys.readouterr().err


def test_a_cluster_without_workers_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty:
        assert main(["simulate", "magpie", "sparrow", "--cluster", empty.scheduler_address]) == 2
        assert f"The Dask cluster at {empty.scheduler_address} has no workers." in capsys.readouterr().err


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://", ""])
def test_where_there_is_no_cluster_it_is_told(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "SECONDS_TO_CONNECT", 0.5)
    assert main(["simulate", "magpie", "sparrow", "--cluster", address]) == 2
    assert f"No Dask scheduler answers at {address}." in capsys.readouterr().err


def test_somebody_else_who_listens_there_is_no_cluster(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "SECONDS_TO_CONNECT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert main(["simulate", "magpie", "sparrow", "--cluster", address]) == 2
    assert f"No Dask scheduler answers at {address}." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "package", "install"),
    [
        (["--cluster", "tcp://127.0.0.1:1"], "distributed", "charidice[cluster]"),
        (["-o", "x"], "pyarrow", "pyarrow"),
    ],
)
def test_a_package_that_is_missing_is_named(
    language: str,
    words: list[str],
    package: str,
    install: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["simulate", "magpie", "sparrow", "--lang", language, *words]) == 2
    assert catalog(language).refusal(missing(package, install)) in capsys.readouterr().err

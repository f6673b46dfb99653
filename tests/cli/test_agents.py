"""`charidice agents`: real clients play real servers, a process each."""

import json
import sys
from pathlib import Path

import pytest

from charidice.agents.evaluation import AgentResult, Place
from charidice.agents.game import GradedDecision
from charidice.agents.results import AgentGame
from charidice.messages import catalog

from .clients import GREEDY, HASTY
from .running import Run, in_a_process

SHORT = ("--rounds", "1")


def client(text: str) -> tuple[str, ...]:
    return "--", sys.executable, "-c", text


def test_the_client_in_the_documents_plays_in_every_seat(tmp_path: Path, run: Run) -> None:
    kept = tmp_path / "games"
    words = ("--games", "2", "--bot", "sparrow", "--players", "3", "--seed", "5", *SHORT)
    answer = run("agents", *words, "-o", kept, "--json", *client(GREEDY))
    assert answer.code == 0, answer.err
    found = json.loads(answer.out)
    assert (found["format"], found["version"], found["seed"]) == ("charidice-agents", 1, 5)
    assert (found["bots"], found["games"], found["deals"]) == (["sparrow", "sparrow"], 2, 1)
    assert (found["unfinished"], found["illegal"], found["replaced"], found["hints"]) == (0, 0, 0, 0)

    games = [AgentGame.read(kept / f"game-000{number}.json") for number in (1, 2)]
    assert [game.seat for game in games] == [0, 1]
    assert [game.record["bots"] for game in games][1] == ["sparrow", None, "sparrow"]
    assert found["victories"] == pytest.approx(sum(game.victory for game in games) / 2)
    assert found["total"] == pytest.approx(sum(game.total for game in games) / 2)
    regrets = [decision.regret for game in games for decision in game.decisions]
    assert found["decisions"] == len(regrets)
    assert found["regret"] == pytest.approx(sum(regrets) / len(regrets))
    assert 0 < found["regret"] < 0.1
    config = json.loads((kept / "mcp-0002.json").read_text("utf-8"))["mcpServers"]["charidice"]
    assert config["args"][:3] == ["-m", "charidice", "mcp"]
    # A folder of results is never mixed with others.
    assert "already exists" in run("agents", *words, "-o", kept, *client(GREEDY)).err


BOTS = """
import numpy as np

from charidice import Bot, DeclineGift, Roll, Score


class Numbers(Bot):
    def choose(self, node):
        return DeclineGift() if node.asking else Score(tuple(np.array(node.state.options[0].dice)))


class Failing(Bot):
    def choose(self, node):
        return DeclineGift() if node.asking else Roll((0,) * 6)
"""


@pytest.mark.parametrize(("kind", "moves"), [("Numbers", 0), ("Failing", 1)])
def test_nobody_loses_by_the_bot_of_the_other(kind: str, moves: int, tmp_path: Path, run: Run) -> None:
    (tmp_path / "own.py").write_text(BOTS)
    bot = f"{tmp_path / 'own.py'}:{kind}"
    answer = run("agents", "--games", "1", "--bot", bot, "--lang", "en", *SHORT, *client(GREEDY))
    assert answer.code == 0, answer.err
    assert answer.out.split(catalog("en").say("agents.result.unfinished"))[1].split()[0] == "0"
    assert (catalog("en").say("agents.result.substituted") in answer.out) == bool(moves)


def test_a_game_that_is_left_counts_as_lost_and_every_mistake_is_counted(run: Run) -> None:
    answer = run("agents", "--games", "1", "--lang", "de", *SHORT, *client(HASTY))
    assert answer.code == 0, answer.err
    texts = catalog("de")
    first, *rows = answer.out.splitlines()
    assert first == texts.say("simulate.games", count=1)
    told = {row[:60].split("  ")[0]: row.split("  ")[-1].strip() for row in rows}
    assert told[texts.say("simulate.victories")].startswith("0,00")
    assert told[texts.say("agents.result.unfinished")] == "1"
    assert told[texts.say("agents.result.decisions")] == "1"
    assert told[texts.say("agents.result.illegal")] == "2"
    # Of a game that is not over there is no total.
    assert texts.say("box.total") not in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--", "true"), "The client ended (code 0) before it opened a game: true."),
        (("--", sys.executable, "-c", "raise SystemExit(4)"), "The client ended (code 4)"),
        (("--", "no-such-client", "--fast"), "This command can’t be started: no-such-client --fast"),
        (("--bot", "wolf", "--", "true"), "“wolf” isn’t a bot."),
        (("--bot", "fox", "--bot", "owl", "--players", "2", "--", "true"), "no room for the agent and 2 bots"),
        (("--time-limit", "0.2", "--", "sleep", "60"), "The client opened no game within 0.2 s: sleep 60."),
        ((), "Missing: COMMAND"),
    ],
)
def test_what_cannot_be_played_is_explained(words: tuple[str, ...], sentence: str, run: Run) -> None:
    answer = run("agents", *words)
    assert (answer.code, answer.out) == (2, "")
    assert sentence in answer.err


def test_after_ctrl_c_what_was_played_counts(tmp_path: Path) -> None:
    # The first client plays; the second has the command interrupted, which is behind the process that started it.
    second = "import os, signal, time\nif 'mcp-0002' in os.environ['CHARIDICE_MCP_CONFIG']:\n"
    second += "    starter = int(open(f'/proc/{os.getppid()}/stat').read().rpartition(')')[2].split()[1])\n"
    second += "    os.kill(starter, signal.SIGINT)\n    time.sleep(600)\n"
    answer = in_a_process(tmp_path, "agents", "--games", "2", *SHORT, *client(second + GREEDY))
    assert answer.code == 130
    assert answer.err == "Interrupted. The games played until then count.\n"
    assert answer.out.startswith("1 game, with 95% confidence intervals:\n")


def test_the_configuration_is_in_the_command_too(tmp_path: Path, run: Run) -> None:
    copy = tmp_path / "config.json"
    run("agents", "--bot", "owl", "--hints", "--free-giving", "--", "cp", "{config}", copy)
    args = json.loads(copy.read_text("utf-8"))["mcpServers"]["charidice"]["args"]
    assert {"owl", "--hints", "--free-giving", "--output"} <= set(args)


def game(victory: float, *regrets: float, over: bool = True) -> AgentGame:
    decisions = tuple(GradedDecision(0, "", "", "", regret, 0, False) for regret in regrets)
    return AgentGame(0, over, victory, 100, 10, 0, 0, "exact", decisions, {})


def test_deals_are_the_independent_observations() -> None:
    played = [(Place(number, number // 2, number % 2), game(number % 2, 0.01, 0.03)) for number in range(8)]
    found = AgentResult.of(played)
    assert (found.deals, found.games, found.victories.mean) == (4, 8, 0.5)
    assert found.regret
    assert found.regret.low == pytest.approx(found.regret.mean) == pytest.approx(0.02)
    # Longer games weigh more: the mean is that of all decisions.
    uneven = AgentResult.of([(Place(1, 0, 0), game(1, 0.09)), (Place(2, 1, 0), game(0, 0.01, 0.01, 0.01))]).regret
    assert uneven
    assert uneven.low is not None
    assert uneven.mean == pytest.approx(0.03)
    assert uneven.low < uneven.mean


def test_without_decisions_there_is_no_regret_and_without_an_end_no_total() -> None:
    found = AgentResult.of([(Place(1, 0, 0), game(0, over=False))])
    assert (found.victories.mean, found.unfinished, found.decisions) == (0, 1, 0)
    assert (found.regret, found.total, found.lead) == (None, None, None)

"""Games in words: moves as text, decisions in strict order, regret, attempts that are illegal."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from charidice import DeclineGift, GameState, Match, Node, Roll, Score, dump_json, load
from charidice.agents.game import ATTEMPTS, TextGame, start_game
from charidice.agents.results import AgentGame
from charidice.agents.views import Narrator, rules_in_words
from charidice.arena import deal_dice
from charidice.messages import LANGUAGES, catalog
from charidice.record import read_node
from charidice.record.moves import read_move, write_move
from charidice.rules import GiftAsked, IllegalAction, InvalidDice, Refused, Rolled, Ruleset, Stopped
from charidice.rules.state import Setup
from charidice.strategy import analyse

ENGLISH = catalog("en")


def new(*seats: str | None, seed: int = 1, ruleset: Ruleset | None = None) -> TextGame:
    return start_game(seats, Setup(len(seats), ruleset or Ruleset(2)), ENGLISH, seed)


def played(game: TextGame, seed: int = 1) -> TextGame:
    """A whole game with random moves."""
    rng = Random(seed)
    while game.player is not None:
        game.play(write_move(rng.choice(game.node.actions), game.node.state))
    return game


def until(game: TextGame, asking: bool) -> TextGame:
    while game.node.asking != asking:
        game.play(write_move(game.node.actions[-1], game.node.state))
    return game


@pytest.mark.parametrize("asking", [False, True])
def test_every_legal_move_can_be_written_and_read(asking: bool) -> None:
    node = until(new(None, None), asking).node
    assert [read_move(write_move(action, node.state), node) for action in node.actions] == list(node.actions)


def test_moves_are_read_as_people_and_models_write_them() -> None:
    node = new("fox", None, seed=3).node
    assert node.asking
    ask = read_move("I could wait [pass], but no: [ ASK ]", node)
    assert write_move(ask, node.state) == "ask"
    node = new(None, "fox", seed=3).node
    by_face = read_move("Keep K6, k5", node)
    assert by_face == read_move("keep 1 2", node) == read_move("I say [keep 12].", node)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unreadable-move"),
        ("keep", "unreadable-move"),
        ("roll K6", "unreadable-move"),
        ("think about it", "unreadable-move"),
        ("keep K6 K5 B2 Y4 K2 O3", "roll-at-least-one"),
        ("score K6 K5", "fewer-than-four-of-colour"),
        ("keep P1", "face-not-there"),
        ("ask", "not-the-recipient"),
    ],
)
def test_what_is_no_legal_move_is_refused_with_the_reason(text: str, code: str) -> None:
    game = new(None, "fox", seed=3)
    before = game.node
    with pytest.raises((IllegalAction, InvalidDice)) as refused:
        game.play(text)
    assert refused.value.code == code
    assert (game.node, game.illegal, game.decisions) == (before, 1, [])
    told = list(Narrator(game, 0, ENGLISH).refusal(refused.value))
    assert told[-1].startswith("You have 2 more attempts")
    assert [line.split(":")[0].split()[0] for line in told[1:-1]] == ["roll", "keep", "score"]


def test_a_long_text_is_not_repeated_in_full() -> None:
    with pytest.raises(IllegalAction) as refused:
        new(None, "fox").play("no " * 1000)
    assert len(ENGLISH.refusal(refused.value)) < 150


def test_the_last_illegal_attempt_is_replaced_by_a_random_move_and_counted() -> None:
    moves = []
    for _ in range(2):
        game = new(None, "fox")
        for _ in range(ATTEMPTS - 1):
            with pytest.raises(Refused):
                game.play("hm")
        legal = [write_move(action, game.node.state) for action in game.node.actions]
        decision = game.play("hm")
        assert (decision.illegal, decision.replaced, game.illegal) == (ATTEMPTS, True, 0)
        assert decision.move in legal
        moves.append(decision.move)
    assert moves[0] == moves[1]
    told = f"None of your 3 moves was legal, so a random legal one was played: {decision.move}"
    assert Narrator(game, 0, ENGLISH).happened()[0] == told
    assert told not in Narrator(game, 1, ENGLISH).happened()
    following = game.play(write_move(game.node.actions[0], game.node.state))
    assert (following.illegal, following.replaced) == (0, False)


@pytest.mark.parametrize("seats", [(None, "fox"), ("magpie", None, "sparrow"), (None, None, "fox", None)])
def test_regret_is_what_the_analysis_of_the_node_says(seats: tuple[str | None, ...]) -> None:
    game = played(new(*seats))
    assert {decision.seat for decision in game.decisions} == {seat for seat, bot in enumerate(seats) if bot is None}
    for decision in game.decisions[::3]:
        node = read_node(decision.position)
        analysis = analyse(node)
        assert node.player == decision.seat
        assert decision.regret == analysis.regret(decision.seat, read_move(decision.move, node)) >= 0
        assert decision.best == write_move(analysis.best(decision.seat), node.state)
    assert any(decision.regret > 0.01 for decision in game.decisions)
    with pytest.raises(IllegalAction, match="game-over"):
        game.play("roll")


def test_5_5_the_recipient_is_asked_after_the_first_and_the_second_roll() -> None:
    game = new("sparrow", None, seed=2, ruleset=Ruleset(7))
    rolls = []
    while game.player is not None:
        if game.node.asking:
            rolls.append(game.node.state.turn.rolls)
            game.play("ask" if len(rolls) == 4 else "pass")
        else:
            game.play(write_move(game.node.actions[-1], game.node.state))
    # Asked for once, it is never offered again.
    assert len(rolls) == 4
    assert set(rolls) <= {1, 2}
    own = [state for state, event in game.log if isinstance(event, GiftAsked) and state.recipient == 1]
    assert [state.turn.rolls for state in own] == rolls[-1:]


def test_8_2_with_late_asking_a_player_stops_before_scoring() -> None:
    game = new(None, None, ruleset=Ruleset(2, late_asking=True))
    assert game.play("pass").seat == 1
    with pytest.raises(IllegalAction, match="stop-first"):
        game.play(f"score {game.node.state.faces[0]}")
    assert [game.play(move).seat for move in ("stop", "ask")] == [0, 1]
    assert write_move(game.node.actions[0], game.node.state).startswith("score")
    assert [type(event) for _, event in game.log[1:]] == [Stopped, GiftAsked]
    used = Ruleset(2, free_giving=True, late_asking=True)
    assert "House rules of this game: Free giving and Late asking." in rules_in_words(ENGLISH, used)


def test_the_dice_are_those_of_a_simulation_and_the_record_has_them_all() -> None:
    game = played(start_game([None, "fox"], Setup(2), ENGLISH, seed=5, deal=3))
    dice = deal_dice(5, 3)
    for state, event in game.log:
        if isinstance(event, Rolled):
            assert event.numbers == dice.roll(state, event.keep)
    record = load(dump_json(game.match.record))
    assert record.state == game.node.state
    assert record.bots == (None, "fox")


def test_a_seed_repeats_a_game_and_no_seed_gives_another() -> None:
    logs = [played(new(None, "sparrow", seed=seed)).log for seed in (7, 7, 8)]
    assert logs[0] == logs[1] != logs[2]
    free = [start_game([None, None], Setup(2), ENGLISH).node for _ in range(2)]
    assert free[0] != free[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_told_is_told_in_every_language(language: str) -> None:
    texts = catalog(language)
    game = start_game([None, "fox"], Setup(2, Ruleset(1)), texts, seed=2)
    narrator = Narrator(game, 0, texts)
    told = [*rules_in_words(texts, Ruleset(1)), *narrator.happened(), *narrator.sheets(), *narrator.situation()]
    told += [*narrator.decision()]
    played(game)
    told += [*narrator.happened(), *narrator.sheets(), *narrator.situation()]
    assert "{" not in "".join(told)
    assert texts.say("agents.you-are", player=texts.say("agents.name")) in told
    # Each event is told once.
    assert narrator.happened() == ()


def test_what_happens_says_you_to_the_reader_alone() -> None:
    game = played(new(None, None))
    lines = [[*Narrator(game, seat, ENGLISH).happened()] for seat in range(2)]
    assert lines[0][0].startswith("You roll 6 dice: ")
    assert lines[1][0].startswith("Player 1 rolls 6 dice: ")
    assert any(line.startswith("Player 2 donates") and line.endswith("to you.") for line in lines[0])
    assert any(line.startswith("You donate") and line.endswith("to Player 1.") for line in lines[1])


LAZY = """
import os

from charidice import DeclineGift


class Lazy:
    def __init__(self, rng):
        self.moves = 0

    def choose(self, node):
        self.moves += 1
        return DeclineGift() if node.asking else DOES
"""


@pytest.mark.parametrize("does", ["1 / 0", "'roll'", "os._exit(3)", "[0]"])
def test_for_a_bot_that_fails_the_fox_moves_and_the_player_goes_on(
    tmp_path: Path, does: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "lazy.py"
    path.write_text(LAZY.replace("DOES", does))
    game = played(new(None, f"{path}:Lazy"))
    assert (game.player, game.node.state.is_over) == (None, True)
    moves = [event for before, event in game.log if before.active == 1 and before.turn.rolls > 0]
    assert 0 < game.substituted == len([event for event in moves if not isinstance(event, GiftAsked)])
    assert f"the bot {path}:Lazy failed, and the fox plays its move" in caplog.text
    assert AgentGame.of(game, 0, 0).substituted == game.substituted


def test_a_bot_whose_process_has_ended_plays_again(tmp_path: Path) -> None:
    path = tmp_path / "lazy.py"
    # It ends once, in the round that it has not been in before.
    once = f"os.mkdir({str(tmp_path / 'been')!r}) or os._exit(3) if not os.path.exists({str(tmp_path / 'been')!r}) else"
    path.write_text(LAZY.replace("DOES", f"({once} __import__('charidice').Score(node.state.options[0].dice))"))
    game = played(new(None, f"{path}:Lazy"))
    assert (game.node.state.is_over, game.substituted) == (True, 1)


class Counting:
    """Chooses by NumPy, as bots that learn do, or what no game knows."""

    def __init__(self, action: Callable[[GameState], Any]) -> None:
        self._action = action

    def choose(self, node: Node) -> Any:
        return DeclineGift() if node.asking else self._action(node.state)


def first_score(state: GameState) -> Score:
    dice = np.array(state.options[0].dice)
    return Score(tuple(dice))


@pytest.mark.parametrize(
    ("action", "substituted"), [(first_score, 0), (lambda state: [1], 2), (lambda state: Roll((0,) * 6), 2)]
)
def test_whatever_a_bot_returns_the_game_goes_on_and_can_be_saved(
    action: Callable[[GameState], Any], substituted: int
) -> None:
    match = Match.new(["Anna", "Bot"], Ruleset(2), seed=bytes(32), bots=[None, "bot"])
    game = played(TextGame(match, {1: Counting(action)}, Random(1)))
    assert game.node.state.is_over
    assert bool(game.substituted) == bool(substituted)
    assert load(dump_json(game.match.record)).state == game.match.state

"""`charidice hint`: the best move, in stages."""

import json

import pytest

from charidice.coach import Coach
from charidice.messages import catalog
from charidice.record import read_position
from charidice.rules.moves import Roll, Score
from charidice.strategy.analysis import Analysis

from .running import Run

MIXED = "C1 16+0-10:2x/:2x 2:P5K5K4G6O4P6"
THREE = "C1 16+0-10:2x/:2x/:2x 1:B4B3O6B1G5B5"
STOPPED = "C1 16+0-10:2x/:2x 1:B4B3O6B1G5B5:stopped late-asking"
LAST_ROLL = "C1 :2x/:2x 3:B4B3B2B1P1K1"


def test_all_four_stages_are_told(run: Run) -> None:
    answer = run("hint", LAST_ROLL)
    assert (answer.code, answer.err) == (0, "")
    look, dice, move, reason = answer.out.splitlines()
    assert look == "Look at the blue dice."
    assert dice == "These dice matter: B4 B3 B2 B1."
    assert move == "Score B4 B3 B2 B1."
    assert reason.startswith("This scores 35 points; the gift is 2. Your chance of victory: ")


def test_a_single_stage_can_be_asked_for(run: Run) -> None:
    told = run("hint", MIXED).out.splitlines()
    assert [run("hint", MIXED, "--stage", str(stage)).out.splitlines() for stage in (1, 2, 3, 4)] == [
        [line] for line in told
    ]


@pytest.mark.parametrize("position", [MIXED, THREE])
def test_the_recipient_is_advised_on_asking(position: str, run: Run) -> None:
    state = read_position(position)
    told = run("hint", position, "--player", state.recipient + 1).out.splitlines()
    assert told[0] == catalog("en").say("coach.look.gift")
    assert told[1].startswith(f"Player {state.active + 1}’s best move is to ")
    assert told[3].startswith("If you ask: ")


def test_8_2_after_a_stop_the_recipient_is_to_move(run: Run) -> None:
    assert run("hint", STOPPED).out == run("hint", STOPPED, "--player", "1").out
    assert run("hint", STOPPED).out.startswith(catalog("en").say("coach.look.gift"))
    assert run("hint", STOPPED, "--player", "2").out == (
        "Wait: first Player 1 has to say whether to ask for the greatest of gifts.\n"
    )


@pytest.mark.parametrize("words", [(), ("--stage", "3")])
def test_with_nothing_to_choose_there_is_a_single_stage(words: tuple[str, ...], run: Run) -> None:
    assert run("hint", "C1 :2x/:2x -", *words).out == "Roll all six dice. There is nothing to choose yet.\n"


def test_hints_in_the_language(language: str, run: Run) -> None:
    for position in (MIXED, THREE, LAST_ROLL):
        told = run("hint", position, "--lang", language).out.splitlines()
        assert len(told) == 4
        assert "{" not in "".join(told)


def test_dice_are_told_in_words_for_screen_readers(run: Run) -> None:
    told = run("hint", LAST_ROLL, "--spoken").out.splitlines()
    assert told[2] == "Score blue 4, blue 3, blue 2 and blue 1."


@pytest.mark.parametrize("position", [MIXED, THREE, LAST_ROLL])
def test_the_facts_as_json(position: str, run: Run) -> None:
    fields = json.loads(run("hint", position, "--json").out)
    state = read_position(position)
    coach = Coach.of(state.setup)
    values = Analysis(state, coach.victory).action_values(state.active)
    assert (fields["player"], fields["truth"]) == (state.active, coach.victory.truth)
    best = fields["moves"][0]
    action = Roll(tuple(best["keep"])) if best["action"] == "roll" else Score(tuple(best["dice"]))
    assert values[action] == max(values.values()) == best["victory"]
    assert fields["move"] == {name: best[name] for name in fields["move"]}
    assert sum(best["kinds"].values()) == pytest.approx(1)
    assert (best["lead"] is None) == (coach.lead is None)


def test_a_stage_as_json_tells_no_more_than_the_stage(run: Run) -> None:
    told = [json.loads(run("hint", MIXED, "--json", "--stage", stage).out) for stage in "1234"]
    whole = json.loads(run("hint", MIXED, "--json").out)
    assert {name: value for fields in told for name, value in fields.items()} == whole
    head = {"format": "charidice-hint", "version": 1}
    assert all(fields.items() >= head.items() for fields in told)
    assert sum(len(fields) - len(head) for fields in told) == len(whole) - len(head)
    assert set(told[0]) == {*head, "player", "look", "about"}


def test_a_player_who_is_not_there_is_refused(language: str, run: Run) -> None:
    answer = run("hint", MIXED, "--player", "3", "--lang", language)
    assert (answer.code, answer.out) == (2, "")
    assert catalog(language).say("refused.no-such-player", number=3, most=2) in answer.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("C1",), "A position has at least three parts"),
        ((MIXED, "--stage", "5"), "Choose from: 1, 2, 3 or 4"),
        ((MIXED, "--player", "0"), "too small"),
        ((), "POSITION"),
    ],
)
def test_what_is_wrong_is_named(words: tuple[str, ...], says: str, run: Run) -> None:
    answer = run("hint", *words)
    assert answer.code == 2
    assert says in answer.err

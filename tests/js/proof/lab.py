"""The lab's values are those of `charidice value --moves`, and what each move gives is Python's expected gift.

Positions are as in `values`: of random games and of games of bots, for every objective that the game has.
"""

import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from random import Random
from typing import Any

from charidice import Target, analyse
from charidice.cli import main
from charidice.record import write_position
from charidice.record.moves import write_move
from charidice.rules import GameState, Node
from charidice.rules.engine import ACTION_NAMES
from charidice.rules.moves import Action, AskGift, DeclineGift, dice_of
from charidice.strategy.objectives.contest import ShareOfVictory
from charidice.strategy.tables.victory import ERROR_BOUND
from charidice.strategy.turn.play import SolvedTurn
from tests.js.proof import Proof, Question
from tests.js.proof.values import POINTS, Comparison, Exercise, objectives, positions_of, random_setup

ERRORS: dict[str, float | None] = {"exact": 0, "bounded": ERROR_BOUND, "estimated": None}
IN_POINTS = ("lead", "points")


def answers(random: Random) -> Iterator[Question]:
    while True:
        setup = random_setup(random)
        for position in positions_of(random, setup):
            state = position.state if isinstance(position, Node) else position
            for objective in objectives(random, setup):
                exercise = Exercise(state, objective)
                name = f"target {objective.score}" if isinstance(objective, Target) else objective
                yield Question({"position": write_position(state), "objective": name}, Answer(exercise))


class Answer(Comparison):
    """Compares an answer of the lab with what the command prints."""

    def __call__(self, told: dict[str, Any]) -> None:
        state = self.state
        self.right = analyse(state, self.exercise.objective)
        command = self.printed()
        self.scale = POINTS if command["objective"] in IN_POINTS else 1
        self.found.positions += 1
        assert told["truth"] == command["truth"]
        assert told["unit"] == ("points" if command["objective"] in IN_POINTS else "chance")
        self.of_error(command, told["error"])
        for seat, (value, other) in enumerate(zip(command["values"], told["values"], strict=True)):
            self.close(value, other, self.scale, None if state.is_over else partial(self.value, seat=seat))
        assert told["decides"] == Node.of(state).player
        self.of_moves(command["moves"], told["moves"])
        self.of_asking(command["moves"], told["asking"])

    def printed(self) -> Any:
        """The answer of the command."""
        words = ["value", write_position(self.state), "--json", "--moves", "--objective"]
        objective = self.exercise.objective
        words += ["target", "--target", str(objective.score)] if isinstance(objective, Target) else [objective]
        with redirect_stdout(StringIO()) as output:
            assert main(words) == 0
        return json.loads(output.getvalue())

    def of_error(self, command: dict[str, Any], error: float | None) -> None:
        truth = "exact" if self.state.is_over else command["truth"]
        expected = command["error"] if truth == "measured" else ERRORS[truth]
        if expected is None:
            assert error is None
        else:
            assert error is not None
            self.close(expected, error)

    def of_moves(self, printed: list[dict[str, Any]], told: list[dict[str, Any]]) -> None:
        state = self.state
        actions = {fields_of(action): action for action in self.right.action_values(state.active)}
        values = {of_printed(move): move["value"] for move in printed if move["player"] == state.active}
        by_text = {move["move"]: move for move in told}
        assert len(by_text) == len(told) == len(values)
        assert [move["value"] for move in told] == sorted((move["value"] for move in told), reverse=True)
        for fields, value in values.items():
            action = actions[fields]
            move = by_text[write_move(action, state)]
            self.close(value, move["value"], self.scale, partial(self.value, seat=state.active, action=action))
            assert move["loss"] == told[0]["value"] - move["value"]
            # A network's last digits decide between moves of equal value, which differ in all else.
            if not isinstance(self.right.objective, ShareOfVictory):
                gift = self.right.turn.expected_gift(state, action)
                self.close(gift, move["gift"], POINTS, partial(gift_after, state=state, action=action))

    def of_asking(self, printed: list[dict[str, Any]], asking: dict[str, Any] | None) -> None:
        state = self.state
        values = {
            move["action"]: move["value"] for move in printed if move["player"] == state.recipient != state.active
        }
        if asking is None:
            assert not values
            return
        assert values.keys() == {"ask", "decline"}
        for action, name in ((AskGift(), "ask"), (DeclineGift(), "wait")):
            again = partial(self.value, seat=state.recipient, action=action)
            self.close(values[ACTION_NAMES[type(action)]], asking[name][state.recipient], self.scale, again)


def gift_after(turn: SolvedTurn, state: GameState, action: Action) -> float:
    return turn.expected_gift(state, action)


def fields_of(action: Action) -> tuple[str, tuple[int, ...]]:
    return ACTION_NAMES[type(action)], tuple(dice_of(action))


def of_printed(move: dict[str, Any]) -> tuple[str, tuple[int, ...]]:
    return move["action"], tuple(move.get("keep") or move.get("dice") or ())


PROOFS = [Proof("lab.answers", answers, 40, 3_000)]

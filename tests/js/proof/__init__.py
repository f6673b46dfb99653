"""Two engines, one truth: the browser's engine gives the same answers as Python's.

    .venv/bin/python -m tests.js.proof            everything, in about half an hour
    .venv/bin/python -m tests.js.proof moves      what has `moves` in its name
    .venv/bin/python -m tests.js.proof --share 10 a tenth of it

Python asks, node answers, Python checks the answer against its own. A question is a line of JSON to a function of a
module in this folder: `rules.games` is `games` of rules.js. Each module of Python here has a list PROOFS; all.py puts
them together. `make test` runs a sample of each.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import IO, Any, NamedTuple

FOLDER = Path(__file__).parent
NODE = Path(sys.executable).with_name("node")


class Question(NamedTuple):
    """What node is asked, and the check of its answer, which raises AssertionError."""

    asked: object
    check: Callable[[Any], None]


class Proof(NamedTuple):
    """Questions of one kind."""

    name: str
    """The module of node's answers and its function, with a dot between."""
    questions: Callable[[Random], Iterator[Question]]
    """May never end."""
    sample: int
    """How many questions `make test` asks."""
    whole: int
    """How many prove it."""
    figures: Callable[[], str] | None = None
    """What to print after all questions, such as how close the answers were."""


class Node:
    """A process of node that answers one question after the other."""

    def __init__(self, name: str) -> None:
        module, _, function = name.partition(".")
        command = [str(NODE), str(FOLDER / "answer.js"), module, function]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def __enter__(self) -> "Node":
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in (self._input, self._output):
            pipe.close()
        self._process.wait()

    def answer(self, asked: object) -> Any:
        self._input.write(json.dumps(asked) + "\n")
        self._input.flush()
        answer = json.loads(self._output.readline() or '{"failed": "node has ended"}')
        assert "failed" not in answer, answer["failed"]
        return answer["answer"]

    @property
    def _input(self) -> IO[str]:
        assert self._process.stdin
        return self._process.stdin

    @property
    def _output(self) -> IO[str]:
        assert self._process.stdout
        return self._process.stdout


def equals(expected: object) -> Callable[[object], None]:
    """The check that an answer is this one; `expected` may be a function that computes it."""

    def check(answer: object) -> None:
        right = expected() if callable(expected) else expected
        assert answer == right, f"node   {answer}\npython {right}"

    return check


def prove(proof: Proof, count: int) -> int:
    """Ask `count` questions, or all there are; returns how many."""
    asked = 0
    with Node(proof.name) as node:
        # The same questions each time, and the first ones of the whole in a sample.
        for question in islice(proof.questions(Random(proof.name)), count):
            try:
                question.check(node.answer(question.asked))
            except AssertionError as error:
                error.add_note(f"{proof.name}, question {asked}: {json.dumps(question.asked, ensure_ascii=False)}")
                raise
            asked += 1
    assert asked
    return asked

"""What the command line answers."""

from collections.abc import Callable
from typing import NamedTuple


class Answer(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Answer]

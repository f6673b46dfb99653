"""The choices of paper; apart from the drawing, which loads slowly."""

from typing import Literal, get_args

Paper = Literal["a4", "letter"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
PER_PAGE = (2, 4)

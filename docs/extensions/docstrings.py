"""Docstrings and signatures as the reference shows them."""

import re

from sphinx.application import Sphinx

from charidice import STANDARD, STANDARD_DICE

# Of the fields of named tuples.
MADE_BY_PYTHON = re.compile(r"Alias for field number \d+")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", leave_out)
    app.connect("autodoc-process-signature", name_defaults)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def leave_out(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Docstrings that Python made say nothing."""
    lines[:] = [line for line in lines if not MADE_BY_PYTHON.fullmatch(line)]


def name_defaults(
    app: Sphinx, what: str, name: str, obj: object, options: object, signature: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """The standard dice by their name; written out they have 36 faces."""
    if signature:
        signature = signature.replace(repr(STANDARD_DICE), "STANDARD_DICE").replace(repr(STANDARD), "STANDARD")
    return signature, returned

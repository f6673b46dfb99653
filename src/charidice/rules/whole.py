"""Integers from outside the package: checked, and made plain ints, whatever their type."""

from collections.abc import Callable, Container, Iterable
from operator import index

# The most characters of an input that an error repeats.
MOST_REPEATED = 60


def whole(value: object) -> int:
    """A plain int; TypeError for anything but an integer, and for a bool."""
    if isinstance(value, bool):
        raise TypeError("a bool is no number here")
    return index(value)  # type: ignore[arg-type]


def whole_in(allowed: Container[int], value: object) -> int | None:
    """A plain int, if the value is an integer that is allowed."""
    try:
        number = whole(value)
    except TypeError:
        return None
    return number if number in allowed else None


def wholes(values: Iterable[object], refusal: Callable[[object], Exception]) -> tuple[int, ...]:
    """A tuple of plain ints; raises the refusal of the first value that is no integer."""
    try:
        given = tuple(values)
    except TypeError:
        raise refusal(values) from None
    for value in given:
        if type(value) is not int:
            break
    else:
        return given  # type: ignore[return-value]
    plain = []
    for value in given:
        try:
            plain.append(whole(value))
        except TypeError:
            raise refusal(value) from None
    return tuple(plain)


def quoted(value: object) -> str:
    """An input as an error quotes it, shortened."""
    text = repr(value)
    return text if len(text) <= MOST_REPEATED else f"{text[: MOST_REPEATED - 1]}…"

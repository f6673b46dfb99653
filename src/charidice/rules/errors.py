"""Errors have a code and values; charidice.messages turns them into a sentence."""

from collections.abc import Callable

from charidice.rules.whole import quoted, whole_in

# Turns an error into a sentence; set by the package, because this layer does not import the catalogs.
sentence_of: Callable[["Refused"], str] | None = None


class Refused(ValueError):
    """Base class: `code` is the reason, `values` fill in its sentence."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self._notes: list[str] = []
        self.values = values

    def __str__(self) -> str:
        details = ", ".join(f"{name}={_shown(value)}" for name, value in self.values.items())
        return f"{self.code} ({details})" if details else self.code

    @property
    def __notes__(self) -> list[str]:
        """Python shows them below the error in a traceback: its sentence, and notes added later."""
        own = [sentence_of(self)] if sentence_of else []
        return own + self._notes

    @__notes__.setter
    def __notes__(self, notes: list[str]) -> None:
        self._notes = notes

    def add_note(self, note: str, /) -> None:
        self._notes.append(note)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.values)


def _shown(value: object) -> str:
    # A face is a named tuple, but has its own str().
    return " ".join(map(str, value)) if type(value) is tuple else str(value)


def _rebuild(kind: type[Refused], code: str, values: dict[str, object]) -> Refused:
    return kind(code, **values)


class InvalidDice(Refused):
    """Faces or a dice set that cannot exist."""


class InvalidSetup(Refused):
    """A number of players or a house rule outside its limits."""


class NoSuchSeat(Refused, IndexError):
    """A seat that does not exist; seats count from 0."""


def seat_of(seat: object, seats: int) -> int:
    """A seat as a plain int; NoSuchSeat unless it is an integer within range."""
    if type(seat) is int and 0 <= seat < seats:
        return seat
    place = whole_in(range(seats), seat)
    if place is None:
        raise NoSuchSeat("unknown-seat", text=quoted(seat), most=seats - 1)
    return place


class IllegalAction(Refused):
    """An action that is not legal now; the value `allowed` lists the kinds that are."""


class IllegalEvent(Refused):
    """An event that cannot have happened in the state it is applied to."""

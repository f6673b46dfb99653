"""What the rules say no with: a code and values, which every interface puts into its own words."""


class Refused(ValueError):
    """Something asked for that is not allowed; `code` names the reason, `values` what it speaks of."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        details = ", ".join(f"{name}={_shown(value)}" for name, value in self.values.items())
        return f"{self.code} ({details})" if details else self.code

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.values)


def _shown(value: object) -> str:
    # A face is a tuple too, but has a text of its own.
    return " ".join(map(str, value)) if type(value) is tuple else str(value)


def _rebuild(kind: type[Refused], code: str, values: dict[str, object]) -> Refused:
    return kind(code, **values)


class InvalidDice(Refused):
    """Faces or a dice set that cannot exist."""


class InvalidSetup(Refused):
    """A number of players or a house rule outside its limits."""


class IllegalAction(Refused):
    """An action the rules do not allow now; `allowed` in its values names the kinds that are."""


class IllegalEvent(Refused):
    """An event that cannot have happened in the state it is applied to."""

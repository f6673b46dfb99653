"""HTML and SVG that no name can break: whatever is not markup already is escaped."""

from html import escape

_VOID = frozenset({"meta"})


class Markup(str):
    """Text that is markup and stays as it is."""

    __slots__ = ()


def tag(name: str, /, *children: object, **attributes: object) -> Markup:
    """An element. Attributes are named like `class_` or `aria_label`; one that is None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{written}>" if name in _VOID else f"<{name}{written}>{join(*children)}</{name}>")


def join(*children: object) -> Markup:
    """Markup and texts in a row."""
    return Markup("".join(child if isinstance(child, Markup) else escape(str(child)) for child in children))

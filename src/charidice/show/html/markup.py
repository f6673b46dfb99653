"""HTML and SVG elements; everything that is not Markup is escaped."""

from markupsafe import Markup, escape

_VOID = frozenset({"meta"})
_ATTRIBUTE, _OPENING, _CLOSING = Markup(' {}="{}"'), Markup("<{}{}>"), Markup("</{}>")


def tag(name: str, /, *children: object, **attributes: object) -> Markup:
    """An element. Attributes are named like `class_` or `aria_label`; one that is None is left out."""
    written = (
        _ATTRIBUTE.format(key.rstrip("_").replace("_", "-"), value)
        for key, value in attributes.items()
        if value is not None
    )
    opening = _OPENING.format(name, join(*written))
    return opening if name in _VOID else opening + join(*children) + _CLOSING.format(name)


def join(*children: object) -> Markup:
    return Markup("").join(map(escape, children))

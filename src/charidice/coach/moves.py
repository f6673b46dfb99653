"""A move in words and as JSON fields; dice are counted from 0."""

from charidice.messages import Catalog
from charidice.rules.engine import ACTION_NAMES
from charidice.rules.moves import Action, Roll, Score

Fields = dict[str, object]


def move_text(catalog: Catalog, action: Action, faces: str, form: str = "move") -> str:
    """A move in words; `form` is the prefix of other texts than the usual ones, for the moves that have them."""
    name: str = ACTION_NAMES[type(action)]
    if isinstance(action, Roll):
        name = "keep" if action.keep else "roll-all"
    key = next(key for key in (f"{form}.{name}", f"move.{name}", f"action.{name}") if key in catalog.texts)
    return catalog.say(key, faces=faces)


def move_fields(action: Action) -> Fields:
    """A move by its name, and the dice it keeps or scores."""
    fields: Fields = {"action": ACTION_NAMES[type(action)]}
    if isinstance(action, Roll):
        fields["keep"] = action.keep
    elif isinstance(action, Score):
        fields["dice"] = action.dice
    return fields

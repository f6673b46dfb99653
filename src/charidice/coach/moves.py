"""A move as JSON fields; dice are counted from 0."""

from charidice.rules.engine import ACTION_NAMES
from charidice.rules.moves import Action, Roll, Score

Fields = dict[str, object]


def move_fields(action: Action) -> Fields:
    """A move by its name, and the dice it keeps or scores."""
    fields: Fields = {"action": ACTION_NAMES[type(action)]}
    if isinstance(action, Roll):
        fields["keep"] = action.keep
    elif isinstance(action, Score):
        fields["dice"] = action.dice
    return fields

"""A hint as JSON fields; seats and dice count from 0."""

from charidice.coach.hints.model import Hint, Prospect
from charidice.coach.moves import Fields, move_fields
from charidice.rules.dice import Colour


def hint_fields(hint: Hint) -> tuple[Fields, ...]:
    """The fields that each of the four stages adds."""
    about = hint.about.letter if isinstance(hint.about, Colour) else hint.about
    return (
        {"player": hint.player, "look": hint.look, "about": about},
        {"dice": hint.dice, "giver": move_fields(hint.giver) if hint.giver else None},
        {"move": move_fields(hint.action) if hint.action else None, "verdict": hint.verdict},
        {
            "moves": [_prospect_fields(prospect) for prospect in hint.prospects],
            "makes_no_difference": hint.makes_no_difference,
            "truth": hint.truth,
            "error": hint.error,
        },
    )


def _prospect_fields(prospect: Prospect) -> Fields:
    facts = prospect._asdict()
    del facts["action"]
    return {**move_fields(prospect.action), **facts}

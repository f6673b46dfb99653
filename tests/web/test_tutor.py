"""What the tutor says before a clear mistake."""

import pytest

from charidice.messages import LANGUAGES, catalog
from charidice.record import read_position
from charidice.rules import Roll, Score
from charidice.web.jobs.coaching import hint, warning

NAMES = ["Lena", "Marko"]
# Four black dice in a row, and a roll left that costs nothing.
STRAIGHT = read_position("C1 :2x/:2x 2:K6K5K4K3B6G4")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_scores_the_dice_to_look_at_hears_that_they_may_still_roll(language: str) -> None:
    look = hint(STRAIGHT, 0, language, NAMES)["stages"][0]
    roll_on = catalog(language).say("web.tutor.roll-on")
    assert warning(STRAIGHT, 0, Score((0, 1, 2, 3)), language, NAMES) == f"{roll_on} {look}"
    assert warning(STRAIGHT, 0, Roll((0, 1, 3)), language, NAMES) == look

"""The focus of a hint: the common colour or number of the best move's dice."""

from collections.abc import Mapping

from charidice.coach.hints.model import WITH_BONUS, Look
from charidice.rules.dice import Colour, Dice
from charidice.rules.moves import Action, Roll
from charidice.rules.scoring import Kind
from charidice.rules.state import GameState

# The least probability of a bonus combination that makes it the reason to keep dice.
WORTH_A_TRY = 0.1

Place = tuple[Look, Colour | Kind | int | None]


def focus(state: GameState, action: Action, dice: Dice, kinds: Mapping[Kind, float]) -> Place:
    """The common colour or number of the dice to keep or score, or else the most likely combination."""
    if not dice:
        return Look.ANEW, None
    if state.rolls_left and not isinstance(action, Roll):
        return Look.ENOUGH, None
    shown = state.faces
    faces = [shown[die] for die in dice]
    colours = {face.colour for face in faces}
    numbers = {face.number for face in faces}
    # A single die has both; the probabilities tell which one matters.
    of_a_colour = sum(chance for kind, chance in kinds.items() if kind.is_one_colour)
    if len(colours) == 1 and (len(dice) > 1 or of_a_colour > kinds[Kind.SAME_NUMBER]):
        return Look.COLOUR, colours.pop()
    if len(numbers) == 1:
        return Look.NUMBER, numbers.pop()
    if len(colours) == len(dice):
        return Look.COLOURS, None
    likeliest = max(WITH_BONUS, key=lambda kind: kinds[kind])
    return (Look.KIND, likeliest) if kinds[likeliest] >= WORTH_A_TRY else (Look.COLOURS, None)

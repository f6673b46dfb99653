"""What an answer to an exercise is worth: 1 if it is right, else less, the more it costs."""

# Of the chance of victory: moves closer to the best one are right, too.
HAIR = 0.002
# The loss that halves the worth of an answer, unless the margin of the exercise is smaller.
HALVING = 0.03


def worth(loss: float, margin: float) -> float:
    """The worth of an answer with this loss in an exercise with this margin."""
    return 1.0 if loss <= HAIR else 2.0 ** (-loss / min(margin, HALVING))

"""What the solution says about the game, as tables and plots."""

from charidice.installed import STRATEGY, needing

with needing(STRATEGY):
    import numpy as numpy

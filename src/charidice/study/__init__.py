"""Facts about the game from its solution, as tables and plots."""

from charidice.installed import STRATEGY, needing

with needing(STRATEGY):
    import numpy as numpy

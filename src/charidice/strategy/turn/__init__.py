"""One turn, solved exactly for any utility."""

from charidice.installed import STRATEGY, needing

with needing(STRATEGY):
    import numpy as numpy

"""Objectives: what to maximise."""

from charidice.installed import STRATEGY, needing

with needing(STRATEGY):
    import numpy as numpy

"""Computes the tables of `charidice.strategy`, measures how far fitted ones are off, and solves every state of two."""

from charidice.installed import STRATEGY, needing

with needing(STRATEGY):
    import numpy as numpy

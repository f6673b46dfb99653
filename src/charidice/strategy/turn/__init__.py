"""One turn, solved exactly for any utility of its outcome. In the order of reading:

orbits      rolls and sets of kept dice up to symmetry, and their indices
outcomes    every way to end a turn, and the choices of every roll
solver      the recursion of a turn: TurnBranch, SeatBranch, solve_turn, turn_value, seat_values
sweeps      its steps in NumPy: best outcome, expectation, best keep
compiled    the same recursion for many turns, by Numba; vectors are its instructions
play        SolvedTurn: the value of every action in a turn, and the best one
forecast    the distribution of a turn's outcome
asking      when to ask a giver who plays for points only
"""

from charidice.installed import STRATEGY, needing

with needing(STRATEGY):
    import numpy as numpy

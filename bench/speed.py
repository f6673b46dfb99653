"""Whole random games by our public API, beside the same loop over two games of OpenSpiel, in one run.

    make bench

A decision is one choice from a list of legal actions. Every game samples its chance too, all by Python's RNG: ours
rolls the dice, theirs choose from the outcomes they list. Provably fair dice, two SHA-256 a roll, have a line of their
own. Time is processor time.
"""

import random
import time
from collections.abc import Callable
from statistics import median

import pyspiel
from open_spiel.python.games import kuhn_poker  # noqa: F401  (importing it registers the game)

from charidice import AskGift, DiceSource, FairDice, RandomDice, advance, legal_actions, new_game

PLAYERS = 4
BATCH = 50
WARM_UP = 1500
ROUNDS = 30
# Times as many decisions as the other in the same run.
LIMITS = {"python_kuhn_poker": 2.0, "pig": 0.7}


def charidice_game(rng: random.Random, fair: bool = False) -> int:
    dice: DiceSource = FairDice(rng.randbytes(32)) if fair else RandomDice(rng)
    choose = rng.choice
    state = new_game(PLAYERS)
    decisions = 0
    may_ask = False
    while not state.is_over:
        if may_ask:
            # The recipient decides after the first and the second roll (clause 5.5): ask, or not.
            decisions += 1
            ask = legal_actions(state, state.recipient)
            if choose((*ask, None)) is not None:
                state = advance(state, state.recipient, AskGift(), dice)
        decisions += 1
        active = state.active
        state = advance(state, active, choose(legal_actions(state, active)), dice)
        may_ask = state.recipient_decides
    return decisions


def open_spiel_game(name: str) -> Callable[[random.Random], int]:
    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                decisions += 1
                state.apply_action(rng.choice(state.legal_actions()))
        return decisions

    return play


def rate(play: Callable[[random.Random], int], rng: random.Random) -> tuple[float, float]:
    """Games and decisions per second."""
    start = time.process_time()
    decisions = sum(play(rng) for _ in range(BATCH))
    spent = time.process_time() - start
    return BATCH / spent, decisions / spent


def main() -> None:
    peers = {
        "charidice": charidice_game,
        "  with fair dice": lambda rng: charidice_game(rng, fair=True),
        "python_kuhn_poker": open_spiel_game("python_kuhn_poker"),
        "pig": open_spiel_game("pig"),
    }
    rng = random.Random(1)
    begin = time.process_time()
    # Meets every roll once, as any program that plays many games does.
    first = sum(charidice_game(rng) for _ in range(BATCH))
    print(f"the first {BATCH} games of a process: {first / (time.process_time() - begin):,.0f} decisions/s")
    for _ in range(WARM_UP):
        charidice_game(rng)
    # Many short rounds in turn, compared within each round: a noisy machine hits all alike.
    rounds = [{name: rate(play, rng) for name, play in peers.items()} for _ in range(ROUNDS)]
    print(f"medians of {ROUNDS:<9}{'games/s':>12}{'decisions/s':>14}{'charidice is':>15}")
    for name in peers:
        games, decisions = (median(found[name][which] for found in rounds) for which in (0, 1))
        times = median(found["charidice"][1] / found[name][1] for found in rounds)
        limit = f"   limit {LIMITS[name]:.1f}x" if name in LIMITS else ""
        print(f"{name:20}{games:12,.0f}{decisions:14,.0f}{times:14.2f}x{limit}")


if __name__ == "__main__":
    main()

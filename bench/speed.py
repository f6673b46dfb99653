"""Whole random games by our public API, beside the same loop over two games of OpenSpiel, in one run.

    make bench

A decision is one choice from a list of legal actions. Every game samples its chance too: ours by provably fair
dice, theirs from the outcomes they list.
"""

import random
import time
from collections.abc import Callable

import pyspiel
from open_spiel.python.games import kuhn_poker  # noqa: F401  (importing it registers the game)

from charidice import AskGift, FairDice, decide, evolve, legal_actions, new_game

PLAYERS = 4
SECONDS = 3.0
BATCH = 50
ROUNDS = 3
# Times as many decisions as the other in the same run.
LIMITS = {"python_kuhn_poker": 2.0, "pig": 0.7}


def charidice_game(rng: random.Random) -> int:
    dice = FairDice(rng.randbytes(32))
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
                state = evolve(state, decide(state, state.recipient, AskGift(), dice))
        decisions += 1
        state = evolve(state, decide(state, state.active, choose(legal_actions(state, state.active)), dice))
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


def rate(play: Callable[[random.Random], int]) -> tuple[float, float]:
    """Games and decisions per second."""
    rng = random.Random(1)
    games = decisions = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < SECONDS:
        decisions += sum(play(rng) for _ in range(BATCH))
        games += BATCH
    return games / spent, decisions / spent


def main() -> None:
    peers = {
        "charidice": charidice_game,
        "python_kuhn_poker": open_spiel_game("python_kuhn_poker"),
        "pig": open_spiel_game("pig"),
    }
    rate(charidice_game)  # fills the scoring table, as any program that plays many games does
    # Several short rounds in turn, the best of each: a noisy machine hits all alike.
    best: dict[str, tuple[float, float]] = {}
    for _ in range(ROUNDS):
        for name, play in peers.items():
            best[name] = max(best.get(name, (0.0, 0.0)), rate(play))
    ours = best["charidice"][1]
    print(f"{'':20}{'games/s':>12}{'decisions/s':>14}{'charidice is':>15}")
    for name, (games, decisions) in best.items():
        limit = f"   limit {LIMITS[name]:.1f}x" if name in LIMITS else ""
        print(f"{name:20}{games:12,.0f}{decisions:14,.0f}{ours / decisions:14.2f}x{limit}")


if __name__ == "__main__":
    main()

"""States reached in random games."""

from random import Random

from charidice.chance import FairDice
from charidice.rules import STANDARD, GameState, Ruleset, decide, evolve, legal_actions, new_game


def random_states(seed: int, players: int = 2, ruleset: Ruleset = STANDARD) -> list[GameState]:
    """Every state of a random game, from the start to the end."""
    rng, dice = Random(seed), FairDice(seed.to_bytes(32, "big"))
    states = [new_game(players, ruleset)]
    while not states[-1].is_over:
        state = states[-1]
        player = state.recipient if state.may_be_asked and rng.random() < 0.2 else state.active
        actor = player if legal_actions(state, player) else state.recipient
        action = rng.choice(legal_actions(state, actor))
        states.append(evolve(state, decide(state, actor, action, dice)))
    return states

"""Many games at once, beside our own engine one by one and others' many games, in one run on one core.

    make bench

Whole games: uniformly random play of two, and games between bots. A decision is one choice from the legal actions, the
forced first roll of a turn included, as in bench/speed.py. OpenSpiel's rollouts of `pig` run in C++, in few calls. pgx
chooses at random, steps and restarts finished games, many steps in one compiled call; the best of its small games
counts. Bare: the same games with the same dice, but with decisions that were made outside the measured time, beside the
bare step of pgx's Kuhn poker, its fastest. Steps: observation, mask and step of every game, by any legal action, which
is chosen outside the measured time, beside pgx's backgammon, which has dice. pgx is compared where it is installed (pip
install pgx; it brings jax, 600 MB). Time is processor time, of all threads.
"""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from bench.speed import charidice_game
from charidice.arena import play_deals
from charidice.batch.dice import random_deals
from charidice.batch.games import Games
from charidice.batch.levels import seated_policies
from charidice.batch.playing import STOPPED, PlayedGames, Policy, Turns, play
from charidice.batch.policies import UniformPolicy
from charidice.batch.scoring import ALL, Masks
from charidice.rules.state import Setup
from charidice.strategy.bots.team import Team
from charidice.strategy.turn.arrays import Bools, Ints

GAMES = 8192
ROLLOUTS = 2000
ROUNDS = 5
# The smallest games of pgx, which are the fastest, and how many steps one call makes.
SMALL_GAMES = ("kuhn_poker", "tic_tac_toe")
PGX_STEPS = 100
SETUP = Setup(2)
# Times as many as the other in the same run, at least.
LIMITS = {
    "decisions of the engine": 50,
    "decisions of OpenSpiel's pig": 1,
    "random steps of pgx's best": 1,
    "bare steps of pgx kuhn_poker": 1,
    "steps of pgx backgammon": 1,
    "owls one by one": 5,
}


def decisions(played: PlayedGames) -> int:
    """All choices of the games: first rolls, other rolls, scores, and whether to ask wherever that was possible."""
    turns, games = played.scored.shape
    rolled = int((played.keeps != ALL).sum())
    asked = played.asked_after
    holds = np.ones((SETUP.players, games), np.bool_)
    answers = 0
    for turn in range(turns):
        recipient = (turn + 1) % SETUP.players
        second = (played.keeps[turn, 0] != ALL) & (asked[turn] != 1)
        answers += int((holds[recipient] * (1 + second)).sum())
        holds[recipient] &= asked[turn] == 0
    return 2 * int(turns) * int(games) + rolled + answers


class Decided:
    """Plays what was decided before, in games with the same dice."""

    def __init__(self, played: PlayedGames) -> None:
        self._played = played

    def asks(self, turns: Turns, games: Ints) -> Bools:
        when = STOPPED if turns.stopped else turns.rolls
        asks: Bools = self._played.asked_after[turns.number].take(games) == when
        return asks

    def keeps(self, turns: Turns, games: Ints) -> Masks:
        keeps: Masks = self._played.keeps[turns.number, turns.rolls - 1].take(games)
        return keeps

    def scores(self, turns: Turns, games: Ints) -> Masks:
        scores: Masks = self._played.scored[turns.number].take(games)
        return scores


def best(work: Callable[[], int]) -> float:
    """How many a second, the best of several rounds."""
    found = 0.0
    for _ in range(ROUNDS):
        begin = time.process_time()
        count = work()
        found = max(found, count / (time.process_time() - begin))
    return found


def randomly_played() -> PlayedGames:
    deals = random_deals(SETUP, GAMES, np.random.default_rng(1))
    policies: list[Policy] = [UniformPolicy(1), UniformPolicy(2)]
    return play(policies, deals)


def random_games() -> int:
    return decisions(randomly_played())


def decided_games() -> Callable[[], int]:
    played = randomly_played()
    policies: list[Policy] = [Decided(played)] * SETUP.players
    count = decisions(played)

    def work() -> int:
        play(policies, random_deals(SETUP, GAMES, np.random.default_rng(1)))
        return count

    assert (play(policies, played.deals).totals == played.totals).all()
    return work


def bot_games(name: str, games: int) -> Callable[[], int]:
    def work() -> int:
        play(
            seated_policies([name] * 2, 0, SETUP, [[game, game] for game in range(games)]),
            random_deals(SETUP, games, np.random.default_rng(1)),
        )
        return games

    return work


def one_by_one(name: str, games: int) -> Callable[[], int]:
    team = Team.of([name, name])

    def work() -> int:
        play_deals(lambda rng: team(rng), games, SETUP, seed=1, duplicate=False)
        return games

    return work


def steps_per_second(compiled: bool) -> float:
    rng = np.random.default_rng(1)
    games = Games(SETUP, GAMES, rng, compiled)
    seen, masks = games.observe(), games.legal_mask()
    fastest = 0.0
    for _ in range(60):
        begin = time.process_time()
        games.observe(seen)
        games.legal_mask(masks)
        spent = time.process_time() - begin
        actions = (rng.random(masks.shape, np.float32) * masks).argmax(axis=1)
        begin = time.process_time()
        games.step(actions)
        games.restart(np.flatnonzero(games.is_over))
        fastest = max(fastest, GAMES / (spent + time.process_time() - begin))
    return fastest


def pig_rollouts() -> float | None:
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("pig")
    # A search of two simulations, which evaluates two nodes by so many rollouts.
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
    search = pyspiel.MCTSBot(game, evaluator, 2.0, 2, 10, False, 1, False)
    rng = random.Random(1)
    # The length of a random game of pig, played once by hand; a rollout is the same.
    lengths = []
    for _ in range(200):
        one = game.new_initial_state()
        count = 0
        while not one.is_terminal():
            if one.is_chance_node():
                actions, weights = zip(*one.chance_outcomes(), strict=True)
                one.apply_action(rng.choices(actions, weights)[0])
            else:
                count += 1
                one.apply_action(rng.choice(one.legal_actions()))
        lengths.append(count)

    def work() -> int:
        search.step(game.new_initial_state())
        return round(2 * ROLLOUTS * sum(lengths) / len(lengths))

    return best(work)


def pgx_rollouts() -> float | None:
    """Random steps a second, of the game of pgx that makes most."""
    try:
        import jax
        import pgx
        from pgx.experimental import auto_reset
    except ImportError:
        return None

    def rate(game: str) -> float:
        env = pgx.make(game)
        step = jax.vmap(auto_reset(env.step, env.init))

        def one(state: Any, key: Any) -> tuple[Any, None]:
            choosing, rolling = jax.random.split(key)
            mask = state.legal_action_mask
            actions = (jax.random.uniform(choosing, mask.shape) * mask).argmax(axis=1)
            return step(state, actions, jax.random.split(rolling, GAMES)), None

        start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), GAMES))
        many = jax.jit(lambda state, keys: jax.lax.scan(one, state, keys)[0])
        keys = jax.random.split(jax.random.PRNGKey(1), PGX_STEPS)
        jax.block_until_ready(many(start, keys))

        def work() -> int:
            jax.block_until_ready(many(start, keys))
            return PGX_STEPS * GAMES

        return best(work)

    return max(map(rate, SMALL_GAMES))


def pgx_steps(game: str) -> float | None:
    try:
        import jax
        import pgx
    except ImportError:
        return None
    env = pgx.make(game)
    start, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    state = start(jax.random.split(jax.random.PRNGKey(0), GAMES))
    keys = jax.random.split(jax.random.PRNGKey(1), GAMES)
    fastest = 0.0
    for _ in range(2 * ROUNDS):
        actions = jax.block_until_ready(state.legal_action_mask.argmax(axis=1))
        begin = time.process_time()
        state = jax.block_until_ready(step(state, actions, keys))
        fastest = max(fastest, GAMES / (time.process_time() - begin))
    return fastest


def compare(what: str, ours: float, other: float | None) -> None:
    if other is None:
        print(f"  {what}: not installed, not compared (pip install {'pgx' if 'pgx' in what else 'open_spiel'})")
    else:
        print(f"  {ours / other:,.1f}x the {what} ({other:,.0f}); limit {LIMITS[what]}x")


def main() -> None:
    rng = random.Random(1)
    one_by_one("fox", 40)()
    random_games()
    ours = best(random_games)
    print(f"random games, NumPy:  {ours:14,.0f} decisions/s")
    for _ in range(200):
        charidice_game(rng)
    compare("decisions of the engine", ours, best(lambda: sum(charidice_game(rng) for _ in range(100))))
    compare("decisions of OpenSpiel's pig", ours, pig_rollouts())
    compare("random steps of pgx's best", ours, pgx_rollouts())
    bare = best(decided_games())
    print(f"the same, decided before: {bare:10,.0f} decisions/s")
    compare("bare steps of pgx kuhn_poker", bare, pgx_steps("kuhn_poker"))
    for name, games in (("magpie", GAMES), ("fox", GAMES), ("sparrow", GAMES // 8), ("owl", 256)):
        bot_games(name, min(games, 32))()
        many = best(bot_games(name, games))
        alone = best(one_by_one(name, 12))
        print(f"{name + 's, two:':22}{many:14,.0f} games/s, {many / alone:,.1f}x those one by one ({alone:,.0f})")
        if name == "owl":
            compare("owls one by one", many, alone)
    for name, compiled in (("NumPy", False), ("Numba", True)):
        steps = steps_per_second(compiled)
        print(f"steps, {name}:         {steps:14,.0f} steps/s")
    compare("steps of pgx backgammon", steps, pgx_steps("backgammon"))


if __name__ == "__main__":
    main()

"""Shares of victory by the fitted networks: exact at the end, and for two players close to the exact solution."""

from importlib import resources

import numpy as np
import pytest

from charidice.rules import GameState, Rolled, Ruleset, Sheet, evolve, new_game
from charidice.rules.ruleset import ROUNDS
from charidice.rules.sheet import results, winners
from charidice.rules.state import Setup
from charidice.solving import residuals
from charidice.solving.fitting import Fitting, Part
from charidice.solving.residuals import is_open
from charidice.solving.training import Effort, fit, new_network, packed, stored
from charidice.solving.victory import VictorySolver
from charidice.strategy.analysis import Analysis
from charidice.strategy.objectives.contest import ShareOfVictory, measured_error, objective_for, solved_turn
from charidice.strategy.tables.features import features, inputs_of
from charidice.strategy.tables.lead import Pair
from charidice.strategy.tables.positions import (
    USUAL_GIFT,
    USUAL_TOTAL,
    Positions,
    break_ties,
    final_shares,
    turns_by_seat,
)
from charidice.strategy.tables.shares import Hidden, Network, Residuals, Shares, shares
from charidice.strategy.tables.victory import victory_solution
from charidice.strategy.turn.solver import has_numba

SEATS = (2, 3, 4)
# A number of turns left for which shares are smooth.
TURNS = 12
# What the networks may be off at the level that is fitted worst, and what then is left of it when a turn is solved.
RESIDUALS = Residuals(network=0.012, solved=0.01)


@pytest.mark.parametrize("seats", SEATS)
def test_the_end_is_exact(seats: int) -> None:
    rng = np.random.default_rng(seats)
    points, given = rng.integers(0, 8, (200, seats)) * 5.0, rng.integers(0, 4, (200, seats)) * 20.0 + 1
    found = final_shares(Positions(points, given, np.zeros((200, seats))))
    for row in range(200):
        sheets = [Sheet(points=(int(p),), given=(int(g),)) for p, g in zip(points[row], given[row], strict=True)]
        won = winners(results(sheets))
        assert found[row].tolist() == [1 / len(won) if seat in won else 0 for seat in range(seats)]


@pytest.mark.parametrize("seats", SEATS)
def test_a_turn_changes_what_the_rules_say(seats: int) -> None:
    before = Positions(*(np.array([row], float) for row in (range(10, 10 + seats), range(seats), [1] * seats)))
    after = before.after(np.array([30]), np.array([8]), asked=True)
    # The next player comes first: it received the gift and has used up the greatest of gifts.
    assert after.points[0].tolist() == [11 + 8, *range(12, 10 + seats), 10 + 30]
    assert after.given[0].tolist() == [*range(1, seats), 8]
    assert after.gifts[0].tolist() == [0] + [1] * (seats - 1)


@pytest.mark.parametrize("seats", SEATS)
def test_before_the_last_turn_shares_are_exact(seats: int) -> None:
    """Beside the turn solved for a whole batch, with nothing but the end of the game to go by."""
    fitting, rng = Fitting(shares(seats)), np.random.default_rng(seats)
    objective = ShareOfVictory(shares(seats))
    for _ in range(3):
        positions = fitting.likely(1, 2, rng)
        solved = fitting.solve_positions(positions, 1, has_numba())
        for row, expected in enumerate(solved):
            found = objective.before_turn(last_turn(*(column[row].astype(int).tolist() for column in positions)))
            assert sum(found) == pytest.approx(1)
            # The active player sits last, and comes first in a position. The batch's values have what breaks ties, and
            # what is the same to the active player may matter to the others.
            assert found[-1] == pytest.approx(expected[0], abs=2e-4)
            assert found == pytest.approx(np.roll(expected, -1), abs=0.02)


def last_turn(points: list[int], given: list[int], gifts: list[int]) -> GameState:
    """The state before the last turn, from what everybody has, the active player first, who sits last."""
    sheets = [
        Sheet((has, *(0,) * (ROUNDS - (1 if order else 2))), given=(gives,), has_gift=bool(gift))
        for order, (has, gives, gift) in enumerate(zip(points, given, gifts, strict=True))
    ]
    return new_game(len(sheets))._replace(round=ROUNDS, active=len(sheets) - 1, sheets=(*sheets[1:], sheets[0]))


@pytest.mark.parametrize("seats", SEATS)
def test_shares_are_shares(seats: int) -> None:
    objective = ShareOfVictory(shares(seats))
    start = Analysis(new_game(seats), objective).seats
    assert sum(start) == pytest.approx(1, abs=1e-5)
    assert all(0.6 / seats < share < 1.4 / seats for share in start)
    ahead = new_game(seats)
    sheets = (ahead.sheets[0], ahead.sheets[1]._replace(received=(60,)), *ahead.sheets[2:])
    assert Analysis(ahead._replace(sheets=sheets), objective).seats[1] > start[1] + 0.1


def test_the_method_is_close_to_the_exact_answer_for_two() -> None:
    """Likely positions of two players: the fitted chance of victory beside the solved one."""
    exact, fitted = victory_solution(), shares(2)
    rng = np.random.default_rng(7)
    errors = []
    for turns_left in range(1, 15):
        for _ in range(20):
            pair = VictorySolver(exact).likely(turns_left, rng)
            positions = positions_of(pair)
            errors.append(fitted.of(positions, turns_left)[0, 0] - exact.chance_of(pair))
    assert np.sqrt(np.mean(np.square(errors))) < 0.025
    assert abs(np.mean(errors)) < 0.01


def positions_of(pair: Pair) -> Positions:
    rows = ((pair.difference, 0), (pair.own, pair.other), (pair.has_gift, pair.other_has_gift))
    return Positions(*(np.array([row], np.float32) for row in rows))


@pytest.mark.parametrize("seats", SEATS)
def test_a_slice_of_the_shipped_functions_is_reproduced(seats: int) -> None:
    """Fresh positions solved from the functions one turn later lie on the functions, but for the stated residuals."""
    fitting, rng = Fitting(shares(seats)), np.random.default_rng(11)
    fitting.table = shares(seats)
    for turns_left in (1, 2, seats, seats + 1, fitting.turns // 2, fitting.turns):
        errors = []
        for _ in range(8):
            positions = fitting.likely(turns_left, 16, rng)
            solved = fitting.solve_positions(positions, turns_left, has_numba())
            assert solved.sum(axis=1) == pytest.approx(np.ones(16), abs=1e-5)
            found = fitting.table.of(positions, turns_left)
            errors.append((found - solved)[is_open(solved[:, 0]), 0])
        error = np.sqrt(np.square(np.concatenate(errors)).mean())
        assert error < 2 * fitting.table.residuals[turns_left].network + 0.001


@pytest.mark.parametrize("can_ask", [False, True])
@pytest.mark.parametrize(("seats", "turns_left"), [(2, 5), (3, 2), (4, 9)])
def test_a_family_is_worth_what_its_positions_are(seats: int, turns_left: int, can_ask: bool) -> None:
    """They share what the turn may lead to; alone, each is solved with all of its own."""
    fitting = Fitting(shares(seats))
    family = Positions(*(column[:8] for column in fitting.positions(Part(turns_left, 3))))
    family.gifts[:, 1] = can_ask
    changed = {name for name, column in family._asdict().items() if len(np.unique(column, axis=0)) > 1}
    assert changed == {"points", "given"}
    together, alone = (
        solved(family, turns_left, has_numba()) for solved in (fitting.solve_family, fitting.solve_positions)
    )
    np.testing.assert_allclose(together, alone, atol=1e-4)
    assert np.ptp(together[:, 0]) > 0.01


@pytest.mark.parametrize("seats", [3, 4])
def test_the_residuals_are_small_at_every_level_and_add_up(seats: int) -> None:
    found = shares(seats)
    assert list(found.residuals) == list(range(1, seats * ROUNDS + 1))
    networks, solved = zip(*found.residuals.values(), strict=True)
    assert max(networks) < RESIDUALS.network
    assert solved[0] == 0
    assert max(solved) < RESIDUALS.solved
    errors = [found.error(turns_left) for turns_left in found.residuals]
    assert errors == sorted(errors)
    assert errors[2] == pytest.approx(np.hypot(solved[1], solved[2]))
    # Within a turn the networks' values do not average out.
    assert found.error(3, in_turn=True) == pytest.approx(np.hypot(errors[1], networks[1]))


def test_a_wrong_network_is_found_out_one_turn_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(residuals, "POSITIONS", 8)
    right = shares(3)
    fitting = Fitting(right)

    def residual(turns_left: int) -> float:
        return residuals.solved_residual(fitting, turns_left, np.random.default_rng(2))

    before = residual(2)
    # With one turn left, the active player is taken to have a worse chance, and the others a better one.
    wrong = right.networks[1].last.copy()
    wrong[-1] -= (1, 0, 0)
    fitting.table = Shares(3, right.last_turn)
    fitting.table.networks = {**right.networks, 1: right.networks[1]._replace(last=wrong)}
    assert residual(2) > 4 * before
    # Before the last turn only the end of the game counts.
    assert residual(1) == 0


def test_all_tables_together_are_small() -> None:
    files = [file for file in resources.files("charidice.strategy.tables").iterdir() if file.name.endswith(".npz")]
    assert {"lead.npz", "victory.npz", "shares3.npz", "shares4.npz"} < {file.name for file in files}
    assert sum(len(file.read_bytes()) for file in files) <= 5_000_000


@pytest.mark.parametrize("seats", SEATS)
def test_the_features_are_as_many_as_the_network_has_inputs(seats: int) -> None:
    fitting, rng = Fitting(shares(seats)), np.random.default_rng(seats)
    for turns_left in (1, seats, seats + 1, 2 * seats, 2 * seats + 1, fitting.turns):
        inputs = features(fitting.likely(turns_left, 16, rng), turns_left, fitting.table.last_turn)
        assert inputs.shape == (16, inputs_of(turns_left, seats))
        assert np.isfinite(inputs).all()


@pytest.mark.parametrize("turns_left", [1, 2, 4, 6])
def test_in_the_last_two_rounds_a_point_more_is_told_apart_on_its_step(turns_left: int) -> None:
    """From the middle of the pack: each point moves the inputs about as much as the one before, none not at all."""
    level = USUAL_TOTAL * turns_by_seat(turns_left, 3) + USUAL_GIFT * np.roll(turns_by_seat(turns_left, 3), 1)
    points = np.repeat(200.0 - level[None], 21, axis=0)
    points[:, 0] += np.arange(-10, 11)
    positions = Positions(points, np.full((21, 3), 40.0), np.zeros((21, 3)))
    moved = np.abs(np.diff(features(positions, turns_left, shares(3).last_turn), axis=0)).sum(axis=1)
    assert moved.min() > 0.2
    smooth = np.abs(np.diff(features(positions, 3 * 3, shares(3).last_turn), axis=0)).sum(axis=1)
    assert moved.min() > 2 * smooth.max()


@pytest.mark.parametrize("seats", SEATS)
def test_ties_are_broken_by_points_and_between_two_by_the_lead(seats: int) -> None:
    total, gift = np.array([30, 40, 30]), np.array([5, 5, 9])
    leaves = np.full((seats, 3, 2), 1 / seats, np.float32)
    break_ties(leaves, total, gift)
    active, recipient = leaves[0, :, 0], leaves[1, :, 0]
    assert active.argmax() == 1
    assert (active[0] > active[2]) == (seats == 2)
    assert recipient.argmax() == 2
    assert (recipient[0] > recipient[1]) == (seats == 2)
    assert (leaves[2:] == np.float32(1 / seats)).all()
    assert leaves == pytest.approx(1 / seats, abs=1e-4)
    np.testing.assert_array_equal(leaves[..., 0], leaves[..., 1])


@pytest.mark.parametrize("seats", [3, 4])
def test_the_share_before_a_turn_is_that_of_the_turn_solved(seats: int) -> None:
    """Nothing changes on average when the dice are rolled for the first time."""
    start = new_game(seats)
    objective = ShareOfVictory(shares(seats))
    found = objective.before_turn(start)
    assert sum(found) == pytest.approx(1)
    assert found == pytest.approx(Analysis(start, objective).forecast().seats(solved_turn(objective, start)), abs=2e-5)
    assert found != pytest.approx(objective.shares.of(Positions.of(start), seats * ROUNDS)[0], abs=1e-5)


@pytest.mark.parametrize("seats", [3, pytest.param(4, marks=pytest.mark.long)])
def test_fitting_finds_a_function_through_shares(seats: int) -> None:
    rng = np.random.default_rng(5)
    inputs = rng.normal(size=(2000, inputs_of(TURNS, seats))).astype(np.float32)
    powers = np.exp(inputs[:, :seats] - 0.5 * np.abs(inputs[:, seats : 2 * seats]))
    targets = (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)
    start = new_network(TURNS, seats, rng)
    fitted = fit(start, inputs, targets, Effort(len(inputs), 1, epochs=100), rng)
    before, after = (np.sqrt(np.square(net.of(inputs) - targets).mean()) for net in (start, fitted))
    assert after < before / 5
    kept = Network.unpacked(packed(fitted), TURNS, seats)
    assert np.abs(kept.of(inputs) - fitted.of(inputs)).max() < 1e-2


@pytest.mark.parametrize("gated", [False, True])
def test_the_slope_of_a_hidden_layer_is_its_derivative(gated: bool) -> None:
    sums, step = np.linspace(-100, 100, 4001), 1e-6
    more, less = (Hidden.of(sums + side, gated).values for side in (step, -step))
    slope = Hidden.of(sums.copy(), gated).slope
    assert np.isfinite(slope).all()
    np.testing.assert_allclose(slope, (more - less) / (2 * step), atol=1e-5)


def test_what_a_file_holds_is_restored() -> None:
    network = new_network(TURNS, 4, np.random.default_rng(1))
    table = Shares(4, shares(4).last_turn)
    table.restore(TURNS, stored(Residuals(0.5, 0.25), network))
    assert table.residuals[TURNS] == Residuals(0.5, 0.25)
    for own, its in zip(table.networks[TURNS].weights, network.weights, strict=True):
        np.testing.assert_allclose(own, its, rtol=0.02, atol=1e-4)
    assert (stored(table.residuals[TURNS], table.networks[TURNS]) == stored(Residuals(0.5, 0.25), network)).all()


@pytest.mark.parametrize(
    "setup",
    [Setup(2, Ruleset(3, True)), Setup(2, Ruleset(20)), Setup(3, Ruleset(9, True, True)), Setup(4, Ruleset(8))],
)
def test_any_game_has_its_shares(setup: Setup) -> None:
    objective = objective_for("victory", setup)
    assert objective.truth == "estimated"
    assert (objective.sum is None) == (setup.players > 2)
    seats = Analysis(new_game(setup.players, setup.ruleset), objective).seats
    assert sum(seats) == pytest.approx(1, abs=1e-5)


def test_the_error_is_measured_for_the_game_that_was_fitted() -> None:
    start = new_game(4)
    objective = objective_for("victory", start.setup)
    assert objective.truth == "measured"
    error = measured_error(objective, start)
    assert error is not None
    assert 0 < error < 0.1
    for rounds in (1, 8):
        other = new_game(4, Ruleset(rounds))
        assert measured_error(objective_for("victory", other.setup), other) is None


def test_the_error_falls_during_the_game_and_the_last_turn_has_none() -> None:
    objective, found = ShareOfVictory(shares(3)), shares(3)
    state = last_turn([100, 110, 120], [40, 50, 60], [0, 0, 0])
    assert objective.error(state) == 0
    assert objective.error(evolve(state, Rolled((), (1, 2, 3, 4, 5, 6)))) == 0
    start = new_game(3)
    assert objective.error(start) == found.error(21)
    # Within a turn, the function is that of the turn after it.
    assert objective.error(evolve(start, Rolled((), (1, 2, 3, 4, 5, 6)))) == found.error(21, in_turn=True)

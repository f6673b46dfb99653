"""Values of actions in a solved turn, against the engine and against enumeration."""

from collections.abc import Callable
from functools import cache
from math import fsum
from random import Random

import numpy as np
import pytest

from charidice.rules import (
    STANDARD_DICE,
    Action,
    AskGift,
    DeclineGift,
    GameState,
    Node,
    Roll,
    Rolled,
    Ruleset,
    Score,
    Stop,
    Stopped,
    charity_bonuses,
    decide,
    evolve,
    legal_actions,
    new_game,
)
from charidice.rules.moves import REROLLS
from charidice.rules.strict import CHANCE
from charidice.strategy.objectives.contest import Lead, solved_turn, start_of_turn
from charidice.strategy.tables.lead import Pair, empty_solution
from charidice.strategy.turn.orbits import roll_index
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import Leaves, SolvedTurn
from charidice.strategy.turn.solver import solve_turn

Numbers = tuple[int, ...]

ONE_ROUND = Ruleset(rounds=1)
ONE_ROUND_RULESETS = [ONE_ROUND, Ruleset(1, late_asking=True), Ruleset(1, free_giving=True), Ruleset(1, True, True)]
FIVE_BLUE = (4, 3, 2, 1, 6, 6)
FOUR_FOURS = (4, 4, 4, 4, 2, 6)
FOUR_BLUE = (4, 3, 6, 1, 5, 5)
NOTHING = (1, 6, 2, 5, 3, 1)


class NoDice:
    def roll(self, state: GameState, keep: Numbers) -> Numbers:
        raise AssertionError("nothing is rolled here")


def throw(state: GameState, numbers: Numbers) -> GameState:
    return evolve(state, Rolled((), numbers))


def last_turn(ruleset: Ruleset, *rolls: Numbers) -> GameState:
    """A state of the last turn of a game of one round; the other player has given 24."""
    state = throw(new_game(2, ruleset), FIVE_BLUE)
    if ruleset.late_asking:
        state = evolve(evolve(state, Stopped()), decide(evolve(state, Stopped()), 1, DeclineGift(), NoDice()))
    state = evolve(state, decide(state, 0, Score((0, 1, 2, 3)), NoDice()))
    for numbers in rolls:
        state = throw(state, numbers)
    return state


def solved(state: GameState) -> SolvedTurn:
    """The last turn, for which the end of the game is all that has to be known."""
    return solved_turn(Lead(empty_solution(state.setup.ruleset)), start_of_turn(state))


def tree_value(node: Node, player: int) -> float:
    """The final lead of a player, the other one playing against it, by walking the tree to every end."""
    if node.player is None:
        return node.totals[player] - node.totals[1 - player]
    if node.player == CHANCE:
        return fsum(chance * tree_value(node.land(number), player) for number, chance in node.outcomes)
    best: Callable[..., float] = max if node.player == player else min
    return best(tree_value(node.play(action), player) for action in node.actions)


@pytest.mark.parametrize("answer", [AskGift(), DeclineGift()])
@pytest.mark.parametrize("ruleset", ONE_ROUND_RULESETS)
@pytest.mark.parametrize(
    ("numbers", "keeps"),
    [
        (FIVE_BLUE, [(0, 1, 2, 3, 4), (0, 1, 2, 3), (1, 2, 3, 4, 5)]),
        (FOUR_FOURS, [(0, 1, 2, 3), (0, 1, 2, 3, 5), (0, 1, 4, 5)]),
        (FOUR_BLUE, [(0, 1, 3, 4), (0, 1, 2, 3)]),
        (NOTHING, [(1, 2, 3, 4), (0, 1, 2, 3, 4)]),
    ],
)
def test_5_5_keep_sets_and_options_are_worth_what_the_tree_says(
    numbers: Numbers, keeps: list[Numbers], ruleset: Ruleset, answer: AskGift | DeclineGift
) -> None:
    state = last_turn(ruleset, NOTHING, numbers)
    node = Node.of(state).play(answer)
    values = solved(state).action_values(node.state)
    checked = [Roll(keep) for keep in keeps] + [action for action in values if not isinstance(action, Roll)]
    for action in checked:
        assert values[action] == pytest.approx(tree_value(node.play(action), 1), abs=1e-4), action


def test_8_2_after_a_stop_the_answer_is_worth_what_the_tree_says() -> None:
    state = evolve(last_turn(Ruleset(1, late_asking=True), NOTHING, FOUR_BLUE), Stopped())
    asking = solved(state).asking(state)
    node = Node.of(state)
    for answer, value in ((AskGift(), asking.if_asked), (DeclineGift(), asking.if_not_asked)):
        assert value == pytest.approx(tree_value(node.play(answer), 1), abs=1e-4)


class Enumeration:
    """The last turn by plain enumeration of every roll, with no tensor: 0 stands for a die to be rolled."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        active, recipient = (state.sheets[seat] for seat in (state.active, state.recipient))
        self.lead_so_far = active.subtotal - recipient.subtotal
        self.own, self.other = active.total_given, recipient.total_given
        self.best_score = cache(self._best_score)
        self.after_roll_2 = cache(self._after_roll_2)
        self.decided_2 = cache(self._decided_2)

    def lead(self, total: int, gift: int) -> int:
        mine, theirs = charity_bonuses((self.own + gift, self.other))
        return self.lead_so_far + total - gift + mine - theirs

    def _best_score(self, numbers: Numbers, asked: bool) -> int:
        options = self.state.setup.scoring.options(numbers).values()
        return max(self.lead(option.total, option.gift * (1 + asked)) for option in options)

    def _after_roll_2(self, kept: Numbers, asked: bool) -> float:
        if 0 not in kept:
            return self.best_score(kept, asked)
        die = kept.index(0)
        return fsum(self.after_roll_2((*kept[:die], n, *kept[die + 1 :]), asked) for n in range(1, 7)) / 6

    def _decided_2(self, numbers: Numbers, asked: bool) -> float:
        score = self.best_score(numbers, asked)
        if self.state.setup.ruleset.late_asking and not asked:
            score = min(score, self.best_score(numbers, True))
        return max(score, *(self.after_roll_2(keeping(numbers, roll.keep), asked) for roll in REROLLS))

    def after_roll_1(self, kept: Numbers, asked: bool) -> float:
        if 0 not in kept:
            with_gift = self.decided_2(kept, True)
            return with_gift if asked else min(with_gift, self.decided_2(kept, False))
        die = kept.index(0)
        return fsum(self.after_roll_1((*kept[:die], n, *kept[die + 1 :]), asked) for n in range(1, 7)) / 6


def keeping(numbers: Numbers, keep: Numbers) -> Numbers:
    return tuple(number if die in keep else 0 for die, number in enumerate(numbers))


@pytest.mark.parametrize("ruleset", [ONE_ROUND, Ruleset(1, late_asking=True)])
def test_5_5_asking_and_keeping_are_worth_what_enumeration_says(ruleset: Ruleset) -> None:
    enumeration = Enumeration(last_turn(ruleset))
    for numbers in (FIVE_BLUE, FOUR_FOURS, FOUR_BLUE, NOTHING):
        state = last_turn(ruleset, NOTHING, numbers)
        turn = solved(state)
        assert turn.asking(state) == pytest.approx(
            (enumeration.decided_2(numbers, True), enumeration.decided_2(numbers, False)), abs=1e-4
        )
        for asked in (False, True):
            after_2 = state._replace(turn=state.turn._replace(asked=asked))
            after_1 = after_2._replace(turn=after_2.turn._replace(rolls=1))
            second = turn.keep_values(after_2)
            first = dict(zip(REROLLS, turn.keep_values(after_1).tolist(), strict=True))
            expected = [enumeration.after_roll_2(keeping(numbers, roll.keep), asked) for roll in REROLLS]
            assert second == pytest.approx(np.array(expected), abs=1e-4)
            for keep in ((1, 2, 3, 4, 5), (0, 2, 3, 5)):
                expected_first = enumeration.after_roll_1(keeping(numbers, keep), asked)
                assert first[Roll(keep)] == pytest.approx(expected_first, abs=1e-4)


def test_asking_is_not_always_good() -> None:
    """Doubling the gift can give the charity bonus away with it (6.1)."""
    verdicts = set()
    random = Random(1)
    turn = solved(last_turn(ONE_ROUND))
    for _ in range(200):
        state = last_turn(ONE_ROUND, NOTHING, tuple(random.choices(range(1, 7), k=6)))
        verdicts.add(turn.should_ask(state))
    assert verdicts == {True, False}


@pytest.mark.parametrize("ruleset", ONE_ROUND_RULESETS)
def test_every_legal_action_has_its_value_and_the_best_is_chosen(ruleset: Ruleset) -> None:
    random = Random(2)
    turn = solved(last_turn(ruleset))
    assert turn.action_values(last_turn(ruleset)) == {Roll(): pytest.approx(float(turn.values.start[0]))}
    for number in range(150):
        numbers = tuple(random.choices(range(1, 7), k=6))
        state = last_turn(ruleset, *[numbers] * (number % 3 + 1))
        if number % 2 and state.may_be_asked:
            state = evolve(state, decide(state, 0, AskGift(), NoDice()))
        values = turn.action_values(state)
        assert tuple(values) == legal_actions(state, 1)
        best = turn.best_action(state)
        assert values[best] == max(values.values())
        branch = turn.values.asked if state.turn.asked else turn.values.plain
        assert branch is not None
        orbit = turn.orbits.of_roll[roll_index(numbers)]
        by_rolls = (branch.first, branch.second, branch.score)
        assert values[best] == pytest.approx(float(by_rolls[state.turn.rolls - 1][orbit, 0]))


def test_8_2_who_stops_scores_after_the_answer() -> None:
    ruleset = Ruleset(1, late_asking=True)
    straight = (4, 3, 2, 1, 6, 5)
    state = last_turn(ruleset, straight)
    turn = solved(state)
    assert turn.best_action(state) == Stop()
    stopped = evolve(state, Stopped())
    for answer in (AskGift(), DeclineGift()):
        answered = evolve(stopped, decide(stopped, 0, answer, NoDice()))
        assert turn.best_action(answered) == Score((0, 1, 2, 3, 4, 5))


def test_among_equals_the_smaller_gift_is_given() -> None:
    found = outcomes(STANDARD_DICE, False)
    indifferent = SolvedTurn.for_active(found, np.zeros(len(found.total)))
    state = last_turn(ONE_ROUND, NOTHING, NOTHING, FOUR_BLUE)
    action = indifferent.best_action(state)
    assert isinstance(action, Score)
    gifts = {Score(option.dice): option.gift for option in state.options}
    assert gifts[action] == min(gifts.values())


def test_a_state_of_a_batch_is_the_state_alone() -> None:
    found = outcomes(STANDARD_DICE, False)
    weights = np.array([0.0, 0.5, 1.0])
    utility = found.total[:, None] - weights * found.gift[:, None]
    batch = solve_turn(found, utility)
    for index in range(len(weights)):
        alone = SolvedTurn.for_active(found, utility[:, index]).values
        assert batch.start[index] == pytest.approx(alone.start[0])
        for rolls in (1, 2):
            np.testing.assert_allclose(batch.plain.after(rolls)[:, index], alone.plain.after(rolls)[:, 0])


def test_what_matters_before_a_turn_is_read_off_the_sheets() -> None:
    state = last_turn(ONE_ROUND, NOTHING)
    start = Pair(turns_left=1, own=0, other=24, has_gift=True, other_has_gift=True, difference=24 - 35)
    assert Pair.of(start_of_turn(state)) == start
    asked = evolve(state, decide(state, 0, AskGift(), NoDice()))
    assert not asked.sheets[0].has_gift
    assert Pair.of(start_of_turn(asked)) == start
    assert start_of_turn(asked) == start_of_turn(state)


class EachForThemselves:
    """A turn of three players by plain enumeration: the values of an outcome to all, of whom two decide."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.table, self.late_asking = new_game(3, ruleset).setup.scoring, ruleset.late_asking
        # The recipient rather likes gifts, the third player would not have them.
        total, gift = np.indices((128, 64))
        noise = np.random.default_rng(3).normal(0, 3, (2, 3, 128, 64))
        self.worth = (
            np.stack(
                [np.stack([total - 0.3 * gift * f, f * gift - 0.4 * total - 9 * (f - 1), -gift * f]) for f in (1, 2)]
            )
            + noise * np.array([1, 2])[:, None, None, None]
        )
        self.best_score = cache(self._best_score)
        self.after_roll_2 = cache(self._after_roll_2)
        self.decided_2 = cache(self._decided_2)

    def leaf(self, total: int, gift: int, asked: bool) -> tuple[float, ...]:
        return tuple(self.worth[int(asked), :, total, gift].tolist())

    def answered(self, plain: tuple[float, ...], asked: tuple[float, ...]) -> tuple[float, ...]:
        return asked if asked[1] > plain[1] else plain

    def _best_score(self, numbers: Numbers, asked: bool) -> tuple[float, ...]:
        return max(self.leaf(option.total, option.gift, asked) for option in self.table.options(numbers).values())

    def mean(self, after: Callable[..., tuple[float, ...]], kept: Numbers, asked: bool) -> tuple[float, ...]:
        die = kept.index(0)
        landed = [after((*kept[:die], n, *kept[die + 1 :]), asked) for n in range(1, 7)]
        return tuple(fsum(values) / 6 for values in zip(*landed, strict=True))

    def _after_roll_2(self, kept: Numbers, asked: bool) -> tuple[float, ...]:
        return self.mean(self.after_roll_2, kept, asked) if 0 in kept else self.best_score(kept, asked)

    def _decided_2(self, numbers: Numbers, asked: bool) -> tuple[float, ...]:
        score = self.best_score(numbers, asked)
        if self.late_asking and not asked:
            score = self.answered(score, self.best_score(numbers, True))
        return max(score, *(self.after_roll_2(keeping(numbers, roll.keep), asked) for roll in REROLLS))

    def after_roll_1(self, kept: Numbers, asked: bool) -> tuple[float, ...]:
        if 0 in kept:
            return self.mean(self.after_roll_1, kept, asked)
        return self.decided_2(kept, True) if asked else self.answered(*(self.decided_2(kept, a) for a in (False, True)))


@pytest.mark.parametrize("ruleset", [ONE_ROUND, Ruleset(1, late_asking=True)])
def test_with_three_everybody_decides_by_their_own_value_and_foresees_it(ruleset: Ruleset) -> None:
    """The giver anticipates the question, and the recipient that they can still ask later."""
    enumeration, start = EachForThemselves(ruleset), new_game(3, ruleset)
    found = outcomes(STANDARD_DICE, ruleset.free_giving)
    plain, asked = (
        np.array([enumeration.leaf(*pair, asked) for pair in zip(found.total, found.gift, strict=True)])
        for asked in (False, True)
    )
    turn = SolvedTurn(found, Leaves(plain, asked), 0, ruleset.late_asking, constant_sum=False)
    verdicts = set()
    for numbers in (FIVE_BLUE, FOUR_FOURS, NOTHING, (6, 6, 5, 5, 1, 2)):
        second = throw(throw(start, NOTHING), numbers)
        of_answers = [enumeration.decided_2(numbers, asked) for asked in (True, False)]
        answers: tuple[Action, ...] = (AskGift(), DeclineGift())
        for answer, values in zip(answers, of_answers, strict=True):
            assert turn.seats(second, answer) == pytest.approx(values, abs=1e-9)
        assert turn.should_ask(second) == (of_answers[0][1] > of_answers[1][1])
        verdicts.add(turn.should_ask(second))
        assert turn.seats(second) == pytest.approx(enumeration.answered(*of_answers[::-1]), abs=1e-9)
        first = throw(start, numbers)
        for keep in ((1, 2, 3, 4, 5), (0, 1, 2, 3)):
            for state, has_asked in ((first, False), (first._replace(turn=first.turn._replace(asked=True)), True)):
                expected = enumeration.after_roll_1(keeping(numbers, keep), has_asked)
                assert turn.seats(state, Roll(keep)) == pytest.approx(expected, abs=1e-9)
    assert verdicts == {True, False}

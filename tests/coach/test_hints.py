"""Hints agree with the analysis."""

from math import sqrt
from random import Random

import pytest

from charidice.coach import Coach, Hint, Look, Prospect
from charidice.coach.hints.focus import focus
from charidice.coach.hints.model import SAME_VICTORY
from charidice.match import Match
from charidice.record import read_position
from charidice.rules import (
    STANDARD,
    Action,
    Colour,
    GameState,
    Kind,
    Roll,
    Ruleset,
    Score,
    ScoringOption,
    Stop,
    charity_bonuses,
    legal_actions,
    new_game,
)
from charidice.strategy.analysis import Analysis

from .positions import LATE_ASKING, TABLES, before_turn, coach_for, decided, hint_for, positions, rolled

every_table = pytest.mark.parametrize(("players", "ruleset"), TABLES)

FOUR_BLUE = (4, 3, 6, 1, 5, 5)
SIX_SIXES = (6, 6, 6, 6, 6, 6)


def movers(players: int, ruleset: Ruleset) -> list[GameState]:
    """Positions in which the active player has something to choose."""
    return [state for state in positions(players, ruleset) if state.turn.rolls and legal_actions(state, state.active)]


def advice(state: GameState) -> tuple[Coach, Analysis, Hint]:
    coach = coach_for(state.setup)
    return coach, Analysis(state, coach.victory), hint_for(state, state.active)


@every_table
def test_the_move_is_the_best_and_the_others_follow_it(players: int, ruleset: Ruleset) -> None:
    for state in movers(players, ruleset):
        _, analysis, hint = advice(state)
        values = analysis.action_values(state.active)
        assert hint.action is not None
        assert values[hint.action] == max(values.values())
        told = [prospect.victory for prospect in hint.prospects]
        assert told == sorted(told, reverse=True)
        assert len(told) <= 3
        brought = [option[1:] for option, _ in scored(state, hint)]
        assert len(brought) == len(set(brought)), "two moves that bring the same"


def scored(state: GameState, hint: Hint) -> list[tuple[ScoringOption, Prospect]]:
    """The prospects that score, with what they score."""
    options = state.setup.scoring.options(state.turn.numbers)
    return [(options[p.action.dice], p) for p in hint.prospects if isinstance(p.action, Score)]


@every_table
def test_every_fact_is_one_of_the_analysis(players: int, ruleset: Ruleset) -> None:
    for state in movers(players, ruleset):
        coach, analysis, hint = advice(state)
        values = analysis.action_values(state.active)
        assert hint.truth == coach.victory.truth
        assert hint.makes_no_difference == (max(values.values()) - min(values.values()) < SAME_VICTORY)
        for prospect in hint.prospects:
            forecast = analysis.forecast(prospect.action)
            assert prospect.victory == min(max(values[prospect.action], 0), 1)
            assert (prospect.points, prospect.gift) == (forecast.points, forecast.gift)
            assert prospect.kinds == forecast.kinds
            if coach.lead:
                assert prospect.lead == Analysis(state, coach.lead).action_values(state.active)[prospect.action]
            else:
                assert prospect.lead is None


@every_table
def test_what_is_scored_is_certain(players: int, ruleset: Ruleset) -> None:
    for state in movers(players, ruleset):
        for option, prospect in scored(state, advice(state)[2]):
            gift = option.doubled_gift if state.turn.asked else option.gift
            assert (prospect.points, prospect.gift) == (option.total, gift)
            assert prospect.kinds[option.kind] == 1
            assert prospect.spread == 0


def test_6_1_after_the_last_turn_whoever_gave_the_most_gets_the_bonus() -> None:
    chance = Random(1)
    for _ in range(5):
        start = before_turn(3, STANDARD, chance, turns_played=20)
        state = rolled(start, *[tuple(chance.choices(range(1, 7), k=6))] * 2)
        _, analysis, hint = advice(state)
        given = [sheet.total_given for sheet in state.sheets]
        for prospect in hint.prospects:
            outcomes, plain, asked = analysis.forecast(prospect.action)
            bonus = expected = squares = 0.0
            for total, gift, chances in zip(outcomes.total, outcomes.gift, zip(plain, asked, strict=True), strict=True):
                for factor, share in enumerate(chances, 1):
                    after = [*given]
                    after[state.active] += factor * int(gift)
                    bonus += share * (charity_bonuses(after)[state.active] > 0)
                    expected += share * (total - factor * gift)
                    squares += share * (total - factor * gift) ** 2
            assert prospect.most_given == pytest.approx(bonus)
            assert prospect.spread == pytest.approx(sqrt(squares - expected**2))
            assert prospect.asked == pytest.approx(asked.sum())


def test_8_2_a_stop_tells_which_dice_will_be_scored() -> None:
    state = rolled(new_game(2, LATE_ASKING), SIX_SIXES)
    hint = coach_for(state.setup).hint(state, 0)
    assert hint.action == Stop()
    assert (hint.look, hint.dice) == (Look.ENOUGH, (0, 1, 2, 3, 4, 5))


def test_where_victory_is_decided_the_move_still_makes_points() -> None:
    for seat in (0, 1):
        start = decided(before_turn(2, STANDARD, Random(3), turns_played=12 + seat))
        state = rolled(start, *[SIX_SIXES] * 3)
        coach, _, hint = advice(state)
        assert hint.makes_no_difference
        assert hint.action == Score((0, 1, 2, 3, 4, 5))
        assert coach.lead
        assert hint.prospects[0].lead == max(Analysis(state, coach.lead).action_values(seat).values())


NOTHING: dict[Kind, float] = dict.fromkeys(Kind, 0.0)
NUMBERS = NOTHING | {Kind.SAME_NUMBER: 0.3, Kind.EVERY_COLOUR: 0.7}
COLOURS = NOTHING | {Kind.STRAIGHT_OF_FOUR: 0.2, Kind.FOUR_OF_A_COLOUR: 0.2, Kind.SAME_NUMBER: 0.3}


@pytest.mark.parametrize(
    ("keep", "kinds", "look"),
    [
        ((), NUMBERS, (Look.ANEW, None)),
        ((0, 1, 3), NUMBERS, (Look.COLOUR, Colour.BLUE)),
        ((4, 5), COLOURS, (Look.NUMBER, 5)),
        ((0, 2, 4), NUMBERS, (Look.COLOURS, None)),
        ((2,), NUMBERS, (Look.NUMBER, 6)),
        ((2,), COLOURS, (Look.COLOUR, Colour.ORANGE)),
        ((0, 1, 2), NUMBERS, (Look.KIND, Kind.SAME_NUMBER)),
        ((0, 1, 2), NOTHING, (Look.COLOURS, None)),
    ],
)
def test_the_dice_to_keep_say_focus(keep: tuple[int, ...], kinds: dict[Kind, float], look: tuple[Look, object]) -> None:
    state = rolled(new_game(2), FOUR_BLUE)
    assert " ".join(map(str, state.faces)) == "B4 B3 O6 B1 G5 B5"
    assert focus(state, Roll(keep), keep, kinds) == look


@pytest.mark.parametrize(
    ("numbers", "look"),
    [
        (FOUR_BLUE, (Look.COLOUR, Colour.BLUE)),
        (SIX_SIXES, (Look.NUMBER, 6)),
        ((1, 2, 3, 4, 6, 6), (Look.COLOURS, None)),
    ],
)
def test_after_the_last_roll_the_dice_to_score_say_focus(numbers: tuple[int, ...], look: tuple[Look, object]) -> None:
    state = rolled(new_game(3), *[numbers] * 3)
    hint = coach_for(state.setup).hint(state, 0)
    assert (hint.look, hint.about) == look
    assert hint.action == Score(hint.dice)


@pytest.mark.parametrize(
    ("position", "player", "look"),
    [
        ("C1 :2x/:2x -", 0, Look.FIRST_ROLL),
        ("C1 :2x/:2x -", 1, Look.ASK_LATER),
        ("C1 :2x/:2x/:2x -", 2, Look.NOT_YOUR_TURN),
        ("C1 :2x/:-- -:asked", 0, Look.FIRST_ROLL),
        ("C1 :2x/:-- -:asked", 1, Look.NOT_YOUR_TURN),
        ("C1 :2x/:2x/:2x 1:B4B3O6B1G5B5", 2, Look.NOT_YOUR_TURN),
        ("C1 :2x/:2x 3:B4B3O6B1G5B5", 1, Look.NOT_YOUR_TURN),
        ("C1 :2x/:2x 1:B4B3O6B1G5B5:stopped late-asking", 0, Look.ANSWER_FIRST),
        ("C1 16+0-10:2x/16+0-1:2x - rounds=1", 0, Look.OVER),
        ("C1 16+0-10:2x/16+0-1:2x - rounds=1", 1, Look.OVER),
    ],
)
def test_with_nothing_to_choose_there_is_nothing_to_weigh(position: str, player: int, look: Look) -> None:
    state = read_position(position)
    assert coach_for(state.setup).hint(state, player) == Hint(player, look)


@every_table
def test_whoever_has_a_choice_is_advised(players: int, ruleset: Ruleset) -> None:
    for state in positions(players, ruleset):
        for seat in range(players):
            hint = hint_for(state, seat)
            choice: tuple[Action, ...] = legal_actions(state, seat) if state.turn.rolls else ()
            assert bool(hint.prospects) == bool(choice)
            assert hint.player == seat


def test_looking_changes_nothing() -> None:
    match = Match.new(["Anna", "Ben"], seed=bytes(32))
    for _ in range(8):
        before, state = match.record, match.state
        for seat in (0, 1):
            coach_for(match.state.setup).hint(match.state, seat)
        assert match.record == before
        assert match.state is state
        action = coach_for(state.setup).hint(state, state.active).action or Roll()
        match.submit(state.active, action)


def test_the_same_position_gets_the_same_hint() -> None:
    state = rolled(new_game(2), FOUR_BLUE)
    coach = coach_for(state.setup)
    assert coach.hint(state, 0) == coach.hint(state, 0)

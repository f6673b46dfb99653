"""The bots play legally, reproducibly by seed, and as described."""

from collections.abc import Callable, Sequence
from functools import cache
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from charidice.arena import play_game
from charidice.chance import FairDice
from charidice.rules import (
    STANDARD,
    STANDARD_DICE,
    Action,
    AskGift,
    DeclineGift,
    DiceSet,
    GameState,
    GiftAsked,
    Node,
    Roll,
    Rolled,
    Ruleset,
    Score,
    Stopped,
    evolve,
    new_game,
    read_roll,
    results,
)
from charidice.rules.state import Setup
from charidice.solving.lead import LeadSolver
from charidice.strategy.analysis import Analysis
from charidice.strategy.bots.levels import LEVELS, RESEARCH, Chooser
from charidice.strategy.bots.planner import Planner
from charidice.strategy.bots.points import Fox, Magpie, Thrifty, turn_for_points
from charidice.strategy.bots.team import BOTS, FOR_TWO, Team
from charidice.strategy.bots.whims import SPARROW, SQUIRREL, Whims, Whimsical
from charidice.strategy.objectives.contest import CannotValue, Lead
from charidice.strategy.tables.lead import LeadSolution, empty_solution
from charidice.strategy.turn.asking import asks_selfish_giver, selfish_giver
from charidice.strategy.turn.orbits import orbits

# The exact mean of a turn played for own points alone, with the standard dice.
from .short_games import with_all_levels
from .watching import Watched

PERFECT_TURN = 30.9020
ONE_ROUND = Ruleset(rounds=1)
# Those that play any game.
NAMES = sorted(BOTS.keys() - FOR_TWO)


def dice(game: int) -> FairDice:
    return FairDice(game.to_bytes(32, "big"))


def after(numbers: str, *, rolls: int = 2, round_: int = 1, ruleset: Ruleset = STANDARD) -> GameState:
    """A state of seat 0's turn after so many rolls."""
    state = new_game(2, ruleset)._replace(round=round_)
    for _ in range(rolls):
        state = evolve(state, Rolled((), read_roll(numbers)))
    return state


def stopped(state: GameState) -> GameState:
    return evolve(state, Stopped())


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Mean and three standard errors."""
    return fmean(values), 3 * stdev(values) / sqrt(len(values))


@cache
def one_round_solution() -> LeadSolution:
    return with_all_levels(LeadSolver(empty_solution(ONE_ROUND))).table


@pytest.mark.parametrize("ruleset", [Ruleset(3, True), Ruleset(3, False, True), Ruleset(2, True, True), Ruleset(20)])
def test_8_bots_keep_to_house_rules(ruleset: Ruleset) -> None:
    random = Random(1)
    for game in range(12):
        players = 2 + game % 3
        bots = [Watched(bot) for bot in Team.of(random.choices(NAMES, k=players))(random)]
        assert play_game(bots, Setup(players, ruleset), dice(game)).is_over


@pytest.mark.parametrize("name", NAMES)
def test_bots_repeat_themselves_by_seed(name: str) -> None:
    def play(seed: int) -> list[GameState]:
        bots = Team.of([name, name, name])(Random(seed))
        return [play_game(bots, Setup(3), dice(game)) for game in range(2)]

    assert play(1) == play(1)
    assert (play(1) == play(2)) == (name not in ("sparrow", "squirrel"))


@pytest.mark.parametrize("bot", [Whimsical(SPARROW, Random(1)), Magpie(), Fox(), Thrifty()])
def test_8_2_a_stop_gets_an_answer(bot: Chooser) -> None:
    state = stopped(after("4 3 2 1 6 5", ruleset=Ruleset(late_asking=True)))
    assert bot.choose(Node.of(state)) in (AskGift(), DeclineGift())


@pytest.mark.parametrize("whims", [SPARROW, SQUIRREL], ids=["sparrow", "squirrel"])
def test_a_whim_happens_as_often_as_it_should(whims: Whims) -> None:
    bot = Whimsical(whims, Random(3))

    def share(state: GameState, player: int, wanted: Callable[[Action], bool]) -> float:
        return fmean(wanted(bot.choose(Node(state, asking=player != 0))) for _ in range(3000))

    # Four 6s among them, and nothing else that belongs together.
    bonus, plain = after("6 6 6 6 1 3"), after("1 2 4 5 5 1")
    assert share(bonus, 0, lambda action: isinstance(action, Score)) == pytest.approx(whims.takes_bonus, abs=0.03)
    assert share(plain, 0, lambda action: isinstance(action, Score)) == pytest.approx(whims.gives_up, abs=0.03)
    assert share(plain, 1, lambda action: action == AskGift()) == pytest.approx(whims.asks, abs=0.03)
    best = Score(plain.options[0].dice)
    other_than_best = (1 - whims.scores_best) * (1 - 1 / len(plain.options))
    last = after("1 2 4 5 5 1", rolls=3)
    assert share(last, 0, lambda action: action != best) == pytest.approx(other_than_best, abs=0.03)
    group = {Roll((0, 1, 2, 3))}
    kept = share(bonus, 0, lambda action: action in group) / (1 - whims.takes_bonus)
    assert kept == pytest.approx(whims.keeps_group + (1 - whims.keeps_group) / 2**6, abs=0.06)


def test_a_squirrel_has_fewer_whims_than_a_sparrow() -> None:
    assert SQUIRREL.takes_bonus > SPARROW.takes_bonus
    assert SQUIRREL.gives_up < SPARROW.gives_up
    assert SQUIRREL.keeps_group > SPARROW.keeps_group
    assert SQUIRREL.scores_best > SPARROW.scores_best


def test_the_levels_come_first_and_in_order() -> None:
    assert LEVELS == ("sparrow", "squirrel", "magpie", "fox", "owl")
    assert tuple(BOTS) == LEVELS + RESEARCH


def test_magpie_keeps_its_best_combination_and_rolls_the_rest() -> None:
    assert Magpie().choose(Node(after("4 3 2 1 6 6"), asking=False)) == Roll((0, 1, 2, 3))
    assert Magpie().choose(Node(after("4 3 2 1 6 6", rolls=3), asking=False)) == Score((0, 1, 2, 3))
    assert Magpie().choose(Node(after("4 3 2 1 6 5", rolls=1), asking=False)) == Score((0, 1, 2, 3, 4, 5))


def test_magpie_asks_after_roll_2_for_a_large_gift_or_in_the_last_round() -> None:
    large, small, none = "4 3 2 1 6 6", "4 3 2 1 1 2", "4 3 2 1 6 5"
    assert Magpie().choose(Node.of(after(large, rolls=1))) == DeclineGift()
    assert Magpie().choose(Node.of(after(large))) == AskGift()
    assert Magpie().choose(Node.of(after(small))) == DeclineGift()
    assert Magpie().choose(Node.of(after(small, round_=7))) == AskGift()
    assert Magpie().choose(Node.of(after(none, round_=7))) == DeclineGift()


def test_fox_makes_the_perfect_mean_of_a_turn() -> None:
    bots = [Fox(), Fox()]
    turns = [
        points + bonus
        for game in range(500)
        for sheet in play_game(bots, Setup(2), dice(game)).sheets
        for points, bonus in zip(sheet.points, sheet.bonus, strict=True)
    ]
    mean, margin = interval(turns)
    assert len(turns) == 7000
    assert mean == pytest.approx(PERFECT_TURN, abs=margin)
    assert margin < 0.6


def test_fox_solves_one_turn_for_all() -> None:
    turn_for_points.cache_clear()
    for game in range(3):
        play_game([Fox(), Fox()], Setup(2), dice(game))
    assert turn_for_points.cache_info().misses == 1


class NeverAsking(Fox):
    def choose(self, node: Node) -> Action:
        return DeclineGift() if node.asking else super().choose(node)


def test_5_1_asking_a_selfish_giver_brings_what_the_chance_is_worth() -> None:
    """A selfish giver plays the same asked or not, so the same dice show what asking brings."""
    gains = []
    for game in range(400):
        asking, silent = (play_game([bot, bot], Setup(2), dice(game)) for bot in (Fox(), NeverAsking()))
        for with_gift, without in zip(results(asking.sheets), results(silent.sheets), strict=True):
            assert with_gift.points == without.points
            gains.append(with_gift.received - without.received)
    mean, margin = interval(gains)
    assert mean == pytest.approx(selfish_giver(STANDARD_DICE, False).chance[7], abs=margin)
    assert margin < 0.8


def test_5_4_the_chance_to_ask_is_worth_more_the_more_turns_are_to_come() -> None:
    giver = selfish_giver(STANDARD_DICE, False)
    mean_gift = orbits(STANDARD_DICE).shares @ giver.gift[0]
    assert giver.chance[0] == 0
    # In the last turn any gift is asked for, so the chance is worth the mean gift.
    assert giver.chance[1] == pytest.approx(mean_gift)
    # The fourth digit depends on which of equally good sets of dice are kept.
    assert mean_gift == pytest.approx(7.904, abs=5e-4)
    assert giver.chance[7] == pytest.approx(10.1290, abs=1e-4)


def test_5_2_before_the_second_roll_fox_asks_only_a_giver_who_scores() -> None:
    assert asks_selfish_giver(after("4 3 2 1 6 6"))
    assert not asks_selfish_giver(after("4 3 2 1 6 6", rolls=1))
    # Six of one colour or number are scored at once, and leave nothing.
    assert not asks_selfish_giver(after("4 3 2 1 6 5", rolls=1, round_=7))


def test_4_1_thrifty_gives_less_than_fox() -> None:
    def given(bot: Chooser) -> float:
        games = [play_game([bot, bot], Setup(2), dice(game)) for game in range(150)]
        return fmean(sheet.total_given for game in games for sheet in game.sheets)

    assert given(Thrifty(1.0)) < given(Thrifty(0.5)) < given(Fox())


def test_5_1_once_asked_the_gift_weighs_double_for_thrifty() -> None:
    random = Random(4)
    changed = 0
    for _ in range(300):
        state = after("".join(random.choices("123456", k=6)))
        unasked, asked = Node(state, asking=False), Node.of(evolve(state, GiftAsked()))
        assert Thrifty(0.5).choose(asked) == Thrifty(1.0).choose(unasked)
        changed += Thrifty(0.5).choose(asked) != Thrifty(0.5).choose(unasked)
    assert changed > 0


def test_the_lead_player_gets_the_lead_the_solution_promises() -> None:
    solution = one_round_solution()
    objective = Lead(solution)
    player = Watched(Planner(lambda _: objective))
    leads = []
    for game in range(300):
        first, second = results(play_game([player, player], Setup(2, ONE_ROUND), dice(game)).sheets)
        leads.append(first.total - second.total)
    mean, margin = interval(leads)
    assert mean == pytest.approx(solution.value(2, 0, 0, True, True), abs=margin)


def test_the_solved_turn_has_the_value_of_the_solution() -> None:
    solution = one_round_solution()
    turn = Analysis(new_game(2, ONE_ROUND), Lead(solution)).turn
    assert turn.values.start[0] == pytest.approx(solution.value(2, 0, 0, True, True))


OTHER_DICE = DiceSet(STANDARD_DICE.layout[::-1])


@pytest.mark.parametrize("state", [new_game(3, ONE_ROUND), new_game(2), new_game(2, ONE_ROUND, OTHER_DICE)])
def test_the_lead_player_refuses_a_game_it_has_no_solution_for(state: GameState) -> None:
    rolled = evolve(state, Rolled((), (1, 2, 3, 4, 5, 6)))
    with pytest.raises(CannotValue):
        Planner(lambda _: Lead(empty_solution(ONE_ROUND))).choose(Node(rolled, asking=False))


def test_the_lead_player_plays_the_rulebooks_game() -> None:
    for game in range(6):
        bots = [Watched(bot) for bot in Team.of(["lead", NAMES[game % len(NAMES)]])(Random(game))]
        assert play_game(bots[:: 1 if game % 2 else -1], Setup(2), dice(game)).is_over

"""The bots keep to the rules, repeat themselves by seed, and play as they are described."""

from collections.abc import Sequence
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
    Roll,
    Rolled,
    Ruleset,
    Score,
    Stopped,
    evolve,
    legal_actions,
    new_game,
    read_roll,
    results,
)
from charidice.rules.state import Setup
from charidice.strategy.asking import asks_selfish_giver, selfish_giver
from charidice.strategy.bots import (
    BOTS,
    Beginner,
    Bot,
    Greedy,
    LeadPlayer,
    Selfish,
    Thrifty,
    bots_named,
    turn_for_points,
)
from charidice.strategy.lead import LeadSolution, batches, empty_solution, solve_batch, store

# The exact mean of a turn played for own points alone, with the standard dice.
PERFECT_TURN = 30.9020
ONE_ROUND = Ruleset(rounds=1)
# Those that play any game.
NAMES = sorted(BOTS.keys() - {"lead"})


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


class Watched:
    """A bot whose every choice is held against the rules."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.choices = 0

    def choose(self, state: GameState, player: int) -> Action | None:
        action = self._bot.choose(state, player)
        legal: tuple[Action | None, ...] = legal_actions(state, player)
        if player == state.recipient and not state.turn.stopped:
            legal = (*legal, None)
        assert action in legal
        self.choices += 1
        return action


@cache
def one_round_solution() -> LeadSolution:
    solution = empty_solution(ONE_ROUND)
    for turns_left in (1, 2):
        for batch in batches(solution, turns_left):
            store(solution, batch, solve_batch(solution, batch))
    return solution


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bots_make_only_legal_moves(players: int) -> None:
    random = Random(players)
    for game in range(300):
        bots = [Watched(bot) for bot in bots_named(random.choices(NAMES, k=players), random)]
        end = play_game(bots, Setup(players), dice(game))
        assert end.is_over
        # Roll, go on or score, at least, in every turn.
        assert sum(bot.choices for bot in bots) >= 2 * players * STANDARD.rounds


@pytest.mark.parametrize("ruleset", [Ruleset(3, True), Ruleset(3, False, True), Ruleset(2, True, True), Ruleset(20)])
def test_8_bots_keep_to_house_rules(ruleset: Ruleset) -> None:
    random = Random(1)
    for game in range(40):
        players = 2 + game % 3
        bots = [Watched(bot) for bot in bots_named(random.choices(NAMES, k=players), random)]
        assert play_game(bots, Setup(players, ruleset), dice(game)).is_over


@pytest.mark.parametrize("name", NAMES)
def test_bots_repeat_themselves_by_seed(name: str) -> None:
    def play(seed: int) -> list[GameState]:
        bots = bots_named([name, name, name], Random(seed))
        return [play_game(bots, Setup(3), dice(game)) for game in range(5)]

    assert play(1) == play(1)
    assert (play(1) == play(2)) == (name != "beginner")


@pytest.mark.parametrize("bot", [Beginner(Random(1)), Greedy(), Selfish(), Thrifty()])
def test_8_2_a_stop_gets_an_answer(bot: Bot) -> None:
    state = stopped(after("4 3 2 1 6 5", ruleset=Ruleset(late_asking=True)))
    assert bot.choose(state, 1) in (AskGift(), DeclineGift())


def test_a_beginner_likes_a_bonus_but_not_always() -> None:
    bot = Beginner(Random(3))
    state = after("4 3 2 1 6 6")
    scored = [isinstance(bot.choose(state, 0), Score) for _ in range(2000)]
    assert fmean(scored) == pytest.approx(3 / 4, abs=0.04)
    asked = [bot.choose(state, 1) == AskGift() for _ in range(2000)]
    assert fmean(asked) == pytest.approx(1 / 8, abs=0.03)


def test_greedy_keeps_its_best_combination_and_rolls_the_rest() -> None:
    assert Greedy().choose(after("4 3 2 1 6 6"), 0) == Roll((0, 1, 2, 3))
    assert Greedy().choose(after("4 3 2 1 6 6", rolls=3), 0) == Score((0, 1, 2, 3))
    assert Greedy().choose(after("4 3 2 1 6 5", rolls=1), 0) == Score((0, 1, 2, 3, 4, 5))


def test_greedy_asks_after_roll_2_for_a_large_gift_or_in_the_last_round() -> None:
    large, small, none = "4 3 2 1 6 6", "4 3 2 1 1 2", "4 3 2 1 6 5"
    assert Greedy().choose(after(large, rolls=1), 1) is None
    assert Greedy().choose(after(large), 1) == AskGift()
    assert Greedy().choose(after(small), 1) is None
    assert Greedy().choose(after(small, round_=7), 1) == AskGift()
    assert Greedy().choose(after(none, round_=7), 1) is None


def test_selfish_makes_the_perfect_mean_of_a_turn() -> None:
    bots = [Selfish(), Selfish()]
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


def test_selfish_solves_one_turn_for_all() -> None:
    turn_for_points.cache_clear()
    for game in range(3):
        play_game([Selfish(), Selfish()], Setup(2), dice(game))
    assert turn_for_points.cache_info().misses == 1


class NeverAsking(Selfish):
    def choose(self, state: GameState, player: int) -> Action | None:
        return super().choose(state, player) if player == state.active else None


def test_5_1_asking_a_selfish_giver_brings_what_the_chance_is_worth() -> None:
    """A selfish giver plays the same asked or not, so the same dice show what asking brings."""
    gains = []
    for game in range(400):
        asking, silent = (play_game([bot, bot], Setup(2), dice(game)) for bot in (Selfish(), NeverAsking()))
        for with_gift, without in zip(results(asking.sheets), results(silent.sheets), strict=True):
            assert with_gift.points == without.points
            gains.append(with_gift.received - without.received)
    mean, margin = interval(gains)
    assert mean == pytest.approx(selfish_giver(STANDARD_DICE, False).chance[7], abs=margin)
    assert margin < 0.8


def test_5_4_the_chance_to_ask_is_worth_more_the_more_turns_are_to_come() -> None:
    giver = selfish_giver(STANDARD_DICE, False)
    assert giver.chance[0] == 0
    # In the last turn any gift is asked for, so the chance is worth the mean gift.
    assert giver.chance[1] == pytest.approx(giver.gift[0].mean())
    assert giver.gift[0].mean() == pytest.approx(7.9038, abs=1e-4)
    assert giver.chance[7] == pytest.approx(10.1289, abs=1e-4)


def test_5_2_before_the_second_roll_selfish_asks_only_a_giver_who_scores() -> None:
    assert asks_selfish_giver(after("4 3 2 1 6 6"))
    assert not asks_selfish_giver(after("4 3 2 1 6 6", rolls=1))
    # Six of one colour or number are scored at once, and leave nothing.
    assert not asks_selfish_giver(after("4 3 2 1 6 5", rolls=1, round_=7))


def test_4_1_thrifty_gives_less_than_selfish() -> None:
    def given(bot: Bot) -> float:
        games = [play_game([bot, bot], Setup(2), dice(game)) for game in range(150)]
        return fmean(sheet.total_given for game in games for sheet in game.sheets)

    assert given(Thrifty(1.0)) < given(Thrifty(0.5)) < given(Selfish())


def test_5_1_once_asked_the_gift_weighs_double_for_thrifty() -> None:
    random = Random(4)
    changed = 0
    for _ in range(300):
        state = after("".join(random.choices("123456", k=6)))
        asked = evolve(state, GiftAsked())
        assert Thrifty(0.5).choose(asked, 0) == Thrifty(1.0).choose(state, 0)
        changed += Thrifty(0.5).choose(asked, 0) != Thrifty(0.5).choose(state, 0)
    assert changed > 0


def test_the_lead_player_gets_the_lead_the_solution_promises() -> None:
    solution = one_round_solution()
    player = Watched(LeadPlayer(solution))
    leads = []
    for game in range(300):
        first, second = results(play_game([player, player], Setup(2, ONE_ROUND), dice(game)).sheets)
        leads.append(first.total - second.total)
    mean, margin = interval(leads)
    assert mean == pytest.approx(solution.value(2, 0, 0, True, True), abs=margin)


def test_the_lead_player_solves_the_turn_the_solution_has_the_value_of() -> None:
    solution = one_round_solution()
    start = new_game(2, ONE_ROUND)
    assert LeadPlayer(solution).turn(start).values.start[0] == pytest.approx(solution.value(2, 0, 0, True, True))


OTHER_DICE = DiceSet(STANDARD_DICE.layout[::-1])


@pytest.mark.parametrize("state", [new_game(3, ONE_ROUND), new_game(2), new_game(2, ONE_ROUND, OTHER_DICE)])
def test_the_lead_player_refuses_a_game_it_has_no_solution_for(state: GameState) -> None:
    with pytest.raises(ValueError, match="of another game"):
        LeadPlayer(empty_solution(ONE_ROUND)).turn(state)


def test_the_lead_player_plays_the_rulebooks_game() -> None:
    for game in range(6):
        bots = [Watched(bot) for bot in bots_named(["lead", NAMES[game % len(NAMES)]], Random(game))]
        assert play_game(bots[:: 1 if game % 2 else -1], Setup(2), dice(game)).is_over

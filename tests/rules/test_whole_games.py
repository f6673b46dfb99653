"""Invariants of whole random games."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from charidice.chance import check_dice
from charidice.match import CannotUndo, Match
from charidice.record import (
    GameRecord,
    dump_json,
    dump_notation,
    load_json,
    load_notation,
    read_position,
    write_position,
)
from charidice.rules import (
    STANDARD_DICE,
    Action,
    AskGift,
    DeclineGift,
    DiceSet,
    Event,
    GameState,
    GiftAsked,
    IllegalAction,
    Roll,
    Rolled,
    Ruleset,
    Score,
    Scored,
    Stop,
    legal_actions,
    replay,
    results,
    winners,
)
from charidice.rules.engine import action_of

from .play import UNIVERSE, RandomDice, all_legal, random_choice
from .squares import random_dice_set

# Explaining a failure takes minutes here and adds nothing to the steps that lead to it.
REPRODUCIBLE = settings(derandomize=True, database=None, deadline=None, phases=set(Phase) - {Phase.explain})

# Names that a notation could take for something else.
NAMES = ("Anna", "1 Ben", "#Carla", "Dö: 2x | =", "2x", "player 1:")

rulesets = st.builds(Ruleset, rounds=st.integers(1, 7), free_giving=st.booleans(), late_asking=st.booleans())
names = st.lists(st.sampled_from(NAMES), min_size=2, max_size=4)
# The standard dice half of the time.
dice_sets = st.one_of(st.just(STANDARD_DICE), st.integers(0, 999).map(lambda seed: random_dice_set(Random(seed))))
seeds = st.binary(min_size=32, max_size=32)


def check_sheets(state: GameState, history: tuple[tuple[int, Event], ...]) -> None:
    """Clauses 4.2, 5.1 and 6.2, computed from the events alone."""
    players = len(state.sheets)
    scored = [(seat, event) for seat, event in history if isinstance(event, Scored)]
    for seat, sheet in enumerate(state.sheets):
        own = [event for giver, event in scored if giver == seat]
        from_right = [event for giver, event in scored if (giver + 1) % players == seat]
        assert sheet.points == tuple(event.points for event in own)
        assert sheet.bonus == tuple(event.bonus for event in own)
        assert sheet.given == tuple(event.gift for event in own)
        assert sheet.received == tuple(event.gift for event in from_right)
        assert sheet.received == state.sheets[seat - 1].given
        assert sheet.subtotal == sum(event.points + event.bonus for event in own) + sum(e.gift for e in from_right)
        asked = sum(isinstance(event, GiftAsked) and asker == seat for asker, event in history)
        assert asked <= 1
        assert sheet.has_gift == (asked == 0)
    assert (state.round - 1) * players + state.active == len(scored)
    assert state.is_over == (len(scored) == players * state.setup.ruleset.rounds)


def check_results(state: GameState) -> None:
    """Clause 6."""
    final = results(state.sheets)
    most_given = max(sum(sheet.given) for sheet in state.sheets)
    for result, sheet in zip(final, state.sheets, strict=True):
        charity = 0 if sum(sheet.given) < most_given else 30 if most_given > 60 else 20
        if not any(other.points for other in state.sheets):
            charity = 0
        assert result.charity == charity
        assert result.total == sum(sheet.points + sheet.bonus + sheet.received) + charity
    assert sum(result.given for result in final) == sum(result.received for result in final)
    best = max(result.total for result in final)
    assert winners(final) == tuple(seat for seat, result in enumerate(final) if result.total == best)


def check_turns(history: tuple[tuple[int, Event], ...]) -> None:
    """Clause 2.2: at most three rolls a turn, kept dice lie as they are, and every turn ends with a score."""
    rolls: list[Rolled] = []
    for _, event in history:
        if isinstance(event, Rolled):
            rolls.append(event)
            assert len(rolls) <= 3
            assert len(event.keep) < 6
            assert all(1 <= number <= 6 for number in event.numbers)
        elif isinstance(event, Scored):
            assert rolls
            assert rolls[0].keep == ()
            for before, after in pairwise(rolls):
                assert all(before.numbers[die] == after.numbers[die] for die in after.keep)
            assert event.points == sum(rolls[-1].numbers[die] for die in event.dice)
            rolls = []


def check_records(record: GameRecord, state: GameState) -> None:
    assert record.state == state
    for same in (load_json(dump_json(record)), load_notation(dump_notation(record)), record.public()):
        assert (same.players, same.events, same.state) == (record.players, record.events, state)
    assert load_json(dump_json(record)) == load_notation(dump_notation(record)) == record
    again = read_position(write_position(state))
    assert again == state
    assert hash(again) == hash(state)
    assert all(legal_actions(again, seat) == legal_actions(state, seat) for seat in range(len(state.sheets)))


def random_attempt(state: GameState, random: Random) -> tuple[int, Action]:
    """Any action of anybody, mostly of those who have something to do, so that not all fail for the same reason."""
    seat = random.choice((state.active, state.recipient, random.randrange(len(state.sheets))))
    kind = random.choice((Roll, Score, AskGift, Stop, DeclineGift))
    return seat, random.choice([action for action in UNIVERSE if isinstance(action, kind)])


class WholeGame(RuleBasedStateMachine):
    """Players who act, undo, and try illegal actions; `told` is the test's own list of events."""

    match: Match
    told: list[tuple[int, Event]]
    seen: list[GameState]

    @initialize(
        players=names, ruleset=rulesets, dice_set=dice_sets, seed=seeds, words=st.sampled_from(["", "a: b", "Ö #"])
    )
    def start(self, players: list[str], ruleset: Ruleset, dice_set: DiceSet, seed: bytes, words: str) -> None:
        self.match = Match.new(players, ruleset, dice_set, seed)
        if words:
            self.match.add_entropy(1, words)
        self.told = []
        self.seen = [self.match.state]

    def do(self, seat: int, action: Action) -> None:
        self.told.append((seat, self.match.submit(seat, action)))
        self.seen.append(self.match.state)

    @precondition(lambda self: not self.match.state.is_over)
    @rule(random=st.randoms(use_true_random=False))
    def act(self, random: Random) -> None:
        self.do(*random_choice(self.match.state, random))

    @precondition(lambda self: not self.match.state.is_over)
    @rule(random=st.randoms(use_true_random=False), turns=st.integers(1, 5))
    def play_some_turns(self, random: Random, turns: int) -> None:
        wanted = sum(isinstance(event, Scored) for _, event in self.told) + turns
        while not self.match.state.is_over and sum(isinstance(event, Scored) for _, event in self.told) < wanted:
            self.do(*random_choice(self.match.state, random))

    @rule(somebody=st.integers(0, 3), the_last=st.booleans())
    def take_back(self, somebody: int, the_last: bool) -> None:
        last = self.told[-1] if self.told else None
        seat = last[0] if last and the_last else somebody % len(self.match.players)
        if last is None or last[0] != seat or isinstance(last[1], Rolled | GiftAsked) or self.match.state.is_over:
            assert self.match.why_not_undo(seat) is not None
            with pytest.raises(CannotUndo):
                self.match.undo(seat)
        else:
            assert self.match.why_not_undo(seat) is None
            assert self.match.undo(seat) == last[1]
            self.told.pop()
            self.seen.pop()

    @rule(random=st.randoms(use_true_random=False))
    def try_what_is_illegal(self, random: Random) -> None:
        seat, action = random_attempt(self.match.state, random)
        if action not in legal_actions(self.match.state, seat):
            with pytest.raises(IllegalAction):
                self.match.submit(seat, action)

    @rule()
    def save_and_go_on_from_the_record(self) -> None:
        check_records(self.match.record, self.match.state)
        self.match = Match(load_notation(dump_notation(self.match.record)))

    @invariant()
    def history_is_what_happened(self) -> None:
        assert self.match.history == tuple(self.told)
        assert self.match.state == self.seen[-1]

    @invariant()
    def sheets_add_up(self) -> None:
        check_sheets(self.match.state, tuple(self.told))
        check_turns(tuple(self.told))
        check_results(self.match.state)

    @invariant()
    def events_make_the_state(self) -> None:
        record = self.match.record
        assert replay(record.start, record.events) == self.match.state

    @invariant()
    def the_position_is_the_state(self) -> None:
        assert read_position(write_position(self.match.state)) == self.match.state

    @invariant()
    def somebody_can_go_on_until_the_end(self) -> None:
        assert bool(all_legal(self.match.state)) != self.match.state.is_over

    def teardown(self) -> None:
        if hasattr(self, "match"):
            check_records(self.match.record, self.match.state)
            pledge = self.match.record.pledge
            assert pledge is not None
            thrown = sum(6 - len(event.keep) for _, event in self.told if isinstance(event, Rolled))
            assert check_dice(pledge, self.match.record.start, self.match.record.events) == thrown


@pytest.mark.slow
@pytest.mark.parametrize("games", [40, pytest.param(250, marks=pytest.mark.long)])
def test_whole_games_hold_together(games: int) -> None:
    run_state_machine_as_test(WholeGame, settings=settings(REPRODUCIBLE, max_examples=games, stateful_step_count=30))


@settings(REPRODUCIBLE, max_examples=30)
@given(players=names, ruleset=rulesets, dice_set=dice_sets, seed=seeds)
def test_games_played_to_the_end_keep_every_rule(
    players: list[str], ruleset: Ruleset, dice_set: DiceSet, seed: bytes
) -> None:
    match = Match.new(players, ruleset, dice_set, seed)
    random = Random(seed)
    while not match.state.is_over:
        match.submit(*random_choice(match.state, random))
    check_sheets(match.state, match.history)
    check_turns(match.history)
    check_results(match.state)
    check_records(match.record, match.state)


@settings(REPRODUCIBLE, max_examples=30)
@given(players=names, ruleset=rulesets, dice_set=dice_sets, seed=st.integers(0, 10**6))
def test_games_with_real_dice_are_the_same_game(
    players: list[str], ruleset: Ruleset, dice_set: DiceSet, seed: int
) -> None:
    match = Match.new(players, ruleset, dice_set, real_dice=True)
    random = Random(seed)
    dice = RandomDice(random)
    while not match.state.is_over:
        seat, action = random_choice(match.state, random)
        if isinstance(action, Roll):
            numbers = dice.roll(match.state, action.keep)
            faces = [face for die, face in enumerate(dice_set.faces(numbers)) if die not in action.keep]
            assert match.submit(seat, action, random.sample(faces, len(faces))) == Rolled(action.keep, numbers)
        else:
            match.submit(seat, action)
    check_sheets(match.state, match.history)
    check_records(match.record, match.state)


@settings(REPRODUCIBLE, max_examples=30)
@given(players=names, ruleset=rulesets, seed=seeds)
def test_undo_never_crosses_a_roll_or_what_another_player_did(
    players: list[str], ruleset: Ruleset, seed: bytes
) -> None:
    match = Match.new(players, ruleset, seed=seed)
    random = Random(seed)
    while not match.state.is_over:
        match.submit(*random_choice(match.state, random))
        before = match.state, match.history
        for seat in random.sample(range(len(players)), len(players)):
            taken_back = []
            while match.why_not_undo(seat) is None:
                taken_back.append((seat, match.undo(seat)))
            with pytest.raises(CannotUndo):
                match.undo(seat)
            assert not any(isinstance(event, Rolled | GiftAsked) for _, event in taken_back)
            assert match.history + tuple(reversed(taken_back)) == before[1]
            # The same action brings the same event again, for none of them has to do with chance.
            for _, event in reversed(taken_back):
                assert match.submit(seat, action_of(event)) == event
            assert (match.state, match.history) == before


@pytest.mark.parametrize("real_dice", [True, False])
def test_the_end_may_be_taken_back_only_while_no_seed_is_public(real_dice: bool) -> None:
    match = Match.new(["Anna", "Ben"], Ruleset(rounds=1), seed=bytes(32), real_dice=real_dice)
    faces = STANDARD_DICE.faces((1, 1, 1, 1, 1, 1)) if real_dice else None
    for seat in range(2):
        match.submit(seat, Roll(), faces)
        match.submit(seat, next(action for action in legal_actions(match.state, seat) if isinstance(action, Score)))
    assert match.state.is_over
    refused = match.why_not_undo(1)
    assert (refused and refused.code) == (None if real_dice else "undo-game-over")


def test_attempts_against_the_rules_leave_no_trace() -> None:
    attempts = 0
    for game in range(12):
        random = Random(game)
        ruleset = Ruleset(1 + game % 4, free_giving=game % 2 == 1, late_asking=game % 4 > 1)
        players = list(NAMES[: 2 + game % 3])
        match, undisturbed = (Match.new(players, ruleset, seed=bytes([game]) * 32) for _ in range(2))
        while not match.state.is_over:
            state, history, record = match.state, match.history, match.record
            for _ in range(30):
                seat, action = random_attempt(state, random)
                if action in legal_actions(state, seat):
                    continue
                with pytest.raises(IllegalAction):
                    match.submit(seat, action)
                assert match.state is state
                attempts += 1
            assert (match.history, match.record) == (history, record)
            seat, action = random_choice(state, random)
            # Dice that had been touched would fall otherwise than in the game without attempts.
            assert match.submit(seat, action) == undisturbed.submit(seat, action)
        for action in UNIVERSE:
            with pytest.raises(IllegalAction, match="game-over"):
                match.submit(random.randrange(len(players)), action)
        assert match.record == undisturbed.record
    assert attempts >= 5_000

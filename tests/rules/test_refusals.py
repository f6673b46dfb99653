"""Illegal actions: every code with its values, and no effect on the state."""

from random import Random

import pytest

from charidice.rules import (
    STANDARD,
    Action,
    AskGift,
    Colour,
    DeclineGift,
    GameState,
    IllegalAction,
    Roll,
    Ruleset,
    Score,
    Stop,
    decide,
    legal_actions,
    new_game,
    verify,
)

from .play import (
    FIVE_BLUE,
    UNIVERSE,
    RandomDice,
    act,
    dice_of,
    full_turn,
    random_game,
    refusal,
    score,
    throw,
)

LATE_ASKING = Ruleset(late_asking=True)

START = new_game(3)
ONE_ROLL = throw(START, FIVE_BLUE)
TWO_ROLLS = throw(ONE_ROLL, FIVE_BLUE)
THREE_ROLLS = throw(TWO_ROLLS, FIVE_BLUE)
ASKED = act(ONE_ROLL, 1, AskGift())
# Seat 1 has asked in the first round and is about to receive again in the second.
SPENT = score(ASKED, "B1 B2 B3 B4")
for _ in range(2):
    SPENT = full_turn(SPENT)
SPENT_ROLLED = throw(SPENT, FIVE_BLUE)
OVER = new_game(2, Ruleset(rounds=1))
for _ in range(2):
    OVER = full_turn(OVER)

LATE = throw(new_game(3, LATE_ASKING), FIVE_BLUE)
STOPPED = act(LATE, 0, Stop())
STOPPED_ASKED = act(STOPPED, 1, AskGift())
DECLINED = act(STOPPED, 1, DeclineGift())
LATE_THREE_ROLLS = throw(throw(LATE, FIVE_BLUE), FIVE_BLUE)

BEST = Score(dice_of(START.setup.dice_set, "B1 B2 B3 B4"))


def of(faces: str) -> Score:
    return Score(dice_of(START.setup.dice_set, faces))


REFUSALS: list[tuple[GameState, int, Action, str, dict[str, object]]] = [
    (START, 1, Roll(), "not-your-turn", {"active": 0, "allowed": ("ask",)}),
    (ONE_ROLL, 2, Roll(), "not-your-turn", {"active": 0, "allowed": ()}),
    (ONE_ROLL, 1, Roll((1,)), "not-your-turn", {"active": 0, "allowed": ("ask",)}),
    (ONE_ROLL, 1, BEST, "not-your-turn", {"active": 0, "allowed": ("ask",)}),
    (ONE_ROLL, 2, BEST, "not-your-turn", {"active": 0, "allowed": ()}),
    (STOPPED, 1, BEST, "not-your-turn", {"active": 0, "allowed": ("ask", "decline")}),
    (LATE, 1, Stop(), "not-your-turn", {"active": 0, "allowed": ("ask",)}),
    (SPENT, 1, Roll(), "not-your-turn", {"active": 0, "allowed": ()}),
    (full_turn(START), 0, Roll(), "not-your-turn", {"active": 1, "allowed": ()}),
    (THREE_ROLLS, 0, Roll(), "no-rolls-left", {"allowed": ("score",)}),
    (THREE_ROLLS, 0, Roll((0, 1, 2)), "no-rolls-left", {"allowed": ("score",)}),
    (STOPPED, 0, Roll(), "already-stopped", {"allowed": ()}),
    (STOPPED_ASKED, 0, Roll(), "already-stopped", {"allowed": ("score",)}),
    (DECLINED, 0, Roll((1,)), "already-stopped", {"allowed": ("score",)}),
    (STOPPED, 0, Stop(), "already-stopped", {"allowed": ()}),
    (DECLINED, 0, Stop(), "already-stopped", {"allowed": ("score",)}),
    (START, 0, Roll((2,)), "first-roll-keeps-none", {"allowed": ("roll",)}),
    (START, 0, Roll((7,)), "first-roll-keeps-none", {"allowed": ("roll",)}),
    (ONE_ROLL, 0, Roll((0, 1, 2, 3, 4, 5)), "roll-at-least-one", {"allowed": ("roll", "score")}),
    (LATE, 0, Roll((0, 1, 2, 3, 4, 5)), "roll-at-least-one", {"allowed": ("roll", "stop")}),
    (ONE_ROLL, 0, Roll((6,)), "unknown-die", {"allowed": ("roll", "score")}),
    (ONE_ROLL, 0, Roll((-1, 3)), "unknown-die", {"allowed": ("roll", "score")}),
    (ONE_ROLL, 0, Score((6,)), "unknown-die", {"allowed": ("roll", "score")}),
    (THREE_ROLLS, 0, Score((-1, 0, 1, 2)), "unknown-die", {"allowed": ("score",)}),
    (START, 0, BEST, "roll-first", {"allowed": ("roll",)}),
    (START, 0, Stop(), "roll-first", {"allowed": ("roll",)}),
    (new_game(2, LATE_ASKING), 0, Stop(), "roll-first", {"allowed": ("roll",)}),
    (LATE, 0, BEST, "stop-first", {"recipient": 1, "allowed": ("roll", "stop")}),
    (STOPPED, 0, BEST, "waiting-for-answer", {"recipient": 1, "allowed": ()}),
    (ONE_ROLL, 0, Score(()), "score-at-least-one", {"allowed": ("roll", "score")}),
    (ONE_ROLL, 0, of("B1"), "colour-left-out", {"colours": (Colour.PURPLE,), "allowed": ("roll", "score")}),
    (THREE_ROLLS, 0, of("B1 B2 P6"), "neither-one-colour-nor-different", {"allowed": ("score",)}),
    (
        throw(START, "B1 B2 B3 P1 P6 P5"),
        0,
        of("B1 B2 B3"),
        "fewer-than-four-of-colour",
        {"colour": Colour.BLUE, "count": 3, "allowed": ("roll", "score")},
    ),
    (
        DECLINED,
        0,
        of("B1 B2 B3"),
        "not-a-set-of-colour",
        {"colour": Colour.BLUE, "count": 5, "allowed": ("score",)},
    ),
    (ONE_ROLL, 0, Stop(), "no-need-to-stop", {"allowed": ("roll", "score")}),
    (LATE_THREE_ROLLS, 0, Stop(), "no-need-to-stop", {"allowed": ("score",)}),
    (act(LATE, 1, AskGift()), 0, Stop(), "no-need-to-stop", {"allowed": ("roll", "score")}),
    (ONE_ROLL, 0, AskGift(), "not-the-recipient", {"recipient": 1, "allowed": ("roll", "score")}),
    (ONE_ROLL, 2, AskGift(), "not-the-recipient", {"recipient": 1, "allowed": ()}),
    (STOPPED, 0, DeclineGift(), "not-the-recipient", {"recipient": 1, "allowed": ()}),
    (STOPPED, 2, DeclineGift(), "not-the-recipient", {"recipient": 1, "allowed": ()}),
    (ASKED, 1, AskGift(), "already-asked", {"allowed": ()}),
    (STOPPED_ASKED, 1, AskGift(), "already-asked", {"allowed": ()}),
    (SPENT, 1, AskGift(), "gift-spent", {"allowed": ()}),
    (SPENT_ROLLED, 1, AskGift(), "gift-spent", {"allowed": ()}),
    (START, 2, AskGift(), "not-the-recipient", {"recipient": 1, "allowed": ()}),
    (THREE_ROLLS, 1, AskGift(), "too-late-to-ask", {"active": 0, "allowed": ()}),
    (LATE_THREE_ROLLS, 1, AskGift(), "too-late-to-ask", {"active": 0, "allowed": ()}),
    (DECLINED, 1, AskGift(), "already-declined", {"allowed": ()}),
    (ONE_ROLL, 1, DeclineGift(), "nothing-to-decline", {"allowed": ("ask",)}),
    (LATE, 1, DeclineGift(), "nothing-to-decline", {"allowed": ("ask",)}),
    (STOPPED_ASKED, 1, DeclineGift(), "nothing-to-decline", {"allowed": ()}),
    (DECLINED, 1, DeclineGift(), "nothing-to-decline", {"allowed": ()}),
    (OVER, 0, Roll(), "game-over", {"allowed": ()}),
    (OVER, 1, AskGift(), "game-over", {"allowed": ()}),
    (OVER, 0, BEST, "game-over", {"allowed": ()}),
    (OVER, 0, Stop(), "game-over", {"allowed": ()}),
    (OVER, 1, DeclineGift(), "game-over", {"allowed": ()}),
]
CODES = {code for _, _, _, code, _ in REFUSALS}


@pytest.mark.parametrize(("state", "player", "action", "code", "values"), REFUSALS)
def test_an_action_is_refused_with_a_code_and_what_is_allowed(
    state: GameState, player: int, action: Action, code: str, values: dict[str, object]
) -> None:
    assert refusal(state, player, action) == (code, values)
    dice = RandomDice(Random(1))
    with pytest.raises(IllegalAction) as refused:
        decide(state, player, action, dice)
    assert (refused.value.code, refused.value.values) == (code, values)
    assert dice.thrown == 0


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "ruleset", [Ruleset(2), Ruleset(2, True), Ruleset(2, late_asking=True), Ruleset(1, True, True)]
)
def test_what_is_legal_is_not_refused_and_all_else_is(players: int, ruleset: Ruleset) -> None:
    for state in random_game(new_game(players, ruleset), Random(players))[0]:
        for seat in range(players):
            legal = legal_actions(state, seat)
            assert len(legal) == len(set(legal))
            assert set(legal) == {action for action in UNIVERSE if verify(state, seat, action) is None}


def test_the_codes_above_are_all_there_are() -> None:
    met = set()
    for seed in range(24):
        ruleset = Ruleset(2, free_giving=seed % 2 == 1, late_asking=seed % 4 > 1)
        for state in random_game(new_game(3, ruleset), Random(seed))[0]:
            met |= {found[0] for seat in range(3) for action in UNIVERSE if (found := refusal(state, seat, action))}
    assert met == CODES


@pytest.mark.parametrize("ruleset", [STANDARD, LATE_ASKING])
def test_an_illegal_action_leaves_state_and_dice_as_they_were(ruleset: Ruleset) -> None:
    dice = RandomDice(Random(9))
    generator_before = dice.random.getstate()
    for state in random_game(new_game(3, ruleset), Random(5))[0][:40]:
        before, fingerprint = repr(state), hash(state)
        for seat in range(3):
            for action in UNIVERSE:
                if verify(state, seat, action) is not None:
                    with pytest.raises(IllegalAction):
                        decide(state, seat, action, dice)
        assert (repr(state), hash(state)) == (before, fingerprint)
    assert dice.thrown == 0
    assert dice.random.getstate() == generator_before


def test_actions_name_their_dice_once_and_in_order() -> None:
    assert Roll((4, 1, 4)) == Roll((1, 4))
    assert Score((5, 0, 3, 0)) == Score((0, 3, 5))
    assert hash(Score((3, 0))) == hash(Score((0, 3)))

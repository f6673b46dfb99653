"""Integers from outside: NumPy's are as good as Python's, and bools, floats and seats that nobody has are refused."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from charidice import (
    STANDARD_DICE,
    AskGift,
    DiceSet,
    GameRecord,
    IllegalEvent,
    InvalidBots,
    InvalidDice,
    InvalidName,
    InvalidSetup,
    Laid,
    Match,
    Node,
    NoSuchSeat,
    Noted,
    Refused,
    Roll,
    Rolled,
    Ruleset,
    Score,
    Scored,
    Setup,
    Sheet,
    Target,
    advance,
    analyse,
    decide,
    dump_json,
    evolve,
    legal_actions,
    load_json,
    new_game,
    replay,
    verify,
)
from charidice.encoding import decode, encode, legal_mask, observe
from charidice.messages import LANGUAGES, catalog

# Every call takes what it is given at face value.
any_roll: Any = Roll
any_score: Any = Score


class Throws:
    """Dice of a program's own, by NumPy."""

    def roll(self, state: Any, keep: Any) -> Any:
        thrown = np.random.default_rng(1).integers(1, 7, 6)
        thrown[list(keep)] = np.array(state.turn.numbers)[list(keep)]
        return thrown


ROLLED = evolve(new_game(3), Rolled((), (3, 2, 6, 1, 3, 4)))
MASK = np.array([True, False, True, False, False, False])


def plain(values: Any) -> bool:
    return type(values) is tuple and all(type(value) is int for value in values)


@pytest.mark.parametrize("dice", [np.flatnonzero(MASK), [np.int64(2), np.uint8(0), 2], {0, np.int8(2)}])
def test_dice_of_an_action_are_plain(dice: Any) -> None:
    for action, found in ((roll := any_roll(dice), roll.keep), (score := any_score(dice), score.dice)):
        assert found == (0, 2)
        assert plain(found)
        assert hash(action) == hash(type(action)((0, 2)))


@pytest.mark.parametrize("kind", [any_roll, any_score])
@pytest.mark.parametrize(
    ("dice", "named"),
    [
        (MASK, "np.True_"),
        ([True, False], "True"),
        ([0.0], "0.0"),
        (np.array([1.0]), "np.float64(1.0)"),
        ("B4", "'B'"),
        ([None], "None"),
        (3, "3"),
        (None, "None"),
    ],
)
def test_a_die_is_a_whole_number(kind: Any, dice: Any, named: str) -> None:
    with pytest.raises(InvalidDice) as refused:
        kind(dice)
    assert catalog("en").refusal(refused.value) == f"{named} isn’t a die. Dice are the whole numbers 0 to 5."
    assert len({catalog(language).refusal(refused.value) for language in LANGUAGES}) == len(LANGUAGES)


def test_a_game_of_numpy_integers_is_written_and_read() -> None:
    match = Match.new(["Anna", "Ben"], Ruleset(rounds=np.int64(1), late_asking=np.True_), seed=bytes(32))  # type: ignore[arg-type]
    zero, one = np.array([0, 1])
    match.submit(zero, Roll())
    match.submit(zero, any_roll(np.flatnonzero([0, 1, 0, 0, 0, 1])))
    match.submit(one, AskGift())
    match.submit(zero, any_score(np.array(match.state.options[0].dice)))
    text = dump_json(match.record)
    assert load_json(text) == match.record
    assert dump_json(load_json(text)) == text


def test_a_game_with_dice_by_numpy_is_written_and_read() -> None:
    events, state = [], new_game(2)
    for action in (Roll(), Roll((1, 4))):
        events.append(decide(state, 0, action, Throws()))
        assert plain(getattr(events[-1], "numbers"))  # noqa: B009  (an event has them if it is a roll)
        state = evolve(state, events[-1])
    record = GameRecord(("Anna", "Ben"), events=tuple(events))
    assert load_json(dump_json(record)) == record


def test_events_are_plain() -> None:
    numbers: Any = np.arange(1, 7)
    five: Any = np.int64(5)
    assert plain(Rolled((), numbers).numbers)
    assert plain(Rolled(numbers - 1, numbers).keep)
    assert plain(Laid(numbers, np.False_).numbers)  # type: ignore[arg-type]
    noted = Noted(five, five, five, five, np.True_)  # type: ignore[arg-type]
    assert {type(box) for box in (noted.points, noted.bonus, noted.gift, noted.received)} == {int}
    assert noted.asked is True
    scored = Scored((five,), five, five, five)
    assert {type(box) for box in (*scored.dice, scored.points, scored.bonus, scored.gift)} == {int}
    assert dump_json(GameRecord(("Anna", "Ben"), events=(noted,)))


SEAT_CALLS: list[Callable[[Any], Any]] = [
    lambda seat: legal_actions(ROLLED, seat),
    lambda seat: verify(ROLLED, seat, Roll()),
    lambda seat: decide(ROLLED, seat, Score(ROLLED.options[0].dice), Throws()),
    lambda seat: advance(ROLLED, seat, Score(ROLLED.options[0].dice), Throws()),
    lambda seat: advance(ROLLED, seat, Roll(), Throws()).turn.rolls,
    lambda seat: Match.new(["A", "B", "C"], seed=bytes(32)).submit(seat, Roll()),
    lambda seat: str(Match.new(["A", "B", "C"], seed=bytes(32)).why_not_undo(seat)),
    lambda seat: legal_mask(Node.of(ROLLED), seat).tolist(),
    lambda seat: observe(Node.of(ROLLED), seat).tolist(),
    lambda seat: analyse(ROLLED, "points").value(seat),
    lambda seat: analyse(ROLLED, "points").moves(seat),
    lambda seat: analyse(ROLLED, "points").best(seat),
    lambda seat: analyse(ROLLED, "points").regret(seat, Roll()),
]


@pytest.mark.parametrize("call", SEAT_CALLS)
def test_a_seat_may_be_any_integer(call: Callable[[Any], Any]) -> None:
    assert call(np.int64(0)) == call(0)


@pytest.mark.parametrize("call", SEAT_CALLS)
@pytest.mark.parametrize("seat", [99, -1, 3, True, np.True_, 0.0, "0", None])
def test_a_seat_that_nobody_has_is_refused(call: Callable[[Any], Any], seat: Any) -> None:
    if seat is None and call in SEAT_CALLS[7:9]:
        # Without a seat, encodings are of the player to decide.
        assert call(None) is not None
        return
    with pytest.raises(NoSuchSeat) as refused:
        call(seat)
    assert catalog("en").refusal(refused.value) == f"There is no seat {seat!r}. Seats count from 0 to 2."


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda: new_game(2.0), InvalidSetup),  # type: ignore[arg-type]
        (lambda: Setup(True), InvalidSetup),
        (lambda: Setup(2, "late asking"), InvalidSetup),  # type: ignore[arg-type]
        (lambda: Setup(2, Ruleset), InvalidSetup),  # type: ignore[arg-type]
        (lambda: Setup(2, dice_set=str(STANDARD_DICE)), InvalidSetup),  # type: ignore[arg-type]
        (lambda: new_game(2, None), InvalidSetup),  # type: ignore[arg-type]
        (lambda: Match.new(["A", "B"], "x"), InvalidSetup),  # type: ignore[arg-type]
        (lambda: GameRecord(("A", "B"), dice_set=None), InvalidSetup),  # type: ignore[arg-type]
        (lambda: GameRecord((1, 2)), InvalidName),  # type: ignore[arg-type]
        (lambda: Match.new(["A", "B"], bots=[1, None]), InvalidBots),  # type: ignore[list-item]
        (lambda: DiceSet(3), InvalidDice),  # type: ignore[arg-type]
        (lambda: DiceSet((1, 2, 3, 4, 5, 6)), InvalidDice),  # type: ignore[arg-type]
        (lambda: Ruleset(rounds=7.0), InvalidSetup),  # type: ignore[arg-type]
        (lambda: Ruleset(rounds=True), InvalidSetup),
        (lambda: Ruleset(rounds="7"), InvalidSetup),  # type: ignore[arg-type]
        (lambda: Ruleset(free_giving="no"), InvalidSetup),  # type: ignore[arg-type]
        (lambda: Ruleset(late_asking=MASK), InvalidSetup),  # type: ignore[arg-type]
        (lambda: Sheet().row(0), InvalidSetup),
        (lambda: Sheet().row(1.0), InvalidSetup),  # type: ignore[arg-type]
        (lambda: Rolled((), (1.0,) * 6), InvalidDice),  # type: ignore[arg-type]
        (lambda: Rolled((), 3), InvalidDice),  # type: ignore[arg-type]
        (lambda: Rolled((True,), (1,) * 6), InvalidDice),
        (lambda: Noted(1.5, 0, 0, 0), IllegalEvent),  # type: ignore[arg-type]
        (lambda: Noted(1, 0, 0, 0, "yes"), InvalidSetup),  # type: ignore[arg-type]
        (lambda: STANDARD_DICE.face(6, 1), InvalidDice),
        (lambda: STANDARD_DICE.face(-1, 1), InvalidDice),
        (lambda: STANDARD_DICE.face(0, 0), InvalidDice),
        (lambda: STANDARD_DICE.face(0, 1.5), InvalidDice),  # type: ignore[arg-type]
        (lambda: STANDARD_DICE.faces((1, 2, 3)), InvalidDice),
        (lambda: STANDARD_DICE.faces((0,) * 6), InvalidDice),
        (lambda: Node.of(new_game(2)).play(Roll()).land(True), Refused),
        (lambda: Node.of(new_game(2)).play(Roll()).land(2.0), Refused),  # type: ignore[arg-type]
        (lambda: Node.of(new_game(2)).play(Roll()).roll((1.0,) * 6), IllegalEvent),  # type: ignore[arg-type]
        (lambda: decode(True), Refused),
        (lambda: decode(5.0), Refused),  # type: ignore[arg-type]
        (lambda: encode("roll"), Refused),  # type: ignore[arg-type]
        (lambda: Target(250.0), Refused),  # type: ignore[arg-type]
        (lambda: Target(True), Refused),
        (lambda: evolve(new_game(2), "x"), IllegalEvent),  # type: ignore[arg-type]
        (lambda: evolve(new_game(2), Rolled), IllegalEvent),  # type: ignore[arg-type]
        (lambda: replay(new_game(2), ["x"]), IllegalEvent),  # type: ignore[list-item]
        (lambda: Match.new(["A", "B"]).append("x"), IllegalEvent),  # type: ignore[arg-type]
        (lambda: Match.new(["A", "B"]).append(AskGift()), IllegalEvent),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_number_gets_a_sentence(call: Callable[[], Any], kind: type[Refused]) -> None:
    with pytest.raises(kind) as refused:
        call()
    assert all("{" not in catalog(language).refusal(refused.value) for language in LANGUAGES)


def test_numbers_by_numpy_are_as_good() -> None:
    two: Any = np.int64(2)
    assert type(new_game(two).setup.players) is int
    assert type(Ruleset(rounds=two).rounds) is int
    assert Ruleset(free_giving=np.True_).free_giving is True  # type: ignore[arg-type]
    assert STANDARD_DICE.face(two, two) == STANDARD_DICE.face(2, 2)
    assert STANDARD_DICE.faces(np.arange(1, 7)) == STANDARD_DICE.faces((1, 2, 3, 4, 5, 6))  # type: ignore[arg-type]
    landed = Node.of(new_game(two)).play(Roll()).land(two)
    assert plain(landed.numbers)
    assert plain(Node.of(new_game(2)).play(Roll()).roll(np.arange(1, 7)).state.turn.numbers)  # type: ignore[arg-type]
    assert decode(two) == decode(2)
    assert type(Target(two).score) is int
    assert Sheet((7,)).row(np.int64(1)).points == 7  # type: ignore[arg-type]


def test_faces_by_hand_may_hold_any_integers() -> None:
    faces = [face._replace(number=np.int64(face.number)) for face in STANDARD_DICE.faces((1, 2, 3, 4, 5, 6))]  # type: ignore[arg-type]
    match = Match.new(["Anna", "Ben"], real_dice=True)
    match.submit(0, Roll(), faces)
    assert plain(match.state.turn.numbers)
    assert load_json(dump_json(match.record)) == match.record

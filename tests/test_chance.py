"""Dice sources: provably fair (as the docstring of charidice.chance says), entered by hand, recorded; no hidden RNG."""

import ast
import hashlib
import hmac
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, combinations, count, permutations
from pathlib import Path
from statistics import NormalDist
from typing import TypeVar

import pytest

import charidice
from charidice import (
    EnteredDice,
    Event,
    Face,
    FairDice,
    GameRecord,
    GameState,
    InvalidDice,
    Match,
    Pledge,
    RecordedDice,
    Roll,
    Rolled,
    Scored,
    UnfairDice,
    check_dice,
    decide,
    evolve,
    new_game,
    new_seed,
    read_faces,
    read_roll,
)
from charidice.chance import ENTROPY_LIMIT, InvalidPledge
from charidice.rules.dice import ALL_DICE, ALL_NUMBERS
from charidice.rules.engine import action_of, actor
from charidice.rules.moves import REROLLS
from charidice.rules.state import Turn

from .rules.play import random_choice

SEED = bytes(range(32))
WORDS = ("wind", "", "Żółw 🐢")


def number_by_the_docstring(seed: bytes, entropy: Iterable[str], place: str, die: int) -> int:
    """A second implementation, from the docstring of charidice.chance and nothing else."""
    key = hmac.digest(seed, "\n".join(entropy).encode("utf-8"), "sha256")
    for text in chain([place], (f"{place}.{attempt}" for attempt in count(1))):
        digest = hmac.digest(key, text.encode("ascii"), "sha256")
        for byte in (digest[die], digest[die + 6], digest[die + 12], digest[die + 18], digest[die + 24]):
            if byte < 252:
                return byte % 6 + 1
    raise AssertionError("count never ends")


def before_roll(round_: int, seat: int, roll: int, lying: tuple[int, ...] = ()) -> GameState:
    """A state of four players in which this roll comes next."""
    return new_game(4)._replace(round=round_, active=seat, turn=Turn(roll - 1, lying))


def play_on(match: Match, chance: random.Random) -> GameRecord:
    """The game played to its end: again and again a random seat does a random kind of thing."""
    while not match.state.is_over:
        match.submit(*random_choice(match.state, chance))
    return match.record


def fair_game(choices: int, seed: bytes = SEED, words: tuple[str, ...] = WORDS) -> GameRecord:
    match = Match.new(["Anna", "Ben", "Cleo"][: len(words)], seed=seed)
    for seat, text in enumerate(words):
        match.add_entropy(seat, text)
    return play_on(match, random.Random(choices))


def pledge_of(record: GameRecord) -> Pledge:
    assert record.pledge is not None
    return record.pledge


def rolls_with_places(record: GameRecord) -> Iterator[tuple[str, Rolled]]:
    state = record.start
    for event in record.events:
        if isinstance(event, Rolled):
            yield f"{state.round}.{state.active}.{state.turn.rolls + 1}", event
        state = evolve(state, event)


def turns(record: GameRecord) -> list[list[Event]]:
    """The events of each turn."""
    found: list[list[Event]] = [[]]
    for event in record.events:
        found[-1].append(event)
        if isinstance(event, Scored):
            found.append([])
    return found[:-1]


# Fair dice: the procedure


@pytest.mark.parametrize("entropy", [(), ("", ""), ("a", "b"), WORDS], ids=repr)
@pytest.mark.parametrize("seed", [SEED, bytes(32), b"\xff" * 32], ids=["count", "zeros", "ones"])
def test_fair_dice_follow_the_published_procedure(seed: bytes, entropy: tuple[str, ...]) -> None:
    fair = FairDice(seed, entropy)
    for round_ in range(1, 21):
        for seat in range(4):
            for roll in (1, 2, 3):
                shown = fair.roll(before_roll(round_, seat, roll), ())
                place = f"{round_}.{seat}.{roll}"
                assert shown == tuple(number_by_the_docstring(seed, entropy, place, die) for die in ALL_DICE)


def test_fair_dice_never_change_between_versions() -> None:
    """Games of today must still verify in years: these numbers never change."""
    assert FairDice(SEED).roll(before_roll(1, 0, 1), ()) == (5, 5, 4, 5, 5, 5)
    assert FairDice(SEED).roll(before_roll(20, 3, 3), ()) == (4, 4, 4, 3, 5, 5)
    assert FairDice(SEED, WORDS).roll(before_roll(1, 0, 1), ()) == (4, 4, 2, 1, 3, 1)


def test_a_byte_of_252_or_more_is_passed_over_in_a_real_game() -> None:
    """The four bytes that would favour 1 to 4 do come up at the places of one game of 20 rounds."""
    key = hmac.digest(SEED, b"", "sha256")
    passed_over = 0
    for place in [(round_, seat, roll) for round_ in range(1, 21) for seat in range(4) for roll in (1, 2, 3)]:
        digest = hmac.digest(key, b"%d.%d.%d" % place, "sha256")
        for die in ALL_DICE:
            if digest[die] >= 252:
                passed_over += 1
                second = digest[die + 6]
                assert second < 252
                assert FairDice(SEED).roll(before_roll(*place), ())[die] == second % 6 + 1
    assert passed_over > 0


# Found by trying 10^8 places: two that have no usable byte for one die.
@pytest.mark.parametrize(("seed", "place", "die"), [(107906, (3, 2, 2), 1), (434640, (18, 3, 3), 0)])
def test_a_die_without_a_usable_byte_does_come_up(seed: int, place: tuple[int, int, int], die: int) -> None:
    secret = seed.to_bytes(32, "big")
    key = hmac.digest(secret, b"", "sha256")
    digest, second = (hmac.digest(key, b"%d.%d.%d" % place + more, "sha256") for more in (b"", b".1"))
    assert min(digest[die:30:6]) >= 252
    assert FairDice(secret).roll(before_roll(*place), ())[die] == second[die] % 6 + 1


class DiceOfDigests(FairDice):
    """Fair dice whose digests are given, to reach what happens once in 10^9 dice."""

    def __init__(self, digests: dict[bytes, bytes]) -> None:
        super().__init__(SEED)
        self._digests = digests

    def _digest(self, place: bytes) -> bytes:
        return self._digests[place]


def digest_with(**at: int) -> bytes:
    """32 bytes that no die may read, but for those named: b7=3 puts a 3 at place 7."""
    return bytes(at.get(f"b{place}", 255) for place in range(32))


def test_a_byte_below_252_leaves_its_number_and_any_other_the_next_byte() -> None:
    for byte in range(256):
        first = digest_with(**{f"b{die}": byte for die in ALL_DICE}, **{f"b{die + 6}": die for die in ALL_DICE})
        expected = (byte % 6 + 1,) * 6 if byte < 252 else (1, 2, 3, 4, 5, 6)
        assert DiceOfDigests({b"1.0.1": first}).roll(before_roll(1, 0, 1), ()) == expected, byte


@pytest.mark.parametrize("skipped", range(5))
def test_a_die_reads_five_bytes_six_apart(skipped: int) -> None:
    digest = digest_with(**{f"b{die + 6 * skipped}": 5 - die for die in ALL_DICE})
    assert DiceOfDigests({b"2.3.1": digest}).roll(before_roll(2, 3, 1), ()) == (6, 5, 4, 3, 2, 1)


def test_the_last_two_bytes_of_a_digest_are_read_by_no_die() -> None:
    digests = {b"1.0.1": digest_with(b30=0, b31=0), b"1.0.1.1": bytes([1] * 32)}
    assert DiceOfDigests(digests).roll(before_roll(1, 0, 1), ()) == (2,) * 6


def test_a_die_without_a_usable_byte_goes_on_to_the_next_digests() -> None:
    digests = {
        b"7.1.3": digest_with(b0=0, b8=1),
        b"7.1.3.1": digest_with(b1=2, b27=3),
        b"7.1.3.2": digest_with(b4=4, b0=5, b2=5),
        b"7.1.3.3": digest_with(b29=5, b3=0),
    }
    # Each die stops at the first byte it may read, whatever later digests hold for it.
    assert DiceOfDigests(digests).roll(before_roll(7, 1, 3, (1,) * 6), ()) == (1, 3, 2, 4, 5, 6)


def test_a_die_that_is_read_again_does_not_change_the_others() -> None:
    first = bytes([0, 252, 2, 3, 4, 5, *[10] * 26])
    assert DiceOfDigests({b"1.0.1": first}).roll(before_roll(1, 0, 1), ()) == (1, 5, 3, 4, 5, 6)


# Fair dice: every die depends on its place alone


def test_keeping_other_dice_does_not_change_a_die() -> None:
    fair = FairDice(SEED, WORDS)
    lying = (6, 5, 4, 3, 2, 1)
    state = before_roll(3, 2, 2, lying)
    all_thrown = fair.roll(state, ())
    for keep in (action.keep for action in REROLLS):
        expected = tuple(lying[die] if die in keep else all_thrown[die] for die in ALL_DICE)
        assert fair.roll(state, keep) == expected


def test_no_choice_shifts_a_later_die() -> None:
    """Whatever the players keep, ask, score, every die thrown is the one of its place."""
    games = [fair_game(choices) for choices in range(20)]
    assert len({game.events for game in games}) == len(games)
    for game in games:
        for place, event in rolls_with_places(game):
            for die in set(ALL_DICE) - set(event.keep):
                assert event.numbers[die] == number_by_the_docstring(SEED, WORDS, place, die)


def test_asking_for_a_roll_does_not_use_it_up() -> None:
    fair = FairDice(SEED)
    state = before_roll(1, 0, 1)
    assert fair.roll(state, ()) == fair.roll(state, ()) == FairDice(SEED).roll(state, ())


# Fair dice: a million of them

P_VALUE = 1e-4
# Times 4 seats, 3 rolls and 6 dice: a little over 10^6 dice.
GAME_ROUNDS = 13_889
Million = dict[tuple[int, int, int], tuple[int, ...]]
T = TypeVar("T")


def critical_value(degrees: int) -> float:
    """The chi-square that fair dice exceed with probability 10^-4, by Wilson and Hilferty (1931)."""
    spread = 2 / (9 * degrees)
    return float(degrees * (1 - spread + NormalDist().inv_cdf(1 - P_VALUE) * spread**0.5) ** 3)


def chi_square(counts: Counter[T], cells: int) -> float:
    """How far the counts are from all cells being equally likely."""
    expected = counts.total() / cells
    return sum((seen - expected) ** 2 for seen in counts.values()) / expected + (cells - len(counts)) * expected


@pytest.fixture(scope="module")
def million() -> Million:
    """Every roll of one very long game of four, by round, seat and roll."""
    fair = FairDice(hashlib.sha256(b"a million dice").digest())
    start = new_game(4)
    found = {}
    for seat in range(4):
        for roll in (1, 2, 3):
            state = start._replace(active=seat, turn=Turn(roll - 1, (1,) * 6))
            for round_ in range(1, GAME_ROUNDS + 1):
                found[round_, seat, roll] = fair.roll(state._replace(round=round_), ())
    assert len(found) * 6 >= 10**6
    return found


@pytest.mark.parametrize(("degrees", "published"), [(5, 25.745), (30, 67.633), (35, 74.926)])
def test_the_critical_values_agree_with_exact_ones(degrees: int, published: float) -> None:
    """The exact quantiles of the chi-square distribution at 0.9999, to five digits."""
    assert critical_value(degrees) == pytest.approx(published, rel=0.025)


def test_every_number_comes_up_equally_often(million: Million) -> None:
    counts = Counter(chain.from_iterable(million.values()))
    assert chi_square(counts, 6) < critical_value(5)


def test_every_face_of_every_die_comes_up_equally_often(million: Million) -> None:
    counts = Counter(place_and_number for roll in million.values() for place_and_number in enumerate(roll))
    assert chi_square(counts, 36) < critical_value(30)


def test_two_dice_of_a_roll_are_independent(million: Million) -> None:
    for one, other in combinations(ALL_DICE, 2):
        counts = Counter((roll[one], roll[other]) for roll in million.values())
        assert chi_square(counts, 36) < critical_value(35), (one, other)


@pytest.mark.parametrize(("first", "then"), [(1, 2), (2, 3), (1, 3)])
def test_rolls_of_a_turn_are_independent(million: Million, first: int, then: int) -> None:
    counts = Counter(
        pair
        for (round_, seat, roll), numbers in million.items()
        if roll == first
        for pair in zip(numbers, million[round_, seat, then], strict=True)
    )
    assert chi_square(counts, 36) < critical_value(35)


@pytest.mark.parametrize("seat", range(4))
def test_seats_that_follow_each_other_are_independent(million: Million, seat: int) -> None:
    counts = Counter(
        pair
        for (round_, giver, roll), numbers in million.items()
        if giver == seat and (round_ + (seat == 3), (seat + 1) % 4, roll) in million
        for pair in zip(numbers, million[round_ + (seat == 3), (seat + 1) % 4, roll], strict=True)
    )
    assert chi_square(counts, 36) < critical_value(35)


def test_the_measure_would_notice_the_bias_of_bytes_read_without_care() -> None:
    blocks = (hashlib.sha256(b"%d" % number).digest() for number in range(10**6 // 32))
    counts = Counter(byte % 6 for block in blocks for byte in block)
    assert chi_square(counts, 6) > critical_value(5)


# The pledge


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    pledge = Pledge.of(SEED)
    assert pledge.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert pledge == Pledge(pledge.commitment, (), SEED)


def test_a_pledge_can_be_shown_without_its_seed() -> None:
    pledge = Pledge(Pledge.of(SEED).commitment, WORDS, SEED)
    assert pledge.without_seed() == Pledge(pledge.commitment, WORDS, None)


def test_new_seeds_are_32_bytes_and_differ() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


def test_the_words_of_any_seat_change_the_dice() -> None:
    """The order of the seats counts too, and no words at all differ from empty ones."""
    entropies = [(), ("", ""), ("a", ""), ("", "a"), ("a", "b"), ("b", "a"), ("ab", ""), ("a", "", "")]
    games = {
        tuple(FairDice(SEED, words).roll(before_roll(round_, 0, 1), ()) for round_ in range(1, 8))
        for words in entropies
    }
    assert len(games) == len(entropies)


@pytest.mark.parametrize(
    "words",
    ["", "a", "a  b", "a" * ENTROPY_LIMIT, "🎲" * ENTROPY_LIMIT, "a: b | # 'c'", "👩\u200d🚀", "می\u200cشود"],
    ids=ascii,
)
def test_words_of_one_line_up_to_64_characters_are_mixed_in(words: str) -> None:
    assert Pledge("00" * 32, ("", words)).entropy == ("", words)


@pytest.mark.parametrize(
    "words",
    [
        *("a" * (ENTROPY_LIMIT + 1), "two\nlines", "a\tb", "tab\t", "\0", "\u2028", "\ud800"),
        *(" ", "   ", " before", "after ", "\xa0", "a\xa0b", "a\u200bb", "a\u200eb", "\ufeffa", "👩\u200d🚀\n"),
    ],
    ids=ascii,
)
def test_words_that_are_longer_or_not_one_line_are_refused(words: str) -> None:
    for entropy in (("", words), (words, "")):
        with pytest.raises(InvalidPledge) as refused:
            Pledge("00" * 32, entropy)
        assert refused.value.code == "entropy-not-allowed"
        assert refused.value.values == {"most": 64}


@pytest.mark.parametrize(
    "commitment",
    ["", "0" * 63, "0" * 65, "AB" * 32, "0" * 63 + "g", " " + "0" * 63, "0" * 63 + "\n", "0x" + "0" * 62, "٣" * 64],
    ids=ascii,
)
def test_a_commitment_is_64_hexadecimal_digits(commitment: str) -> None:
    with pytest.raises(InvalidPledge) as refused:
        Pledge(commitment)
    assert (refused.value.code, refused.value.values) == ("not-64-hex-digits", {})


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_a_seed_is_32_bytes(length: int) -> None:
    with pytest.raises(InvalidPledge) as refused:
        Pledge("00" * 32, (), bytes(length))
    assert (refused.value.code, refused.value.values) == ("not-64-hex-digits", {})
    with pytest.raises(InvalidPledge):
        Pledge.of(bytes(length))


def test_a_pledge_is_kept_by_the_promised_seed_alone() -> None:
    pledge = replace(Pledge.of(SEED), entropy=WORDS)
    assert pledge.is_kept
    assert not pledge.without_seed().is_kept
    assert not replace(pledge, seed=bytes(32)).is_kept
    assert not replace(pledge, commitment="00" * 32).is_kept


# Checking the dice of a game


def test_an_honest_game_passes_and_every_thrown_die_is_counted() -> None:
    record = fair_game(1)
    thrown = sum(6 - len(event.keep) for event in record.events if isinstance(event, Rolled))
    assert check_dice(pledge_of(record), record.start, record.events) == thrown > 100


def test_a_game_can_be_checked_as_far_as_it_went() -> None:
    record = fair_game(2)
    for end in range(len(record.events)):
        thrown = sum(6 - len(event.keep) for event in record.events[:end] if isinstance(event, Rolled))
        assert check_dice(pledge_of(record), record.start, record.events[:end]) == thrown


def test_any_one_changed_die_is_found_and_named() -> None:
    record = fair_game(3)
    pledge, start = pledge_of(record), record.start
    state = start
    for index, event in enumerate(record.events):
        if isinstance(event, Rolled):
            for die, right in enumerate(event.numbers):
                for wrong in set(ALL_NUMBERS) - {right}:
                    numbers = (*event.numbers[:die], wrong, *event.numbers[die + 1 :])
                    events = (*record.events[:index], Rolled(event.keep, numbers), *record.events[index + 1 :])
                    with pytest.raises(UnfairDice) as refused:
                        check_dice(pledge, start, events)
                    assert refused.value.code == "die-does-not-match"
                    assert refused.value.values == {
                        "round": state.round,
                        "seat": state.active,
                        "roll": state.turn.rolls + 1,
                        "face": start.setup.dice_set.face(die, wrong),
                        "expected": start.setup.dice_set.face(die, right),
                    }
        state = evolve(state, event)


def test_turns_moved_to_another_seat_are_found() -> None:
    record = fair_game(4)
    played = turns(record)
    for first in range(len(played) - 1):
        swapped = [*played[:first], played[first + 1], played[first], *played[first + 2 :]]
        with pytest.raises(UnfairDice, match="die-does-not-match"):
            check_dice(pledge_of(record), record.start, chain.from_iterable(swapped))


def test_a_roll_thrown_once_more_is_found() -> None:
    """The second roll of a turn told as if it had been the first."""
    match = Match.new(["Anna", "Ben"], seed=SEED)
    match.submit(0, Roll())
    second = match.submit(0, Roll())
    assert check_dice(Pledge.of(SEED), new_game(2), match.record.events) == 12
    with pytest.raises(UnfairDice, match="die-does-not-match"):
        check_dice(Pledge.of(SEED), new_game(2), [second])


@pytest.mark.parametrize("seats", [(1, 0, 2), (0, 2, 1), (2, 1, 0), (1, 2, 0)])
def test_words_swapped_between_seats_are_found(seats: tuple[int, ...]) -> None:
    record = fair_game(6)
    swapped = replace(pledge_of(record), entropy=tuple(WORDS[seat] for seat in seats))
    with pytest.raises(UnfairDice, match="die-does-not-match"):
        check_dice(swapped, record.start, record.events)


@pytest.mark.parametrize("entropy", [(), ("", "", ""), ("wind", "", "Żółw  🐢"), ("Wind", "", "Żółw 🐢")])
def test_words_changed_or_left_out_are_found(entropy: tuple[str, ...]) -> None:
    record = fair_game(7)
    with pytest.raises(UnfairDice, match="die-does-not-match"):
        check_dice(replace(pledge_of(record), entropy=entropy), record.start, record.events)


def test_a_seed_that_was_not_promised_is_found() -> None:
    record = fair_game(8)
    for place in range(32):
        other = bytes(byte ^ (at == place) for at, byte in enumerate(SEED))
        with pytest.raises(UnfairDice) as refused:
            check_dice(replace(pledge_of(record), seed=other), record.start, record.events)
        assert refused.value.code == "seed-does-not-match-commitment"


def test_a_seed_changed_together_with_its_commitment_is_found_by_the_dice() -> None:
    record = fair_game(9)
    other = replace(Pledge.of(bytes(32)), entropy=WORDS)
    with pytest.raises(UnfairDice, match="die-does-not-match"):
        check_dice(other, record.start, record.events)


def test_a_changed_commitment_is_found() -> None:
    record = fair_game(10)
    pledge = replace(pledge_of(record), commitment="0" * 64)
    with pytest.raises(UnfairDice) as refused:
        check_dice(pledge, record.start, record.events)
    assert refused.value.code == "seed-does-not-match-commitment"


def test_without_the_seed_nothing_can_be_checked() -> None:
    record = fair_game(11)
    with pytest.raises(UnfairDice) as refused:
        check_dice(pledge_of(record).without_seed(), record.start, record.events)
    assert refused.value.code == "seed-not-published"


# Entered dice

LYING = read_roll("Y1 G2 B2 K3 P6 O4")


def after_first_roll() -> GameState:
    return evolve(new_game(2), Rolled((), LYING))


def keep_of(text: str) -> tuple[int, ...]:
    return tuple(sorted(new_game(2).setup.dice_set.die_of(face) for face in read_faces(text)))


def refusal_of(faces: str, keep: str) -> InvalidDice:
    with pytest.raises(InvalidDice) as refused:
        EnteredDice(read_faces(faces)).roll(after_first_roll(), keep_of(keep))
    return refused.value


def test_six_faces_may_be_entered_in_any_order() -> None:
    for faces in permutations(read_faces("Y1 G2 B2 K3 P6 O4")):
        assert EnteredDice(faces).roll(new_game(2), ()) == LYING


def test_the_faces_of_the_thrown_dice_are_enough() -> None:
    shown = EnteredDice(read_faces("B1")).roll(after_first_roll(), keep_of("Y1 G2 B2 P6 O4"))
    assert shown == read_roll("Y1 G2 B2 B1 P6 O4")


def test_kept_dice_may_be_entered_too_some_or_all() -> None:
    expected = read_roll("Y1 G2 O6 K3 P6 O4")
    assert EnteredDice(read_faces("O6 Y1")).roll(after_first_roll(), keep_of("Y1 G2 K3 P6 O4")) == expected
    assert EnteredDice(read_faces("O4 P6 O6 K3 G2 Y1")).roll(after_first_roll(), keep_of("Y1 G2 K3 P6 O4")) == expected


def test_a_kept_die_cannot_show_another_face() -> None:
    refused = refusal_of("Y1 G2 B2 K3 P6 K2", keep="O4 P6")
    assert refused.code == "kept-die-changed"
    assert refused.values == {"face": Face.read("O4"), "other": Face.read("K2")}


def test_two_faces_of_one_die_cannot_both_lie_there() -> None:
    refused = refusal_of("Y1 O2", keep="B2 K3 P6 O4")
    assert refused.code == "two-faces-of-one-die"
    assert refused.values == {"face": Face.read("O2"), "other": Face.read("Y1")}


def test_a_face_entered_twice_is_refused() -> None:
    refused = refusal_of("Y1 Y1", keep="B2 K3 P6 O4")
    assert refused.code == "face-twice"
    assert refused.values["face"] == Face.read("Y1")


@pytest.mark.parametrize(("faces", "given"), [("", 0), ("Y1", 1), ("B2 K3 P6 O4", 4), ("Y1 B2 K3 P6 O4", 5)])
def test_the_face_of_a_thrown_die_cannot_be_left_out(faces: str, given: int) -> None:
    refused = refusal_of(faces, keep="B2 K3 P6 O4")
    assert refused.code == "faces-missing"
    assert refused.values == {"count": 2, "given": given}


def test_all_six_faces_are_needed_for_a_first_roll() -> None:
    with pytest.raises(InvalidDice) as refused:
        EnteredDice(read_faces("Y1 G2 B2 K3 P6")).roll(new_game(2), ())
    assert refused.value.code == "faces-missing"
    assert refused.value.values == {"count": 6, "given": 5}


def test_a_refusal_shows_faces_as_people_write_them() -> None:
    assert str(refusal_of("Y1 O2", keep="B2 K3 P6 O4")) == "two-faces-of-one-die (face=O2, other=Y1)"


# Recorded dice


def test_recorded_dice_give_every_roll_again() -> None:
    record = fair_game(12)
    dice = RecordedDice(record.start, record.events)
    state = record.start
    for event in record.events:
        assert decide(state, actor(state, event), action_of(event), dice) == event
        state = evolve(state, event)
    assert state == record.state


def test_a_roll_that_was_not_recorded_is_refused() -> None:
    state = new_game(2)
    dice = RecordedDice(state, (Rolled((), LYING),))
    with pytest.raises(InvalidDice) as refused:
        dice.roll(after_first_roll(), ())
    assert refused.value.code == "no-such-roll-recorded"


def test_a_roll_recorded_with_other_dice_kept_is_refused() -> None:
    second = Rolled((0, 1), (*LYING[:2], 1, 1, 1, 1))
    dice = RecordedDice(new_game(2), (Rolled((), LYING), second))
    assert dice.roll(after_first_roll(), (0, 1)) == second.numbers
    with pytest.raises(InvalidDice) as refused:
        dice.roll(after_first_roll(), (0,))
    assert refused.value.code == "recorded-with-other-dice-kept"
    assert refused.value.values == {"dice": (0, 1)}


# No hidden chance


def test_a_game_leaves_the_global_random_state_alone() -> None:
    before = random.getstate()
    record = play_on(Match.new(["Anna", "Ben"]), random.Random(1))
    assert record.state.is_over
    assert random.getstate() == before


def test_a_game_does_not_depend_on_the_global_random_state() -> None:
    before = random.getstate()
    try:
        random.seed(1)
        one = fair_game(13)
        random.seed(2)
        other = fair_game(13)
    finally:
        random.setstate(before)
    assert one == other


def test_no_module_uses_the_global_random_functions() -> None:
    sources = sorted(Path(charidice.__file__).parent.rglob("*.py"))
    assert len(sources) > 10
    own_state = {"Random", "SystemRandom"}
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                assert {alias.name for alias in node.names} <= own_state, source
            if isinstance(node, ast.Import):
                assert all(alias.asname is None for alias in node.names if alias.name == "random"), source
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
                assert node.attr in own_state, source

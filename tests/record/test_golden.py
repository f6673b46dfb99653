"""Golden records: games of versions 1 to 3 in both forms, which must stay readable for ever.

How they were made, each with its own name as the source of all chance: the seed is SHA-256 of the name; a
`random.Random(name)` throws the real dice and makes the players' choices. They keep their largest group of one colour
or one number, score early if that brings 24 or more, take the option within three points of the best that gives most
(within eight under free giving, half of the time), and ask with probability 0.12 at each chance, 0.5 after a stop.
In the two `asked-first` games it was asked before the first roll alone, once by everybody (rounds 1, 2 and 3).
The running games were saved as `record.public()`. In `against-bots` a magpie, a squirrel and a fox played. In
`committed-words` the choices were made at random; Ada revealed her words, Bo did not, and the bot has none.
`score-pad` was entered on a score pad: by dice and by points, one turn with all its rolls, three corrected.
The two games from a position were played at random: one begins with dice on the table and the gift asked for, the other
with the dice of the first roll.
A test here that fails means that somebody's saved game cannot be read any more: change the code, not the file.
"""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from charidice import (
    STANDARD,
    STANDARD_DICE,
    DiceSet,
    GiftAsked,
    GiftDeclined,
    Laid,
    Noted,
    Ruleset,
    Stopped,
    check_dice,
    dump_json,
    dump_notation,
    evolve,
    load,
    load_json,
    load_notation,
    read_position,
    results,
    winners,
    write_position,
)

FOLDER = Path(__file__).parents[1] / "playthroughs"
OWN_DICE = DiceSet.read("YOGBPK OGYKBP GYOPKB BPKYOG PKBGYO KBPOGY")


SHORT_AND_LATE = Ruleset(3, late_asking=True)


class Finished(NamedTuple):
    name: str
    players: tuple[str, ...]
    ruleset: Ruleset
    dice_set: DiceSet
    totals: tuple[int, ...]
    given: tuple[int, ...]
    winners: tuple[int, ...]
    dice_thrown: int | None
    """None where the dice were real ones."""


FINISHED = [
    Finished("two-players", ("Anna", "Ben"), STANDARD, STANDARD_DICE, (263, 318), (103, 95), (1,), 162),
    Finished(
        "three-players-with-words",
        ("Zoë", "Łukasz", "Nuño"),
        STANDARD,
        STANDARD_DICE,
        (270, 373, 241),
        (132, 80, 102),
        (1,),
        244,
    ),
    Finished(
        "four-players-own-dice",
        ("North", "East", "South", "West"),
        STANDARD,
        OWN_DICE,
        (280, 238, 328, 261),
        (80, 93, 62, 69),
        (2,),
        301,
    ),
    Finished(
        "free-giving", ("Carla", "Dario"), Ruleset(4, free_giving=True), STANDARD_DICE, (195, 158), (88, 71), (0,), 82
    ),
    Finished(
        "late-asking",
        ("Mia", "Noah", "Olga"),
        Ruleset(late_asking=True),
        STANDARD_DICE,
        (291, 311, 260),
        (85, 113, 112),
        (1,),
        241,
    ),
    Finished(
        "all-house-rules-real-dice",
        ("A: 1 | b", "A: 1 | b", "#3 (two)"),
        Ruleset(9, free_giving=True, late_asking=True),
        OWN_DICE,
        (447, 324, 283),
        (119, 112, 183),
        (0,),
        None,
    ),
    Finished(
        "against-bots",
        ("Anna", "Eichhörnchen", "MyBot"),
        STANDARD,
        STANDARD_DICE,
        (171, 222, 380),
        (31, 105, 37),
        (2,),
        218,
    ),
    Finished("asked-first", ("Ida", "Jon", "Kim"), Ruleset(3), STANDARD_DICE, (137, 161, 116), (76, 42, 40), (1,), 99),
    Finished("committed-words", ("Ada", "Bo", "Owl"), Ruleset(3), STANDARD_DICE, (84, 69, 69), (30, 10, 12), (0,), 82),
    Finished(
        "score-pad", ("Lena", "Marko", "Florian"), Ruleset(4), OWN_DICE, (116, 101, 167), (59, 61, 69), (2,), None
    ),
    Finished("from-a-position", ("Ada", "Bo", "Owl"), SHORT_AND_LATE, OWN_DICE, (136, 83, 86), (37, 34, 88), (0,), 49),
    Finished("real-dice", ("Oma", "Opa"), Ruleset(3), STANDARD_DICE, (92, 187), (47, 21), (1,), None),
]
RUNNING = {
    "running-asked": (
        "C1 15+0-13,16+15-7,11+0-17:2x/20+0-12,14+15-16,18+25-12:2x/9+0-17,16+15-12:2x/12+15-12,21+50-0:-- "
        "2:Y1O1K4G6P1B5:asked"
    ),
    "running-asked-first": "C1 5+30-2,16+15-4:--/24+15-2:2x -:asked",
    "running-from-a-position": "C1 16+0-10,16+0-24:--/16+0-1,8+0-19:2x 1:B4O1G1B1K2Y2 free-giving",
    "running-stopped": ("C1 7+0-16,15+30-12,4+15-4:--/16+15-14,12+0-10,5+30-12:2x 2:G3G2G1O5G5G4:stopped late-asking"),
}
NAMES = [game.name for game in FINISHED] + list(RUNNING)


def text_of(file: str) -> str:
    return (FOLDER / file).read_bytes().decode("utf-8")


def parsed(name: str) -> Any:
    return json.loads(text_of(f"{name}.json"))


def test_every_saved_game_is_asserted_here() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.{form}" for name in NAMES for form in ("json", "txt")}


@pytest.mark.parametrize("name", NAMES)
def test_a_saved_game_is_written_again_byte_for_byte(name: str) -> None:
    assert dump_json(load_json(text_of(f"{name}.json"))) == text_of(f"{name}.json")
    assert dump_notation(load_notation(text_of(f"{name}.txt"))) == text_of(f"{name}.txt")


@pytest.mark.parametrize("name", NAMES)
def test_both_forms_of_a_saved_game_hold_the_same_game(name: str) -> None:
    from_json, from_notation = load(text_of(f"{name}.json")), load(text_of(f"{name}.txt"))
    assert from_json == from_notation
    assert from_json.state == from_notation.state


@pytest.mark.parametrize("game", FINISHED, ids=lambda game: game.name)
def test_a_finished_game_keeps_its_players_rules_and_totals(game: Finished) -> None:
    record = load(text_of(f"{game.name}.json"))
    assert (record.players, record.ruleset, record.dice_set) == (game.players, game.ruleset, game.dice_set)
    assert record.state.is_over
    result = results(record.state.sheets)
    assert tuple(row.total for row in result) == game.totals
    assert tuple(row.given for row in result) == game.given
    assert winners(result) == game.winners


@pytest.mark.parametrize("game", FINISHED, ids=lambda game: game.name)
def test_the_totals_follow_from_the_file_by_plain_addition(game: Finished) -> None:
    """Clauses 6.1 and 6.2 computed from the written numbers, without the engine."""
    seats = len(game.players)
    totals, given = [0] * seats, [0] * seats
    written = parsed(game.name).get("begins_at", "C1 " + "/".join([":2x"] * seats)).split(" ")[1].split("/")
    for seat, turns in enumerate(written):
        for points, bonus, gave in re.findall(r"([0-9]+)\+([0-9]+)-([0-9]+)", turns):
            totals[seat] += int(points) + int(bonus)
            totals[(seat + 1) % seats] += int(gave)
            given[seat] += int(gave)
    for event in parsed(game.name)["events"]:
        if event["event"] in ("scored", "noted"):
            totals[event["seat"]] += event["points"] + event["bonus"]
            totals[(event["seat"] + 1) % seats] += event.get("received", event["gift"])
            given[event["seat"]] += event["gift"]
    charity = 30 if max(given) > 60 else 20
    assert tuple(total + charity * (gave == max(given)) for total, gave in zip(totals, given, strict=True)) == (
        game.totals
    )


@pytest.mark.parametrize("game", FINISHED, ids=lambda game: game.name)
def test_the_dice_of_a_finished_game_can_still_be_checked(game: Finished) -> None:
    record = load(text_of(f"{game.name}.txt"))
    if game.dice_thrown is None:
        assert record.pledge is None
    else:
        assert record.pledge is not None
        assert check_dice(record.pledge, record.start, record.events) == game.dice_thrown


@pytest.mark.parametrize(("name", "position"), RUNNING.items())
def test_a_running_game_stands_where_it_was_left_and_hides_its_seed(name: str, position: str) -> None:
    record = load(text_of(f"{name}.json"))
    assert write_position(record.state) == position
    assert record.pledge is not None
    assert record.pledge.seed is None


@pytest.mark.parametrize("form", ["json", "txt"])
def test_who_was_a_bot_is_kept(form: str) -> None:
    bots = load(text_of(f"against-bots.{form}")).bots
    assert bots == (None, "squirrel", "my bots/my_bot.py:MyBot")
    for name in NAMES:
        if name not in ("against-bots", "committed-words", "from-a-position"):
            record = load(text_of(f"{name}.{form}"))
            assert record.bots == (None,) * len(record.players)


def test_the_words_of_the_seats_are_kept() -> None:
    pledge = load(text_of("three-players-with-words.txt")).pledge
    assert pledge is not None
    assert pledge.entropy == ("summer rain", "", "42 🎲 dice: #1 | (x)")


@pytest.mark.parametrize("name", ["asked-first", "running-asked-first"])
def test_5_3_it_was_asked_before_the_first_roll(name: str) -> None:
    record = load(text_of(f"{name}.txt"))
    state, rolls = record.start, []
    for event in record.events:
        if event == GiftAsked():
            rolls.append(state.turn.rolls)
        state = evolve(state, event)
    assert rolls
    assert not any(rolls)


def test_late_asking_was_answered_both_ways() -> None:
    events = load(text_of("late-asking.txt")).events
    answers = {after for event, after in pairwise(events) if event == Stopped()}
    assert answers == {GiftAsked(), GiftDeclined()}


def test_what_was_written_by_hand_is_kept() -> None:
    record = load(text_of("score-pad.txt"))
    assert record.version == 2
    kinds = [type(event) for event in record.events]
    assert (kinds.count(Laid), kinds.count(Noted)) == (6, 5)
    assert Noted(8, 15, 24, 20) in record.events, "the recipient wrote something else"
    assert [(each.round, each.seat) for each in record.corrections] == [(2, 0), (3, 1), (4, 2)]
    assert record.corrections[0].was is None, "it had been cleared"


def test_a_game_is_written_in_the_oldest_version_that_can_hold_it() -> None:
    newer = {"score-pad": 2, "from-a-position": 3, "running-from-a-position": 3}
    assert {name: parsed(name)["version"] for name in NAMES} == {name: newer.get(name, 1) for name in NAMES}
    for name in NAMES:
        assert text_of(f"{name}.txt").startswith(f"charidice {load(text_of(f'{name}.json')).version}\n")


@pytest.mark.parametrize("form", ["json", "txt"])
def test_a_game_begins_at_the_position_where_it_began(form: str) -> None:
    record = load(text_of(f"from-a-position.{form}"))
    assert record.begins_at
    assert record.start == record.begins_at == read_position(parsed("from-a-position")["begins_at"])
    assert (record.start.round, record.start.active, record.start.turn.rolls) == (2, 1, 2)

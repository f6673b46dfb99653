"""The notation: what people may write, what the program writes, and errors that name the wrong line."""

import inspect
import re
from dataclasses import replace
from textwrap import dedent

import pytest

from charidice import (
    STANDARD,
    GameRecord,
    GiftAsked,
    GiftDeclined,
    Match,
    Pledge,
    RecordError,
    Roll,
    Rolled,
    Ruleset,
    Scored,
    Stopped,
    check_dice,
    dump_notation,
    load,
    load_notation,
    results,
)
from charidice.chance import InvalidPledge
from charidice.record import notation

from .games import KINDS_OF_GAME, OWN_DICE, SEED, finished


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as refused:
        load_notation(text)
    return refused.value


# The form

BY_HAND = """\
# Sunday at grandmother's, with her own box of dice.
charidice 1

player 1: Oma
player 2 : Tim
rules: rounds 2

# The two examples of the rulebook (7.1, 7.2), the second with the greatest of gifts.
1 Oma: B1 B2 B3 B4 B6 P6 | = B2 B3 B4 B6 15+15 >13
1 Tim: g2,p2 K2Y2 k6 O6 |
       2X
       | = G2 P2 K2 Y2
   # The luck of Oma:
2 Oma :Y1 O1 G1 B1 K2 P6
(B1 O1 G1 Y1) O4 K1 | (Y1 O1 G1 B1 K1) P1
= P1 K1 O1 B1 Y1 G1 >0

2 Tim: K6 K5 K4 K3 K2 G4 | = K2 K3 K4 K5 K6 20 + 40
  result :148\t116
# Tim wants a return match.
"""
BY_PROGRAM = """\
charidice 1
player 1: Oma
player 2: Tim
rules: rounds 2

1 Oma: B4 B3 B2 B1 B6 P6 | = B4 B3 B2 B6 15+15 >13
1 Tim: K6 G2 O6 P2 K2 Y2 | 2x | = G2 P2 K2 Y2 8+15 >48
2 Oma: Y1 O1 G1 B1 K2 P6 | (Y1 O1 G1 B1) O4 K1 | (Y1 O1 G1 B1 K1) P1 | = Y1 O1 G1 B1 P1 K1 6+60 >0
2 Tim: K6 K5 K4 K3 K2 G4 | = K6 K5 K4 K3 K2 20+40 >4

result: 148 116
"""
TOLD = GameRecord(
    ("Oma", "Tim"),
    Ruleset(2),
    events=(
        Rolled((), (4, 3, 2, 1, 6, 6)),
        Scored((0, 1, 2, 4), 15, 15, 13),
        Rolled((), (6, 2, 6, 2, 2, 2)),
        GiftAsked(),
        Scored((1, 3, 4, 5), 8, 15, 48),
        Rolled((), (1, 1, 1, 1, 2, 6)),
        Rolled((0, 1, 2, 3), (1, 1, 1, 1, 4, 1)),
        Rolled((0, 1, 2, 3, 5), (1, 1, 1, 1, 1, 1)),
        Scored((0, 1, 2, 3, 4, 5), 6, 60, 0),
        Rolled((), (6, 5, 4, 3, 2, 4)),
        Scored((0, 1, 2, 3, 4), 20, 40, 4),
    ),
)


def test_a_game_written_by_hand_is_read() -> None:
    """Comments, numbers left out, faces in any order and case, a turn over several lines, spaces in the result."""
    assert load_notation(BY_HAND) == TOLD
    assert [result.total for result in results(TOLD.state.sheets)] == [30 + 66 + 52, 23 + 60 + 13 + 20]


def test_a_game_is_written_exactly_like_this() -> None:
    assert dump_notation(TOLD) == BY_PROGRAM
    assert load_notation(BY_PROGRAM) == TOLD


def test_all_facts_are_written_exactly_like_this() -> None:
    pledge = Pledge(Pledge.of(SEED).commitment, ("three more words", "two words"), SEED)
    record = GameRecord(
        ("Anna", "Ben"),
        Ruleset(5, True, True),
        OWN_DICE,
        pledge,
        (Rolled((), (1, 1, 1, 1, 1, 2)), Stopped(), GiftDeclined()),
    )
    assert dump_notation(record) == dedent("""\
        charidice 1
        player 1: Anna
        player 2: Ben
        rules: rounds 5, free giving, late asking
        dice: YOGBPK OGYKBP GYOPKB BPKYOG PKBGYO KBPOGY
        commitment: 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd
        entropy 1: three more words
        entropy 2: two words
        seed: 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f

        1 Anna: Y1 O1 G1 B1 P1 B2 | stop | no 2x

        result: *
        """)
    assert load_notation(dump_notation(record)) == record


def test_bots_are_written_exactly_like_this_and_only_where_there_are_any() -> None:
    record = replace(TOLD, bots=(None, "my bots/my_bot.py:MyBot"))
    head, rest = BY_PROGRAM.split("player 2: Tim\n")
    assert dump_notation(record) == f"{head}player 2: Tim\nbot 2: my bots/my_bot.py:MyBot\n{rest}"
    assert load_notation(dump_notation(record)) == record
    assert load_notation(BY_PROGRAM).bots == (None, None)


def test_the_example_in_the_description_of_the_notation_is_a_game() -> None:
    assert notation.__doc__ is not None
    example = dedent("\n".join(line for line in notation.__doc__.splitlines() if line.startswith("    ")))
    assert load_notation(example).players == ("Anna", "Ben")


def test_the_order_of_the_facts_and_the_ends_of_lines_do_not_matter() -> None:
    head, turns = BY_PROGRAM.split("\n\n", 1)
    name, *facts = head.splitlines()
    assert load_notation("\n".join([name, *reversed(facts), turns])) == TOLD
    assert load_notation(BY_PROGRAM.replace("\n", "\r\n")) == TOLD
    assert load_notation(BY_PROGRAM.rstrip("\n")) == TOLD
    assert load_notation("\n\n" + BY_PROGRAM.replace("\n", "  \n\n\t")) == TOLD


@pytest.mark.parametrize("score", ["= G2 P2 K2 Y2", "= G2 P2 K2 Y2 8+15", "= G2 P2 K2 Y2 >48", "=Y2K2P2G2 8 +15> 48"])
def test_numbers_that_can_be_reckoned_may_be_left_out(score: str) -> None:
    assert load_notation(BY_PROGRAM.replace("= G2 P2 K2 Y2 8+15 >48", score)) == TOLD


def test_a_turn_that_is_told_in_part_is_a_running_game() -> None:
    running = load_notation(BY_PROGRAM[: BY_PROGRAM.index(" | (Y1 O1 G1 B1 K1)")] + "\nresult: *\n")
    assert running == replace(TOLD, events=TOLD.events[:7])
    begun = load_notation(BY_PROGRAM[: BY_PROGRAM.index("2 Tim")] + "2 Tim:\nresult: *\n")
    assert begun == replace(TOLD, events=TOLD.events[:9])


@pytest.mark.parametrize(
    ("words", "ruleset"),
    [
        ("", STANDARD),
        ("rounds 7", STANDARD),
        ("rounds 0007", STANDARD),
        ("rounds 20", Ruleset(20)),
        ("free giving", Ruleset(free_giving=True)),
        ("late asking", Ruleset(late_asking=True)),
        ("late asking,free giving , rounds 1,", Ruleset(1, True, True)),
    ],
)
def test_house_rules_are_named_in_words(words: str, ruleset: Ruleset) -> None:
    assert load_notation(f"charidice 1\nplayer 1: A\nplayer 2: B\nrules: {words}\n\nresult: *\n").ruleset == ruleset


def test_load_takes_notation_for_what_does_not_begin_with_a_brace() -> None:
    assert load(BY_HAND) == load(BY_PROGRAM) == TOLD


def test_load_ignores_the_mark_that_some_editors_put_before_a_text() -> None:
    assert load("\ufeff" + BY_PROGRAM) == load("\ufeff" + BY_HAND) == load("\ufeff\n\n" + BY_PROGRAM) == TOLD


@pytest.mark.parametrize(
    "text", ["\ufeff\ufeff" + BY_PROGRAM, BY_PROGRAM + "\ufeff", BY_PROGRAM.replace("1 Oma", "\ufeff1 Oma")]
)
def test_load_ignores_that_mark_in_no_other_place(text: str) -> None:
    with pytest.raises(RecordError):
        load(text)


# The result


@pytest.mark.parametrize("kind", KINDS_OF_GAME)
def test_the_last_line_is_the_totals_by_seat_or_a_star_while_the_game_goes_on(kind: str) -> None:
    whole = finished(kind)
    totals = " ".join(str(result.total) for result in results(whole.state.sheets))
    for end in range(len(whole.events)):
        assert dump_notation(replace(whole, events=whole.events[:end])).endswith("\n\nresult: *\n")
    assert dump_notation(whole).endswith(f"\n\nresult: {totals}\n")


@pytest.mark.parametrize(
    "result",
    ["*", "", "148", "148 116 0", "148 115", "147 116", "116 148", "148116", "148, 116", "148 116 *", "0148 116"],
)
def test_a_finished_game_ends_with_its_totals_by_seat(result: str) -> None:
    refused = refusal(BY_PROGRAM.replace("result: 148 116", f"result: {result}"))
    assert (refused.code, refused.values) == ("wrong-result", {"expected": "148 116", "line": 11})


@pytest.mark.parametrize("result", ["148 116", "", "0 0", "**", "* *", "?", "-"])
def test_a_running_game_ends_with_a_star(result: str) -> None:
    running = dump_notation(replace(TOLD, events=TOLD.events[:-1]))
    assert load_notation(running) == replace(TOLD, events=TOLD.events[:-1])
    refused = refusal(running.replace("result: *", f"result: {result}"))
    assert (refused.code, refused.values) == ("wrong-result", {"expected": "*", "line": 11})


@pytest.mark.parametrize("told", [3, 4, 6, 7, 8, 9], ids=["players", "rules", "1 Oma", "1 Tim", "2 Oma", "2 Tim"])
@pytest.mark.parametrize("after", ["", "\n", "\n\n  \n", "\n# the end\n", "\n# result: *\n# result: 148 116\n"])
def test_a_text_without_a_result_breaks_off_in_its_last_told_line(told: int, after: str) -> None:
    refused = refusal("\n".join(BY_PROGRAM.splitlines()[:told]) + after)
    assert (refused.code, refused.values) == ("cut-off", {"line": told})


@pytest.mark.parametrize("word", ["Result:", "results:", "result", "the result:", "148 116", "| result:"])
def test_a_result_by_any_other_name_is_none(word: str) -> None:
    refused = refusal(BY_PROGRAM.replace("result:", word))
    assert (refused.code, refused.values) == ("cut-off", {"line": 11})


def test_the_result_comes_last() -> None:
    """Whatever follows it is either no result itself, or makes it stand where only turns may."""
    one_turn_less, last_turn = BY_PROGRAM[: BY_PROGRAM.index("2 Tim")], BY_PROGRAM.splitlines()[8]
    early = refusal(f"{one_turn_less}result: 148 116\n{last_turn}\n")
    assert (early.code, early.values) == ("cut-off", {"line": 10})
    twice = refusal(BY_PROGRAM + "result: 148 116\n")
    assert (twice.code, twice.values["line"]) == ("step-outside-turn", 11)
    assert refusal(f"{one_turn_less}result: *\n{last_turn}\nresult: 148 116\n").values["line"] == 9
    assert refusal(BY_PROGRAM.replace("rules", "result: *\nrules")).values["line"] == 4


# There and back again


ODD_NAMES = [
    *(":", "::", "a:", "#", "|", "(a)", ")(", "[a]", "{", "=", ">", "2x", "stop", "7", "12:", "result", "rules", "-"),
    *("🎲", "👩", "👩\u200d🚀", "می\u200cشود", "Zoë", "李", "אבא", "'\"\\", "Ann", "Anna"),
    *("a: b", ": a", "# 1", "a | b", "= Y1", "1 Ben", "player 1: x", "result: *", "1 result: *", "seed: 00"),
    *("charidice 1", "a  b", "x" * 40),
]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_may_hold_what_also_has_a_meaning(name: str) -> None:
    for players in ((name, "Ben"), ("Ben", name), (name, name)):
        record = replace(TOLD, players=players)
        assert load_notation(dump_notation(record)) == record


def test_a_name_may_be_the_beginning_of_another() -> None:
    for players in (("Ann", "Anna"), ("Anna", "Ann"), ("A", "A: B"), ("A: B", "A")):
        record = replace(TOLD, players=players)
        assert load_notation(dump_notation(record)) == record


@pytest.mark.parametrize("words", [" before", "after ", " ", "   "])
def test_words_with_spaces_at_their_ends_are_refused_for_a_line_would_lose_them(words: str) -> None:
    match = Match.new(["Anna", "Ben"], seed=SEED)
    with pytest.raises(InvalidPledge) as refused:
        match.add_entropy(1, words)
    assert refused.value.code == "entropy-not-allowed"


@pytest.mark.parametrize("words", ["", "a  b", ": a", "result: *", "👩\u200d🚀", "\u200cمی\u200cشود\u200d"])
def test_all_other_words_come_back_to_the_letter_for_the_dice_depend_on_them(words: str) -> None:
    match = Match.new(["Anna", "Ben"], seed=SEED)
    match.add_entropy(1, words)
    match.submit(0, Roll())
    again = load_notation(dump_notation(match.record))
    assert again == match.record
    assert again.pledge is not None
    assert check_dice(again.pledge, again.start, again.events) == 6


# What is refused, and in which line

HEAD = "charidice 1\nplayer 1: Anna\nplayer 2: Ben\n"
ROLL = "B1 B2 B3 B4 B6 P6"
TURN = f"1 Anna: {ROLL} | = B2 B3 B4 B6 15+15 >13\n"
THREE = HEAD.replace("charidice 1", "charidice 3")
LATE = HEAD + "rules: late asking\n"
HEX = "0" * 64
RUNNING = "\n\nresult: *\n"

NOT_A_NOTATION: list[tuple[str, int, str]] = [
    ("not-a-record", 1, ""),
    ("not-a-record", 1, "\n\n  \n"),
    ("not-a-record", 1, "# only a comment"),
    ("not-a-record", 1, "<!DOCTYPE html>\n<html><body>404</body></html>"),
    ("not-a-record", 3, "\n\n<html>"),
    ("not-a-record", 1, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    ("not-a-record", 1, "\ufffd\ufffd\0"),
    ("not-a-record", 1, "[1, 2]"),
    ("not-a-record", 1, "\ufeff" + HEAD + RUNNING),
    *[
        ("not-a-record", 1, HEAD.replace("charidice 1", mark) + RUNNING)
        for mark in ("charidice", "charidice one", "charidice 1 1", "charidice ²", "Charidice 1", "charidice1", "1")
    ],
    ("not-a-record", 2, HEAD.replace("charidice 1", "") + RUNNING),
    ("not-a-record", 1, "charidice"),
    ("unknown-version", 1, "charidice 4\nseat A: Anna\n"),
    ("unknown-version", 2, "# later\n" + HEAD.replace("charidice 1", "charidice 01") + RUNNING),
    ("unknown-version", 1, HEAD.replace("charidice 1", f"charidice {'9' * 5000}") + RUNNING),
]

# Each with a result after it, so that nothing else is wrong.
REFUSED: list[tuple[str, int, str]] = [
    # The beginning
    ("unknown-step", 4, HEAD + "begins at: C1 1+0-1:2x/:2x -"),
    ("not-a-position", 4, THREE + "begins at: the end"),
    ("position-of-another-game", 4, THREE + "begins at: C1 1+0-1:2x/:2x/:2x -"),
    ("position-of-another-game", 4, THREE + "begins at: C1 1+0-1:2x/:2x - rounds=3"),
    ("position-is-over", 5, THREE + "rules: rounds 1\nbegins at: C1 1+0-1:2x/1+0-1:2x - rounds=1"),
    ("wrong-turn", 5, THREE + "begins at: C1 1+0-1:2x/:2x -\n" + TURN),
    # Facts
    ("players-out-of-range", 1, "charidice 1"),
    ("players-out-of-range", 2, "charidice 1\nplayer 1: Anna"),
    ("field-missing", 3, "charidice 1\nplayer 1: Anna\nplayer 3: Ben"),
    ("field-missing", 2, "charidice 1\nplayer 2: Ben"),
    ("field-missing", 4, HEAD + f"seed: {HEX}"),
    ("field-missing", 5, HEAD + "entropy 1: a\nentropy 2: b"),
    ("field-missing", 5, HEAD + f"commitment: {HEX}\nentropy 2: b"),
    ("field-twice", 4, HEAD + "player 2: Ben\nplayer 3: Cleo"),
    ("field-twice", 5, HEAD + "rules: rounds 2\nrules: rounds 2"),
    ("field-twice", 4, HEAD + "rules: rounds 2, rounds 2"),
    ("field-twice", 4, HEAD + "rules: free giving, free giving"),
    ("unknown-house-rule", 4, HEAD + "rules: free giving, free asking"),
    ("unknown-house-rule", 4, HEAD + "rules: rounds \u0663"),
    ("name-not-allowed", 3, "charidice 1\nplayer 1: Anna\nplayer 2:"),
    ("name-not-allowed", 3, "charidice 1\nplayer 1: Anna\nplayer 2: " + "B" * 41),
    ("field-missing", 4, HEAD + "bot 3: fox"),
    ("field-twice", 5, HEAD + "bot 2: fox\nbot 2: owl"),
    ("bot-name-not-allowed", 4, HEAD + "bot 2:"),
    ("bot-name-not-allowed", 4, HEAD + "bot 2: " + "f" * 401),
    ("step-outside-turn", 4, HEAD + "bot 5: fox"),
    ("unknown-house-rule", 4, HEAD + "rules: rounds 12345"),
    ("rounds-out-of-range", 4, HEAD + "rules: rounds 0"),
    ("rounds-out-of-range", 4, HEAD + "rules: rounds 21"),
    ("layout-not-six-by-six", 4, HEAD + "dice: YOGBPK"),
    ("unknown-colour", 4, HEAD + "dice: XOGBPK OGBPKY GBPKYO BPKYOG PKYOGB KYOGBP"),
    ("not-64-hex-digits", 4, HEAD + "commitment: 00"),
    ("not-64-hex-digits", 5, HEAD + f"commitment: {HEX}\nseed: {HEX[:-1]}G"),
    ("entropy-not-one-a-seat", 5, HEAD + f"commitment: {HEX}\nentropy 1: a"),
    ("entropy-not-allowed", 6, HEAD + f"commitment: {HEX}\nentropy 1: a\nentropy 2: {'b' * 65}"),
    # Turns
    ("step-outside-turn", 4, HEAD + "player 5: Eve"),
    ("step-outside-turn", 5, HEAD + "\n" + ROLL),
    ("step-outside-turn", 5, HEAD + TURN + "2x"),
    ("step-outside-turn", 4, HEAD + TURN.strip() + " | 2x"),
    ("step-outside-turn", 5, HEAD + TURN + "rules: rounds 1"),
    ("step-outside-turn", 7, HEAD + "rules: rounds 1\n" + TURN + TURN.replace("Anna", "Ben") + TURN),
    ("step-outside-turn", 4, HEAD + TURN.replace("1 Anna", "00001 Anna")),
    ("wrong-turn", 4, HEAD + TURN.replace("1 Anna", "2 Anna")),
    ("wrong-turn", 4, HEAD + TURN.replace("Anna", "Ben")),
    ("wrong-turn", 4, HEAD + TURN.replace("Anna", "Anna B")),
    ("wrong-turn", 4, HEAD + TURN.replace("Anna:", "Anna")),
    ("wrong-turn", 6, HEAD + TURN + "\n" + TURN),
    ("turn-not-scored", 5, HEAD + f"1 Anna: {ROLL}\n" + TURN.replace("Anna", "Ben")),
    ("turn-not-scored", 5, HEAD + f"1 Anna:\n1 Anna: {ROLL}\n"),
    # Steps
    ("unknown-step", 4, HEAD + "1 Anna: (B1 B2 B3"),
    ("unknown-step", 4, HEAD + "1 Anna: B1 B2 B3 (B4 B6 P6)"),
    ("unknown-step", 5, HEAD + f"1 Anna: {ROLL}\n= B2 B3 B4 B6 15+\n"),
    ("unknown-step", 4, HEAD + f"1 Anna: {ROLL} | = B2 B3 B4 B6 15+15 13"),
    ("unknown-step", 4, HEAD + TURN.replace("15+15", "00015+15")),
    ("unknown-face", 4, HEAD + "1 Anna: B1 B2 B3 B4 B6 P7"),
    ("unknown-face", 5, HEAD + f"1 Anna: {ROLL}\n3x"),
    ("unknown-face", 5, HEAD + f"1 Anna: {ROLL}\n= B2 B3 B4 B6 15"),
    ("not-six-faces", 4, HEAD + "1 Anna: B1 B2 B3 B4 B6"),
    ("not-six-faces", 4, HEAD + "1 Anna: ()"),
    ("not-six-faces", 5, HEAD + f"1 Anna: {ROLL}\n(B1 B2) B3 B4 B6"),
    ("face-twice", 4, HEAD + "1 Anna: B1 B2 B3 B4 B6 B6"),
    ("two-faces-of-one-die", 4, HEAD + "1 Anna: B1 B2 B3 B4 B6 K2"),
    ("face-not-there", 5, HEAD + f"1 Anna: {ROLL}\n= B2 B3 B4 B5"),
    ("face-not-there", 4, HEAD + "1 Anna: = B2 B3 B4 B6"),
    ("face-twice", 4, HEAD + f"1 Anna: {ROLL} | = B2 B2 B3 B4"),
    ("wrong-score", 4, HEAD + TURN.replace("15+15", "14+15")),
    ("wrong-score", 4, HEAD + TURN.replace(">13", ">26")),
    ("kept-die-changed", 5, HEAD + f"1 Anna: {ROLL}\n(G2) B1 B2 B4 B6 P6"),
    # What the rules refuse
    ("first-roll-keeps-none", 4, HEAD + "1 Anna: (B1) B2 B3 B4 B6 P6"),
    ("no-rolls-left", 7, HEAD + f"1 Anna: {ROLL}\n{ROLL}\n{ROLL}\n{ROLL}"),
    ("already-asked", 6, HEAD + f"1 Anna: {ROLL}\n2x\n2x"),
    ("too-late-to-ask", 7, HEAD + f"1 Anna: {ROLL}\n{ROLL}\n{ROLL}\n2x"),
    ("stop-first", 5, LATE + TURN),
]


@pytest.mark.parametrize(("code", "line", "text"), NOT_A_NOTATION, ids=[repr(text)[:40] for *_, text in NOT_A_NOTATION])
def test_what_is_no_notation_at_all_is_refused_by_its_first_line(code: str, line: int, text: str) -> None:
    refused = refusal(text)
    assert (refused.code, refused.values["line"]) == (code, line)


@pytest.mark.parametrize(("code", "line", "text"), REFUSED, ids=[f"{code} {line}" for code, line, _ in REFUSED])
def test_what_is_wrong_is_refused_by_its_line(code: str, line: int, text: str) -> None:
    refused = refusal(text + RUNNING)
    assert (refused.code, refused.values["line"]) == (code, line)


@pytest.mark.parametrize(
    ("code", "line", "text"),
    [
        ("name-not-allowed", 3, "charidice 1\nplayer 2: Ben\nplayer 1:\nrules: rounds 3"),
        ("name-not-allowed", 3, f"charidice 1\nplayer 1: Anna\nplayer 2: {'B' * 41}\nrules: rounds 3\n\n" + TURN),
        ("rounds-out-of-range", 4, HEAD + f"rules: rounds 21\ncommitment: {HEX}"),
        ("layout-not-six-by-six", 4, HEAD + f"dice: YOGBPK\n\ncommitment: {HEX}"),
        ("not-64-hex-digits", 4, HEAD + f"commitment: 00\nseed: {HEX}"),
        ("entropy-not-allowed", 5, HEAD + f"commitment: {HEX}\nentropy 1: {'a' * 65}\nentropy 2: b"),
        ("entropy-not-allowed", 4, HEAD + f"entropy 2: {'b' * 65}\nentropy 1: a\ncommitment: {HEX}\nseed: {HEX}"),
    ],
)
def test_a_wrong_fact_is_refused_by_its_own_line_and_not_by_the_last_one(code: str, line: int, text: str) -> None:
    refused = refusal(text + RUNNING)
    assert (refused.code, refused.values["line"]) == (code, line)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("charidice 1\nplayer 1: Anna\nplayer 2:", {"most": 40, "line": 3}),
        (HEAD + f"commitment: {HEX}\nentropy 1: {'a' * 65}\nentropy 2: b", {"most": 64, "line": 5}),
        (HEAD + f"commitment: {HEX}\nentropy 1: a", {"line": 5}),
        (HEAD + "commitment: 00", {"line": 4}),
        (HEAD + f"commitment: {HEX}\nseed: 00", {"line": 5}),
        (HEAD + "rules: late asking, rounds 2, rounds 3", {"field": "rounds", "line": 4}),
    ],
    ids=["name", "words", "words not one a seat", "commitment", "seed", "house rule"],
)
def test_what_is_wrong_with_a_fact_is_told_with_its_limit(text: str, values: dict[str, object]) -> None:
    assert refusal(text + RUNNING).values == values


@pytest.mark.parametrize(
    ("seats", "missing"),
    [((1, 3), 2), ((1, 2, 4), 3), ((1, 4), 2), ((2,), 1), ((2, 3), 1), ((3, 4), 1), ((2, 3, 4), 1)],
)
def test_the_first_seat_without_a_player_or_words_is_the_one_that_is_missed(
    seats: tuple[int, ...], missing: int
) -> None:
    for name, head in (("player", "charidice 1\n"), ("entropy", f"{HEAD}commitment: {HEX}\n")):
        text = head + "".join(f"{name} {seat}: Ann\n" for seat in seats)
        refused = refusal(text + RUNNING)
        assert refused.code == "field-missing"
        assert refused.values == {"field": f"{name} {missing}", "line": text.count("\n")}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("step-outside-turn", HEAD + "1" * 5000 + TURN[1:]),
        ("unknown-step", HEAD + TURN.replace("15+15", "15" + "0" * 5000 + "+15")),
        ("unknown-step", HEAD + TURN.replace("15+15", "15+15" + "0" * 5000)),
        ("unknown-step", HEAD + TURN.replace(">13", ">13" + "0" * 5000)),
        ("unknown-house-rule", HEAD + "rules: rounds " + "1" * 5000),
    ],
    ids=["round", "points", "bonus", "gift", "rounds"],
)
def test_a_number_of_thousands_of_digits_is_refused_like_any_other_damage(code: str, text: str) -> None:
    """Python itself refuses to read more than 4300 digits; that must not come through as another error."""
    refused = refusal(text + RUNNING)
    assert (refused.code, refused.values["line"]) == (code, 4)


def test_a_number_may_have_four_digits() -> None:
    assert load_notation(HEAD + TURN.replace("1 A", "0001 A").replace("15+15 >13", "0015+0015 >0013") + RUNNING) == (
        load_notation(HEAD + TURN + RUNNING)
    )


def test_every_refusal_of_the_notation_is_shown_here() -> None:
    codes = set(re.findall(r'(?:RecordError|InvalidDice)\(\s*"([a-z0-9-]+)"', inspect.getsource(notation)))
    assert len(codes) > 10
    # The tests of the result show the last two.
    assert codes <= {code for code, *_ in REFUSED + NOT_A_NOTATION} | {"cut-off", "wrong-result"}


def test_what_is_expected_is_told() -> None:
    assert refusal(HEAD + TURN.replace("Anna", "Ben") + RUNNING).values["expected"] == "1 Anna:"
    assert refusal(HEAD + TURN + TURN + RUNNING).values["expected"] == "1 Ben:"
    wrong = refusal(HEAD + TURN.replace(">13", ">1") + RUNNING)
    assert [wrong.values[box] for box in ("points", "bonus", "gift")] == [15, 15, 13]
    assert refusal("charidice 4").values == {"version": "4", "known": 3, "line": 1}


# Damage


def loaded(text: str) -> GameRecord | None:
    """The game in a text; None if it was refused with a line that the text has."""
    try:
        return load_notation(text)
    except RecordError as refused:
        line = refused.values["line"]
        assert isinstance(line, int)
        assert 1 <= line <= text.count("\n") + 1
        return None


def assert_refused_wherever_it_is_cut_off(record: GameRecord) -> None:
    whole = dump_notation(record).encode("utf-8")
    told = len(whole.rstrip())
    for end in range(told, len(whole) + 1):
        assert load_notation(whole[:end].decode()) == record
    for end in range(told):
        text = whole[:end].decode("utf-8", errors="replace")
        assert loaded(text) is None, text[-60:]


@pytest.mark.parametrize("kind", [*KINDS_OF_GAME, "rulebook"])
def test_a_finished_game_that_is_cut_off_anywhere_is_refused(kind: str) -> None:
    """A turn or a score left out, a name cut short, the rules or the pledge lost would be another game."""
    assert_refused_wherever_it_is_cut_off(TOLD if kind == "rulebook" else finished(kind))


@pytest.mark.parametrize("kind", [*KINDS_OF_GAME, "rulebook"])
def test_a_running_game_that_is_cut_off_anywhere_is_refused(kind: str) -> None:
    """Before the first turn, and twice in the midst of the game; even its last character, the star, is needed."""
    whole = TOLD if kind == "rulebook" else finished(kind)
    for end in (0, len(whole.events) // 2, len(whole.events) - 1):
        assert_refused_wherever_it_is_cut_off(replace(whole, events=whole.events[:end]).public())


def test_a_result_cut_short_is_a_wrong_one_and_a_text_without_it_is_cut_off() -> None:
    text = BY_PROGRAM.rstrip()
    begin = text.index("result")
    for end in range(begin + 1, len(text)):
        refused = refusal(text[:end])
        assert refused.code == ("wrong-result" if ":" in text[begin:end] else "cut-off")
        assert refused.values["line"] == 11

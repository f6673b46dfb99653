"""Words that were committed to: in both forms of a record, and in what `charidice verify` proves."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from charidice import GameRecord, Match, RecordError, Roll, Score, check_dice, dump_json, dump_notation, load
from charidice.chance import InvalidPledge, Pledge, UnfairDice, commitment_to
from charidice.cli import main
from charidice.messages import catalog

GOLDEN = Path(__file__).parents[1] / "playthroughs" / "committed-words.json"
WORDS = "ab" * 16
SEALED = commitment_to(WORDS.encode())
SEED = bytes(range(32))


def golden() -> GameRecord:
    return load(GOLDEN.read_text("utf-8"))


def pledge_of(record: GameRecord) -> Pledge:
    assert record.pledge
    return record.pledge


def test_words_that_match_and_words_withheld_pass_the_check() -> None:
    record = golden()
    pledge = pledge_of(record)
    assert pledge.withheld == (1,)
    assert pledge.uncommitted == ()
    assert check_dice(pledge, record.start, record.events) == 82


@pytest.mark.parametrize("words", ["", WORDS, "x"])
def test_other_words_than_committed_to_are_found(words: str) -> None:
    record = golden()
    pledge = pledge_of(record)
    changed = replace(pledge, entropy=(pledge.entropy[0], words, ""))
    with pytest.raises(UnfairDice) as unfair:
        check_dice(changed, record.start, record.events)
    assert unfair.value.code == "words-do-not-match-commitment"
    assert unfair.value.values == {"player": 1}


def test_commitments_are_left_out_where_there_are_none() -> None:
    pledge = Pledge("ab" * 32, ("", ""), None, (None, None))
    assert pledge == Pledge("ab" * 32, ("", ""))
    record = GameRecord(("Anna", "Ben"), pledge=pledge)
    assert "word_commitments" not in dump_json(record)
    assert "commitment 1" not in dump_notation(record)


@pytest.mark.parametrize("digest", ["", "AB" * 32, "0" * 63])
def test_a_commitment_is_a_digest(digest: str) -> None:
    with pytest.raises(InvalidPledge):
        Pledge("ab" * 32, ("",), None, (digest,))


@pytest.mark.parametrize("dump", [dump_json, dump_notation])
@pytest.mark.parametrize("digests", [(SEALED, None), (None, SEALED), (SEALED, SEALED)])
def test_both_forms_give_every_commitment_back(
    dump: Callable[[GameRecord], str], digests: tuple[str | None, ...]
) -> None:
    record = GameRecord(("Anna", "Ben"), pledge=Pledge("ab" * 32, (WORDS, ""), None, digests))
    assert load(dump(record)) == record


@pytest.mark.parametrize(
    ("code", "digests"),
    [
        ("commitments-not-one-a-seat", [SEALED]),
        ("not-64-hex-digits", [SEALED, ""]),
        ("field-wrong-type", [SEALED, 1]),
        ("field-wrong-type", SEALED),
    ],
)
def test_json_with_wrong_commitments_is_refused(code: str, digests: object) -> None:
    data = json.loads(dump_json(GameRecord(("Anna", "Ben"), pledge=Pledge("ab" * 32, (WORDS, "")))))
    data["pledge"]["word_commitments"] = digests
    with pytest.raises(RecordError) as refused:
        load(json.dumps(data))
    assert refused.value.code == code
    assert str(refused.value.values["field"]).startswith("pledge.word_commitments")


@pytest.mark.parametrize(
    ("code", "line", "header"),
    [
        ("field-missing", 5, f"commitment: {'ab' * 32}\ncommitment 1: {SEALED}"),
        ("field-missing", 4, f"commitment 1: {SEALED}"),
        ("not-64-hex-digits", 5, f"commitment: {'ab' * 32}\ncommitment 2: 12\nentropy 1: x\nentropy 2: y"),
    ],
)
def test_a_notation_with_wrong_commitments_is_refused(code: str, line: int, header: str) -> None:
    with pytest.raises(RecordError) as refused:
        load(f"charidice 1\nplayer 1: Anna\nplayer 2: Ben\n{header}\n\nresult: *\n")
    assert (refused.value.code, refused.value.values["line"]) == (code, line)


@pytest.mark.parametrize("language", ["de", "en", "es", "it", "pl"])
def test_verify_says_who_withheld_words_and_how_many_dice_sets_that_left(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(GOLDEN), "--lang", language]) == 0
    say = catalog(language).say
    told = [say("verify.fair", count=82), say("fair.withheld", player="Bo"), say("fair.choice", count=2)]
    assert capsys.readouterr().out.splitlines() == told


def played(pledge: Pledge, path: Path) -> Path:
    """The record of a whole game of three with these dice."""
    match = Match(GameRecord(("Ada", "Bo", "Cy"), pledge=pledge))
    while not match.state.is_over:
        match.submit(match.state.active, Score(match.state.options[0].dice) if match.state.turn.rolls else Roll())
    path.write_text(dump_json(match.record), "utf-8")
    return path


@pytest.mark.parametrize(("withheld", "sets"), [((), None), ((0,), 2), ((0, 2), 4), ((0, 1, 2), 8)])
def test_verify_says_that_nobody_could_choose_only_if_all_words_were_revealed(
    withheld: tuple[int, ...], sets: int | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("quince", "tulip", "walnut")
    sealed = tuple(commitment_to(each.encode()) for each in words)
    entropy = tuple(sealed[seat] if seat in withheld else each for seat, each in enumerate(words))
    path = played(replace(Pledge.of(SEED), entropy=entropy, word_commitments=sealed), tmp_path / "game.json")
    assert main(["verify", str(path), "--lang", "en"]) == 0
    say = catalog("en").say
    missing = [say("fair.withheld", player=("Ada", "Bo", "Cy")[seat]) for seat in withheld]
    conclusion = say("fair.choice", count=sets) if sets else say("fair.proved")
    assert capsys.readouterr().out.splitlines()[1:] == [*missing, conclusion]


def test_verify_does_not_claim_more_where_words_were_free(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = golden()
    pledge = pledge_of(record)
    free = replace(record, pledge=replace(pledge, word_commitments=(None, *pledge.word_commitments[1:])))
    path = tmp_path / "free.json"
    path.write_text(dump_json(free), "utf-8")
    assert main(["verify", str(path), "--lang", "en"]) == 0
    told, say = capsys.readouterr().out, catalog("en").say
    assert say("fair.uncommitted", player="Ada") in told
    assert say("fair.proved") not in told


def test_verify_finds_words_that_do_not_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "changed.json"
    path.write_text(GOLDEN.read_text("utf-8").replace(pledge_of(golden()).entropy[0], WORDS), "utf-8")
    assert main(["verify", str(path), "--lang", "en"]) == 1
    assert catalog("en").say("refused.words-do-not-match-commitment", player="Ada") in capsys.readouterr().err

"""The notation: a game as text that people can read and write. A header, one line per turn, and the result.

    charidice 1
    player 1: Anna
    player 2: Ben

    1 Anna: G3 G2 O6 B1 Y3 G4 | (G3 Y3) Y6 B2 O5 Y2 | 2x | = G3 Y6 B2 O5 16+0 >10

    result: *

Bars separate the steps of a turn: six faces for a roll, the kept ones first and in brackets; `2x` when the recipient
asks for the greatest of gifts; `=` with the scored dice, points + bonus, and `>` the gift. The numbers after the scored
dice are optional. With late asking there are also `stop` and `no 2x`. A turn may continue on the next line. The result
is the totals by seat, or `*` for an unfinished game; without it, the text is incomplete. `#` starts a comment line.

Version 2 adds turns with real dice, entered by hand. `...` before six faces: the dice after the last roll; the earlier
rolls are unknown. `noted 10+25 >24`: a whole turn without dice; `<20` is the recipient's box, if it is not the gift.
`2x` at the end of either: the recipient asked. In the header, `corrected: 3.1 8+15 >24, 5.2 -` lists the boxes before
each correction: of player 1 in round 3, and of player 2 in round 5, whose turn was empty.

Version 3 adds `begins at: C1 16+0-10:2x/:2x -` to the header: the position where the game began.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from charidice.chance import EnteredDice, Pledge, Recorded
from charidice.record.game import (
    VERSION,
    Correction,
    GameRecord,
    RecordError,
    check_bot_name,
    check_name,
    check_size,
    read_seed,
)
from charidice.record.position import read_position, write_position
from charidice.record.recorded import record_of
from charidice.rules.dice import STANDARD_DICE, Dice, DiceSet, Face, read_faces
from charidice.rules.engine import decide, evolve, impossible
from charidice.rules.errors import InvalidDice, Refused
from charidice.rules.moves import Event, GiftAsked, GiftDeclined, Laid, Noted, Rolled, Score, Scored, Stopped
from charidice.rules.ruleset import ROUNDS, Ruleset
from charidice.rules.sheet import results
from charidice.rules.state import GameState

PLAIN_STEPS: dict[str, Event] = {"2x": GiftAsked(), "stop": Stopped(), "no 2x": GiftDeclined()}
PLAIN_WORDS = {event: word for word, event in PLAIN_STEPS.items()}

FACT = (
    r"(player [1-4]|bot [1-4]|entropy [1-4]|commitment [1-4]|rules|dice|begins at|commitment|seed|corrected)"
    r"\s*:\s*(.*)"
)
RESULT = r"result\s*:\s*(.*)"
TURN = r"([0-9]{1,4})\s+(.*)"
ROLL = r"(?:\(([^()]*)\))?([^()=|]*)"
LAID = r"\.\.\.([^()=|]*?)(?:\s(2x))?"
BOXES = r"([0-9]{1,4})\s*\+\s*([0-9]{1,4})\s*>\s*([0-9]{1,4})(?:\s*<\s*([0-9]{1,4}))?(?:\s+(2x))?"
CORRECTION = rf"([0-9]{{1,4}})\.([1-4])\s+(?:{BOXES}|-)"
SCORE = r"=([^=+>|]*?)(?:\s([0-9]{1,4})\s*\+\s*([0-9]{1,4}))?\s*(?:>\s*([0-9]{1,4}))?"


def dump_notation(record: GameRecord | Recorded) -> str:
    """The record of a game as text that people can read and write."""
    record = record_of(record)
    lines = [f"charidice {record.version}"]
    lines += [f"player {seat}: {name}" for seat, name in enumerate(record.players, 1)]
    lines += [f"bot {seat}: {bot}" for seat, bot in enumerate(record.bots, 1) if bot]
    if rules := _rules_words(record.ruleset):
        lines.append(f"rules: {rules}")
    if record.dice_set != STANDARD_DICE:
        lines.append(f"dice: {record.dice_set}")
    if record.begins_at:
        lines.append(f"begins at: {write_position(record.begins_at)}")
    if pledge := record.pledge:
        lines.append(f"commitment: {pledge.commitment}")
        lines += [f"commitment {seat}: {sealed}" for seat, sealed in enumerate(pledge.word_commitments, 1) if sealed]
        lines += [f"entropy {seat}: {words}" for seat, words in enumerate(pledge.entropy, 1)]
        if pledge.seed:
            lines.append(f"seed: {pledge.seed.hex()}")
    if record.corrections:
        lines.append(f"corrected: {', '.join(map(_correction, record.corrections))}")
    return "\n".join([*lines, "", *_turn_lines(record), "", f"result: {_result(record.state)}", ""])


def load_notation(text: str) -> GameRecord:
    """Read a notation; RecordError names the wrong line."""
    check_size(text)
    return _NotationReader(text).read()


class _NotationReader:
    """Reads line by line; `line` is the current line number, for errors."""

    def __init__(self, text: str) -> None:
        self.line = 1
        told = enumerate(map(str.strip, text.splitlines()), 1)
        self._lines = [(number, line) for number, line in told if line and not line.startswith("#")]

    def read(self) -> GameRecord:
        try:
            self._read_version()
            opening = self._opening(self._read_facts())
            result = self._read_result()
            record = replace(opening, events=tuple(self._events(opening)))
            self.line, text = result
            if text != _result(record.state):
                raise RecordError("wrong-result", expected=_result(record.state))
            return record
        except Refused as refusal:
            raise RecordError(refusal.code, **{**refusal.values, "line": self.line}) from refusal

    def _read_version(self) -> None:
        self.line, text = self._lines.pop(0) if self._lines else (1, "")
        words = text.split()
        if len(words) != 2 or words[0] != "charidice" or not words[1].isdecimal():
            raise RecordError("not-a-record", expected=f"charidice {VERSION}")
        if words[1] not in map(str, range(1, VERSION + 1)):
            raise RecordError("unknown-version", version=words[1], known=VERSION)
        self._version = int(words[1])

    def _read_facts(self) -> dict[str, tuple[int, str]]:
        """Each fact of the header by name, with its line number."""
        facts: dict[str, tuple[int, str]] = {}
        while self._lines and (fact := re.fullmatch(FACT, self._lines[0][1])):
            self.line = self._lines.pop(0)[0]
            if fact[1] in facts:
                raise RecordError("field-twice", field=fact[1])
            facts[fact[1]] = self.line, fact[2]
        return facts

    def _read_result(self) -> tuple[int, str]:
        """The line number and text of the result, which comes last."""
        last, text = self._lines.pop() if self._lines else (self.line, "")
        result = re.fullmatch(RESULT, text)
        if result is None:
            self.line = last
            raise RecordError("cut-off")
        return last, " ".join(result[1].split())

    def _opening(self, facts: dict[str, tuple[int, str]]) -> GameRecord:
        """The record with all facts of the header and no events yet."""
        end_of_facts = self.line

        def fact(name: str) -> str | None:
            self.line, text = facts.get(name, (end_of_facts, None))
            return text

        players = _by_seat("player", fact)
        for seat, name in enumerate(players, 1):
            fact(f"player {seat}")
            check_name(name)
        bots = []
        for seat in range(1, 5):
            bots.append(fact(f"bot {seat}"))
            check_bot_name(bots[-1])
            if bots[-1] is not None and seat > len(players):
                raise RecordError("field-missing", field=f"player {seat}")
        ruleset = _read_rules(fact("rules") or "")
        dice_set = DiceSet.read(layout) if (layout := fact("dice")) is not None else STANDARD_DICE
        pledge = None
        if (commitment := fact("commitment")) is not None:
            pledge = Pledge(commitment)
            for seat in range(1, len(_by_seat("entropy", fact)) + 1):
                pledge = replace(pledge, entropy=(*pledge.entropy, fact(f"entropy {seat}") or ""))
            for seat in range(1, 5):
                if (digest := fact(f"commitment {seat}")) is not None:
                    pledge = _with_word_commitment(pledge, seat, digest)
            if (seed := fact("seed")) is not None:
                pledge = replace(pledge, seed=read_seed(seed))
        elif any(name.startswith(("seed", "entropy", "commitment")) for name in facts):
            raise RecordError("field-missing", field="commitment")
        corrections = _read_corrections(fact("corrected") or "")
        if corrections and self._version < 2:
            raise RecordError("unknown-step", text="corrected")
        opening = GameRecord(players, ruleset, dice_set, pledge, bots=tuple(bots[: len(players)]))
        if (beginning := fact("begins at")) is not None:
            if self._version < 3:
                raise RecordError("unknown-step", text="begins at")
            opening = replace(opening, begins_at=read_position(beginning))
        opening = replace(opening, corrections=corrections)
        self.line = end_of_facts
        return opening

    def _events(self, opening: GameRecord) -> Iterator[Event]:
        state = opening.start
        scored_last = True
        for number, text in self._lines:
            self.line, steps = number, text
            if (turn := re.fullmatch(TURN, text)) and not state.is_over:
                name = opening.players[state.active]
                head, rest = turn[2][: len(name)], turn[2][len(name) :].lstrip()
                if not scored_last:
                    raise RecordError("turn-not-scored", name=name)
                if int(turn[1]) != state.round or head != name or not rest.startswith(":"):
                    raise RecordError("wrong-turn", expected=f"{state.round} {name}:")
                scored_last = False
                steps = rest[1:]
            for step in filter(None, map(str.strip, steps.split("|"))):
                if scored_last:
                    raise RecordError("step-outside-turn", text=step)
                event = _read_step(state, step)
                if isinstance(event, Laid | Noted) and (opening.pledge or self._version < 2):
                    raise RecordError("unknown-step", text=step)
                if problem := impossible(state, event):
                    raise problem
                yield event
                state = evolve(state, event)
                scored_last = isinstance(event, Scored | Noted)


def _by_seat(name: str, fact: Callable[[str], str | None]) -> tuple[str, ...]:
    """The facts of this name by seat, without gaps."""
    texts = [fact(f"{name} {seat}") for seat in range(1, 5)]
    while texts and texts[-1] is None:
        texts.pop()
    if None in texts:
        raise RecordError("field-missing", field=f"{name} {texts.index(None) + 1}")
    return tuple(text for text in texts if text is not None)


def _with_word_commitment(pledge: Pledge, seat: int, digest: str) -> Pledge:
    if seat > len(pledge.entropy):
        raise RecordError("field-missing", field=f"entropy {seat}")
    digests = [*(pledge.word_commitments or [None] * len(pledge.entropy))]
    digests[seat - 1] = digest
    return replace(pledge, word_commitments=tuple(digests))


def _result(state: GameState) -> str:
    """The totals by seat, or a star for an unfinished game."""
    return " ".join(str(result.total) for result in results(state.sheets)) if state.is_over else "*"


def _read_rules(text: str) -> Ruleset:
    rounds, free_giving, late_asking = ROUNDS, False, False
    rules = [words for words in map(str.strip, text.split(",")) if words]
    names = [re.sub(" [0-9]+", "", words) for words in rules]
    for words, name in zip(rules, names, strict=True):
        if names.count(name) > 1:
            raise RecordError("field-twice", field=name)
        if number := re.fullmatch(r"rounds ([0-9]{1,4})", words):
            rounds = int(number[1])
        elif words == "free giving":
            free_giving = True
        elif words == "late asking":
            late_asking = True
        else:
            raise RecordError("unknown-house-rule", text=words)
    return Ruleset(rounds, free_giving, late_asking)


def _read_step(state: GameState, step: str) -> Event:
    # One space between words: the patterns would try every way to split a long run of spaces.
    step = " ".join(step.split())
    plain = PLAIN_STEPS.get(step.lower())
    if plain:
        return plain
    dice_set = state.setup.dice_set
    if noted := re.fullmatch(rf"noted\s+{BOXES}", step):
        return _read_boxes(noted.groups())
    if laid := re.fullmatch(LAID, step):
        return Laid(dice_set.numbers(read_faces(laid[1])), laid[2] is not None)
    if score := re.fullmatch(SCORE, step):
        return _read_score(state, score)
    roll = re.fullmatch(ROLL, step)
    if roll is None:
        raise RecordError("unknown-step", text=step)
    kept, thrown = read_faces(roll[1] or ""), read_faces(roll[2])
    numbers = dice_set.numbers(kept + thrown)
    return Rolled(_dice_of(dice_set, kept), numbers)


def _read_score(state: GameState, score: re.Match[str]) -> Scored:
    faces = read_faces(score[1])
    for face in faces:
        if face not in state.faces:
            raise InvalidDice("face-not-there", face=face)
    right = decide(state, state.active, Score(_dice_of(state.setup.dice_set, faces)), EnteredDice(()))
    assert isinstance(right, Scored)
    written = [None if group is None else int(group) for group in score.groups()[1:]]
    told = (right.points, right.bonus, right.gift)
    if any(number not in (None, value) for number, value in zip(written, told, strict=True)):
        raise RecordError("wrong-score", points=right.points, bonus=right.bonus, gift=right.gift)
    return right


def _read_boxes(groups: Sequence[str | None]) -> Noted:
    points, bonus, gift = (int(group or 0) for group in groups[:3])
    return Noted(points, bonus, gift, gift if groups[3] is None else int(groups[3]), groups[4] is not None)


def _read_corrections(text: str) -> tuple[Correction, ...]:
    corrections = []
    for words in filter(None, map(str.strip, text.split(","))):
        found = re.fullmatch(CORRECTION, words)
        if found is None:
            raise RecordError("unknown-step", text=words)
        was = None if found[3] is None else _read_boxes(found.groups()[2:])
        corrections.append(Correction(int(found[1]), int(found[2]) - 1, was))
    return tuple(corrections)


def _dice_of(dice_set: DiceSet, faces: tuple[Face, ...]) -> Dice:
    return tuple(sorted(dice_set.by_die(faces)))


def _turn_lines(record: GameRecord) -> Iterator[str]:
    state = record.start
    steps: list[str] = []
    for event in record.events:
        steps.append(_step(state, event))
        after = evolve(state, event)
        if isinstance(event, Scored | Noted):
            yield _turn_line(record, state, steps)
            steps = []
        state = after
    if steps:
        yield _turn_line(record, state, steps)


def _turn_line(record: GameRecord, state: GameState, steps: list[str]) -> str:
    return f"{state.round} {record.players[state.active]}: {' | '.join(steps)}"


def _step(state: GameState, event: Event) -> str:
    dice_set = state.setup.dice_set
    if isinstance(event, Rolled):
        faces = dice_set.faces(event.numbers)
        kept = " ".join(str(faces[die]) for die in event.keep)
        thrown = " ".join(str(face) for die, face in enumerate(faces) if die not in event.keep)
        return f"({kept}) {thrown}" if kept else thrown
    if isinstance(event, Scored):
        chosen = " ".join(str(state.faces[die]) for die in event.dice)
        return f"= {chosen} {event.points}+{event.bonus} >{event.gift}"
    if isinstance(event, Laid):
        return f"... {' '.join(map(str, dice_set.faces(event.numbers)))}{' 2x' if event.asked else ''}"
    if isinstance(event, Noted):
        return f"noted {_boxes(event)}"
    return PLAIN_WORDS[event]


def _boxes(noted: Noted) -> str:
    received = f" <{noted.received}" if noted.received != noted.gift else ""
    return f"{noted.points}+{noted.bonus} >{noted.gift}{received}{' 2x' if noted.asked else ''}"


def _correction(correction: Correction) -> str:
    return f"{correction.round}.{correction.seat + 1} {_boxes(correction.was) if correction.was else '-'}"


def _rules_words(ruleset: Ruleset) -> str:
    words = [f"rounds {ruleset.rounds}"] if ruleset.rounds != ROUNDS else []
    words += [word for word, on in (("free giving", ruleset.free_giving), ("late asking", ruleset.late_asking)) if on]
    return ", ".join(words)

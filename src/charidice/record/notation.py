"""A game as text that a person can write and read: a few lines of facts, then a line a turn.

    charidice 1
    player 1: Anna
    player 2: Ben

    1 Anna: G3 G2 O6 B1 Y3 G4 | (G3 Y3) Y6 B2 O5 Y2 | 2x | = G3 Y6 B2 O5 16+0 >10

The steps of a turn stand between bars: six faces for a roll, the kept ones first and in brackets; `2x` when the
recipient asks for the greatest of gifts; `=` with the scored dice, points + bonus, and `>` the gift. What can be
reckoned (the numbers behind the scored dice) may be left out by whoever writes by hand. With late asking there are
also `stop` and `no 2x`. A turn may go on in the next line.
A line that starts with `#` is a comment.
"""

import re
from collections.abc import Iterator

from charidice.chance import EnteredDice, Pledge
from charidice.record.game import VERSION, GameRecord, RecordError, read_digest
from charidice.rules.dice import STANDARD_DICE, Dice, DiceSet, Face, read_faces
from charidice.rules.engine import decide, evolve, impossible
from charidice.rules.errors import InvalidDice, Refused
from charidice.rules.moves import Event, GiftAsked, GiftDeclined, Rolled, Score, Scored, Stopped
from charidice.rules.ruleset import ROUNDS, Ruleset
from charidice.rules.state import GameState

PLAIN_STEPS: dict[str, Event] = {"2x": GiftAsked(), "stop": Stopped(), "no 2x": GiftDeclined()}
PLAIN_WORDS = {event: word for word, event in PLAIN_STEPS.items()}

FACT = r"(player [1-4]|entropy [1-4]|rules|dice|commitment|seed)\s*:\s*(.*)"
TURN = r"(\d+)\s+(.*)"
ROLL = r"(?:\(([^()]*)\))?([^()=|]*)"
SCORE = r"=([^=+>|]*?)(?:\s(\d+)\s*\+\s*(\d+))?\s*(?:>\s*(\d+))?"


def dump_notation(record: GameRecord) -> str:
    lines = [f"charidice {VERSION}"]
    lines += [f"player {seat}: {name}" for seat, name in enumerate(record.players, 1)]
    if rules := _rules_words(record.ruleset):
        lines.append(f"rules: {rules}")
    if record.dice_set != STANDARD_DICE:
        lines.append(f"dice: {record.dice_set}")
    if pledge := record.pledge:
        lines.append(f"commitment: {pledge.commitment}")
        lines += [f"entropy {seat}: {words}" for seat, words in enumerate(pledge.entropy, 1)]
        if pledge.seed:
            lines.append(f"seed: {pledge.seed.hex()}")
    return "\n".join([*lines, "", *_turn_lines(record)]) + "\n"


def load_notation(text: str) -> GameRecord:
    """The game in a notation; RecordError names the line that is wrong."""
    return _NotationReader(text).read()


class _NotationReader:
    """Reads line by line; `line` is the number of the one it is at."""

    def __init__(self, text: str) -> None:
        self.line = 1
        self._lines = text.splitlines()

    def read(self) -> GameRecord:
        try:
            lines = list(self._told())
            self._check_version(lines.pop(0) if lines else (1, ""))
            facts: dict[str, str] = {}
            while lines and (fact := re.fullmatch(FACT, lines[0][1])):
                self.line = lines.pop(0)[0]
                if fact[1] in facts:
                    raise RecordError("field-twice", field=fact[1])
                facts[fact[1]] = fact[2]
            record = _record_of(facts)
            return GameRecord(
                record.players, record.ruleset, record.dice_set, record.pledge, tuple(self._events(lines, record))
            )
        except Refused as refusal:
            raise RecordError(refusal.code, **{**refusal.values, "line": self.line}) from refusal

    def _told(self) -> Iterator[tuple[int, str]]:
        for number, line in enumerate(self._lines, 1):
            if line.strip() and not line.lstrip().startswith("#"):
                yield number, line.strip()

    def _check_version(self, first: tuple[int, str]) -> None:
        self.line, text = first
        words = text.split()
        if len(words) != 2 or words[0] != "charidice" or not words[1].isdecimal():
            raise RecordError("not-a-record", expected=f"charidice {VERSION}")
        if words[1] != str(VERSION):
            raise RecordError("unknown-version", version=words[1], known=VERSION)

    def _events(self, lines: list[tuple[int, str]], record: GameRecord) -> Iterator[Event]:
        state = record.start
        scored_last = True
        for self.line, text in lines:
            steps = text
            if (turn := re.fullmatch(TURN, text)) and not state.is_over:
                name = record.players[state.active]
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
                if problem := impossible(state, event):
                    raise problem
                yield event
                state = evolve(state, event)
                scored_last = isinstance(event, Scored)


def _record_of(facts: dict[str, str]) -> GameRecord:
    """The record with all the facts and no events yet."""
    players = _by_seat(facts, "player")
    entropy = _by_seat(facts, "entropy")
    pledge = None
    if "commitment" in facts:
        seed = read_digest(facts["seed"], "seed") if "seed" in facts else None
        pledge = Pledge(read_digest(facts["commitment"], "commitment").hex(), entropy, seed)
    elif entropy or "seed" in facts:
        raise RecordError("field-missing", field="commitment")
    dice_set = DiceSet.read(facts["dice"]) if "dice" in facts else STANDARD_DICE
    return GameRecord(players, _read_rules(facts.get("rules", "")), dice_set, pledge)


def _by_seat(facts: dict[str, str], name: str) -> tuple[str, ...]:
    seats = [seat for seat in range(1, 5) if f"{name} {seat}" in facts]
    if seats != list(range(1, len(seats) + 1)):
        raise RecordError("field-missing", field=f"{name} {len(seats)}")
    return tuple(facts[f"{name} {seat}"] for seat in seats)


def _read_rules(text: str) -> Ruleset:
    rounds, free_giving, late_asking = ROUNDS, False, False
    for words in filter(None, map(str.strip, text.split(","))):
        if number := re.fullmatch(r"rounds (\d{1,4})", words):
            rounds = int(number[1])
        elif words == "free giving":
            free_giving = True
        elif words == "late asking":
            late_asking = True
        else:
            raise RecordError("unknown-house-rule", text=words)
    return Ruleset(rounds, free_giving, late_asking)


def _read_step(state: GameState, step: str) -> Event:
    plain = PLAIN_STEPS.get(" ".join(step.lower().split()))
    if plain:
        return plain
    dice_set = state.setup.dice_set
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


def _dice_of(dice_set: DiceSet, faces: tuple[Face, ...]) -> Dice:
    return tuple(sorted(dice_set.by_die(faces)))


def _turn_lines(record: GameRecord) -> Iterator[str]:
    state = record.start
    steps: list[str] = []
    for event in record.events:
        steps.append(_step(state, event))
        after = evolve(state, event)
        if isinstance(event, Scored):
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
    return PLAIN_WORDS[event]


def _rules_words(ruleset: Ruleset) -> str:
    words = [f"rounds {ruleset.rounds}"] if ruleset.rounds != ROUNDS else []
    words += [word for word, on in (("free giving", ruleset.free_giving), ("late asking", ruleset.late_asking)) if on]
    return ", ".join(words)

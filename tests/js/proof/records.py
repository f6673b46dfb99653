"""Records, notations, positions and moves as text: written alike, read alike, refused alike."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from charidice.chance import FairDice, Pledge, RandomDice, commitment_to
from charidice.record import (
    Correction,
    GameRecord,
    dump_json,
    dump_notation,
    load,
    read_move,
    read_node,
    read_position,
    write_move,
    write_node,
    write_position,
)
from charidice.rules import (
    STANDARD_DICE,
    DiceSet,
    Event,
    GameState,
    Laid,
    Node,
    Noted,
    Refused,
    decide,
    evolve,
    legal_actions,
    read_roll,
)
from charidice.rules.state import Setup
from tests.js.proof import Proof, Question, equals
from tests.js.proof.rules import WORDS, any_action, random_setup, start_of, words_of
from tests.rules.play import random_choice

PLAYTHROUGHS = sorted((Path(__file__).parents[2] / "playthroughs").iterdir())
# What is put into a text to break it, besides what is there.
SIGNS = [
    *'{}[]",:|#()=+>*-./\\ \n\t019xYB',
    "null",
    "true",
    "1.0",
    "1e2",
    "NaN",
    "ż",
    "🐢",
    "\u200d",
    "\u00a0",
    "\\ud800",
]
# Moves and what is none; the digit is Arabic.
TOLD = ("roll", "ask", "pass", "stop", "PASS", "keep 1 3", "score 123456", "keep 7", "score \u0661", "fold", "", " ")


def written(rng: Random) -> Iterator[Question]:
    """Games with real dice, by turns or by rolls, with corrections; and games with words committed to."""
    while True:
        setup = random_setup(rng)
        record = by_hand(setup, rng) if rng.random() < 0.7 else _with_words(setup, rng)
        text = dump_json(record) if rng.random() < 0.5 else dump_notation(record)
        yield Question(text, equals([dump_json(record), dump_notation(record)]))


def by_hand(setup: Setup, rng: Random) -> GameRecord:
    begins_at = _beginning(setup, rng)
    state, source = begins_at or start_of(setup), RandomDice(rng)
    events: list[Event] = []
    while not state.is_over and rng.random() > 0.03:
        kind = rng.random() if state.turn == start_of(setup).turn else 1
        asked = rng.random() < 0.5 and state.sheets[state.recipient].has_gift
        if kind < 0.4:
            events.append(Laid(source.roll(state, ()), asked))
        elif kind < 0.7:
            events.append(_noted(rng))
        else:
            events.append(decide(state, *random_choice(state, rng), source))
        state = evolve(state, events[-1])
    rounds = setup.ruleset.rounds
    corrections = tuple(
        Correction(rng.randint(1, rounds), rng.randrange(setup.players), _noted(rng) if rng.random() < 0.7 else None)
        for _ in range(rng.randrange(3))
    )
    names = tuple(rng.sample(("Anna", "Bea", "Cleo", "Anna 1:", "="), setup.players))
    return GameRecord(names, setup.ruleset, setup.dice_set, None, tuple(events), (), corrections, begins_at)


def _beginning(setup: Setup, rng: Random) -> GameState | None:
    """Mostly none, else a position of a random game, perhaps in the middle of a turn."""
    if rng.random() < 0.6:
        return None
    state, source = start_of(setup), RandomDice(rng)
    for _ in range(rng.randrange(60)):
        after = evolve(state, decide(state, *random_choice(state, rng), source))
        if after.is_over:
            break
        state = after
    return state


def _noted(rng: Random) -> Noted:
    gift = rng.randint(0, 999)
    return Noted(rng.randint(0, 40), rng.choice((0, 15, 25, 999)), gift, rng.choice((gift, 0)), rng.random() < 0.3)


def _with_words(setup: Setup, rng: Random) -> GameRecord:
    seed = rng.randbytes(32)
    words = [rng.choice(WORDS) for _ in range(setup.players)]
    seals = [rng.choice((None, commitment_to(word.encode()))) for word in words]
    entropy = [seal if seal and rng.random() < 0.3 else word for word, seal in zip(words, seals, strict=True)]
    pledge = Pledge(Pledge.of(seed).commitment, tuple(entropy), rng.choice((seed, None)), tuple(seals))
    begins_at = _beginning(setup, rng)
    state, events, fair = begins_at or start_of(setup), list[Event](), FairDice(seed, entropy)
    for _ in range(rng.randrange(8)):
        if not state.is_over:
            events.append(decide(state, *random_choice(state, rng), fair))
            state = evolve(state, events[-1])
    names = tuple("ABCD"[: setup.players])
    return GameRecord(names, setup.ruleset, setup.dice_set, pledge, tuple(events), begins_at=begins_at)


def broken(rng: Random) -> Iterator[Question]:
    """Records with small mistakes: both read them, or refuse them with the same code and values."""
    while True:
        text = rng.choice(PLAYTHROUGHS).read_text("utf-8") if rng.random() < 0.5 else _short(rng)
        text = _other_fields(text, rng) if text.startswith("{") and rng.random() < 0.5 else _damaged(text, rng)
        yield Question(text, equals(_read(text)))


def _read(text: str) -> object:
    try:
        record = load(text)
    except Refused as refused:
        return words_of(refused)
    return [dump_json(record), dump_notation(record)]


def _short(rng: Random) -> str:
    setup = random_setup(rng, 2)
    record = by_hand(setup, rng) if rng.random() < 0.5 else _with_words(setup, rng)
    return dump_json(record) if rng.random() < 0.5 else dump_notation(record)


def _damaged(text: str, rng: Random) -> str:
    """One to three characters left out, put in, changed or swapped, or a line twice or gone."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + rng.choice(SIGNS) + text[at + 1 :]
        elif kind == 2:
            text = text[:at] + rng.choice((*SIGNS, rng.choice(text))) + text[at:]
        elif kind == 3:
            text = text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
        else:
            lines = text.split("\n")
            line = rng.randrange(len(lines))
            text = "\n".join(lines[:line] + lines[line : line + 1] * rng.choice((0, 2)) + lines[line + 1 :])
        text = text or "x"
    return text


def _other_fields(text: str, rng: Random) -> str:
    """One value of the JSON is another, or gone, or one more."""
    data = json.loads(text)
    for _ in range(rng.randint(1, 2)):
        place = data
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = rng.choice(keys)
            if isinstance(place[key], (dict, list)) and rng.random() < 0.8:
                place = place[key]
                continue
            others = [None, True, 0, 1, 3, 7, -1, 21, 10**6, 1.5, "", "x", "B4", "0" * 64, [], {}, [1], place[key]]
            kind = rng.random()
            if kind < 0.6:
                place[key] = rng.choice(others)
            elif kind < 0.8:
                del place[key]
            elif isinstance(place, dict):
                place[rng.choice(("more", "__proto__", "toString", "corrections"))] = rng.choice(others)
            else:
                place.insert(rng.randrange(len(place) + 1), rng.choice((place[key], *others)))
            break
    return json.dumps(data, indent=rng.choice((None, 1)))


def positions(rng: Random) -> Iterator[Question]:
    """Positions and nodes as text, of random games and with small mistakes."""
    while True:
        for node in _nodes(rng):
            text = write_node(node) if rng.random() < 0.5 else write_position(node.state)
            for one in (text, _damaged(text, rng), _damaged(text, rng)):
                yield Question(one, equals(_position(one)))


def _nodes(rng: Random) -> Iterator[Node]:
    node = Node.of(start_of(random_setup(rng, 3)))
    while node.player is not None:
        yield node
        if node.falling and rng.random() < 0.3:
            node = node.roll(tuple(number or rng.randint(1, 6) for number in node.shown))
        else:
            node = node.land(rng.randint(1, 6)) if node.falling else node.play(any_action(node.actions, rng))
    yield node


def _position(text: str) -> object:
    try:
        return write_node(read_node(text)) if "|" in text else write_position(read_position(text))
    except Refused as refused:
        return words_of(refused)


def moves(rng: Random) -> Iterator[Question]:
    """Every legal move as text and read again; and moves with mistakes."""
    while True:
        for node in _nodes(rng):
            if not node.falling:
                yield _moves(node, rng)


def _moves(node: Node, rng: Random) -> Question:
    state = node.state
    seats = (state.active, state.recipient)
    legal = [write_move(action, state) for seat in seats for action in legal_actions(state, seat)]
    told = [*legal, *TOLD]
    shown = state.turn.numbers and " ".join(state.setup.dice_set.texts(state.turn.numbers))
    told += [f"my move [{rng.choice(told)}] for [{rng.choice(told)}] now", f"keep {shown}", f"score {shown}", "x " * 50]
    told += [_damaged(text, rng) for text in told if text]
    read = [[_move(text, state), _move(text, node)] for text in told]
    return Question({"node": write_node(node), "told": told}, equals({"legal": legal, "read": read}))


def _move(text: str, position: GameState | Node) -> object:
    state = position.state if isinstance(position, Node) else position
    try:
        return write_move(read_move(text, position), state)
    except Refused as refused:
        return words_of(refused)


def dice_texts(rng: Random) -> Iterator[Question]:
    """Dice sets and rolls as text, with mistakes."""
    while True:
        dice_set = random_setup(rng).dice_set
        roll = " ".join(map(str, dice_set.faces(tuple(rng.choices(range(1, 7), k=6)))))
        told = rng.choice((roll, roll.lower(), roll.replace(" ", ""), roll.replace(" ", ","), "123456", "1 2 3, 4 5 6"))
        sets = [str(dice_set), _damaged(str(dice_set), rng), _damaged(str(STANDARD_DICE), rng)]
        rolls = [told, _damaged(told, rng), _damaged(roll, rng)]
        expected = [[_dice_set(text) for text in sets], [_roll(text, dice_set) for text in rolls]]
        yield Question({"dice": str(dice_set), "sets": sets, "rolls": rolls}, equals(expected))


def _dice_set(text: str) -> object:
    try:
        return str(DiceSet.read(text))
    except Refused as refused:
        return words_of(refused)


def _roll(text: str, dice_set: DiceSet) -> object:
    try:
        return list(read_roll(text, dice_set))
    except Refused as refused:
        return words_of(refused)


PROOFS = [
    Proof("records.written", written, 20, 3000),
    Proof("records.broken", broken, 150, 30_000),
    Proof("records.positions", positions, 150, 30_000),
    Proof("records.moves", moves, 10, 1000),
    Proof("records.diceTexts", dice_texts, 50, 5000),
]

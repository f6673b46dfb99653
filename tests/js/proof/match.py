"""A game in progress: players act in and out of turn, undo, and mix words into the dice."""

from collections.abc import Iterator
from random import Random
from typing import Any

from charidice.encoding import ACTIONS, encode
from charidice.match import Match
from charidice.record import dump_json, write_node, write_position
from charidice.rules import Face, Refused, Roll, legal_actions
from tests.js.proof import Proof, Question, equals
from tests.js.proof.rules import WORDS, any_action, random_setup, words_of

Step = dict[str, Any]
NAMES = ("Anna", "Ben", "Zoë", "Dan")


def matches(rng: Random) -> Iterator[Question]:
    while True:
        setup, seed, real = random_setup(rng, 2), rng.randbytes(32), rng.random() < 0.4
        match = Match.new(NAMES[: setup.players], setup.ruleset, setup.dice_set, seed, real)
        if rng.random() < 0.1:
            match = Match(match.record.public())
        record = dump_json(match.record)
        steps: list[Step] = []
        seen = []
        while not match.is_over and len(steps) < 60:
            steps.append(_step(match, rng, real))
            seen.append([_taken(match, steps[-1]), *_shown(match)])
        yield Question({"record": record, "steps": steps}, equals({"seen": seen, "record": dump_json(match.record)}))


def _step(match: Match, rng: Random, real: bool) -> Step:
    seats = len(match.players)
    kind, seat = rng.random(), rng.randrange(seats)
    if kind < 0.1:
        return {"does": "undo", "seat": seat}
    if kind < 0.15:
        return {"does": "mix", "seat": seat, "words": rng.choice((*WORDS, "a\n"))}
    if kind < 0.2:
        action = rng.choice(ACTIONS)
    elif kind < 0.6:
        action = any_action(match.node.actions, rng)
        return {"does": "play", "action": encode(action), "faces": _faces(match, action, rng, real)}
    else:
        seat = rng.choice([one for one in range(seats) if legal_actions(match.state, one)])
        action = any_action(legal_actions(match.state, seat), rng)
    return {"does": "submit", "seat": seat, "action": encode(action), "faces": _faces(match, action, rng, real)}


def _faces(match: Match, action: object, rng: Random, real: bool) -> list[str] | None:
    if not isinstance(action, Roll) or not real or rng.random() < 0.05:
        return ["B4"] if rng.random() < 0.02 else None
    dice_set = match.state.setup.dice_set
    return [str(dice_set.face(die, rng.randint(1, 6))) for die in range(6) if die not in action.keep]


def _taken(match: Match, step: Step) -> object:
    faces = step.get("faces")
    told = None if faces is None else list(map(Face.read, faces))
    try:
        match step["does"]:
            case "undo":
                match.undo(step["seat"])
            case "mix":
                match.add_entropy(step["seat"], step["words"])
            case "play":
                return match.play(ACTIONS[step["action"]], told) is None
            case _:
                match.submit(step["seat"], ACTIONS[step["action"]], told)
    except Refused as refused:
        return words_of(refused)
    return False


def _shown(match: Match) -> list[object]:
    won = list(match.winners)
    kept = sum(1 << die for die in match.kept)
    undoable = [words_of(match.why_not_undo(seat)) for seat in range(len(match.players))]
    return [write_position(match.state), write_node(match.node), match.last_actor, kept, undoable, won]


PROOFS = [Proof("match.matches", matches, 20, 3000)]

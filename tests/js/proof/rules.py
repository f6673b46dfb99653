"""Every way to score a roll, what is legal and why not, whole games, the strict order of moves, fair dice."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from random import Random

from charidice.chance import FairDice, Pledge, RandomDice, check_dice
from charidice.encoding import ACTIONS, N_ACTIONS, encode
from charidice.record import GameRecord, dump_json, dump_notation, load_json, load_notation, write_node, write_position
from charidice.rules import (
    STANDARD_DICE,
    Action,
    Colour,
    Face,
    GameState,
    Node,
    Refused,
    Ruleset,
    Setup,
    decide,
    evolve,
    legal_actions,
    new_game,
    results,
    verify,
    winners,
)
from charidice.rules.ruleset import PLAYERS
from charidice.rules.scoring import ScoringTable
from tests.js.proof import Proof, Question
from tests.rules.play import random_choice
from tests.rules.squares import random_dice_set

WORDS = ("", "hello", "żółw 🐢", "1" * 64, "a\u200db", "ab" * 16)


def words_of(refused: Refused | None) -> object:
    """Code and values as JSON, as node tells them."""
    return None if refused is None else [refused.code, {name: plain(value) for name, value in refused.values.items()}]


def plain(value: object) -> object:
    if isinstance(value, Face):
        return str(value)
    if isinstance(value, Colour):
        return value.letter
    return list(map(plain, value)) if isinstance(value, tuple) else value


def random_setup(rng: Random, most_rounds: int = 4) -> Setup:
    """Two to four players, house rules of every kind, and every other time dice of their own."""
    ruleset = Ruleset(rng.randint(1, most_rounds), rng.random() < 0.4, rng.random() < 0.4)
    return Setup(rng.choice(PLAYERS), ruleset, STANDARD_DICE if rng.random() < 0.5 else random_dice_set(rng))


def fields_of(setup: Setup) -> dict[str, object]:
    rules = setup.ruleset
    return {
        "players": setup.players,
        "ruleset": {"rounds": rules.rounds, "freeGiving": rules.free_giving, "lateAsking": rules.late_asking},
        "dice": str(setup.dice_set),
    }


def start_of(setup: Setup) -> GameState:
    return new_game(setup.players, setup.ruleset, setup.dice_set)


def rolls(rng: Random) -> Iterator[Question]:
    """All options of all 46,656 rolls of a dice set, a sixth at a time: a digest of them."""
    dice_set = STANDARD_DICE
    while True:
        for free_giving in (False, True):
            table = ScoringTable(dice_set, free_giving)
            for first in range(1, 7):
                yield _sixth(table, {"dice": str(dice_set), "freeGiving": free_giving}, first)
        dice_set = random_dice_set(rng)


def _sixth(table: ScoringTable, fields: dict[str, object], first: int) -> Question:
    def check(answer: object) -> None:
        found = sha256()
        for numbers in product(range(1, 7), repeat=5):
            options = table.choices((first, *numbers)).options((first, *numbers))
            told = "".join(
                f"{sum(1 << die for die in dice)} {kind.value} {points} {bonus} {gift};"
                for dice, kind, points, bonus, gift, _ in options
            )
            found.update(f"{told}\n".encode())
        assert answer == found.hexdigest()

    return Question({**fields, "first": first}, check)


def dice(rng: Random) -> Iterator[Question]:
    """Fair dice of a whole long game."""
    while True:
        seed, players = rng.randbytes(32), rng.choice(PLAYERS)
        words = [rng.choice(WORDS) for _ in range(players)] if rng.random() < 0.5 else []
        yield _fair(seed, words)


def _fair(seed: bytes, words: list[str]) -> Question:
    def check(answer: object) -> None:
        fair = FairDice(seed, words)
        places = product(range(1, 21), range(4), range(1, 4))
        assert answer == [Pledge.of(seed).commitment, [list(fair.shown(*place)) for place in places]]

    return Question({"seed": seed.hex(), "words": words}, check)


def games(rng: Random) -> Iterator[Question]:
    """Games that Python plays, replayed by node: every position, every legal action, both written forms."""
    while True:
        yield _played(random_setup(rng), rng)


def _played(setup: Setup, rng: Random) -> Question:
    seed = rng.randbytes(32)
    words = tuple(rng.choice(WORDS) for _ in range(setup.players)) if rng.random() < 0.5 else ()
    fair = FairDice(seed, words)
    states, events = [start_of(setup)], []
    ends_early = rng.random() < 0.2
    while not states[-1].is_over and not (ends_early and rng.random() < 0.05):
        events.append(decide(states[-1], *random_choice(states[-1], rng), fair))
        states.append(evolve(states[-1], events[-1]))
    names = ("Anna", "Zoë: 🎲", '1 "\\: #|(=', "Dora")[: setup.players]
    bots = tuple(rng.choice((None, "fox")) for _ in names)
    pledge = Pledge(Pledge.of(seed).commitment, words, seed)
    record = GameRecord(names, setup.ruleset, setup.dice_set, pledge, tuple(events), bots)

    def check(answer: object) -> None:
        assert answer == {
            "json": dump_json(record),
            "notation": dump_notation(record),
            "positions": list(map(write_position, states)),
            "legal": [
                [list(map(encode, legal_actions(state, seat))) for seat in range(setup.players)] for state in states
            ],
            "results": [{**result._asdict(), "total": result.total} for result in results(states[-1].sheets)],
            "winners": list(winners(results(states[-1].sheets))),
            "thrown": check_dice(record),
        }

    return Question(dump_json(record), check)


def made(rng: Random) -> Iterator[Question]:
    """Games that node plays, replayed by Python."""
    while True:
        yield _replayed(random_setup(rng), rng)


def _replayed(setup: Setup, rng: Random) -> Question:
    seed = rng.randbytes(32)
    words = [rng.choice(WORDS) for _ in range(setup.players)]

    def check(answer: dict[str, object]) -> None:
        text, notation, positions = (answer[name] for name in ("json", "notation", "positions"))
        assert isinstance(text, str)
        assert isinstance(notation, str)
        record = load_json(text)
        assert dump_json(record) == text
        assert load_notation(notation) == record
        assert dump_notation(record) == notation
        assert (record.ruleset, record.dice_set, len(record.players)) == (
            setup.ruleset,
            setup.dice_set,
            setup.players,
        )
        assert record.pledge == Pledge(Pledge.of(seed).commitment, tuple(words), seed)
        assert check_dice(record) > 0
        assert record.state.is_over
        states = [record.start]
        for event in record.events:
            states.append(evolve(states[-1], event))
        assert positions == list(map(write_position, states))
        assert answer["results"] == [
            {**result._asdict(), "total": result.total} for result in results(record.state.sheets)
        ]

    return Question({**fields_of(setup), "seed": seed.hex(), "words": words, "random": rng.randrange(2**32)}, check)


def refusals(rng: Random) -> Iterator[Question]:
    """Why each of 131 actions of each seat is refused, at every state of a game."""
    yield from map(_refused, random_states(rng))


def random_states(rng: Random) -> Iterator[GameState]:
    """Every state of random games."""
    while True:
        state, source = start_of(random_setup(rng, 2)), RandomDice(rng)
        while not state.is_over:
            yield state
            state = evolve(state, decide(state, *random_choice(state, rng), source))
        yield state


def _refused(state: GameState) -> Question:
    def check(answer: object) -> None:
        seats = range(state.setup.players)
        assert answer == [[words_of(verify(state, seat, action)) for action in ACTIONS] for seat in seats]

    return Question(write_position(state), check)


def nodes(rng: Random) -> Iterator[Question]:
    """The strict order of moves: a walk from the start to the end, one die at a time or by whole rolls."""
    while True:
        yield _walk(random_setup(rng, 2), rng)


def _walk(setup: Setup, rng: Random) -> Question:
    """Steps: the index of an action, or N_ACTIONS and the number of a die that lands, or a whole roll."""
    node = Node.of(start_of(setup))
    steps: list[int | list[int]] = []
    seen = [node]
    while node.player is not None:
        if not node.falling:
            action = any_action(node.actions, rng)
            steps.append(encode(action))
            node = node.play(action)
        elif rng.random() < 0.5:
            numbers = [number or rng.randint(1, 6) for number in node.shown]
            steps.append(numbers)
            node = node.roll(tuple(numbers))
        else:
            number = rng.randint(1, 6)
            steps.append(N_ACTIONS + number)
            node = node.land(number)
        seen.append(node)

    def check(answer: object) -> None:
        assert answer == [
            {
                "node": write_node(node),
                "player": node.player,
                "actions": list(map(encode, node.actions)),
                "outcomes": len(node.outcomes),
                "shown": list(node.shown),
                "totals": list(node.totals),
                "returns": list(node.returns()),
                "refusals": [words_of(node.verify(action)) for action in ACTIONS],
                "waives": [node.waives(action) for action in ACTIONS[-3:]],
            }
            for node in seen
        ]

    return Question({"start": write_node(seen[0]), "steps": steps}, check)


def any_action(actions: tuple[Action, ...], rng: Random) -> Action:
    """The kind of action first, since most are rolls."""
    kind = rng.choice(sorted({type(action).__name__ for action in actions}))
    return rng.choice([action for action in actions if type(action).__name__ == kind])


PROOFS = [
    Proof("rules.rolls", rolls, 7, 240),
    Proof("rules.dice", dice, 10, 1000),
    Proof("rules.games", games, 10, 2000),
    Proof("rules.made", made, 10, 2000),
    Proof("rules.refusals", refusals, 40, 4000),
    Proof("rules.nodes", nodes, 5, 500),
]

"""Actions as indices and positions as vectors are the engine's game, seen from any seat."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

import charidice
from charidice import (
    STANDARD,
    Action,
    AskGift,
    DeclineGift,
    GameState,
    IllegalAction,
    Node,
    NoSuchSeat,
    RandomDice,
    Roll,
    Ruleset,
    Score,
    Stop,
    advance,
    charity_bonuses,
    new_game,
)
from charidice.encoding import (
    ACTIONS,
    BOUND,
    FIELDS,
    N_ACTIONS,
    OBSERVATION_SIZE,
    VERSION,
    decode,
    encode,
    legal_mask,
    observe,
)
from charidice.rules.strict import CHANCE

from .rules.play import UNIVERSE
from .rules.squares import random_dice_set

if TYPE_CHECKING:
    from charidice.encoding import Observation

TABLE = (Path(charidice.__file__).parents[2] / "docs" / "encoding.md").read_text("utf-8")
RULESETS = [STANDARD, Ruleset(3, True, False), Ruleset(20, False, True), Ruleset(2, True, True)]


def random_nodes(players: int, ruleset: Ruleset, seed: int) -> list[Node]:
    """Every node of a game played at random, with dice of its own."""
    random = Random(seed)
    nodes = [Node.of(new_game(players, ruleset, random_dice_set(random)))]
    while nodes[-1].player is not None:
        node = nodes[-1]
        if node.player == CHANCE:
            nodes.append(node.land(random.randint(1, 6)))
            continue
        kind = random.choice(sorted({type(action).__name__ for action in node.actions}))
        nodes.append(node.play(random.choice([action for action in node.actions if type(action).__name__ == kind])))
    return nodes


def field(seen: "Observation", name: str) -> list[float]:
    found: list[float] = seen[FIELDS[name]].tolist()
    return found


def legal(node: Node, player: int | None = None) -> set[Action]:
    return {ACTIONS[index] for index in legal_mask(node, player).nonzero()[0]}


every_game = pytest.mark.parametrize(
    ("players", "ruleset"), [(players, ruleset) for players in (2, 3, 4) for ruleset in RULESETS]
)


def test_every_action_has_its_index_and_every_index_its_action() -> None:
    assert (N_ACTIONS, VERSION) == (131, 1)
    assert [encode(decode(index)) for index in range(N_ACTIONS)] == list(range(N_ACTIONS))
    possible = {
        action for action in UNIVERSE if set(getattr(action, "keep", getattr(action, "dice", ()))) <= set(range(6))
    }
    assert {decode(encode(action)) for action in possible} == possible == set(ACTIONS)


@pytest.mark.parametrize(
    ("action", "index"),
    [
        (Roll(), 0),
        (Roll((1, 5)), 34),
        (Score((0,)), 65),
        (Score((0, 1, 2, 3, 4, 5)), 127),
        (AskGift(), 128),
        (DeclineGift(), 129),
        (Stop(), 130),
    ],
)
def test_the_indices_are_those_of_version_1(action: Action, index: int) -> None:
    assert encode(action) == index


@pytest.mark.parametrize("index", [-1, 131, 1.0, "0", None, True])
def test_an_index_that_is_none_is_refused(index: object) -> None:
    with pytest.raises(IllegalAction, match="no-such-index"):
        decode(index)  # type: ignore[arg-type]


@pytest.mark.parametrize("action", ["roll", 3, None, Roll((0, 6)), Roll((-1,)), []])
def test_what_has_no_index_is_refused(action: object) -> None:
    with pytest.raises(IllegalAction, match="not-an-action"):
        encode(action)  # type: ignore[arg-type]


def test_an_index_may_come_from_numpy() -> None:
    assert decode(np.int64(128)) == AskGift()


@every_game
def test_the_mask_of_a_node_is_its_actions(players: int, ruleset: Ruleset) -> None:
    for node in random_nodes(players, ruleset, seed=players):
        assert legal(node) == set(node.actions)
        for player in range(players):
            assert legal(node, player) == (set(node.actions) if player == node.player else set())


def test_a_mask_can_be_counted_on() -> None:
    mask = legal_mask(Node.of(new_game(2)))
    assert (mask.dtype.name, mask.shape, mask.sum()) == ("int8", (N_ACTIONS,), 1)
    with pytest.raises(ValueError, match="read-only"):
        mask[0] = 0


@every_game
def test_an_observation_is_what_the_player_sees(players: int, ruleset: Ruleset) -> None:
    for node in random_nodes(players, ruleset, seed=players + 9):
        for player in range(players):
            seen = observe(node, player)
            assert (seen.shape, seen.dtype.name) == ((OBSERVATION_SIZE,), "float32")
            assert abs(seen).max() <= BOUND
            check_dice(node, seen)
            check_turn(node, player, seen)
            check_sheets(node.state, player, seen)


def check_dice(node: Node, seen: "Observation") -> None:
    numbers, setup = node.shown or (0,) * 6, node.state.setup
    lying = {die: setup.dice_set.face(die, number) for die, number in enumerate(numbers) if number}
    shown = np.reshape(field(seen, "number"), (6, 6)), np.reshape(field(seen, "colour"), (6, 6))
    for one_hot, of_face in zip(shown, ("number", "colour"), strict=True):
        expected = np.zeros((6, 6))
        for die, face in lying.items():
            expected[die, getattr(face, of_face) - (of_face == "number")] = 1
        assert (one_hot == expected).all()
        assert (np.array(field(seen, f"{of_face}_count")) * 8 == expected.sum(axis=0)).all()
    potential = [0.0] * 4
    if len(lying) == 6:
        options = setup.scoring.options(tuple(numbers)).values()
        best = min(options, key=lambda option: (-option.total, option.gift))
        kindest = max(options, key=lambda option: (option.gift, option.total))
        potential = [best.total, best.gift, kindest.total, kindest.gift]
    assert [value * 128 for value in field(seen, "potential")] == potential


def check_turn(node: Node, player: int, seen: "Observation") -> None:
    state, ruleset = node.state, node.state.setup.ruleset
    seats = len(state.sheets)
    assert [(player + seat) % seats for seat, is_active in enumerate(field(seen, "active")) if is_active] == [
        state.active
    ]
    assert [rolls for rolls, is_left in enumerate(field(seen, "rolls_left")) if is_left] == [state.rolls_left]
    flags = {
        "asking": node.asking,
        "asked": state.turn.asked,
        "stopped": state.turn.stopped,
        "declined": state.turn.declined,
        "free_giving": ruleset.free_giving,
        "late_asking": ruleset.late_asking,
    }
    assert {name: field(seen, name) for name in flags} == {name: [flag] for name, flag in flags.items()}


def check_sheets(state: GameState, player: int, seen: "Observation") -> None:
    seats = len(state.sheets)
    order = [(player + seat) % seats for seat in range(seats)]

    def by_seat(name: str, scale: int, values: list[int]) -> None:
        found = [value * scale for value in field(seen, name)]
        assert found == [values[seat] for seat in order] + [0] * (4 - seats), name

    by_seat("present", 1, [1] * seats)
    by_seat("turns_left", 8, [state.setup.ruleset.rounds - len(sheet.points) for sheet in state.sheets])
    by_seat("has_gift", 1, [sheet.has_gift for sheet in state.sheets])
    by_seat("subtotal", 128, [sheet.subtotal for sheet in state.sheets])
    by_seat("given", 128, [sheet.total_given for sheet in state.sheets])
    # Before any score all lead in giving, with nothing.
    charity = charity_bonuses([sheet.total_given for sheet in state.sheets])
    by_seat("charity", 128, [*charity])
    totals = [sheet.subtotal + bonus for sheet, bonus in zip(state.sheets, charity, strict=True)]
    lead = totals[player] - max(total for seat, total in enumerate(totals) if seat != player)
    assert field(seen, "lead") == [lead / 128]


def test_an_observation_belongs_to_its_caller() -> None:
    observe(Node.of(new_game(2)))[:] = 7
    assert abs(observe(Node.of(new_game(2)))).max() < 7


def test_a_state_stands_for_its_node() -> None:
    first = new_game(2)
    for state in (first, advance(first, 0, Roll(), RandomDice(1))):
        assert (observe(state) == observe(Node.of(state))).all()
        assert (legal_mask(state) == legal_mask(Node.of(state))).all()


@pytest.mark.parametrize("seat", [2, -1, "0"])
def test_nobody_sees_from_a_seat_that_is_not_there(seat: object) -> None:
    with pytest.raises(NoSuchSeat, match="unknown-seat"):
        observe(Node.of(new_game(2)), seat)  # type: ignore[arg-type]


def test_the_tables_in_the_docs_are_these() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \|", TABLE, re.MULTILINE)
    assert rows == [(name, str(place.start), str(place.stop - place.start)) for name, place in FIELDS.items()]
    assert f"a vector of {OBSERVATION_SIZE} numbers" in TABLE.replace("\n", " ")
    assert f"`VERSION` is {VERSION}" in TABLE


def test_indices_need_no_numpy() -> None:
    told = "import sys; sys.modules['numpy'] = None; from charidice.encoding import *; print(encode(decode(77)))"
    assert subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True).stdout == "77\n"

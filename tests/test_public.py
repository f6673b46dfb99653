"""The public names: documented, complete, friendly to wrong input, and shown well in a notebook."""

import copy
import doctest
import inspect
import pickle
import pkgutil
import re
import subprocess
import sys
import traceback
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import charidice
import charidice.encoding
import charidice.strategy
from charidice import (
    AskGift,
    Bot,
    DiceSet,
    Face,
    GameRecord,
    IllegalAction,
    InvalidName,
    InvalidPledge,
    Match,
    NoSuchSeat,
    RandomDice,
    Refused,
    Roll,
    Ruleset,
    Score,
    decide,
    evolve,
    legal_actions,
    new_game,
    read_faces,
    results,
    scoring_options,
    winners,
)
from charidice.coach import review
from charidice.messages import LANGUAGES, catalog

PUBLIC = (charidice, charidice.encoding, charidice.strategy)
PACKAGE = Path(charidice.__file__).parent
# Those with examples.
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(charidice.__path__, "charidice.")
    if (path := PACKAGE.joinpath(*module.name.split(".")[1:]).with_suffix(".py")).exists()
    and ">>>" in path.read_text("utf-8")
)


@pytest.mark.parametrize(
    ("module", "name"),
    [(module.__name__, name) for module in PUBLIC for name in (*module.__all__, *getattr(module, "_ON_DEMAND", ()))],
)
def test_every_public_name_says_what_it_is(module: str, name: str) -> None:
    found = getattr(import_module(module), name)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert found.__doc__, name
        assert not found.__doc__.startswith(f"{name}("), f"{name} has only the docstring that Python made"


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_are_right(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_some_docstrings_have_examples() -> None:
    finder = doctest.DocTestFinder()
    assert sum(bool(test.examples) for name in MODULES for test in finder.find(import_module(name))) >= 12


def test_every_error_of_the_library_is_public() -> None:
    def kinds(base: type[Refused]) -> set[type[Refused]]:
        return {base}.union(*map(kinds, base.__subclasses__()))

    library = re.compile(r"charidice\.(rules|chance|record|match|strategy|encoding)\b")
    # What goes on between a bot and its process, and files of the command line.
    internal = {"CannotLoad", "Failure", "FileError"}
    raised = {kind.__name__ for kind in kinds(Refused) if library.match(kind.__module__)} - internal
    assert raised <= set(dir(charidice))


new_match: Any = Match.new


@pytest.mark.parametrize(
    ("call", "kind", "sentence"),
    [
        (lambda match: match.submit(0, "roll"), IllegalAction, "'roll' isn’t a move."),
        (lambda match: match.submit(0, None), IllegalAction, "None isn’t a move."),
        (lambda match: match.submit(1, Roll), IllegalAction, "isn’t a move."),
        (lambda _: new_match(["Anna", "Ben"], seed=42), InvalidPledge, "A seed has 32 bytes; 42 doesn’t."),
        (lambda _: Match.new(["Anna", "Ben"], seed=b"ab"), InvalidPledge, "A seed has 32 bytes; b'ab' doesn’t."),
        (lambda _: Match.new("Anna"), InvalidName, "The players are a list of names, not 'Anna'."),
        (lambda _: new_match([1, 2]), InvalidName, "The players are a list of names, not [1, 2]."),
        (lambda match: match.add_entropy(2, "words"), NoSuchSeat, "There is no seat 2. Seats count from 0 to 1."),
    ],
)
def test_wrong_types_get_a_sentence(call: Any, kind: type[Refused], sentence: str) -> None:
    with pytest.raises(kind) as refused:
        call(Match.new(["Anna", "Ben"], seed=bytes(32)))
    assert sentence in catalog("en").refusal(refused.value)
    assert all(catalog(language).refusal(refused.value) for language in LANGUAGES)
    assert sentence in "".join(traceback.format_exception_only(refused.value))


def test_a_traceback_ends_with_the_sentence() -> None:
    told = "from charidice import *; Match.new(['Anna', 'Ben']).submit(1, Roll())"
    run = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, encoding="utf-8")
    assert run.stderr.splitlines()[-2].startswith("charidice.rules.errors.IllegalAction: not-your-turn (active=0")
    assert run.stderr.splitlines()[-1].startswith("It’s player 1’s turn.")


def test_notes_of_others_stay() -> None:
    refused = IllegalAction("game-over")
    refused.add_note("in deal 3")
    assert refused.__notes__ == ["The game is over.", "in deal 3"]
    assert pickle.loads(pickle.dumps(refused)).code == "game-over"


def played(rounds: int = 1) -> Match:
    match = Match.new(["Anna", "<b>Ben</b>"], Ruleset(rounds), seed=bytes(range(32)))
    while not match.is_over:
        seat = match.state.active
        match.submit(seat, Score(match.state.options[0].dice) if match.state.turn.rolls else Roll())
    return match


def test_a_match_knows_its_end() -> None:
    match = Match.new(["Anna", "Ben"], seed=bytes(32))
    assert (match.is_over, match.winners) == (False, ())
    end = played()
    assert (end.is_over, end.winners) == (True, winners(results(end.state.sheets)))


@pytest.mark.parametrize(
    "copied", [Match.copy, copy.copy, copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))]
)
def test_a_copy_goes_on_by_itself_with_the_same_dice(copied: Any) -> None:
    match = Match.new(["Anna", "Ben"], seed=bytes(range(32)))
    match.submit(0, Roll())
    other = copied(match)
    assert (other.record, other.state, other.history) == (match.record, match.state, match.history)
    assert other.submit(0, Roll()) == match.submit(0, Roll())
    other.submit(1, AskGift())
    assert other.state.turn.asked
    assert not match.state.turn.asked


def test_random_dice_are_those_of_their_rng() -> None:
    def game(seed: int) -> Any:
        rng = Random(seed)
        dice, state = RandomDice(rng), new_game(3, Ruleset(2))
        while not state.is_over:
            before = state
            action = rng.choice(legal_actions(state, state.active))
            state = evolve(state, decide(state, state.active, action, dice))
            if isinstance(action, Roll):
                assert all(state.turn.numbers[die] == before.turn.numbers[die] for die in action.keep)
        return state

    assert game(1) == game(1)
    assert game(1) != game(2)


def test_an_option_has_its_faces_in_the_order_typed() -> None:
    for typed in ("P6 B6 B4 B3 B2 B1", "B1 P6 B2 B4 B6 B3"):
        faces = read_faces(typed)
        for option in scoring_options(typed):
            assert list(option.faces) == [face for face in faces if face in option.faces]
            assert sorted(map(charidice.STANDARD_DICE.die_of, option.faces)) == list(option.dice)
    state = evolve(new_game(2), charidice.Rolled((), charidice.read_roll("P6 B6 B4 B3 B2 B1")))
    for option in state.options:
        assert option.faces == tuple(state.faces[die] for die in option.dice)


SHOWN: list[Any] = [
    Face.read("B4"),
    charidice.STANDARD_DICE,
    scoring_options("B1 B2 B3 B4 B6 P6")[0],
    played().state.sheets[0],
    played().state,
    evolve(new_game(2), charidice.Rolled((), (1, 2, 3, 4, 5, 6))),
    played(),
    Match.new(["Anna", "Ben"]),
]


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: type(shown).__name__)
def test_it_is_short_as_text_and_drawn_in_a_notebook(shown: Any) -> None:
    assert 1 < len(str(shown)) < 120
    drawn = [getattr(shown, name)() for name in ("_repr_svg_", "_repr_html_") if hasattr(shown, name)]
    assert drawn
    for text in drawn:
        # Well-formed, so that no browser has to guess, and no name of a player is taken for markup.
        from xml.etree import ElementTree

        ElementTree.fromstring(f"<div>{text}</div>")
        assert "<b>" not in text


def test_the_drawing_has_every_die() -> None:
    html = SHOWN[5]._repr_html_()
    assert html.count("<rect") == 6
    assert 'aria-label="Y1 G2 P3 Y4 G5 P6"' in html
    assert DiceSet.read(str(charidice.STANDARD_DICE))._repr_html_().count("<rect") == 36


def test_a_review_is_shown_as_its_page() -> None:
    found = review(played().record)
    assert str(found).startswith("review of Anna, <b>Ben</b>: over, totals ")
    html = found._repr_html_()
    assert html.startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    assert "<b>" not in html


def test_the_base_class_needs_a_choice() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Bot(Random(1))  # type: ignore[abstract]


def test_a_record_is_a_match_again() -> None:
    record: GameRecord = played().record
    assert Match(record).winners == played().winners

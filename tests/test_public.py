"""The public names: documented, complete, friendly to wrong input, and shown well in a notebook."""

import ast
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
from itertools import pairwise
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
    IllegalEvent,
    InvalidDice,
    InvalidName,
    InvalidPledge,
    InvalidSetup,
    Match,
    Node,
    NoSuchSeat,
    RandomDice,
    RecordError,
    Refused,
    Roll,
    Ruleset,
    Score,
    UnfairDice,
    advance,
    check_dice,
    decide,
    dump_json,
    dump_notation,
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
from charidice.show import notebook

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
        (lambda _: new_match(["Anna", "Ben"], seed=-1), InvalidPledge, "A seed has 32 bytes; -1 doesn’t."),
        (lambda _: new_match(["Anna", "Ben"], seed=True), InvalidPledge, "A seed has 32 bytes; True doesn’t."),
        (lambda _: new_match(["Anna", "Ben"], seed="1"), InvalidPledge, "A seed has 32 bytes; '1' doesn’t."),
        (lambda _: new_match(5), InvalidSetup, "Charidice is for 2 to 4 players, not 5."),
        (lambda _: new_match(None), InvalidSetup, "Charidice is for 2 to 4 players, not None."),
        (lambda match: match.append("x"), IllegalEvent, "'x' isn’t an event of a game. Events are Rolled, Scored,"),
        (lambda _: Match.new(["Anna", "Ben"], seed=b"ab"), InvalidPledge, "A seed has 32 bytes; b'ab' doesn’t."),
        (lambda _: Match.new("Anna"), InvalidName, "Name the players in a list of names, not 'Anna'."),
        (lambda _: new_match([1, 2]), InvalidName, "Name the players in a list of names, not [1, 2]."),
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


def test_an_option_has_its_faces_in_the_order_of_its_dice() -> None:
    for typed in ("P6 B6 B4 B3 B2 B1", "B1 P6 B2 B4 B6 B3"):
        for option in scoring_options(typed):
            assert set(option.faces) <= set(read_faces(typed))
            assert tuple(map(charidice.STANDARD_DICE.die_of, option.faces)) == option.dice
            assert option.dice == Score(option.dice).dice
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
    assert notebook.dice_set_html(DiceSet.read(str(charidice.STANDARD_DICE))).count("<rect") == 36


def test_there_is_a_picture_before_the_first_roll_and_at_the_end() -> None:
    start: Any = new_game(2)
    end: Any = played()
    assert start._repr_svg_().count("<rect") == 6
    assert 'width="270"' in start._repr_svg_()
    assert f">{end.state}</text>" in end._repr_svg_()
    assert 'width="0"' not in end._repr_svg_()


def test_before_any_score_totals_are_0() -> None:
    state = new_game(3)
    rolled = evolve(state, charidice.Rolled((), (1, 2, 3, 4, 5, 6)))
    for shown in (state, rolled):
        assert str(shown).endswith("totals 0 0 0")
        assert Node.of(shown).totals == (0, 0, 0)
        assert [(result.charity, result.total) for result in results(shown.sheets)] == [(0, 0)] * 3
        assert ">20<" not in notebook.state_html(shown)
    scored = advance(rolled, 0, Score(rolled.options[0].dice))
    assert [result.charity for result in results(scored.sheets)].count(20) >= 1


def test_a_state_is_told_by_its_position() -> None:
    for state in (new_game(2), SHOWN[5], played().state):
        assert repr(state) == f"GameState({charidice.write_position(state)!r})"
    assert repr(Node.of(new_game(2))).startswith("Node(state=GameState('C1 :2x/:2x -')")
    # A state made by hand can be anything.
    broken: Any = new_game(2)._replace(sheets=(3, 4))  # type: ignore[arg-type]
    assert repr(broken).startswith("GameState(")


def test_a_dice_set_is_told_by_its_colours() -> None:
    dice = DiceSet.read("YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB KYOGBP")
    assert repr(dice) == f"DiceSet.read('{dice}')"
    assert len(repr(GameRecord(("Anna", "Ben")))) < 400


def test_an_analysis_tells_what_it_found() -> None:
    told = repr(charidice.analyse(new_game(2), "points"))
    assert re.fullmatch(r"<Analysis for points, exact: (\d+\.\d{3}) \1 in GameState\('C1 :2x/:2x -'\)>", told)


def test_what_is_analysed_may_be_a_match_a_record_or_text() -> None:
    match = Match.new(seed=1)
    match.submit(0, Roll())
    state = match.state
    value = charidice.analyse(state, "points").value(0)
    position = charidice.write_position(state)
    for shown in (match, match.record, position, Node.of(state), charidice.write_node(Node.of(state))):
        assert charidice.analyse(shown, "points").value(0) == value
    assert charidice.analyse(f"{position} | ask", "points").node == Node.of(state)
    wrong: Any
    for wrong in (None, 5, [state], charidice.STANDARD):
        with pytest.raises(charidice.CannotValue) as refused:
            charidice.analyse(wrong)
        assert f"{wrong!r}"[:30] in catalog("en").refusal(refused.value)
    with pytest.raises(charidice.RecordError):
        charidice.analyse("the start")


def test_a_forecast_is_of_a_legal_move() -> None:
    start = new_game(2)
    rolled = evolve(start, charidice.Rolled((), (3, 2, 6, 1, 3, 4)))
    wrong: Any
    for state, wrong in (
        (start, "x"),
        (rolled, "x"),
        (rolled, Roll),
        (rolled, Roll((7,))),
        (rolled, Roll(tuple(range(6)))),
        (rolled, Score((0, 1))),
        (rolled, charidice.Stop()),
        (start, Score((0, 1))),
        (evolve(rolled, charidice.GiftAsked()), AskGift()),
    ):
        with pytest.raises(IllegalAction):
            charidice.analyse(state, "points").forecast(wrong)
    for action in (None, Roll((0, 1)), Score(rolled.options[0].dice), AskGift(), charidice.DeclineGift()):
        assert charidice.analyse(rolled, "points").forecast(action).points > 0
    with pytest.raises(charidice.CannotValue, match="game-over"):
        charidice.analyse(played().state, "points").forecast()


@pytest.mark.parametrize("score", [10**9, 10**30])
def test_a_target_out_of_reach_is_worth_nothing(score: int) -> None:
    rolled = evolve(new_game(2), charidice.Rolled((), (3, 2, 6, 1, 3, 4)))
    for state in (new_game(2), rolled):
        analysis = charidice.analyse(state, charidice.Target(score))
        assert (analysis.value(0), analysis.value(1)) == (0, 0)
        assert set(analysis.moves(0).values()) == {0}
        assert charidice.analyse(state, charidice.Target(-score)).value(0) == 1
    # Of hopeless moves the one with most points is still the best.
    assert charidice.analyse(rolled, charidice.Target(score)).best(0) is not None


def test_a_match_by_number() -> None:
    match, same = Match.new(seed=1), Match.new(seed=1)
    assert match.players == ("Player 1", "Player 2")
    assert match.submit(0, Roll()) == same.submit(0, Roll())
    assert Match.new(seed=2).submit(0, Roll()) != match.record.events[0]
    assert match.record.pledge == charidice.Pledge.of((1).to_bytes(32, "big"))
    assert len(Match.new(4).players) == 4
    secret = Match.new().record.pledge
    assert secret
    assert secret != match.record.pledge


def test_the_dice_of_a_record_are_checked() -> None:
    record = played().record
    assert record.pledge
    assert charidice.check_dice(record) == charidice.check_dice(record.pledge, record.start, record.events) > 0
    with pytest.raises(charidice.UnfairDice, match="seed-not-published"):
        charidice.check_dice(Match.new(seed=1).record.public())
    with pytest.raises(charidice.UnfairDice, match="no-pledge") as refused:
        charidice.check_dice(Match.new(real_dice=True).record)
    assert all(catalog(language).refusal(refused.value) for language in LANGUAGES)
    changed = copy.copy(played())
    first = changed.record.events[0]
    assert isinstance(first, charidice.Rolled)
    other = charidice.Rolled((), first.numbers[::-1])
    with pytest.raises(charidice.UnfairDice, match="die-does-not-match"):
        charidice.check_dice(GameRecord(record.players, Ruleset(1), pledge=record.pledge, events=(other,)))


def test_only_a_roll_needs_dice() -> None:
    rolled = evolve(new_game(2), charidice.Rolled((), (3, 2, 6, 1, 3, 4)))
    best = Score(rolled.options[0].dice)
    assert advance(rolled, 0, best) == evolve(rolled, decide(rolled, 0, best))
    assert advance(rolled, 1, AskGift()).turn.asked
    for do in (advance, decide):
        with pytest.raises(IllegalAction, match="no-dice") as refused:
            do(rolled, 0, Roll())
        assert "RandomDice" in catalog("en").refusal(refused.value)


def test_a_match_is_taken_for_its_record() -> None:
    match = played()
    assert (dump_json(match), dump_notation(match)) == (dump_json(match.record), dump_notation(match.record))
    assert check_dice(match) == check_dice(match.record)
    assert review(match).record == match.record
    assert Match(match).record == match.record


def test_any_other_game_gets_a_sentence() -> None:
    other: Any = "game.json"
    calls: list[Any] = [dump_json, dump_notation, review, Match]
    for call in calls:
        with pytest.raises(RecordError) as refused:
            call(other)
        assert catalog("en").refusal(refused.value) == "'game.json' isn’t a game. Take a Match or a GameRecord."
    with pytest.raises(UnfairDice) as unfair:
        check_dice(other)
    assert unfair.value.code == "no-pledge"


def test_faces_may_be_text() -> None:
    typed = "B1 B2 B3 B4 B6 P6"
    assert scoring_options(typed.split()) == scoring_options(typed)
    by_text, by_faces = (Match.new(["Anna", "Ben"], real_dice=True) for _ in range(2))
    assert by_text.submit(0, Roll(), typed) == by_faces.submit(0, Roll(), read_faces(typed))
    with pytest.raises(InvalidDice):
        scoring_options(["B1", "x"])


def test_random_dice_need_no_rng() -> None:
    def rolled(dice: RandomDice) -> Any:
        return [decide(new_game(2), 0, Roll(), dice) for _ in range(20)]

    assert rolled(RandomDice(1)) == rolled(RandomDice(Random(1)))
    assert rolled(RandomDice()) != rolled(RandomDice())


def test_moves_are_text() -> None:
    late = Ruleset(late_asking=True)
    for ruleset in (Ruleset(), late):
        state = evolve(new_game(2, ruleset), charidice.Rolled((), (3, 2, 6, 1, 3, 4)))
        stopped = evolve(state, charidice.Stopped())
        for position in (new_game(2), state, *([stopped] if ruleset.late_asking else [])):
            for seat in (0, 1):
                for action in legal_actions(position, seat):
                    assert charidice.read_move(charidice.write_move(action, position), position) == action
    node = Node.of(state)
    assert charidice.read_move("I will [ pass ]", node) == charidice.DeclineGift()
    wrong: Any
    for wrong in ("score", "keep B9", "keep Y1", "fold", "[", ""):
        with pytest.raises(Refused):
            charidice.read_move(wrong, state)
    for wrong in ("roll", None, Roll((7,))):
        with pytest.raises(Refused):
            charidice.write_move(wrong, state)
    with pytest.raises(IllegalAction, match="not-the-decision"):
        charidice.read_move("roll", Node.of(played().state))


def fields_without_words(module: str, source: str) -> list[str]:
    """The fields of data classes and named tuples that have no docstring after them."""
    missing = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and hasattr(charidice, node.name):
            data = getattr(charidice, node.name)
            names = getattr(data, "_fields", ()) or getattr(data, "__dataclass_fields__", ())
            for field, following in pairwise([*node.body, ast.Pass()]):
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    name = field.target.id
                    told = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
                    public = not name.startswith("_") and "init=False" not in ast.unparse(field)
                    if name in names and public and not told and "ClassVar" not in ast.unparse(field):
                        missing.append(f"{module}: {node.name}.{name}")
    return missing


def test_every_field_says_what_it_is() -> None:
    missing = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if re.match(r"rules|record|chance|strategy", str(path.relative_to(PACKAGE))):
            missing += fields_without_words(path.stem, path.read_text("utf-8"))
    assert missing == []
    assert fields_without_words("some", "class Roll:\n    keep: int = 1") == ["some: Roll.keep"]


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

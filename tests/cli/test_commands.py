"""Every command but `play` and `options`, and what all commands share: languages, help, errors, colours and pipes."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from charidice import (
    GameRecord,
    Match,
    Pledge,
    RecordError,
    Roll,
    Rolled,
    Ruleset,
    Score,
    UnfairDice,
    __version__,
    dump_json,
    dump_notation,
    evolve,
    load,
    read_position,
    results,
    write_position,
)
from charidice.cli.commands import COMMANDS, GROUPS, WITHOUT_COMMAND, Command
from charidice.cli.parser import parse, parser
from charidice.messages import LANGUAGES, Catalog, catalog, rules_clauses
from charidice.rules import Colour, Face
from charidice.show.telling import Teller

from ..waiting import PATIENCE
from .running import Answer, Run, environment, in_a_process, on_a_terminal

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
FINISHED = (
    "all-house-rules-real-dice",
    "four-players-own-dice",
    "free-giving",
    "late-asking",
    "real-dice",
    "three-players-with-words",
    "two-players",
)
RUNNING = ("running-asked", "running-stopped")
TOP = dict.fromkeys(command.split()[0] for command in COMMANDS)
SEED = bytes(range(32))
ESCAPE = "\x1b"


def saved(name: str) -> Path:
    return PLAYTHROUGHS / f"{name}.json"


def record_of(name: str) -> GameRecord:
    return load(saved(name).read_text("utf-8"))


def squeezed(text: str) -> str:
    """Without any white space, and so without the breaks between lines."""
    return "".join(text.split())


def argument_error(texts: Catalog, program: str, message: str) -> str:
    told = texts.say("cli.error", program=program, message=message)
    return f"{told}\n{texts.say('cli.error.try-help', program=program)}\n"


# Version and help


def test_the_version(run: Run, language: str) -> None:
    assert run("--lang", language, "--version") == (0, f"charidice {__version__}\n", "")


COMMON = ("cli.usage", "cli.switches", "cli.lang", "cli.switch.help")
HELP = {
    "serve": ("cli.serve.url", "cli.database", "cli.serve.keep-finished", "cli.serve.bots"),
    "play": (
        "cli.arguments",
        "cli.names",
        "cli.my-dice",
        "cli.words",
        "cli.spoken",
        "cli.rounds",
        "cli.layout",
        "cli.free-giving",
        "cli.late-asking",
        "cli.resume",
        "cli.play.output",
    ),
    "dice": ("cli.commands", "cli.dice.list", "cli.dice.show", "cli.dice.save", "cli.dice.remove", "cli.json"),
    "dice list": ("cli.json",),
    "dice show": ("cli.arguments", "cli.dice.name", "cli.json"),
    "dice save": ("cli.arguments", "cli.dice.name", "cli.dice.layout"),
    "dice remove": ("cli.arguments", "cli.dice.name"),
    "db tables": ("cli.commands", "cli.db.tables.list", "cli.db.tables.show", "cli.json", "cli.db.database"),
    "db tables list": ("cli.json", "cli.db.database"),
    "db tables show": ("cli.arguments", "cli.db.tables.tables", "cli.json", "cli.db.database"),
    "db tables export": ("cli.arguments", "cli.db.tables.tables", "cli.db.database"),
    "db tables remove": ("cli.arguments", "cli.db.tables.tables", "cli.db.database"),
    "db backup": ("cli.arguments", "cli.db.backup.file", "cli.db.database"),
    "db restore": ("cli.arguments", "cli.db.backup.file", "cli.db.database"),
    "db move": ("cli.arguments", "cli.db.move.from", "cli.db.move.to"),
    "value": ("cli.arguments", "cli.position", "cli.objective", "cli.moves", "cli.json", "cli.solution"),
    "solve": ("cli.solve.output", "cli.processes", "cli.rounds", "cli.layout", "cli.free-giving", "cli.late-asking"),
    "simulate": (
        "cli.arguments",
        "cli.games",
        "cli.seed",
        "cli.processes",
        "cli.json",
        "cli.csv",
        "cli.simulate.output",
        "cli.cluster",
        "cli.rounds",
    ),
    "check-bot": ("cli.arguments", "cli.check-bot.bot", "cli.seed"),
    "options": ("cli.arguments", "cli.roll", "cli.json", "cli.layout", "cli.free-giving"),
    "rules": ("cli.markdown",),
    "replay": ("cli.arguments", "cli.file", "cli.form", "cli.spoken"),
    "verify": ("cli.arguments", "cli.file"),
    "hint": ("cli.arguments", "cli.hint.position", "cli.hint.stage", "cli.hint.player", "cli.json", "cli.spoken"),
    "review": ("cli.arguments", "cli.file", "cli.json", "cli.review.output"),
    "history": ("cli.arguments", "cli.history.files", "cli.json", "cli.csv", "cli.solution"),
    "sheet": ("cli.arguments", "cli.sheet.file", "cli.per-page", "cli.sheet.output"),
    "picture": ("cli.arguments", "cli.file", "cli.picture.output"),
    "study": ("cli.arguments", "cli.seed", "cli.json", "cli.csv"),
    "mcp": ("cli.mcp.seat", "cli.seed", "cli.mcp.deal", "cli.mcp.output", "cli.agents.hints", "cli.rounds"),
    "agents": (
        "cli.arguments",
        "cli.agents.client",
        "cli.agents.games",
        "cli.agents.players",
        "cli.agents.time-limit",
        "cli.agents.output",
        "cli.json",
    ),
    "exercises": (
        "cli.exercises.themes",
        "cli.exercises.output",
        "cli.seed",
        "cli.exercises.players",
        "cli.objective",
        "cli.rounds",
    ),
    "conformance": ("cli.conformance.output", "cli.conformance.count", "cli.seed"),
    "help": ("cli.arguments", "cli.help.topic"),
    "docs": ("cli.database", "cli.no-browser"),
    "site": ("cli.site.folder",),
    "completion": ("cli.arguments", "cli.shell"),
}


def assert_helps(answer: Answer, keys: tuple[str, ...], language: str) -> None:
    assert (answer.code, answer.err) == (0, "")
    english = catalog("en")
    for key in keys:
        right = catalog(language).say(key)
        assert right in answer.out, key
        if english.say(key) not in right:
            # A short word like "options" may also be the name of a command.
            assert f"{english.say(key)}\n" not in answer.out.replace(":\n", "\n"), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_every_command_in_every_language(run: Run, language: str) -> None:
    about = (
        "cli.about",
        "cli.lan",
        "cli.database",
        "cli.no-browser",
        *(f"cli.group.{group}" for group in GROUPS),
        "cli.version",
        "cli.exit-codes",
        "cli.unofficial",
    )
    keys = (*COMMON, *about, *(f"cli.{command}" for command in TOP))
    answer = run("--lang", language, "--help")
    assert_helps(answer, keys, language)
    named = re.findall(r"^  ([a-z][\w-]+)(?: |$)", answer.out, re.MULTILINE)
    assert named == [*TOP]
    titles = [answer.out.index(f"\n{catalog(language).say(f'cli.group.{group}')}:\n") for group in GROUPS]
    assert titles == sorted(titles)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_in_the_language(run: Run, language: str, command: str) -> None:
    answer = run(*command.split(), "--lang", language, "-h")
    assert_helps(answer, (*COMMON, "cli.examples", *HELP[command]), language)
    about = catalog(language).say(f"cli.{command.replace(' ', '.')}")
    assert squeezed(f"{about[0].upper()}{about[1:]}.") in squeezed(answer.out)
    assert answer.out.startswith(f"{catalog(language).say('cli.usage')}charidice {command} ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_explanation_can_be_shown(language: str) -> None:
    found = parser(catalog(language)).by_name
    assert {*COMMANDS} | {"", "db"} == {*found}
    for name, command in found.items():
        assert command.format_help()
        assert command.prog == f"charidice {name}".rstrip()
        # What every command has comes last.
        assert [action.option_strings for action in command._actions if action.option_strings][-1] == ["--lang"]


@pytest.mark.parametrize("command", ["", "simulate", "db", "db move", "dice save"])
def test_help_explains_a_command_too(run: Run, language: str, command: str) -> None:
    words = command.split()
    explained = run("help", *words, "--lang", language)
    assert explained == run(*words, "--help", "--lang", language)
    assert (explained.code, explained.err) == (0, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_examples_that_it_understands(command: str) -> None:
    root = parser(catalog("en"))
    assert 1 <= len(COMMANDS[command].examples) <= 2
    for example in COMMANDS[command].examples:
        assert parse(root, shlex.split(example)).command.name == command
        assert f"\n  charidice {example}\n" in root.by_name[command].format_help()


def test_a_thing_has_one_name_in_all_commands() -> None:
    switches = {name: {*each._option_string_actions} for name, each in parser(catalog("en")).by_name.items()}
    for name, found in switches.items():
        assert found & {"--out", "--result", "--save", "--file", "--goal"} == set(), name
        assert ("-o" in found) == ("--output" in found), name
    # Of games they are called games.
    assert {name for name, found in switches.items() if "--count" in found} == {"exercises", "conformance"}
    assert {name for name, found in switches.items() if "--games" in found} == {
        *("simulate", "study", "agents", "exercises"),
    }


# Which a verb is, no test can tell; a new one is added here by somebody who looks at it.
VERBS = (
    "back check compute copy delete draw explain give let list manage open play print remove restore retell review "
    "save serve show write"
)


def test_every_description_of_a_command_begins_with_a_verb() -> None:
    said = {name: catalog("en").say(f"cli.{name.replace(' ', '.')}") for name in (*COMMANDS, "db")}
    assert {name: about for name, about in said.items() if re.split(r"[ ,]", about)[0] not in VERBS.split()} == {}


def test_the_module_is_the_program(tmp_path: Path) -> None:
    assert in_a_process(tmp_path, "--version") == (0, f"charidice {__version__}\n", "")
    assert in_a_process(tmp_path, "--help").out.startswith("Usage: charidice ")


def test_the_module_ends_with_the_code_of_the_command(tmp_path: Path) -> None:
    assert in_a_process(tmp_path, "verify", saved("real-dice")).code == 1
    assert in_a_process(tmp_path, "verify", tmp_path / "nothing").code == 2


# Errors


@pytest.mark.parametrize(
    ("words", "at", "nearest"),
    [
        ("optio", "", "options"),
        ("help simulat", "", "simulate"),
        ("db mvoe", "db", "move"),
        ("study gifft", "study", "gift"),
    ],
)
def test_the_nearest_word_is_suggested(run: Run, language: str, words: str, at: str, nearest: str) -> None:
    texts, program = catalog(language), f"charidice {at}".rstrip()
    place = texts.say("cli.metavar.subject" if at == "study" else "cli.metavar.command")
    reason = texts.say("cli.error.mistyped", text=words.split()[-1], nearest=nearest)
    message = texts.say("cli.error.at", argument=place, message=reason)
    assert run("--lang", language, *words.split()) == (2, "", argument_error(texts, program, message))


@pytest.mark.parametrize(
    ("words", "nearest"), [("simulate --gmes=3", "--games"), ("rules --mark", "--markdown"), ("--lna", "--lan")]
)
def test_the_nearest_switch_is_suggested(run: Run, language: str, words: str, nearest: str) -> None:
    texts, (*command, mistyped) = catalog(language), words.split()
    message = texts.say("cli.error.mistyped-argument", text=mistyped, nearest=nearest)
    assert run("--lang", language, *words.split()) == (
        2,
        "",
        argument_error(texts, " ".join(["charidice", *command]), message),
    )


def test_a_switch_that_is_like_none_gets_no_suggestion(run: Run, language: str) -> None:
    """The two dashes that all of them share do not count."""
    message = catalog(language).say("cli.error.unknown-argument", text="--bogus")
    assert run("--lang", language, "--bogus") == (2, "", argument_error(catalog(language), "charidice", message))


def test_the_commands_below_a_command_are_listed_by_their_names_alone(run: Run, language: str) -> None:
    texts = catalog(language)
    _, listed = run("help", "dice", "--lang", language).out.split(f"{texts.say('cli.commands')}:\n")
    assert [line.split()[0] for line in listed.splitlines()[:4]] == ["list", "show", "save", "remove"]


def test_the_choices_of_an_argument_are_words(run: Run, language: str) -> None:
    texts = catalog(language)
    choices = texts.join(["a4", "letter"], "list.or")
    reason = texts.say("cli.error.not-a-choice", text="a3", choices=choices)
    message = texts.say("cli.error.at", argument="--paper", message=reason)
    answer = run("sheet", "-o", "pad.pdf", "--paper", "a3", "--lang", language)
    assert answer == (2, "", argument_error(texts, "charidice sheet", message))


def test_an_unknown_command(run: Run, language: str) -> None:
    code, out, err = run("--lang", language, "yatzy")
    assert (code, out) == (2, "")
    command = catalog(language).say("cli.metavar.command")
    first, last = catalog(language).say("cli.error.not-a-choice", text="yatzy", choices="\0").split("\0")
    assert err.startswith(
        catalog(language)
        .say("cli.error", program="charidice", message="\0")
        .replace("\0", catalog(language).say("cli.error.at", argument=command, message=first))
    )
    told, hint = err.splitlines()
    assert told.endswith(last)
    assert hint == catalog(language).say("cli.error.try-help", program="charidice")
    assert all(command in told for command in TOP)


@pytest.mark.parametrize("command", ["rules", "options B1", "replay x", "verify x", "completion bash", "play A B"])
def test_an_unknown_switch(run: Run, language: str, command: str) -> None:
    texts = catalog(language)
    answer = run("--lang", language, *command.split(), "--xyz")
    message = texts.say("cli.error.unknown-argument", text="--xyz")
    assert answer == (2, "", argument_error(texts, f"charidice {command.split()[0]}", message))


@pytest.mark.parametrize(("command", "missing"), [("replay", "file"), ("verify", "file"), ("completion", "shell")])
def test_a_missing_argument(run: Run, language: str, command: str, missing: str) -> None:
    texts = catalog(language)
    message = texts.say("cli.error.missing", text=texts.say(f"cli.metavar.{missing}"))
    assert run("--lang", language, command) == (2, "", argument_error(texts, f"charidice {command}", message))


@pytest.mark.parametrize("rounds", ["x", "", "3.5", "-3", "seven", "1e1", "²"])
def test_rounds_that_are_no_number(run: Run, language: str, rounds: str) -> None:
    texts = catalog(language)
    reason = texts.say("cli.error.not-a-number", text=rounds)
    message = texts.say("cli.error.at", argument="--rounds", message=reason)
    answer = run("--lang", language, "play", "Anna", "Ben", "--rounds", rounds)
    assert answer == (2, "", argument_error(texts, "charidice play", message))


@pytest.mark.parametrize(
    ("words", "code", "values"),
    [
        ("Anna Ben --rounds 21", "rounds-out-of-range", {"rounds": 21, "least": 1, "most": 20}),
        ("A B C D E", "players-out-of-range", {"players": 5, "least": 2, "most": 4}),
        (f"Ben {'A' * 41}", "name-not-allowed", {"most": 40}),
    ],
    ids=str,
)
def test_what_the_rules_refuse(run: Run, language: str, words: str, code: str, values: dict[str, int]) -> None:
    reason = catalog(language).say(f"refused.{code}", **values)
    answer = run("--lang", language, "play", *words.split())
    assert (answer.code, answer.err) == (2, f"charidice: {reason}\n")


def test_a_switch_without_its_value(run: Run, language: str) -> None:
    texts = catalog(language)
    message = texts.say("cli.error.at", argument="--rounds", message=texts.say("cli.error.needs-value"))
    answer = run("--lang", language, "play", "--rounds")
    assert answer == (2, "", argument_error(texts, "charidice play", message))


def test_a_switch_with_a_value_too_many(run: Run, language: str) -> None:
    texts = catalog(language)
    reason = texts.say("cli.error.takes-no-value", text="yes")
    message = texts.say("cli.error.at", argument="--markdown", message=reason)
    answer = run("--lang", language, "rules", "--markdown=yes")
    assert answer == (2, "", argument_error(texts, "charidice rules", message))


@pytest.mark.parametrize(
    "words",
    [
        "simulate fox owl --json --csv",
        "study gift --json --csv",
        "study gift --csv -o/--output=x",
        "history x --json --csv",
        "review x --json -o/--output=x",
        "hint x --json --spoken",
        "replay x --form=json --spoken",
    ],
)
def test_two_forms_of_one_output(run: Run, language: str, words: str) -> None:
    texts, switches = catalog(language), re.findall(r"-[-\w/]+", words)
    reason = texts.say("cli.error.not-together", text=switches[0])
    message = texts.say("cli.error.at", argument=switches[1], message=reason)
    command = f"charidice {words.split()[0]}"
    words = words.replace("-o/", "")
    assert run("--lang", language, *words.split()) == (2, "", argument_error(texts, command, message))


@pytest.mark.parametrize(
    ("words", "nearest"),
    [("play A B --resum", "--resume"), ("play A B --round=3", "--rounds"), ("rules --lan=pl", "--lang")],
)
def test_a_switch_cut_short_is_unknown(run: Run, language: str, words: str, nearest: str) -> None:
    texts = catalog(language)
    message = texts.say("cli.error.mistyped-argument", text=words.split()[-1], nearest=nearest)
    program = f"charidice {words.split()[0]}"
    assert run("--lang", language, *words.split()) == (2, "", argument_error(texts, program, message))


@pytest.mark.parametrize("words", ["replay x --form xml", "completion xml"])
def test_a_choice_that_is_none(run: Run, language: str, words: str) -> None:
    answer = run("--lang", language, *words.split())
    assert (answer.code, answer.out) == (2, "")
    first, last = catalog(language).say("cli.error.not-a-choice", text="xml", choices="\0").split("\0")
    assert first in answer.err
    assert last in answer.err


@pytest.mark.parametrize("words", [["--lang", "xx"], ["--lang=xx"], ["rules", "--lang", "xx"], ["rules", "--lang=xx"]])
def test_a_language_that_is_not_spoken(
    run: Run, monkeypatch: pytest.MonkeyPatch, language: str, words: list[str]
) -> None:
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    texts = catalog(language)
    allowed = texts.join(LANGUAGES, "list.or")
    reason = texts.say("refused.unknown-language", text="xx", allowed=allowed)
    assert run(*words) == (2, "", f"charidice: {reason}\n")


def test_a_language_left_out(run: Run) -> None:
    assert run("rules", "--lang").code == 2


# The language


def title(language: str) -> str:
    return catalog(language).say("rules").upper()


def test_the_environment_chooses_the_language(run: Run, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setenv("LANG", f"{language}.UTF-8")
    assert run("rules").out.splitlines()[0] == title(language)


@pytest.mark.parametrize("words", ["--lang {} rules", "--lang={} rules", "rules --lang {}", "rules --lang={}"])
def test_the_switch_goes_before_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8" if language != "es" else "de_DE.UTF-8")
    assert run(*words.format(language).split()).out.splitlines()[0] == title(language)


# The rules


@pytest.mark.parametrize("columns", ["40", "2000"])
def test_the_rules_are_told_whole_and_in_order(
    run: Run, monkeypatch: pytest.MonkeyPatch, language: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    code, out, err = run("--lang", language, "rules")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == title(language)
    told, at = squeezed(out), 0
    for number, text in rules_clauses(catalog(language)):
        label = "" if number.endswith(".0") else number
        assert squeezed(label + text) in told[at:], number
        at = told.index(squeezed(label + text), at)


@pytest.mark.parametrize("columns", [60, 80, 2000])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_the_rules_is_too_wide_to_read(
    run: Run, monkeypatch: pytest.MonkeyPatch, language: str, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = run("--lang", language, "rules").out.splitlines()
    assert max(map(len, lines)) <= min(columns, 80)


def test_the_rules_in_markdown_keep_each_clause_on_a_line(run: Run, language: str) -> None:
    code, out, err = run("--lang", language, "rules", "--markdown")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == f"# {catalog(language).say('rules')}"
    for number, text in rules_clauses(catalog(language)):
        if "." not in number:
            assert f"## {number}. {text}" in lines
        elif number.endswith(".0"):
            assert text in lines
        else:
            assert f"{'  ' * (number.count('.') - 1)}- **{number}** {text}" in lines


# Replay


def test_a_game_is_told_turn_by_turn(run: Run) -> None:
    code, out, err = run("replay", saved("two-players"))
    assert (code, err) == (0, "")
    assert out.startswith("""
Round 1 of 7: Anna’s turn. The gift goes to Ben.
  Anna rolls 6 dice: K6 G2 K4 Y4 P1 B5
  Anna rolls 4 dice: O1 Y4 P1 G4 (kept K6 K4)
  Anna rolls 3 dice: G3 P4 Y3 (kept K4 Y4 G4)
  Anna scores P4 K4 Y4 G4: 16 + 15 = 31.
  Anna donates 6 points to Ben.

Round 1 of 7: Ben’s turn. The gift goes to Anna.
""")
    assert (
        """
  Ben asks for the greatest of gifts: this gift counts double.
  Anna rolls 3 dice: G3 P1 K1 (kept K5 K4 K3)
  Anna scores K5 K4 K3 K1: 13 + 15 = 28.
  The greatest of gifts! Anna donates 8 points to Ben.
"""
        in out
    )
    assert "All dice are scored, so there is nothing to donate to Anna." in out


def test_the_end_of_a_game_is_told_with_its_totals(run: Run) -> None:
    out = run("replay", saved("two-players")).out
    assert [line.split()[-1] for line in out.splitlines() if line.startswith("  total: ")] == ["263", "318"]
    assert out.endswith("""
Anna donated the most, 103 points, and gets a charity bonus of 30.
Ben wins with 318 points!
""")


@pytest.mark.parametrize("name", [*FINISHED, *RUNNING])
def test_every_event_is_told_in_its_order(run: Run, language: str, name: str) -> None:
    code, out, err = run("--lang", language, "replay", saved(name))
    assert (code, err) == (0, "")
    record = record_of(name)
    teller = Teller(catalog(language), record.players)
    told = iter(out.splitlines())
    state = record.start
    for event in record.events:
        for line in teller.event(state, event):
            assert f"  {line}" in told, line
        state = evolve(state, event)
    totals = [result.total for result in results(state.sheets)]
    if not state.is_over:
        totals = [sheet.subtotal for sheet in state.sheets]
    for total in totals:
        assert f"  {catalog(language).say('box.total')}: {total}" in told


@pytest.mark.parametrize("name", RUNNING)
def test_a_running_game_ends_with_its_position(run: Run, language: str, name: str) -> None:
    last = run("--lang", language, "replay", saved(name)).out.splitlines()[-1]
    assert last == catalog(language).say("replay.position", position=write_position(record_of(name).state))


def test_a_game_can_be_told_in_whole_words(run: Run, language: str) -> None:
    out = run("--lang", language, "replay", "--spoken", saved("two-players")).out
    assert not re.search(r"\b[YOGBPK][1-6]\b", out)
    assert catalog(language).face(Face(Colour.BLACK, 6)) in out


@pytest.mark.parametrize("name", ["all-house-rules-real-dice", "running-asked"])
@pytest.mark.parametrize("form", ["json", "notation"])
def test_a_record_in_another_form_is_the_same_record(run: Run, name: str, form: str) -> None:
    code, out, err = run("replay", "--form", form, saved(name))
    assert (code, err) == (0, "")
    assert load(out) == record_of(name)
    assert out == (dump_json if form == "json" else dump_notation)(record_of(name))


@pytest.mark.parametrize("name", ["late-asking", "running-stopped"])
def test_the_position_of_a_record_is_where_it_ends(run: Run, name: str) -> None:
    code, out, err = run("replay", "--form", "position", saved(name))
    assert (code, err) == (0, "")
    assert read_position(out) == record_of(name).state


@pytest.mark.parametrize("form", ["json", "notation"])
@pytest.mark.parametrize("stored", ["json", "txt"])
def test_a_record_is_read_from_standard_input(run: Run, form: str, stored: str) -> None:
    text = (PLAYTHROUGHS / f"two-players.{stored}").read_text("utf-8")
    assert load(run("replay", "-", "--form", form, stdin=text).out) == record_of("two-players")
    assert run("replay", "-", stdin=text) == run("replay", saved("two-players"))
    assert run("verify", "-", stdin=text) == run("verify", saved("two-players"))


def running_game() -> GameRecord:
    match = Match.new(("Anna", "Ben"), seed=SEED)
    match.submit(0, Roll())
    match.submit(0, Roll((0, 1)))
    return match.record


@pytest.mark.parametrize("form", [[], ["--form", "json"], ["--form", "notation"], ["--form", "position"]], ids=str)
def test_the_seed_of_a_running_game_stays_secret(run: Run, tmp_path: Path, form: list[str]) -> None:
    path = tmp_path / "running.json"
    path.write_text(dump_json(running_game()), "utf-8")
    assert SEED.hex() in path.read_text("utf-8")
    code, out, err = run("replay", *form, path)
    assert (code, err) == (0, "")
    assert SEED.hex() not in out
    if form and form[1] != "position":
        assert load(out) == running_game().public()


# Verify


def fair_game(entropy: tuple[str, ...] = ()) -> GameRecord:
    """A game of two rounds in which everybody rolls twice and scores the best sum."""
    match = Match.new(("Anna", "Ben"), Ruleset(2), seed=SEED)
    for seat, words in enumerate(entropy):
        match.add_entropy(seat, words)
    while not match.state.is_over:
        seat = match.state.active
        match.submit(seat, Roll())
        match.submit(seat, Roll((0, 1)))
        match.submit(seat, Score(match.state.options[0].dice))
    return match.record


def pledge_of(record: GameRecord) -> Pledge:
    assert record.pledge is not None
    return record.pledge


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("two-players", 162),
        ("three-players-with-words", 244),
        ("four-players-own-dice", 301),
        ("free-giving", 82),
        ("late-asking", 241),
    ],
)
def test_a_fair_game_checks_out_with_the_number_of_its_dice(run: Run, language: str, name: str, count: int) -> None:
    told = catalog(language).say("verify.fair", count=count)
    assert str(count) in told
    assert run("--lang", language, "verify", saved(name)) == (0, f"{told}\n", "")


@pytest.mark.parametrize("die", [2, 3, 4, 5])
def test_a_single_changed_die_is_named(run: Run, tmp_path: Path, language: str, die: int) -> None:
    """The die is thrown again after the changed roll, so that the record still holds together."""
    fair = fair_game()
    index, changed = next((at, event) for at, event in enumerate(fair.events) if at > 2 and isinstance(event, Rolled))
    wrong = changed.numbers[die] % 6 + 1
    numbers = (*changed.numbers[:die], wrong, *changed.numbers[die + 1 :])
    events = (*fair.events[:index], Rolled(changed.keep, numbers), *fair.events[index + 1 :])
    path = tmp_path / "changed.json"
    path.write_text(dump_json(replace(fair, events=events)), "utf-8")

    texts, dice = catalog(language), fair.dice_set
    reason = texts.say(
        "refused.die-does-not-match",
        round=1,
        seat="Ben",
        roll=1,
        face=dice.face(die, wrong),
        expected=dice.face(die, changed.numbers[die]),
    )
    assert run("--lang", language, "verify", path) == (1, "", f"{texts.say('verify.unfair')}\n{reason}\n")


@pytest.mark.parametrize("what", ["seed", "commitment"])
def test_a_changed_promise_is_named(run: Run, tmp_path: Path, language: str, what: str) -> None:
    fair = fair_game()
    pledge = pledge_of(fair)
    changed = {
        "seed": replace(pledge, seed=bytes(32)),
        "commitment": replace(pledge, commitment="0" * 64),
    }[what]
    path = tmp_path / "changed.json"
    path.write_text(dump_json(replace(fair, pledge=changed)), "utf-8")
    texts = catalog(language)
    told = f"{texts.say('verify.unfair')}\n{texts.say('refused.seed-does-not-match-commitment')}\n"
    assert run("--lang", language, "verify", path) == (1, "", told)


@pytest.mark.parametrize("entropy", [(), ("wind", "Sea"), ("sea", "wind"), ("", "")], ids=str)
def test_changed_words_change_the_dice(run: Run, tmp_path: Path, entropy: tuple[str, ...]) -> None:
    fair = fair_game(("wind", "sea"))
    path = tmp_path / "game.json"
    path.write_text(dump_json(fair), "utf-8")
    assert run("verify", path).code == 0
    path.write_text(dump_json(replace(fair, pledge=replace(pledge_of(fair), entropy=entropy))), "utf-8")
    code, out, err = run("verify", path)
    assert (code, out) == (1, "")
    assert re.search(r"^Round 1, Anna, roll 1: .. is recorded, but the seed gives ..\.$", err, re.MULTILINE)


def test_a_seed_changed_with_its_commitment_is_found_by_the_dice(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(dump_json(replace(fair_game(), pledge=Pledge.of(bytes(32)))), "utf-8")
    code, out, err = run("verify", path)
    assert (code, out) == (1, "")
    assert "but the seed gives" in err


def test_the_dice_of_a_game_from_a_position_check_out_from_there_on(run: Run, language: str) -> None:
    say = catalog(language).say
    code, out, _ = run("--lang", language, "verify", saved("from-a-position"))
    assert code == 0
    assert out.splitlines()[:2] == [say("verify.fair", count=49), say("verify.begins-at", round=2)]


def test_a_game_is_retold_from_the_position_where_it_began(run: Run) -> None:
    code, out, _ = run("replay", saved("from-a-position"))
    assert code == 0
    assert out.splitlines()[1] == "Round 2 of 3: Bo’s turn. The gift goes to Owl."


@pytest.mark.parametrize(
    ("name", "code"),
    [("real-dice", "no-pledge"), ("running-asked", "game-not-over"), ("running-stopped", "game-not-over")],
)
def test_a_game_that_cannot_be_checked_says_why(run: Run, language: str, name: str, code: str) -> None:
    answer = run("--lang", language, "verify", saved(name))
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.endswith(f"{catalog(language).refusal(UnfairDice(code))}\n")


def test_a_finished_game_without_its_seed_cannot_be_checked(run: Run, tmp_path: Path) -> None:
    fair = fair_game()
    path = tmp_path / "game.json"
    path.write_text(dump_json(replace(fair, pledge=pledge_of(fair).without_seed())), "utf-8")
    code, out, err = run("verify", path)
    assert (code, out) == (1, "")
    assert err.endswith("The seed isn’t in this game yet. It’s published when the game is over.\n")


# Files that are no records

DAMAGES: dict[str, tuple[Callable[[str], str], str]] = {
    "cut off": (lambda text: text[: len(text) // 2], r"^charidice: Line \d+: This isn’t complete JSON"),
    "empty": (lambda text: "", r"^charidice: Line 1: This isn’t a saved game of Charidice"),
    "other text": (lambda text: "Dear diary", r"^charidice: Line 1: This isn’t a saved game of Charidice"),
    "other JSON": (lambda text: "{}", r"^charidice: At format: "),
    "a list": (lambda text: "[]", r"^charidice: Line 1: This isn’t a saved game of Charidice"),
    "no events": (lambda text: text.replace('"events"', '"deeds"'), r"deeds"),
    "a number changed": (
        lambda text: text.replace('"points": 16', '"points": 17', 1),
        r"^charidice: At events\[3\]: These dice score: points 16, bonus 15, gift 6\.$",
    ),
    "a face changed": (
        lambda text: text.replace('["K6"', '["X6"', 1),
        r"^charidice: At events\[0\]: “X6” isn’t a face",
    ),
    "a kept die changed": (
        lambda text: text.replace('"faces": ["K6", "O1"', '"faces": ["Y1", "O1"', 1),
        r"^charidice: At events\[1\]: K6 was kept, so its die can’t show Y1 now\. Check the faces\.$",
    ),
    "a newer version": (lambda text: text.replace('"version": 1', '"version": 4'), r"At version: .*version 4"),
    "a seat changed": (lambda text: text.replace('"seat": 0', '"seat": 1', 1), r"^charidice: At events\[0\]\.seat: "),
    "a seed too short": (lambda text: re.sub(r'"seed": "..', '"seed": "', text), r"^charidice: At pledge\.seed: "),
}


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_record_is_refused_with_the_place(run: Run, tmp_path: Path, damage: str, command: str) -> None:
    change, message = DAMAGES[damage]
    path = tmp_path / "damaged.json"
    path.write_text(change(saved("two-players").read_text("utf-8")), "utf-8")
    code, out, err = run(command, path)
    assert (code, out) == (2, "")
    assert re.search(message, err.rstrip("\n")), err
    assert err.count("\n") == 1


def test_a_damaged_notation_is_refused_with_the_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "damaged.txt"
    text = (PLAYTHROUGHS / "two-players.txt").read_text("utf-8")
    path.write_text(text.replace("16+15 >6", "16+15 >7", 1), "utf-8")
    assert run("verify", path) == (2, "", "charidice: Line 7: These dice score: points 16, bonus 15, gift 6.\n")


def test_damage_is_told_in_the_language_of_the_reader(run: Run, tmp_path: Path, language: str) -> None:
    path = tmp_path / "damaged.json"
    path.write_text("{\n", "utf-8")
    reason = catalog(language).refusal(RecordError("not-json", line=2, column=1))
    assert run("--lang", language, "verify", path) == (2, "", f"charidice: {reason}\n")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_not_there(run: Run, tmp_path: Path, language: str, command: str) -> None:
    path = tmp_path / "nothing.json"
    reason = catalog(language).say("refused.file-not-found", path=path)
    assert run("--lang", language, command, path) == (2, "", f"charidice: {reason}\n")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_folder_is_no_file(run: Run, tmp_path: Path, language: str, command: str) -> None:
    code, out, err = run("--lang", language, command, tmp_path)
    assert (code, out) == (2, "")
    assert err.startswith(f"charidice: {catalog(language).say('refused.file-unreadable', path=tmp_path, detail='')}")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_picture_is_no_text(run: Run, tmp_path: Path, language: str, command: str) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff\xfe")
    reason = catalog(language).refusal(RecordError("not-text", field=str(path)))
    assert run("--lang", language, command, path) == (2, "", f"charidice: {reason}\n")
    assert str(path) in reason


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8:surrogateescape"])
def test_a_picture_from_standard_input_is_no_text_either(tmp_path: Path, command: str, encoding: str) -> None:
    """Which of the two encodings a terminal has depends on its locale."""
    done = subprocess.run(
        [sys.executable, "-m", "charidice", command, "-"],
        input=b"\x89PNG\r\n\x1a\n\x00\xff\xfe",
        capture_output=True,
        env=environment(tmp_path, PYTHONIOENCODING=encoding),
        timeout=PATIENCE,
    )
    assert b"Traceback" not in done.stderr
    assert (done.returncode, done.stdout) == (2, b"")


# Completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_knows_every_command(run: Run, language: str, shell: str) -> None:
    code, out, err = run("--lang", language, "completion", shell)
    assert (code, err) == (0, "")
    assert all(name in out for command in COMMANDS for name in command.split())


# Colours


ROLL = ("options", "B1", "B2", "B3", "B4", "B6", "P6")


@pytest.mark.parametrize("words", [ROLL, ("replay", str(saved("two-players")))], ids=lambda words: words[0])
def test_dice_are_painted_on_a_terminal(tmp_path: Path, words: tuple[str, ...]) -> None:
    sent = on_a_terminal(tmp_path, *words, TERM="xterm-256color")
    assert f"{ESCAPE}[48;5;" in sent
    assert f"{ESCAPE}[0m" in sent
    unpainted = re.sub(rf"{ESCAPE}\[[0-9;]*m", "", sent)
    assert ESCAPE not in unpainted
    assert {"B3", "B4", "K2"} & set(unpainted.split())


def test_an_empty_no_color_does_not_count(tmp_path: Path) -> None:
    """As no-color.org has it."""
    assert ESCAPE in on_a_terminal(tmp_path, *ROLL, TERM="xterm-256color", NO_COLOR="")


@pytest.mark.parametrize("variables", [{"TERM": "xterm-256color", "NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
@pytest.mark.parametrize("words", [ROLL, ("replay", str(saved("two-players")))], ids=lambda words: words[0])
def test_nothing_is_painted_where_it_is_not_wanted(
    tmp_path: Path, words: tuple[str, ...], variables: dict[str, str]
) -> None:
    sent = on_a_terminal(tmp_path, *words, **variables)
    assert ESCAPE not in sent
    assert "B4" in sent


@pytest.mark.parametrize("words", [ROLL, ("replay", str(saved("two-players"))), ("rules",), ("--help",)], ids=str)
def test_nothing_is_painted_into_a_file_or_pipe(tmp_path: Path, words: tuple[str, ...]) -> None:
    out = in_a_process(tmp_path, *words, TERM="xterm-256color").out
    assert out
    assert ESCAPE not in out


def test_a_painted_table_lines_up_like_a_plain_one(tmp_path: Path) -> None:
    sent = on_a_terminal(tmp_path, *ROLL, TERM="xterm-256color")
    _, head, *lines = re.sub(rf"{ESCAPE}\[[0-9;]*m", "", sent).splitlines()
    kind = head.index("combination")
    assert len(lines) == 11
    assert all(line[kind - 1] == " " and line[kind].isalpha() for line in lines)


# Pipes


def test_whoever_reads_only_the_beginning_gets_it_without_complaint(tmp_path: Path) -> None:
    done = subprocess.run(
        ["bash", "--norc", "-c", f"{sys.executable} -m charidice rules | head -1; exit ${{PIPESTATUS[0]}}"],
        capture_output=True,
        env=environment(tmp_path),
        text=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "THE RULES OF CHARIDICE\n", "")


@pytest.mark.parametrize(
    "words", [("rules",), ROLL, ("--help",), ("--version",), ("completion", "bash"), ("verify", saved("two-players"))]
)
def test_a_reader_who_is_gone_already_is_no_reason_to_complain(tmp_path: Path, words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "charidice", *words],
        stdout=writing,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
        timeout=PATIENCE,
    )
    os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 0


def test_a_narrow_alphabet_costs_letters_and_no_more(tmp_path: Path) -> None:
    out = in_a_process(tmp_path, "--lang", "pl", "rules", PYTHONIOENCODING="ascii").out
    assert len(out.splitlines()) > 40
    assert "?" in out


@pytest.mark.parametrize("words", [("value", "--objective", "lead"), ("review", saved("two-players"))], ids=str)
def test_a_narrow_alphabet_keeps_the_minus_sign(tmp_path: Path, words: tuple[str | Path, ...]) -> None:
    narrow, wide = (
        in_a_process(tmp_path, "--lang", "en", *words, PYTHONIOENCODING=name).out for name in ("ascii", "utf-8")
    )
    assert "-5.3" in narrow
    assert narrow.isascii()
    assert narrow.count("-") == wide.count("-") + wide.count("\N{MINUS SIGN}")


def test_json_for_programs_has_no_other_lines(run: Run) -> None:
    assert isinstance(json.loads(run(*ROLL, "--json").out)["options"], list)


@pytest.mark.parametrize("command", [*COMMANDS.values(), WITHOUT_COMMAND])
def test_every_command_of_the_table_can_be_run(command: Command) -> None:
    assert callable(command.function(command.run))

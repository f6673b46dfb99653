"""What the program prints as JSON is valid by its schema, and no schema describes what is never printed."""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import charidice

from ..web.servers import Browser, running
from .running import Run
from .test_json import COMMANDS, FINISHED, GAMES, ROLLED

SCHEMAS = Path(charidice.__file__).parents[2] / "docs" / "schemas"
LAST_ROLL = "C1 :2x/:2x 3:B1B2B3B4B6P6"
THREE = "C1 :2x/:2x/:2x 1:B1B2B3B4B6P6"
EVERY_GAME = sorted(GAMES.glob("*.json"))
Json = dict[str, Any]
# What prints each form; together the answers of one have every field that its schema describes.
PRINTED: dict[str, list[tuple[str | Path, ...]]] = {
    "options": [("options", "B1B2B3B4B6P6", "--json"), ("options", "B1B2B3B4B6P6", "--free-giving", "--json")],
    "value": [
        ("value", ROLLED, "--moves", "--json"),
        ("value", THREE, "--json"),
        ("value", "--objective", "lead", "--json"),
    ],
    "hint": [
        *(("hint", ROLLED, "--json", *player) for player in ((), ("--player", "2"), ("--stage", "1"))),
        ("hint", LAST_ROLL, "--json"),
        ("hint", THREE, "--json", "--player", "2"),
    ],
    "review": [("review", GAMES / f"{name}.txt", "--json") for name in ("two-players", "score-pad", "late-asking")],
    "statistics": [("history", FINISHED, GAMES / "against-bots.json", GAMES / "running-asked.json", "--json")],
    "dice": [("dice", "--json")],
    "simulation": [("simulate", "sparrow", "magpie", "--games", games, "--json") for games in ("2", "20")],
    "round-robin": [
        ("simulate", "--round-robin", "sparrow", "magpie", "squirrel", "--games", games, "--json")
        for games in ("2", "20")
    ],
    "study": [("study", "giving", "--json"), ("study", "mistakes", "--games", "2", "--json")],
    "exercise": [("exercises", "--count", "6", "--objective", "points")],
    "themes": [("exercises", "--themes", "--games", "1", "--count", "1")],
    "record": [("replay", path, "--form", "json") for path in EVERY_GAME],
}
KIT = Path(charidice.__file__).parents[2] / "conformance"


@cache
def schema(name: str) -> Json:
    read: Json = json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))
    return read


@cache
def validator(name: str) -> Draft202012Validator:
    known = [(schema(path.stem)["$id"], Resource.from_contents(schema(path.stem))) for path in SCHEMAS.glob("*.json")]
    return Draft202012Validator(schema(name), registry=Registry().with_resources(known))


def invalid(name: str, answer: object) -> list[str]:
    return [f"{error.json_path}: {error.message[:200]}" for error in validator(name).iter_errors(answer)]


def described(part: Json, root: Json, value: object) -> Iterator[int]:
    """The fields that a value makes use of, each by the identity of its description."""
    for branch in part.get("anyOf", ()):
        yield from described(branch, root, value)
    if "$ref" in part and part["$ref"].startswith("#/$defs/"):
        yield from described(root["$defs"][part["$ref"].removeprefix("#/$defs/")], root, value)
    if isinstance(value, dict):
        for name, field in part.get("properties", {}).items():
            if name in value:
                yield id(field)
                yield from described(field, root, value[name])
        if isinstance(others := part.get("additionalProperties"), dict):
            for other in value.values():
                yield from described(others, root, other)
    if isinstance(value, list) and "items" in part:
        for item in value:
            yield from described(part["items"], root, item)


def fields(part: object, path: str = "$") -> Iterator[tuple[int, str]]:
    """Every field of a schema by its identity, and where it stands."""
    if isinstance(part, dict):
        for name, inner in part.items():
            if name == "properties":
                yield from ((id(field), f"{path}.{key}") for key, field in inner.items())
            if name not in ("if", "then"):
                yield from fields(inner, f"{path}.{name}")
    elif isinstance(part, list):
        for inner in part:
            yield from fields(inner, path)


def printed(name: str, run: Run, words: tuple[str | Path, ...]) -> Iterator[Json]:
    """The answers to a command, each of them valid."""
    answer = run(*words)
    assert answer.code == 0, answer
    for text in answer.out.splitlines() if name == "exercise" else [answer.out]:
        data = json.loads(text)
        assert invalid(name, data) == [], words
        assert list(data)[:2] == ["format", "version"]
        yield data


def unused(name: str, answers: Iterable[Json]) -> list[str]:
    """The fields that a schema describes and no answer has."""
    used = {field for answer in answers for field in described(schema(name), schema(name), answer)}
    return [path for identity, path in fields(schema(name)) if identity not in used]


def test_every_command_with_json_has_a_schema_and_every_schema_is_tried() -> None:
    assert {"db tables", "agents", *(words[0][0] for words in PRINTED.values())} >= set(COMMANDS)
    kit = {f"conformance-{path.stem}" for path in KIT.glob("*.jsonl")}
    assert {path.stem for path in SCHEMAS.glob("*.json")} == {"tables", "agents", "agent-game", *PRINTED, *kit}


@pytest.mark.parametrize("name", sorted(path.stem for path in SCHEMAS.glob("*.json")))
def test_every_schema_is_one_and_says_what_each_field_is(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    by_identity = dict(fields(schema(name)))

    def without_words(part: object) -> Iterator[str]:
        if isinstance(part, dict):
            for key, inner in part.items():
                if key == "properties":
                    yield from (by_identity[id(field)] for field in inner.values() if not field.get("description"))
                if key not in ("if", "then"):
                    yield from without_words(inner)

    assert list(without_words(schema(name))) == []


@pytest.mark.parametrize("name", PRINTED)
def test_what_is_printed_is_valid_and_uses_every_field(name: str, run: Run) -> None:
    run("dice", "save", "ours", *str(charidice.STANDARD_DICE).split())
    assert unused(name, (answer for words in PRINTED[name] for answer in printed(name, run, words))) == []


def test_tables_are_valid_and_use_every_field(tmp_path: Path, run: Run) -> None:
    with running(tmp_path) as address, Browser(address, "en") as browser:
        table = browser.open_table("Anna", "@owl")["table"]
    where = ("--json", "--db", tmp_path / "tables.db")
    commands: list[tuple[str | Path, ...]] = [("db", "tables", "list", *where), ("db", "tables", "show", table, *where)]
    assert unused("tables", (answer for words in commands for answer in printed("tables", run, words))) == []


def test_the_games_of_agents_are_valid_and_use_every_field(tmp_path: Path, run: Run) -> None:
    name, *words = COMMANDS["agents"]
    assert unused("agents", printed("agents", run, (name, "--json", "-o", tmp_path / "games", *words))) == []
    games = [json.loads(path.read_text("utf-8")) for path in (tmp_path / "games").glob("game-*.json")]
    assert games
    assert [trouble for game in games for trouble in invalid("agent-game", game)] == []
    assert unused("agent-game", games) == []


@pytest.mark.parametrize("path", sorted(KIT.glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_conformance_kit_is_valid(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert lines
    for line in lines:
        assert invalid(f"conformance-{path.stem}", json.loads(line)) == []


@pytest.mark.parametrize(
    ("name", "spoilt"),
    [
        ("options", lambda data: data["options"][0].update(gift="12")),
        ("options", lambda data: data["options"][0].update(more=1)),
        ("options", lambda data: data["options"][0].pop("bonus")),
        ("record", lambda data: data["events"][0].pop("faces")),
        ("record", lambda data: data.update(version=4)),
    ],
)
def test_what_is_wrong_is_not_valid(name: str, spoilt: Any, run: Run) -> None:
    data = json.loads(run(*PRINTED[name][0]).out)
    assert invalid(name, data) == []
    spoilt(data)
    assert len(invalid(name, data)) == 1

"""Refused wherever text comes in: NUL, which PostgreSQL stores in no text, and half a character, a lone surrogate."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from charidice.record import dump_json
from charidice.web.app import create_app
from charidice.web.settings import Settings

from ..coach.games import game
from .conftest import databases
from .servers import Browser, Json, done, error, running

kind = databases("postgresql")
NUL, HALF = "\0", "\ud83d"
LAYOUT = "YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB KYOGBP"
# The reader of records refuses their NUL: one game of an import then does not keep back the others.
DOCUMENTS = {("ImportGames", "games"), ("ReviewOf", "record")}
# BAD stands for a text with such a character.
ASKED: list[tuple[str, Json]] = [
    ("/history/names", {"names": ["BAD"], "called": "Mum"}),
    ("/history/names", {"names": ["Anna"], "called": "BAD"}),
    ("/history/names", {"names": ["BAD"], "called": None}),
    ("/history/import", {"games": ["{"], "names": {"BAD": "Mum"}}),
    ("/history/import", {"games": ["{"], "names": {"anna": "BAD"}}),
    ("/history/delete", {"games": ["BAD"]}),
    ("/history/delete", {"games": ["imported-BAD"]}),
    ("/reviews", {"table": "BAD"}),
    ("/reviews", {"table": "imported-BAD"}),
    ("/reviews", {"record": "BAD"}),
    ("/tables", {"seats": [{"who": "here", "name": "BAD"}, {"who": "bot", "bot": "owl"}]}),
    ("/tables", {"seats": [{"who": "here", "name": "Anna"}, {"who": "bot", "bot": "BAD"}]}),
    ("/tables", {"seats": [{"who": "here", "name": "Anna", "BAD": 1}, {"who": "bot", "bot": "owl"}], "BAD": 1}),
    ("/tables/{table}/join", {"code": "BAD", "name": "Ben"}),
    ("/tables/{table}/seats/0/name", {"name": "BAD"}),
    ("/tables/{table}/reveal", {"words": "BAD"}),
    ("/tables/{table}/reveal", {"words": 32 * "a" + "BAD"}),
    ("/tables/{table}/reveal", {"words": 32 * "a", "commitment": "BAD"}),
    ("/tables/{table}/rematch", {"commitment": "BAD"}),
    ("/tables/{table}/move-here", {"code": "BAD"}),
    ("/tables/{table}/seats/1/bot", {"bot": "BAD"}),
    ("/tables/{table}/moves", {"move_id": "12345678BAD", "seq": 0, "seat": 0, "action": "roll"}),
    ("/tables/{table}/moves", {"move_id": "12345678", "seq": 0, "seat": 0, "action": "BAD"}),
    ("/tables/{table}/reactions", {"seat": 0, "reaction": "BAD"}),
    ("/tables/{table}/entries", {"entry": "12345678BAD", "round": 1, "seat": 0, "value": {"by": "nothing"}}),
    ("/tables/a%00b/moves", {"move_id": "12345678", "seq": 0, "seat": 0, "action": "roll"}),
    ("/dice-sets", {"name": "BAD", "dice": LAYOUT}),
    ("/dice-sets/remove", {"name": "BAD"}),
]
ADDRESSES = [
    "/history?person=a%00b",
    "/history/imported/imported-a%00b/record",
    "/history/imported/imported-a%00b/sheets",
    "/history/imported/imported-a%00b/picture",
    "/tables/a%00b",
    "/tables/a%00b/record",
    "/options?faces=%00",
]


def test_every_request_with_such_a_text_is_refused(database: str, tmp_path: Path) -> None:
    with running(database, dice_file=tmp_path / "dice.json") as address, Browser(address) as anna:
        table = anna.open_table("Anna", "link")["table"]
        for path, body in ASKED:
            for bad in (NUL, HALF):
                text = json.dumps(body).replace("BAD", json.dumps(f"a{bad}b").strip('"'))
                headers = {"Content-Type": "application/json"}
                answer = anna.client.post(f"/api{path.format(table=table)}", content=text, headers=headers)
                codes = {"bad-request", *(("name-not-allowed", "not-a-record") if bad == NUL else ())}
                assert answer.status_code in (409, 422), (path, text, answer.text)
                assert error(answer)["code"] in codes, (path, text)
        escaped = anna.post("/reviews", record='{"format": "charidice", "version": 1, "\\ud83d": 1}')
        assert (escaped.status_code, error(escaped)["code"]) == (409, "lone-surrogate")
        for path in ADDRESSES:
            answer = anna.get(path)
            assert (answer.status_code, error(answer)["code"]) == (422, "bad-request"), path
        with pytest.raises(InvalidStatus):
            anna.live("a%00b")
        assert done(anna.get("/history/backup"))["names"] == {}
        assert done(anna.get("/history"))["total"] == 0


@pytest.mark.parametrize("bad", [NUL, HALF], ids=["nul", "half a character"])
def test_a_game_with_such_a_text_is_refused_alone(tmp_path: Path, bad: str) -> None:
    record = json.loads(dump_json(game(7, whims=0.5)))
    saved = {"id": "", "at": "2026-01-01T00:00:00+00:00", "kind": None, "mine": [], "record": record}
    wrong = [{**saved, "id": f"a{bad}"}, {**saved, "at": saved["at"] + bad}, {**saved, bad: 1}, {**saved, "kind": bad}]
    wrong += [{**saved, "record": {**record, "players": ["Anna", f"B{bad}"]}}, {**saved, "record": {**record, bad: 1}}]
    with running(tmp_path) as address, Browser(address) as anna:
        found = anna.ask("/history/import", games=[json.dumps(each) for each in [*wrong, saved]])
        assert [refused["number"] for refused in found["refused"]] == list(range(len(wrong)))
        assert found["added"] == 1


def test_every_text_of_the_interface_refuses_nul(tmp_path: Path) -> None:
    described = create_app(Settings(f"sqlite:///{tmp_path / 'tables.db'}")).openapi()
    bodies = {
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for path in described["paths"].values()
        for operation in path.values()
        if "requestBody" in operation
    }
    texts = [found for name in bodies for found in _texts(described["components"]["schemas"], name, name, set())]
    assert len(texts) > 20
    for place, schema in texts:
        if place not in DOCUMENTS:
            assert re.fullmatch(r"\^.*\$", schema.get("pattern", "")), place
            assert not any(re.search(schema["pattern"], text) for text in ("a\0b", "\0", "B1\0", "01-01\0")), place


def _texts(schemas: Json, schema: Json | str, place: str, seen: set[str]) -> Iterator[tuple[tuple[str, ...], Json]]:
    """Every free text in a schema, with its place."""
    if isinstance(schema, str):
        if schema not in seen:
            seen.add(schema)
            yield from _texts(schemas, schemas[schema], schema, seen)
    elif "$ref" in schema:
        yield from _texts(schemas, schema["$ref"].rpartition("/")[2], place, seen)
    elif schema.get("type") == "string" and not {"enum", "const"} & schema.keys():
        yield tuple(place.split(".")[:2]), schema
    else:
        for name, inner in schema.get("properties", {}).items():
            yield from _texts(schemas, inner, f"{place}.{name}", seen)
        for inner in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
            yield from _texts(schemas, inner, place, seen)
        for key in ("items", "additionalProperties"):
            if isinstance(schema.get(key), dict):
                yield from _texts(schemas, schema[key], place, seen)

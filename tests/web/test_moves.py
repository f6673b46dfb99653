"""The route of moves, which does not go FastAPI's way: it refuses what every other route refuses."""

import json
from collections.abc import Callable

import pytest

from .servers import Browser, error

MOVE = {"move_id": "move-0001", "seq": 3, "seat": 0, "action": "roll"}


@pytest.mark.parametrize(
    ("body", "places"),
    [
        (json.dumps(MOVE | {"extra": 1}), "body.extra"),
        (json.dumps(MOVE | {"seat": 4, "seq": "3"}), "body.seq, body.seat"),
        (json.dumps(MOVE | {"keep": [0, 6]}), "body.keep.1"),
        (json.dumps({"seat": 0, "seq": 0, "action": "roll"}), "body.move_id"),
        ('{"seat": ', "body.9"),
        ("", "body"),
        ("[]", "body"),
    ],
)
def test_a_move_with_mistakes_is_told_where_they_are(browser: Callable[..., Browser], body: str, places: str) -> None:
    lena = browser()
    table = lena.started("Lena", "Marko")["table"]
    refused = lena.client.post(f"/api/tables/{table}/moves", content=body, headers={"Content-Type": "application/json"})
    assert refused.status_code == 422
    assert error(refused)["code"] == "bad-request"
    assert f" {places}" in error(refused)["message"]
    assert lena.view(table)["game"]["rolls"] == 0


def test_moves_are_posted(browser: Callable[..., Browser]) -> None:
    refused = browser().get("/tables/any/moves")
    assert (refused.status_code, refused.headers["allow"]) == (405, "POST")


def test_a_move_at_no_table_finds_none(browser: Callable[..., Browser]) -> None:
    refused = browser().post("/tables/none/moves", **MOVE)
    assert (refused.status_code, error(refused)["code"]) == (404, "no-such-table")

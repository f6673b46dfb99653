"""Half a character, a lone surrogate, is refused wherever text comes in; it is no error of the server."""

import json
from collections.abc import Callable

import pytest

from .servers import Browser, error

NewBrowser = Callable[..., Browser]
LONE = "\ud83d"


def test_in_a_record(browser: NewBrowser) -> None:
    escaped = '{"format": "charidice", "version": 1, "\\ud83d": 1}'
    refused = browser().post("/reviews", record=escaped)
    assert refused.status_code == 409
    assert error(refused)["code"] == "lone-surrogate"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/reviews", {"record": LONE}),
        ("/tables", {"seats": [{"who": "here", "name": LONE}, {"who": "bot", "bot": "owl"}]}),
        ("/tables", {"seats": [{"who": "here", "name": "Anna", LONE: 1}, {"who": "bot", "bot": LONE}], LONE: 1}),
        ("/tables/{table}/seats/0/name", {"name": LONE}),
        ("/tables/{table}/start", {"words": LONE}),
        ("/tables/{table}/join", {"code": LONE, "name": LONE, "words": LONE}),
        ("/tables/{table}/move-here", {"code": LONE}),
        ("/tables/{table}/moves", {"move_id": f"12345678{LONE}", "seq": 0, "seat": 0, "action": "roll"}),
        ("/tables/{table}/moves", {"move_id": "12345678", "seq": 0, "seat": 0, "action": LONE}),
        ("/tables/{table}/reactions", {"seat": 0, "reaction": LONE}),
        ("/tables/{table}/reveal", {"words": 32 * LONE, "commitment": LONE}),
        ("/tables/{table}/rematch", {"commitment": LONE}),
        ("/reviews", {"table": LONE}),
        ("/tables/{table}/seats/1/bot", {"bot": LONE}),
    ],
)
def test_in_a_request(browser: NewBrowser, path: str, body: dict[str, object]) -> None:
    guest = browser()
    table = guest.open_table("Anna", "link")["table"]
    address, headers = f"/api{path.format(table=table)}", {"Content-Type": "application/json"}
    refused = guest.client.post(address, content=json.dumps(body), headers=headers)
    assert refused.status_code == 422
    assert error(refused)["code"] == "bad-request"

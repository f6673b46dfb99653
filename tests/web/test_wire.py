"""What goes over the wire is what the types say, here, in the browser's code and in the docs."""

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from charidice.messages import LANGUAGES, catalog
from charidice.strategy.bots.levels import LEVELS
from charidice.web.http.assets import static
from charidice.web.http.constants import Constants
from charidice.web.models import NewTable, TableSettings
from charidice.web.wire import View

from .servers import Browser, check, done, error, news, play
from .wire_types import DECLARATIONS, DOCS, LIMITS, declarations, description, documented, with_options

PLACES = [(), ("settings",), ("seats", 0), ("game",), ("game", "options", 0), ("game", "sheets", 1)]


def test_the_types_of_the_browser_are_current() -> None:
    assert DECLARATIONS.read_text("utf-8") == declarations(description()), "run make wire"
    assert not [name for name in static() if name.endswith(".d.ts")], "browsers need no types"


def test_the_docs_of_the_messages_are_current() -> None:
    text = DOCS.read_text("utf-8")
    assert "UpdateMessage" in text
    assert text == documented(text, description()), "run make wire"


def test_the_docs_of_the_options_are_current() -> None:
    text = LIMITS.read_text("utf-8")
    assert "`--tables-per-hour N`" in text
    assert text == with_options(text), "run make wire"


def test_every_answer_is_described() -> None:
    for path, operations in description()["paths"].items():
        for operation in operations.values():
            contents = operation["responses"]["200"]["content"]
            assert contents, path
            assert all(content["schema"] for content in contents.values()), path


@pytest.mark.parametrize("place", PLACES)
def test_a_field_without_a_type_is_found(browser: Callable[..., Browser], place: tuple[Any, ...]) -> None:
    lena = browser()
    view = lena.moved(lena.started("Lena", "Marko"), 0, "roll")
    TypeAdapter(View).validate_python(view)
    part = view
    for name in place:
        part = part[name]
    part["new"] = 1
    with pytest.raises(ValidationError, match="new"):
        TypeAdapter(View).validate_python(view)


def test_everything_a_table_can_answer_is_as_described(browser: Callable[..., Browser]) -> None:
    """Browsers of the tests check each answer and message; here they see them all."""
    lena, marko = browser(), browser()
    table = lena.open_table("Lena", "link", "link", "@fox", rounds=1, wait=1, away=15)["table"]
    path = f"/tables/{table}"
    with lena.live(table) as socket:
        assert news(socket)["me"] == 0
        socket.send("shown")
        assert news(socket, "presence")["seats"][0]["online"]
        marko.ask(f"{path}/join", code=lena.join_code(table), name="Marko")
        marko.ask(f"{path}/seats/1/name", name="Mirko")
        marko.ask(f"{path}/seats/1/leave")
        marko.ask(f"{path}/join", code=lena.join_code(table), name="Marko")
        lena.ask(f"{path}/seats/2/bot", bot="owl")
        link = marko.ask(f"{path}/personal-link")["link"]
        other = browser()
        other.ask(f"{path}/move-here", code=link.partition("#move=")[2])
        lena.ask(f"{path}/settings", speed="fast")
        view = lena.ask(f"{path}/start")["view"]
        stale = error(lena.move({**view, "seq": 0}, 0, "roll"))
        assert (stale["code"], stale["view"]["seq"]) == ("stale", view["seq"])
        assert done(lena.get(f"{path}/hint?seat=0"))["stages"]
        lena.ask(f"{path}/reactions", seat=0, reaction="wow")
        assert news(socket, "reaction")["reaction"] == "wow"
        view = lena.moved(view, 0, "roll")
        other.ask(f"{path}/considering", seat=1, considering=True)
        assert news(socket, "wait")["wait"] > 0
        assert error(lena.move(view, 0, "roll"))["wait"] > 0
        view = other.moved(view, 1, "decline")
        view = lena.moved(view, 0, "score", dice=view["game"]["options"][0]["dice"])
        view = other.moved(lena.moved(view, 0, "undo"), 1, "decline")
        view = lena.moved(view, 0, "score", dice=view["game"]["options"][0]["dice"])
        lena.ask(f"{path}/skip")
    assert done(lena.get(f"{path}/record"))["pledge"]["seed"] is None
    over = play(other, other.view(table))
    assert over["game"]["winners"]
    assert done(lena.get(f"{path}/record"))["pledge"]["seed"]
    assert done(lena.get("/tables"))["tables"][0]["winners"] == over["game"]["winners"]
    assert lena.ask(f"{path}/rematch")["table"]
    assert lena.ask("/reviews", table=table)["events"]
    assert done(lena.get("/options?faces=B1,B2,B3,B4,B6,P6"))["options"]


def test_the_page_brings_what_its_modules_would_repeat(browser: Callable[..., Browser]) -> None:
    found = re.search(r'data-constants="([^"]*)"', browser().client.get("/").text)
    assert found
    constants = unescape(found[1])
    check(Constants, constants)
    told = json.loads(constants)
    new = NewTable.model_validate({"seats": [{"who": "here", "name": "Lena"}, {"who": "link"}]})
    assert told["settings"] == new.settings.model_dump()
    assert told["levels"] == list(LEVELS)
    assert {each["code"]: each["name"] for each in told["languages"]} == {
        language: catalog(language).say("language") for language in LANGUAGES
    }
    for name, limits in told["limits"].items():
        for value in limits.values():
            TableSettings.model_validate({name: value})
        for value in (limits["least"] - 1, limits["most"] + 1):
            with pytest.raises(ValidationError):
                TableSettings.model_validate({name: value})


@pytest.mark.parametrize("values", [LANGUAGES, LEVELS])
def test_the_modules_have_no_list_of_their_own(values: tuple[str, ...]) -> None:
    written = ", ".join(f'"{value}"' for value in values[:2])
    assert not [name for name, asset in static().items() if name.endswith(".js") and written in asset.content.decode()]


def test_who_is_whose_neighbour_comes_from_the_server(browser: Callable[..., Browser]) -> None:
    seats = browser().open_table("Lena", "Marko", "@fox")["seats"]
    assert [seat["recipient"] for seat in seats] == [1, 2, 0]
    # The engine plays by itself, without a server.
    modules = {
        name: asset.content.decode()
        for name, asset in static().items()
        if name.endswith(".js") and not name.startswith(("js/engine/", "js/device/"))
    }
    assert not [name for name, text in modules.items() if re.search(r"% (\w+\.)*seats\b", text)]

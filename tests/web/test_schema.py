"""Fuzzing the API never causes a server error."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error

from charidice.web.app import create_app
from charidice.web.settings import Settings

from ..waiting import PATIENCE
from .servers import Browser, running

Played = tuple[str, str, dict[str, str]]
schema = schemathesis.openapi.from_dict(create_app(Settings("sqlite://")).openapi())


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """A server with a running game, the name of its table, and the cookie of its host."""
    with running(tmp_path_factory.mktemp("fuzzed")) as address, Browser(address) as host:
        table = host.started("Lena", "Marko")["table"]
        yield address, table, dict(host.client.cookies)


@schema.parametrize()
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_makes_the_server_fail(
    case: schemathesis.Case[Any], played: tuple[str, str, dict[str, str]]
) -> None:
    address, table, cookies = played
    # Half of the requests are about a table that exists.
    if case.path_parameters and len(str(case.path_parameters.get("table", ""))) % 2:
        case.path_parameters["table"] = table
    response = case.call(base_url=address, cookies=cookies, timeout=PATIENCE)
    case.validate_response(response, checks=[not_a_server_error])
    assert response.status_code < 500

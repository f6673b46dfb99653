"""Fuzzing the API never causes a server error."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error

from charidice.web.app import create_app
from charidice.web.settings import Settings

from ..waiting import PATIENCE
from .servers import Browser, running

Played = tuple[str, str, dict[str, str]]
DESCRIBED = create_app(Settings("sqlite://")).openapi()
OPERATIONS = [(path, method) for path, methods in DESCRIBED["paths"].items() for method in methods]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """A server with a running game, the name of its table, and the cookie of its host."""
    with running(tmp_path_factory.mktemp("fuzzed")) as address, Browser(address) as host:
        table = host.started("Lena", "Marko")["table"]
        yield address, table, dict(host.client.cookies)


@pytest.fixture(scope="module")
def schema() -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_dict(DESCRIBED)


@pytest.mark.parametrize("examples", [10, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_no_request_makes_the_server_fail(
    path: str, method: str, examples: int, schema: schemathesis.BaseSchema, played: Played
) -> None:
    """Requests as they are described, and requests that are not."""
    requests = [schema[path][method].as_strategy(generation_mode=mode) for mode in GenerationMode]

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.one_of(requests))
    def is_answered(case: schemathesis.Case[Any]) -> None:
        address, table, cookies = played
        # Half of the requests are about a table that exists.
        if case.path_parameters and len(str(case.path_parameters.get("table", ""))) % 2:
            case.path_parameters["table"] = table
        response = case.call(base_url=address, cookies=cookies, timeout=PATIENCE)
        case.validate_response(response, checks=[not_a_server_error])
        assert response.status_code < 500

    is_answered()

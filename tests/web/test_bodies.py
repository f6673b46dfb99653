"""Bodies that are none: refused in a sentence, however much is wrong with them."""

import json
from collections.abc import Callable, Iterator

import pytest
from pydantic import ValidationError

from charidice.messages import LANGUAGES, catalog
from charidice.web.models import MOST_ERRORS, ImportGames, NewTable, Received, ReviewOf

from .servers import Browser, error

NewBrowser = Callable[..., Browser]


def bodies(kind: type[Received] = Received) -> Iterator[type[Received]]:
    for each in kind.__subclasses__():
        yield each
        yield from bodies(each)


@pytest.mark.parametrize("kind", [*bodies()])
def test_many_unknown_fields_are_one_error(kind: type[Received]) -> None:
    """As many as fit into the body of a record; to describe each took the event loop 0.4 seconds."""
    with pytest.raises(ValidationError) as refused:
        kind.model_validate({f"field{number}": 1 for number in range(20_000)})
    assert refused.value.error_count() == 1


@pytest.mark.parametrize("sent", [{"games": [1] * 1000}, {"games": [], "names": dict.fromkeys(map(str, range(1000)))}])
def test_many_wrong_values_are_one_error(sent: dict[str, object]) -> None:
    with pytest.raises(ValidationError) as refused:
        ImportGames.model_validate(sent)
    assert refused.value.error_count() == 1


def test_a_few_errors_are_told_one_by_one() -> None:
    with pytest.raises(ValidationError) as refused:
        NewTable.model_validate({"seats": [{"who": "here"}, {"who": "link", "name": "Ben"}]})
    assert [problem["loc"] for problem in refused.value.errors()] == [
        ("seats", 0, "here", "name"),
        ("seats", 1, "link", "name"),
    ]
    with pytest.raises(ValidationError) as refused:
        ReviewOf.model_validate({f"field{number}": 1 for number in range(MOST_ERRORS)})
    assert refused.value.error_count() == MOST_ERRORS


@pytest.mark.parametrize(
    "body",
    ["[" * 16_000, '{"table":' * 1_700, '{"table":' + "9" * 16_000 + "}", "{", "", b'{"table":"\xff"}', "NaN"],
    ids=["brackets", "objects", "digits", "cut off", "empty", "no UTF-8", "NaN"],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_no_parser_takes_is_refused_in_the_language_of_the_reader(
    body: str | bytes, language: str, browser: NewBrowser
) -> None:
    answer = browser(language=language).client.post(
        "/api/reviews", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422
    sentence = catalog(language).say("refused.bad-request", text="body")[:12]
    assert error(answer)["code"] == "bad-request"
    assert error(answer)["message"].startswith(sentence)


def test_a_refusal_does_not_repeat_all_that_was_sent(browser: NewBrowser) -> None:
    name = "x" * 100_000
    answer = browser().client.post(
        "/api/reviews", content=json.dumps({name: 1}), headers={"Content-Type": "application/json"}
    )
    assert error(answer)["code"] == "bad-request"
    assert len(answer.content) < 300

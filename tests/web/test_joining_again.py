"""Somebody whose request to join got no answer and who presses again has one seat."""

import pytest

from charidice.web.door.tokens import COOKIE

from .servers import Json, error
from .test_fair_start import Player, Words, patient

__all__ = ["patient"]


def names(view: Json) -> list[str | None]:
    return [seat["name"] if seat["holder"] is not None else None for seat in view["seats"]]


@pytest.mark.parametrize("has_lost_cookie", [False, True])
def test_the_same_request_takes_the_same_seat(patient: str, has_lost_cookie: bool) -> None:
    with Player(patient) as host, Player(patient) as guest:
        table = host.opens("Lena", "link", "link")
        guest.joins(table, host)
        if has_lost_cookie:
            guest.client.cookies.delete(COOKIE)
        guest.joins(table, host)
        assert names(host.view(table)) == ["Lena", "Ola", None]
        # The seat is this browser's: it alone may rename it.
        guest.ask(f"/tables/{table}/seats/1/name", name="Aleksandra")
        assert names(host.view(table)) == ["Lena", "Aleksandra", None]


def test_another_browser_or_other_words_take_another_seat(patient: str) -> None:
    with Player(patient) as host, Player(patient) as ola, Player(patient) as ben:
        table = host.opens("Lena", "link", "link", "link")
        ola.joins(table, host)
        ben.joins(table, host, "Ben")
        ola.words = Words()
        ola.joins(table, host, "Ola's brother")
        assert names(host.view(table)) == ["Lena", "Ola", "Ben", "Ola's brother"]


def test_a_commitment_that_everybody_can_see_opens_no_seat(patient: str) -> None:
    with Player(patient) as host, Player(patient) as guest, Player(patient) as thief:
        table = host.opens("Lena", "link")
        code = host.join_code(table)
        guest.joins(table, host)
        sealed = host.starts(table)["starting"]["commitments"][1]
        stolen = thief.post(f"/tables/{table}/join", code=code, name="Ola", commitment=sealed)
        assert error(stolen)["code"] == "no-open-seat"

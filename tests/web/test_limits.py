"""Rate limits: a sliding window per key, in bounded memory."""

import time

import pytest

from charidice.web.door import limits
from charidice.web.door.limits import RateLimiter, network_of


class Clock:
    """A clock that the test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_the_window_slides(clock: Clock) -> None:
    limiter = RateLimiter(2, 10)
    assert limiter.take("anna")
    clock.now += 6
    assert limiter.take("anna")
    assert not limiter.take("anna")
    clock.now += 5
    assert limiter.take("anna"), "the first was eleven seconds ago"
    assert not limiter.take("anna"), "the second was five seconds ago"


def test_everybody_has_an_allowance_of_their_own(clock: Clock) -> None:
    limiter = RateLimiter(1, 10)
    assert limiter.take("anna")
    assert limiter.take("ben")
    assert not limiter.take("anna")


def test_what_is_refused_does_not_count(clock: Clock) -> None:
    limiter = RateLimiter(1, 10)
    assert limiter.take("anna")
    for _ in range(9):
        clock.now += 1
        assert not limiter.take("anna")
    clock.now += 1
    assert limiter.take("anna")


def test_it_says_how_long_to_wait(clock: Clock) -> None:
    limiter = RateLimiter(1, 10)
    assert limiter.wait("anna") == 0
    limiter.take("anna")
    clock.now += 4
    assert limiter.wait("anna") == 6
    clock.now += 7
    assert limiter.wait("anna") == 0


def test_strangers_are_forgotten(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEYS", 100)
    limiter = RateLimiter(1, 10)
    for number in range(1000):
        assert limiter.take(str(number))
    assert len(limiter._taken) <= 100
    clock.now += 11
    assert limiter.take("anna")
    assert list(limiter._taken) == ["anna"]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_household_counts_as_one_address(address: str, network: str) -> None:
    assert network_of(address) == network

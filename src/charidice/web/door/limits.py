"""Limits per browser and per address, counted by each process for itself."""

import ipaddress
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass
from functools import lru_cache

from charidice.web.clock import Clock, real

MOST_KEYS = 20_000


class RateLimiter:
    """A sliding window: at most `limit` per key in any `window` seconds."""

    def __init__(self, limit: int, window: float, clock: Clock = real) -> None:
        self.limit = limit
        self._clock = clock
        self.window = window
        # Timestamps by key, least recently used key first.
        self._taken: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, key: str) -> bool:
        """Whether one more is within the limit; refused ones do not count."""
        now = self._clock()
        self._forget(now)
        taken = self._taken.setdefault(key, deque())
        while taken and taken[0] <= now - self.window:
            taken.popleft()
        if len(taken) >= self.limit:
            return False
        taken.append(now)
        self._taken.move_to_end(key)
        return True

    def wait(self, key: str) -> float:
        """Seconds until `take` succeeds again."""
        taken = self._taken.get(key)
        if not taken or len(taken) < self.limit:
            return 0.0
        return max(0.0, taken[0] + self.window - self._clock())

    def _forget(self, now: float) -> None:
        """Drop keys idle for a whole window, and the least recently used above MOST_KEYS."""
        while self._taken:
            key, taken = next(iter(self._taken.items()))
            if len(self._taken) < MOST_KEYS and taken and taken[-1] > now - self.window:
                break
            del self._taken[key]


class Pace:
    """Spreads requests beyond `burst` to `rate` in a second."""

    def __init__(self, rate: float, burst: int, clock: Clock = real) -> None:
        self._clock = clock
        self._gap = 1 / rate
        self._slack = burst / rate
        # By key: when the next request would be due without bursts; least recently used key first.
        self._due: OrderedDict[str, float] = OrderedDict()

    def delay(self, key: str) -> float:
        """Seconds until the next request is due."""
        now = self._clock()
        while self._due and (len(self._due) >= MOST_KEYS or next(iter(self._due.values())) <= now):
            self._due.popitem(last=False)
        due = max(now, self._due.pop(key, now))
        self._due[key] = due + self._gap
        return max(0.0, due - now - self._slack)


@dataclass(frozen=True, slots=True)
class Allowance:
    """The limit of a kind of requests: a multiple of a browser's messages, and of the browsers of an address."""

    times: int
    browsers: int
    burst_seconds: float
    """An address may use what it has in so many seconds at once; further requests are spread evenly."""


class Allowances:
    """The rate limit of one kind of requests, per browser and per address.

    An address that uses up its limit faster than the window passes is slowed down.
    A browser without a cookie is counted by its address alone: a whole class may open its first page at once.
    """

    def __init__(self, allowance: Allowance, messages: int, window: float, clock: Clock = real) -> None:
        most = allowance.times * messages
        self._by_browser = RateLimiter(most, window, clock)
        # Also stops clients that send a new cookie with each request.
        self._by_address = RateLimiter(allowance.browsers * most, window, clock)
        rate = allowance.browsers * most / window
        self._pace = Pace(rate, round(rate * allowance.burst_seconds), clock)

    def take(self, browser: str | None, address: str) -> float:
        """Seconds to wait, 0 if the request is within both limits; a refused request counts for neither."""
        limits = [(self._by_address, address), *([(self._by_browser, browser)] if browser else [])]
        if wait := max(limiter.wait(key) for limiter, key in limits):
            return wait
        for limiter, key in limits:
            limiter.take(key)
        return 0.0

    def delay(self, address: str) -> float:
        """Seconds by which an accepted request is delayed."""
        return self._pace.delay(address)


class ConcurrencyLimiter:
    """At most `limit` per key at the same time."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._held: Counter[str] = Counter()

    def enter(self, key: str) -> None:
        self._held[key] += 1

    def leave(self, key: str) -> None:
        self._held[key] -= 1
        if not self._held[key]:
            del self._held[key]

    def is_exceeded(self, key: str) -> bool:
        return self._held[key] > self.limit


@lru_cache(MOST_KEYS)
def network_of(address: str) -> str:
    """The unit that counts as one address: for IPv6 the /64, since a household has a whole one."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))

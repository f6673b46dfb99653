"""Ports for servers that run in processes of their own."""

import os
import random

from charidice.rules.errors import Refused
from charidice.web.serving import listen

# Below those that a system gives to connections, and to servers that take any: nobody else takes one between the choice
# and the start of its server, nor while a server that was killed starts again.
FIRST, PER_WORKER = 20_000, 2_000
# Workers choose at the same time; each has ports of its own.
_first = FIRST + PER_WORKER * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PORTS = range(_first, _first + PER_WORKER)
_chance = random.Random()


def free_ports(number: int) -> list[int]:
    """Ports in a row that nobody listens on."""
    while True:
        first = _chance.choice(PORTS)
        ports = [*range(first, first + number)]
        try:
            for port in ports:
                listen("127.0.0.1", port).close()
        except Refused:
            continue
        return ports

"""Films a page: the frames that its browser paints, as an animated picture."""

import base64
import io
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page

# Frames closer together than this, in seconds, are left out.
CLOSEST = 0.07
# A page that waits for a click is shown for so long, whatever the time it took to click; the end for longer.
LONGEST, LAST = 1.1, 3.0
MOST_BYTES = 700_000


class Film:
    def __init__(self) -> None:
        self._frames: list[tuple[float, bytes]] = []

    def add(self, at: float, png: bytes) -> None:
        if not self._frames or at - self._frames[-1][0] >= CLOSEST:
            self._frames.append((at, png))
        else:
            # The later one of two stays, since nothing may follow it.
            self._frames[-1] = (self._frames[-1][0], png)

    def save(self, path: Path) -> None:
        """As WebP, in the best quality that is small enough."""
        images = [Image.open(io.BytesIO(png)).convert("RGB") for _, png in self._frames]
        shown = [min(later - at, LONGEST) for (at, _), (later, _) in pairwise(self._frames)] + [LAST]
        for quality in range(80, 30, -10):
            images[0].save(
                path,
                save_all=True,
                append_images=images[1:],
                duration=[round(1000 * seconds) for seconds in shown],
                loop=0,
                quality=quality,
                method=6,
            )
            if path.stat().st_size <= MOST_BYTES:
                return
        raise ValueError(f"{path} is too large: {path.stat().st_size} bytes")


@contextmanager
def filmed(page: Page) -> Iterator[Film]:
    """Film what happens within."""
    film = Film()
    session = page.context.new_cdp_session(page)

    def take(frame: dict[str, Any]) -> None:
        film.add(frame["metadata"]["timestamp"], base64.b64decode(frame["data"]))
        session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    session.on("Page.screencastFrame", take)
    session.send("Page.startScreencast", {"format": "png"})
    yield film
    session.remove_listener("Page.screencastFrame", take)
    session.send("Page.stopScreencast")
    session.detach()

"""Score sheets and pictures for browsers, drawn in the worker: only there are the packages for them loaded."""

from dataclasses import dataclass

from charidice.messages import catalog
from charidice.record import load


@dataclass(frozen=True, slots=True)
class Drawn:
    """A file."""

    content: bytes

    @property
    def size(self) -> int:
        return len(self.content)


def blank_sheets(players: str, paper: str, language: str) -> Drawn:
    from charidice.paper.pad import blank_pad

    return Drawn(blank_pad(catalog(language), int(players), paper))


def filled_sheets(record: str, paper: str, language: str) -> Drawn:
    from charidice.paper.pad import filled_pad

    return Drawn(filled_pad(load(record), catalog(language), paper))


def picture(record: str, form: str, language: str) -> Drawn:
    from charidice.paper.picture import picture_png, picture_svg

    game, texts = load(record), catalog(language)
    return Drawn(picture_png(game, texts) if form == "png" else picture_svg(game, texts).encode())

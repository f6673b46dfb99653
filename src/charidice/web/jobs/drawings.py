"""Score sheets and pictures for browsers, drawn in the worker: only there are the packages for them loaded."""

from dataclasses import dataclass

from charidice.messages import catalog
from charidice.web.jobs.games import GameToRead


@dataclass(frozen=True, slots=True)
class Drawn:
    """A file."""

    content: bytes

    @property
    def size(self) -> int:
        return len(self.content)


def blank_sheets(players: int, paper: str, language: str) -> Drawn:
    from charidice.show.paper.printed import blank_pdf

    return Drawn(blank_pdf(catalog(language), players, paper))


def filled_sheets(game: GameToRead, paper: str, language: str) -> Drawn:
    from charidice.show.paper.printed import filled_pdf

    return Drawn(filled_pdf(game.record, catalog(language), paper))


def picture(game: GameToRead, form: str, language: str) -> Drawn:
    from charidice.show.paper.picture import picture_png, picture_svg

    record, texts = game.record, catalog(language)
    return Drawn(picture_png(record, texts) if form == "png" else picture_svg(record, texts).encode())

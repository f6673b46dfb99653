"""The six die colours stay apart for everybody's eyes, and every face says its colour in three more ways."""

import re
from itertools import combinations
from math import dist

import numpy as np
import pytest

from charidice.coach import review
from charidice.messages import catalog
from charidice.record import GameRecord
from charidice.show.html.page import page
from charidice.web.http import assets

Colour = tuple[float, ...]

# How much red, green and blue each kind of colour vision sees of linear red, green and blue (Machado, Oliveira and
# Fernandes 2009, severity 1).
VISION = {
    "normal": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    "grey": [[0.2126, 0.7152, 0.0722]] * 3,
}
LEAST = {"normal": 0.138, "protan": 0.138, "deutan": 0.138, "tritan": 0.138, "grey": 0.088}


def die_colours() -> dict[str, str]:
    return colours_in(assets.static()["css/tokens.css"].content.decode())


def colours_in(css: str) -> dict[str, str]:
    return dict(re.findall(r"--die-([a-z]+):\s*(#[^;]+);", css))


def linear(code: str) -> Colour:
    parts = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def oklab(colour: Colour) -> Colour:
    """Ottosson's perceptual space, from linear red, green and blue."""
    to_cones = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
    to_lab = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
    return tuple(np.array(to_lab) @ np.cbrt(np.array(to_cones) @ np.array(colour)))


@pytest.mark.parametrize("vision", VISION)
def test_the_colours_stay_apart(vision: str) -> None:
    colours = die_colours()
    assert len(colours) == 6
    seen = {
        name: oklab(tuple(np.clip(np.array(VISION[vision]) @ np.array(linear(code)), 0, 1)))
        for name, code in colours.items()
    }
    for one, other in combinations(seen, 2):
        assert dist(seen[one], seen[other]) >= LEAST[vision] - 0.0005, (one, other)


def test_every_colour_has_a_pattern_and_a_symbol_of_its_own() -> None:
    css = assets.static()["css/dice.css"].content.decode()
    patterns, symbols = (
        {
            name: re.findall(rf"\.die\.{name}\b[^{{]*\{{[^}}]*?{what}:\s*([^;]+);", css)
            for name in ("yellow", "orange", "green", "blue", "purple", "black")
        }
        for what in ("--pattern", "--symbol")
    )
    for found in (patterns, symbols):
        assert all(found.values()), found
        assert len({values[0] for values in found.values()}) == 6


def test_the_game_and_the_page_of_a_review_have_one_palette() -> None:
    game = "".join(assets.static()[f"css/{name}.css"].content.decode() for name in ("first", "rest"))
    alone = page(review(GameRecord(("Anna", "Ben"))), catalog("en"))
    for look in (game, alone):
        assert colours_in(look) == die_colours()
        assert all(look.upper().count(code) == 1 for code in die_colours().values())
        assert assets.static()["css/dice.css"].content in assets.without_comments("all.css", look.encode())

"""A finished game as a picture: SVG that stands alone, and the same as PNG."""

import re
from dataclasses import replace
from functools import cache
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from charidice.coach.reviews.model import Review
from charidice.coach.reviews.reviewer import review
from charidice.messages import LANGUAGES, catalog
from charidice.paper.drawing import Line
from charidice.paper.finished import Unfinished
from charidice.paper.picture import LINES, PIXELS, picture_page, picture_png, picture_svg
from charidice.paper.png import OVERSAMPLING
from charidice.rules.ruleset import PLAYERS
from charidice.rules.sheet import results, winners

from ..coach.games import turns_of
from .pages import box_of, check_layout, contrast, finished

SVG = "{http://www.w3.org/2000/svg}"


@cache
def reviewed(players: int, rounds: int = 7) -> Review:
    return review(finished(players, rounds))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_text_stays_in_its_box_and_can_be_read_without_colour(language: str, players: int) -> None:
    texts = catalog(language)
    page = picture_page(reviewed(players), texts)
    check_layout(page, 0)
    image = Image.open(BytesIO(picture_png(reviewed(players), texts)))
    assert image.width == PIXELS
    assert abs(image.height - PIXELS * page.height / page.width) <= OVERSAMPLING
    greys, scale = image.convert("L"), PIXELS / page.width
    for text in page.texts:
        assert contrast(greys, box_of(text), scale) >= 4, text


@pytest.mark.parametrize("players", PLAYERS)
def test_the_svg_has_the_same_texts_and_loads_nothing(players: int) -> None:
    texts = catalog("pl")
    drawn = picture_svg(reviewed(players), texts)
    tree = ElementTree.fromstring(drawn)
    page = picture_page(reviewed(players), texts)
    assert [element.text for element in tree.iter(f"{SVG}text")] == [text.words for text in page.texts]
    assert re.findall(r"url\((?!data:)", drawn) == []
    assert not list(tree.iter(f"{SVG}script"))
    assert re.findall(r"https?://(?!www\.w3\.org/)", drawn) == []
    record = reviewed(players).record
    best = winners(results(record.state.sheets))
    words = " ".join(text.words for text in page.texts)
    assert all(record.players[seat] in words for seat in best)


def test_names_cannot_inject_markup() -> None:
    found = reviewed(2)
    named = replace(found, record=replace(found.record, players=("<script>", "&amp;\"'")))
    tree = ElementTree.fromstring(picture_svg(named, catalog("en")))
    assert not [element for element in tree.iter() if element.tag.endswith("script")]
    assert "<script>" in [element.text for element in tree.iter(f"{SVG}text")]


@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_has_a_line_of_another_kind_from_the_first_roll_to_the_last(players: int) -> None:
    page = picture_page(reviewed(players), catalog("en"))
    curves = [shape for shape in page.shapes if isinstance(shape, Line) and len(shape.points) > 2]
    assert [curve.dashes for curve in curves] == [dashes for _, dashes in LINES[:players]]
    assert len({curve.dashes for curve in curves}) == players
    assert {len(curve.points) for curve in curves} == {len(reviewed(players).moments) + 1}
    samples = [shape for shape in page.shapes if isinstance(shape, Line) and shape.dashes and len(shape.points) == 2]
    assert len(samples) == players - 1


def test_a_long_game_has_a_taller_picture() -> None:
    short, long = (picture_page(reviewed(2, rounds), catalog("de")) for rounds in (1, 12))
    assert long.height > short.height
    check_layout(long, 0)
    check_layout(short, 0)


def test_an_unfinished_game_has_no_picture() -> None:
    going_on = review(turns_of(finished(2), 3))
    with pytest.raises(Unfinished, match="not-over"):
        picture_page(going_on, catalog("en"))

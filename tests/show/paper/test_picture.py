"""A finished game as a picture: SVG that stands alone, and the same as PNG."""

import re
from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from charidice import GameRecord
from charidice.messages import LANGUAGES, catalog
from charidice.rules.moves import Noted, Scored
from charidice.rules.ruleset import PLAYERS, Ruleset
from charidice.rules.sheet import results, winners
from charidice.show.palette import PAINT
from charidice.show.paper.drawing import Box
from charidice.show.paper.finished import Unfinished
from charidice.show.paper.picture import PIXELS, best_roll, picture_page, picture_png, picture_svg
from charidice.show.paper.png import OVERSAMPLING

from ...coach.games import turns_of
from .pages import box_of, check_layout, contrast, finished

SVG = "{http://www.w3.org/2000/svg}"
# On a phone 360 pixels wide, in CSS pixels: what is small elsewhere.
SMALL = 12


@pytest.mark.parametrize("players", PLAYERS)
def test_every_text_stays_in_its_box(players: int) -> None:
    for language in LANGUAGES:
        check_layout(picture_page(finished(players), catalog(language)), 0)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_text_can_be_read_without_colour(language: str, players: int) -> None:
    texts = catalog(language)
    page = picture_page(finished(players), texts)
    image = Image.open(BytesIO(picture_png(finished(players), texts)))
    assert image.width == PIXELS
    assert abs(image.height - PIXELS * page.height / page.width) <= OVERSAMPLING
    greys, scale = image.convert("L"), PIXELS / page.width
    for text in page.texts:
        assert contrast(greys, box_of(text), scale) >= 4, text


@pytest.mark.parametrize("players", PLAYERS)
def test_totals_are_big_and_all_but_the_letters_of_dice_can_be_read_on_a_phone(players: int) -> None:
    texts = catalog("de")
    record = finished(players)
    page = picture_page(record, texts)
    pixels = {text.words: text.size * 360 / page.width for text in page.texts}
    letters = {texts.say(f"letter.{colour}") for colour in ("yellow", "orange", "green", "blue", "purple", "black")}
    assert all(size >= SMALL for words, size in pixels.items() if words not in letters)
    for result in results(record.state.sheets):
        assert pixels[str(result.total)] >= 2 * SMALL
    assert set(record.players) <= set(pixels)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_best_roll_is_shown_as_dice(players: int) -> None:
    record = finished(players)
    best = best_roll(record)
    assert best
    scores = [event.points + event.bonus for event in record.events if isinstance(event, Scored)]
    assert best.points + best.bonus == max(scores)
    assert sum(face.number for face in best.faces) == best.points
    assert list(best.faces) == sorted(best.faces, key=lambda face: face.number)
    page = picture_page(record, catalog("en"))
    dice = [shape.fill for shape in page.shapes if isinstance(shape, Box) and shape.fill in {each for each, _ in PAINT}]
    assert dice == [PAINT[face.colour][0] for face in best.faces]
    words = [text.words for text in page.texts]
    assert catalog("en").say("paper.best-roll", player=record.players[best.seat]) in words


def test_a_game_without_dice_has_no_best_roll() -> None:
    noted = tuple(Noted(10, 0, 5, 5) for _ in range(2))
    record = GameRecord(("Anna", "Ben"), Ruleset(1), events=noted)
    assert best_roll(record) is None
    page = picture_page(record, catalog("en"))
    check_layout(page, 0)
    assert page.height < picture_page(finished(2), catalog("en")).height


def test_the_longest_names_stay_in_their_boxes() -> None:
    for players in PLAYERS:
        record = replace(finished(players), players=("W" * 40, "Maximiliane von und zu", "Ola", "Ben")[:players])
        check_layout(picture_page(record, catalog("es")), 0, shortened=True)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_svg_has_the_same_texts_and_loads_nothing(players: int) -> None:
    texts, record = catalog("pl"), finished(players)
    drawn = picture_svg(record, texts)
    tree = ElementTree.fromstring(drawn)
    page = picture_page(record, texts)
    assert [element.text for element in tree.iter(f"{SVG}text")] == [text.words for text in page.texts]
    assert re.findall(r"url\((?!data:)", drawn) == []
    assert not list(tree.iter(f"{SVG}script"))
    assert re.findall(r"https?://(?!www\.w3\.org/)", drawn) == []
    best = winners(results(record.state.sheets))
    words = " ".join(text.words for text in page.texts)
    assert all(record.players[seat] in words for seat in best)


def test_names_cannot_inject_markup() -> None:
    named = replace(finished(2), players=("<script>", "&amp;\"'"))
    tree = ElementTree.fromstring(picture_svg(named, catalog("en")))
    assert not [element for element in tree.iter() if element.tag.endswith("script")]
    assert "<script>" in [element.text for element in tree.iter(f"{SVG}text")]


def test_an_unfinished_game_has_no_picture() -> None:
    with pytest.raises(Unfinished, match="not-over"):
        picture_page(turns_of(finished(2), 3), catalog("en"))

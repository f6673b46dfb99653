"""Score sheets to print: by layout and in the rendered file, nothing leaves its box, is cut off or needs colour."""

from itertools import chain, combinations

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from charidice.messages import LANGUAGES, catalog
from charidice.record import GameRecord
from charidice.rules.ruleset import PLAYERS, ROUNDS_ALLOWED
from charidice.show.paper.drawing import Area, Line, Page
from charidice.show.paper.finished import Unfinished
from charidice.show.paper.names import PAPERS, PER_PAGE
from charidice.show.paper.printed import MARGIN, SIZES, blank_pdf, filled_pdf, sheet_pages
from charidice.show.paper.sheet import BAND, BANDS, filled_sheets, printed_names
from charidice.show.sheets import ShownSheet

from ...coach.games import turns_of
from .pages import box_of, check_layout, contrast, finished, glyphs, greys, is_inside

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_paper = pytest.mark.parametrize("paper", PAPERS)
every_count = pytest.mark.parametrize("players", PLAYERS)
LEAST_CONTRAST = 4.5
# In ems: a J reaches to the left of where it begins.
OVERHANG = 0.09


def pages(language: str, paper: str, players: int, per_page: int, is_filled: bool, rounds: int = 7) -> list[Page]:
    texts = catalog(language)
    blank: list[ShownSheet | None] = [None] * per_page
    sheets = filled_sheets(finished(players, rounds), texts) if is_filled else blank
    return sheet_pages(texts, paper, per_page, rounds, sheets)


@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize("is_filled", [False, True], ids=["blank", "filled"])
@every_language
@every_paper
@every_count
def test_every_text_stays_in_its_box(language: str, paper: str, players: int, per_page: int, is_filled: bool) -> None:
    for page in pages(language, paper, players, per_page, is_filled):
        check_layout(page, MARGIN - 1)


@pytest.mark.parametrize("rounds", [1, ROUNDS_ALLOWED[-1]])
def test_short_and_long_games_have_their_sheets_too(language: str, rounds: int) -> None:
    for per_page in PER_PAGE:
        for page in pages(language, "letter", 2, per_page, True, rounds):
            check_layout(page, MARGIN - 1)


@pytest.mark.slow
@pytest.mark.parametrize("is_filled", [False, True], ids=["blank", "filled"])
@every_paper
@every_count
def test_in_the_file_every_letter_is_in_its_box_and_readable_without_colour(
    language: str, paper: str, players: int, is_filled: bool
) -> None:
    texts = catalog(language)
    data = filled_pdf(finished(players), texts, paper) if is_filled else blank_pdf(texts, players, paper)
    per_page = 2 if players == 2 else 4
    layout = pages(language, paper, players, per_page, is_filled)
    document = pypdfium2.PdfDocument(data)
    assert len(document) == len(layout) == 2
    for number, page in enumerate(layout):
        size = [round(side / 72 * 25.4, 1) for side in document[number].get_size()]
        assert sorted(size) == sorted(SIZES[paper])
        shown = glyphs(data, number)
        wanted = [(sign, text) for text in page.texts for sign in text.words if sign.strip()]
        assert "".join(glyph.sign for glyph in shown) == "".join(sign for sign, _ in wanted)
        both = zip(shown, wanted, strict=True)
        assert [glyph for glyph, (_, text) in both if not is_inside(glyph.area, text.room, OVERHANG * text.size)] == []
        image = greys(data, number)
        for text in page.texts:
            assert contrast(image, box_of(text)) >= LEAST_CONTRAST, text
        assert is_white_at_the_edge(image)


def is_white_at_the_edge(image: Image.Image) -> bool:
    """Printers do not print there; only the lines to cut along may come near."""
    edge = round(1.5 * 12)
    inner = Image.new("L", (image.width - 2 * edge, image.height - 2 * edge), 255)
    image = image.copy()
    image.paste(inner, (edge, edge))
    return image.getextrema() == (255, 255)


def test_fonts_are_embedded() -> None:
    data = blank_pdf(catalog("pl"), 4, "a4")
    assert data.count(b"/FontFile2") == 2


def test_the_four_boxes_differ_by_pattern_alone() -> None:
    """In the greys of the file, no two of the bands below the heads are alike."""
    data = blank_pdf(catalog("en"), 4, "a4")
    image = greys(data, 0)
    [page, _] = pages("en", "a4", 4, 4, False)
    heads = ("Points", "Bonus", "Received", "Donated")
    rooms = [next(text.room for text in page.texts if text.words == head) for head in heads]

    def darkness(room: Area, y: int) -> float:
        left = round(room.x * 12)
        return 255 - ImageStat.Stat(image.crop((left, y, left + 150, y + 1))).mean[0]

    # The first band is solid.
    top = next(y for y in range(round(rooms[0].bottom * 12), image.height) if darkness(rooms[0], y) > 200)
    rows = range(top + 3, top + round(BAND * 12) - 3)
    assert all(darkness(rooms[0], y) > 200 for y in rows)
    bands = [image.crop((round(room.x * 12), rows[0], round(room.x * 12) + 150, rows[-1])) for room in rooms]
    assert len(bands) == len(BANDS)
    for one, other in combinations(bands, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 25


def words_on(page: Page) -> list[str]:
    return [text.words for text in page.texts]


def test_a_filled_sheet_says_what_the_game_says() -> None:
    record = finished(3)
    [page, _] = pages("en", "a4", 3, 4, True)
    for filled in filled_sheets(record, catalog("en")):
        assert filled.name in words_on(page)
        assert str(filled.total) in words_on(page)
        for number in chain(*filled.rows):
            assert str(number) in words_on(page)
    assert words_on(page).count("Victory") == 1
    numbers = sorted(word for word in words_on(page) if word.isdecimal())
    assert len(numbers) == 3 * (7 * 4 + 4 + 2 + 7 + 4), "boxes, sums, charity and total, rounds, numbers of the boxes"


def test_the_2x_box_is_crossed_off_if_the_gift_was_asked_for() -> None:
    spent = [not sheet.has_gift for sheet in finished(4).state.sheets]
    [page, _] = pages("en", "a4", 4, 4, True)
    crosses = [shape for shape in page.shapes if isinstance(shape, Line) and shape.width == 0.7]
    assert len(crosses) == 2 * sum(spent)
    assert sum(spent) > 0


def test_the_longest_names_stay_in_their_boxes() -> None:
    record = finished(2)
    long = GameRecord(("W" * 40, "Maximiliane von und zu Hohenstaufen-Barba"[:40]), events=record.events)
    texts = catalog("de")
    for per_page in PER_PAGE:
        page = sheet_pages(texts, "a4", per_page, 7, filled_sheets(long, texts))[0]
        check_layout(page, MARGIN - 1, shortened=True)


def test_names_that_the_font_lacks_letters_for_become_numbers(language: str) -> None:
    texts = catalog(language)
    names = ("Jürgen", "Zażółć", "Łukasz", "Σοφία", "Юля", "Nun\u0303o")
    assert printed_names(names, texts) == [*names[:-1], "Nuño"]
    said = texts.say("player.number", number=2)
    assert printed_names(("Ana", "李小龙"), texts) == ["Ana", said[0].upper() + said[1:]]


def test_sheets_two_to_a_page_need_more_pages() -> None:
    texts = catalog("en")
    assert len(pypdfium2.PdfDocument(filled_pdf(finished(3), texts, "a4", per_page=2))) == 3
    assert len(pypdfium2.PdfDocument(blank_pdf(texts, 4, "a4", per_page=2))) == 3
    assert len(pypdfium2.PdfDocument(blank_pdf(texts, 2, "a4", per_page=4))) == 2


def test_an_unfinished_game_has_no_sheets_to_print() -> None:
    with pytest.raises(Unfinished, match="not-over"):
        filled_pdf(turns_of(finished(2), 5), catalog("en"), "a4")


def test_the_check_itself_notices_a_text_that_is_too_wide() -> None:
    """What keeps the tests above honest."""
    [page, _] = pages("en", "a4", 4, 4, True)
    text = next(text for text in page.texts if text.words == "Received")
    assert not is_inside(Area(*box_of(text)), Area(text.room.x, text.room.y, 5, 5))

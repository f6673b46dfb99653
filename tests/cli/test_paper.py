"""`charidice sheet` and `charidice picture`."""

from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from charidice.messages import LANGUAGES, catalog

from .running import Run

GAMES = Path(__file__).parents[1] / "playthroughs"
GAME, RUNNING = GAMES / "two-players.json", GAMES / "running-asked.json"

every_language = pytest.mark.parametrize("language", LANGUAGES)


def words(path: Path) -> str:
    return " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path.read_bytes()))


def size(path: Path) -> tuple[int, int]:
    width, height = pypdfium2.PdfDocument(path.read_bytes())[0].get_size()
    return round(width / 72 * 25.4), round(height / 72 * 25.4)


def test_blank_sheets_are_written_in_the_language_and_on_the_paper_asked_for(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "pad.pdf"
    answer = run("sheet", "--players", "4", "--lang", "es", "--paper", "letter", "-o", path)
    assert answer == (0, f"Escrito: {path}\n", "")
    assert size(path) == (216, 279)
    assert words(path).count(catalog("es").say("paper.name")) == 4


def test_for_two_there_are_two_sheets_on_a_page_turned_sideways(run: Run, tmp_path: Path) -> None:
    run("sheet", "--players", "2", "-o", tmp_path / "two.pdf")
    assert size(tmp_path / "two.pdf") == (297, 210)
    assert words(tmp_path / "two.pdf").count("Name") == 2
    run("sheet", "--players", "2", "--per-page", "4", "-o", tmp_path / "four.pdf")
    assert size(tmp_path / "four.pdf") == (210, 297)


@pytest.mark.parametrize("source", ["file", "standard input"])
def test_sheets_are_filled_from_a_finished_game(run: Run, tmp_path: Path, source: str) -> None:
    path, text = tmp_path / "game.pdf", GAME.read_text("utf-8")
    answer = run("sheet", GAME, "-o", path) if source == "file" else run("sheet", "-", "-o", path, stdin=text)
    assert (answer.code, answer.err) == (0, "")
    assert "Anna" in words(path)
    assert "318" in words(path)


def test_a_game_is_drawn_as_svg_or_png(run: Run, tmp_path: Path) -> None:
    assert run("picture", GAME, "-o", tmp_path / "game.svg").code == 0
    assert (tmp_path / "game.svg").read_text("utf-8").startswith("<svg ")
    assert run("picture", GAME, "-o", tmp_path / "game.PNG", "--lang", "de").code == 0
    assert Image.open(BytesIO((tmp_path / "game.PNG").read_bytes())).format == "PNG"


@pytest.mark.parametrize(("command", "ending"), [("sheet", "pdf"), ("picture", "png")])
def test_an_unfinished_game_is_refused(run: Run, tmp_path: Path, language: str, command: str, ending: str) -> None:
    path = tmp_path / f"game.{ending}"
    answer = run(command, RUNNING, "-o", path, "--lang", language)
    assert answer == (2, "", f"charidice: {catalog(language).say('refused.not-over')}\n")
    assert not path.exists()


@pytest.mark.parametrize(("command", "ending"), [("sheet", "pdf"), ("picture", "svg")])
def test_a_file_that_cannot_be_written_is_refused(
    run: Run, tmp_path: Path, language: str, command: str, ending: str
) -> None:
    say = catalog(language).say
    (tmp_path / "file").touch()
    path = tmp_path / "file" / f"game.{ending}"
    answer = run(command, GAME, "-o", path, "--lang", language)
    detail = say("trouble.no-such-folder")
    assert answer == (2, "", f"charidice: {say('refused.file-unwritable', path=path, detail=detail)}\n")
    there = tmp_path / f"there.{ending}"
    there.write_text("mine")
    answer = run(command, GAME, "-o", there, "--lang", language)
    assert answer == (2, "", f"charidice: {say('refused.output-exists', path=there)}\n")
    assert there.read_text() == "mine"


def test_unknown_paper_and_other_wrong_words_are_refused(run: Run, tmp_path: Path, language: str) -> None:
    say, path = catalog(language).say, tmp_path / "pad.pdf"
    for wrong in (("--paper", "a3"), ("--players", "5"), ("--per-page", "3")):
        answer = run("sheet", *wrong, "-o", path, "--lang", language)
        assert answer.code == 2
        assert say("cli.error.not-a-choice", text=wrong[1], choices="").rstrip() in answer.err
    answer = run("sheet", GAME, "--players", "3", "-o", path, "--lang", language)
    assert say("cli.error.not-together", text=say("cli.metavar.file")) in answer.err
    assert say("cli.error.missing", text="-o/--output") in run("sheet", "--lang", language).err
    assert not path.exists()


@pytest.mark.parametrize(
    ("words", "endings"),
    [
        (("picture", GAME), [".svg", ".png"]),
        (("sheet",), [".pdf"]),
        (("review", GAME), [".html", ".htm"]),
        (("study", "gift"), [".svg"]),
    ],
    ids=["picture", "sheet", "review", "study"],
)
def test_a_file_of_another_kind_is_refused(
    run: Run, tmp_path: Path, language: str, words: tuple[str | Path, ...], endings: list[str]
) -> None:
    texts, path = catalog(language), tmp_path / "game.gif"
    answer = run(*words, "-o", path, "--lang", language)
    told = texts.say("refused.wrong-ending", path=path, allowed=texts.join(endings, "list.or"))
    assert answer == (2, "", f"charidice: {told}\n")
    assert not path.exists()

"""QR codes of links."""

from urllib.parse import unquote
from xml.etree import ElementTree

from charidice.web.http.qr import PAPER, PLAIN, qr_data_uri, qr_for_terminal

LINK = "http://192.0.2.7:8166/table/abcdefghijklmnop#join=qrstuvwxyz"


def test_a_code_is_a_picture_without_script_or_style() -> None:
    kind, _, picture = qr_data_uri(LINK).partition(",")
    assert kind.startswith("data:image/svg+xml")
    root = ElementTree.fromstring(unquote(picture))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("viewBox")
    assert not [element for element in root.iter() if "style" in element.attrib or element.tag.endswith("script")]
    assert qr_data_uri(LINK) != qr_data_uri(f"{LINK}x")


def test_a_code_for_the_terminal_is_black_on_white_with_a_margin() -> None:
    lines = qr_for_terminal(LINK).splitlines()
    rows = [line.removeprefix(PAPER).removesuffix(PLAIN) for line in lines]
    assert all(line == f"{PAPER}{row}{PLAIN}" for line, row in zip(lines, rows, strict=True))
    width = len(rows[0])
    assert {len(row) for row in rows} == {width}
    assert 2 * len(rows) - width in (0, 1)
    assert set("".join(rows)) == set(" ▀▄█")
    assert all(row.startswith("    ") and row.endswith("    ") for row in rows)
    assert rows[0].strip() == rows[1].strip() == rows[-1].strip() == ""

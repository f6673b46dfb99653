"""A position as a small picture: the dice and the sheets' sums."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from charidice.rl.episode import text_of
from charidice.rules.dice import Colour
from charidice.rules.strict import Node

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH, HEIGHT, DIE, GAP, LINE = 320, 176, 40, 10, 22
FELT, PAPER, INK = (23, 75, 58), (250, 246, 235), (34, 34, 34)
# By colour: its paint, and the ink that can be read on it.
PAINT = {
    Colour.YELLOW: ((245, 205, 60), INK),
    Colour.ORANGE: ((235, 130, 40), INK),
    Colour.GREEN: ((60, 160, 75), INK),
    Colour.BLUE: ((45, 100, 190), PAPER),
    Colour.PURPLE: ((125, 70, 160), PAPER),
    Colour.BLACK: ((35, 35, 35), PAPER),
}


def rendered(node: Node, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The position in a render mode of an environment; printed in the mode for people."""
    if mode == "rgb_array":
        return picture(node)
    text = text_of(node)
    if mode == "ansi":
        return text
    print(text)
    return None


def picture(node: Node) -> NDArray[np.uint8]:
    """An image of HEIGHT by WIDTH pixels in three colours."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    draw = ImageDraw.Draw(image)
    faces = node.state.faces
    for place in range(6):
        left = GAP + place * (DIE + GAP)
        box = (left, GAP, left + DIE, GAP + DIE)
        if faces:
            paint, ink = PAINT[faces[place].colour]
            draw.rounded_rectangle(box, 7, paint)
            draw.text((left + DIE / 2, GAP + DIE / 2), str(faces[place]), ink, anchor="mm", font_size=18)
        else:
            draw.rounded_rectangle(box, 7, outline=PAPER)
    _sheets(draw, node)
    return np.asarray(image, np.uint8)


def _sheets(draw: "ImageDraw", node: Node) -> None:
    state, top = node.state, 2 * GAP + DIE
    draw.rectangle((GAP, top, WIDTH - GAP, HEIGHT - GAP), PAPER)
    for seat, sheet in enumerate(state.sheets):
        y = top + 4 + seat * LINE
        whose = "*" if seat == node.player else " "
        draw.text((GAP + 8, y), f"{whose} player {seat}", INK, font_size=14)
        draw.text((WIDTH - 110, y), str(sheet.subtotal), INK, font_size=14, anchor="ra")
        gift = f"+{sheet.total_given}" + (" 2x" if sheet.has_gift else "")
        draw.text((WIDTH - GAP - 8, y), gift, INK, font_size=14, anchor="ra")

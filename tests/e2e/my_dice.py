"""What a person does to enter the dice of a box."""

from collections.abc import Sequence
from functools import partial
from operator import lt

from playwright.sync_api import Page, expect

from ..waiting import until

OWN = "YOGBPK OGYKBP GYOPKB BPKYOG PKBGYO KBPOGY"
OWN_DICE = [[f"{letter}{number}" for number, letter in enumerate(word, 1)] for word in OWN.split()]
TO_PRESS = '.board-face[aria-disabled="false"]'


def enter_dice(page: Page, dice: Sequence[Sequence[str]]) -> int:
    """Tap the faces of dice, but those that follow; returns the number of taps."""
    taps = 0
    for die, faces in enumerate(dice):
        for face in faces:
            if known(page, die) == 6:
                break
            button = page.locator(f'[data-face="{face}"]')
            expect(page.locator(".dice-chip[aria-current]")).to_have_attribute("data-die", str(die))
            if button.get_attribute("aria-pressed") == "true":
                continue
            before = known(page, die)
            button.click()
            taps += 1
            until(partial(known, page, die), partial(lt, before))
    return taps


def known(page: Page, die: int) -> int:
    """How many faces of a die are known."""
    return page.locator(f'[data-die="{die}"] i[class]:not([class=""])').count()

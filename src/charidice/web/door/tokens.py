"""Random session tokens and ids; only digests of tokens are stored."""

import hashlib
import re
import secrets
from collections.abc import Mapping
from string import ascii_letters, digits

COOKIE = "charidice"
TOKEN_BYTES = 32
# What `new_token` makes: the last character has four bits only.
TOKEN = re.compile(r"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")
# Ids stand in links and at the command line: no program cuts off a letter at the end or takes the first for a switch.
ID_LETTERS, ID_LENGTH = ascii_letters + digits, 16


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """An unguessable table id: everybody who knows it may watch."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def id_for(browser: str, key: str) -> str:
    """The table id of a browser's key; others cannot guess it, since they do not know the digest of its token."""
    number = int(digest(f"{browser} {key}"), 16)
    letters = []
    for _ in range(ID_LENGTH):
        number, place = divmod(number, len(ID_LETTERS))
        letters.append(ID_LETTERS[place])
    return "".join(letters)


def browser_of(cookies: Mapping[str, str]) -> str | None:
    """The digest of a browser's token; None if it has none of ours."""
    token = cookies.get(COOKIE, "")
    return digest(token) if TOKEN.fullmatch(token) else None


def digest(token: str) -> str:
    # A token has 256 random bits, so an unsalted digest cannot be reversed.
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()

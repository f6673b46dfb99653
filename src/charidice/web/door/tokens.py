"""Secrets that browsers hold: made by the system, kept only as digests."""

import hashlib
import secrets

COOKIE = "charidice"
TOKEN_BYTES = 32


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id(size: int = 12) -> str:
    """The name of a table: whoever knows it may watch, so it cannot be guessed."""
    return secrets.token_urlsafe(size)


def digest(token: str) -> str:
    # A token has so many random bits that a plain digest of it gives nothing away.
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()

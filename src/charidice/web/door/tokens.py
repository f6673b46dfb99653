"""Random session tokens and ids; only digests of tokens are stored."""

import hashlib
import secrets

COOKIE = "charidice"
TOKEN_BYTES = 32


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id(size: int = 12) -> str:
    """An unguessable table id: whoever knows it may watch."""
    return secrets.token_urlsafe(size)


def digest(token: str) -> str:
    # A token has 256 random bits, so an unsalted digest cannot be reversed.
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()

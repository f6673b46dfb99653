"""Session tokens and table ids."""

import base64

from charidice.web.door.tokens import COOKIE, browser_of, digest, new_id, new_token


def test_a_token_has_256_bits_of_its_own() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(base64.urlsafe_b64decode(f"{token}=")) == 32 for token in tokens)


def test_a_token_cannot_be_read_from_its_digest() -> None:
    token = new_token()
    assert digest(token) == digest(token)
    assert token not in digest(token)
    assert len(digest(token)) == 64


def test_only_tokens_that_we_issue_are_taken() -> None:
    for token in (new_token() for _ in range(100)):
        assert browser_of({COOKIE: token}) == digest(token)
        for other in (token[1:], f"{token}A", f"{token[:-1]}B", f"{token[:-1]}=", f"+{token[1:]}", f"{token}\n"):
            assert browser_of({COOKIE: other}) is None
    assert browser_of({}) is None


def test_any_text_has_a_digest() -> None:
    assert len({digest(text) for text in ("", "\ud800", "ä", "\x00", "x" * 10_000)}) == 5


def test_ids_of_tables_cannot_be_guessed_and_are_one_word_in_links_and_commands() -> None:
    names = {new_id() for _ in range(1000)}
    assert len(names) == 1000
    assert all(len(name) == 16 and name.isascii() and name.isalnum() for name in names)

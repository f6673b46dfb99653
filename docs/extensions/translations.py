"""Pages for players in other languages: their text says which, so that screen readers pronounce it."""

from typing import Any

from sphinx.application import Sphinx

from charidice.messages import LANGUAGES


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", _name_language)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _name_language(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    folder = page.partition("/")[0]
    if folder in LANGUAGES and "body" in context:
        context["body"] = f'<div lang="{folder}">{context["body"]}</div>'

"""Pages without inline scripts and styles, so that the server's content security policy needs no exception for them."""

import hashlib
import re
from pathlib import Path

from sphinx.application import Sphinx

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
# Furo's icons are SVG, where a property of a style may be an attribute as well.
ATTRIBUTE = re.compile(r'style="([a-z]+): ([^;"]+);?"')
ROOT = re.compile(r'data-content_root="([^"]*)"')


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("build-finished", move_into_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def move_into_files(app: Sphinx, error: Exception | None) -> None:
    if error is None:
        for path in Path(app.outdir).rglob("*.html"):
            path.write_text(_without_inline(path.read_text("utf-8"), Path(app.outdir)), "utf-8")
        for path in Path(app.outdir).rglob("*.map"):
            path.unlink()


def _without_inline(page: str, folder: Path) -> str:
    root = ROOT.search(page)
    above = root[1] if root else "./"

    def moved(found: re.Match[str], ending: str, element: str) -> str:
        name = f"_static/inline-{hashlib.sha256(found[1].encode()).hexdigest()[:12]}.{ending}"
        (folder / name).write_text(found[1].strip() + "\n", "utf-8")
        return element.format(f"{above}{name}")

    page = SCRIPT.sub(lambda found: moved(found, "js", '<script src="{}"></script>'), page)
    page = STYLE.sub(lambda found: moved(found, "css", '<link rel="stylesheet" href="{}">'), page)
    return ATTRIBUTE.sub(r'\1="\2"', page)

"""`make docs`: builds the site into build/site, and packs it for `charidice docs` and the server's /docs."""

import os
import shutil
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sphinx.cmd.build import main as sphinx

DOCS = Path(__file__).parent
ROOT = DOCS.parent
SITE = ROOT / "build" / "site"
PACKED = ROOT / "src" / "charidice" / "web" / "site.zip"
# Of Sphinx alone, for its next build.
UNPACKED = {".buildinfo"}
# For whoever wants to run it; Sphinx makes a page of it.
NOTEBOOK = Path("examples", "learning.ipynb")


def build(folder: Path = SITE, notebook: bool = True) -> int:
    """Build the site anew; any warning fails. The notebook need not run, which takes half of the time."""
    shutil.rmtree(folder, ignore_errors=True)
    trees = folder.with_name("doctrees")
    options = [] if notebook else ["-D", "nb_execution_mode=off"]
    code = sphinx(["-q", "-W", "--keep-going", "-E", *options, "-d", str(trees), str(DOCS), str(folder)])
    if code == 0:
        shutil.copyfile(DOCS / NOTEBOOK, folder / NOTEBOOK)
    return code


def pack(folder: Path = SITE, packed: Path = PACKED) -> None:
    """The same site gives the same file."""
    unfinished = packed.with_suffix(".new")
    with ZipFile(unfinished, "w") as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in UNPACKED):
            entry = ZipInfo(path.relative_to(folder).as_posix())
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), ZIP_DEFLATED, 9)
    os.replace(unfinished, packed)


if __name__ == "__main__":
    if code := build(notebook="--without-notebook" not in sys.argv):
        sys.exit(code)
    pack()
    print(SITE / "index.html")

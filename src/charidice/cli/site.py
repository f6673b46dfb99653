"""`charidice site`: the game as a folder of files, for any host of static pages."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from charidice.cli.exit_codes import OK
from charidice.messages import Catalog
from charidice.record.files import FileError, unwritable
from charidice.web.http.static_site import write_site


def add_arguments(site: ArgumentParser, texts: Catalog) -> None:
    site.add_argument("folder", type=Path, metavar="FOLDER", help=texts.say("cli.site.folder"))


def site(options: Namespace, texts: Catalog) -> int:
    """Write the site into a new or an empty folder."""
    folder: Path = options.folder
    try:
        if folder.exists() and any(folder.iterdir()):
            raise FileError("folder-not-empty", path=folder)
    except OSError as error:
        raise unwritable(folder, error) from error
    write_site(folder)
    print(texts.say("site.written", path=folder))
    return OK

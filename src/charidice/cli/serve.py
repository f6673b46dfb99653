"""`charidice`, `charidice docs` and `charidice serve`: the game in the browser, and its documentation."""

import os
import re
import socket
import sys
import threading
import webbrowser
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import Field, fields
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from charidice.box.saved import dice_file
from charidice.cli.arguments import HOST, PORT, add_listening, port_number, whole_number
from charidice.cli.databases import claimed, database_of
from charidice.cli.exit_codes import OK
from charidice.messages import Catalog
from charidice.record.game import NAME_LIMIT
from charidice.rules.state import Setup
from charidice.strategy.bots.external import CannotPlay, installed_bots
from charidice.terminal.console import Console, command_line
from charidice.web.app import create_app
from charidice.web.door.logs import set_up_logging
from charidice.web.http.qr import qr_for_terminal
from charidice.web.http.site import ADDRESS, is_built
from charidice.web.serving import NEIGHBOURS, CannotServe, address_at_home, listen, names_at_home, serve
from charidice.web.settings import THIS_MACHINE, Settings
from charidice.web.store.claim import AlreadyServed
from charidice.web.store.engine import file_of
from charidice.web.supervising import supervise

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104


def add_serve(serve: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, whole_number(texts, least=1)
    # Without a default here, the same switch before the command counts.
    add_listening(serve, serve, texts, SUPPRESS)
    serve.add_argument("--workers", type=number, metavar="N", help=say("cli.serve.workers"))
    serve.add_argument("--proxy", default=HOST, metavar="ADDRESS", help=say("cli.serve.proxy", host=HOST))
    readers: dict[str, Callable[[str], Any]] = {
        "number": number,
        "port": port_number(texts),
        "url": _web_address(texts),
        "text": str,
    }
    for setting in _switched():
        name, read = setting.name.replace("_", "-"), readers[setting.metadata["kind"]]
        about = say(f"cli.serve.{name}", default=setting.default)
        serve.add_argument(f"--{name}", type=read, default=setting.default, help=about, **setting.metadata["argument"])


def _switched() -> Iterator[Field[Any]]:
    """The settings that have a switch."""
    return (setting for setting in fields(Settings) if setting.metadata)


def add_docs(docs: ArgumentParser, texts: Catalog) -> None:
    add_listening(docs, docs, texts, SUPPRESS)
    docs.add_argument("--no-browser", action="store_true", default=SUPPRESS, help=texts.say("cli.no-browser"))


def documentation(options: Namespace, texts: Catalog) -> int:
    """Open the documentation, which the game's server serves as well."""
    if not is_built():
        raise CannotServe("site-not-built")
    return at_home(options, texts, "docs")


def at_home(options: Namespace, texts: Catalog, *command: str) -> int:
    """Serve this machine, or its network, and open the browser, with `docs` at the documentation."""
    console = Console(texts)
    page = ADDRESS if command else ""
    set_up_logging(verbose=False)
    try:
        with claimed(options) as (database, announce):
            _serve_home(options, console, database, announce, page)
    except AlreadyServed as other:
        url = f"{other.values['url']}{page}"
        console.tell("serve.already-running", url=url)
        if _opens_browser(options):
            webbrowser.open(url)
        return OK
    console.write("")
    again = [*command, *(["--lan"] if options.lan else []), *(["--db", options.db] if options.db else [])]
    console.tell("serve.goodbye", command=command_line(*again))
    return OK


def _serve_home(
    options: Namespace, console: Console, database: str, announce: Callable[[str], None], page: str
) -> None:
    host = EVERYWHERE[0] if options.lan else options.host or HOST
    bound = listen(host, PORT, NEIGHBOURS) if options.port is None else listen(host, options.port)
    port = _port(bound)
    address = address_at_home() if host in EVERYWHERE else None
    url = f"http://{address or (HOST if host in EVERYWHERE else _in_a_url(host))}:{port}"
    announce(url)
    names = (address, *names_at_home()) if address else (_in_a_url(host),)
    settings = Settings(database, url=url if address else None, hosts=(*THIS_MACHINE, *names), dice_file=dice_file())

    def ready() -> None:
        if options.port is None and port != PORT:
            console.tell("serve.port-instead", port=PORT, other=port)
        console.tell("serve.ready", url=url + page)
        if options.lan:
            _invite(console, url if address else None)
        console.tell("serve.stop")
        if _opens_browser(options):
            # The call may block until the browser is closed.
            threading.Thread(target=partial(webbrowser.open, url + page), daemon=True).start()

    serve(create_app(settings), settings, bound, ready)


def on_a_server(options: Namespace, texts: Catalog) -> int:
    """Serve behind a reverse proxy with TLS."""
    set_up_logging(verbose=True)
    if options.workers and options.workers > 1 and file_of(database_of(options)):
        raise CannotServe("workers-need-postgres")
    options.bots = tuple(options.bots)
    _check_invited(options.bots)
    with claimed(options) as (database, announce):
        bound = listen(options.host or HOST, PORT if options.port is None else options.port)
        settings = Settings(
            database,
            hosts=THIS_MACHINE if options.url else ("*",),
            secure=urlsplit(options.url or "https:").scheme == "https",
            **{setting.name: getattr(options, setting.name) for setting in _switched()},
        )
        url = options.url or f"http://{_in_a_url(options.host or HOST)}:{_port(bound)}"
        announce(url)
        ready = partial(Console(texts).tell, "serve.ready", url=url)
        if options.workers:
            supervise(settings, bound, ready, options.proxy, options.workers)
        else:
            serve(create_app(settings), settings, bound, ready, proxies=options.proxy)
    return OK


def _web_address(texts: Catalog) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not re.fullmatch(r"https?://([\w.-]+|\[[\da-f:]+\])(:\d+)?/?", text, re.IGNORECASE):
            raise ArgumentTypeError(texts.say("cli.error.not-an-address", text=text))
        return text.rstrip("/")

    return read


def _check_invited(names: Sequence[str]) -> None:
    """Try out the installed bots of these names, before anything is served."""
    if names:
        # NumPy loads slowly, and only bots need it.
        from charidice.strategy.bots.team import Team

        installed = installed_bots()
        for name in names:
            if not installed:
                raise CannotPlay("no-bots-installed", text=name)
            if name not in installed or len(name) > NAME_LIMIT:
                raise CannotPlay("bot-not-installed", text=name, allowed=tuple(installed))
        Team.of(names).check(Setup(2))


def _invite(console: Console, url: str | None) -> None:
    if url is None:
        console.tell("serve.no-network")
        return
    console.tell("serve.lan", url=url)
    if sys.stdout and sys.stdout.isatty() and "utf" in sys.stdout.encoding.lower():
        print(f"\n{qr_for_terminal(url)}\n")


def _opens_browser(options: Namespace) -> bool:
    return not options.no_browser and _has_a_screen()


def _has_a_screen() -> bool:
    """Without a screen, a text browser would take over the terminal."""
    ours = sys.platform in ("darwin", "win32") or {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"} & set(os.environ)
    return bool(ours)


def _port(bound: socket.socket) -> int:
    port: int = bound.getsockname()[1]
    return port


def _in_a_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host

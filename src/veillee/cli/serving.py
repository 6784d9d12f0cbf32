"""The commands around a server: serve, backup, restore. Their libraries are an extra and are loaded when they run."""

import argparse
import os
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from veillee.core.game import VeilleeError
from veillee.server import settings
from veillee.server.settings import LAN, Settings


class NotInstalled(VeilleeError):
    """A command needs libraries that are not here; the text says how to add them."""

    code = "not_installed"


def add_commands(commands: Any) -> None:
    """Adds them to the parser's subcommands."""
    serve = commands.add_parser(
        "serve",
        help="serve tables to browsers and programs",
        description="Serves tables until Ctrl-C or SIGTERM, and prints its address once it answers.",
        epilog="Every setting is a flag and a variable; the flag wins. docs/operations.md says more of each.",
    )
    settings.add_arguments(serve)
    serve.set_defaults(run=_serve)

    backup = commands.add_parser("backup", help="copy the database to a file, also while the server runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="where to; it must not be there yet")
    settings.add_arguments(backup, settings.OF_THE_STORE)
    backup.set_defaults(run=_backup)

    restore = commands.add_parser("restore", help="make a backup the database of a folder that has none")
    restore.add_argument("file", type=Path, metavar="FILE", help="what `veillee backup` wrote")
    settings.add_arguments(restore, settings.OF_THE_STORE)
    restore.set_defaults(run=_restore)


def _serve(args: argparse.Namespace) -> int:
    chosen = settings.from_arguments(args, os.environ)
    with _server_extra():
        from veillee.server import serve
    return serve.main(chosen, partial(_welcome, chosen))


def _backup(args: argparse.Namespace) -> int:
    chosen = settings.from_arguments(args, os.environ)
    with _server_extra():
        from veillee import store
    store.backup(chosen.store_url, args.file)
    print(f"{args.file}: all of {chosen.store_url} as it is now. It holds secrets of games that go on: keep it safe")
    return 0


def _restore(args: argparse.Namespace) -> int:
    chosen = settings.from_arguments(args, os.environ)
    with _server_extra():
        from veillee import store
    found = store.restore(chosen.store_url, args.file)
    games, decided = _count(found.tables, "open game"), _count(found.steps, "step")
    print(f"{chosen.store_url}: {games} folded, {decided} decided again, all as written")
    if found.other_rules:
        print(f"not folded, for their rules are not here: {', '.join(found.other_rules)}")
    return 0


@contextmanager
def _server_extra() -> Iterator[None]:
    """Turns what Python says of a missing library into the command that adds it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "veillee":
            raise
        raise NotInstalled(f"{error.name} is not installed: pip install 'veillee[server]'") from None


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _welcome(chosen: Settings, address: str) -> None:
    """Tells people that the server answers, and where."""
    print(address, flush=True)
    if chosen.host == LAN:
        _print_code(address)
    if _at_a_desk():
        print(f"How others join: {address.rstrip('/')}/playing.txt")
        print(f"Ctrl-C stops it. Games are kept in {chosen.folder}", flush=True)
        if chosen.browser:
            _in_background(partial(webbrowser.open, address))


def _print_code(address: str) -> None:
    """The address for the cameras of telephones, if this output can show it."""
    import segno

    try:
        segno.make(address, error="l").terminal(compact=True)
    except UnicodeEncodeError:
        return
    print("Whoever is in your network scans this, or types the address.", flush=True)


def _at_a_desk() -> bool:
    """Whether somebody sits here who typed the command and can see a browser."""
    shown = sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return shown and sys.stdin.isatty() and sys.stdout.isatty()


def _in_background(work: Callable[[], object]) -> None:
    """A browser may take its time; the server does not wait for it."""
    Thread(target=work, daemon=True).start()

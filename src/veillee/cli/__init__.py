"""The command `veillee`: play here, or serve tables to browsers and programs.

Answers go to standard output, errors to standard error. Exit codes: 0 done, 2 bad input, 130 interrupted.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version
from io import TextIOWrapper
from typing import TextIO

from veillee.cli import games, serving
from veillee.core.game import VeilleeError
from veillee.core.record import BadRecord


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code."""
    _show_what_can_be_shown(sys.stdout, sys.stderr)
    args = _parser().parse_args(arguments)
    try:
        return args.run(args)
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone; Python would complain of it at exit
        return 0
    except (VeilleeError, OSError, UnicodeDecodeError) as error:
        print(f"veillee {args.command}: {_sentence(error, args)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="veillee",
        description="Card games born from books: tables for browsers and programs, or a game in this terminal.",
        epilog="Begin with: veillee serve",
    )
    parser.add_argument("--version", action="version", version=f"veillee {version('veillee')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serving.add_commands(commands)
    games.add_commands(commands)
    return parser


def _show_what_can_be_shown(*streams: TextIO) -> None:
    """A terminal that has not every letter is shown a question mark for those that it lacks."""
    for stream in streams:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _sentence(error: Exception, args: argparse.Namespace) -> str:
    """The error in one line: the file it is in, what is wrong, its code; without the noise that Python adds."""
    match error:
        case BadRecord():
            return f"{args.file}: {error} [{error.code}]"
        case VeilleeError():
            return f"{error} [{error.code}]"
        case OSError(strerror=str(reason), filename=name) if name:
            return f"{name}: {reason}"
        case UnicodeDecodeError():
            return "the input is not text in UTF-8"
        case _:
            return str(error)

"""The commands that need no server: look at the games, read their rules, play, replay and verify."""

import argparse
import secrets
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha512
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from veillee import games
from veillee.core import record as records
from veillee.core.game import SPECTATOR, AnyGame, NotFound, NotSeated, Seat, VeilleeError
from veillee.core.transcript import open_transcript, seat_transcript
from veillee.terminal.line import LineGame, Setup

RULES: Final = {"en": "README.md", "fr": "rules.fr.md"}


class BadOption(VeilleeError):
    """An option of the command line that is no use here; the text says what is."""

    code = "bad_option"


def add_commands(commands: Any) -> None:
    """Adds them to the parser's subcommands."""
    listing = commands.add_parser("games", help="list the games")
    listing.add_argument("--json", action="store_true", help="for machines, with the JSON Schema of every config")
    listing.set_defaults(run=_games)

    rules = commands.add_parser("rules", help="print the rules of a game, numbered")
    rules.add_argument("game", metavar="GAME", help=_names())
    rules.add_argument("--fr", action="store_true", help="in French")
    rules.set_defaults(run=_rules)

    play = commands.add_parser("play", help="play here, line by line, against movers that choose at random")
    play.add_argument("game", metavar="GAME", help=_names())
    play.add_argument("--seats", type=int, help="players in all (default: as few as the game allows)")
    play.add_argument("--people", default="0", help="seats of people here, such as 0,2 (default: 0), or 'none'")
    play.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option; `veillee games` lists them"
    )
    play.add_argument("--seed", type=int, help="the same cards and the same random movers every time")
    play.add_argument("--record", type=Path, metavar="FILE", help="write the game there as a record")
    play.set_defaults(run=_play)

    replay = commands.add_parser("replay", help="tell a recorded game again")
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument(
        "--seat", type=int, help=f"as this seat knew it ({SPECTATOR}: a spectator); without it, all open"
    )
    replay.add_argument(
        "--json", action="store_true", help="a line for each action: what was told, and the view after it"
    )
    replay.set_defaults(run=_replay)

    verify = commands.add_parser("verify", help="decide a recorded game anew and derive its deals anew")
    verify.add_argument("file", type=Path, metavar="FILE")
    verify.add_argument("--json", action="store_true", help="the findings, or the fault, for machines")
    verify.set_defaults(run=_verify)


def _games(args: argparse.Namespace) -> int:
    if args.json:
        _print_json([_described(game) for game in games.GAMES.values()])
        return 0
    for game in games.GAMES.values():
        described = _described(game)
        seats = f"{described['seats'][0]}–{described['seats'][-1]} players"
        chosen = f", options: {', '.join(described['options'])}" if described["options"] else ""
        print(f"{game.name:9} {game.title}, by {game.author}: {seats}{chosen}")
    return 0


def _described(game: AnyGame) -> dict[str, Any]:
    fields = [field.name for field in msgspec.structs.fields(game.config_type)]
    return {
        "name": game.name,
        "title": game.title,
        "author": game.author,
        "rules_version": game.rules_version,
        "pace": game.pace,
        "seats": list(game.seat_counts),
        "options": [name for name in fields if name != "seats"],
        "config": msgspec.json.schema(game.config_type),
    }


def _rules(args: argparse.Namespace) -> int:
    game = games.find(args.game)
    room = resources.files(games) / game.name
    print((room / RULES["fr" if args.fr else "en"]).read_text(encoding="utf-8"), end="")
    return 0


def _play(args: argparse.Namespace) -> int:
    game = games.find(args.game)
    seats = args.seats if args.seats is not None else game.seat_counts[0]
    config = games.notation(game).configure(seats, _options(args.option))
    game.start(config)  # a bad config is refused before anybody sits down
    setup = Setup(
        game=game,
        config=config,
        table=secrets.token_hex(8) if args.seed is None else f"seed-{args.seed}",
        secret=secrets.token_bytes(64) if args.seed is None else sha512(f"veillee/seed/{args.seed}".encode()).digest(),
        people=_people(args.people, game, seats),
        movers=Random(secrets.randbits(256) if args.seed is None else args.seed),
        now=_clock(args.seed),
    )
    if args.record:
        args.record.open("a").close()  # better refused now than after the game
    table = LineGame(setup, sys.stdin, sys.stdout)
    try:
        table.play()
    finally:  # also of a game that is interrupted
        if args.record:
            args.record.write_bytes(records.write(table.record()).encode())
            print(f"recorded in {args.record}")
    return 0


def _options(pairs: Sequence[str]) -> dict[str, str]:
    parsed: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not name or not equals:
            raise BadOption(f"--option {pair}: write NAME=VALUE")
        parsed[name] = value
    return parsed


def _people(text: str, game: AnyGame, seats: int) -> frozenset[Seat]:
    if text == "none":
        return frozenset()
    chosen = text.split(",")
    if not all(part.strip().isdecimal() and int(part) < seats for part in chosen):
        raise BadOption(f"--people {text}: write seats from 0 to {seats - 1} with commas, or 'none'")
    if game.pace == "race" and len(chosen) > 1:
        raise BadOption(f"--people {text}: {game.title} is played all at once, so one person a screen")
    return frozenset(map(int, chosen))


def _clock(seed: int | None) -> Callable[[], datetime]:
    """The time of day; for a seeded game a second for each action, so that its record is the same every time."""
    if seed is None:
        return lambda: datetime.now(UTC)
    ticks = iter(range(10**9))
    return lambda: datetime(2000, 1, 1, tzinfo=UTC) + timedelta(seconds=next(ticks))


def _replay(args: argparse.Namespace) -> int:
    record, game = _load(args.file)
    seats = len(record.header.names)
    if args.seat is not None and args.seat not in (SPECTATOR, *range(seats)):
        raise NotSeated(f"this game has seats 0 to {seats - 1}, and {SPECTATOR} for a spectator")
    moves = records.moves(record, game)
    if args.json:
        for move in moves:
            _print_json(_as_known(game, args.seat, move))
        return 0
    notation = games.notation(game)
    if args.seat is None:
        lines = open_transcript(game, notation, seats, moves)
    else:
        lines = seat_transcript(game, notation, args.seat, moves)
    for line in lines:
        print(line)
    return 0


def _as_known(game: AnyGame, seat: Seat | None, move: records.Move) -> dict[str, Any]:
    if seat is None:
        return {"seat": move.seat, "action": move.action, "events": move.events}
    return {
        "told": [event for event in move.events if seat in game.audience(event)],
        "view": game.view(move.after, seat),
    }


def _verify(args: argparse.Namespace) -> int:
    try:
        record, game = _load(args.file)
        found = records.verify(record, game, games.chance(game))
    except records.BadRecord as error:
        if not args.json:
            raise
        _print_json({"ok": False, "code": error.code, "line": error.line, "why": error.why})
        return 2
    if args.json:
        _print_json({"ok": True, **found._asdict()})
        return 0
    deals = "nothing was committed, so the deals cannot be checked"
    if found.deals is not None:
        deals = f"{found.deals} dealt as committed"
    print(f"{args.file}: {record.header.game}, {found.steps} actions, all legal; {deals}; {found.reason}")
    return 0


def _load(path: Path) -> tuple[records.Record, AnyGame]:
    """The record, and the rules by which it was played."""
    record = records.read(path.read_bytes())
    try:
        return record, games.find(record.header.game, record.header.rules_version)
    except NotFound as error:
        raise records.BadRecord(1, str(error)) from None


def _names() -> str:
    return " · ".join(games.GAMES)


def _print_json(value: Any) -> None:
    print(msgspec.json.encode(value).decode())

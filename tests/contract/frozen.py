"""Games that were played once and are kept: transcripts in tests/golden, records in tests/corpus.

`make golden` writes anew what the rules now give, for a person to read the difference; it never plays a kept game anew.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha512
from io import StringIO
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from contract.rooms import golden, probe, recorded
from veillee.core import record as records
from veillee.core.game import AnyGame
from veillee.core.record import Record
from veillee.core.transcript import open_transcript
from veillee.games import GAMES, find, notation
from veillee.terminal.line import LineGame, Setup

TESTS = Path(__file__).parents[1]
GOLDEN, CORPUS = TESTS / "golden", TESTS / "corpus"
KEPT = 10  # recorded games for each game and seat count
LISTED = (1, 2, 5, 9, 14, 20)  # steps at which the order of the legal actions is pinned


def kept(game: AnyGame, seats: int, number: int) -> Path:
    """Where a game is kept. Those of earlier rules stay where they are, beside those of the present ones."""
    version = "" if game.rules_version == 1 else f"-v{game.rules_version}"
    return CORPUS / f"{game.name}-{seats}-{number}{version}.jsonl"


def load(path: Path) -> Record:
    return records.read(path.read_text(encoding="utf-8"))


def transcript(record: Record) -> str:
    game = find(record.header.game, record.header.rules_version)
    lines = open_transcript(game, notation(game), len(record.header.names), records.moves(record, game))
    return "".join(f"{line}\n" for line in lines)


def orders(game: AnyGame) -> str:
    """The legal actions, in order, at a few steps of the first kept game of every seat count."""
    return "".join(f"{line}\n" for seats in game.seat_counts for line in _orders(game, seats))


def _orders(game: AnyGame, seats: int) -> Iterator[str]:
    words = notation(game)
    for number, move in enumerate(records.moves(load(kept(game, seats, 0)), game)):
        if number in LISTED:
            for seat in game.to_act(move.before):
                actions = ", ".join(map(words.write_action, game.legal_actions(move.before, seat)))
                yield f"{seats} seats, step {number}, seat {seat}: {actions}"


def write_missing_games() -> None:
    """Plays and keeps what is not there yet: the stories of every room, and the corpus."""
    for game in GAMES.values():
        for name, story in golden(game).STORIES.items():
            path = GOLDEN / f"{game.name}-{name}.jsonl"
            if not path.exists():
                moments = story()
                _keep(path, recorded(game, moments[0].state.config, moments))
        for seats in game.seat_counts:
            configs = [config for config in probe(game).CONFIGS if config.seats == seats]
            for number in range(KEPT):
                path = kept(game, seats, number)
                if not path.exists():
                    _keep(path, _committed_game(game, configs[number % len(configs)], path.stem))


def write_transcripts() -> None:
    for path in sorted(GOLDEN.glob("*.jsonl")):
        path.with_suffix(".txt").write_text(transcript(load(path)), encoding="utf-8")
    for game in GAMES.values():
        (GOLDEN / f"{game.name}.order.txt").write_text(orders(game), encoding="utf-8")


def _committed_game(game: AnyGame, config: Any, table: str) -> Record:
    """A whole game of random movers, dealt as a table deals: committed, and opened at the end."""
    seconds = count()
    setup = Setup(
        game=game,
        config=config,
        table=table,
        secret=sha512(table.encode()).digest(),
        people=frozenset(),
        movers=Random(table),
        now=lambda: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=next(seconds)),
    )
    return LineGame(setup, StringIO(), StringIO()).play()


def _keep(path: Path, record: Record) -> None:
    path.write_text(records.write(record), encoding="utf-8")
    sys.stdout.write(f"kept {path.name}: {record.closing.steps} steps\n")

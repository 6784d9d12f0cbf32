"""A process that appends steps to many tables at once, as fast as they become durable.

It says every step on standard output, `TABLE SEQ`, when it is acknowledged. `python -m store.load --help` for its other
uses: to measure, to be killed, and to be wrong on purpose.
"""

import argparse
import asyncio
import os
import time
from contextlib import closing
from functools import partial

from sqlalchemy import Connection

from store.samples import SECRET, player, step, table
from veillee.store import Store, engines, players, steps, tables


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--steps", type=int, default=10**9, help="at each table")
    parser.add_argument("--seconds", type=float, default=10**9)
    parser.add_argument("--measure", action="store_true", help="say only how many steps a second became durable")
    parser.add_argument("--hasty", action="store_true", help="acknowledge before the commit, which is wrong")
    parser.add_argument("--synchronous", default="FULL", help="of SQLite; all but FULL is wrong")
    parser.add_argument("--checkpoint", type=int, default=1000, help="pages of the write-ahead log until a checkpoint")
    args = parser.parse_args()
    engines.WRITER.update(synchronous=args.synchronous, wal_autocheckpoint=args.checkpoint)
    with closing(Store.open(args.url)) as store:
        asyncio.run(Load(store, args).run())


class Load:
    def __init__(self, store: Store, args: argparse.Namespace) -> None:
        self._store, self._args = store, args
        self._acknowledged = 0

    async def run(self) -> None:
        first = await self._store.write(partial(_resume, count=self._args.tables))
        begin = time.monotonic()
        await asyncio.gather(*(self._play(table, seq, begin + self._args.seconds) for table, seq in first.items()))
        if self._args.measure:
            _say(f"{self._acknowledged / (time.monotonic() - begin):.0f} durable steps a second")

    async def _play(self, table: str, first: int, end: float) -> None:
        for seq in range(first, self._args.steps):
            if time.monotonic() > end:
                return
            if self._args.hasty:
                self._acknowledge(table, seq)
            await self._store.write(steps.Append(step(seq, table)))
            if not self._args.hasty:
                self._acknowledge(table, seq)

    def _acknowledge(self, table: str, seq: int) -> None:
        self._acknowledged += 1
        if not self._args.measure:
            _say(f"{table} {seq}")


def _say(line: str) -> None:
    os.write(1, f"{line}\n".encode())  # at once, and whole


def _resume(c: Connection, count: int) -> dict[str, int]:
    """The tables, and the step at which each goes on."""
    names = [f"t{number}" for number in range(count)]
    if players.player(c, "ann") is None:
        players.add_player(c, player("ann"))
        for name in names:
            tables.add_table(c, table(name, status="playing"), SECRET)
    return {name: len(steps.steps(c, name)) for name in names}


if __name__ == "__main__":
    main()

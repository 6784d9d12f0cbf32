"""The journal's thread: many changes in one commit, each refused alone, all lost together when the disk fails them."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial

import psycopg
import pytest
from sqlalchemy import Connection, event

from store import postgres
from store.samples import furnish, player, read, step, write
from veillee.store import Fenced, Store, StoreError, players, steps


async def together(store: Store, *changes: Callable[[Connection], object]) -> list[object]:
    """What comes of these changes when they form one group, because they wait while another is being made."""
    begun, all_wait, loop = asyncio.Event(), asyncio.Event(), asyncio.get_running_loop()

    def hold(_: Connection) -> None:
        loop.call_soon_threadsafe(begun.set)
        asyncio.run_coroutine_threadsafe(all_wait.wait(), loop).result()

    holding = asyncio.create_task(store.write(hold))
    await begun.wait()
    waiting = [asyncio.create_task(store.write(change)) for change in changes]
    await asyncio.sleep(0)
    all_wait.set()
    await holding
    return await asyncio.gather(*waiting, return_exceptions=True)


def test_what_waits_together_is_committed_together(store: Store) -> None:
    commits: list[Connection] = []
    event.listen(store._writer, "commit", commits.append)  # pyright: ignore[reportPrivateUsage]
    appends = [steps.Append(step(seq)) for seq in range(100)]
    assert asyncio.run(together(store, *appends)) == [None] * 100
    assert len(commits) == 2
    assert read(store, lambda c: steps.steps(c, "t")) == [step(seq) for seq in range(100)]


def test_steps_that_wait_together_are_one_statement(store: Store) -> None:
    statements: list[str] = []
    event.listen(store._writer, "before_cursor_execute", lambda *said: statements.append(said[2]))  # pyright: ignore
    results = asyncio.run(together(store, *(steps.Append(step(seq)) for seq in range(30))))
    assert results == [None] * 30
    assert sum(statement.startswith("INSERT INTO steps") for statement in statements) == 1


def test_of_steps_that_wait_together_only_the_refused_one_is_missing(store: Store) -> None:
    """The same again, another in its place, one of nobody's, one of a table that is not there, one that is none."""
    strange = step(2, player="eve"), step(2, table="v"), step(2, seat=object())
    waiting = [step(0), step(0), step(1), step(1, action_id="other"), *strange, step(2)]
    results = asyncio.run(together(store, *map(steps.Append, waiting)))
    names = [type(result).__name__ for result in results]
    assert names[:6] == ["NoneType", "Duplicate", "NoneType", "Fenced", "IntegrityError", "IntegrityError"]
    assert names[6] in ("ProgrammingError", "InterfaceError")  # what no driver takes; each has its own name for it
    assert names[7] == "NoneType"
    assert read(store, lambda c: steps.steps(c, "t")) == [step(0), step(1), step(2)]


def test_a_refused_change_takes_nothing_else_with_it(store: Store) -> None:
    def half(c: Connection) -> None:
        players.add_player(c, player("eve"))
        raise KeyError("halfway")

    def broken(c: Connection) -> None:
        players.add_player(c, player("ann"))

    results = asyncio.run(
        together(
            store,
            lambda c: steps.append(c, step(0)),
            half,
            lambda c: steps.append(c, step(0, action_id="other")),
            broken,
            lambda c: steps.append(c, step(1)),
        )
    )
    assert [type(result).__name__ for result in results] == [
        "NoneType",
        "KeyError",
        "Fenced",
        "IntegrityError",
        "NoneType",
    ]
    assert isinstance(results[2], Fenced)
    assert read(store, lambda c: steps.steps(c, "t")) == [step(0), step(1)]
    assert read(store, lambda c: players.player(c, "eve")) is None


def test_nothing_is_told_before_it_is_committed(store: Store) -> None:
    seen: list[object] = []

    async def commit_and_look() -> None:
        loop = asyncio.get_running_loop()

        def committing(_: Connection) -> None:
            look = store.read(lambda c: players.player(c, "eve"))
            seen.append(asyncio.run_coroutine_threadsafe(look, loop).result())
            seen.append(writing.done())

        event.listen(store._writer, "commit", committing)  # pyright: ignore[reportPrivateUsage]
        writing = asyncio.create_task(store.write(lambda c: players.add_player(c, player("eve"))))
        await writing

    asyncio.run(commit_and_look())
    assert seen == [None, False]
    assert read(store, lambda c: players.player(c, "eve")) == player("eve")


def test_a_change_whose_asker_has_gone_is_made_all_the_same(store: Store) -> None:
    async def ask_and_go() -> None:
        asking = asyncio.create_task(store.write(lambda c: players.add_player(c, player("eve"))))
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await store.write(lambda c: None)

    asyncio.run(ask_and_go())
    assert read(store, lambda c: players.player(c, "eve")) == player("eve")


def test_a_read_sees_one_moment(store: Store) -> None:
    async def rename_between() -> list[object]:
        loop = asyncio.get_running_loop()

        def query(c: Connection) -> list[object]:
            before = players.player(c, "ann")
            renaming = store.write(lambda w: players.rename(w, "ann", "Anna"))
            asyncio.run_coroutine_threadsafe(renaming, loop).result()
            return [before, players.player(c, "ann")]

        return await store.read(query)

    assert asyncio.run(rename_between()) == [player("ann"), player("ann")]
    assert read(store, lambda c: players.player(c, "ann")) == player("ann")._replace(name="Anna")


def test_closing_commits_what_waits(url: str) -> None:
    async def write_and_close() -> None:
        store = Store.open(url)
        await store.write(furnish)
        waiting = [asyncio.create_task(store.write(partial(steps.append, row=step(seq)))) for seq in range(20)]
        await asyncio.sleep(0)
        store.close()
        await asyncio.gather(*waiting)
        with pytest.raises(StoreError, match="closed"):
            await store.write(lambda c: None)

    asyncio.run(write_and_close())
    again = Store.open(url)
    assert len(read(again, lambda c: steps.steps(c, "t"))) == 20
    again.close()


def test_a_full_disk_fails_all_and_is_outlived(sqlite: str) -> None:
    store = Store.open(sqlite)
    write(store, furnish)
    pages = write(store, lambda c: c.exec_driver_sql("PRAGMA page_count").scalar_one())
    write(store, lambda c: c.exec_driver_sql(f"PRAGMA max_page_count = {pages}").close())
    appends = [partial(steps.append, row=step(seq)) for seq in range(200)]
    codes = {getattr(result, "code", None) for result in asyncio.run(together(store, *appends))}
    assert codes == {"no_space"}
    assert read(store, lambda c: steps.steps(c, "t")) == []
    write(store, lambda c: c.exec_driver_sql(f"PRAGMA max_page_count = {1 << 30}").close())
    assert asyncio.run(together(store, *appends)) == [None] * 200
    assert len(read(store, lambda c: steps.steps(c, "t"))) == 200
    store.close()


def test_a_disk_that_takes_no_more_is_outlived_without_a_restart(sqlite: str) -> None:
    """In a process whose files may not grow: its writes fail as they do on a broken disk, until they may again."""
    program = """
import json, os, resource, sys
from store.samples import furnish, read, step, write
from veillee.store import Store, StoreError, steps

store, acknowledged, codes = Store.open(sys.argv[1]), [], set()
write(store, furnish)
_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, most))
for seq in range(200):
    try:
        write(store, lambda c: steps.append(c, step(seq - len(codes))))
        acknowledged.append(seq)
    except StoreError as error:
        codes.add(error.code)
        if len(acknowledged) < seq - 5:
            break
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
refused = len(acknowledged)
write(store, lambda c: steps.append(c, step(refused)))
found = [row.seq for row in read(store, lambda c: steps.steps(c, "t"))]
store.close()
print(json.dumps([refused, sorted(codes), found]))
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, "-c", program, sqlite], env=environment, capture_output=True, text=True, check=True
    )
    refused, codes, found = json.loads(run.stdout)
    assert refused > 0
    assert codes == ["storage"]
    assert found == list(range(refused + 1))


@pytest.mark.needs("postgresql")
def test_a_lost_connection_is_made_again(postgres_server: str) -> None:
    store = Store.open(postgres.new_database(postgres_server, "lost"))
    write(store, furnish)
    kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = 'lost'"
    with psycopg.connect(postgres_server, autocommit=True) as other:
        other.execute(kill)
    with pytest.raises(StoreError) as refusal:
        write(store, lambda c: steps.append(c, step(0)))
    assert refusal.value.code == "storage"
    write(store, lambda c: steps.append(c, step(0)))
    assert read(store, lambda c: steps.steps(c, "t")) == [step(0)]
    store.close()

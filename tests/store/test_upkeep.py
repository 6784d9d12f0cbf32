"""Backups come back whole, open games included; what is not whole is found."""

import asyncio
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection

from store import postgres
from store.samples import NOON, SECRET, furnish, read, step, table, write
from veillee.core.chance import Keystream
from veillee.core.game import DEALER, AnyGame, VeilleeError, replay
from veillee.games import GAMES, chance
from veillee.store import Checked, StepRow, Store, backup, check, restore, steps, tables


def begun(game: AnyGame, actions: int) -> list[StepRow]:
    """The journal of a game between two random movers; then a mark of the server's, an undo, and another action."""
    rng, states, rows = Random(7), [game.start(game.config_type(seats=2))], list[StepRow]()

    def act() -> None:
        seat = game.to_act(states[-1])[0]
        deals = sum(row.seat == DEALER for row in rows)
        dealt = chance(game).deal(states[-1], Keystream(SECRET, (b"", b""), deals)) if seat == DEALER else None
        action = dealt or rng.choice(game.legal_actions(states[-1], seat))
        events = game.decide(states[-1], seat, action)
        states.append(replay(game, states[-1], events))
        rows.append(row(seat, msgspec.to_builtins(action), msgspec.to_builtins(events)))

    def row(seat: int, action: Any, events: Any, undo_to: int | None = None) -> StepRow:
        seq = len(rows)
        return step(seq, game.name, seat=seat, action=action, events=list(events), undo_to=undo_to)

    for _ in range(actions):
        act()
    rows.append(row(DEALER, None, []))
    states.append(states[-1])
    rows.append(row(0, None, [], undo_to=actions - 1))
    del states[actions:]
    act()
    return rows


def play(c: Connection) -> None:
    """An open game of each kind, and one of rules that this program does not have."""
    for game in GAMES.values():
        config = msgspec.to_builtins(game.config_type(seats=2))
        tables.add_table(c, table(game.name, game=game.name, config=config, status="playing"), SECRET)
        for row in begun(game, actions=6):
            steps.append(c, row)
    tables.add_table(c, table("old", rules_version=0, status="playing"), SECRET)


WHOLE = Checked(tables=len(GAMES) + 1, steps=9 * len(GAMES), other_rules=("old",))


def test_every_open_game_is_decided_again(store: Store) -> None:
    write(store, play)
    assert read(store, check) == WHOLE


def change_events(row: StepRow) -> StepRow:
    return row._replace(events=[])


def change_action(row: StepRow) -> StepRow:
    return row._replace(action={"type": "Play", "card": "no-card"})


def change_seat(row: StepRow) -> StepRow:
    return row._replace(seat=1 - row.seat)


def change_number(row: StepRow) -> StepRow:
    return row._replace(seq=row.seq + 1)


@pytest.mark.parametrize("change", [change_events, change_action, change_seat, change_number])
def test_a_step_that_does_not_follow_is_found(store: Store, change: Callable[[StepRow], StepRow]) -> None:
    *good, last = begun(GAMES["parade"], actions=6)

    def fill(c: Connection) -> None:
        tables.add_table(c, table("parade", config={"seats": 2}, status="playing"), SECRET)
        for row in (*good, change(last)):
            steps.append(c, row)

    write(store, fill)
    with pytest.raises(VeilleeError, match=r"table parade.* step 8") as refusal:
        read(store, check)
    assert refusal.value.code == "damaged"


def test_a_backup_of_a_running_store_is_restored_elsewhere(sqlite: str, tmp_path: Path) -> None:
    saved, elsewhere = tmp_path / "saved.db", f"sqlite:///{tmp_path}/elsewhere/veillee.db"
    with closing(Store.open(sqlite)) as store:
        write(store, furnish)
        write(store, play)

        async def save_while_writing() -> None:
            writing = [asyncio.create_task(store.write(lambda c: tables.set_table(c, "t", status="over")))]
            await asyncio.to_thread(backup, sqlite, saved)
            await asyncio.gather(*writing)

        asyncio.run(save_while_writing())
        journal = read(store, lambda c: steps.steps(c, "parade"))
    assert saved.stat().st_mode & 0o077 == 0
    assert restore(elsewhere, saved).steps == WHOLE.steps
    assert [path.name for path in tmp_path.glob("saved*")] == ["saved.db"]
    with closing(Store.open(elsewhere)) as again:
        assert read(again, lambda c: steps.steps(c, "parade")) == journal
        assert read(again, lambda c: tables.secret(c, "parade")) == SECRET
        write(again, lambda c: steps.append(c, step(len(journal), "parade", at=NOON)))


def test_nothing_is_overwritten(sqlite: str, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    Store.open(sqlite).close()
    backup(sqlite, saved)
    for attempt in (lambda: backup(sqlite, saved), lambda: restore(sqlite, saved)):
        assert refusal(attempt) == "occupied"


def refusal(attempt: Callable[[], object]) -> str:
    with pytest.raises(VeilleeError) as refused:
        attempt()
    return refused.value.code


def test_a_folder_in_use_is_not_restored_into(sqlite: str, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    with closing(Store.open(sqlite)):
        backup(sqlite, saved)
        assert refusal(lambda: restore(sqlite.replace("veillee.db", "other.db"), saved)) == "locked"


def damaged(whole: bytes) -> dict[str, bytes]:
    """Files that are no whole backup, by what is wrong with them."""
    return {
        "empty": b"",
        "text": b"Once upon a time" * 1000,
        "half": whole[: len(whole) // 2],
        "holed": whole[:20000] + bytes(20000) + whole[40000:],
    }


@pytest.mark.parametrize("fault", damaged(b""))
def test_what_is_no_backup_is_refused_and_leaves_nothing(sqlite: str, tmp_path: Path, fault: str) -> None:
    saved, folder = tmp_path / "saved.db", tmp_path / "new"
    with closing(Store.open(sqlite)) as store:
        write(store, furnish)
        write(store, play)
    backup(sqlite, saved)
    saved.write_bytes(damaged(saved.read_bytes())[fault])
    assert refusal(lambda: restore(f"sqlite:///{folder}/veillee.db", saved)) == "damaged"
    assert [path.name for path in folder.iterdir()] == ["veillee.lock"]


def test_what_is_not_there_is_neither_saved_nor_restored(sqlite: str, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.db"
    assert refusal(lambda: restore(sqlite, nothing)) == "damaged"
    assert refusal(lambda: backup(sqlite, nothing)) == "storage"


@pytest.mark.needs("postgresql")
def test_postgresql_is_saved_by_its_own_tools(postgres_server: str, tmp_path: Path) -> None:
    with pytest.raises(VeilleeError, match="pg_dump"):
        backup(postgres.new_database(postgres_server, "saved"), tmp_path / "saved.db")

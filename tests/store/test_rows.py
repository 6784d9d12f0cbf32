"""Players, tables, chairs and steps: what is put in comes out, and keys decide who was first."""

from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from functools import partial

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from store import postgres
from store.samples import NOON, SECRET, chair, furnish, player, read, step, table, write
from veillee.store import Duplicate, Fenced, Store, StoreError, players, steps, tables


def test_a_player_comes_back_as_added(store: Store) -> None:
    assert read(store, lambda c: players.player(c, "ann")) == player("ann")
    assert read(store, lambda c: players.player(c, "eve")) is None


def test_a_player_is_renamed(store: Store) -> None:
    write(store, lambda c: players.rename(c, "ann", "Anna"))
    assert read(store, lambda c: players.player(c, "ann")) == player("ann")._replace(name="Anna")
    assert read(store, lambda c: players.player(c, "ben")) == player("ben")


@pytest.mark.parametrize("kind", ["session", "token"])
def test_a_session_leads_to_its_player_until_it_is_revoked(store: Store, kind: str) -> None:
    later = datetime.now(UTC) + timedelta(minutes=1)
    write(store, lambda c: players.add_session(c, b"hash", "ben", kind, later))  # type: ignore[arg-type]
    assert read(store, lambda c: players.session_player(c, b"hash")) == player("ben")
    assert read(store, lambda c: players.session_player(c, b"other")) is None
    write(store, lambda c: players.revoke(c, b"hash"))
    assert read(store, lambda c: players.session_player(c, b"hash")) is None


def test_an_expired_session_leads_nowhere(store: Store) -> None:
    now = datetime.now(UTC)
    write(store, lambda c: players.add_session(c, b"hash", "ben", "session", now))
    assert read(store, lambda c: players.session_player(c, b"hash")) is None


def test_a_table_comes_back_as_added_without_its_secret(store: Store) -> None:
    row = read(store, lambda c: tables.table(c, "t"))
    assert row == table()
    assert not hasattr(row, "secret")
    assert read(store, lambda c: tables.secret(c, "t")) == SECRET
    assert read(store, lambda c: tables.table(c, "u")) is None


def test_a_table_is_changed(store: Store) -> None:
    def change(c: Connection) -> None:
        tables.add_table(c, table("u", created=NOON + timedelta(hours=1)), SECRET)
        tables.set_table(c, "t", status="over", rematch="u", host="ben", options={"visibility": "open"})

    write(store, change)
    changed = table(status="over", rematch="u", host="ben", options={"visibility": "open"})
    assert read(store, lambda c: tables.table(c, "t")) == changed


def test_a_time_of_another_zone_is_the_same_moment(store: Store) -> None:
    elsewhere = NOON.astimezone(timezone(timedelta(hours=5)))
    write(store, lambda c: tables.add_table(c, table("u", created=elsewhere), SECRET))
    found = read(store, lambda c: tables.table(c, "u"))
    assert found
    assert (found.created, found.created.tzinfo) == (NOON, UTC)


def test_tables_are_found_by_status_visibility_and_player(store: Store) -> None:
    statuses: list[tables.Status] = ["open", "dealing", "playing", "over", "abandoned"]

    def change(c: Connection) -> None:
        for number, status in enumerate(statuses, start=1):
            row = table(status, status=status, options={"visibility": "open"}, created=NOON + timedelta(hours=number))
            tables.add_table(c, row, SECRET)
            tables.claim_seat(c, status, None, chair("ben"))
            tables.claim_seat(c, status, None, chair("ben"))

    write(store, change)
    assert read(store, tables.live_tables) == ["t", "open", "dealing", "playing"]
    for limit in (1, 2, 9):
        found = read(store, partial(tables.open_tables, limit=limit))
        assert [row.id for row in found] == ["playing", "dealing", "open"][:limit]
        mine = read(store, partial(tables.tables_of, player_id="ben", limit=limit))
        assert [row.id for row in mine] == list(reversed(statuses))[:limit]
    assert read(store, lambda c: tables.tables_of(c, "ann", 9)) == []


def test_a_seat_is_claimed_once(store: Store) -> None:
    assert write(store, lambda c: tables.claim_seat(c, "t", 1, chair("ann"))) == 1
    assert write(store, lambda c: tables.claim_seat(c, "t", 1, chair("ben"))) is None
    assert read(store, lambda c: tables.chairs(c, "t")) == [chair("ann")._replace(seat=1)]


def test_any_seat_is_the_first_free_one(store: Store) -> None:
    assert write(store, lambda c: tables.claim_seat(c, "t", 1, chair("ann"))) == 1
    claims = [write(store, lambda c: tables.claim_seat(c, "t", None, chair(None))) for _ in range(3)]
    assert claims == [0, 2, None]
    write(store, lambda c: tables.free_seat(c, "t", 1))
    assert write(store, lambda c: tables.claim_seat(c, "t", None, chair("ben"))) == 1
    assert [row.player for row in read(store, lambda c: tables.chairs(c, "t"))] == [None, "ben", None]


@pytest.mark.parametrize(("table_id", "seat"), [("t", 3), ("t", -1), ("u", 0), ("u", None)])
def test_a_seat_that_is_not_there_is_not_claimed(store: Store, table_id: str, seat: int | None) -> None:
    assert write(store, lambda c: tables.claim_seat(c, table_id, seat, chair())) is None


def test_a_chair_is_changed(store: Store) -> None:
    write(store, lambda c: tables.claim_seat(c, "t", 1, chair("ann")))
    write(store, lambda c: tables.claim_seat(c, "t", 2, chair("ben")))
    changes = {"ready": True, "nonce_commitment": "ab" * 32, "nonce": b"\xab" * 32, "covered": True, "level": "greedy"}
    write(store, lambda c: tables.set_chair(c, "t", 1, **changes))
    expected = [chair("ann")._replace(seat=1, **changes), chair("ben")._replace(seat=2)]
    assert read(store, lambda c: tables.chairs(c, "t")) == expected


def test_steps_come_back_as_appended_and_in_order(store: Store) -> None:
    dealt = step(0, seat=-1, player=None, action_id=None)
    undo = step(2, action=None, events=[], undo_to=1)
    for row in (dealt, step(1), undo):
        write(store, partial(steps.append, row=row))
    assert read(store, lambda c: steps.steps(c, "t")) == [dealt, step(1), undo]
    assert read(store, lambda c: steps.steps(c, "u")) == []
    assert read(store, lambda c: steps.by_action_id(c, "t", "ann", "a1")) == step(1)
    assert read(store, lambda c: steps.by_action_id(c, "t", "ben", "a1")) is None


def test_the_same_action_again_is_a_duplicate_with_the_stored_step(store: Store) -> None:
    write(store, lambda c: steps.append(c, step(0)))
    for again in (step(0), step(1, action_id="a0", action={"type": "Play", "card": "blue-1"})):
        with pytest.raises(Duplicate) as refusal:
            write(store, partial(steps.append, row=again))
        assert refusal.value.step == step(0)
    assert read(store, lambda c: steps.steps(c, "t")) == [step(0)]


def test_another_step_in_the_same_place_is_fenced(store: Store) -> None:
    write(store, lambda c: steps.append(c, step(0)))
    for other in (step(0, action_id="b"), step(0, player="ben"), step(0, player=None, action_id=None)):
        with pytest.raises(Fenced):
            write(store, partial(steps.append, row=other))
    assert read(store, lambda c: steps.steps(c, "t")) == [step(0)]


def test_action_ids_belong_to_their_player_and_table(store: Store) -> None:
    write(store, lambda c: tables.add_table(c, table("u"), SECRET))
    rows = [step(0, action_id="x"), step(1, action_id="x", player="ben"), step(0, table="u", action_id="x")]
    for row in rows:
        write(store, partial(steps.append, row=row))
    assert read(store, lambda c: steps.steps(c, "t")) == rows[:2]
    assert read(store, lambda c: steps.steps(c, "u")) == rows[2:]


@pytest.mark.parametrize(
    "tampering", ["UPDATE steps SET seat = 1", "UPDATE steps SET seat = seat", "DELETE FROM steps"]
)
def test_the_journal_is_neither_changed_nor_deleted(store: Store, tampering: str) -> None:
    refuse_tampering(store, tampering)


def test_the_journal_is_not_replaced(sqlite: str) -> None:
    with closing(Store.open(sqlite)) as store:
        write(store, furnish)
        refuse_tampering(store, "INSERT OR REPLACE INTO steps SELECT * FROM steps")


@pytest.mark.needs("postgresql")
def test_the_journal_is_not_truncated(postgres_server: str) -> None:
    with closing(Store.open(postgres.new_database(postgres_server, "truncated"))) as store:
        write(store, furnish)
        refuse_tampering(store, "TRUNCATE steps")


def refuse_tampering(store: Store, tampering: str) -> None:
    write(store, lambda c: steps.append(c, step(0)))
    with pytest.raises(DBAPIError, match="only appended"):
        write(store, lambda c: c.exec_driver_sql(tampering))
    assert read(store, lambda c: steps.steps(c, "t")) == [step(0)]


def test_a_row_must_belong_to_something(store: Store) -> None:
    strays = [
        lambda c: steps.append(c, step(0, table="u")),
        lambda c: steps.append(c, step(0, player="eve")),
        lambda c: tables.add_table(c, table("u", host="eve"), SECRET),
        lambda c: tables.claim_seat(c, "t", 0, chair("eve")),
    ]
    for stray in strays:
        with pytest.raises(IntegrityError):
            write(store, stray)


def test_readers_cannot_write(store: Store) -> None:
    with pytest.raises((StoreError, DBAPIError)):
        read(store, lambda c: players.rename(c, "ann", "Eve"))
    assert read(store, lambda c: players.player(c, "ann")) == player("ann")

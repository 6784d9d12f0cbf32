"""The database: players, tables, and the journal of every game. The only user of SQL."""

from veillee.store import players, steps, tables
from veillee.store.errors import StoreError
from veillee.store.players import PlayerRow
from veillee.store.steps import Duplicate, Fenced, StepRow
from veillee.store.store import Store
from veillee.store.tables import ChairRow, TableRow
from veillee.store.upkeep import Checked, backup, check, restore

__all__ = [
    "ChairRow",
    "Checked",
    "Duplicate",
    "Fenced",
    "PlayerRow",
    "StepRow",
    "Store",
    "StoreError",
    "TableRow",
    "backup",
    "check",
    "players",
    "restore",
    "steps",
    "tables",
]

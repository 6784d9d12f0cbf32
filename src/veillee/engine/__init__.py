"""Many games at the speed of the machine: whole games, batches in step, positions played on. See docs/engine.md."""

from veillee.rows.compiled import MissingPart  # first of all: it says what to install where numpy is missing

# isort: split
from veillee.engine.batch import Batch
from veillee.engine.errors import BadArgument, IllegalIndex, NoDevice
from veillee.engine.playouts import Playouts, playouts
from veillee.engine.search import action, index, values, worlds

__all__ = [
    "BadArgument",
    "Batch",
    "IllegalIndex",
    "MissingPart",
    "NoDevice",
    "Playouts",
    "action",
    "index",
    "playouts",
    "values",
    "worlds",
]

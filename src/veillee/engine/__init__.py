"""Many games at the speed of the machine: whole games, batches in step, positions played on. See docs/engine.md."""

from veillee.engine.batch import Batch
from veillee.engine.errors import BadArgument, IllegalIndex, NoDevice
from veillee.engine.playouts import Playouts, playouts
from veillee.engine.search import values, worlds
from veillee.rows.compiled import MissingPart

__all__ = [
    "BadArgument",
    "Batch",
    "IllegalIndex",
    "MissingPart",
    "NoDevice",
    "Playouts",
    "playouts",
    "values",
    "worlds",
]

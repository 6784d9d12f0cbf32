"""What every table of a running server shares."""

from typing import NamedTuple

from structlog.typing import FilteringBoundLogger

from veillee.server.metrics import Metrics
from veillee.server.settings import Settings
from veillee.store import Store


class House(NamedTuple):
    settings: Settings
    store: Store
    key: bytes  # links and codes are derived from it
    metrics: Metrics
    log: FilteringBoundLogger

"""What a running server counts. No table, no player and no card is named in it."""

import asyncio
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from veillee.core.game import VeilleeError

LAG_EVERY_S: Final = 1.0
MILLISECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)


class Metrics:
    """Counters of one server; each has a registry of its own, so that several can live in one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.steps = Counter("veillee_steps", "Accepted actions", ["game"], registry=self._registry)
        self._refusals = Counter("veillee_refusals", "Refused messages and requests", ["code"], registry=self._registry)
        self.evictions = Counter("veillee_evictions", "Sockets closed for reading slowly", registry=self._registry)
        self.frozen = Counter("veillee_frozen_tables", "Tables that stopped on a bug", registry=self._registry)
        self.sockets = Gauge("veillee_sockets", "Open sockets", registry=self._registry)
        self.tables = Gauge("veillee_tables", "Tables in memory", registry=self._registry)
        self.commit = Histogram(
            "veillee_commit_seconds", "From decided to durable", registry=self._registry, buckets=MILLISECONDS
        )
        self._lag = Gauge("veillee_loop_lag_seconds", "How late the event loop woke last", registry=self._registry)

    def refused(self, refusal: VeilleeError) -> None:
        self._refusals.labels(refusal.code).inc()

    def text(self) -> bytes:
        """All of it in the format that Prometheus reads."""
        return generate_latest(self._registry)

    async def watch_lag(self) -> None:
        """Measures how late the event loop is, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY_S
            await asyncio.sleep(LAG_EVERY_S)
            self._lag.set(loop.time() - due)

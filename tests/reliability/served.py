"""A real server in a process of its own, honest or with one seeded fault.

As a program: `python -m reliability.served ORDER_AS_JSON`. It says its address, as the real one does.
"""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from reliability import thinker
from reliability.faults import PLANT
from server.people import PATIENCE_S, QUICK
from store.samples import read
from veillee.server import serve
from veillee.server.settings import Settings
from veillee.store import StepRow, Store, steps

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
FREELY = {"messages_per_s": 1e9, "messages_at_once": 10**9}


class Served:
    """The process, and where it answers."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.process, self.url = process, url


@contextmanager
def served(
    home: Path,
    fault: str | None = None,
    *,
    thinker_s: float = 0,
    send_buffer: int = 0,
    log: Path | None = None,
    **settings: Any,
) -> Iterator[Served]:
    """Serves until the end of the block, then is killed. It may offer a bot that takes its time."""
    chosen = {**QUICK, **FREELY, "home": str(home), "port": 0, **settings}
    order = json.dumps({"settings": chosen, "fault": fault, "thinker_s": thinker_s, "send_buffer": send_buffer})
    command = [sys.executable, "-m", "reliability.served", order]
    logged = log or home / "server.log"
    with logged.open("ab") as file:
        process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=file, text=True)
    try:
        assert process.stdout
        url = process.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:"), logged.read_text(encoding="utf-8")
        yield Served(process, url)
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE_S)


def journal(folder: Path, tables: Iterable[str]) -> dict[str, list[StepRow]]:
    """What a server that has ended left in its journal."""
    with closing(Store.open(f"sqlite:///{folder / 'veillee.sqlite'}")) as store:
        return {name: read(store, lambda c, name=name: steps.steps(c, name)) for name in dict.fromkeys(tables)}


def main(settings: dict[str, Any], fault: str | None, thinker_s: float, send_buffer: int) -> int:
    if fault:
        PLANT[fault]()
    if thinker_s:
        thinker.offer(thinker_s)
    if send_buffer:
        _with_send_buffer(send_buffer)
    return serve.main(Settings(**settings), partial(print, flush=True))


def _with_send_buffer(size: int) -> None:
    """Sockets that hold little, so that a slow reader is soon known as one."""
    listen = serve._listen  # pyright: ignore[reportPrivateUsage]

    def small(settings: Settings) -> socket.socket:
        listener = listen(settings)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, size)
        return listener

    serve._listen = small  # pyright: ignore[reportPrivateUsage]


if __name__ == "__main__":
    sys.exit(main(**json.loads(sys.argv[1])))

"""A PostgreSQL of our own: on loopback, in a folder that goes away, with nobody's rights."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import psycopg

DEBIAN = "/usr/lib/postgresql"
PATIENCE_S = 20.0


@cache
def program(name: str) -> str | None:
    """Where the program is: on the PATH or where Debian puts it, newest version first.

    Links are followed: nobody may not pass through a folder of ours to what lies open to all.
    """
    versions = sorted(Path(DEBIAN).glob("[0-9]*"), key=lambda path: int(path.name), reverse=True)
    folders = [os.environ.get("PATH", ""), *(str(version / "bin") for version in versions)]
    found = shutil.which(name, path=os.pathsep.join(folders))
    return found and os.path.realpath(found)


def is_here() -> bool:
    return bool(program("initdb") and program("postgres"))


@contextmanager
def server(*options: str) -> Iterator[str]:
    """A fresh server; gives the URL of its first database."""
    initdb, postgres = program("initdb"), program("postgres")
    assert initdb
    assert postgres
    user = "nobody" if os.geteuid() == 0 else None  # it refuses to run as root
    folder = Path(tempfile.mkdtemp(prefix="veillee-postgres-"))
    running = None
    try:
        if user:
            shutil.chown(folder, user)
        cluster = ("-D", str(folder / "cluster"))
        new = [initdb, *cluster, "-U", "veillee", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
        subprocess.run(new, user=user, cwd=folder, check=True, capture_output=True)
        port = _free_port()
        here = ("-p", str(port), "-k", "", "-c", "listen_addresses=127.0.0.1")
        with (folder / "log").open("wb") as log:
            running = subprocess.Popen([postgres, *cluster, *here, *options], user=user, cwd=folder, stderr=log)
        url = f"postgresql://veillee@127.0.0.1:{port}/postgres"
        _wait_for(url, folder / "log")
        yield url
    finally:
        if running:
            running.send_signal(signal.SIGINT)  # at once, without waiting for those connected
            running.wait()
        shutil.rmtree(folder)


def new_database(url: str, name: str) -> str:
    """An empty database beside the first; gives its URL."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"{url.rpartition('/')[0]}/{name}"


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def _wait_for(url: str, log: Path) -> None:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise RuntimeError(log.read_text(encoding="utf-8"))

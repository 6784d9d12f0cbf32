"""One server for a data folder: the lock that a second one meets, with the address of the first."""

import fcntl
import os
from pathlib import Path
from typing import Final

from veillee.store.errors import Locked

NAME: Final = "veillee.lock"


class FolderLock:
    """Held from creation to release, and by no means longer than the process lives. The file itself stays."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file = (folder / NAME).open("a+", encoding="utf-8")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.seek(0)
            holder = self._file.read() or "another process"
            self._file.close()
            raise Locked(f"{folder} is in use by {holder}") from None
        self._write(f"process {os.getpid()}")

    def announce(self, address: str) -> None:
        """Tells whoever comes second where the first one answers."""
        self._write(f"process {os.getpid()} at {address}")

    def release(self) -> None:
        if not self._file.closed:
            self._write("")
            self._file.close()

    def _write(self, holder: str) -> None:
        self._file.truncate(0)
        self._file.write(holder)
        self._file.flush()

"""A disk that is really full: nothing is acknowledged, everybody is told why, and with room it goes on by itself."""

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from reliability.crowd import Message, Player, gone, seated
from reliability.row import Found
from reliability.served import journal, served
from server.people import Person

PART = "tmpfs, mounted by root"
SIZE = "8m"
CODE = "no_space"
MOST = 200  # actions that still find room once the disk is full


def is_here() -> bool:
    """Whether a small file system can be mounted here."""
    trial = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/tmp"]
    return (
        shutil.which("unshare") is not None and not subprocess.run(trial, capture_output=True, check=False).returncode
    )


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    home = folder / "small"
    home.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=700", "none", str(home)], check=True)
    try:
        yield home
    finally:
        subprocess.run(["umount", "--lazy", str(home)], check=True)


def check(folder: Path, size: int, fault: str | None) -> Found:
    """The disk is filled, and given room again, so many times."""
    with small_disk(folder) as home:
        with served(home, fault, log=folder / "server.log") as server:
            faults, players, accepted, refused = asyncio.run(_check(server.url, home, size))
        table = players[0].table
        kept = [row.action_id for row in journal(home, [table])[table] if row.player]
    faults += [f"{len(accepted)} accepted, {len(kept)} kept"] * (sorted(accepted) != sorted(map(str, kept)))
    return Found(tuple(faults), {"times_full": size, "accepted": len(accepted), "refused": refused})


async def _check(url: str, home: Path, size: int) -> tuple[list[str], list[Player], list[str], int]:
    faults, accepted, refused = list[str](), list[str](), 0
    ada, ben = await seated(url, "nimble", 2)
    for player in (ada, ben):  # the race has begun, and nothing more is told but what is done
        await player.until(lambda p: p.seen["legal"])
    for nth in range(size):
        ballast = home / "ballast"
        _fill(ballast)
        while True:
            id = f"{nth}-{len(accepted)}"
            shown = len(ben.streams[-1])
            answer = await _alternately(ada, id, len(accepted))
            if answer["type"] == "Refused":
                break
            accepted.append(id)
            await ben.until(lambda p, shown=shown: len(p.streams[-1]) > shown)
            if len(accepted) > MOST * (nth + 1):
                return [*faults, "the disk did not fill up"], [ada, ben], accepted, refused
        refused += 1
        if answer["code"] != CODE:
            faults.append(f"a full disk is called {answer['code']}")
        if (ready := await asyncio.to_thread(_readiness, url)) != (503, CODE):
            faults.append(f"a full server says of itself {ready}")
        if len(ben.streams[-1]) != shown:
            faults.append("what was refused was shown")
        ballast.unlink()
        again = await _alternately(ada, id, len(accepted))
        if again["type"] != "Done":
            faults.append(f"with room again, the answer is {again['code']}")
            continue
        accepted.append(id)
        await ben.until(lambda p, shown=shown: len(p.streams[-1]) > shown)
        if (ready := await asyncio.to_thread(_readiness, url)) != (200, "ready"):
            faults.append(f"with room again, the server says of itself {ready}")
    await gone([ada, ben])
    return faults, [ada, ben], accepted, refused


async def _alternately(player: Player, id: str, nth: int) -> Message:
    return await player.act(id, {"type": ("Flip", "Back")[nth % 2]})


def _fill(ballast: Path) -> None:
    """Until not one more byte finds room."""
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(1 << 12))


def _readiness(url: str) -> tuple[int, str]:
    answer = Person(url, kind="nobody").get("/readyz")
    return answer.status, answer.body.strip()

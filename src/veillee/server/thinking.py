"""Where bots think: never in the event loop.

What is quick has a thread. What takes long has a process, because threads of one process take turns: a search in a
thread would hold up every message of everybody.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.connection import wait
from random import Random
from typing import Any, Final

from veillee.bots.bot import Bot

PROCESSES: Final = max(1, (os.cpu_count() or 2) - 1)  # one processor is left for those who play
POLITENESS: Final = 10  # the system gives way to everything else

_THREADS: Final = ThreadPoolExecutor(2, thread_name_prefix="bot")
_processes: ProcessPoolExecutor | None = None


async def choose(bot: Bot, view: Any, told: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """What the bot would do. A process that was lost, as to a lack of memory, is replaced once."""
    loop = asyncio.get_running_loop()
    if not bot.thinks:
        return await loop.run_in_executor(_THREADS, bot.choose, view, told, legal, rng)
    asked = (bot.choose, view, told, legal, Random(rng.getrandbits(256)))
    pool = _pool()
    try:
        return await loop.run_in_executor(pool, *asked)
    except BrokenExecutor:
        if pool is _processes:  # whoever finds it first replaces it
            stop()
        return await loop.run_in_executor(_pool(), *asked)


def stop() -> None:
    """Ends the processes, whatever they think about."""
    global _processes
    if _processes:
        _processes.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        _processes = None


def _pool() -> ProcessPoolExecutor:
    """Started when the first bot needs it."""
    global _processes
    if not _processes:
        # Spawned, not forked: a copy of a process with threads may wait for ever for a lock that nobody holds.
        _processes = ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn"), initializer=_settle_in)
    return _processes


def _settle_in() -> None:
    """In the process of a bot: it makes room for others, and ends with the server however that ends."""
    os.nice(POLITENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := multiprocessing.parent_process():
        wait([parent.sentinel])
    os._exit(1)

"""A line that is long: what is sent through it arrives later, in order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit


@asynccontextmanager
async def delaying(url: str, seconds: float) -> AsyncIterator[str]:
    """Another address of the server, which is so many seconds away in each direction."""
    parts = urlsplit(url)
    carrying = set[asyncio.Task[None]]()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection(parts.hostname, parts.port)
        for source, sink in ((reader, there[1]), (there[0], writer)):
            task = asyncio.create_task(_carry(source, sink, seconds))
            carrying.add(task)
            task.add_done_callback(carrying.discard)

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for task in carrying:
            task.cancel()


async def _carry(source: asyncio.StreamReader, sink: asyncio.StreamWriter, seconds: float) -> None:
    loop = asyncio.get_running_loop()
    on_the_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def arrive() -> None:
        while True:
            due, chunk = await on_the_way.get()
            await asyncio.sleep(due - loop.time())
            if not chunk:
                sink.close()
                return
            sink.write(chunk)

    arriving = asyncio.create_task(arrive())
    with suppress(ConnectionError):
        while chunk := await source.read(1 << 16):
            on_the_way.put_nowait((loop.time() + seconds, chunk))
    on_the_way.put_nowait((loop.time() + seconds, b""))
    await arriving

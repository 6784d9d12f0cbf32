"""The tables over HTTP and WebSocket: the only user of HTTP and asyncio. `docs/protocol.md` is what it speaks."""

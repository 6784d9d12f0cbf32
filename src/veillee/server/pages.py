"""The browser client, as it was built into the package, and the headers that every answer carries."""

from pathlib import Path
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BUILT: Final = Path(__file__).parents[1] / "static"
ASSETS: Final = "assets"
NEVER_CHANGES: Final = "public, max-age=31536000, immutable"  # names of assets carry a hash of what is in them
MISSING: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Veillée</title>
<h1>Veillée</h1><p>The server runs, but the page to play on was not built into this installation.
Build it with <code>make play</code>, or play with a program: the interface is at
<a href="/api/openapi.json">/api/openapi.json</a>.</p></html>
"""
SECURITY: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def page(request: Request) -> Response:
    """A file of the client; for every other path the client itself, which finds its way by the path."""
    wanted = (BUILT / request.path_params["path"].lstrip("/")).resolve()
    asset = wanted.is_relative_to(BUILT / ASSETS)
    if wanted.is_relative_to(BUILT) and wanted.is_file():
        return FileResponse(wanted, headers={"Cache-Control": NEVER_CHANGES if asset else "no-cache"})
    if asset:
        raise HTTPException(404)  # of another version: the page in its place would be run as a script
    index = BUILT / "index.html"
    if not index.is_file():
        return HTMLResponse(MISSING, headers={"Cache-Control": "no-cache"})
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


class Secured:
    """Adds the headers that tell a browser to run nothing but the client's own files."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SECURITY)
            await send(message)

        await self._app(scope, receive, secured if scope["type"] == "http" else send)

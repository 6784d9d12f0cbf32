"""A socket as a table knows it: a player who looks, and a way to send."""

from typing import Final, Protocol

import msgspec


class Viewer(Protocol):
    @property
    def player(self) -> str:
        """Whose socket it is, by id."""
        ...

    def send(self, frame: bytes) -> None:
        """Never waits; a viewer that reads too slowly is shut out instead."""
        ...


encode: Final = msgspec.json.Encoder().encode

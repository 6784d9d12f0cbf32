"""Fair deals at a table: the secret that is committed to, the nonces of the players, the stream of each deal.

The specification is docs/fair-deals.md. Nothing here can be read from outside before the game is over.
"""

import secrets
from collections.abc import Sequence
from typing import Any, Final

from veillee.core.chance import Keystream, commitment, nonce_commitment
from veillee.core.game import AnyGame, Seat
from veillee.games import chance
from veillee.server.errors import BadNonce
from veillee.store.tables import ChairRow

SECRET_BYTES: Final = 64  # 66 cards have more than 2^308 orders
NONCE_S: Final = 3.0  # how long a table that deals waits for nonces


class Dealer:
    """Draws the deals of one game, in order."""

    def __init__(self, game: AnyGame, secret: bytes) -> None:
        self._game, self.secret = game, secret

    def deal(self, state: Any, chairs: Sequence[ChairRow], number: int) -> Any:
        """The dealer's action, when the dealer is to act."""
        nonces = [chair.nonce or b"" for chair in chairs]
        return chance(self._game).deal(state, Keystream(self.secret, nonces, number))


def fresh_secret(table: str) -> tuple[bytes, str]:
    """A secret that nobody has seen, and the commitment to it."""
    secret = secrets.token_bytes(SECRET_BYTES)
    return secret, commitment(table, secret)


def awaited(chairs: Sequence[ChairRow]) -> list[Seat]:
    """The seats that committed to a nonce and have not opened it yet."""
    return [chair.seat for chair in chairs if chair.nonce_commitment and not chair.nonce]


def check_nonce(table: str, chair: ChairRow, nonce: bytes) -> None:
    """Refuses a nonce that its player had not committed to."""
    if chair.nonce_commitment != nonce_commitment(table, chair.seat, nonce):
        raise BadNonce("this nonce is not the one that you committed to when you were ready")

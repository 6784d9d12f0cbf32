"""Who may do what: one list for HTTP and for the socket. What is not listed is refused to everybody.

Somebody who may not know of a thing gets the same answer as if it were not there.
"""

from enum import StrEnum
from functools import cache
from typing import Final


class Role(StrEnum):
    """What somebody is to the server, and to a table. One person has several roles at once."""

    STRANGER = "stranger"  # anybody
    GUEST = "guest"  # has a session or a token
    SPECTATOR = "spectator"  # knows the table's id, and the table may be watched
    SEATED = "seated"
    HOST = "host"


NEEDED: Final = {
    "GET /healthz": Role.STRANGER,
    "GET /readyz": Role.STRANGER,
    "GET /metrics": Role.STRANGER,
    "GET /api/openapi.json": Role.STRANGER,
    "GET /api/games": Role.STRANGER,
    "POST /api/session": Role.STRANGER,
    "POST /api/tokens": Role.STRANGER,
    "GET /api/session": Role.GUEST,
    "POST /api/session/end": Role.GUEST,
    "GET /api/tables": Role.GUEST,
    "POST /api/tables": Role.GUEST,
    "GET /api/found/{link}": Role.GUEST,
    "WEBSOCKET /api/socket": Role.GUEST,
    # Who may sit down is a matter of links; `sit` judges it.
    "POST /api/tables/{id}/sit": Role.GUEST,
    "GET /api/tables/{id}": Role.SPECTATOR,
    "GET /api/tables/{id}/record": Role.SPECTATOR,
    "GET /api/tables/{id}/replay": Role.SPECTATOR,
    "POST /api/tables/{id}/leave": Role.SEATED,
    "POST /api/tables/{id}/cover": Role.SEATED,
    "POST /api/tables/{id}/return": Role.SEATED,
    "POST /api/tables/{id}/rematch": Role.SEATED,
    "POST /api/tables/{id}/kick": Role.HOST,
    "POST /api/tables/{id}/fill": Role.HOST,
    "POST /api/tables/{id}/empty": Role.HOST,
    "POST /api/tables/{id}/start": Role.HOST,
    "POST /api/tables/{id}/link": Role.HOST,
    "POST /api/tables/{id}/link/revoke": Role.HOST,
    "POST /api/tables/{id}/abandon": Role.HOST,
    # Messages on the socket, by kind.
    "Ping": Role.GUEST,
    "Unwatch": Role.GUEST,
    "Watch": Role.SPECTATOR,
    "Act": Role.SEATED,
    "Ready": Role.SEATED,
    "Nonce": Role.SEATED,
    "Undo": Role.SEATED,
    "Reveal": Role.SEATED,
    "Say": Role.SEATED,
}


def may(what: str, roles: frozenset[Role]) -> bool:
    """Whether somebody with these roles may do this."""
    return NEEDED.get(what) in roles


@cache
def roles_at(*, seated: bool, hosting: bool, watchable: bool) -> frozenset[Role]:
    """The roles of a guest at one table."""
    roles = {Role.STRANGER, Role.GUEST}
    if watchable or seated or hosting:
        roles.add(Role.SPECTATOR)
    if seated:
        roles.add(Role.SEATED)
    if hosting:
        roles.add(Role.HOST)
    return frozenset(roles)

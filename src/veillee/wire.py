"""The messages between a server and its clients, and the documents of its HTTP API: shared by both, decided by neither.

A client asks, the server answers with whole views: nothing is merged, nothing derived. At most twelve kinds of message
go each way. `docs/protocol.md` shows a whole exchange; the browser's types are generated from this file.
"""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Raw

from veillee.core.game import Fact, Seat, Value

PROTOCOL: Final = 1

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]  # 32 bytes
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Phrase = Literal[
    "hello", "good-luck", "well-played", "thank-you", "sorry", "one-moment", "again", "good-night",
    "smile", "wow", "oh-no", "clap",
]  # fmt: skip
Visibility = Literal["link", "open"]
Status = Literal["open", "dealing", "playing", "over", "abandoned"]
Occupant = Literal["person", "program", "bot"]


# What a client says on the socket.


class Watch(Fact, frozen=True):
    """Show me this table from now on: from my seat if I have one, else as a spectator."""

    table: Id


class Unwatch(Fact, frozen=True):
    table: Id


class Act(Fact, frozen=True):
    """My action. `id` is mine: sent again, it is answered again and done once. `prompt` is null in a race."""

    id: Id
    table: Id
    seat: Seat
    prompt: Id | None
    action: Annotated[Raw, Meta(extra_json_schema={"type": "object"})]  # read as the table's game says


class Ready(Fact, frozen=True):
    """I am ready to begin; the hash of my nonce, if I give one."""

    table: Id
    commitment: Hex32 | None


class Nonce(Fact, frozen=True):
    """The nonce that I committed to, once the table is dealing."""

    table: Id
    nonce: Hex32


class Undo(Fact, frozen=True):
    """Take my last action back, which is possible while it has told nobody a new card."""

    id: Id
    table: Id
    seat: Seat


class Reveal(Fact, frozen=True):
    """Pass-and-play: the player of this seat now has the device."""

    table: Id
    seat: Seat


class Say(Fact, frozen=True):
    table: Id
    phrase: Phrase


class Ping(Fact, frozen=True):
    n: int


Asked = Watch | Unwatch | Act | Ready | Nonce | Undo | Reveal | Say | Ping


# What the server says on the socket.


class Welcome(Fact, frozen=True):
    """The first message: who you are here."""

    protocol: int
    player: Id
    name: Name


class Clock(Value, frozen=True):
    """A seat's time. `running` tells whether `left_ms` was going down when this was sent."""

    left_ms: int
    running: bool


class Chair(Value, frozen=True):
    """One seat of a table, as everybody sees it."""

    seat: Seat
    occupant: Occupant | None
    player: Id | None
    name: Name | None
    level: str | None  # of a bot
    ready: bool
    away: bool
    cover_in_ms: int | None  # of one who is away from a game: how long until a bot may be called
    covered: bool  # a bot plays for the owner, who may return at any time


class TableOptions(Value, frozen=True):
    """How this table is played, beyond the rules."""

    visibility: Visibility = "link"
    clock: Literal["none", "move", "game", "days"] = "none"
    clock_s: Annotated[int, Meta(ge=1, le=1_209_600)] = 600
    increment_s: Annotated[int, Meta(ge=0, le=600)] = 0
    pass_and_play: bool = False
    undo: bool = True
    spectators: bool = True


class Table(Value, frozen=True):
    """A table as everybody sees it. `link` and `code` are shown to its host alone."""

    id: Id
    game: str
    rules_version: int
    config: dict[str, Any]
    options: TableOptions
    status: Status
    host: Id | None
    chairs: tuple[Chair, ...]
    spectators: int
    commitment: Hex32
    starts_in_ms: int | None  # a race's 3-2-1
    rematch: Id | None
    link: str | None
    code: str | None


class Lobby(Fact, frozen=True):
    """The table changed: people, readiness, status. Replaces what you had."""

    table: Table


class Seen(Fact, frozen=True):
    """The game as you may know it. Replaces what you had. `n` counts up by one in each viewer's stream of a table.

    `told` is what the last action told you, `legal` what you may do now, `prompt` what an `Act` must name.
    """

    table: Id
    n: int
    seat: Seat
    view: dict[str, Any]
    told: tuple[dict[str, Any], ...]
    legal: tuple[dict[str, Any], ...]
    prompt: Id | None
    clocks: tuple[Clock | None, ...]
    can_undo: bool


class Done(Fact, frozen=True):
    """Your action or undo with this id was accepted, is durable, and shows in the next `Seen`."""

    id: Id


class Refused(Fact, frozen=True):
    """Nothing happened. `id` is that of your message, if it had one; `rule` that of the game, if it was the rules."""

    id: Id | None
    code: str
    rule: str | None
    why: str


class Said(Fact, frozen=True):
    table: Id
    seat: Seat
    phrase: Phrase


class Gone(Fact, frozen=True):
    """You no longer watch this table."""

    table: Id
    why: str


class Pong(Fact, frozen=True):
    n: int


Told = Welcome | Lobby | Seen | Done | Refused | Said | Gone | Pong


# What goes over HTTP.


class Player(Value, frozen=True):
    id: Id
    name: Name
    kind: Literal["guest", "program"]


class NewPlayer(Value, frozen=True):
    """Come in as a guest, or rename yourself."""

    name: Name


class Token(Value, frozen=True):
    """A bearer token for a program. It is shown once."""

    token: str
    player: Player


class NewTable(Value, frozen=True):
    game: str
    config: dict[str, Any]
    options: TableOptions = TableOptions()


class Sit(Value, frozen=True):
    """Take a seat, any free one if none is named. `link` is what the host gave you; a person's own table needs none.

    `name` is for people who share a device: who sits on this seat of it.
    """

    seat: Seat | None = None
    link: str | None = None
    name: Name | None = None


class Fill(Value, frozen=True):
    """Seat a bot."""

    seat: Seat
    level: str


class OneSeat(Value, frozen=True):
    """The seat to free, to cover, or to give back."""

    seat: Seat


class Found(Value, frozen=True):
    """The table that a link or a code leads to."""

    table: Table
    link: str  # what Sit must show


class Listed(Value, frozen=True):
    """The tables that anybody may join or watch, and those at which you sit."""

    open: tuple[Table, ...]
    mine: tuple[Table, ...]


class Level(Value, frozen=True):
    """A kind of opponent that a game offers."""

    name: str
    games: tuple[str, ...]


class GameInfo(Value, frozen=True):
    name: str
    title: str
    author: str
    pace: Literal["turns", "race"]
    seats: tuple[int, ...]
    config_schema: dict[str, Any]
    levels: tuple[str, ...]


class Moment(Value, frozen=True):
    """One step of a replay, as its viewer knew it."""

    n: int
    at: datetime
    seat: Seat
    told: tuple[dict[str, Any], ...]
    view: dict[str, Any]


class Replay(Value, frozen=True):
    table: Id
    game: str
    seat: Seat | None  # null: all cards open, once the game is over
    moments: tuple[Moment, ...]


class Problem(Value, frozen=True):
    """What every refusal over HTTP looks like."""

    code: str
    why: str

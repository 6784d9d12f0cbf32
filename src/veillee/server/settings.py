"""The settings of a server: flags and VEILLEE_… variables in, one frozen value out. Wrong ones are refused by name."""

import argparse
import os
import socket
from collections.abc import Collection, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from veillee.core.game import Value, VeilleeError

PREFIX: Final = "VEILLEE_"
OTHERS: Final = frozenset({"VEILLEE_CACHE"})  # the engine's: where it keeps what it compiled
LAN: Final = "lan"
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
OF_THE_STORE: Final = ("home", "database")
ANY_PROXY: Final = "*"


class BadSetting(VeilleeError):
    """A server cannot run so; the text names the setting."""

    code = "bad_setting"


class Settings(Value, frozen=True):
    """How a server runs."""

    home: Annotated[str, Meta(description="the data folder")] = ""
    database: Annotated[str | None, Meta(description="its URL; without it SQLite in the data folder")] = None
    host: Annotated[str, Meta(description="where to listen; 'lan' is every address in the home network")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="0 takes any free one")] = 8000
    public_url: Annotated[str | None, Meta(description="the address that players use, such as https://…")] = None
    trusted_proxy: Annotated[str | None, Meta(description="addresses whose X-Forwarded-For is believed")] = None
    browser: Annotated[bool, Meta(description="open a browser when started from a terminal at a desk")] = True
    log_level: Annotated[Literal["debug", "info", "warning", "error"], Meta(description="what to log")] = "info"
    bot_pace: Annotated[float, Meta(ge=0, le=10, description="how slowly bots move; 1 is like people")] = 1.0
    countdown_s: Annotated[float, Meta(ge=0, le=60, description="seconds before a race starts")] = 3.0
    away_s: Annotated[float, Meta(ge=0, description="seconds of absence after which a bot may be called")] = 60.0
    messages_per_s: Annotated[float, Meta(gt=0, description="messages a socket may send, on average")] = 20.0
    messages_at_once: Annotated[int, Meta(gt=0, description="messages a socket may send at once")] = 40
    queue_frames: Annotated[int, Meta(gt=0, description="frames that may wait for a slow reader")] = 256
    queue_bytes: Annotated[int, Meta(gt=0, description="bytes that may wait for a slow reader")] = 1 << 20
    sockets_per_player: Annotated[int, Meta(gt=0, description="open sockets of one player")] = 16
    sockets_per_address: Annotated[int, Meta(gt=0, description="open sockets from one address")] = 200
    guesses_per_minute: Annotated[int, Meta(gt=0, description="wrong links or codes from one address")] = 10
    arrivals_per_minute: Annotated[int, Meta(gt=0, description="new players from one address")] = 60

    @property
    def folder(self) -> Path:
        return Path(self.home) if self.home else default_home(os.environ)

    @property
    def store_url(self) -> str:
        return self.database or f"sqlite:///{self.folder / 'veillee.sqlite'}"

    @property
    def bind(self) -> str:
        """The address to listen on."""
        return "0.0.0.0" if self.host == LAN else self.host

    @property
    def secure(self) -> bool:
        """Whether players come over TLS, so that cookies may insist on it."""
        return (self.public_url or "").startswith("https://")

    def origins(self, port: int) -> frozenset[str]:
        """The addresses at which a browser may find this server; pages of any other may not act here."""
        hosts = {*LOOPBACK, *(home_addresses() if self.host == LAN else (self.host,))}
        shown = f":{port}" if port != 80 else ""  # browsers leave the usual port out
        found = {f"http://{host}{shown}" for host in hosts}
        return frozenset(found | {_origin(self.public_url)} if self.public_url else found)


def default_home(environ: Mapping[str, str]) -> Path:
    """The data folder of this user, where the system keeps such folders."""
    shared = environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "veillee"


def home_addresses() -> tuple[str, ...]:
    """This machine's addresses in its network, the one that others most likely reach first."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documents: nothing is sent, but a route is chosen
            return (probe.getsockname()[0],)
        except OSError:
            return ()


def add_arguments(parser: argparse.ArgumentParser, names: Collection[str] = ()) -> None:
    """A flag for each of these settings, or for all; its default is the variable's, so it is left out here."""
    for name, field in _fields().items():
        if names and name not in names:
            continue
        flag, variable = f"--{name.replace('_', '-')}", PREFIX + name.upper()
        parser.add_argument(flag, dest=name, metavar="VALUE", help=f"{describe(name)} ({variable}{_default(field)})")


def from_arguments(arguments: argparse.Namespace, environ: Mapping[str, str]) -> Settings:
    """The settings that flags and variables describe; a flag wins."""
    known = _fields()
    for variable in environ:
        ours = variable.startswith(PREFIX) and variable not in OTHERS
        if ours and variable.removeprefix(PREFIX).lower() not in known:
            raise BadSetting(
                f"{variable}: no such setting; there is {', '.join(PREFIX + name.upper() for name in known)}"
            )
    chosen = {name: environ[PREFIX + name.upper()] for name in known if environ.get(PREFIX + name.upper())}
    chosen |= {name: value for name in known if (value := getattr(arguments, name, None)) is not None}
    try:
        settings = msgspec.convert(chosen, Settings, strict=False)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `$.")
        raise BadSetting(f"{path.rstrip('`') or 'settings'}: {why}") from None
    _check(settings)
    return settings


def _check(settings: Settings) -> None:
    """Refuses what types alone do not."""
    url, proxy = settings.public_url, settings.trusted_proxy
    if url and (not _origin(url) or url.rstrip("/") != _origin(url)):
        raise BadSetting(f"public_url: {url!r} is no address such as https://cards.example.org, without a path")
    if proxy and proxy != ANY_PROXY:
        try:
            for network in proxy.split(","):
                ip_network(network.strip())
        except ValueError as error:
            raise BadSetting(f"trusted_proxy: {error}; write addresses or networks, such as 127.0.0.1") from None


def _origin(url: str) -> str:
    """Scheme, host and port of the address; nothing if it is none."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") and parts.netloc else ""


def _fields() -> dict[str, msgspec.structs.FieldInfo]:
    return {field.name: field for field in msgspec.structs.fields(Settings)}


def _default(field: msgspec.structs.FieldInfo) -> str:
    match field.default:
        case None | "":
            return ""
        case bool() as switch:
            return f", default {str(switch).lower()}"
        case value:
            return f", default {value}"


def describe(name: str) -> str:
    """What the setting is for, in a few words."""
    hint: Any = get_type_hints(Settings, include_extras=True)[name]
    return next(meta.description or "" for meta in get_args(hint) if isinstance(meta, Meta))

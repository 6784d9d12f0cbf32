"""A game as a document: JSON Lines that can be read, replayed and checked without the server that wrote them.

The format is docs/records.md. Reads no clock: times are handed in.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from veillee.core import chance as core_chance
from veillee.core.chance import Chance, Keystream
from veillee.core.game import DEALER, AnyGame, Fact, Seat, VeilleeError
from veillee.core.game import replay as fold

T = TypeVar("T")

FORMAT: Final = "veillee-record/1"

Time = Annotated[datetime, Meta(tz=True)]


class BadRecord(VeilleeError):
    """This is no record of a game, or not of this one. `line` is the first that is wrong, from 1."""

    code = "bad_record"

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why


class Header(Fact, frozen=True):
    """The first line: which game, whose, and what the dealer and the players had committed to before it began."""

    format: str
    game: str
    rules_version: int
    config: dict[str, Any]
    table: str
    names: tuple[str, ...]
    commitment: str | None  # null: these deals cannot be checked
    nonce_commitments: tuple[str | None, ...]  # null: a bot, or a player who stayed silent
    opened: Time
    check: str = ""


class Step(Fact, frozen=True):
    """One accepted action."""

    seat: Seat
    at: Time
    action: dict[str, Any]
    check: str = ""


class Closing(Fact, frozen=True):
    """The last line: how it ended, and the openings."""

    reason: Literal["over", "abandoned"]
    steps: int
    secret: str | None
    nonces: tuple[str | None, ...]
    outcome: dict[str, Any] | None
    check: str = ""


Line = Header | Step | Closing


class Record(NamedTuple):
    header: Header
    steps: tuple[Step, ...]
    closing: Closing


class Move(NamedTuple):
    """One line of a record as the rules saw it."""

    before: Any
    seat: Seat
    action: Any
    events: tuple[Any, ...]
    after: Any


class Verified(NamedTuple):
    """What a record was found to hold. `deals` is None where nothing was committed, so that deals cannot be checked."""

    steps: int
    deals: int | None
    reason: str


def write(record: Record) -> str:
    """The record as JSON Lines. Every line carries a check over itself and all before it."""
    check, written = "", list[bytes]()
    for line in (record.header, *record.steps, record.closing):
        checked = _checked(check, line)
        check = checked.check
        written.append(msgspec.json.encode(checked))
    return b"\n".join((*written, b"")).decode()


def read(document: str | bytes) -> Record:
    """The record in this document; the first line that is malformed, missing or altered is named.

    Only what `write` wrote is a record: a space or a line break too many is an alteration like any other.
    """
    text = document if isinstance(document, bytes) else document.encode(errors="surrogatepass")
    *written, rest = text.split(b"\n")
    lines, check = list[Line](), ""
    for number, raw in enumerate([*written, rest] if rest else written, start=1):
        try:
            line = msgspec.json.decode(raw, type=Line)
        except (ValueError, RecursionError) as error:  # msgspec's errors are values that are wrong, too
            raise BadRecord(number, f"not a line of a record: {error}") from None
        checked = _checked(check, line)
        if raw != msgspec.json.encode(checked):
            raise BadRecord(number, "altered: this line, or one left out before it, does not fit its check")
        check = checked.check
        lines.append(line)
    record = _arrange(lines)
    if rest:
        raise BadRecord(len(lines), "cut short: the line break that ends a record is missing")
    return record


def moves(record: Record, game: AnyGame) -> Iterator[Move]:
    """The game, decided anew line by line."""
    header = record.header
    if header.game != game.name:
        raise BadRecord(1, f"a record of {header.game!r}, not of {game.name!r}")
    if header.rules_version != game.rules_version:
        raise BadRecord(1, f"played by rules version {header.rules_version}; this program has {game.rules_version}")
    state = _at(1, lambda: game.start(msgspec.convert(header.config, game.config_type)))
    if len(header.names) != header.config["seats"]:
        raise BadRecord(1, f"{len(header.names)} names for {header.config['seats']} seats")
    for number, step in enumerate(record.steps, start=2):
        action = _at(number, lambda step=step: msgspec.convert(step.action, game.action_type))
        events = _at(number, lambda s=state, a=action, seat=step.seat: game.decide(s, seat, a))
        after = fold(game, state, events)
        yield Move(state, step.seat, action, events, after)
        state = after


def verify(record: Record, game: AnyGame, chance: Chance) -> Verified:
    """Decides every action anew, derives every deal anew, and compares the end. Raises BadRecord at the first fault."""
    header, closing = record.header, record.closing
    _check_openings(record)
    secret = bytes.fromhex(closing.secret) if closing.secret else None
    nonces = [bytes.fromhex(nonce or "") for nonce in closing.nonces]
    state, deals, time = None, 0, header.opened
    for number, (step, move) in enumerate(zip(record.steps, moves(record, game), strict=True), start=2):
        if step.at < time:
            raise BadRecord(number, "earlier than the line before it")
        if step.seat == DEALER and secret:
            if chance.deal(move.before, Keystream(secret, nonces, deals)) != move.action:
                raise BadRecord(number, "this deal does not follow from the secret and the nonces")
            deals += 1
        state, time = move.after, step.at
    _check_end(record, game, state)
    return Verified(steps=len(record.steps), deals=deals if secret else None, reason=closing.reason)


def _check_openings(record: Record) -> None:
    header, closing, last = record.header, record.closing, len(record.steps) + 2
    seats = len(header.names)
    if len(header.nonce_commitments) != seats or len(closing.nonces) != seats:
        raise BadRecord(1, f"{seats} names, so there must be {seats} nonces and {seats} commitments to them")
    openings: Sequence[str | None] = (closing.secret, *closing.nonces)
    try:
        secret, *nonces = (None if opening is None else bytes.fromhex(opening) for opening in openings)
    except ValueError:
        raise BadRecord(last, "a secret or a nonce is not hexadecimal") from None
    if (secret is None) != (header.commitment is None):
        raise BadRecord(last, "a commitment without its secret, or a secret without its commitment")
    if secret is not None and core_chance.commitment(header.table, secret) != header.commitment:
        raise BadRecord(last, "the secret is not the one that was committed to")
    for seat, (nonce, committed) in enumerate(zip(nonces, header.nonce_commitments, strict=True)):
        if nonce is not None and core_chance.nonce_commitment(header.table, seat, nonce) != committed:
            raise BadRecord(last, f"the nonce of seat {seat} is not the one that was committed to")


def _check_end(record: Record, game: AnyGame, state: Any) -> None:
    closing, last = record.closing, len(record.steps) + 2
    if closing.steps != len(record.steps):
        raise BadRecord(last, f"{closing.steps} steps were played, {len(record.steps)} are here")
    outcome = game.outcome(state) if state is not None else None
    if (outcome is not None) != (closing.reason == "over"):
        raise BadRecord(last, f"closed as {closing.reason!r}, but the game is {'over' if outcome else 'not over'}")
    if msgspec.json.encode(outcome) != msgspec.json.encode(closing.outcome):
        raise BadRecord(last, "the outcome is not the one that these actions lead to")


def _arrange(lines: Iterable[Line]) -> Record:
    """Header, steps, closing: in this order and nothing else."""
    header, *rest = (*lines,) or (None,)
    if not isinstance(header, Header):
        raise BadRecord(1, "a record begins with its header")
    if header.format != FORMAT:
        raise BadRecord(1, f"the format is {header.format!r}; this program reads {FORMAT!r}")
    if not rest or not isinstance(rest[-1], Closing):
        raise BadRecord(len(rest) + 2, "missing: a record ends with its closing, so this one is cut short")
    steps = list[Step]()
    for number, line in enumerate(rest[:-1], start=2):
        if not isinstance(line, Step):
            raise BadRecord(number, f"{type(line).__name__} in the middle of a record")
        steps.append(line)
    return Record(header, tuple(steps), rest[-1])


def _checked(previous: str, line: Line) -> Line:
    """The line with the check that it must have, after a line with that check."""
    check = sha256(previous.encode() + msgspec.json.encode(replace(line, check=""))).hexdigest()[:16]
    return replace(line, check=check)


def _at(line: int, attempt: Callable[[], T]) -> T:
    """What the attempt gives; what the rules or msgspec refuse in it is a fault of this line."""
    try:
        return attempt()
    except (VeilleeError, msgspec.ValidationError) as error:
        raise BadRecord(line, str(error)) from None

"""A game told line by line: what happened, who was told, and what every seat then saw. Knows no game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from veillee.core.game import DEALER, EVERYONE, NOBODY, SPECTATOR, AnyGame, Seat
from veillee.core.notation import Notation
from veillee.core.record import Move


def open_transcript(game: AnyGame, notation: Notation, seats: int, moves: Iterable[Move]) -> Iterator[str]:
    """All cards open: every action, every event with those it was told to, and what each seat saw after it.

    What a seat sees is printed once for all (`|`), then for each seat only the lines that others do not have (`0|`).
    """
    for number, move in enumerate(moves, start=1):
        yield f"{number}. {seat_name(move.seat)}: {notation.write_action(move.action)}"
        for event in move.events:
            yield f"   {_told_to(game.audience(event))}: {notation.write_event(event)}"
        public = notation.draw(game.view(move.after, SPECTATOR)).splitlines()
        yield from (f"   | {line}" for line in public)
        for seat in range(seats):
            own = notation.draw(game.view(move.after, seat)).splitlines()
            yield from (f"  {seat}| {line}" for line in own if line not in public)


def seat_transcript(game: AnyGame, notation: Notation, seat: Seat, moves: Iterable[Move]) -> Iterator[str]:
    """The game as this seat, or a spectator, knew it: only what it was told, and what it saw."""
    for move in moves:
        yield from told(game, notation, seat, move.events)
        yield from (f"  | {line}" for line in notation.draw(game.view(move.after, seat)).splitlines())


def told(game: AnyGame, notation: Notation, seat: Seat, events: Sequence[Any]) -> list[str]:
    """Of these events, those that the seat was told, in words."""
    return [notation.write_event(event) for event in events if seat in game.audience(event)]


def seat_name(seat: Seat) -> str:
    return {DEALER: "dealer", SPECTATOR: "spectator"}.get(seat, f"seat {seat}")


def _told_to(audience: frozenset[Seat]) -> str:
    match audience:
        case _ if audience == EVERYONE:
            return "all"
        case _ if audience == NOBODY:
            return "nobody"
        case _:
            return ", ".join(map(seat_name, sorted(audience)))

"""Positions of Parade, built from the cards that matter."""

from collections.abc import Sequence

from msgspec.structs import replace

from veillee.core.game import replay
from veillee.games.parade import GAME
from veillee.games.parade.cards import DECK, Card, canonical
from veillee.games.parade.types import Action, Cards, Config, Deal, Phase, State


def cards(text: str) -> Cards:
    return tuple(map(Card, text.split()))


def dealt(seats: int, first: int = 0) -> State:
    """The game after a deal of the deck in canonical order."""
    start = GAME.start(Config(seats))
    return replay(GAME, start, GAME.decide(start, -1, Deal(DECK, first)))


def position(
    seats: int = 2,
    *,
    phase: Phase = "play",
    turn: int = 0,
    hands: Sequence[str] = (),
    taken: Sequence[str] = (),
    parade: str = "",
    pile: str = "orange-9 orange-8",
    turns_left: int | None = None,
) -> State:
    """A position in which seats that are not named hold and have nothing."""
    return replace(
        dealt(seats),
        phase=phase,
        turn=turn if phase in ("play", "last") else None,
        hands=_rows(hands, seats),
        taken=_rows(taken, seats),
        parade=cards(parade),
        pile=cards(pile),
        turns_left=turns_left,
        reason="pile" if phase in ("last", "discard") else None,
    )


def act(state: State, seat: int, action: Action) -> State:
    return replay(GAME, state, GAME.decide(state, seat, action))


def _rows(rows: Sequence[str], seats: int) -> tuple[Cards, ...]:
    named = [tuple(sorted(cards(row), key=canonical)) for row in rows]
    return (*named, *((),) * (seats - len(named)))

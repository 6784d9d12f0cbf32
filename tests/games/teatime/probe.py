"""What the contract suite must know of Tea Time that the protocol does not say."""

from collections import Counter
from itertools import product
from random import Random

from veillee.core.game import Seat
from veillee.games.teatime.cards import MIRROR, NORMAL, SETUPS, Card, Character, character
from veillee.games.teatime.cards import deck as characters
from veillee.games.teatime.types import (
    Action,
    AlicePlaced,
    AliceTaken,
    CardsTaken,
    Cells,
    Collection,
    Config,
    Deal,
    Event,
    FirstChosen,
    Grid,
    GridLaid,
    State,
    Take,
    View,
)

CONFIGS = tuple(Config(seats) for seats in range(2, 5))
ALICE = "Alice"  # who can never be hidden; "alice" is also the name of a field of every view
DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


def bound(config: Config) -> int:
    """The most actions that a game can have: the deal, and in each round a turn for every cell and one for Alice."""
    setup = SETUPS[config.seats]
    return 1 + setup.rounds * (setup.rows * setup.columns + 1)


def deck(config: Config) -> Counter[str]:
    """Every card of the game, a character card by its character, for it has both faces."""
    return Counter((*characters(config.seats), ALICE))


def places(state: State) -> Counter[str]:
    """Every card that lies somewhere or has left the game. Empty before the deal."""
    lying = _shown(state.grid, state.alice, state.collections)
    known = Counter[str](name if name == ALICE else character(Card(name)) for name in lying.elements())
    return known + Counter(state.stack) + Counter(dict(zip(Character, state.cancelled, strict=True)))


def shown(view: View) -> Counter[str]:
    """Every card that this view shows, by its face."""
    return _shown(view.grid, view.alice, view.collections)


def told(event: Event) -> Counter[str]:
    """Every card that this event tells of, by its face. What cancels was told when it was taken."""
    match event:
        case GridLaid(_, rows):
            return Counter(card for row in rows for card in row)
        case CardsTaken(_, _, cards):
            return Counter(map(_name, cards))
        case FirstChosen() | AlicePlaced() | AliceTaken():
            return Counter((ALICE,))
        case _:
            return Counter()


def action_space(state: State, rng: Random) -> list[Action]:
    """Every line in both orders, some of all other takes a player could name, and what is no action here."""
    setup = SETUPS[state.config.seats]
    inside = list(product(range(setup.rows), range(setup.columns)))
    around = [cell for cell in product(range(-1, setup.rows + 1), range(-1, setup.columns + 1)) if cell not in inside]
    lines = [_line(cell, step, length) for cell in inside for step in DIRECTIONS for length in (2, 3)]
    takes: list[Cells] = [
        (),
        *((cell,) for cell in (*inside, *around)),
        *(line for line in lines if set(line) <= set(inside)),
        *rng.sample([line for line in lines if not set(line) <= set(inside)], 20),
        *(tuple(rng.sample(inside, size)) for size in (2, 3, 4) for _ in range(12)),
        *(tuple(sorted(rng.sample(inside, size))) for size in (2, 3, 4) for _ in range(12)),
        (inside[0], inside[0]),
        tuple(inside[:4]),
        tuple(inside),
    ]
    return [*map(Take, takes), Deal(0, characters(state.config.seats))]


def _shown(grid: Grid, alice: Seat | None, collections: tuple[Collection, ...]) -> Counter[str]:
    cards = Counter(_name(card) for row in grid for card in row if card)
    for collection in collections:
        for who, count in zip(Character, collection, strict=True):
            cards[(NORMAL if count > 0 else MIRROR)[who]] += abs(count)
    return +cards if alice is None else cards + Counter((ALICE,))


def _name(card: Card) -> str:
    return ALICE if card == Card.ALICE else card


def _line(cell: tuple[int, int], step: tuple[int, int], length: int) -> Cells:
    return tuple((cell[0] + nth * step[0], cell[1] + nth * step[1]) for nth in range(length))

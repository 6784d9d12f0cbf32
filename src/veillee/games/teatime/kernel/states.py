"""The way of a row of Tea Time from and to the room's State, in plain Python."""

from itertools import chain

from veillee.core.game import Seat
from veillee.games.teatime.cards import MIRROR, NORMAL, SETUPS, Card, Character, character, place
from veillee.games.teatime.kernel.rows import GRID, TABLE
from veillee.games.teatime.types import Config, Deal, State
from veillee.rows.kernel import Cells, Words


def load(config: Config, state: State, words: Words, cells: Cells, i: int, key: int, actor: Seat | None = None) -> None:
    """Of chance nothing is to come: the stack is in the state."""
    setup, here = SETUPS[config.seats], [card for row in state.grid for card in row]
    table = sum(1 << cell for cell, card in enumerate(here) if card)
    table |= state.turn << 20 | state.round << 25 | (state.player or 0) << 28
    words[i] = 0
    words[i, GRID] = _packed([7 if card == Card.ALICE else place(card) if card else 0 for card in here])
    words[i, TABLE] = table | (7 if state.alice is None else state.alice) << 30
    for seat, collection in enumerate(state.collections):
        words[i, 2 + seat] = int.from_bytes([*(16 + count for count in collection), 32, 48], "little")
    to_come = [tuple(Character).index(who) for who in state.stack]
    for nth_grid, start in enumerate(range(0, len(to_come), setup.rows * setup.columns)):
        words[i, 6 + nth_grid] = _packed(to_come[start : start + setup.rows * setup.columns])


def state(config: Config, words: Words, cells: Cells, i: int) -> State:
    setup, row = SETUPS[config.seats], [int(word) for word in words[i]]
    table, size = row[1], setup.rows * setup.columns
    turn, number, holder = table >> 20 & 31, table >> 25 & 7, table >> 30 & 7
    faces = (*zip(MIRROR.values(), NORMAL.values(), strict=True), (), (Card.ALICE, Card.ALICE))
    grid = tuple(
        tuple(
            faces[code][sum(divmod(cell, setup.columns)) % 2] if table >> cell & 1 else None
            for cell, code in enumerate(_codes(row[0], size))
        )[start : start + setup.columns]
        for start in range(0, size, setup.columns)
    )
    owned = row[2 : 2 + config.seats]
    collections = tuple(tuple(byte - 16 for byte in word.to_bytes(8, "little")[:6]) for word in owned)
    stack = tuple(tuple(Character)[code] for word in row[6 : 6 + setup.rounds - number] for code in _codes(word, size))
    lying = [character(card) for cards in grid for card in cards if card and card != Card.ALICE]
    return State(
        config=config,
        phase="play" if turn else "over",
        round=number,
        turn=turn,
        player=table >> 28 & 3 if turn else None,
        grid=grid,
        alice=None if holder == 7 else holder,
        collections=collections,
        cancelled=tuple(
            setup.copies - stack.count(who) - lying.count(who) - sum(abs(own[nth]) for own in collections)
            for nth, who in enumerate(Character)
        ),
        stack=stack,
    )


def dealt(config: Config, before: State, words: Words, cells: Cells, i: int) -> Deal:
    """Of a row that was just dealt: the first player, and all grids."""
    setup, row = SETUPS[config.seats], [int(word) for word in words[i]]
    grids = (row[0], *row[6 : 5 + setup.rounds])
    codes = chain.from_iterable(_codes(grid, setup.rows * setup.columns) for grid in grids)
    return Deal(first=row[1] >> 28 & 3, stack=tuple(tuple(Character)[code] for code in codes))


def _packed(codes: list[int]) -> int:
    return sum(code << 3 * cell for cell, code in enumerate(codes)) | 6 << 60


def _codes(grid: int, size: int) -> list[int]:
    return [grid >> 3 * cell & 7 for cell in range(size)]

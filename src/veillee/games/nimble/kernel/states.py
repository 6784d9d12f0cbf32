"""Rows of Nimble from and to the room's State."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from veillee.core.game import Seat
from veillee.games.nimble.cards import COLOURS, DECK, PACK, PACKS, PILES, Card, frame, owner
from veillee.games.nimble.kernel.layout import (
    ACTOR,
    COLOUR_OF,
    ERRORS,
    FACES,
    FIRST,
    FRAMES,
    IN_DISCARD,
    IN_PACK,
    KEY,
    NOTHING,
    OF_ROUND,
    ON_PILE,
    OVER,
    ROWS,
    SEEN,
    SHEETS,
    TABLE,
    TOTALS,
    U,
    place_of,
)
from veillee.games.nimble.scoring import round_sheet
from veillee.games.nimble.types import Cards, Config, Deal, RoundSheet, State
from veillee.rows.chance import high, word
from veillee.rows.kernel import Cells, Words

CARD_OF: Final = {face: card for card, face in FACES.items()}
PLACE_OF: Final = {card: place for place, card in enumerate(DECK)}


def load(config: Config, state: State, words: Words, cells: Cells, i: int, key: int, actor: Seat | None = None) -> None:
    words[i, :], cells[i, :] = 0, NOTHING
    words[i, KEY], words[i, ACTOR] = key, OVER
    for number, result in enumerate(state.results):
        tops = _load_piles(cells, i, number, [pile.cards for pile in result.piles])
        seats = (of.left | of.errors << 5 for of in result.seats)
        words[i, int(SHEETS) + number] = _packed(tops, 8) | _packed(seats, 10) << 24
        for seat, of in enumerate(result.seats):
            words[i, int(TOTALS) + seat] += U((of.rank == 1) << 32 | of.errors << 16 | of.left)
    if state.phase != "race":
        return
    number = state.round - 1
    tops = _load_piles(cells, i, number, state.piles)
    heights = (len(pile) << 8 for pile in state.piles)
    words[i, TABLE] = _packed(map(int.__or__, tops, heights), 16) | number << 48
    left = [(*discard, *pack) for discard, pack in zip(state.discards, state.packs, strict=True)]
    frames = [COLOUR_OF[frame(card)] for row in left for card in row]
    words[i, FRAMES] = _packed(map(frames.count, range(len(COLOURS))), 8)
    sheet = round_sheet(state.piles, tuple(map(len, left)))
    words[i, ERRORS] = _packed((of.errors for of in sheet.seats), 8)
    for seat, row in enumerate(left):
        border = len(state.discards[seat])
        discard = sum(1 << 63 - place for place in range(border))
        words[i, int(ROWS) + seat] = discard | sum(1 << place for place in range(border, len(row)))
        words[i, int(SEEN) + seat] = discard
        cells[i, PACK * seat : PACK * seat + len(row)] = [FACES[card] for card in row]
        known = {card: int(IN_DISCARD) + place if place < border else int(IN_PACK) for place, card in enumerate(row)}
        for number, card in enumerate(PACKS[seat]):
            at, bit = place_of(U(seat), U(number))
            words[i, at] |= U(known.get(card, int(ON_PILE))) << bit
    words[i, ACTOR] = high(U(word(U(key), FIRST)), config.seats) if actor is None else actor


def _load_piles(cells: Cells, i: int, number: int, piles: Sequence[Cards]) -> list[int]:
    """Writes what lies under each card of a round, and returns the faces on top."""
    for pile in piles:
        for under, card in zip((NOTHING, *(FACES[card] for card in pile)), pile, strict=False):
            cells[i, 120 * (1 + number) + PLACE_OF[card]] = under
    return [FACES[pile[-1]] for pile in piles]


def _packed(numbers: Iterable[int], bits: int) -> int:
    return sum(number << bits * place for place, number in enumerate(numbers))


def state(config: Config, words: Words, cells: Cells, i: int) -> State:
    over = words[i, ACTOR] == OVER
    rounds = config.seats if config.challenge else 1
    number = rounds if over else int(words[i, TABLE] >> OF_ROUND)
    results = tuple(_result(config, words, cells, i, number) for number in range(number))
    if over:
        return State(config, "over", rounds, rounds, (), (), (), results)
    tops = [int(words[i, TABLE]) >> 16 * pile & 255 for pile in range(PILES)]
    rows = [
        (int(words[i, int(ROWS) + seat]), cells[i, PACK * seat : PACK * (seat + 1)]) for seat in range(config.seats)
    ]
    return State(
        config=config,
        phase="race",
        round=number + 1,
        rounds=rounds,
        piles=_piles(cells, i, number, tops),
        packs=tuple(_cards(mine, f"{row:064b}"[:31:-1]) for row, mine in rows),
        discards=tuple(_cards(mine, f"{row:064b}"[:32]) for row, mine in rows),
        results=results,
    )


def _cards(faces: Any, there: str) -> Cards:
    """The cards of the places where this is 1."""
    return tuple(CARD_OF[int(face)] for face, here in zip(faces, there, strict=False) if here == "1")


def _result(config: Config, words: Words, cells: Cells, i: int, number: int) -> RoundSheet:
    sheet = int(words[i, int(SHEETS) + number])
    piles = _piles(cells, i, number, [sheet >> 8 * pile & 255 for pile in range(PILES)])
    return round_sheet(piles, tuple(sheet >> 24 + 10 * seat & 31 for seat in range(config.seats)))


def _piles(cells: Cells, i: int, number: int, tops: Sequence[int]) -> tuple[Cards, ...]:
    piles: list[Cards] = []
    for face in tops:
        pile: list[Card] = []
        while face != NOTHING:
            pile.append(CARD_OF[face])
            face = int(cells[i, 120 * (1 + number) + PLACE_OF[pile[-1]]])
        piles.append(tuple(reversed(pile)))
    return tuple(piles)


def dealt(config: Config, before: State, words: Words, cells: Cells, i: int) -> Deal:
    after = state(config, words, cells, i)
    started = [[card for (card,) in after.piles if owner(card) == seat] for seat in range(config.seats)]
    packs = ((*mine, *pack) for mine, pack in zip(started, after.packs, strict=True))
    return Deal(tuple(packs), tuple(map(len, started)))

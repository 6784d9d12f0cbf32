"""The rules of Nimble on rows, and what a seat sees of them. Not the authority: they are checked against rules.py.

Nothing branches on whether a card is flipped or placed: a branch that nobody can foresee costs more than both.
"""

# pyright: basic

from typing import Final

import numpy as np

from veillee.games.nimble.kernel.hands import pass_on
from veillee.games.nimble.kernel.layout import (
    ACTOR,
    ALL_CARDS,
    BACK,
    BYTE,
    CARDS,
    COLOUR,
    DONE,
    EIGHT,
    ERRORS,
    FIVE,
    FIVE_BITS,
    FLIP,
    FOUR,
    FRAMES,
    GUIDED,
    HALF,
    IN_DISCARD,
    IN_PACK,
    KEY,
    LANE,
    LAST_BIT,
    LOW_HALF,
    MOMENTS,
    NOTHING,
    OF_FRAME,
    OF_OWNER,
    OF_ROUND,
    ON_PILE,
    OVER,
    PLACE,
    RECYCLE,
    RESULTS,
    ROUNDS,
    ROWS,
    SEEN,
    SHEETS,
    SIX,
    TABLE,
    TEN,
    TEN_BITS,
    THREE,
    TOTALS,
    TWO,
    UNDER,
    WHERE,
    WORDS_OF_WHERE,
    U,
    circles,
    face_at,
    fitting,
    frame_of,
    in_discard,
    number_of,
    place_of,
    top_of,
)
from veillee.rows.bits import BYTES, NIBBLES, ONE, PAIRS, SUM, ZERO, count, lowest, nth
from veillee.rows.chance import high, low, word
from veillee.rows.compiled import compiled, inlined

ALL_PILES: Final = U(7)
ONE_HIGHER: Final = U(256)  # in TABLE
WHOLE_PACK, EACH_FRAME = U((1 << 30) - 1), U(0x050505050505)
WORDS_OF_PACK, WORDS_OF_ROUND = U(15), U(60)
PAIRS_OF_BYTES, FOURS_OF_BYTES = U(0x00FF00FF00FF00FF), U(0x0000FFFF0000FFFF)

# Of an observation (encode.py).
PILES_AT, SEATS_AT = U(4), U(16)
OF_PILE, OF_SEAT, OF_RESULT = U(4), U(5), U(3)


@compiled
def deal(seats, tables, words, cells, i, key):
    words[i, KEY], words[i, DONE], words[i, TABLE] = U(key), ZERO, ZERO
    for seat in range(seats):
        words[i, TOTALS + U(seat)] = ZERO
    _deal_round(seats, tables, words, cells, i, (ONE << U(seats)) - ONE)  # NIM-R3: anybody may begin fewest piles


@inlined
def actor(seats, tables, words, cells, i):
    return np.int64(words[i, ACTOR])


@inlined
def is_legal(seats, tables, words, cells, i, action):
    seat = words[i, ACTOR]
    if seat == OVER or U(action) >= SIX:
        return False
    return (moves(tables, words, cells, i, seat) >> U(action)) & ONE == ONE


@inlined
def legal(seats, tables, words, cells, i, mask):
    seat = words[i, ACTOR]
    there = ZERO if seat == OVER else moves(tables, words, cells, i, seat)
    for action in range(6):
        mask[i, action] = (there >> U(action)) & ONE


@inlined
def apply(seats, tables, words, cells, i, action):
    action, seat = U(action), words[i, ACTOR]
    row, table = words[i, ROWS + seat], words[i, TABLE]
    places = action >= PLACE
    at = lowest(row) if action == FLIP else top_of(row)
    face = face_at(cells, i, seat, at)
    colour = frame_of(face)
    # What lies under the card matters only if it is placed; it is written, unread, of other cards too.
    lane = LANE * (action - PLACE) if places else ZERO
    under, number = (table >> lane) & BYTE, number_of(ZERO, face)
    cells[i, UNDER + ALL_CARDS * (table >> OF_ROUND) + CARDS * seat + number] = under
    now = ON_PILE if places else IN_DISCARD + count(row >> HALF) if action == FLIP else IN_PACK
    eight, bit = place_of(seat, number)
    words[i, eight] = (words[i, eight] & ~(BYTE << bit)) | (now << bit)
    # NIM-R6, NIM-R8: a flip and a back move the border over one card; NIM-R7: a placement takes it out of the row.
    border = LAST_BIT >> at
    row = row ^ (border if places else border | (ONE << at))
    if action == RECYCLE:
        row = mirrored(words[i, ROWS + seat])
        for part in range(WORDS_OF_WHERE):
            at = WHERE + WORDS_OF_WHERE * seat + part
            words[i, at] &= ~in_discard(words[i, at])
    table = table + (((ONE_HIGHER + face - under) << lane) if places else ZERO)
    frames = words[i, FRAMES] - ((ONE << (EIGHT * colour)) if places else ZERO)
    wrong = ONE if places & (colour != under & COLOUR) else ZERO  # NIM-R15
    words[i, ROWS + seat] = row
    words[i, SEEN + seat] |= row & ~LOW_HALF
    words[i, TABLE] = table
    words[i, FRAMES] = frames
    words[i, ERRORS] += wrong << (EIGHT * seat)
    words[i, DONE] += ONE
    # NIM-R12: with two players the round ends at one card left, with more at none.
    out = (row & (row - ONE) if seats == 2 else row) == ZERO
    if places & (out | _stuck(table, frames)):
        _end_round(seats, tables, words, cells, i)
    else:
        pass_on(seats, tables, words, cells, i, seat)


@inlined
def _stuck(table, frames):
    """NIM-R13: no card left anywhere has a frame of one of the visible circles."""
    first, second, third = circles(table)
    fit = (frames >> (EIGHT * first)) | (frames >> (EIGHT * second)) | (frames >> (EIGHT * third))
    return fit & BYTE == ZERO


@inlined
def moves(tables, words, cells, i, seat):
    """The legal actions of a seat as bits."""
    row = words[i, ROWS + seat]
    # NIM-R10: anywhere; NIM-R19: where it fits.
    places = ALL_PILES if tables[GUIDED] == ZERO else fitting(words, cells, i, seat, words[i, TABLE])
    pack, recycle = (ONE << FLIP, ZERO) if row & LOW_HALF != ZERO else (ZERO, ONE << RECYCLE)
    return pack | (recycle | (ONE << BACK) | (places << PLACE) if row >> HALF != ZERO else ZERO)


@inlined
def mirrored(row):
    """NIM-R9: the whole discard is the pack again, in the same order."""
    for width, mask in ((ONE, PAIRS), (TWO, NIBBLES), (FOUR, BYTES), (EIGHT, PAIRS_OF_BYTES), (LANE, FOURS_OF_BYTES)):
        row = ((row >> width) & mask) | ((row & mask) << width)
    return (row >> HALF) | (row << HALF)


@compiled
def _deal_round(seats, tables, words, cells, i, candidates):
    """NIM-R2, NIM-R3: every pack is shuffled; one of the candidates begins fewest piles."""
    key, number = words[i, KEY], words[i, TABLE] >> OF_ROUND
    drawn = WORDS_OF_ROUND * number
    fewest = nth(candidates, low(word(key, drawn), count(candidates)))
    table, frames, pile = number << OF_ROUND, U(seats) * EACH_FRAME, ZERO
    for owns in range(seats):
        seat = U(owns)
        for pair in range(WORDS_OF_PACK):
            two = word(key, drawn)
            _shuffle_in(cells, i, seat, TWO * U(pair), low(two, TWO * U(pair) + ONE))
            _shuffle_in(cells, i, seat, TWO * U(pair) + ONE, high(two, TWO * U(pair) + TWO))
            drawn += ONE
        for part in range(WORDS_OF_WHERE):
            words[i, WHERE + WORDS_OF_WHERE * seat + part] = ZERO
        begins = _begins(seats, seat == fewest)
        for place in range(TWO):
            if U(place) < begins:
                face = face_at(cells, i, seat, U(place))
                table += (ONE_HIGHER | face) << (LANE * pile)
                frames -= ONE << (EIGHT * frame_of(face))
                cells[i, UNDER + ALL_CARDS * number + number_of(seat, face)] = NOTHING
                eight, bit = place_of(seat, number_of(ZERO, face))
                words[i, eight] |= ON_PILE << bit
                pile += ONE
        words[i, ROWS + seat] = WHOLE_PACK ^ ((ONE << begins) - ONE)
        words[i, SEEN + seat] = ZERO
        words[i, MOMENTS + seat] = ZERO
    words[i, TABLE], words[i, FRAMES], words[i, ERRORS] = table, frames, ZERO
    pass_on(seats, tables, words, cells, i, OVER)


@inlined
def _shuffle_in(cells, i, seat, at, place):
    """The card with this number in its pack comes at a place up to its number, and what is there goes to the end."""
    outer = (at * U(13)) >> SIX  # a fifth, below 30
    inner = at - FIVE * outer
    face = (seat << OF_OWNER) | (outer << OF_FRAME) | (inner + (ONE if inner >= outer else ZERO))
    cells[i, CARDS * seat + at] = cells[i, CARDS * seat + place]
    cells[i, CARDS * seat + place] = face


@inlined
def _begins(seats, fewest):
    """NIM-R3: how many piles a seat begins."""
    if seats == 3:
        return ONE
    if seats == 2:
        return ONE if fewest else TWO
    return ZERO if fewest else ONE


@compiled
def _end_round(seats, tables, words, cells, i):
    """NIM-R14, NIM-R15: what the round comes to; then the next one is dealt, if there is one (NIM-R17)."""
    table, errors = words[i, TABLE], words[i, ERRORS]
    sheet = (table & BYTE) | ((table >> EIGHT) & (BYTE << EIGHT)) | ((table >> LANE) & (BYTE << LANE))
    most, pinocchios = ZERO, ZERO
    for number in range(seats):
        seat = U(number)
        left = count(words[i, ROWS + seat])
        sheet |= (left | (((errors >> (EIGHT * seat)) & BYTE) << FIVE)) << (RESULTS + TEN * seat)
        pinocchios = (ZERO if left > most else pinocchios) | (ONE << seat if left >= most else ZERO)
        most = max(left, most)
    number = table >> OF_ROUND
    words[i, SHEETS + number] = sheet
    for other in range(seats):
        came = _came(words, i, number, U(other))
        won = ONE if _rank(seats, words, i, number, U(other)) == ONE else ZERO
        words[i, TOTALS + U(other)] += (won << HALF) | ((came >> FIVE) << LANE) | (came & FIVE_BITS)
    if number + ONE == tables[ROUNDS]:
        words[i, ACTOR] = OVER
    else:
        words[i, TABLE] = (number + ONE) << OF_ROUND
        _deal_round(seats, tables, words, cells, i, pinocchios)


@inlined
def _came(words, i, number, seat):
    """How a seat came out of a round: its errors, and in the five bits below them its cards left."""
    return (words[i, SHEETS + number] >> (RESULTS + TEN * seat)) & TEN_BITS


@inlined
def _rank(seats, words, i, number, seat):
    """NIM-R16: the fewest errors win; among equals who has fewer left, which is the better order of arrival."""
    mine, rank = _came(words, i, number, seat), ONE
    for other in range(seats):
        rank += ONE if _came(words, i, number, U(other)) < mine else ZERO
    return rank


@inlined
def score(seats, tables, words, cells, i, seat):
    total = words[i, TOTALS + U(seat)]
    return (total & LOW_HALF) >> LANE if tables[ROUNDS] == ONE else total >> HALF


@inlined
def standing(seats, tables, words, cells, i, seat):
    """NIM-R17: most rounds won, then fewest errors, then fewest cards left. A single round goes by the latter two."""
    total = words[i, TOTALS + U(seat)]
    lost = ZERO if tables[ROUNDS] == ONE else tables[ROUNDS] - (total >> HALF)
    return (lost << HALF) | (total & LOW_HALF)


@inlined
def observe(seats, tables, words, cells, i, seat, out):
    race, table, rounds = words[i, ACTOR] != OVER, words[i, TABLE], tables[ROUNDS]
    n, finished = U(seats), table >> OF_ROUND if race else rounds
    cards, results = SEATS_AT + OF_SEAT * n, SEATS_AT + (OF_SEAT + CARDS) * n
    out[i, ZERO], out[i, ONE] = ONE if race else TWO, finished + ONE if race else finished
    out[i, TWO], out[i, THREE] = rounds, tables[GUIDED]
    if race:
        for pile in range(THREE):
            _observe_pile(table >> (LANE * U(pile)), U(seat), n, i, PILES_AT + OF_PILE * U(pile), out)
        for other in range(seats):
            place = _seats_from(U(seat), U(other), n)
            _observe_seat(words, cells, i, U(other), SEATS_AT + OF_SEAT * place, cards + CARDS * place, out)
    else:
        for at in range(PILES_AT, results):
            out[i, at] = ZERO
    for number in range(finished):
        for other in range(seats):
            came, place = _came(words, i, U(number), U(other)), _seats_from(U(seat), U(other), n)
            at = results + OF_RESULT * (n * U(number) + place)
            out[i, at], out[i, at + ONE] = came & FIVE_BITS, came >> FIVE
            out[i, at + TWO] = _rank(seats, words, i, U(number), U(other))
    for at in range(results + OF_RESULT * n * finished, results + OF_RESULT * n * rounds):
        out[i, at] = ZERO


@inlined
def _seats_from(me, seat, n):
    """How many seats to the left of this one that one is."""
    return seat - me if seat >= me else seat + n - me


@inlined
def _observe_pile(lane, seat, n, i, at, out):
    out[i, at] = _seats_from(seat, (lane >> OF_OWNER) & THREE, n)
    out[i, at + ONE], out[i, at + TWO] = frame_of(lane), lane & COLOUR
    out[i, at + THREE] = (lane >> EIGHT) & BYTE


@inlined
def _observe_seat(words, cells, i, seat, at, cards, out):
    row, errors = words[i, ROWS + seat], words[i, ERRORS]
    pack, height = count(row & LOW_HALF), count(row >> HALF)
    out[i, at], out[i, at + ONE] = pack, height
    face = face_at(cells, i, seat, top_of(row)) if height != ZERO else ZERO
    out[i, at + TWO], out[i, at + THREE] = frame_of(face), face & COLOUR
    out[i, at + FOUR] = (errors >> (EIGHT * seat)) & BYTE
    # Cards under the top are told from above, and kept from below: what both say of a card is the same sum for all.
    sums = (IN_DISCARD + height + ONE) * SUM
    for part in range(WORDS_OF_WHERE):
        where = words[i, WHERE + WORDS_OF_WHERE * seat + part]
        mine = in_discard(where)
        where = (where & ~mine) | ((sums - where) & mine)
        for byte in range(EIGHT):
            card = EIGHT * part + byte
            if card < CARDS:
                out[i, cards + card] = (where >> (EIGHT * byte)) & BYTE

"""Who acts when: by lot, round the table, or as fast as the players' eyes and hands allow.

Who is first is no matter of the rules (NIM-R5): it is the *pace*, and the tables say which one. "drawn", the default:
each action is that of a seat drawn at random. "turns": round the seats, one action each. "reaction", or a `Hand` for
each seat: everybody acts in a time of one's own, by this model of people:

- A seat looks at the piles and acts a while later. To make up one's mind takes `decide + bits · per_bit`, where bits
  grow with the number of different circles to be seen (Hick's law), spread log-normally by `spread`; then it takes
  `reach` to place, if the top of the own discard fits. If not, the mind is made up in three fifths of that time, and
  it takes `flip` to turn a card.
- What changes later than `stop` before the action cannot be heeded any more: the hand lands on the card that is there
  by now, and errs (NIM-R10). A change that comes earlier is seen. If by it a card fits that did not, or no
  longer fits, the mind is made up anew; a hand that is drawn back loses `stop` besides.
- So NIM-R18 has nothing to refuse: an aim that is given up in time names no card, only time is lost; one that is not
  given up names the card on which it lands. What NIM-R19 refuses becomes a flip.
- The policies "greedy" and "heuristic" choose by what the seat knows of the piles, slip onto another pile with the
  chance `slip`, and look back with the chance `look_back`. "random" knows no piles, only the law.

In a row that was loaded, one seat drawn by lot acts at once and the others look at the table at that moment.
"""

# pyright: basic

from collections.abc import Sequence
from math import exp
from statistics import NormalDist
from typing import Any, Final, Literal, NamedTuple

import numpy as np

from veillee.games.nimble.kernel.layout import (
    ACTOR,
    DONE,
    DRAWN,
    FIRST,
    HALF,
    HANDS,
    KEY,
    LOOKS,
    MOMENTS,
    OF_ROUND,
    OVER,
    PACE,
    PILE_BITS,
    REACTION,
    ROWS,
    TABLE,
    TURNS,
    U,
    circles,
    face_at,
    fitting,
    frame_of,
    top_of,
)
from veillee.games.nimble.types import Config
from veillee.rows.bits import ONE, ZERO
from veillee.rows.chance import high, mix, word
from veillee.rows.compiled import compiled, inlined


class Hand(NamedTuple):
    """A player's eyes and hands: times in milliseconds, chances in parts of one."""

    flip: int
    decide: int
    per_bit: int
    spread: float  # of the logarithm of the time to decide
    slip: float
    stop: int
    reach: int
    look_back: float


LEVELS: Final = (  # from a beginner to a master
    Hand(650, 520, 170, 0.40, 0.040, 320, 220, 0.0),
    Hand(520, 430, 150, 0.35, 0.025, 280, 190, 0.2),
    Hand(420, 340, 130, 0.30, 0.014, 250, 160, 0.5),
    Hand(330, 270, 110, 0.25, 0.006, 220, 140, 0.8),
    Hand(250, 160, 60, 0.15, 0.0, 150, 110, 1.0),
)
REGULAR: Final = LEVELS[2]
MOST_MS: Final = 60_000
MOST: Final = {"spread": 2, "slip": 1, "look_back": 1}

Pace = Literal["drawn", "turns", "reaction"] | Sequence[Hand]

# A hand in the tables: times in microseconds; chances and quantiles of the spread in parts of 65536.
FLIPS, DECIDES, PER_BIT, STOPS, REACHES, SLIPS, LOOKS_BACK, QUANTILES = (U(at) for at in range(8))
LUCK: Final = 64  # quantiles; between them it is even, and the last one is told twice
SIZE: Final = U(7 + LUCK + 1)
PARTS, PART = U(16), U(65535)
LUCK_BITS, BETWEEN = U(LUCK - 1), U(6)  # of luck: which quantile, and from where on how far it is to the next
BITS_OF_2, BITS_OF_3, BITS_OF_4 = U(65536), U(103872), U(131072)  # of a choice among so many
THREE_FIFTHS: Final = U(39322)


def tables(config: Config, pace: Pace = "drawn") -> np.ndarray[Any, np.dtype[np.uint64]]:
    """ "reaction" stands for everybody with the hands of the middle level."""
    kinds = {"drawn": DRAWN, "turns": TURNS, "reaction": REACTION}
    hands: Sequence[Hand] = ()
    if not isinstance(pace, str):
        hands, kind = _checked(pace, config.seats), REACTION
    elif pace in kinds:
        hands, kind = (REGULAR,) * config.seats if pace == "reaction" else (), kinds[pace]
    else:
        raise ValueError(f"a pace is {', '.join(kinds)} or a Hand for each seat, not {pace!r}")
    rounds = config.seats if config.challenge else 1
    return np.array([config.guided, rounds, kind, *(number for hand in hands for number in _numbers(hand))], np.uint64)


def _checked(hands: Any, seats: int) -> Sequence[Hand]:
    if not isinstance(hands, Sequence) or not all(isinstance(hand, Hand) for hand in hands):
        raise ValueError(f"a pace is drawn, turns, reaction or a Hand for each seat, not {hands!r}")
    if len(hands) != seats:
        raise ValueError(f"{seats} seats need as many hands, not {len(hands)}")
    for seat, hand in enumerate(hands):
        for name, value in hand._asdict().items():
            most = MOST.get(name, MOST_MS)
            if not isinstance(value, int | float) or not 0 <= value <= most:  # NaN is not
                raise ValueError(f"{name} of hand {seat} is a number from 0 to {most}, not {value!r}")
    return hands


def _numbers(hand: Hand) -> list[int]:
    times = (hand.flip, hand.decide, hand.per_bit, hand.stop, hand.reach)
    *quantiles, last = (exp(hand.spread * NormalDist().inv_cdf((at + 0.5) / LUCK)) for at in range(LUCK))
    shares = (hand.slip, hand.look_back, *quantiles, last, last)
    return [*(round(1000 * time) for time in times), *(round(65536 * share) for share in shares)]


@inlined
def happens(tables, seat, chance, luck):
    """Whether what has this chance (SLIPS, LOOKS_BACK) happens, by the lowest 16 bits of luck."""
    return luck & PART < tables[HANDS + SIZE * seat + chance]


@inlined
def pass_on(seats, tables, words, cells, i, acted):
    """NIM-R5: whose action is handled next. `acted` is the seat that just did; OVER after a deal."""
    pace = tables[PACE]
    if pace == DRAWN:
        words[i, ACTOR] = high(word(words[i, KEY], FIRST + words[i, DONE]), seats)
    elif pace == TURNS:
        words[i, ACTOR] = words[i, DONE] % U(seats)
    else:
        _react(seats, tables, words, cells, i, acted)


@compiled
def _react(seats, tables, words, cells, i, acted):
    """All see what they still can, and whose moment comes first acts."""
    now, earliest = ZERO, OVER
    if acted != OVER:
        now = words[i, MOMENTS + acted]
        words[i, MOMENTS + acted] = ZERO
    luck = word(words[i, KEY], FIRST + words[i, DONE]) >> HALF
    for number in range(seats):
        seat = U(number)
        moment, stop = words[i, MOMENTS + seat], tables[HANDS + SIZE * seat + STOPS]
        if (moment == ZERO) | (moment > now + stop):
            moment = _look(seats, tables, words, cells, i, seat, now, mix(luck | (seat << HALF)))
            words[i, MOMENTS + seat] = moment
        if moment < earliest:
            earliest = moment
            words[i, ACTOR] = seat


@compiled
def _look(seats, tables, words, cells, i, seat, now, luck):
    """A seat sees the piles, and may make up its mind anew. Returns its moment."""
    table, known, moment = words[i, TABLE], words[i, LOOKS + seat], words[i, MOMENTS + seat]
    first = moment == ZERO
    rivals = _rivals(seats, words, cells, i, seat)
    rivals = rivals if first else rivals & (known >> OF_ROUND)
    words[i, LOOKS + seat] = (table & PILE_BITS) | (rivals << OF_ROUND)
    fitted = fitting(words, cells, i, seat, known) != ZERO
    fits = fitting(words, cells, i, seat, table) != ZERO
    if ~first & (fits == fitted):
        return moment
    hand = HANDS + SIZE * seat
    lost = tables[hand + STOPS] if ~first & fitted else ZERO
    return now + lost + _delay(tables, hand, table, fits, luck)


@inlined
def _rivals(seats, words, cells, i, seat):
    """The frames on top of the others' discards, as bits."""
    frames = ZERO
    for number in range(seats):
        other, row = U(number), words[i, ROWS + U(number)]
        there = (other != seat) & (row >> HALF != ZERO)
        frames |= ONE << frame_of(face_at(cells, i, other, top_of(row))) if there else ZERO
    return frames


@inlined
def _delay(tables, hand, table, fits, luck):
    """The time from a look to the action."""
    first, second, third = circles(table)
    same = (first == second) | (second == third) | (first == third)
    bits = BITS_OF_2 if (first == second) & (second == third) else (BITS_OF_3 if same else BITS_OF_4)
    thought = tables[hand + DECIDES] + ((tables[hand + PER_BIT] * bits) >> PARTS)
    thought = thought if fits else (thought * THREE_FIFTHS) >> PARTS
    at = hand + QUANTILES + (luck & LUCK_BITS)
    between = ((tables[at + ONE] - tables[at]) * ((luck >> BETWEEN) & PART)) >> PARTS
    thought = (thought * (tables[at] + between)) >> PARTS
    return thought + (tables[hand + REACHES] if fits else tables[hand + FLIPS])

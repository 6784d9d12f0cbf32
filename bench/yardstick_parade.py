"""A plain mutable Parade: what a quick sketch of the same game does in pure Python, as a yardstick for the rules.

Four players, random legal play. It checks nothing, hides nothing, records nothing, and nothing
can be replayed or undone.
"""

from random import Random

COLOURS, VALUES, HAND, FIRST_PARADE = 6, 11, 5, 6


def play(rng: Random, seats: int = 4) -> list[int]:
    """One whole game; gives the totals."""
    pile = [(colour, value) for colour in range(COLOURS) for value in range(VALUES)]
    rng.shuffle(pile)
    hands = [[pile.pop() for _ in range(HAND)] for _ in range(seats)]
    parade = [pile.pop() for _ in range(FIRST_PARADE)]
    taken: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
    seat, left = rng.randrange(seats), None
    while left != 0:
        hand = hands[seat]
        card = hand.pop(rng.randrange(len(hand)))
        collect(parade, card, taken[seat])
        if left is None:
            hand.append(pile.pop())
            if not pile or len({colour for colour, _ in taken[seat]}) == COLOURS:
                left = seats
        else:
            left -= 1
        seat = (seat + 1) % seats
    for hand, cards in zip(hands, taken, strict=True):
        for _ in range(2):
            hand.pop(rng.randrange(len(hand)))
        cards += hand
    return totals(taken)


def collect(parade: list[tuple[int, int]], card: tuple[int, int], before: list[tuple[int, int]]) -> None:
    colour, value = card
    eligible = max(0, len(parade) - value)
    staying = [other for other in parade[:eligible] if other[0] != colour and other[1] > value]
    before += [other for other in parade[:eligible] if other[0] == colour or other[1] <= value]
    parade[:] = [*staying, *parade[eligible:], card]


def totals(taken: list[list[tuple[int, int]]]) -> list[int]:
    scores = [0] * len(taken)
    for colour in range(COLOURS):
        values = [[value for other, value in cards if other == colour] for cards in taken]
        most = max(map(len, values))
        for seat, mine in enumerate(values):
            scores[seat] += len(mine) if len(mine) == most else sum(mine)
    return scores

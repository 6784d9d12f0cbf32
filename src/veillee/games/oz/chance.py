"""All randomness of Oz: the deal, the reshuffle, and worlds that a seat cannot tell from the real one.

Order of the draws: for the deal the seat with the marker, then the characters in canonical order, then the stories
in file order; for the reshuffle the discarded characters in canonical order.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from veillee.core.chance import Rng, below, shuffled
from veillee.games.oz.cards import NO_CARDS, Counts, in_play, spread, tally
from veillee.games.oz.stories import deck
from veillee.games.oz.types import (
    Characters,
    Codes,
    ColumnTaken,
    Config,
    Deal,
    Event,
    GameBegan,
    Reshuffle,
    State,
    StoryClosed,
    StoryDeck,
    View,
)


def deal(state: State, rng: Rng) -> Deal | Reshuffle:
    """The dealer's action, when the dealer is to act."""
    if state.turn:
        return Reshuffle(shuffled(spread(state.discarded), rng))  # OZ-R8
    seats = state.config.seats
    first = below(rng, seats)  # OZ-R3
    characters = shuffled(spread(in_play(seats)), rng)
    return Deal(first=first, characters=characters, stories=shuffled(deck(state.config.stories), rng))


def imagine(view: View, told: Sequence[Event], rng: Rng) -> State:
    """A state in which this seat would see exactly this view and have been told this, uniform over all such states.

    Everybody saw who took and closed what, so only the order of the decks is hidden. Before the deal nobody has been
    told of the story deck, and the standard one stands in for it.
    """
    stories: StoryDeck = "standard"
    hands = [NO_CARDS] * view.seats
    closed: list[Codes] = [()] * view.seats
    for event in told:
        match event:
            case GameBegan(named):
                stories = named
            case ColumnTaken(seat, _, characters):
                hands[seat] = tally(characters, hands[seat])
            case StoryClosed(seat, story):
                closed[seat] = (*closed[seat], story)
            case _:
                pass
    (chooser,) = view.to_act if view.phase in ("choose", "close") else (view.first or 0,)
    return State(
        config=Config(view.seats, stories),
        phase=view.phase,
        turn=view.turn or 0,
        first=view.first,
        chooser=chooser,
        columns=view.columns,
        # Before the deal no card is seen and none is in a deck.
        characters=shuffled(_unseen_characters(view, hands), rng)[: view.decks.characters],
        stories=shuffled(_unseen_stories(view, closed, deck(stories)), rng)[: view.decks.stories],
        hands=tuple(hands),
        open=view.open,
        closed=tuple(closed),
        discarded=view.discarded,
        discarded_stories=view.discarded_stories,
    )


def _unseen_characters(view: View, hands: Sequence[Counts]) -> Characters:
    lying = tally((character for column in view.columns if column for character in column.characters), view.discarded)
    return spread(tuple(n - sum(seen) for n, *seen in zip(in_play(view.seats), lying, *hands, strict=True)))


def _unseen_stories(view: View, closed: Sequence[Codes], codes: Codes) -> Codes:
    lying = (column.story for column in view.columns if column)
    seen = Counter(chain(view.discarded_stories, lying, *view.open, *closed))
    return tuple((Counter(codes) - seen).elements())

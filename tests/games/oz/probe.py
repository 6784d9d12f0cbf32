"""What the contract suite must know of Oz that the protocol does not say."""

from collections import Counter
from collections.abc import Iterable
from random import Random

from veillee.games.oz.cards import CHARACTERS, SETUP, Counts, in_play, spread
from veillee.games.oz.stories import STANDARD
from veillee.games.oz.stories import deck as codes_of
from veillee.games.oz.types import (
    Action,
    Choose,
    Close,
    Column,
    ColumnDiscarded,
    ColumnsLaid,
    ColumnTaken,
    Config,
    Deal,
    Event,
    HandsRevealed,
    Reshuffle,
    State,
    StoryClosed,
    View,
)

ALIKE = ("each:lion",) * 6 + ("most:oz",) * 6 + STANDARD[:12]  # the same story several times, as few as can be
CONFIGS = (*(Config(seats) for seats in (2, 3, 4)), Config(2, ALIKE), Config(4, STANDARD[::-1][:40]))


def bound(config: Config) -> int:
    """Every action of a game: it always has as many. The deal, columns, closings from turn 5 on, and the reshuffle."""
    turns = SETUP[config.seats].turns
    return 1 + config.seats * (turns + turns - 4) + (config.seats == 4)


def deck(config: Config) -> Counter[str]:
    """Every card of the game; what two players set aside is out of it before the deal."""
    return Counter[str]((*spread(in_play(config.seats)), *codes_of(config.stories)))


def places(state: State) -> Counter[str]:
    """Every card that lies somewhere, hidden or not. Empty before the deal."""
    rows = (state.characters, state.stories, *state.open, *state.closed, state.discarded_stories)
    cards = Counter[str](card for row in rows for card in row)
    return cards + lying(state.columns) + counted(state.discarded, *state.hands)


def shown(view: View) -> Counter[str]:
    """Every card that this view shows; at the end all hands, of which one may be the viewer's own."""
    stories = Counter[str](code for row in (*view.open, view.closed, view.discarded_stories) for code in row)
    hands = [seat.hand for seat in view.outcome.sheet.seats] if view.outcome else [view.hand]
    return stories + lying(view.columns) + counted(view.discarded, *hands)


def told(event: Event) -> Counter[str]:
    """Every card that this event tells of. Which stories are in the game at all is no news of any card."""
    match event:
        case ColumnsLaid(columns):
            return lying(columns)
        case ColumnTaken(_, _, characters, story) | ColumnDiscarded(characters, story):
            return Counter[str]((*characters, story))
        case StoryClosed(_, story):
            return Counter[str]([story])
        case HandsRevealed(hands):
            return counted(*hands)
        case _:
            rows = (getattr(event, "characters", ()), getattr(event, "stories", ()))
            return Counter[str](card for row in rows for card in row)


def action_space(state: State, rng: Random) -> list[Action]:
    """Every action a player could name (codes of no deck here among them), and some that are none."""
    codes = [*dict.fromkeys(codes_of(state.config.stories)), "trio:witch+toto+lion", "couple:lion+dorothy"]
    characters, stories = spread(in_play(state.config.seats)), codes_of(state.config.stories)
    return [
        *map(Choose, range(-2, 8)),
        *map(Close, codes),
        Deal(0, characters, stories),
        Deal(0, characters, stories[::-1]),
        Deal(rng.choice((-1, 4)), characters, stories),
        Deal(0, characters[1:], stories),
        Deal(0, characters, STANDARD[:20]),
        Reshuffle(spread(state.discarded)),
        Reshuffle(CHARACTERS),
        Reshuffle(()),
    ]


def lying(columns: Iterable[Column | None]) -> Counter[str]:
    return Counter[str](card for column in columns if column for card in (*column.characters, column.story))


def counted(*hands: Counts) -> Counter[str]:
    return Counter[str](character for hand in hands for character in spread(hand))

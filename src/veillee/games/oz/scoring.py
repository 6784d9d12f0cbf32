"""What the open stories are worth. Pure functions on hands and codes."""

from collections.abc import Sequence
from typing import Final, assert_never

from veillee.core.game import Outcome, ranks
from veillee.games.oz.cards import Counts, held
from veillee.games.oz.stories import Kind, Story, parse
from veillee.games.oz.types import Codes, ScoredStory, SeatSheet, Sheet

TRIOS: Final = (0, 2, 7, 12)  # for none, one, two, and three or more


def points(story: Story, hand: Counts, hands: Sequence[Counts]) -> int:
    """OZ-R10: what a story is worth to this hand, where these are the hands of all players.

    >>> points(parse("hunt:oz-glinda-witch"), (4, 3, 2, 0, 4, 3, 1, 1), ())
    7
    """
    who, *others = story.characters
    mine, rest = held(hand, who), [held(hand, other) for other in others]
    match story.kind:
        case Kind.EACH:
            return mine
        case Kind.COUPLE:
            return 2 * min(mine, *rest)
        case Kind.PAIRS:
            return 3 * (mine // 2)
        case Kind.SET:
            return 4 * min(mine, *rest)
        case Kind.TRIO:
            return TRIOS[min(mine, *rest, 3)]
        case Kind.FEW:
            return 4 if mine <= 1 else 0
        case Kind.FAVOURITE:
            return 5 if mine == max(hand) else 0
        case Kind.MOST:
            return 8 if all(mine >= held(each, who) for each in hands) else 0
        case Kind.HUNT:
            return 3 * mine - sum(rest)
        case _:
            assert_never(story.kind)


def outcome(hands: Sequence[Counts], open_stories: Sequence[Codes]) -> Outcome[Sheet]:
    """The result. OZ-R9: closed stories score nothing; a character counts for every open story that it fits."""
    seats = tuple(_seat_sheet(hand, codes, hands) for hand, codes in zip(hands, open_stories, strict=True))
    # OZ-R11: most points win, and equals share their rank.
    return Outcome(
        ranks=ranks([-seat.total for seat in seats]),
        scores=tuple(seat.total for seat in seats),
        sheet=Sheet(seats),
    )


def _seat_sheet(hand: Counts, codes: Codes, hands: Sequence[Counts]) -> SeatSheet:
    stories = tuple(ScoredStory(code, points(parse(code), hand, hands)) for code in codes)
    return SeatSheet(hand=hand, stories=stories, total=sum(story.points for story in stories))

"""The score of Oz, rule by rule, and its worked examples."""

import pytest
from msgspec.structs import replace

from games.oz.build import dealt, finish, hand, moves
from veillee.core.game import SPECTATOR
from veillee.games.oz import GAME, scoring
from veillee.games.oz.cards import NO_CARDS
from veillee.games.oz.stories import STANDARD, Kind, parse
from veillee.games.oz.types import (
    Codes,
    HandsRevealed,
    ScoredStory,
    State,
)


def points(code: str, mine: str, *others: str) -> int:
    return scoring.points(parse(code), hand(mine), [hand(each) for each in (mine, *others)])


def over(hands: tuple[str, ...], stories: tuple[Codes, ...]) -> State:
    """The end of a game with these hands and these open stories."""
    return replace(dealt(len(hands)), phase="over", hands=tuple(map(hand, hands)), open=stories)


def test_oz_r9_four_open_stories_score_and_closed_ones_do_not() -> None:
    end = finish(dealt(2))
    outcome = GAME.outcome(end)
    assert outcome
    assert [tuple(scored.story for scored in seat.stories) for seat in outcome.sheet.seats] == list(end.open)
    without = GAME.outcome(replace(end, closed=((), ())))
    assert without == outcome
    for seat in outcome.sheet.seats:
        assert seat.total == sum(scored.points for scored in seat.stories)


def test_oz_r9_hands_are_revealed_at_the_end_and_not_before() -> None:
    *before, last = moves(dealt(3))
    assert last.events[-1] == HandsRevealed(last.after.hands)
    assert not any(isinstance(event, HandsRevealed) for move in before for event in move.events)
    assert all(GAME.outcome(move.after) is None for move in before)
    view = GAME.view(last.after, SPECTATOR)
    assert view.outcome
    assert tuple(seat.hand for seat in view.outcome.sheet.seats) == last.after.hands
    assert (view.hand, view.closed) == (NO_CARDS, ())
    assert GAME.view(last.after, 1).hand == last.after.hands[1]


def test_oz_r9_a_character_counts_for_every_story_that_it_fits() -> None:
    mine: Codes = ("each:oz", "pairs:oz", "each:oz", "few:toto")
    outcome = GAME.outcome(over(("2 oz", "1 oz"), (mine, ("each:oz", "each:toto", "few:oz", "pairs:oz"))))
    assert outcome
    assert outcome.scores == (2 + 3 + 2 + 4, 1 + 0 + 4 + 0)


@pytest.mark.parametrize(
    ("code", "mine", "worth"),
    [
        ("each:lion", "3 lion 2 toto", 3),
        ("each:lion", "2 toto", 0),
        ("couple:toto+oz", "3 toto 2 oz", 4),
        ("couple:toto+oz", "3 toto", 0),
        ("pairs:witch", "7 witch", 9),
        ("set:toto+oz+witch+glinda", "3 toto 2 oz 4 witch 2 glinda", 8),
        ("set:toto+oz+witch+glinda", "3 toto 2 oz 4 witch", 0),
        ("trio:lion+oz+toto", "2 lion 5 oz 2 toto", 7),
        ("few:tinman", "2 oz", 4),
        ("few:tinman", "1 tinman", 4),
        ("few:tinman", "2 tinman", 0),
        ("favourite:witch", "3 witch 3 dorothy 1 oz", 5),
        ("favourite:witch", "3 witch 4 dorothy", 0),
        ("hunt:toto-oz-lion", "1 toto 2 oz 3 lion", -2),
    ],
)
def test_oz_r10_what_a_story_is_worth(code: str, mine: str, worth: int) -> None:
    assert points(code, mine) == worth


def test_oz_r10_every_kind_of_story_has_its_value() -> None:
    every = hand("3 dorothy 3 toto 3 scarecrow 3 tinman 3 lion 3 oz 3 witch 3 glinda")
    worth = {Kind(code.split(":")[0]): scoring.points(parse(code), every, (every, every)) for code in STANDARD}
    assert list(worth.values()) == [3, 3, 0, 5, 8, 6, 12, 12, 3]
    assert set(worth) == set(Kind)


def test_oz_r11_most_points_win_and_the_tied_share() -> None:
    same: Codes = ("each:oz", "each:lion", "each:toto", "hunt:witch-dorothy-toto")
    state = over(("2 oz", "3 oz", "1 oz 2 lion", "1 witch 2 dorothy"), (same,) * 4)
    outcome = GAME.outcome(state)
    assert outcome
    assert (outcome.scores, outcome.ranks) == ((2, 3, 3, 1), (3, 1, 1, 4))


def test_example_1_the_printed_score() -> None:
    mine = "4 dorothy 4 lion 3 oz 3 toto 2 scarecrow 1 glinda 1 witch"
    stories: Codes = ("couple:dorothy+lion", "favourite:lion", "few:scarecrow", "hunt:oz-glinda-witch")
    outcome = GAME.outcome(over((mine, "1 oz", "1 oz"), (stories, ("each:oz",), ("few:oz",))))
    assert outcome
    philippe = outcome.sheet.seats[0]
    assert philippe.stories == tuple(map(ScoredStory, stories, (8, 5, 0, 7)))
    assert (philippe.hand, philippe.total) == (hand(mine), 20)


def test_example_2_trios_and_pairs() -> None:
    trios = [points("trio:dorothy+toto+oz", f"{k} dorothy {k + 1} toto {k} oz") for k in range(5)]
    assert trios == [0, 2, 7, 12, 12]
    assert [points("pairs:lion", f"{n} lion") for n in (0, 1, 2, 3, 5, 9)] == [0, 0, 3, 3, 6, 12]


def test_example_3_most_glinda_against_two_others() -> None:
    code = "most:glinda"
    assert points(code, "3 glinda", "3 glinda", "1 glinda") == 8
    assert points(code, "2 glinda", "3 glinda", "0 glinda") == 0
    assert points(code, "1 oz", "2 oz", "1 toto") == 8


def test_example_4_hunts() -> None:
    hands = ("3 oz 1 glinda 1 witch", "2 glinda 1 witch", "2 oz")
    assert [points("hunt:oz-glinda-witch", mine) for mine in hands] == [7, -3, 6]

"""Oz, rule by rule: the cards, the turns, the reshuffle. Scores are in test_scoring.py, stories in test_stories.py."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from games.oz.build import act, cards, deal, dealt, finish, hand, moves, reach, refused
from veillee.core.game import DEALER, EVERYONE, NOBODY, SPECTATOR, BadConfig, NotSeated
from veillee.games.oz import GAME, chance
from veillee.games.oz.cards import CHARACTERS, COPIES, NO_CARDS, spread
from veillee.games.oz.stories import STANDARD
from veillee.games.oz.types import (
    CharactersStacked,
    Choose,
    Close,
    Codes,
    Column,
    ColumnDiscarded,
    Config,
    Deal,
    Decks,
    Reshuffle,
    StoriesStacked,
    StoryClosed,
    TurnBegan,
)

TOP = "toto lion oz oz dorothy glinda witch toto lion tinman"
FIRST: Codes = ("each:oz", "few:toto", "most:lion", "pairs:witch", "each:lion")


def opening(seats: int, seed: int) -> Deal:
    """A deal of the dealer's own."""
    action = chance.deal(GAME.start(Config(seats)), Random(seed))
    assert isinstance(action, Deal)
    return action


# Cards and deal


def test_oz_r1_eight_characters_nine_times_and_48_stories() -> None:
    assert cards("dorothy toto scarecrow tinman lion oz witch glinda") == CHARACTERS
    assert (COPIES, len(STANDARD)) == (9, 48)
    assert Counter(opening(3, 0).characters) == dict.fromkeys(CHARACTERS, 9)


@pytest.mark.parametrize(
    ("seats", "characters", "columns", "turns", "each", "stories"),
    [(2, 48, 3, 8, 16, 8), (3, 72, 4, 9, 18, 9), (4, 72, 5, 8, 16, 8)],
)
def test_oz_r2_the_table(seats: int, characters: int, columns: int, turns: int, each: int, stories: int) -> None:
    state = dealt(seats)
    assert (len(state.columns), GAME.view(state, 0).turns) == (columns, turns)
    assert 2 * columns + len(state.characters) == characters
    end = finish(state)
    assert (end.turn, end.phase) == (turns, "over")
    assert GAME.view(end, SPECTATOR).hands == (each,) * seats
    assert [len(codes) for codes in end.open] == [4] * seats
    assert [len(codes) for codes in end.closed] == [stories - 4] * seats


def test_oz_r2_two_players_set_aside_three_of_each_character() -> None:
    two, three = GAME.start(Config(2)), GAME.start(Config(3))
    full = spread((9,) * 8)
    assert act(two, DEALER, Deal(0, spread((6,) * 8), STANDARD)).turn == 1
    assert refused(two, DEALER, Deal(0, full, STANDARD)) == "OZ-R2"
    assert refused(three, DEALER, Deal(0, spread((6,) * 8), STANDARD)) == "OZ-R2"
    for wrong in ((), full[1:], (*full[1:], full[-1]), (*full, full[0])):
        assert refused(three, DEALER, Deal(0, wrong, STANDARD)) == "OZ-R2"


def test_oz_r2_two_to_four_players() -> None:
    for seats in (-2, 0, 1, 5):
        with pytest.raises(BadConfig, match=r"OZ-R2: seats: Oz is for 2 to 4 players"):
            GAME.start(Config(seats))


def test_oz_r3_anybody_may_have_the_marker() -> None:
    start = GAME.start(Config(3))
    assert GAME.to_act(start) == (DEALER,)
    assert {opening(3, seed).first for seed in range(30)} == {0, 1, 2}
    for seat in range(3):
        state = dealt(3, first=seat)
        assert (state.first, GAME.to_act(state)) == (seat, (seat,))
    for nobody in (-1, -2, 3, 99):
        assert refused(start, DEALER, deal(Config(3), first=nobody)) == "OZ-R3"


def test_oz_r3_both_decks_are_shuffled_and_face_down() -> None:
    start = GAME.start(Config(2))
    shuffled = {opening(2, seed) for seed in range(9)}
    assert len({deck.characters for deck in shuffled}) == len({deck.stories for deck in shuffled}) == 9
    for wrong in ((), STANDARD[1:], (*STANDARD, "each:lion"), (*STANDARD[1:], STANDARD[1])):
        assert refused(start, DEALER, Deal(0, spread((6,) * 8), wrong)) == "OZ-R3"
    events = GAME.decide(start, DEALER, deal(Config(2)))
    secret = [type(event) for event in events if GAME.audience(event) == NOBODY]
    assert secret == [CharactersStacked, StoriesStacked]
    assert all(GAME.audience(event) == EVERYONE for event in events if type(event) not in secret)
    assert GAME.view(dealt(2), 0).decks == Decks(characters=42, stories=45)


# A turn


def test_oz_r4_columns_are_two_characters_and_a_story_in_order_of_the_decks() -> None:
    state = dealt(4, top=TOP, stories=FIRST)
    assert state.columns == tuple(
        Column((one, other), story) for one, other, story in zip(cards(TOP)[::2], cards(TOP)[1::2], FIRST, strict=True)
    )
    assert (len(state.characters), len(state.stories)) == (62, 43)


def test_oz_r5_everybody_from_the_marker_to_the_left_takes_a_whole_column() -> None:
    state = dealt(3, first=2, top=TOP, stories=FIRST)
    for seat, column in ((2, 3), (0, 0), (1, 2)):
        assert GAME.to_act(state) == (seat,)
        state = act(state, seat, Choose(column))
    assert state.hands == (hand("1 toto 1 lion"), hand("1 dorothy 1 glinda"), hand("1 witch 1 toto"))
    assert state.open == (("each:oz",), ("most:lion",), ("pairs:witch",))


def test_oz_r5_a_column_is_taken_once_and_by_whom_it_is_the_turn_of() -> None:
    state = dealt(3, first=1)
    assert GAME.legal_actions(state, 1) == tuple(map(Choose, range(4)))
    state = act(state, 1, Choose(1))
    assert GAME.legal_actions(state, 2) == (Choose(0), Choose(2), Choose(3))
    for column in (1, 4, -1, 99):
        assert refused(state, 2, Choose(column)) == "OZ-R5"
    for seat in (DEALER, SPECTATOR, 0, 1, 3, 99):
        assert refused(state, seat, Choose(0)) == "OZ-R5"
        assert not GAME.legal_actions(state, seat)
    assert refused(GAME.start(Config(3)), DEALER, Choose(0)) == "OZ-R5"


def test_oz_r5_the_hand_is_hidden_and_the_story_open() -> None:
    state = act(dealt(2, top=TOP, stories=FIRST), 0, Choose(0))
    mine, other, visitor = (GAME.view(state, seat) for seat in (0, 1, SPECTATOR))
    assert (mine.hand, other.hand, visitor.hand) == (hand("1 toto 1 lion"), NO_CARDS, NO_CARDS)
    for view in (mine, other, visitor):
        assert (view.hands, view.open, view.columns[0]) == ((2, 0), (("each:oz",), ()), None)


def test_oz_r6_before_turn_5_nothing_is_closed() -> None:
    for turn in (1, 4):
        state = reach(dealt(2), turn)
        assert refused(state, GAME.to_act(state)[0], Close(state.stories[0])) == "OZ-R6"
    assert next(move.after.turn for move in moves(dealt(2)) if move.after.phase == "close") == 5


def test_oz_r6_from_turn_5_on_exactly_one_is_closed_at_once() -> None:
    state = reach(dealt(3), 5)
    seat = GAME.to_act(state)[0]
    assert refused(state, seat, Close(state.open[seat][0])) == "OZ-R6"
    state = act(state, seat, Choose(2))
    assert (state.phase, GAME.to_act(state), len(state.open[seat])) == ("close", (seat,), 5)
    assert GAME.legal_actions(state, seat) == tuple(map(Close, state.open[seat]))
    assert refused(state, seat, Choose(1)) == "OZ-R6"
    state = act(state, seat, Close(state.open[seat][4]))
    assert (state.phase, GAME.to_act(state), len(state.open[seat])) == ("choose", ((seat + 1) % 3,), 4)


def test_oz_r6_of_equal_stories_the_first_is_closed() -> None:
    state = replace(reach(dealt(2), 5, "close"), open=(("each:oz", "each:lion", "few:oz", "each:lion", "few:toto"), ()))
    assert GAME.legal_actions(state, 0) == tuple(map(Close, ("each:oz", "each:lion", "few:oz", "few:toto")))
    state = act(state, 0, Close("each:lion"))
    assert (state.open[0], state.closed[0]) == (("each:oz", "few:oz", "each:lion", "few:toto"), ("each:lion",))


def test_oz_r6_closed_stories_are_seen_by_their_owner_alone() -> None:
    state = reach(dealt(2), 7)
    (first, *_), _ = state.closed
    assert GAME.view(state, 0).closed == state.closed[0]
    assert GAME.view(state, SPECTATOR).closed == ()
    assert GAME.view(state, 1).closed_counts == (2, 2)
    assert first not in GAME.view(state, 1).open[0]
    told = [event for move in moves(dealt(2)) for event in move.events if isinstance(event, StoryClosed)]
    assert all(GAME.audience(event) == EVERYONE for event in told)


def test_oz_r7_the_column_left_over_is_discarded_and_the_marker_passes() -> None:
    state = dealt(3, first=2, top=TOP, stories=FIRST)
    for seat, column in ((2, 3), (0, 0)):
        state = act(state, seat, Choose(column))
    events = GAME.decide(state, 1, Choose(1))
    assert ColumnDiscarded((cards("dorothy")[0], cards("glinda")[0]), "most:lion") in events
    assert TurnBegan(turn=2, first=0) in events
    laid = state.characters[:8]
    state = act(state, 1, Choose(1))
    assert (state.turn, state.first, GAME.to_act(state)) == (2, 0, (0,))
    assert (state.discarded, state.discarded_stories) == (hand("1 dorothy 1 glinda"), ("most:lion",))
    assert [character for column in state.columns if column for character in column.characters] == list(laid)


def test_oz_r7_after_the_last_turn_the_marker_stays() -> None:
    for seats, holder in ((2, 1), (3, 2), (4, 3)):
        state = finish(dealt(seats))
        view = GAME.view(state, 0)
        assert (view.first, view.turn, view.columns, view.to_act) == (holder, view.turns, (), ())
        left_over = [
            move for move in moves(dealt(seats)) for event in move.events if isinstance(event, ColumnDiscarded)
        ]
        assert len(left_over) == view.turns == len(view.discarded_stories)


def test_oz_r8_four_players_shuffle_the_discarded_characters_before_turn_8() -> None:
    state = reach(dealt(4, first=1), 8, "deal")
    view = GAME.view(state, 0)
    assert (view.to_act, view.first, view.columns) == ((DEALER,), 0, ())
    assert (view.decks, sum(view.discarded)) == (Decks(characters=2, stories=13), 14)
    below = spread(state.discarded)[::-1]
    after = act(state, DEALER, Reshuffle(below))
    laid = [character for column in after.columns if column for character in column.characters]
    assert (*laid, *after.characters) == (*state.characters, *below)
    assert (len(after.columns), len(after.characters), after.discarded) == (5, 6, NO_CARDS)
    assert after.discarded_stories == state.discarded_stories
    assert (after.phase, GAME.to_act(after)) == ("choose", (0,))
    end = finish(after)
    assert (sum(end.discarded), len(end.characters), len(end.stories)) == (2, 6, 8)


def test_oz_r8_only_the_fourteen_go_under_and_only_then() -> None:
    state = reach(dealt(4), 8, "deal")
    fourteen = spread(state.discarded)
    for wrong in (fourteen[1:], (*fourteen[1:], *cards("oz")), (*fourteen, fourteen[0]), ()):
        assert refused(state, DEALER, Reshuffle(wrong)) == "OZ-R8"
    assert refused(state, DEALER, deal(Config(4))) == "OZ-R8"
    for action in (Choose(0), Close(state.open[0][0]), Close(state.open[-1][0])):
        assert refused(state, DEALER, action) in ("OZ-R5", "OZ-R6")
    assert refused(GAME.start(Config(4)), DEALER, Reshuffle(())) == "OZ-R3"
    assert refused(dealt(4), 0, Reshuffle(())) == "OZ-R8"
    assert refused(dealt(4), 0, deal(Config(4))) == "OZ-R3"
    for seats in (2, 3):
        assert all(move.seat != DEALER for move in moves(dealt(seats)))


def test_example_5_turns_5_and_6() -> None:
    state = reach(dealt(2), 5)
    a, b, c, d = state.open[0]
    column = state.columns[2]
    assert column
    state = act(state, 0, Choose(2))
    assert GAME.legal_actions(state, 0) == tuple(map(Close, (a, b, c, d, column.story)))
    assert refused(state, 1, Choose(0)) == "OZ-R5"
    state = reach(act(state, 0, Close(b)), 6)
    state = act(act(act(state, 1, Choose(0)), 1, Close(state.open[1][0])), 0, Choose(1))
    assert state.phase == "close"
    assert refused(state, 0, Close(b)) == "OZ-R6"


# The contract


def test_before_the_deal_a_view_is_empty() -> None:
    view = GAME.view(GAME.start(Config(3)), 1)
    assert (view.phase, view.to_act, view.turn, view.turns, view.first) == ("deal", (DEALER,), None, 9, None)
    assert (view.columns, view.hand, view.hands, view.open) == ((), NO_CARDS, (0, 0, 0), ((), (), ()))
    assert (view.closed, view.closed_counts, view.discarded) == ((), (0, 0, 0), NO_CARDS)
    assert (view.discarded_stories, view.decks, view.outcome) == ((), Decks(0, 0), None)


def test_nobody_looks_from_a_seat_that_does_not_exist() -> None:
    for seat in (-3, DEALER, 3, 99):
        with pytest.raises(NotSeated):
            GAME.view(dealt(3), seat)

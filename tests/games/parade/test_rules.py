"""Parade, rule by rule, and the worked examples of the rules."""

from collections import Counter
from itertools import combinations

import pytest

from contract.rooms import match
from games.parade.build import act, cards, dealt, position
from veillee.core.game import BadConfig, IllegalAction
from veillee.games.parade import GAME, scoring
from veillee.games.parade.cards import DECK, Card, colour, value
from veillee.games.parade.types import (
    Action,
    CardDrawn,
    CardsDiscarded,
    CardsKept,
    CardsTaken,
    Config,
    Deal,
    Discard,
    HandDealt,
    LastRoundBegan,
    PileShrank,
    PileStacked,
    Play,
    Sheet,
    State,
)


def play(card: str) -> Play:
    return Play(Card(card))


def discard(text: str) -> Discard:
    return Discard(cards(text))


def refused(state: State, seat: int, action: Action) -> str:
    """The rule that forbids this."""
    with pytest.raises(IllegalAction) as refusal:
        GAME.decide(state, seat, action)
    return refusal.value.rule


def taken_by(card: str, parade: str) -> str:
    """What leaves this parade when seat 0 plays this card, as the events tell."""
    state = position(hands=[f"{card} grey-10"], parade=parade)
    gone = [event.cards for event in GAME.decide(state, 0, play(card)) if isinstance(event, CardsTaken)]
    return " ".join(gone[0]) if gone else ""


def totals(*collections: str) -> tuple[int, ...]:
    kept = [()] * len(collections)
    return scoring.outcome([cards(text) for text in collections], kept).scores


# Cards and deal


def test_par_r1_six_colours_with_each_value_from_0_to_10() -> None:
    assert len(DECK) == 66
    assert Counter(map(colour, DECK)) == dict.fromkeys(("red", "blue", "violet", "green", "grey", "orange"), 11)
    assert Counter(map(value, DECK)) == dict.fromkeys(range(11), 6)
    start = GAME.start(Config(3))
    for wrong in (DECK[:-1], (*DECK, DECK[0]), (*DECK[:-1], DECK[0])):
        assert refused(start, -1, Deal(wrong, 0)) == "PAR-R1"


def test_par_r2_two_to_six_players() -> None:
    for seats in (2, 3, 4, 5, 6):
        assert GAME.start(Config(seats)).config.seats == seats
    for seats in (-2, 0, 1, 7):
        with pytest.raises(BadConfig, match=r"PAR-R2: seats: Parade is for 2 to 6 players"):
            GAME.start(Config(seats))


def test_par_r3_anybody_may_be_first_and_turns_go_clockwise() -> None:
    start = GAME.start(Config(3))
    for first in range(3):
        state = act(start, -1, Deal(DECK, first))
        assert state.first == first
        for turn in range(4):
            seat = (first + turn) % 3
            assert GAME.to_act(state) == (seat,)
            state = act(state, seat, Play(state.hands[seat][0]))
    for nobody in (-1, 3):
        assert refused(start, -1, Deal(DECK, nobody)) == "PAR-R3"


def test_par_r4_one_card_at_a_time_then_the_parade_then_the_pile() -> None:
    state = dealt(4, first=2)
    assert state.hands[2] == (DECK[0], DECK[4], DECK[8], DECK[12], DECK[16])
    assert state.hands[3] == (DECK[1], DECK[5], DECK[9], DECK[13], DECK[17])
    assert state.hands[1] == (DECK[3], DECK[7], DECK[11], DECK[15], DECK[19])
    assert state.parade == DECK[20:26]
    assert state.pile == DECK[26:]
    for seats in range(2, 7):
        assert len(dealt(seats).pile) == 60 - 5 * seats


def test_par_r4_hands_are_hidden_and_the_pile_from_all() -> None:
    events = GAME.decide(GAME.start(Config(2)), -1, Deal(DECK, 0))
    for event in events:
        match event:
            case HandDealt(seat):
                assert GAME.audience(event) == {seat}
            case PileStacked():
                assert GAME.audience(event) == frozenset()
            case _:
                assert {-2, 0, 1} <= GAME.audience(event)
    assert len(events) == 4


# Turn


def test_par_r5_the_phases_follow_each_other() -> None:
    order = ["deal", "play", "last", "discard", "over"]
    phases = [moment.state.phase for moment in match("parade", Config(3), 0)]
    assert list(dict.fromkeys(phases)) == order[:-1]
    assert match("parade", Config(3), 0)[-1].after.phase == "over"
    assert [order.index(phase) for phase in phases] == sorted(order.index(phase) for phase in phases)
    assert refused(dealt(2), 1, play("red-1")) == "PAR-R5"
    assert refused(dealt(2), 0, Deal(DECK, 0)) == "PAR-R5"
    assert refused(dealt(2), -1, Deal(DECK, 0)) == "PAR-R5"


def test_par_r6_a_turn_is_a_card_of_the_own_hand() -> None:
    state = position(hands=["red-2 red-3", "blue-4"], parade="grey-1")
    assert GAME.legal_actions(state, 0) == (play("red-2"), play("red-3"))
    assert refused(state, 0, play("blue-4")) == "PAR-R6"
    assert refused(state, 0, play("grey-1")) == "PAR-R6"
    after = act(state, 0, play("red-3"))
    assert after.parade == cards("grey-1 red-3")
    assert Card("red-3") not in after.hands[0]


def test_par_r7_as_many_as_the_value_are_safe() -> None:
    assert taken_by("red-2", "blue-1 blue-2 blue-0") == "blue-1"
    assert taken_by("red-3", "blue-1 blue-2 blue-0") == ""
    assert taken_by("red-4", "blue-1 blue-2 blue-0") == ""


def test_par_r7_removal_is_compulsory_for_the_colour_or_a_value_not_above() -> None:
    assert taken_by("red-1", "red-10 blue-1 blue-2 green-0") == "red-10 blue-1"


def test_par_r7_the_played_card_stays_and_the_others_close_up() -> None:
    state = position(hands=["red-1"], parade="red-10 blue-8 red-4 blue-2 green-0")
    after = act(state, 0, play("red-1"))
    assert after.parade == cards("blue-8 blue-2 green-0 red-1")
    assert after.taken[0] == cards("red-4 red-10")


def test_par_r8_a_zero_makes_every_card_eligible() -> None:
    assert taken_by("red-0", "blue-0 red-9 blue-9 grey-0") == "blue-0 red-9 grey-0"


def test_par_r9_collections_are_public_and_in_order() -> None:
    state = position(hands=["red-0", ""], taken=["red-5 grey-1", "blue-4"], parade="red-9 red-2")
    after = act(state, 0, play("red-0"))
    for viewer in (-2, 0, 1):
        assert GAME.view(after, viewer).taken == (cards("red-2 red-5 red-9 grey-1"), cards("blue-4"))


def test_par_r10_drawing_brings_the_hand_back_to_five_in_secret() -> None:
    state = dealt(2)
    events = GAME.decide(state, 0, Play(state.hands[0][0]))
    drawn = next(event for event in events if isinstance(event, CardDrawn))
    assert drawn.card == state.pile[0]
    assert GAME.audience(drawn) == {0}
    assert {-2, 0, 1} <= GAME.audience(PileShrank(0))
    after = act(state, 0, Play(state.hands[0][0]))
    assert len(after.hands[0]) == 5
    assert after.pile == state.pile[1:]


# Last round


def reason(state: State, card: str) -> str | None:
    began = [
        event for event in GAME.decide(state, GAME.to_act(state)[0], play(card)) if isinstance(event, LastRoundBegan)
    ]
    return began[0].reason if began else None


FIVE_COLOURS = "red-1 blue-1 violet-1 green-1 grey-4"


def test_par_r11_six_colours_begin_the_last_round_after_the_draw() -> None:
    state = position(hands=["orange-3"], taken=[FIVE_COLOURS], parade="orange-1 green-5 violet-7 grey-3")
    assert reason(state, "orange-3") == "colours"
    events = GAME.decide(state, 0, play("orange-3"))
    assert isinstance(events[-1], LastRoundBegan)
    assert any(isinstance(event, CardDrawn) for event in events)
    lacking = position(hands=["orange-3"], taken=["red-1 blue-1"], parade="orange-1 green-5 violet-7 grey-3")
    assert reason(lacking, "orange-3") is None


def test_par_r11_the_empty_pile_begins_the_last_round() -> None:
    assert reason(position(hands=["red-3"], pile="blue-9"), "red-3") == "pile"
    assert reason(position(hands=["red-3"], pile="blue-9 blue-8"), "red-3") is None


def test_par_r11_there_is_exactly_one_last_round() -> None:
    for seed in range(20):
        for seats in (2, 4):
            events = [event for moment in match("parade", Config(seats), seed) for event in moment.events]
            assert sum(isinstance(event, LastRoundBegan) for event in events) == 1


def test_par_r12_everybody_plays_once_more_the_trigger_last_and_nobody_draws() -> None:
    state = position(
        3,
        turn=1,
        hands=["red-2 red-3", "orange-3 red-4", "red-5 red-6"],
        taken=["", FIVE_COLOURS],
        parade="orange-1 " * 4,
    )
    state = act(state, 1, play("orange-3"))
    assert (state.phase, state.turns_left, GAME.to_act(state)) == ("last", 3, (2,))
    for seat, card in ((2, "red-5"), (0, "red-2"), (1, "red-4")):
        before = state
        assert GAME.to_act(state) == (seat,)
        state = act(state, seat, play(card))
        assert state.pile == before.pile
        assert len(state.hands[seat]) == len(before.hands[seat]) - 1
    assert (state.phase, state.turns_left) == ("discard", None)


def test_par_r12_a_sixth_colour_in_the_last_round_changes_nothing() -> None:
    state = position(
        phase="last",
        turn=1,
        turns_left=2,
        hands=["red-1", "orange-3"],
        taken=["", FIVE_COLOURS],
        parade="orange-1 " * 4,
    )
    events = GAME.decide(state, 1, play("orange-3"))
    assert any(isinstance(event, CardsTaken) for event in events)
    assert not any(isinstance(event, LastRoundBegan) for event in events)
    assert act(state, 1, play("orange-3")).turns_left == 1


def test_par_r13_everybody_then_holds_four_and_the_rest_scores_for_nobody() -> None:
    for seats in range(2, 7):
        moments = match("parade", Config(seats), 1)
        discarding = next(moment.state for moment in moments if moment.state.phase == "discard")
        assert [len(hand) for hand in discarding.hands] == [4] * seats
        over = moments[-1].after
        counted = [card for seat in sheet(over).seats for pile in seat.colours for card in pile.cards]
        assert not set(counted) & {*over.parade, *over.pile, *(card for gone in over.discarded for card in gone)}


# Discard and scoring


def sheet(over: State) -> Sheet:
    outcome = GAME.outcome(over)
    assert outcome is not None
    return outcome.sheet


def test_par_r14_two_of_four_in_canonical_order_by_everybody_at_once() -> None:
    hand = "red-1 red-2 blue-3 grey-0"
    state = position(3, phase="discard", hands=[hand, "red-3 red-4 red-5 red-6", "grey-1 grey-2 grey-3 grey-4"])
    assert GAME.to_act(state) == (0, 1, 2)
    assert GAME.legal_actions(state, 0) == tuple(map(Discard, combinations(cards(hand), 2)))
    for wrong in ("red-2 red-1", "red-1", "red-1 red-2 blue-3", "red-1 red-1", "red-1 red-3", ""):
        assert refused(state, 0, discard(wrong)) == "PAR-R14"
    assert refused(state, 0, play("red-1")) == "PAR-R14"
    assert refused(position(hands=[hand]), 0, discard("red-1 red-2")) == "PAR-R14"
    assert refused(act(state, 0, discard("red-1 red-2")), 0, discard("blue-3 grey-0")) == "PAR-R5"


def test_par_r14_a_choice_is_secret_and_the_last_one_reveals_what_is_kept() -> None:
    state = position(phase="discard", hands=["red-1 red-2 blue-3 grey-0", "red-3 red-4 red-5 red-6"])
    assert GAME.audience(CardsDiscarded(0, cards("red-1 red-2"))) == {0}
    chosen = act(state, 0, discard("red-1 red-2"))
    assert GAME.view(chosen, 1).chosen == (True, False)
    assert GAME.view(chosen, 1).hands == (2, 4)
    assert GAME.view(chosen, 1).discarded == ()
    assert GAME.view(chosen, 0).discarded == cards("red-1 red-2")
    events = GAME.decide(chosen, 1, discard("red-3 red-6"))
    assert [event for event in events if isinstance(event, CardsKept)] == [
        CardsKept(0, cards("blue-3 grey-0")),
        CardsKept(1, cards("red-4 red-5")),
    ]
    over = act(chosen, 1, discard("red-3 red-6"))
    assert over.taken == (cards("blue-3 grey-0"), cards("red-4 red-5"))
    assert over.hands == ((), ())
    assert [seat.kept for seat in sheet(over).seats] == list(over.taken)
    assert GAME.view(over, 1).discarded == cards("red-3 red-6")


def test_par_r15_the_most_of_a_colour_turn_it_face_down_all_of_them() -> None:
    assert totals("red-10 red-9", "red-8", "") == (2, 8, 0)
    assert totals("red-10", "red-8", "red-7") == (1, 1, 1)


def test_par_r15_it_is_compulsory_even_where_it_costs() -> None:
    assert totals("red-0", "", "") == (1, 0, 0)


def test_par_r16_with_two_players_only_a_lead_of_two_counts() -> None:
    assert totals("red-10 red-9", "") == (2, 0)
    assert totals("red-10 red-9 red-8", "red-7") == (3, 7)
    assert totals("red-10", "") == (10, 0)
    assert totals("red-10 red-9", "red-8") == (19, 8)
    assert totals("red-10", "red-8") == (10, 8)


def test_par_r17_face_down_cards_cost_one_and_the_lowest_total_wins() -> None:
    outcome = scoring.outcome([cards("red-10 red-9 blue-4"), cards("red-8 blue-3 blue-2"), cards("grey-0")], [()] * 3)
    assert outcome.scores == (6, 10, 1)
    assert outcome.ranks == (2, 3, 1)
    assert [sheet.points for sheet in outcome.sheet.seats[0].colours] == [2, 4, 0, 0, 0, 0]
    assert [sheet.majority for sheet in outcome.sheet.seats[0].colours] == [True] + [False] * 5


def test_par_r18_fewest_cards_break_a_tie_and_then_the_rank_is_shared() -> None:
    most = "blue-9 blue-8 red-9 red-8 red-7"
    fewer = scoring.outcome([cards("blue-3"), cards("red-1 red-2"), cards(most)], [()] * 3)
    assert (fewer.scores, fewer.ranks) == ((3, 3, 5), (1, 2, 3))
    shared = scoring.outcome([cards("blue-3"), cards("red-3"), cards(most)], [()] * 3)
    assert (shared.scores, shared.ranks) == ((3, 3, 5), (1, 1, 3))


def test_par_r19_a_game_has_at_most_that_many_turns() -> None:
    for seats in range(2, 7):
        for seed in range(6):
            turns = sum(isinstance(moment.action, Play) for moment in match("parade", Config(seats), seed))
            assert turns <= (60 - 5 * seats) + seats


# The worked examples


@pytest.mark.parametrize("other", ["green-7", "green-2"])
def test_example_1_the_printed_turn(other: str) -> None:
    state = position(hands=["green-3"], parade=f"violet-5 green-0 {other} red-3 violet-7 red-1 green-4")
    after = act(state, 0, play("green-3"))
    assert set(after.taken[0]) == set(cards(f"green-0 {other} red-3"))
    assert after.parade == cards("violet-5 violet-7 red-1 green-4 green-3")


def test_example_2_a_zero() -> None:
    assert taken_by("red-0", "red-1 blue-0 green-4 red-9 violet-0 grey-2 orange-10") == "red-1 blue-0 red-9 violet-0"


def test_example_3_how_many_are_eligible() -> None:
    parade = "blue-9 red-8 green-0 violet-2 orange-1 grey-0"
    assert taken_by("blue-6", parade) == ""
    assert taken_by("blue-5", parade) == "blue-9"
    assert taken_by("red-5", parade) == ""


def test_example_4_the_printed_scoring() -> None:
    alice = "red-10 red-8 red-3 blue-9 blue-7 blue-6 blue-5 blue-0 violet-0 green-4 green-2 grey-7 grey-4 grey-0"
    hatter = "red-1 red-0 blue-8 violet-8 violet-7 violet-5 violet-3 grey-9 grey-8 grey-1 orange-10 orange-1"
    cat = (
        "red-7 red-6 red-5 red-2 blue-4 blue-3 violet-2 violet-1 green-9 green-8 green-7 green-6 grey-10 "
        "orange-3 orange-2 orange-0"
    )
    outcome = scoring.outcome([cards(alice), cards(hatter), cards(cat)], [()] * 3)
    assert outcome.scores == (35, 27, 31)
    assert outcome.ranks == (3, 1, 2)
    points = [[colour.points for colour in seat.colours] for seat in outcome.sheet.seats]
    assert points == [[21, 5, 0, 6, 3, 0], [1, 8, 4, 0, 3, 11], [4, 7, 3, 4, 10, 3]]


def test_example_5_two_players() -> None:
    assert totals("red-10 red-9 red-8 blue-5 blue-6 green-7", "red-1 blue-2 violet-10 violet-9") == (21, 5)


def test_example_6_both_triggers_at_once() -> None:
    state = position(
        hands=["orange-3 red-9 red-8 red-7", "grey-5 grey-6 grey-7 grey-8 grey-9"],
        taken=[FIVE_COLOURS],
        parade="orange-1 green-5 violet-7 grey-3",
        pile="blue-10",
    )
    assert reason(state, "orange-3") == "both"
    state = act(state, 0, play("orange-3"))
    for seat, card in ((1, "grey-9"), (0, "red-9")):
        assert (state.phase, GAME.to_act(state)) == ("last", (seat,))
        state = act(state, seat, play(card))
    assert (state.phase, GAME.to_act(state)) == ("discard", (0, 1))

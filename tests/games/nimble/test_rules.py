"""Nimble, rule by rule up to the end of a round, and the worked examples that go with it."""

from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.nimble.build import STARTS, act, cards, dealt, finished, position
from veillee.core.chance import below, shuffled
from veillee.core.game import DEALER, EVERYONE, NOBODY, SPECTATOR, BadConfig, IllegalAction
from veillee.games.nimble import GAME, chance, notation
from veillee.games.nimble.cards import COLOURS, DECK, PACKS, Card, circle, frame, owner
from veillee.games.nimble.types import (
    Action,
    Back,
    CardFlipped,
    CardPlaced,
    CardReturned,
    Config,
    Deal,
    DiscardRecycled,
    DiscardView,
    Flip,
    PileView,
    Place,
    Recycle,
    RoundEnded,
    State,
)


def place(card: str, pile: int, onto: str) -> Place:
    return Place(Card(card), pile, Card(onto))


def refusal(state: State, seat: int, action: Action) -> IllegalAction:
    with pytest.raises(IllegalAction) as refused:
        GAME.decide(state, seat, action)
    return refused.value


def refused(state: State, seat: int, action: Action) -> str:
    """The rule that forbids this."""
    return refusal(state, seat, action).rule


# Cards and deal


def test_nim_r1_four_packs_of_all_ordered_pairs_of_colours() -> None:
    assert COLOURS == ("beige", "orange", "blue", "green", "red", "violet")
    assert len(DECK) == len(set(DECK)) == 120
    for seat, pack in enumerate(PACKS):
        assert {owner(card) for card in pack} == {seat}
        assert [(frame(card), circle(card)) for card in pack] == list(permutations(COLOURS, 2))


def test_nim_r1_each_player_has_one_pack() -> None:
    start = GAME.start(Config(3))
    first, second, third, fourth = PACKS
    twice = (*first[:-1], first[0])
    for wrong in (
        (),
        (first, second),
        (first, second, third, fourth),
        (second, first, third),
        (first, second, fourth),
        (first[:-1], second, third),
        (twice, second, third),
        ((*first, first[0]), second, third),
    ):
        assert refused(start, DEALER, Deal(wrong, (1, 1, 1))) == "NIM-R1"


def test_nim_r1_two_to_four_players() -> None:
    for seats in (2, 3, 4):
        assert GAME.to_act(GAME.start(Config(seats))) == (DEALER,)
    for seats in (-1, 0, 1, 5):
        with pytest.raises(BadConfig, match="NIM-R1: seats: Nimble is for 2 to 4 players"):
            GAME.start(Config(seats))
    with pytest.raises(BadConfig, match="NIM-R1: lenient: no such option; there is challenge, guided"):
        notation.configure(2, {"lenient": "yes"})


def test_nim_r2_top_cards_start_the_piles_and_the_rest_are_the_packs() -> None:
    packs = tuple(shuffled(pack, Random(5)) for pack in PACKS[:2])
    state = act(GAME.start(Config(2)), DEALER, Deal(packs, (2, 1)))
    assert state.piles == ((packs[0][0],), (packs[0][1],), (packs[1][0],))
    assert state.packs == (packs[0][2:], packs[1][1:])
    assert state.discards == ((), ())


def test_nim_r2_the_order_of_a_pack_is_told_to_nobody_and_all_else_to_everybody() -> None:
    told = [GAME.audience(event) for event in GAME.decide(GAME.start(Config(3)), DEALER, Deal(PACKS[:3], (1, 1, 1)))]
    assert told == [EVERYONE, NOBODY, NOBODY, NOBODY]
    card = Card("0:red/blue")
    for event in (CardFlipped(0, card), CardReturned(0, card), DiscardRecycled(0), CardPlaced(0, card, 0, card)):
        assert GAME.audience(event) == EVERYONE
    assert GAME.audience(RoundEnded("out")) == EVERYONE


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nim_r3_who_starts_how_many_piles(seats: int) -> None:
    start, legal = GAME.start(Config(seats)), set(permutations(STARTS[seats]))
    for starts in product(range(-1, 5), repeat=seats):
        deal = Deal(PACKS[:seats], starts)
        if starts in legal:
            assert len(act(start, DEALER, deal).piles) == 3
        else:
            assert refused(start, DEALER, deal) == "NIM-R3"
    for starts in ((), (3,), STARTS[seats][1:], (*STARTS[seats], 0)):
        assert refused(start, DEALER, Deal(PACKS[:seats], starts)) == "NIM-R3"


def test_nim_r3_piles_are_started_in_seat_order() -> None:
    state = act(GAME.start(Config(4)), DEALER, Deal(PACKS, (1, 1, 0, 1)))
    assert [owner(pile[0]) for pile in state.piles] == [0, 1, 3]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nim_r3_the_dealer_draws_who_starts_fewest_and_then_the_packs(seats: int) -> None:
    drawn = set[int]()
    for seed in range(40):
        deal, rng = chance.deal(GAME.start(Config(seats)), Random(seed)), Random(seed)
        if seats != 3:  # with three players nothing is drawn, for nobody differs
            fewest = below(rng, seats)
            assert deal.starts[fewest] == min(deal.starts)
            drawn.add(fewest)
        assert sorted(deal.starts) == list(STARTS[seats])
        assert deal.packs == tuple(shuffled(pack, rng) for pack in PACKS[:seats])
    assert drawn == set(range(seats) if seats != 3 else ())


# Play


def test_nim_r4_only_tops_are_seen_and_used() -> None:
    state = position(
        piles=["2:red/blue 1:blue/green", "2:red/green", "2:red/orange"], discards=["0:blue/red 0:green/red"]
    )
    for viewer in (SPECTATOR, 0, 1, 2):
        view = GAME.view(state, viewer)
        assert view.piles[0] == PileView(Card("1:blue/green"), 2)
        assert view.packs == (30, 30, 30)
        assert view.discards == (DiscardView(Card("0:green/red"), 2), DiscardView(None, 0), DiscardView(None, 0))
    assert refused(state, 0, place("0:blue/red", 0, "1:blue/green")) == "NIM-R18"
    assert refused(state, 0, place("0:green/red", 0, "2:red/blue")) == "NIM-R18"
    for nowhere in (-1, 3, 99):
        assert refused(state, 0, place("0:green/red", nowhere, "2:red/orange")) == "NIM-R4"


def test_nim_r5_everybody_may_act_at_any_time_once_the_round_is_dealt() -> None:
    state = dealt(Config(4))
    for seat in (2, 2, 0, 3, 1, 2):
        assert GAME.to_act(state) == (0, 1, 2, 3)
        state = act(state, seat, Flip())
    assert [len(discard) for discard in state.discards] == [1, 1, 3, 1]


def test_nim_r5_nobody_acts_before_the_deal_and_only_the_dealer_deals() -> None:
    start, deal = GAME.start(Config(3)), Deal(PACKS[:3], (1, 1, 1))
    actions = (Flip(), Back(), Recycle(), place("0:red/blue", 0, "1:red/blue"))
    for action, seat in product(actions, (DEALER, SPECTATOR, 0, 1, 2, 3, 99)):
        assert refused(start, seat, action) == "NIM-R5"
    for seat in (SPECTATOR, 0, 1, 2, 3, 99):
        assert refused(start, seat, deal) == "NIM-R5"
        assert refused(dealt(Config(3)), seat, deal) == "NIM-R5"
    for action, seat in product((*actions, deal), (DEALER, SPECTATOR, 3, 99)):
        assert refused(dealt(Config(3)), seat, action) == "NIM-R5"
        assert GAME.legal_actions(dealt(Config(3)), seat) == ()


def test_nim_r5_nobody_acts_when_it_is_over() -> None:
    over, _ = finished(Config(2), 0)
    for action, seat in product((Flip(), Back(), Recycle(), Deal(PACKS[:2], (1, 2))), (DEALER, 0, 1)):
        assert refused(over, seat, action) == "NIM-R5"


def test_nim_r6_flip_turns_the_top_of_the_pack_onto_the_discard() -> None:
    state = position(discards=["0:red/blue"], packs=["0:blue/red 0:green/red"])
    assert GAME.decide(state, 0, Flip()) == (CardFlipped(0, Card("0:blue/red")),)
    after = act(state, 0, Flip())
    assert after.discards[0] == cards("0:red/blue 0:blue/red")
    assert after.packs[0] == cards("0:green/red")
    assert (after.discards[1:], after.packs[1:], after.piles) == (state.discards[1:], state.packs[1:], state.piles)
    assert refused(act(after, 0, Flip()), 0, Flip()) == "NIM-R6"


def test_nim_r7_place_puts_the_top_of_the_discard_on_a_pile_several_in_a_row() -> None:
    state = position(discards=["0:red/green 0:orange/red 0:blue/orange"])
    placed = CardPlaced(0, Card("0:blue/orange"), 0, Card("2:red/blue"))
    assert GAME.decide(state, 0, place("0:blue/orange", 0, "2:red/blue")) == (placed,)
    after = act(state, 0, place("0:blue/orange", 0, "2:red/blue"), place("0:orange/red", 0, "0:blue/orange"))
    assert after.piles == (cards("2:red/blue 0:blue/orange 0:orange/red"), *state.piles[1:])
    assert after.discards[0] == cards("0:red/green")
    assert after.packs == state.packs


def test_nim_r7_a_card_must_have_touched_the_discard() -> None:
    state = position(packs=["0:blue/orange 0:blue/red"])
    assert refused(state, 0, place("0:blue/orange", 0, "2:red/blue")) == "NIM-R7"
    assert GAME.legal_actions(state, 0) == (Flip(),)
    assert len(act(state, 0, Flip(), place("0:blue/orange", 0, "2:red/blue")).piles[0]) == 2


def test_nim_r8_back_takes_cards_off_the_discard_one_by_one_onto_the_pack() -> None:
    state = position(discards=["0:red/blue 0:blue/red"], packs=["0:green/red"])
    assert GAME.decide(state, 0, Back()) == (CardReturned(0, Card("0:blue/red")),)
    after = act(state, 0, Back())
    assert (after.discards[0], after.packs[0]) == (cards("0:red/blue"), cards("0:blue/red 0:green/red"))
    after = act(after, 0, Back())
    assert (after.discards[0], after.packs[0]) == ((), cards("0:red/blue 0:blue/red 0:green/red"))
    assert refused(after, 0, Back()) == "NIM-R8"


def test_nim_r9_recycle_makes_the_discard_the_pack_once_that_is_empty() -> None:
    state = position(discards=["0:red/blue 0:blue/red"], packs=["0:green/red"])
    assert refused(state, 0, Recycle()) == "NIM-R9"
    flipped = act(state, 0, Flip())
    assert GAME.decide(flipped, 0, Recycle()) == (DiscardRecycled(0),)
    after = act(flipped, 0, Recycle())
    assert (after.discards[0], after.packs[0]) == ((), cards("0:red/blue 0:blue/red 0:green/red"))
    assert refused(after, 0, Recycle()) == "NIM-R9"
    assert refused(position(packs=[""]), 0, Recycle()) == "NIM-R9"


def test_nim_r10_a_misplaced_card_is_accepted_and_stays() -> None:
    state = position(discards=["0:red/blue 0:green/red"], packs=[""])
    after = act(state, 0, place("0:green/red", 0, "2:red/blue"))
    assert after.piles[0] == cards("2:red/blue 0:green/red")
    assert act(after, 0, Back()).piles == after.piles
    assert GAME.view(after, 1).results == ()  # nobody is told before the audit


@settings(max_examples=60, deadline=None)
@given(seats=st.integers(2, 4), seed=st.integers(0, 999), choices=st.lists(st.integers(0, 999), max_size=120))
def test_nim_r11_the_row_of_a_seat_never_changes_its_order(seats: int, seed: int, choices: list[int]) -> None:
    start = GAME.start(Config(seats))
    deal = chance.deal(start, Random(seed))
    state = act(start, DEALER, deal)
    for choice in choices:
        seat = choice % seats
        actions = GAME.legal_actions(state, seat)
        after = act(state, seat, actions[choice // seats % len(actions)])
        if after.phase != "race":
            break
        state = after
        placed = {card for pile in state.piles for card in pile}
        for pack, discard, rest in zip(deal.packs, state.discards, state.packs, strict=True):
            assert discard + rest == tuple(card for card in pack if card not in placed)


def test_nim_r11_every_card_that_is_left_can_be_reached() -> None:
    state = position(discards=["0:red/blue 0:blue/red"], packs=["0:green/red 0:red/violet"])
    reached = {state.discards[0][-1]}
    for action in (Flip(), Flip(), Recycle(), Flip()):
        state = act(state, 0, action)
        reached.update(state.discards[0][-1:])
    assert reached == set(cards("0:red/blue 0:blue/red 0:green/red 0:red/violet"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nim_r11_a_round_has_at_most_so_many_placements(seats: int) -> None:
    for seed in range(5):
        _, told = finished(Config(seats), seed)
        assert 0 < sum(isinstance(event, CardPlaced) for event in told) <= 30 * seats - 3


# Aimed placements


def test_nim_r18_the_slower_of_two_is_refused_and_keeps_the_card() -> None:
    state = position(discards=["0:blue/red", "1:blue/green"])
    mine, yours = place("0:blue/red", 0, "2:red/blue"), place("1:blue/green", 0, "2:red/blue")
    for first, quick, second, slow in ((0, mine, 1, yours), (1, yours, 0, mine)):
        after = act(state, first, quick)
        assert refused(after, second, slow) == "NIM-R18"
        assert after.discards[second] == state.discards[second]


def test_nim_r18_a_placement_names_the_top_of_the_own_discard() -> None:
    state = position(discards=["0:red/green 0:blue/orange", "1:blue/green"])
    for card in ("0:red/green", "1:blue/green", "0:violet/red", "2:red/blue"):
        assert refused(state, 0, place(card, 0, "2:red/blue")) == "NIM-R18"
    with pytest.raises(IllegalAction, match=r"0:red/green is not on top of the discard of seat 0; 0:blue/orange is"):
        GAME.decide(state, 0, place("0:red/green", 0, "2:red/blue"))
    with pytest.raises(IllegalAction, match=r"2:red/green is not on top of pile 0; 2:red/blue is"):
        GAME.decide(state, 0, place("0:blue/orange", 0, "2:red/green"))


def test_nim_r19_guided_refuses_what_does_not_fit() -> None:
    free, guided = (position(discards=["0:green/orange"], guided=guided) for guided in (False, True))
    aims = [
        place("0:green/orange", pile, top) for pile, top in enumerate(("2:red/blue", "2:red/green", "2:red/orange"))
    ]
    assert GAME.legal_actions(free, 0) == (Flip(), Back(), *aims)
    assert GAME.legal_actions(guided, 0) == (Flip(), Back(), aims[1])
    assert refused(guided, 0, aims[0]) == refused(guided, 0, aims[2]) == "NIM-R19"
    assert act(guided, 0, aims[1]).piles[1] == cards("2:red/green 0:green/orange")


def test_nim_r19_without_errors_arrival_decides() -> None:
    for seed in range(3):
        over, _ = finished(Config(3, guided=True), seed)
        outcome = GAME.outcome(over)
        assert outcome
        assert outcome.scores == (0, 0, 0)
        assert outcome.ranks == tuple(seat.arrival for seat in outcome.sheet.rounds[0].seats)


# What can be done, and the worked examples of play


def test_nothing_that_is_seen_or_said_depends_on_the_order_of_a_pack() -> None:
    hidden = ("0:blue/orange 0:red/blue 0:green/red", "0:green/red 0:blue/orange 0:red/blue")
    one, other = (position(discards=["0:blue/red"], packs=[pack]) for pack in hidden)
    for viewer in (SPECTATOR, 0, 1, 2):
        assert GAME.view(one, viewer) == GAME.view(other, viewer)
        assert GAME.legal_actions(one, viewer) == GAME.legal_actions(other, viewer)
    for card in (*cards(hidden[0]), Card("1:red/blue")):
        action = Place(card, 0, Card("2:red/blue"))
        assert str(refusal(one, 0, action)) == str(refusal(other, 0, action))


def test_legal_actions_are_in_the_stated_order() -> None:
    state = position(discards=["0:blue/red"], packs=["0:green/red"])
    aims = tuple(Place(Card("0:blue/red"), pile, row[-1]) for pile, row in enumerate(state.piles))
    assert GAME.legal_actions(state, 0) == (Flip(), Back(), *aims)
    assert GAME.legal_actions(position(discards=["0:blue/red"], packs=[""]), 0) == (Back(), Recycle(), *aims)


def test_example_1_going_back_to_a_card_that_fits() -> None:
    state = position(
        piles=["2:red/blue", "2:red/violet", "2:green/red"],
        discards=["0:blue/green 0:orange/violet"],
        packs=["0:green/red"],
        guided=True,
    )
    for pile, top in enumerate(("2:red/blue", "2:red/violet", "2:green/red")):
        assert refused(state, 0, place("0:orange/violet", pile, top)) == "NIM-R19"
    after = act(state, 0, Back(), place("0:blue/green", 0, "2:red/blue"))
    assert after.piles[0] == cards("2:red/blue 0:blue/green")
    assert after.packs[0] == cards("0:orange/violet 0:green/red")


def test_example_2_the_pack_again() -> None:
    state = position(discards=["0:red/blue 0:blue/red 0:green/blue"], packs=[""])
    assert refused(state, 0, Flip()) == "NIM-R6"
    after = act(state, 0, Recycle())
    assert after.packs[0] == cards("0:red/blue 0:blue/red 0:green/blue")
    assert act(after, 0, Flip()).discards[0] == cards("0:red/blue")

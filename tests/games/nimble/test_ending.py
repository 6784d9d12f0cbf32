"""Nimble, rule by rule from the end of a round on: arrival, audit, winner, challenge, and their worked examples."""

from importlib import resources
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from games.nimble.build import STARTS, act, between_rounds, cards, finished, position, result
from veillee.core.chance import below, shuffled
from veillee.core.game import DEALER, SPECTATOR, IllegalAction
from veillee.games.nimble import GAME, chance, notation, scoring
from veillee.games.nimble.cards import PACKS, Card, circle, frame, owner
from veillee.games.nimble.types import (
    CardPlaced,
    Config,
    Deal,
    Event,
    Flip,
    Place,
    Reason,
    RoundBegan,
    RoundEnded,
    RoundSheet,
    Sheet,
    State,
)


def ending(state: State, seat: int, pile: int = 0) -> Reason | None:
    """Why the round ends when this seat places the top of its discard there, if it does."""
    placement = Place(state.discards[seat][-1], pile, state.piles[pile][-1])
    ends: list[Reason] = [
        event.reason for event in GAME.decide(state, seat, placement) if isinstance(event, RoundEnded)
    ]
    return ends[0] if ends else None


def titles(sheet: RoundSheet) -> list[str]:
    return [seat.title for seat in sheet.seats]


def ranks(left: tuple[int, ...], errors: tuple[int, ...]) -> list[int]:
    return [seat.rank for seat in result(left, errors).seats]


def sheet_of(over: State) -> Sheet:
    outcome = GAME.outcome(over)
    assert outcome
    return outcome.sheet


# The end of a round


@pytest.mark.parametrize("seats", [3, 4])
def test_nim_r12_with_more_than_two_the_round_ends_when_somebody_has_no_card_left(seats: int) -> None:
    assert ending(position(seats, discards=["0:blue/red"], packs=[""]), 0) == "out"
    assert ending(position(seats, discards=["0:blue/red"], packs=["0:red/blue"]), 0) is None
    assert ending(position(seats, discards=["0:red/blue 0:blue/red"], packs=[""]), 0) is None


def test_nim_r12_with_two_the_round_ends_when_somebody_has_one_card_left() -> None:
    assert ending(position(2, discards=["0:blue/red"], packs=["0:red/blue"]), 0) == "out"
    assert ending(position(2, discards=["0:red/blue 0:blue/red"], packs=[""]), 0) == "out"
    assert ending(position(2, discards=["0:red/blue 0:blue/red"], packs=["0:red/green"]), 0) is None


def test_nim_r12_a_misplaced_last_card_ends_the_round_too() -> None:
    over = act(position(discards=["0:green/red"], packs=[""]), 0, Place(Card("0:green/red"), 0, Card("2:red/blue")))
    assert (over.phase, GAME.to_act(over)) == ("over", ())
    assert (over.piles, over.packs, over.discards) == ((), (), ())
    for viewer in (SPECTATOR, 0, 1, 2):
        view = GAME.view(over, viewer)
        assert (view.piles, view.packs, view.discards, view.round) == ((), (), (), 1)
        assert view.results == sheet_of(over).rounds
        assert view.outcome == GAME.outcome(over)
    assert [(seat.left, seat.errors) for seat in over.results[0].seats] == [(0, 1), (30, 0), (30, 0)]


def test_nim_r13_it_ends_when_no_card_anywhere_fits_a_visible_circle() -> None:
    def ends(buried: str, hidden: str) -> Reason | None:
        """The placement makes the circles blue, blue and red; these cards lie deepest in a discard and in a pack."""
        state = position(
            2,
            piles=["0:red/blue", "1:red/blue", "0:red/green"],
            discards=[f"{buried} 0:green/red", "1:green/blue"],
            packs=["0:orange/violet", f"1:violet/green {hidden}"],
        )
        return ending(state, 0, pile=2)

    assert ends("0:green/beige", "1:beige/red") == "stuck"
    assert ends("0:red/beige", "1:beige/red") is None
    assert ends("0:green/beige", "1:blue/red") is None


def test_nim_r13_a_card_that_could_only_be_misplaced_does_not_keep_the_round_going() -> None:
    state = position(
        piles=["0:red/blue", "1:red/blue", "2:red/green"],
        discards=["0:green/blue", "1:red/green", "2:violet/red"],
        packs=["0:orange/blue", "1:orange/red", "2:beige/red"],
    )
    over = act(state, 0, Place(Card("0:green/blue"), 2, Card("2:red/green")))
    assert over.phase == "over"
    assert [seat.left for seat in over.results[0].seats] == [1, 2, 2]


def test_nim_r14_arrival_counts_who_has_strictly_fewer_cards_left() -> None:
    sheet = result((5, 0, 12, 5), (0, 0, 0, 0))
    assert [seat.left for seat in sheet.seats] == [5, 0, 12, 5]
    assert [seat.arrival for seat in sheet.seats] == [2, 1, 4, 2]


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ((7, 0, 12, 3), "moby-dick queen pinocchio don-quixote"),
        ((0, 5, 3), "queen pinocchio don-quixote"),
        ((9, 1), "pinocchio queen"),
        ((0, 4, 4, 4), "queen pinocchio pinocchio pinocchio"),
        ((0, 4, 4, 5), "queen don-quixote don-quixote pinocchio"),
        ((2, 2, 3, 9), "queen queen moby-dick pinocchio"),
        ((6, 6, 6), "queen queen queen"),
    ],
)
def test_nim_r14_titles(left: tuple[int, ...], expected: str) -> None:
    assert titles(result(left, (0,) * len(left))) == expected.split()


def test_nim_r14_pinocchio_is_everyone_with_most_cards_left() -> None:
    assert scoring.pinocchios(result((0, 4, 2, 4), (0, 0, 0, 0))) == (1, 3)
    assert scoring.pinocchios(result((6, 6), (0, 0))) == (0, 1)


def test_nim_r14_discard_and_pack_both_count() -> None:
    state = position(discards=["0:blue/red", "1:blue/red 1:blue/green"], packs=["", "1:red/blue", "2:red/blue"])
    over = act(state, 0, Place(Card("0:blue/red"), 0, Card("2:red/blue")))
    assert [seat.left for seat in over.results[0].seats] == [0, 3, 1]


def test_nim_r15_each_card_is_held_against_the_one_directly_below() -> None:
    piles = [
        cards("0:red/blue 0:green/red 1:red/green 0:green/blue"),  # fits a wrong card: no error
        cards("1:violet/green"),  # a starting card alone
        cards("2:red/orange 1:blue/orange 1:orange/red 0:blue/green 1:green/red"),
    ]
    sheet = scoring.round_sheet(piles, (3, 4, 5))
    assert [pile.errors for pile in sheet.piles] == [(1,), (), (1, 3)]
    assert [pile.cards for pile in sheet.piles] == piles
    assert [seat.errors for seat in sheet.seats] == [2, 1, 0]


def test_nim_r15_an_error_ridden_game_is_audited_to_the_last_card() -> None:
    for seed, seats in product(range(3), (2, 3, 4)):
        over, told = finished(Config(seats), seed)
        wrong = [
            event.seat for event in told if isinstance(event, CardPlaced) and frame(event.card) != circle(event.onto)
        ]
        outcome = GAME.outcome(over)
        assert outcome
        assert outcome.scores == tuple(wrong.count(seat) for seat in range(seats))
        assert min(outcome.scores) > 10


def test_nim_r16_fewest_errors_then_arrival_then_shared() -> None:
    assert ranks((0, 1, 2), (2, 1, 0)) == [3, 2, 1]
    assert ranks((3, 0, 2), (1, 1, 1)) == [3, 1, 2]
    assert ranks((2, 4, 2, 0), (0, 0, 0, 1)) == [1, 3, 1, 4]


def test_nim_r16_one_round_is_scored_by_its_errors() -> None:
    sheet = result((0, 3, 7), (2, 0, 1))
    outcome = scoring.outcome((sheet,), challenge=False)
    assert (outcome.ranks, outcome.scores) == ((3, 1, 2), (2, 0, 1))
    assert outcome.sheet == Sheet((sheet,), None)


# The challenge


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nim_r17_as_many_rounds_as_players_each_with_packs_shuffled_anew(seats: int) -> None:
    over, told = finished(Config(seats, challenge=True), 1)
    began = [event for event in told if isinstance(event, RoundBegan)]
    assert [event.round for event in began] == list(range(1, seats + 1))
    assert (over.phase, over.round, len(over.results)) == ("over", seats, seats)
    for sheet in over.results:
        on_piles = sum(len(pile.cards) for pile in sheet.piles)
        assert on_piles + sum(seat.left for seat in sheet.seats) == 30 * seats
    single, _ = finished(Config(seats), 1)
    assert (single.round, len(single.results)) == (1, 1)
    assert sheet_of(single).won is None


def test_nim_r17_between_rounds_the_dealer_is_to_act_on_a_clear_table() -> None:
    state = between_rounds(result((0, 5, 3), (1, 0, 2)))
    assert GAME.to_act(state) == (DEALER,)
    view = GAME.view(state, 1)
    assert (view.phase, view.round, view.rounds, view.results) == ("deal", 2, 3, state.results)
    assert (view.piles, view.packs, view.discards, view.outcome) == ((), (), (), None)
    with pytest.raises(IllegalAction, match="NIM-R5"):
        GAME.decide(state, 0, Flip())


@pytest.mark.parametrize(
    ("left", "allowed"),
    [
        ((1, 9), {(2, 1)}),
        ((9, 1), {(1, 2)}),
        ((6, 6), {(1, 2), (2, 1)}),
        ((0, 9, 9), {(1, 1, 1)}),
        ((0, 3, 9, 4), {(1, 1, 0, 1)}),
        ((0, 9, 3, 9), {(1, 0, 1, 1), (1, 1, 1, 0)}),
    ],
)
def test_nim_r17_a_pinocchio_of_the_last_round_starts_fewest(
    left: tuple[int, ...], allowed: set[tuple[int, ...]]
) -> None:
    seats = len(left)
    earlier = result(left[::-1], (0,) * seats)  # only the last round counts
    state = replace(between_rounds(earlier, result(left, (0,) * seats)), rounds=5)
    for starts in product(range(3), repeat=seats):
        deal = Deal(PACKS[:seats], starts)
        if starts in allowed:
            assert act(state, DEALER, deal).phase == "race"
        else:
            rule = "NIM-R17" if sorted(starts) == list(STARTS[seats]) else "NIM-R3"
            with pytest.raises(IllegalAction, match=rule):
                GAME.decide(state, DEALER, deal)
    assert {chance.deal(state, Random(seed)).starts for seed in range(20)} == allowed


def test_nim_r17_one_of_several_pinocchios_is_drawn_and_a_single_one_is_not() -> None:
    several, single = between_rounds(result((0, 9, 3, 9), (0,) * 4)), between_rounds(result((0, 9, 3, 4), (0,) * 4))
    for seed in range(10):
        rng = Random(seed)
        fewest = (1, 3)[below(rng, 2)]
        deal = chance.deal(several, Random(seed))
        assert deal.starts.index(0) == fewest
        assert deal.packs == tuple(shuffled(pack, rng) for pack in PACKS)
        assert chance.deal(single, Random(seed)).packs[0] == shuffled(PACKS[0], Random(seed))


def test_nim_r17_the_match_goes_to_most_rounds_then_fewest_errors_then_fewest_cards() -> None:
    quick, careful = result((0, 5, 9), (1, 2, 2)), result((9, 0, 5), (9, 0, 5))
    outcome = scoring.outcome((quick, careful, quick), challenge=True)
    assert (outcome.scores, outcome.sheet.won, outcome.ranks) == ((2, 1, 0), (2, 1, 0), (1, 2, 3))
    by_errors = scoring.outcome((result((0, 5, 9), (0, 1, 1)), result((20, 0, 5), (0, 0, 3))), challenge=True)
    assert (by_errors.scores, by_errors.ranks) == ((1, 1, 0), (1, 2, 3))
    by_cards = scoring.outcome((result((0, 5, 9), (0, 1, 2)), result((9, 0, 5), (1, 0, 1))), challenge=True)
    assert (by_cards.scores, by_cards.ranks) == ((1, 1, 0), (2, 1, 3))
    shared = scoring.outcome((result((0, 5), (0, 1)), result((5, 0), (1, 0))), challenge=True)
    assert (shared.scores, shared.ranks) == ((1, 1), (1, 1))


def test_nim_r17_a_shared_round_counts_for_each_who_shares_it() -> None:
    shared = result((0, 5, 5), (1, 0, 0))
    assert scoring.outcome((shared, shared), challenge=True).scores == (0, 2, 2)


def test_nim_r17_a_challenge_adds_up() -> None:
    over, told = finished(Config(3, challenge=True), 4)
    outcome = GAME.outcome(over)
    assert outcome
    assert outcome.sheet.won == outcome.scores
    assert outcome.sheet.rounds == over.results
    winners = [[seat for seat, of in enumerate(sheet.seats) if of.rank == 1] for sheet in over.results]
    assert outcome.scores == tuple(sum(seat in of for of in winners) for seat in range(3))
    assert sum(isinstance(event, RoundEnded) for event in told) == 3


# The worked examples


def test_example_3_the_audit() -> None:
    pile = cards("2:red/blue 0:green/orange 1:orange/red 2:blue/green")
    assert scoring.audit(pile) == (1, 3)
    assert [owner(pile[at]) for at in scoring.audit(pile)] == [0, 2]


def test_example_4_who_wins() -> None:
    left = (0, 3, 7, 12)
    assert ranks(left, (1, 0, 2, 0)).index(1) == 1
    assert ranks(left, (2, 1, 1, 3)).index(1) == 1
    assert ranks(left, (1, 1, 1, 0)).index(1) == 3
    assert titles(result(left, (1, 1, 1, 0)))[3] == "pinocchio"
    assert ranks(left, (0, 0, 0, 0)).index(1) == 0
    assert ranks((0, 5, 5), (1, 0, 0)) == [3, 1, 1]


def test_example_5_stuck() -> None:
    state = position(
        2,
        piles=["0:red/blue", "1:orange/blue", "1:beige/violet"],
        discards=["0:green/blue 0:violet/red", "1:violet/green"],
        packs=["0:orange/green", "1:green/orange 1:beige/red"],
    )
    assert ending(state, 0, pile=2) == "stuck"
    over = act(state, 0, Place(Card("0:violet/red"), 2, Card("1:beige/violet")))
    assert [seat.left for seat in over.results[0].seats] == [2, 3]


# How it is told


def test_a_drawing_tells_the_race_and_the_result() -> None:
    state = position(discards=["0:green/red", "1:blue/red"], packs=["", "1:red/blue", "2:red/blue 2:red/green"])
    assert notation.draw(GAME.view(state, 1)).splitlines() == [
        "round 1 of 1 · everybody at once",
        "pile 0 (1 high): 2:red/blue",
        "pile 1 (1 high): 2:red/green",
        "pile 2 (1 high): 2:red/orange",
        "seat 0: pack 0 · discard 1, 0:green/red on top",
        "seat 1: pack 1 · discard 1, 1:blue/red on top",
        "seat 2: pack 2 · discard empty",
    ]
    over = act(state, 0, Place(Card("0:green/red"), 0, Card("2:red/blue")))
    assert notation.draw(GAME.view(over, 1)).splitlines() == [
        "round 1 of 1 · over",
        "round 1, pile 0 (2 high): misplaced 0:green/red over 2:red/blue",
        "round 1, pile 1 (1 high): misplaced none",
        "round 1, pile 2 (1 high): misplaced none",
        "round 1, seat 0: 0 left, queen, 1 misplaced, rank 3",
        "round 1, seat 1: 2 left, pinocchio, 0 misplaced, rank 1",
        "round 1, seat 2: 2 left, pinocchio, 0 misplaced, rank 1",
        "seat 0: errors 1, rank 3",
        "seat 1: errors 0, rank 1",
        "seat 2: errors 0, rank 1",
    ]


def test_every_event_and_action_is_read_back_as_it_was_written() -> None:
    events: list[Event] = finished(Config(2, challenge=True, guided=True), 0)[1]
    assert [notation.read_event(notation.write_event(event)) for event in events] == events
    deal = Deal(PACKS[:2], (1, 2))
    hidden = GAME.decide(GAME.start(Config(2)), DEALER, deal)
    assert [notation.read_event(notation.write_event(event)) for event in hidden] == list(hidden)
    place = Place(Card("0:green/red"), 0, Card("2:red/blue"))
    assert notation.write_action(place) == "place 0:green/red on pile 0 over 2:red/blue"
    for action in (deal, place, *GAME.legal_actions(position(packs=[""], discards=["0:green/red"]), 0), Flip()):
        assert notation.read_action(notation.write_action(action)) == action


def test_the_played_hand_of_the_readme_is_true() -> None:
    readme = (resources.files("veillee.games.nimble") / "README.md").read_text(encoding="utf-8")
    story = [line.strip() for line in readme.splitlines() if line.startswith(("    round", "    seat"))]
    start = GAME.start(Config(2))
    deal = chance.deal(start, Random(3))
    assert story[0] == notation.write_event(GAME.decide(start, DEALER, deal)[0])
    state = act(start, DEALER, deal)
    for line in story[1:]:
        moves = ((seat, action) for seat in (0, 1) for action in GAME.legal_actions(state, seat))
        caused_by = {GAME.decide(state, *move): move for move in moves}
        state = act(state, *caused_by[(notation.read_event(line),)])
        if line.startswith("seat 0 places 0:green/red"):
            with pytest.raises(IllegalAction, match="NIM-R18"):
                GAME.decide(state, 1, Place(Card("1:green/violet"), 1, Card("0:blue/green")))
    assert len(story) == 12

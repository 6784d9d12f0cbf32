"""Every rule of Tea Time by its number, and the worked examples of the rules."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from games.teatime.build import (
    after,
    dealt,
    ended,
    happening,
    held,
    is_legal,
    player,
    position,
    refusal,
    refused,
    take,
    taking,
)
from veillee.core.game import DEALER, EVERYONE, NOBODY, SPECTATOR, BadConfig
from veillee.games.teatime import GAME, chance
from veillee.games.teatime.cards import SETUPS, Card, Character, deck
from veillee.games.teatime.types import (
    AlicePlaced,
    AliceTaken,
    CardsCancelled,
    CardsTaken,
    Config,
    Deal,
    GameEnded,
    GridLaid,
    StackShuffled,
    Take,
)

SEATS = (2, 3, 4)
FULL = ("hatter+ cat+ rabbit+ queen+", "hatter+ cat+ alice queen+", "hatter+ cat+ rabbit+ queen+")


# Cards


def test_tea_r1_a_deal_holds_every_character_equally_often() -> None:
    assert [deck(2).count(who) for who in Character] == [10] * 6
    start, (_, *others) = GAME.start(Config(2)), deck(2)
    assert list(Character) == ["hatter", "cat", "rabbit", "caterpillar", "queen", "dormouse"]
    for stack in ((Character.CAT, *others), others, (), deck(2) + deck(2), deck(3)):
        assert refusal(start, DEALER, Deal(0, tuple(stack))) == "TEA-R2"
    assert GAME.decide(start, DEALER, Deal(0, deck(2)[::-1]))


@pytest.mark.parametrize(
    ("seats", "cards", "rounds", "rows", "columns"), [(2, 60, 5, 3, 4), (3, 48, 3, 4, 4), (4, 60, 3, 4, 5)]
)
def test_tea_r2_grid_rounds_and_stack_by_players(seats: int, cards: int, rounds: int, rows: int, columns: int) -> None:
    start = GAME.view(GAME.start(Config(seats)), SPECTATOR)
    assert start.rounds == rounds
    assert start.grid == ((None,) * columns,) * rows
    state, rng, stacks = dealt(seats), Random(seats), list[int]()
    while GAME.to_act(state):
        view = GAME.view(state, 0)
        if view.turn == 1:
            stacks.append(view.stack)
        seat = player(state)
        state = after(state, seat, rng.choice(GAME.legal_actions(state, seat)))
    assert stacks == [cards - rows * columns * number for number in range(1, rounds + 1)]
    assert state.stack == ()
    assert GAME.view(state, 0).round == rounds


def test_tea_r2_with_three_players_two_cards_of_each_character_are_set_aside() -> None:
    assert [deck(3).count(who) for who in Character] == [8] * 6
    assert refusal(GAME.start(Config(3)), DEALER, Deal(0, deck(2))) == "TEA-R2"


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 10**30])
def test_tea_r2_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(BadConfig) as error:
        GAME.start(Config(seats))
    assert (error.value.rule, error.value.field) == ("TEA-R2", "seats")


# Round


@pytest.mark.parametrize("seats", SEATS)
def test_tea_r3_any_seat_may_be_first_and_holds_alice(seats: int) -> None:
    for first in range(seats):
        state = dealt(seats, first)
        assert GAME.to_act(state) == (first,)
        assert GAME.view(state, 0).alice == first
    for first in (-1, seats, 99):
        assert refusal(GAME.start(Config(seats)), DEALER, Deal(first, deck(seats))) == "TEA-R3"
    deals = [chance.deal(GAME.start(Config(seats)), Random(seed)) for seed in range(40)]
    assert {deal.first for deal in deals} == set(range(seats))


def test_tea_r3_who_took_alice_starts_the_next_round_with_her() -> None:
    state = taking(position("alice cat+", ". rabbit+", seats=3, to_play=2), "a1", "a2", "b2")
    assert (state.round, state.turn, GAME.to_act(state), state.alice) == (2, 1, (2,), 2)


@pytest.mark.parametrize("seats", SEATS)
def test_tea_r4_faces_alternate_row_by_row_mirror_first(seats: int) -> None:
    stack = chance.deal(GAME.start(Config(seats)), Random(1)).stack
    grid, setup = dealt(seats, stack=stack).grid, SETUPS[seats]
    for row in range(setup.rows):
        for column in range(setup.columns):
            card = grid[row][column]
            assert card == stack[row * setup.columns + column] + ("-" if (row + column) % 2 == 0 else "+")


def test_tea_r4_the_next_grid_comes_from_the_top_of_what_is_left() -> None:
    stack = chance.deal(GAME.start(Config(2)), Random(2)).stack
    before = replace(position("cat+", stack=stack[12:]), alice=1)
    laid = happening(before, "a1")[-1]
    assert isinstance(laid, GridLaid)
    assert laid.round == 2
    assert [card[:-1] for row in laid.rows for card in row] == list(stack[12:24])
    assert taking(before, "a1").stack == stack[24:]


def test_tea_r4_the_stack_is_hidden() -> None:
    shuffled, *public = GAME.decide(GAME.start(Config(2)), DEALER, Deal(0, deck(2)))
    assert isinstance(shuffled, StackShuffled)
    assert GAME.audience(shuffled) == NOBODY
    assert {GAME.audience(event) for event in public} == {EVERYONE}
    state = dealt(2)
    other = replace(state, stack=state.stack[::-1])
    assert GAME.view(state, 0) == GAME.view(other, 0)
    assert GAME.view(state, 0).stack == 48


def test_tea_r5_the_starting_player_takes_one_card_and_alice_fills_its_place() -> None:
    state = dealt(2, first=1)
    assert GAME.legal_actions(state, 1) == tuple(Take(((row, column),)) for row in range(3) for column in range(4))
    assert refused(state, "a1 a2") == "TEA-R5"
    taken, placed = happening(state, "b3")
    assert isinstance(taken, CardsTaken)
    assert placed == AlicePlaced((1, 2))
    state = taking(state, "b3")
    assert state.grid[1][2] == "alice"
    assert GAME.view(state, 0).alice is None
    assert len(happening(state, "b2")) == 1


def test_tea_r6_one_card_then_two_then_three_counted_over_all_players() -> None:
    state = dealt(3, first=1)
    for turn, seat, cells in ((1, 1, "a1"), (2, 2, "d1 d2"), (3, 0, "b1 b2 b3"), (4, 1, "c1 c2 c3")):
        view = GAME.view(state, 0)
        assert (view.turn, view.limit, view.to_act) == (turn, min(turn, 3), (seat,))
        assert max(len(action.cells) for action in GAME.legal_actions(state, seat)) == view.limit
        assert refused(state, "a1 a2 a3" if turn < 3 else "a1 a2 a3 a4") == ("TEA-R5" if turn == 1 else "TEA-R6")
        state = taking(state, cells)


def test_tea_r6_turns_start_again_in_each_round() -> None:
    state = taking(position("cat+", turn=9, alice=0), "a1")
    assert (state.round, GAME.view(state, 0).turn, GAME.view(state, 0).limit) == (2, 1, 1)


def test_tea_r6_only_the_player_whose_turn_it_is() -> None:
    state = position(*FULL, seats=3, to_play=2)
    for seat in (0, 1, 3, 99, DEALER, SPECTATOR):
        assert refusal(state, seat, take("a1")) == "TEA-R6"
        assert GAME.legal_actions(state, seat) == ()
    assert GAME.to_act(taking(state, "a1")) == (0,)


def test_tea_r7_at_least_one_card_and_fewer_than_allowed_is_fine() -> None:
    state = position(*FULL)
    assert refusal(state, 0, Take(())) == "TEA-R7"
    for cells in ("a1", "a1 a2", "a1 a2 a3"):
        assert is_legal(state, cells)
        assert happening(state, cells)


def test_tea_r8_lines_run_four_ways_without_a_gap() -> None:
    state = position("cat+ cat- cat+", "cat- . cat-", "cat+ cat- cat+")
    for line in ("a1 a2", "a1 a2 a3", "a1 b1 c1", "a2 b3", "b1 c2", "a2 b1", "b3 c2"):
        assert is_legal(state, line)
        assert happening(state, line)
    for gap in ("b2", "a1 b2", "a2 b2 c2", "a1 b2 c3", "a3 b2 c1", "b1 b2 b3", "a1 a3", "a1 c1", "a1 c3"):
        assert refused(state, gap) == "TEA-R8"
        assert not is_legal(state, gap)
    for bend in ("a1 a2 b1", "a1 b1 a2", "a2 a3 b3", "a1 a2 b3", "a2 b1 c2"):
        assert refused(state, bend) == "TEA-R8"
        assert not is_legal(state, bend)
    for unordered in ("a2 a1", "b1 a2", "a3 a2 a1", "a1 a3 a2", "a1 a1", "a1 a2 a2"):
        assert refused(state, unordered) == "TEA-R8"


@pytest.mark.parametrize("seats", SEATS)
def test_tea_r8_no_take_leaves_the_grid(seats: int) -> None:
    rows, columns = SETUPS[seats].rows, SETUPS[seats].columns
    state = replace(dealt(seats), turn=3)
    for cell in ((-1, 0), (0, -1), (rows, 0), (0, columns), (-1, -1), (10**30, 0), (0, -(10**30))):
        assert refusal(state, 0, Take((cell,))) == "TEA-R2"
    assert refusal(state, 0, Take(((0, columns - 1), (0, columns)))) == "TEA-R2"
    assert refusal(state, 0, Take(((0, columns - 1), (1, 0)))) == "TEA-R8"


@pytest.mark.parametrize(("seats", "lines"), [(2, 12 + 29 + 14), (3, 16 + 42 + 24), (4, 20 + 55 + 34)])
def test_tea_r8_legal_takes_come_by_number_of_cells_then_by_cells(seats: int, lines: int) -> None:
    legal = GAME.legal_actions(replace(dealt(seats), turn=3), 0)
    assert len(legal) == len(set(legal)) == lines
    assert sorted(legal, key=lambda action: (len(action.cells), action.cells)) == list(legal)


def test_tea_r9_alice_in_the_grid_is_a_card_like_the_others() -> None:
    state = position("cat+ alice rabbit-", ". . cat+", turn=2, to_play=1)
    assert is_legal(state, "a2")
    assert is_legal(state, "a1 a2")
    assert refused(state, "a1 a2 a3") == "TEA-R6"
    later = replace(state, turn=3)
    taken, kept = happening(later, "a1 a2 a3")
    assert taken == CardsTaken(1, ((0, 0), (0, 1), (0, 2)), (Card("cat+"), Card.ALICE, Card("rabbit-")))
    assert kept == AliceTaken(1)
    assert taking(later, "a1 a2 a3").collections[1] == held(cat=1, rabbit=-1)


def test_tea_r10_who_takes_alice_keeps_her_to_the_end() -> None:
    state = taking(position("alice cat+", seats=4, to_play=3, number=3), "a1")
    assert GAME.view(state, 0).alice == 3
    over = taking(state, "a2")
    assert (over.phase, over.alice) == ("over", 3)
    outcome = GAME.outcome(over)
    assert outcome
    assert [sheet.alice for sheet in outcome.sheet.seats] == [0, 0, 0, 4]


def test_tea_r11_taken_cards_keep_their_face_in_public() -> None:
    state = taking(position("cat+ rabbit-", "alice"), "a1 a2")
    for viewer in (0, 1, SPECTATOR):
        assert GAME.view(state, viewer).collections == (held(cat=1, rabbit=-1), held())


def test_tea_r11_the_grid_is_not_refilled() -> None:
    state = dealt(2)
    left = taking(state, "a1", "b1 b2")
    assert left.grid == (("alice", *state.grid[0][1:]), (None, None, *state.grid[1][2:]), state.grid[2])
    assert left.stack == state.stack


def test_tea_r12_opposite_faces_cancel_one_for_one() -> None:
    state = position("cat- cat- cat-", "alice", collections=(held(cat=2, queen=1), held(cat=1)))
    assert happening(state, "a1 a2 a3")[1:] == (CardsCancelled(0, Character.CAT, 4),)
    state = taking(state, "a1 a2 a3")
    assert state.collections == (held(cat=-1, queen=1), held(cat=1))
    assert GAME.view(state, 1).cancelled == 4


def test_tea_r12_same_faces_and_other_players_cancel_nothing() -> None:
    state = position("cat-", "alice", collections=(held(cat=-2), held(cat=2)))
    assert len(happening(state, "a1")) == 1
    assert taking(state, "a1").collections == (held(cat=-3), held(cat=2))
    assert GAME.view(taking(state, "a1"), 0).cancelled == 0


def test_tea_r12_opposite_faces_of_one_turn_cancel_too() -> None:
    state = position("cat- cat+ cat-", "alice", collections=(held(), held(cat=2)))
    assert happening(state, "a1 a2 a3")[1:] == (CardsCancelled(0, Character.CAT, 2),)
    assert taking(state, "a1 a2 a3").collections == (held(cat=-1), held(cat=2))


def test_tea_r12_several_characters_cancel_in_canonical_order() -> None:
    state = position("queen+ cat-", "alice", collections=(held(cat=1, queen=-3), held()))
    cats, queens = CardsCancelled(0, Character.CAT, 2), CardsCancelled(0, Character.QUEEN, 2)
    assert happening(state, "a1 a2")[1:] == (cats, queens)
    assert taking(state, "a1 a2").cancelled == (0, 2, 0, 0, 2, 0)


def test_tea_r13_an_empty_grid_ends_the_round_and_collections_stay() -> None:
    state = position("cat+ cat+", alice=1, collections=(held(cat=1), held(queen=-2)))
    assert taking(state, "a1").round == 1
    state = taking(state, "a1 a2")
    assert (state.round, state.phase, state.collections) == (2, "play", (held(cat=3), held(queen=-2)))
    assert all(card for row in state.grid for card in row)


@pytest.mark.parametrize("seats", SEATS)
def test_tea_r13_the_last_round_ends_the_game(seats: int) -> None:
    rounds = SETUPS[seats].rounds
    before = position("cat+", seats=seats, number=rounds - 1, alice=0)
    assert isinstance(happening(before, "a1")[-1], GridLaid)
    last = position("cat+", seats=seats, number=rounds, alice=0)
    assert happening(last, "a1")[-1] == GameEnded()
    over = taking(last, "a1")
    view = GAME.view(over, SPECTATOR)
    assert (view.phase, view.to_act, view.round, view.turn, view.limit) == ("over", (), rounds, None, None)
    assert not any(card for row in view.grid for card in row)
    assert refusal(over, 0, take("a1")) == "TEA-R6"
    assert GAME.legal_actions(over, 0) == ()


# Scoring


@pytest.mark.parametrize(("count", "points"), [(0, 5), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 15), (10, 15)])
def test_tea_r14_each_character_scores_by_number_whichever_face(count: int, points: int) -> None:
    for signed in (count, -count):
        sheet = ended(held(queen=signed), held()).sheet.seats[0]
        assert [(of.count, of.points) for of in sheet.characters] == [(0, 5)] * 4 + [(signed, points), (0, 5)]
        assert sheet.total == 25 + points + 4


def test_tea_r14_most_points_win() -> None:
    outcome = ended(held(cat=1), held(cat=5), held(cat=3), alice=2)
    assert outcome.scores == (26, 40, 35)
    assert outcome.ranks == (3, 1, 2)
    assert GAME.outcome(dealt(2)) is None


def test_tea_r15_among_equals_who_holds_alice_goes_first_and_others_share() -> None:
    outcome = ended(held(cat=3), held(cat=4), held(cat=4), held(cat=5), alice=0)
    assert outcome.scores == (35, 35, 35, 40)
    assert outcome.ranks == (2, 3, 3, 1)
    assert ended(held(cat=4), held(cat=3), alice=1).ranks == (2, 1)
    assert ended(held(cat=1), held(cat=1), held(cat=5), alice=2).ranks == (2, 2, 1)


def test_the_view_is_the_contract() -> None:
    before = msgspec.json.decode(msgspec.json.encode(GAME.view(GAME.start(Config(3)), SPECTATOR)))
    assert list(before.items()) == [
        ("seat", -2),
        ("seats", 3),
        ("phase", "deal"),
        ("to_act", [-1]),
        ("round", 0),
        ("rounds", 3),
        ("turn", None),
        ("limit", None),
        ("grid", [[None] * 4] * 4),
        ("alice", None),
        ("collections", [[0] * 6] * 3),
        ("cancelled", 0),
        ("stack", 0),
        ("outcome", None),
    ]
    playing = msgspec.to_builtins(GAME.view(position("cat+ alice", turn=7, number=2), 1))
    assert playing["grid"][0] == ("cat+", "alice", None, None)
    assert (playing["phase"], playing["turn"], playing["limit"], playing["alice"]) == ("play", 7, 3, None)
    nothing = {"count": 0, "points": 5}
    assert msgspec.to_builtins(ended(held(dormouse=-2), held(), alice=1)) == {
        "ranks": (2, 1),
        "scores": (28, 34),
        "sheet": {
            "seats": (
                {"characters": (*[nothing] * 5, {"count": -2, "points": 3}), "alice": 0, "total": 28},
                {"characters": (*[nothing] * 6,), "alice": 4, "total": 34},
            )
        },
    }


# Worked examples


def test_example_1_the_printed_count() -> None:
    assert ended((0, 0, 2, 1, 4, 6), held()).scores[0] == 43


def test_example_2_one_of_three_cats_cancels() -> None:
    state = taking(position("cat-", "alice", collections=(held(cat=3), held())), "a1")
    assert state.collections[0] == held(cat=2)
    assert GAME.view(state, 0).cancelled == 2


@pytest.mark.parametrize("before", [0, -1])
def test_example_3_both_faces_in_one_turn_cancel(before: int) -> None:
    state = position("rabbit+ rabbit-", "alice", collections=(held(rabbit=before), held()))
    state = taking(state, "a1 a2")
    assert state.collections[0] == held(rabbit=before)
    assert GAME.view(state, 0).cancelled == 2


def test_example_4_lines() -> None:
    state = position(*FULL)
    for fine in (((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0)), ((0, 1), (0, 2), (0, 3))):
        assert GAME.decide(state, 0, Take(fine))
    for wrong in (((0, 0), (0, 2)), ((0, 0), (0, 1), (1, 1)), ((0, 0), (1, 2))):
        assert refusal(state, 0, Take(wrong)) == "TEA-R8"


def test_example_5_nothing_one_of_each_and_two_series() -> None:
    outcome = ended(held(), (1, 1, 1, 1, 1, 1), held(hatter=5, cat=-5))
    assert outcome.scores == (34, 6, 50)


def test_example_6_only_alice_is_left() -> None:
    state = position("alice", to_play=1)
    assert GAME.legal_actions(state, 1) == (take("a1"),)
    state = taking(state, "a1")
    assert (state.round, GAME.to_act(state), state.alice) == (2, (1,), 1)

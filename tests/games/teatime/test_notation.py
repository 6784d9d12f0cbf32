"""What is typed, logged and drawn, and the played hand of the room's README."""

from pathlib import Path
from random import Random

import pytest

from games.teatime.build import dealt, held, player, position, taking
from veillee.core.game import DEALER, SPECTATOR, BadConfig, replay
from veillee.core.notation import NotationError
from veillee.games import teatime
from veillee.games.teatime import GAME, chance, notation
from veillee.games.teatime.types import AlicePlaced, Config, FirstChosen, GridLaid, Take


def test_a_cell_is_its_row_letter_and_its_column_number() -> None:
    assert notation.write_action(Take(((0, 0), (1, 1), (2, 2)))) == "take a1 b2 c3"
    assert notation.read_action(" TAKE  B3 ") == Take(((1, 2),))


@pytest.mark.parametrize("cells", [(), ((-1, 0),), ((0, -1), (25, 9)), ((26, 0), (-9, -9)), ((10**20, -(10**20)),)])
def test_takes_that_no_grid_allows_are_written_too(cells: tuple[tuple[int, int], ...]) -> None:
    assert notation.read_action(notation.write_action(Take(cells))) == Take(cells)


@pytest.mark.parametrize("text", ["take", "take 3b", "take b", "take b2 and b3", "take bb3", "grab b3"])
def test_what_is_no_cell_is_refused_with_what_is(text: str) -> None:
    with pytest.raises(NotationError, match="write take CELLS"):
        notation.read_action(text)


def test_events_read_as_sentences() -> None:
    first, second = taking(dealt(2), "b3"), position("cat- alice", collections=(held(cat=1), held()))
    assert first.grid[1][2] == "alice"
    happened = [notation.write_event(event) for event in GAME.decide(second, 0, Take(((0, 0), (0, 1))))]
    assert happened == [
        "seat 0 takes cat- alice from a1 a2",
        "seat 0 cancels 2 cat cards",
        "seat 0 keeps alice",
        "round 2 is laid: " + happened[-1].partition(": ")[2],
    ]
    assert notation.write_event(FirstChosen(1)) == "seat 1 holds alice and begins"
    assert notation.write_event(AlicePlaced((3, 4))) == "alice goes to d5"


def test_options_are_refused() -> None:
    assert notation.configure(4, {}) == Config(4)
    with pytest.raises(BadConfig, match="TEA-R2: guided"):
        notation.configure(4, {"guided": "yes"})


def test_every_line_is_drawn_alike_for_everybody() -> None:
    state = position("cat- alice", ". rabbit+", turn=2, to_play=1, collections=(held(cat=-2, queen=1), held()))
    lines = notation.draw(GAME.view(state, SPECTATOR)).splitlines()
    assert lines == [
        "round 1 of 5, turn 2: seat 1 to take up to 2 cards · stack 48 · cancelled 0",
        "   1             2             3             4",
        "a  cat-          alice         ·             ·",
        "b  ·             rabbit+       ·             ·",
        "c  ·             ·             ·             ·",
        "seat 0: 2 cat- · 1 queen+",
        "seat 1: –",
    ]
    assert all(notation.draw(GAME.view(state, seat)).splitlines() == lines for seat in (0, 1))


def test_the_end_is_drawn_with_its_sheet() -> None:
    over = taking(position("cat+", number=5, alice=1, collections=(held(queen=-6), held())), "a1")
    assert notation.draw(GAME.view(over, 0)).splitlines() == [
        "over after 5 rounds · stack 0 · cancelled 0",
        "seat 0: 1 cat+ · 6 queen-",
        "seat 1: alice",
        "seat 0: hatter 0 = 5 · cat 1 = 1 · rabbit 0 = 5 · caterpillar 0 = 5 · queen 6 = 15 · dormouse 0 = 5"
        " · alice = 0 → 36, rank 1",
        "seat 1: hatter 0 = 5 · cat 0 = 5 · rabbit 0 = 5 · caterpillar 0 = 5 · queen 0 = 5 · dormouse 0 = 5"
        " · alice = 4 → 34, rank 2",
    ]


def test_the_round_played_in_the_readme_is_true() -> None:
    """The deal comes from seed 2; what is typed and what follows stand on one line with an arrow between."""
    text = Path(teatime.__file__).with_name("README.md").read_text(encoding="utf-8")
    told = [line[4:] for line in text.splitlines() if line.startswith("    ")]
    state = GAME.start(Config(2))
    state = replay(GAME, state, GAME.decide(state, DEALER, chance.deal(state, Random(2))))
    true = notation.draw(GAME.view(state, 0)).splitlines()
    for typed, arrow, _ in (line.partition(" → ") for line in told):
        if arrow:
            events = GAME.decide(state, player(state), notation.read_action(typed))
            state = replay(GAME, state, events)
            seen = [notation.write_event(event) for event in events if not isinstance(event, GridLaid)]
            true.append(f"{typed} → {' · '.join(seen)}")
    assert state.round == 2
    assert told == [*true, *notation.draw(GAME.view(state, 0)).splitlines()]

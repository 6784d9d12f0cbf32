"""Oz in words: the hand played in the README, what a drawing shows to whom, and options as people type them."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import veillee.games.oz
from games.oz.build import deal, dealt, finish, hand, moves, reach
from veillee.core.game import DEALER, SPECTATOR, BadConfig, replay
from veillee.core.notation import NotationError
from veillee.games.oz import GAME, notation
from veillee.games.oz.stories import STANDARD, BadDeck
from veillee.games.oz.types import Choose, Close, ColumnsLaid, ColumnTaken, Config, HandsRevealed, StoryClosed

README = Path(veillee.games.oz.__file__).with_name("README.md").read_text(encoding="utf-8")


def test_the_hand_played_in_the_readme_is_true() -> None:
    story = [line.strip() for line in README.splitlines() if line.startswith("    ") and not line.startswith("     ")]
    codes = tuple(tuple(story[at].split(": ")[1].split()) for at in (0, 2))
    hands = tuple(hand(story[at].split(": ")[1]) for at in (1, 3))
    state = replace(dealt(2), turn=7, hands=hands, open=codes, closed=(("few:oz",) * 3, ("few:oz",) * 3))
    assert {*story[:4]} <= {line for seat in (0, 1) for line in notation.draw(GAME.view(state, seat)).splitlines()}
    state = replay(GAME, state, map(notation.read_event, story[4:6]))
    told = story[4:6]
    for line in story[6:-2]:
        match notation.read_event(line):
            case ColumnTaken(seat, column):
                action = Choose(column)
            case StoryClosed(seat, code):
                action = Close(code)
            case _:
                continue
        events = GAME.decide(state, seat, action)
        told += [notation.write_event(event) for event in events if not isinstance(event, HandsRevealed)]
        state = replay(GAME, state, events)
    drawn = notation.draw(GAME.view(state, 0)).splitlines()
    assert [*told, drawn[-3], drawn[-1]] == story[4:]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_written_is_read_back(seats: int) -> None:
    for move in moves(dealt(seats)):
        assert notation.read_action(notation.write_action(move.action)) == move.action
        for event in move.events:
            assert notation.read_event(notation.write_event(event)) == event
    for columns in ((), dealt(seats).columns):
        laid = ColumnsLaid(tuple(column for column in columns if column))
        assert notation.read_event(notation.write_event(laid)) == laid
    nobody = HandsRevealed((hand(""), hand("10 oz")))
    assert notation.write_event(nobody) == "the hands are nothing | 10 oz"
    assert notation.read_event("the hands are nothing | 10 oz") == nobody


def test_the_story_deck_is_named_or_listed() -> None:
    for config in (Config(2), Config(2, STANDARD[:24])):
        begun = GAME.decide(GAME.start(config), DEALER, deal(config))[0]
        assert notation.read_event(notation.write_event(begun)) == begun


def test_what_is_no_event_is_refused() -> None:
    for wrong in ("the hands are 2", "the hands are 2 tiger", "the hands are two oz", "the columns are oz few:oz"):
        with pytest.raises(NotationError):
            notation.read_event(wrong)


def test_a_drawing_shows_own_cards_on_lines_of_their_own() -> None:
    view = reach(dealt(2), 6)
    public = notation.draw(GAME.view(view, SPECTATOR)).splitlines()
    for seat in (0, 1):
        own = [line for line in notation.draw(GAME.view(view, seat)).splitlines() if line not in public]
        assert [line.split(":")[0] for line in own] == [f"hand of seat {seat}", f"closed by seat {seat}"]


def test_a_drawing_tells_the_phase() -> None:
    start = GAME.start(Config(4))
    states = (start, dealt(4), reach(dealt(4), 5, "close"), reach(dealt(4), 8, "deal"), finish(dealt(4)))
    assert [notation.draw(GAME.view(state, 0)).split(" · ")[0] for state in states] == [
        "before the deal",
        "turn 1 of 8, seat 0 has the marker, seat 0 to choose",
        "turn 5 of 8, seat 0 has the marker, seat 0 to close a story",
        "turn 8 of 8, seat 3 has the marker, the discarded characters to be shuffled",
        "over",
    ]
    taken = reach(dealt(4), 5, "close")
    assert "column 0: taken" in notation.draw(GAME.view(taken, SPECTATOR))


def test_a_deck_file_is_replaced_by_its_list(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text('name = "mine"\nstories = [' + '"each:lion", ' * 24 + "]\n")
    assert notation.configure(2, {"stories": str(path)}) == Config(2, ("each:lion",) * 24)
    assert notation.configure(3, {}) == notation.configure(3, {"stories": "standard"}) == Config(3)
    with pytest.raises(BadDeck):
        notation.configure(2, {"stories": str(tmp_path / "other.toml")})
    with pytest.raises(BadConfig, match="speed: no such option; there is stories"):
        notation.configure(2, {"speed": "1"})

"""What is written can be read back: JSON, notation, records."""

from random import Random
from typing import Any

import msgspec
import pytest

from contract.rooms import each_case, each_game, match, probe, recorded, sampled, viewers
from veillee.core import record as records
from veillee.core.game import AnyGame
from veillee.core.notation import NotationError
from veillee.games import chance, notation


def again(value: Any, kind: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


@each_case
def test_json(game: AnyGame, config: Any) -> None:
    assert again(config, game.config_type) == config
    for moment in match(game.name, config, 0):
        assert again(moment.action, game.action_type) == moment.action
        for event in moment.events:
            assert again(event, game.event_type) == event
    for moment in sampled(match(game.name, config, 0), 30, 0):
        for viewer in viewers(config):
            view = game.view(moment.after, viewer)
            assert again(view, game.view_type) == view


@each_case
def test_only_actions_and_events_carry_a_type(game: AnyGame, config: Any) -> None:
    assert "type" not in keys(msgspec.to_builtins(config))
    for moment in sampled(match(game.name, config, 0), 8, 0):
        for viewer in viewers(config):
            assert "type" not in keys(msgspec.to_builtins(game.view(moment.after, viewer)))
        for fact in (moment.action, *moment.events):
            assert msgspec.to_builtins(fact)["type"] == type(fact).__name__


def keys(value: Any) -> set[str]:
    """Every key of every object in this JSON value."""
    match value:
        case dict():
            return set(value).union(*map(keys, value.values()))
        case list() | tuple():
            return set[str]().union(*map(keys, value))
        case _:
            return set()


@each_case
def test_notation(game: AnyGame, config: Any) -> None:
    words = notation(game)
    for moment in match(game.name, config, 0):
        assert words.read_action(words.write_action(moment.action)) == moment.action
        for event in moment.events:
            assert words.read_event(words.write_event(event)) == event
    for action in probe(game).action_space(match(game.name, config, 0)[1].state, Random(0)):
        assert words.read_action(words.write_action(action)) == action


@each_case
def test_people_may_type_with_other_capitals_and_spaces(game: AnyGame, config: Any) -> None:
    words = notation(game)
    for moment in sampled(match(game.name, config, 0), 12, 0):
        typed = "  " + words.write_action(moment.action).upper().replace(" ", "   ") + " "
        assert words.read_action(typed) == moment.action


@each_game
def test_what_is_no_action_is_refused_with_what_can_be_written(game: AnyGame) -> None:
    for nonsense in ("", "xyzzy", "play", "deal", "{}"):
        with pytest.raises(NotationError, match="write "):
            notation(game).read_action(nonsense)


@each_case
def test_public_lines_of_a_drawing_are_alike_for_all(game: AnyGame, config: Any) -> None:
    words = notation(game)
    for moment in sampled(match(game.name, config, 0), 8, 0):
        public = words.draw(game.view(moment.after, -2)).splitlines()
        assert public
        for seat in range(config.seats):
            own = words.draw(game.view(moment.after, seat)).splitlines()
            assert set(public) <= set(own)


@each_case
def test_a_record_is_read_back_and_verified(game: AnyGame, config: Any) -> None:
    record = recorded(game, config, match(game.name, config, 0))
    read = records.read(records.write(record))
    assert records.write(read) == records.write(record)
    assert [move.action for move in records.moves(read, game)] == [m.action for m in match(game.name, config, 0)]
    found = records.verify(read, game, chance(game))
    assert found == (len(match(game.name, config, 0)), None, "over")

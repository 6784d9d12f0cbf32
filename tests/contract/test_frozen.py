"""Kept games are decided today as they were decided then: line by line, and to the last view."""

from collections import Counter
from pathlib import Path

import pytest

from contract.frozen import CORPUS, GOLDEN, KEPT, load, orders, transcript
from contract.rooms import each_game, golden
from veillee.core import record as records
from veillee.core.game import AnyGame
from veillee.games import GAMES, chance, find

EVERY_STORY = [(game, f"{game.name}-{name}") for game in GAMES.values() for name in golden(game).STORIES]
EVERY_KEPT = [(game, path) for game in GAMES.values() for path in sorted(CORPUS.glob(f"{game.name}-*.jsonl"))]


@pytest.mark.parametrize(("game", "story"), EVERY_STORY, ids=[story for _, story in EVERY_STORY])
def test_the_transcript_is_as_it_was(game: AnyGame, story: str) -> None:
    """Differences are read like code; if they are meant, `make golden` writes them."""
    record = load(GOLDEN / f"{story}.jsonl")
    assert record.header.game == game.name
    assert transcript(record) == (GOLDEN / f"{story}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "path"), EVERY_KEPT, ids=[path.stem for _, path in EVERY_KEPT])
def test_a_kept_game_is_decided_and_dealt_as_it_was(game: AnyGame, path: Path) -> None:
    """By the rules of its time: they stay in the room when newer ones come."""
    record = load(path)
    rules = find(game.name, record.header.rules_version)
    found = records.verify(record, rules, chance(rules))
    assert found.reason == "over"
    assert found.deals


@each_game
def test_ten_games_of_every_seat_count_are_kept(game: AnyGame) -> None:
    headers = [load(path).header for kept_game, path in EVERY_KEPT if kept_game is game]
    kept = Counter(len(header.names) for header in headers if header.rules_version == game.rules_version)
    assert kept == dict.fromkeys(game.seat_counts, KEPT)


@each_game
def test_the_order_of_legal_actions_is_as_it_was(game: AnyGame) -> None:
    assert orders(game) == (GOLDEN / f"{game.name}.order.txt").read_text(encoding="utf-8")

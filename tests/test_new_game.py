"""A game begun with `make new-game` plays at once, and meets every demand of the contract and of the house."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which a game may be begun."""
    copy = tmp_path_factory.mktemp("house")
    for folder in ("src", "tests", "tools", "web"):
        left = shutil.ignore_patterns("__pycache__", "node_modules", "static")
        shutil.copytree(ROOT / folder, copy / folder, ignore=left)
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


def run(house: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(house / "src")}
    return subprocess.run(
        [sys.executable, *arguments], cwd=house, env=environment, capture_output=True, text=True, check=False
    )


def test_a_new_game_plays_at_once(house: Path) -> None:
    begun = run(house, "tools/new_game.py", "lantern")
    assert begun.returncode == 0, begun.stderr
    assert "Lantern, by an unknown author" in run(house, "-m", "veillee.cli", "games").stdout
    tests = run(house, "-m", "pytest", "tests/contract", "tests/games/lantern", "tests/test_house.py", "-k", "lantern")
    assert tests.returncode == 0, tests.stdout
    assert (house / "tests" / "golden" / "lantern.order.txt").exists()


@pytest.mark.parametrize(
    ("name", "why"),
    [("Lantern", "letters a to z"), ("class", "a word of Python"), ("parade", "in use"), ("hand", "in use")],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_changed(house: Path, name: str, why: str) -> None:
    before = sorted(house.rglob("*.py"))
    refused = run(house, "tools/new_game.py", name)
    assert refused.returncode == 2
    assert why in refused.stderr
    assert sorted(house.rglob("*.py")) == before

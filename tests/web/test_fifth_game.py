"""A game begun with `make new-game` is built into the page at once, and is played there, without a line by hand."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from web.client import WEB, node
from web.pages import Stage
from web.playing import play_now, play_on

pytestmark = pytest.mark.needs("browser")

ROOT = WEB.parent
NEW = "lantern"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server of a copy of the project in which the game was begun and the page built anew."""
    house = tmp_path / "house"
    for folder in ("src", "tests", "tools", "web"):
        left = shutil.ignore_patterns("__pycache__", "node_modules", "static")
        shutil.copytree(ROOT / folder, house / folder, ignore=left)
    shutil.copy(ROOT / "pyproject.toml", house)
    (house / "web" / "node_modules").symlink_to(WEB / "node_modules")
    environment = {**os.environ, "PYTHONPATH": str(house / "src")}
    subprocess.run([sys.executable, "tools/new_game.py", NEW], cwd=house, env=environment, check=True)
    built = node("vite/bin/vite.js", "build", cwd=house / "web")
    assert built.returncode == 0, built.stdout + built.stderr
    command = [sys.executable, "-m", "veillee.cli", "serve", "--home", str(tmp_path / "home"), "--port", "0"]
    with subprocess.Popen(
        [*command, "--bot-pace", "0"], cwd=house, env=environment, stdout=subprocess.PIPE, text=True
    ) as served:
        assert served.stdout
        try:
            yield served.stdout.readline().strip()
        finally:
            served.terminate()


def test_a_fifth_game_is_played_on_the_page(address: str, visit: Stage) -> None:
    page = visit(address)
    play_now(page, NEW.capitalize())
    assert play_on(page, Random(41))
    page.get_by_text("The deal was fair").wait_for()

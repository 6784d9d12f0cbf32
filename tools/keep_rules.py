"""Keeps a room's present rules beside it, before they are changed: tables and records of that version stay playable.

The copy is a folder `v<version>` in the room, with all its drawers. After that the room's `rules_version` is raised.
"""

import argparse
import re
import shutil
import sys
from pathlib import Path
from typing import Final

from veillee import games
from veillee.core.game import AnyGame

ROOMS: Final = Path(games.__path__[0])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(games.GAMES))
    game = games.find(parser.parse_args().game)
    kept = ROOMS / game.name / f"v{game.rules_version}"
    if kept.exists():
        parser.error(f"{kept} is there already: raise rules_version in the room's rules.py")
    keep(game, kept)
    print(f"{kept} keeps version {game.rules_version}. Now raise rules_version to {game.rules_version + 1}")
    return 0


def keep(game: AnyGame, target: Path) -> None:
    """Copies the drawers there, and lets them import each other instead of those of the room."""
    room = ROOMS / game.name
    shutil.copytree(room, target, ignore=lambda folder, names: [name for name in names if _is_left_out(name)])
    package = re.escape(f"{games.__name__}.{game.name}")
    for path in target.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        path.write_text(re.sub(rf"\b{package}\b", rf"\g<0>.{target.name}", source), encoding="utf-8")


def _is_left_out(name: str) -> bool:
    """Games that were begun are finished by the rules alone; what makes them fast is for new ones."""
    return name in ("__pycache__", "encode.py", "kernel.py") or re.fullmatch(r"v\d+", name) is not None


if __name__ == "__main__":
    sys.exit(main())

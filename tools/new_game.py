"""Begins a new game: copies the smallest room, here and in the browser, and its tests, renames and registers them.

The copy plays at once. What is left to do by hand is the game itself, drawer by drawer, and its line in the documents.
"""

import argparse
import keyword
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from veillee.core.game import AnyGame
from veillee.games import GAMES

ROOT: Final = Path(__file__).parents[1]
ROOMS: Final = ROOT / "src" / "veillee" / "games"
TESTS: Final = ROOT / "tests" / "games"
TABLES: Final = ROOT / "web" / "src" / "tables"  # the same rooms in the browser


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="small letters only, such as lanterns")
    name: str = parser.parse_args().name
    model = min(GAMES.values(), key=_lines)
    if why := _refusal(name, model):
        parser.error(f"{name}: {why}")
    for folder in (ROOMS, TESTS, TABLES):
        shutil.copytree(folder / model.name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        for path in [path for path in (folder / name).rglob("*") if path.is_file()]:
            path.write_text(_renamed(path.read_text(encoding="utf-8"), model, name), encoding="utf-8")
            path.rename(path.with_name(_renamed(path.name, model, name)))
    _register(name)
    _register_in_browser(name)
    _run("-m", "ruff", "check", "--quiet", "--fix", "--select", "I", str(ROOMS / name), str(TESTS / name))
    _run(str(ROOT / "tools" / "golden.py"))
    _run(str(ROOT / "tools" / "wire_types.py"))
    print(f"{ROOMS / name} is a copy of {model.title}. It plays: .venv/bin/veillee play {name}")
    return 0


def _lines(game: AnyGame) -> int:
    return sum(path.read_text(encoding="utf-8").count("\n") for path in (ROOMS / game.name).glob("*.py"))


def _refusal(name: str, model: AnyGame) -> str | None:
    """Why no game can be called so, or None."""
    if not re.fullmatch("[a-z]{3,}", name) or keyword.iskeyword(name):
        return "a name is three or more of the letters a to z, and not a word of Python"
    words = "\n".join(path.read_text(encoding="utf-8") for path in (ROOMS / model.name).glob("*.py"))
    if name in GAMES or re.search(rf"\b{name}\b", words):
        return f"this name is in use, as a game or in the room of {model.title} that is copied"
    return None


def _renamed(text: str, model: AnyGame, name: str) -> str:
    """The text with the new game's name in every form in which the model's stands there."""
    old, new = _prefix(model.name), _new_prefix(name)
    forms = {
        model.title: name.capitalize(),
        type(model).__name__: name.capitalize(),
        model.name: name,
        model.name.upper(): name.upper(),
        model.author: "an unknown author",
        f"{old}-R": f"{new}-R",
        f"test_{old.lower()}_r": f"test_{new.lower()}_r",
    }
    anyone = "|".join(re.escape(form) for form in forms)
    return re.sub(rf"(?<![A-Za-z])({anyone})(?![a-z])", lambda found: forms[found[1]], text)


def _prefix(name: str) -> str:
    """What the numbers of this game's rules begin with."""
    found = re.search(r"\*\*([A-Z]+)-R1\*\*", (ROOMS / name / "README.md").read_text(encoding="utf-8"))
    assert found, f"the README of {name} states no first rule"
    return found[1]


def _new_prefix(name: str) -> str:
    short = name[:3].upper()
    return name.upper() if short in map(_prefix, GAMES) else short


def _register(name: str) -> None:
    """One name in the import, one line in the mapping."""
    registry = ROOMS / "__init__.py"
    source = registry.read_text(encoding="utf-8")
    source = re.sub(
        r"(?<=from veillee\.games import )(.*)", lambda rooms: ", ".join(sorted([*rooms[1].split(", "), name])), source
    )
    source = source.replace("\n}\n", f'\n    "{name}": {name}.GAME,\n}}\n', 1)
    registry.write_text(source, encoding="utf-8")


def _register_in_browser(name: str) -> None:
    """One import, and the name in the list of rooms."""
    registry = TABLES / "index.ts"
    source = registry.read_text(encoding="utf-8")
    source = re.sub(r"(?<=const rooms = \{ )(.*)(?= \};)", rf"\1, {name}", source)
    registry.write_text(
        re.sub(r"\n(?=import )", f'\nimport {name} from "./{name}";\n', source, count=1), encoding="utf-8"
    )


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main())

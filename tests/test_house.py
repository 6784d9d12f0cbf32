"""The house keeps its own rules: sizes, furniture, numbers, names, imports. Knows no game by name."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from veillee.core.game import AnyGame
from veillee.games import GAMES

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "veillee"
FOLDERS = (".ci", "bench", "docs", "examples", "src", "tests", "tools", "web")
MADE = {"node_modules", "static", "work", "__pycache__"}  # by tools, from what is read here anyway

MODULE_LINES_MAX = 500
LONG_MODULES: set[str] = set()  # with the reason beside each
FUNCTION_LINES_MAX = 70
ARCHITECTURE_LINES_MAX = 300

FURNITURE = {
    *("README.md", "rules.fr.md", "__init__.py", "cards.py", "types.py", "rules.py", "scoring.py", "view.py"),
    *("chance.py", "notation.py", "encode.py", "kernel.py"),
}
INDISPENSABLE = FURNITURE - {"cards.py", "scoring.py", "encode.py", "kernel.py"}
OPTIONAL = {"bot.py"}

CITED = re.compile(r"\b[A-Z]{2,}-R\d+\b")
STATED = re.compile(r"\*\*([A-Z]{2,}-R\d+)\*\*")
HEAVY = re.compile(r"/(encode|kernel)(\.py$|/)")  # drawers that only the engine opens
# Written so that they do not find themselves.
UNDONE = re.compile(r"\b(TO[D]O|FIX[M]E|XX[X])\b")
ELSEWHERE = re.compile(r"/(ho[m]e|ro[o]t|Use[r]s|wor[k])/\w|pyp[i]\.org|pythonhoste[d]|registry\.npm[j]s")

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def room(game: AnyGame) -> Path:
    return PACKAGE / "games" / game.name


def room_tests(game: AnyGame) -> Path:
    return ROOT / "tests" / "games" / game.name


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def texts() -> Iterator[tuple[str, str]]:
    """Every text of the project, with where it lies. What tools made, and environments that they hid, is none of it."""
    inside = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    for path in (*ROOT.glob("[!.]*"), *inside):
        folders = path.relative_to(ROOT).parts[1:-1]
        made = any(folder in MADE or folder.startswith(".") for folder in folders)
        if path.is_file() and path.name != "uv.lock" and not made:
            yield path.relative_to(ROOT).as_posix(), text(path)


def modules() -> Iterator[tuple[str, str]]:
    return ((name, source) for name, source in texts() if name.endswith(".py"))


def rules(path: Path) -> list[str]:
    """The rule numbers that this text for players states, in its order."""
    return STATED.findall(text(path))


def test_modules_are_short() -> None:
    long = {name for name, source in modules() if source.count("\n") > MODULE_LINES_MAX}
    assert long == LONG_MODULES


def test_functions_are_short() -> None:
    functions = [
        (name, node.name, (node.end_lineno or 0) - node.lineno + 1)
        for name, source in modules()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert len(functions) > 100
    assert [function for function in functions if function[2] > FUNCTION_LINES_MAX] == []


def test_the_map_is_short() -> None:
    assert text(ROOT / "ARCHITECTURE.md").count("\n") <= ARCHITECTURE_LINES_MAX


def test_nothing_is_left_undone() -> None:
    assert [(name, found[0]) for name, content in texts() if (found := UNDONE.search(content))] == []


def test_nothing_points_to_one_machine() -> None:
    assert [(name, found[0]) for name, content in texts() if (found := ELSEWHERE.search(content))] == []


@each_game
def test_the_room_is_furnished(game: AnyGame) -> None:
    found = {path.name for path in room(game).iterdir() if path.is_file()}
    assert found >= INDISPENSABLE
    silent = [
        drawer for drawer in (found ^ FURNITURE) - OPTIONAL if f"`{drawer}`" not in text(room(game) / "README.md")
    ]
    assert silent == [], "the room's README says nothing of these, absent or added"


@each_game
def test_the_door_of_the_room_shows_the_game_and_nothing_else(game: AnyGame) -> None:
    docstring, imported, given = ast.parse(text(room(game) / "__init__.py")).body
    assert isinstance(docstring, ast.Expr)
    assert isinstance(imported, ast.ImportFrom)
    assert ast.unparse(given).startswith("GAME = ")


@each_game
def test_rules_are_numbered_alike_in_both_languages(game: AnyGame) -> None:
    english = rules(room(game) / "README.md")
    prefix = english[0].partition("-")[0]
    assert english == [f"{prefix}-R{number}" for number in range(1, len(english) + 1)]
    assert rules(room(game) / "rules.fr.md") == english


@each_game
def test_cited_rules_exist(game: AnyGame) -> None:
    known = set(rules(room(game) / "README.md"))
    sources = [path for folder in (room(game), room_tests(game)) for path in folder.rglob("*") if path.suffix != ".pyc"]
    cited = {(path.name, rule) for path in sources if path.is_file() for rule in CITED.findall(text(path))}
    assert cited
    assert [(name, rule) for name, rule in cited if rule not in known] == []


@each_game
def test_every_rule_has_a_test_named_after_it(game: AnyGame) -> None:
    named = "\n".join(text(path) for path in room_tests(game).glob("test_*.py"))
    words = {rule: rule.lower().replace("-", "_") for rule in rules(room(game) / "README.md")}
    assert [rule for rule, word in words.items() if f"def test_{word}_" not in named] == []


@each_game
def test_every_rule_is_broken_by_a_planted_mutant(game: AnyGame) -> None:
    planted = {mutant["rule"] for mutant in tomllib.loads(text(room_tests(game) / "mutants.toml"))["mutant"]}
    assert [rule for rule in rules(room(game) / "README.md") if rule not in planted] == []


@each_game
def test_no_game_is_named_outside_its_room(game: AnyGame) -> None:
    named = re.compile(rf"(?<![a-z])({game.name}|{game.title})(?![a-z])", re.IGNORECASE)
    own, registry = f"src/veillee/games/{game.name}/", "src/veillee/games/__init__.py"
    elsewhere = [
        (name, found[0])
        for name, content in texts()
        if name.startswith("src/") and not name.startswith(own) and name != registry
        if (found := named.search(content))
    ]
    assert elsewhere == []


def test_the_rules_load_nothing_but_msgspec() -> None:
    # What msgspec itself loads, if it finds it, is its own affair.
    program = "import msgspec, sys; before = set(sys.modules); import veillee.games; print(*set(sys.modules) - before)"
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    loaded = {module.partition(".")[0] for module in run.stdout.split()}
    assert loaded - sys.stdlib_module_names == {"veillee"}


def test_core_and_rooms_name_nothing_but_msgspec() -> None:
    """Also inside functions, where loading the rules would not notice."""
    allowed = {*sys.stdlib_module_names, "msgspec", "veillee"}
    foreign = [
        (name, module)
        for name, source in modules()
        if name.startswith(("src/veillee/core/", "src/veillee/games/"))
        if not HEAVY.search(name)
        for module in imported(source)
        if module.partition(".")[0] not in allowed
    ]
    assert foreign == []


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""

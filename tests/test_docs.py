"""The documents tell the truth: examples run, every game, error, option and command has its place."""

import json
import re
import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import msgspec
import pytest

import veillee
from veillee.core.game import AnyGame, VeilleeError
from veillee.games import GAMES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/veillee/games/*/*.md")])


def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    example = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(example) == 1
    exec(compile(example[0], "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("(")


def test_the_examples_of_the_engine_print_what_is_written_under_them(capsys: pytest.CaptureFixture[str]) -> None:
    text, names = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8"), {}
    examples = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", text, re.DOTALL)
    assert len(examples) == text.count("```python") == 6
    for example, written in examples:
        exec(compile(example, "docs/engine.md", "exec"), names)
        assert capsys.readouterr().out == written


def test_the_readme_names_the_two_commands_before_anything_else() -> None:
    commands = [line.split("#")[0].strip() for line in README.splitlines() if line.startswith("    ")]
    assert commands[:2] == ["make play", "make test"]


def every_error() -> set[str]:
    """The code of every expected error that the package defines."""
    for module in walk_packages(veillee.__path__, "veillee."):
        import_module(module.name)

    def below(kind: type[VeilleeError]) -> set[type[VeilleeError]]:
        return {kind}.union(*map(below, kind.__subclasses__()))

    return {kind.code for kind in below(VeilleeError) if kind.__module__.startswith("veillee.")} - {VeilleeError.code}


def test_every_error_code_has_a_heading_and_every_heading_a_code() -> None:
    text = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^## `(\w+)`$", text, re.MULTILINE)) == every_error()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_and_option_is_documented(game: AnyGame) -> None:
    room = ROOT / "src" / "veillee" / "games" / game.name
    for name in ("README.md", "rules.fr.md"):
        text = (room / name).read_text(encoding="utf-8")
        assert text.startswith(f"# {game.title}\n")
        assert game.author in text
    english = (room / "README.md").read_text(encoding="utf-8")
    for heading in ("A played hand", "The rules", "Who sees what", "Sources", "What is left out"):
        assert f"\n## {heading}\n" in english
    for field in msgspec.structs.fields(game.config_type):
        assert field.name == "seats" or f"`{field.name}" in english, field.name
    assert game.title in README
    assert game.author in README


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_played_hand_is_the_same_in_both_languages(game: AnyGame) -> None:
    """What the program writes, to the letter; what is said of it is each language's own."""
    room = ROOT / "src" / "veillee" / "games" / game.name
    english, french = (played_hand((room / name).read_text(encoding="utf-8")) for name in ("README.md", "rules.fr.md"))
    assert len(english) > 5
    assert english == french


def played_hand(rules: str) -> list[str]:
    """The lines that are written in the notation; those that comment on them stand further in."""
    section = re.split(r"^## ", rules, flags=re.MULTILINE)[1]
    return [line for line in section.splitlines() if re.match(r" {4,12}\S", line)]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_fair_deals_say_what_every_game_draws(game: AnyGame) -> None:
    assert f"\n| {game.title} | " in (ROOT / "docs" / "fair-deals.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path in DOCUMENTS])
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_tests_that_the_architecture_names_exist() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    named = re.findall(r"\b(test_[a-z_]{12,})`", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    assert len(named) >= 8
    for name in named:
        assert f"def {name}(" in sources, name


def runtime_dependencies() -> set[str]:
    """What the package asks for, extras included, and what the page is built from."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    named = {re.split(r"[\[<>=~ ]", asked)[0] for asked in [*project["dependencies"], *(a for e in extras for a in e)]}
    return named | set(json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["devDependencies"])


def test_every_runtime_dependency_has_a_decision_that_says_why() -> None:
    decisions = "\n".join(path.read_text(encoding="utf-8").lower() for path in (ROOT / "docs" / "adr").glob("*.md"))
    named = runtime_dependencies()
    assert {"msgspec", "starlette", "svelte"} <= named
    assert [name for name in sorted(named) if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", decisions)] == []


def test_decisions_are_numbered_and_titled_alike() -> None:
    for path in (ROOT / "docs" / "adr").glob("*.md"):
        assert re.match(rf"# {path.name[:4]} (·|—) \S", path.read_text(encoding="utf-8")), path.name
        assert "**Status" in path.read_text(encoding="utf-8"), path.name

"""The tool that breaks the rules: it changes what it says it changes, and says so when no test notices."""

import ast
from pathlib import Path

import pytest

import mutants
from mutants import BadMutant, Mutant, excused, generated, killer, plans, planted
from small_changes import small_changes
from veillee.games import GAMES

CHANGES = {
    "x = a < b": {"x = (a <= b)", "x = (a > b)"},
    "x = a == b": {"x = (a != b)"},
    "x = a + b": {"x = (a - b)"},
    "x = a and b": {"x = (a or b)"},
    "x = not a": {"x = a"},
    "x = 5": {"x = 4", "x = 6"},
    "x = True": {"x = False"},
    "x = min(a)": {"x = max(a)"},
    "x = sorted(a, key=b)": {"x = a"},
    "x = shuffled(a, rng)": {"x = a"},
    "x = below(rng, a)": {"x = 0"},
    "x = frozenset(a)": {"x = frozenset()"},
    "x = (a, *b)": {"x = (*b,)", "x = (a,)"},
    "x = a[b:]": {"x = a[:]", "x = a[b + 1:]"},
    "x = a[:b]": {"x = a[:]", "x = a[:b + 1]"},
    "x = a if b else c": {"x = a if True else c", "x = a if (not b) else c"},
    "x = {a for a in b if c}": {"x = {a for a in b if True}", "x = {a for a in b if (not c)}"},
    "for a in b: a.append(c)": {"for a in b: pass"},
    # What decides nothing is left alone.
    "import a": set(),
    "assert a == 5": set(),
    "x = 'five'": set(),
    "x: Literal[5] = a": set(),
    "x = zip(a, b, strict=True)": set(),
}

MATCH = """
def f(a):
    match a:
        case A() | B():
            return x
        case C():
            return y
"""


@pytest.mark.parametrize("source", CHANGES)
def test_small_changes(source: str) -> None:
    changes = list(small_changes(source))
    assert {change.new for change in changes} == CHANGES[source]
    assert {change.source for change in changes} == CHANGES[source]
    assert all(change.old == source for change in changes)


def test_small_changes_of_a_match() -> None:
    changes = [(change.old, change.new) for change in small_changes(MATCH)]
    assert changes == [("return x", "return y"), ("case A() | B():", "case B():"), ("case A() | B():", "case A():")]


def test_a_small_change_keeps_the_rest_as_it_was() -> None:
    before = "é = 1  # ÷ and ×\nö = é + 2  # kept\n"
    assert "é = 1  # ÷ and ×\nö = (é - 2)  # kept\n" in {change.source for change in small_changes(before)}


@pytest.mark.parametrize("game", GAMES)
def test_every_small_change_to_a_room_can_be_run(game: str) -> None:
    for file in mutants.GENERATED_FOR:
        changed = generated(f"{game}/{file}")
        assert changed
        for mutant in changed:
            ast.parse(mutant.source)


def test_a_change_that_nothing_notices_survives() -> None:
    game = next(iter(GAMES))
    source = (mutants.PACKAGE / "games" / game / "view.py").read_text(encoding="utf-8")
    assert killer(Mutant(f"{game}/view.py", "a comment", f"{source}# nothing else\n")) is None


def test_a_file_that_cannot_be_loaded_is_noticed() -> None:
    game = next(iter(GAMES))
    assert "on import" in str(killer(Mutant(f"{game}/view.py", "no Python", "this is no Python")))


def test_a_planted_mutant_must_fit_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "games" / "parade" / "mutants.toml"
    table.parent.mkdir(parents=True)
    table.write_text("[[mutant]]\nrule = 'PAR-R1'\nfile = 'rules.py'\nold = 'no such words'\nnew = ''\n")
    monkeypatch.setattr(mutants, "TESTS", tmp_path)
    (plan,) = plans()
    with pytest.raises(BadMutant, match="must hold this once, not 0 times"):
        planted(plan)


def test_a_survivor_needs_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "survivors.toml"
    table.write_text("[[survivor]]\nfile = 'parade/view.py'\nold = 'a'\nnew = 'b'\nwhy = ' '\n")
    monkeypatch.setattr(mutants, "SURVIVORS", table)
    assert not excused("parade/chance.py")
    with pytest.raises(BadMutant, match="needs its reason"):
        excused("parade/view.py")

"""Breaks the rules on purpose, one small change at a time, and asks whether the tests notice.

Planted mutants are written by hand, at least one for each rule (tests/games/<game>/mutants.toml). Generated mutants
are all small changes to every room's view.py, chance.py and scoring.py. A mutant that no test notices survives: a
planted one never may, a generated one only with its reason in tests/mutants/survivors.toml.
"""

import argparse
import multiprocessing
import os
import shutil
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import pytest

from small_changes import small_changes

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "src" / "veillee"
TESTS: Final = ROOT / "tests"
SURVIVORS: Final = TESTS / "mutants" / "survivors.toml"
GENERATED_FOR: Final = ("view.py", "chance.py", "scoring.py")
NOTICED_SHARE_MIN: Final = 0.9
LIMIT_S: Final = 300
ARROW: Final = "  →  "

# Most of a short test run is importing these: one process holds them ready and forks for every mutant.
FORKS: Final = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["pytest", "hypothesis.strategies", "msgspec"])


class Mutant(NamedTuple):
    """A file of a room with one thing changed; `name` says what."""

    file: str  # such as "parade/view.py"
    name: str
    source: str
    likely: tuple[str, ...] = ()  # words in the names of the tests that ought to notice: these run first

    @property
    def game(self) -> str:
        return self.file.partition("/")[0]


Plan = tuple[str, dict[str, str]]


class BadMutant(Exception):
    """What is written down about mutants does not fit the code; the text says where."""


def plans(only: str = "") -> list[Plan]:
    """Every entry of tests/games/*/mutants.toml, with the file that it means."""
    return [
        (file, entry)
        for table in sorted((TESTS / "games").glob("*/mutants.toml"))
        for entry in _read(table)["mutant"]
        if _within(file := f"{table.parent.name}/{entry['file']}", only)
    ]


def _within(file: str, only: str) -> bool:
    """Whether a file belongs to what the command is limited to: everything, a game, or a file."""
    return not only or f"{file}/".startswith(f"{only}/")


def planted(plan: Plan) -> Mutant:
    file, entry = plan
    rule, old, source = entry["rule"], entry["old"], _source(file)
    if source.count(old) != 1:
        raise BadMutant(f"{rule}: {file} must hold this once, not {source.count(old)} times:\n{old}")
    likely = "test_secrecy" if rule.startswith("leak") else f"test_{rule.lower().replace('-', '_')}_"
    return Mutant(file, rule, source.replace(old, entry["new"]), (likely,))


def generated(file: str) -> list[Mutant]:
    """Every small change to this file of a room."""
    return [Mutant(file, f"{old}{ARROW}{new}", source) for old, new, source in small_changes(_source(file))]


def excused(file: str) -> Counter[str]:
    """The names of the mutants of this file that may survive."""
    entries = [entry for entry in _read(SURVIVORS)["survivor"] if entry["file"] == file]
    if unexplained := [entry["old"] for entry in entries if not entry["why"].strip()]:
        raise BadMutant(f"{file}: a survivor needs its reason: {unexplained}")
    return Counter(f"{entry['old']}{ARROW}{entry['new']}" for entry in entries)


def _read(table: Path) -> dict[str, list[dict[str, str]]]:
    return tomllib.loads(table.read_text(encoding="utf-8"))


def _source(file: str) -> str:
    return (PACKAGE / "games" / file).read_text(encoding="utf-8")


def killer(mutant: Mutant) -> str | None:
    """The first test that goes red when the package has this change, or None if all stay green."""
    with TemporaryDirectory(prefix="veillee-mutant-") as folder:
        copy = Path(folder) / "veillee"
        shutil.copytree(PACKAGE, copy)
        changed = copy / "games" / mutant.file
        changed.write_text(mutant.source, encoding="utf-8")
        for stale in changed.parent.glob(f"__pycache__/{changed.stem}.*"):
            stale.unlink()
        ours, theirs = FORKS.Pipe(duplex=False)
        process = FORKS.Process(target=_test, args=(copy, mutant, theirs), daemon=True)
        process.start()
        theirs.close()
        try:
            verdict = ours.recv() if ours.poll(LIMIT_S) else f"the clock: no end after {LIMIT_S} s"
        except EOFError:
            verdict = BadMutant(f"{mutant.file}, {mutant.name}: no verdict\n{_log(copy).read_text(encoding='utf-8')}")
        process.kill()
        process.join()
    if isinstance(verdict, BadMutant):
        raise verdict
    return verdict


def _log(copy: Path) -> Path:
    return copy.with_name("log")


def _test(copy: Path, mutant: Mutant, verdict: Connection) -> None:
    """Runs the tests of the game against a copy of the package, in a process of its own, until one is red."""
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(copy.with_name("hypothesis"))
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # a browser and many cores are of no use here, and slow to load
    with _log(copy).open("w") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    sys.path.insert(0, str(copy.parent))
    import veillee  # now, before pytest puts the true sources first

    assert Path(veillee.__file__ or "").parent == copy
    tests, room = TESTS / "games" / mutant.game, copy / "games" / mutant.game
    options = ("-x", "--assert=plain", "-p", "no:cacheprovider", "-k", mutant.game)
    # The readable rules must be held by their own tests, and not by a comparison with compiled ones.
    without = [f"--ignore={compiled}" for compiled in (tests / "test_kernel.py", room / "kernel")]
    places = map(str, (tests, TESTS / "contract", room))
    if pytest.main([*options, *without, *places], plugins=[_Watch(mutant.likely, verdict)]) == pytest.ExitCode.OK:
        verdict.send(None)


class _Watch:
    """A pytest plugin: puts the tests in a telling order and tells of a red one at once, to wait for nothing more."""

    def __init__(self, likely: Sequence[str], verdict: Connection) -> None:
        self._likely, self._verdict = likely, verdict

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Likely tests first, and one case of every test before the second of any."""
        turns, order = Counter[str](), dict[pytest.Item, tuple[int, int]]()
        for item in items:
            test = item.nodeid.partition("[")[0]
            order[item] = (self._rank(item), turns[test])
            turns[test] += 1
        items.sort(key=order.__getitem__)

    def _rank(self, item: pytest.Item) -> int:
        return next((rank for rank, word in enumerate(self._likely) if word in item.nodeid), len(self._likely))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._verdict.send(report.nodeid.rpartition("/")[2])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._verdict.send(f"{report.nodeid} on import")


def try_planted(mutants: Sequence[Mutant]) -> list[str]:
    """Prints a line for each and gives the faults found."""
    faults: list[str] = []
    for mutant, red in _killers(mutants):
        print(f"{mutant.file}, {mutant.name}: {red or 'SURVIVED'}", flush=True)
        if not red:
            faults.append(f"{mutant.file}: no test notices the mutant planted for {mutant.name}")
    return faults


def try_generated(files: Sequence[str]) -> list[str]:
    """Prints a dot for each mutant and a line for each file, and gives the faults found."""
    faults: list[str] = []
    noticed = total = 0
    for file in files:
        mutants, survivors = generated(file), Counter[str]()
        for mutant, red in _killers(mutants):
            survivors[mutant.name] += not red
            print("." if red else "S", end="", flush=True)
        print(f"\n{file}: {len(mutants)} small changes, {survivors.total()} survived", flush=True)
        faults += [f"no test notices this:\n{_entry(file, name)}" for name in (survivors - excused(file)).elements()]
        faults += [f"listed, but does not survive:\n{_entry(file, name)}" for name in excused(file) - survivors]
        noticed, total = noticed + len(mutants) - survivors.total(), total + len(mutants)
    print(f"{noticed} of {total} small changes were noticed.")
    if noticed < NOTICED_SHARE_MIN * total:
        faults.append(f"fewer than {NOTICED_SHARE_MIN:.0%} of the small changes were noticed")
    return faults


def _entry(file: str, name: str) -> str:
    """A survivor as survivors.toml lists it."""
    old, _, new = name.partition(ARROW)
    return f"[[survivor]]\nfile = \"{file}\"\nold = '''{old}'''\nnew = '''{new}'''\nwhy = \"\"\n"


def _killers(mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, str | None]]:
    """Each mutant with its killer, on all cores. Tests that killed lately come first: like mutants die alike."""
    lately: list[str] = []

    def kill(mutant: Mutant) -> str | None:
        red = killer(mutant._replace(likely=(*mutant.likely, *lately[-5:])))
        if red and red not in lately[-5:]:
            lately.append(red)
        return red

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from zip(mutants, pool.map(kill, mutants), strict=True)


def try_unchanged(games: Iterable[str]) -> None:
    """Tests that are red anyway would seem to notice everything."""
    for file in (f"{game}/rules.py" for game in games):
        if red := killer(Mutant(file, "unchanged", _source(file))):
            raise BadMutant(f"the tests are red without any change: {red}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="?", default="", help="a game, or a file of its room such as parade/view.py")
    only: str = parser.parse_args().only
    by_hand = [planted(plan) for plan in plans(only)]
    rooms = sorted(rules.parent.name for rules in (PACKAGE / "games").glob("*/rules.py"))
    files = [file for room in rooms for name in GENERATED_FOR if _within(file := f"{room}/{name}", only)]
    if not by_hand and not files:
        parser.error(f"nothing is called {only}")
    try_unchanged({file.partition("/")[0] for file in files})
    faults = try_planted(by_hand) + (try_generated(files) if files else [])
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BadMutant as error:
        sys.exit(f"mutants: {error}")

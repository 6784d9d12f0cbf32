"""The client as its own tools see it, and what is promised of its size and its dictionaries."""

import gzip
import json
import re
import shutil
from pathlib import Path

import pytest

from veillee.core.game import VeilleeError
from veillee.server import app, pages
from web.client import WEB, node
from wire_types import files

SCRIPT_MAX = 120_000  # bytes, compressed
CHECK = ("svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings", "--output", "human")
# What the store, the command line and the engine refuse to those who run or call them; no page ever hears it.
NOT_SENT = {
    *("error", "bad_deck", "bad_notation", "bad_record", "bad_setting", "damaged", "duplicate", "fenced", "locked"),
    *("newer_database", "not_installed", "occupied"),
    *("bad_argument", "illegal_index", "missing_part", "no_device"),
}


def test_types_and_markup_are_right() -> None:
    checked = node(*CHECK)
    assert checked.returncode == 0, checked.stdout
    assert "0 errors and 0 warnings" in checked.stdout


def test_the_tests_of_the_client_pass() -> None:
    tested = node("vitest/vitest.mjs", "run")
    assert tested.returncode == 0, tested.stdout


def test_generated_types_are_not_stale() -> None:
    assert [path.name for path, text in files().items() if path.read_text(encoding="utf-8") != text] == []


def test_no_registry_is_named_in_what_is_locked() -> None:
    locked = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    assert locked["packages"]
    assert [name for name, package in locked["packages"].items() if "resolved" in package] == []


def test_the_first_load_is_small() -> None:
    page = (pages.BUILT / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', page)
    assert scripts
    size = sum(len(gzip.compress((pages.BUILT / script).read_bytes())) for script in scripts)
    assert size <= SCRIPT_MAX, size


def test_a_missing_translation_does_not_compile(tmp_path: Path) -> None:
    """One sentence is taken out of every French dictionary: the compiler misses each, and nothing else."""
    copy = tmp_path / "web"
    shutil.copytree(WEB / "src", copy / "src")
    (copy / "node_modules").symlink_to(WEB / "node_modules")
    dictionaries = sorted(copy.glob("src/**/fr.ts"))
    removed = [_remove_a_sentence(dictionary) for dictionary in dictionaries]
    options = ("--noEmit", "--ignoreConfig", "--strict", "--target", "es2023", "--module", "esnext", "--skipLibCheck")
    compiled = node("typescript/bin/tsc", *options, "--moduleResolution", "bundler", *map(str, dictionaries), cwd=copy)
    errors = re.findall(r"error TS\d+: (.*)", compiled.stdout)
    assert len(errors) == len(dictionaries) == 5
    assert [error for error, key in zip(errors, removed, strict=True) if f"'{key}' is missing" not in error] == []


def _remove_a_sentence(dictionary: Path) -> str:
    """The name of what was removed."""
    text = dictionary.read_text(encoding="utf-8")
    key: str = re.findall(r"^  (\w+): .*,$", text, re.MULTILINE)[-1]
    dictionary.write_text(re.sub(rf"^  {key}: .*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    return key


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_refusal_has_words(language: str) -> None:
    assert app.build_app
    text = (WEB / "src" / "i18n" / f"{language}.ts").read_text(encoding="utf-8")
    worded = set(re.findall(r"^    (\w+): ", text[text.index("  problems: {") :], re.MULTILINE))
    assert {error.code for error in _kinds(VeilleeError)} - NOT_SENT - worded == set()


def _kinds(of: type[VeilleeError]) -> set[type[VeilleeError]]:
    return {of}.union(*(_kinds(kind) for kind in of.__subclasses__()))

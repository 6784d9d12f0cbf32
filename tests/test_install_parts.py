"""Parts are added in continuous integration by their own commands, and never anywhere else."""

import os
from pathlib import Path

import pytest

import install_parts
import parts


class Machine:
    """A machine whose package manager only notes what it is asked for; it cannot find flutes."""

    def __init__(self, folder: Path) -> None:
        self.noted = folder / "noted"
        program = folder / "apt-get"
        program.write_text(f'#!/bin/sh\necho "$@" >> {self.noted}\n[ "$2" != flute ]\n', encoding="utf-8")
        program.chmod(0o755)

    @property
    def asked(self) -> list[str]:
        return self.noted.read_text(encoding="utf-8").splitlines() if self.noted.exists() else []


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    lacking = {
        "flute": parts.Part(lambda: False, "apt-get install flute"),
        "harp": parts.Part(lambda: False, "apt-get install harp"),
        "drum": parts.Part(lambda: True, "apt-get install drum"),
    }
    monkeypatch.setattr(install_parts, "PARTS", lacking)
    return Machine(tmp_path)


def test_what_is_missing_is_added_and_what_cannot_be_hinders_nothing(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert install_parts.main() == 0
    options = "--yes --no-install-recommends"
    assert machine.asked == ["update", f"install flute {options}", f"install harp {options}"]
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"apt-get install flute {options}:"
    assert said[-2:] == ["flute: not added", "harp: added"]


def test_a_machine_of_a_person_is_left_alone(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    for value in (None, "", "false", "1"):
        monkeypatch.delenv("CI", raising=False) if value is None else monkeypatch.setenv("CI", value)
        assert install_parts.main() == 0
    assert machine.asked == []


def test_without_the_rights_it_says_what_stays_missing(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert install_parts.main() == 0
    assert machine.asked == []
    assert capsys.readouterr().out == "not root, so these stay missing: flute, harp\n"


def test_every_part_can_be_added_by_the_package_manager() -> None:
    install_parts.know_all_parts()
    assert {"browser", "postgresql", "strace"} <= set(parts.PARTS)
    for part in parts.PARTS.values():
        assert part.command.startswith("apt-get install ")

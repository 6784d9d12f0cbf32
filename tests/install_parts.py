"""Adds the missing parts of tests/parts.py in continuous integration; a person's machine is never touched.

    python tests/install_parts.py

Runs each part's own command, as root, without a question. What it cannot add stays missing, and its tests are red.
"""

import os
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

from parts import PARTS

TESTS: Final = Path(__file__).parent
UNATTENDED: Final = {"DEBIAN_FRONTEND": "noninteractive"}
PATIENCE_S: Final = 900.0


def main() -> int:
    if os.environ.get("CI") != "true":
        return 0
    know_all_parts()
    missing = {name: part.command for name, part in PARTS.items() if not part.is_here()}
    if not missing:
        return 0
    if os.geteuid() != 0:
        print(f"not root, so these stay missing: {', '.join(missing)}")
        return 0
    _run("apt-get update")
    for name, command in missing.items():
        added = _run(f"{command} --yes --no-install-recommends")
        print(f"{name}: {'added' if added else 'not added'}")
    return 0


def know_all_parts() -> None:
    """Each folder of tests says in its conftest.py which parts it needs."""
    for path in sorted(TESTS.glob("*/conftest.py")):
        import_module(f"{path.parent.name}.conftest")


def _run(command: str) -> bool:
    """Whether the command did it; what it says is shown only if not."""
    try:
        done = subprocess.run(
            shlex.split(command),
            env={**os.environ, **UNATTENDED},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{command}: {error}")
        return False
    if done.returncode:
        print(f"{command}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())

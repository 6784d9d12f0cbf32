"""The wheel, as people install it: in an environment of its own, without Node, and with the page inside."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from server.people import PATIENCE_S, Person

ROOT = Path(__file__).parents[1]
UV = Path(sys.executable).with_name("uv")
SOURCES = ("src", "web", "docs", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "NOTICE")


def uv(*arguments: str) -> None:
    """From what is in its cache if that is enough: the installation that runs this test has filled it."""
    for offline in (["--offline"], []):
        done = subprocess.run([UV, *arguments, *offline], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return
    raise AssertionError(done.stderr)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, so that nothing here changes; the client is built anew only if its sources have changed."""
    copy = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
        else:
            shutil.copy(ROOT / name, copy)
    uv("build", "--wheel", "--quiet", "--out-dir", str(copy / "dist"), str(copy))
    return next((copy / "dist").glob("*.whl"))


def test_the_wheel_holds_the_page_and_what_it_names(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        assert archive.read("veillee/static/playing.txt") == (ROOT / "docs" / "playing.md").read_bytes()
        names = set(archive.namelist())
        page = archive.read("veillee/static/index.html").decode()
    assets = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)
    assert any(asset.endswith(".js") for asset in assets)
    assert any(asset.endswith(".css") for asset in assets)
    assert {f"veillee/static/{asset}" for asset in assets} <= names
    assert {"veillee/py.typed", "veillee/store/migrations/0001_first.py", "veillee/games/oz/rules.fr.md"} <= names
    assert not [name for name in names if "node_modules" in name or name.startswith(("tests/", "web/"))]


def test_the_installed_wheel_serves_the_page_without_node(wheel: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh"
    uv("venv", "--quiet", "--python", sys.executable, str(fresh))
    python = fresh / "bin" / "python"
    pins = str(ROOT / "requirements.txt")
    uv("pip", "install", "--quiet", "--python", str(python), "--constraint", pins, f"{wheel}[server]")
    command = [fresh / "bin" / "veillee", "serve", "--port", "0"]
    nothing = tmp_path / "nothing"  # on the PATH: no Node, no shell
    environment = {"PATH": str(nothing), "HOME": str(tmp_path), "VEILLEE_HOME": str(tmp_path / "home")}
    served = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert served.stdout
        url = served.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:"), served.communicate(timeout=PATIENCE_S)
        visitor = Person(url, kind="nobody")
        page = visitor.get("/")
        script = re.search(r'src="(/assets/[^"]+\.js)"', page.body)
        assert script
        assert visitor.get(script[1]).status == 200
        told = visitor.get("/playing.txt")
        assert told.headers["content-type"] == "text/plain; charset=utf-8"
        assert told.body.startswith("# Playing tonight")
    finally:
        served.kill()
        served.communicate(timeout=PATIENCE_S)

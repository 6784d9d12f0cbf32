"""The commands around a server, as people and supervisors start them: what they print, refuse and leave behind."""

import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.people import PATIENCE_S, Person, begin
from veillee.cli import main, serving
from veillee.server.settings import PREFIX, Settings, describe

COMMAND = (sys.executable, "-m", "veillee.cli")
ROOT = Path(__file__).parents[1]
EVERY_SETTING = [field.name for field in msgspec.structs.fields(Settings)]


def environment(home: Path, **more: str) -> dict[str, str]:
    bare = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    return {**bare, "VEILLEE_HOME": str(home), **more}


@contextmanager
def served(home: Path, *flags: str, **more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server started by the command, and the address that it printed."""
    command = [*COMMAND, "serve", *(flags or ("--port", "0"))]
    started = subprocess.Popen(
        command, env=environment(home, **more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert started.stdout
        yield started, started.stdout.readline().strip()
    finally:
        started.kill()
        started.communicate(timeout=PATIENCE_S)


def refused(home: Path, *arguments: str, **more: str) -> str:
    """The one sentence with which the command refuses."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        env=environment(home, **more),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"veillee {arguments[0]}: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_the_address_is_printed_when_it_answers(tmp_path: Path) -> None:
    with served(tmp_path) as (started, url):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", url)
        assert Person(url, kind="nobody").get("/readyz").body == "ready\n"
        assert (tmp_path / "veillee.sqlite").exists()
        started.send_signal(signal.SIGTERM)
        out, err = started.communicate(timeout=PATIENCE_S)
        assert (out, started.returncode) == ("", 0)
        assert "Traceback" not in err


def test_in_the_home_network_the_address_is_one_of_it_with_a_code_for_cameras(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "lan", "--port", "0") as (started, url):
        port = url.rpartition(":")[2]
        assert Person(f"http://127.0.0.1:{port}", kind="nobody").get("/healthz").status == 200
        started.send_signal(signal.SIGINT)
        out, _ = started.communicate(timeout=PATIENCE_S)
        assert out.count("█") > 100
        assert out.splitlines()[-1] == "Whoever is in your network scans this, or types the address."


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused(tmp_path, "serve", "--port", str(port))
    assert f"cannot listen on 127.0.0.1 port {port}: " in said


def test_a_second_start_on_the_same_folder_names_the_first(tmp_path: Path) -> None:
    with served(tmp_path) as (_, url):
        assert url in refused(tmp_path, "serve", "--port", "0")


@pytest.mark.parametrize(
    ("setting", "value", "why"),
    [
        ("port", "70000", "<= 65535"),
        ("port", "eighty", "got `str`"),
        ("public_url", "ftp://cards.example.org", "is no address such as"),
        ("public_url", "https://cards.example.org/cards", "without a path"),
        ("trusted_proxy", "the-proxy", "write addresses"),
        ("browser", "perhaps", "Expected `bool`"),
        ("log_level", "chatty", "Invalid enum value"),
        ("bot_pace", "-1", ">= 0"),
        ("database", "mysql://cards", "sqlite and postgresql are"),
        ("database", "cards", "sqlite:///FOLDER/FILE"),
    ],
)
def test_a_wrong_setting_is_refused_by_name(
    setting: str,
    value: str,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("VEILLEE_HOME", str(tmp_path))
    assert main(["serve", f"--{setting.replace('_', '-')}", value]) == 2
    monkeypatch.setenv(PREFIX + setting.upper(), value)
    assert main(["serve"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    by_flag, by_variable = err.splitlines()
    assert by_flag == by_variable
    assert by_flag.startswith(f"veillee serve: {setting}: ")
    assert why in by_flag


@pytest.mark.parametrize("host", ["no such host", "x" * 99])
def test_a_host_that_is_none_is_named(tmp_path: Path, host: str) -> None:
    assert f"host, port: cannot listen on {host} port 0: " in refused(tmp_path, "serve", "--port", "0", "--host", host)


def test_a_variable_that_is_no_setting_is_refused(tmp_path: Path) -> None:
    assert "VEILLEE_PROT: no such setting; there is VEILLEE_HOME" in refused(tmp_path, "serve", VEILLEE_PROT="80")


def test_the_engines_variable_does_not_keep_a_server_from_starting(tmp_path: Path) -> None:
    with served(tmp_path, VEILLEE_CACHE=str(tmp_path)) as (_, url):
        assert url.startswith("http://127.0.0.1:")


def test_a_flag_wins_over_its_variable(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0", "--host", "127.0.0.2", VEILLEE_HOST="127.0.0.3") as (_, url):
        assert url.startswith("http://127.0.0.2:")


def test_help_names_every_setting_with_its_variable(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    for setting in EVERY_SETTING:
        assert f"--{setting.replace('_', '-')} VALUE {describe(setting)} ({PREFIX}{setting.upper()}" in told, setting


def test_the_documents_list_every_setting_with_its_variable_and_default() -> None:
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `--([a-z-]+)` \| `VEILLEE_[A-Z_]+` \| (.*?) \|", text, re.MULTILINE))
    assert list(rows) == [setting.replace("_", "-") for setting in EVERY_SETTING]
    for field in msgspec.structs.fields(Settings):
        assert f"| `--{field.name.replace('_', '-')}` | `{PREFIX}{field.name.upper()}` |" in text
        if field.default not in (None, ""):
            assert (
                rows[field.name.replace("_", "-")] == f"`{msgspec.json.encode(field.default).decode().strip(chr(34))}`"
            )


def test_without_the_extra_the_command_says_how_to_add_it(tmp_path: Path) -> None:
    """Simulated by a Python that finds one of the libraries missing, as it is without the extra."""
    for command in (("serve",), ("backup", str(tmp_path / "b")), ("restore", str(tmp_path / "b"))):
        program = (
            f"import sys; sys.modules['sqlalchemy'] = None; from veillee.cli import main; sys.exit(main({command}))"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment(tmp_path), capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        why = "sqlalchemy is not installed: pip install 'veillee[server]' [not_installed]"
        assert done.stderr == f"veillee {command[0]}: {why}\n"


def test_games_are_saved_while_they_are_played_and_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home, elsewhere, saved = tmp_path / "home", tmp_path / "elsewhere", tmp_path / "saved.db"
    with served(home) as (_, url):
        people = [Person(url, "Ada"), Person(url, "Ben")]
        table = begin(people, "parade")
        assert main(["backup", str(saved), "--home", str(home)]) == 0
        seen = people[0].seen["view"]
        for person in people:
            person.go()
    assert main(["restore", str(saved), "--home", str(elsewhere)]) == 0
    assert "1 open game folded, 1 step decided again, all as written" in capsys.readouterr().out
    shutil.copy(home / "server.key", elsewhere)
    with served(elsewhere) as (_, url):
        people[0].url = url
        people[0].come().watch(table)
        assert people[0].hear("Seen")["view"] == seen
        people[0].go()
    assert "is there already" in refused(tmp_path, "restore", str(saved), "--home", str(elsewhere))
    assert "is there already" in refused(tmp_path, "backup", str(saved), "--home", str(elsewhere))
    assert "cannot be copied" in refused(tmp_path, "restore", str(tmp_path / "none"), "--home", str(tmp_path / "new"))


def at_a_desk(home: Path, tmp_path: Path, *flags: str, display: str) -> str:
    """What a person at a terminal sees until Ctrl-C; the browser is a program that notes what it is to open."""
    noted = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {noted}.part && mv {noted}.part {noted}\n', encoding="utf-8")
    browser.chmod(0o755)
    ours, theirs = pty.openpty()
    env = environment(home, DISPLAY=display, WAYLAND_DISPLAY="", BROWSER=str(browser))
    command = [*COMMAND, "serve", "--port", "0", *flags]
    started = subprocess.Popen(command, env=env, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE)
    try:
        said = b""
        while (b"Games are kept" if display else b"http://") not in said or not said.endswith(b"\n"):
            said += os.read(ours, 4096)
        for _ in range(100 if display and not flags else 10):
            if noted.exists():
                break
            try:
                started.wait(0.05)
            except subprocess.TimeoutExpired:
                continue
        return said.decode()
    finally:
        started.kill()
        started.communicate(timeout=PATIENCE_S)
        os.close(ours)
        os.close(theirs)


def test_a_browser_opens_only_for_somebody_at_a_desk(tmp_path: Path) -> None:
    noted = tmp_path / "opened"
    said = at_a_desk(tmp_path / "a", tmp_path, "--browser", "false", display=":9")
    assert f"How others join: {said.split()[0]}/playing.txt" in said
    assert "Ctrl-C stops it" in said
    assert not noted.exists()
    assert "Ctrl-C" not in at_a_desk(tmp_path / "b", tmp_path, display="")
    assert not noted.exists()
    said = at_a_desk(tmp_path / "c", tmp_path, display=":9")
    assert noted.read_text(encoding="utf-8").strip() == said.split()[0]


def test_no_browser_opens_where_nobody_sits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a supervisor starts it: a display may be there, a terminal is not."""
    opened = list[Any]()
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setenv("DISPLAY", ":9")
    serving._welcome(Settings(home=str(tmp_path)), "http://127.0.0.1:1")
    assert opened == []

"""The command as people use it: what it prints, what it refuses, and with which exit code."""

import io
import json
from pathlib import Path

import pytest

from veillee.cli import main
from veillee.games import GAMES

FEWEST = {name: str(game.seat_counts[0]) for name, game in GAMES.items()}


@pytest.fixture
def recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A whole seeded game between two random movers."""
    path = tmp_path / "game.jsonl"
    assert main(["play", "parade", "--people", "none", "--seed", "4", "--record", str(path)]) == 0
    capsys.readouterr()
    return path


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command says on standard error when it exits 2."""
    try:
        code = main(arguments)
    except SystemExit as error:  # argparse refuses by itself
        code = error.code
    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert "Traceback" not in err
    return err


def test_games_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(GAMES)
    assert "Parade, by Naoki Homma: 2–6 players" in lines[0]


def test_games_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    described = json.loads(capsys.readouterr().out)
    assert [game["name"] for game in described] == list(GAMES)
    assert described[0]["seats"] == [2, 3, 4, 5, 6]
    assert described[0]["config"]["$defs"]["Config"]["properties"]["seats"] == {
        "type": "integer",
        "minimum": 2,
        "maximum": 6,
    }


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_printed_in_both_languages(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", name]) == 0
    english = capsys.readouterr().out
    assert main(["rules", name, "--fr"]) == 0
    french = capsys.readouterr().out
    assert english.startswith(f"# {GAMES[name].title}\n")
    assert french.startswith(f"# {GAMES[name].title}\n")
    assert "## Les règles" in french


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_recorded_verified_and_replayed(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "game.jsonl")
    assert main(["play", name, "--seats", FEWEST[name], "--people", "none", "--seed", "7", "--record", path]) == 0
    played = capsys.readouterr().out
    assert "rank 1" in played
    assert f"recorded in {path}" in played
    assert main(["verify", path]) == 0
    assert "all legal; " in capsys.readouterr().out
    assert main(["replay", path, "--seat", "0"]) == 0
    assert "rank 1" in capsys.readouterr().out


def test_a_seed_gives_the_same_game_and_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / "a", tmp_path / "b", tmp_path / "c"]
    for path, seed in zip(paths, ("4", "4", "5"), strict=True):
        assert main(["play", "parade", "--people", "none", "--seed", seed, "--record", str(path)]) == 0
    texts = [path.read_text(encoding="utf-8") for path in paths]
    assert texts[0] == texts[1] != texts[2]


def test_without_a_seed_no_two_games_are_dealt_alike(tmp_path: Path) -> None:
    paths = [tmp_path / "a", tmp_path / "b"]
    for path in paths:
        assert main(["play", "parade", "--people", "none", "--record", str(path)]) == 0
    deals = [json.loads(path.read_text(encoding="utf-8").splitlines()[1])["action"] for path in paths]
    assert deals[0] != deals[1]


def test_a_person_plays_by_number_and_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "help", "look", "moves", "1", "play green-99", "99", "9" * 5000, "dance", "quit")
    assert main(["play", "parade", "--seed", "4"]) == 0
    out = capsys.readouterr().out
    assert "type a move, its number" in out
    assert "1. play " in out
    assert "there are moves 1 to 5" in out
    assert "'dance' is not understood; write play CARD · discard CARDS" in out
    assert out.rstrip().endswith("The game stops here.")


def test_an_illegal_move_says_which_rule_and_asks_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, *(f"play red-{value}" for value in range(11)), "quit")
    assert main(["play", "parade", "--seed", "4"]) == 0
    assert "PAR-R6: red-" in capsys.readouterr().out


def test_a_person_is_shown_only_what_the_seat_may_know(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "1", "1", "1", "quit")
    assert main(["play", "parade", "--seed", "4", "--seats", "3"]) == 0
    out = capsys.readouterr().out
    assert "hand of seat 0" in out
    assert "hand of seat 1" not in out
    assert "the pile is" not in out
    assert "seat 1 draws" not in out


def test_two_people_are_parted_by_a_curtain(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "", "1", "", "1", "quit")
    assert main(["play", "parade", "--seed", "4", "--people", "0,1"]) == 0
    out = capsys.readouterr().out
    first, curtain, second = out.partition("seat 1 is next; press Enter when nobody else looks")
    assert curtain
    assert first.endswith("\n" * 40)
    assert "hand of seat 0" in first
    assert "hand of seat 1" not in first
    assert "hand of seat 0" not in second.partition("seat 0 is next")[0]


def test_the_end_of_input_ends_the_game_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typed(monkeypatch, "1")
    path = str(tmp_path / "left.jsonl")
    assert main(["play", "parade", "--record", path]) == 0
    assert "The game stops here." in capsys.readouterr().out
    assert main(["verify", path]) == 0
    assert "abandoned" in capsys.readouterr().out


def test_verify_for_machines(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(recorded), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["ok"], found["deals"], found["reason"]) == (True, 1, "over")
    lines = recorded.read_text(encoding="utf-8").splitlines()
    recorded.write_text("\n".join(lines[:9]), encoding="utf-8")
    assert main(["verify", str(recorded), "--json"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert (found["ok"], found["code"], found["line"]) == (False, "bad_record", 10)


def test_replay_as_a_seat_tells_nothing_hidden(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(recorded), "--seat", "1"]) == 0
    seen = capsys.readouterr().out
    assert "hand of seat 1" in seen
    assert "hand of seat 0" not in seen
    assert "seat 0 is dealt" not in seen
    assert "seat 0 discards" not in seen
    assert main(["replay", str(recorded), "--seat", "-2", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(line["view"]["hand"] == [] for line in lines)
    assert {event["type"] for line in lines for event in line["told"]}.isdisjoint({"HandDealt", "CardDrawn"})


def test_replay_with_all_cards_open(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(recorded)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("1. dealer: deal to ")
    assert "   nobody: the pile is " in told
    assert "   seat 1: seat 1 is dealt " in told
    assert main(["replay", str(recorded), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["action"]["type"] == "Deal"
    assert len(lines) == told.count("\n   | parade")


def test_what_is_refused_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "no game is called 'chess'; there is parade" in refused(capsys, "play", "chess")
    assert "no game is called 'chess'" in refused(capsys, "rules", "chess")
    assert "PAR-R2: seats: Parade is for 2 to 6 players, not 9" in refused(capsys, "play", "parade", "--seats", "9")
    assert "PAR-R2: hats: no such option" in refused(capsys, "play", "parade", "--option", "hats=2")
    assert "--option hats: write NAME=VALUE" in refused(capsys, "play", "parade", "--option", "hats")
    assert "--people 5: write seats from 0 to 1" in refused(capsys, "play", "parade", "--people", "5")
    assert "--people x: write seats" in refused(capsys, "play", "parade", "--people", "x")
    assert "--option =2: write NAME=VALUE" in refused(capsys, "play", "parade", "--option", "=2")
    assert "guided: 'maybe' is neither true nor false" in refused(capsys, "play", "nimble", "--option", "guided=maybe")
    assert "No such file" in refused(capsys, "play", "parade", "--record", str(tmp_path / "no" / "file"))
    assert "Is a directory" in refused(capsys, "play", "parade", "--record", str(tmp_path))
    assert "invalid int value: 'two'" in refused(capsys, "play", "parade", "--seats", "two")
    assert "invalid choice: 'dance'" in refused(capsys, "dance")
    assert "required: COMMAND" in refused(capsys)


def test_a_refusal_ends_with_its_code(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    for code, *arguments in (
        ("bad_config", "play", "parade", "--seats", "9"),
        ("bad_deck", "play", "oz", "--option", f"stories={empty}"),
        ("bad_option", "play", "parade", "--people", "9"),
        ("bad_record", "verify", str(empty)),
        ("not_found", "rules", "chess"),
    ):
        assert refused(capsys, *arguments).endswith(f" [{code}]\n")


def test_an_interrupted_game_is_recorded_as_far_as_it_went(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupted())
    path = str(tmp_path / "left.jsonl")
    assert main(["play", "parade", "--record", path]) == 130
    capsys.readouterr()
    assert main(["verify", path]) == 0
    assert "abandoned" in capsys.readouterr().out


def test_a_terminal_that_lacks_letters_is_shown_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(shown, encoding="ascii", write_through=True))
    assert main(["games"]) == 0
    assert b"Nimble, by Peter J?rgensen: 2?4 players" in shown.getvalue()


def test_what_is_refused_of_a_file(recorded: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for command in ("verify", "replay"):
        assert "No such file" in refused(capsys, command, str(tmp_path / "nowhere"))
        assert "Is a directory" in refused(capsys, command, str(tmp_path))
        binary = tmp_path / "binary"
        binary.write_bytes(b"\xff\xfe\x00")
        assert "line 1: not a line of a record" in refused(capsys, command, str(binary))
    text = recorded.read_text(encoding="utf-8")
    edited = tmp_path / "edited"
    edited.write_text(text.replace('"seat":0', '"seat":1', 1), encoding="utf-8")
    assert refused(capsys, "verify", str(edited)).startswith(f"veillee verify: {edited}: line 3: altered")
    edited.write_bytes(text.encode().replace(b"\n", b"\r", 1))
    assert "line 1: " in refused(capsys, "verify", str(edited))
    assert "this game has seats 0 to 1" in refused(capsys, "replay", str(recorded), "--seat", "2")


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    out = capsys.readouterr().out
    for command in ("games", "rules", "play", "replay", "verify"):
        assert f"\n    {command}" in out

"""The stories of Oz (OZ-R12): codes, the standard deck, and decks from files, good and bad."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from msgspec import ValidationError, convert
from msgspec.structs import replace

from games.oz.build import act, cards, deal, finish, reach, refused
from veillee.core.game import DEALER, BadConfig
from veillee.games.oz import GAME
from veillee.games.oz.cards import CHARACTERS
from veillee.games.oz.stories import EXAMPLES, STANDARD, BadDeck, Kind, Story, parse, read_deck
from veillee.games.oz.types import Action, Close, Code, Codes, Config

SHORTEST = ("each:oz",) * 23  # one story too few for two players


def listed(*codes: str) -> str:
    """A deck file with these stories, then enough others: its list begins on line 3, a story on each line after it."""
    rows = "".join(f'    "{code}",\n' for code in (*codes, *SHORTEST))
    return f'# a deck\nname = "mine"\nstories = [\n{rows}    "few:toto",\n]\n'


def refusal(tmp_path: Path, content: str | bytes) -> BadDeck:
    path = tmp_path / "deck.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(BadDeck) as bad:
        read_deck(path)
    assert bad.value.code == "bad_deck"
    assert str(bad.value).startswith(f"{path}:{bad.value.line}: ")
    return bad.value


# Codes


def test_oz_r12_a_code_is_a_kind_and_its_characters() -> None:
    assert parse("set:glinda+oz+toto+lion") == Story(Kind.SET, cards("glinda oz toto lion"))
    assert parse("hunt:oz-glinda-witch") == Story(Kind.HUNT, cards("oz glinda witch"))
    assert [parse(code).kind for code in EXAMPLES.values()] == list(Kind)
    assert parse("couple:lion+dorothy") != parse("couple:dorothy+lion")


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("", "no story begins with ''; there is each, couple"),
        ("lion", "no story begins with 'lion'; there is each, couple"),
        ("Each:lion", "no story begins with 'Each'; there is each, couple"),
        ("each:", "nobody is called ''; there is dorothy, toto"),
        ("each:tiger", "nobody is called 'tiger'; there is dorothy, toto"),
        ("each:lion ", "nobody is called 'lion '; there is dorothy, toto"),
        ("each:lion+oz", "name as many characters as 'each:lion"),
        ("couple:oz", "name as many characters as 'couple:dorothy+scarecrow"),
        ("couple:oz+oz", "name as many characters as 'couple:dorothy+scarecrow"),
        ("trio:oz+lion+oz", "name as many characters as 'trio:dorothy+toto+oz"),
        ("set:oz+lion+toto", "name as many characters as 'set:dorothy"),
        ("couple:oz-lion", "nobody is called 'oz-lion'; there is dorothy, toto"),
        ("hunt:oz+lion+toto", "nobody is called 'oz+lion+toto'; there is dorothy, toto"),
        ("hunt:oz-lion", "name as many characters as 'hunt:oz-glinda-witch"),
    ],
)
def test_oz_r12_a_wrong_code_is_refused_with_a_right_one(code: str, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        parse(code)
    with pytest.raises(ValidationError, match=re.escape("$.story")):
        convert({"type": "Close", "story": code}, Action)


def test_oz_r12_what_is_no_code_is_no_action() -> None:
    """A pattern refuses what `parse` refuses, and nothing else."""
    names = [names for size in range(5) for names in product((*CHARACTERS[:5], "tiger"), repeat=size)]
    codes = [f"{kind}:{between.join(who)}" for kind in (*Kind, "all") for who in names for between in "+-"]
    codes += [edge for code in EXAMPLES.values() for edge in (f"{code}\n", f" {code}", code.upper(), f"{code}+")]
    allowed = {code for code in codes if allows(lambda code=code: parse(code))}
    assert allowed == {code for code in codes if allows(lambda code=code: convert(code, Code))}
    assert len(allowed) == 5 * 5 + 5 * 4 + 5 * 4 * 3 * 2 + 5 * 4 * 3 * 2


def allows(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except ValueError:  # msgspec.ValidationError is one
        return False
    return True


# Decks


def test_oz_r12_the_standard_deck() -> None:
    kinds = (Kind.EACH, Kind.PAIRS, Kind.FEW, Kind.FAVOURITE, Kind.MOST)
    joined = (
        "couple:dorothy+scarecrow couple:dorothy+lion set:dorothy+lion+scarecrow+tinman set:toto+oz+witch+glinda "
        "trio:dorothy+toto+oz trio:lion+scarecrow+tinman hunt:oz-glinda-witch hunt:dorothy-witch-oz"
    )
    assert (*(f"{kind}:{who}" for kind in kinds for who in CHARACTERS), *joined.split()) == STANDARD


def test_oz_r12_a_deck_has_a_story_for_each_column() -> None:
    for seats, needed in ((2, 24), (3, 36), (4, 40)):
        codes: Codes = ("each:lion",) * needed
        enough = Config(seats, codes)
        assert GAME.to_act(finish(act(GAME.start(enough), DEALER, deal(enough)))) == ()
        with pytest.raises(BadConfig, match=f"at least {needed} stories") as refusal:
            GAME.start(Config(seats, codes[1:]))
        assert (refusal.value.rule, refusal.value.field) == ("OZ-R12", "stories")


def test_oz_r12_a_wrong_code_is_refused_by_its_place() -> None:
    for code in ("each:tiger", "few", "couple:oz+oz", "standard", ""):
        with pytest.raises(BadConfig) as refusal:
            GAME.start(Config(2, (*STANDARD[:3], code)))
        assert (refusal.value.rule, refusal.value.field) == ("OZ-R12", "stories[3]")


def test_oz_r12_a_deck_that_is_no_deck_but_an_attack_is_refused() -> None:
    assert GAME.start(Config(2, ("each:oz",) * 1000)).turn == 0
    with pytest.raises(BadConfig, match="OZ-R12: stories: a deck has at most 1000 stories, not 1001"):
        GAME.start(Config(2, ("each:oz",) * 1001))


def test_oz_r12_codes_stay_as_the_deck_writes_them() -> None:
    config = Config(2, (*["couple:lion+dorothy"] * 12, *["couple:dorothy+lion"] * 12))
    state = reach(act(GAME.start(config), DEALER, deal(config)), 5, "close")
    assert state.open[0] == ("couple:lion+dorothy",) * 4 + ("couple:dorothy+lion",)
    assert len(GAME.legal_actions(state, 0)) == 2
    refusable = replace(state, open=(("couple:lion+dorothy",) * 5, ()))
    assert refused(refusable, 0, Close("couple:dorothy+lion")) == "OZ-R6"


# Deck files


def test_a_deck_is_read_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(listed("couple:lion+dorothy"))
    assert read_deck(path) == ("couple:lion+dorothy", *SHORTEST, "few:toto")
    path.write_bytes(b"\xef\xbb\xbf" + listed().replace("\n", "\r\n").encode())
    assert read_deck(path) == (*SHORTEST, "few:toto")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.toml", tmp_path, Path("a\0b")):
        with pytest.raises(BadDeck, match="the file cannot be read") as bad:
            read_deck(path)
        assert "a deck is a file with name" in bad.value.why
        assert (bad.value.path, bad.value.line) == (path, None)


def test_a_list_too_deep_to_be_read_is_refused(tmp_path: Path) -> None:
    bad = refusal(tmp_path, 'name = "mine"\nstories = ' + "[" * 5000)
    assert bad.line == 2
    assert bad.why.startswith("no TOML: ")


@pytest.mark.parametrize(
    ("content", "line", "why"),
    [
        ("", 1, "'name' is missing; a deck is a file with name"),
        ("# nothing\n", 2, "'name' is missing; a deck is a file with name"),
        ('name = "mine"\nstories = [\n"each:lion"\n"each:oz"]\n', 4, "no TOML: Unclosed array"),
        ('name = "mine"\nstories = [\n"each:lion",\n', 4, "a deck is a file with name"),
        ('name = "mine"\nname = "yours"\n', 2, "no TOML: Cannot overwrite"),
        (b'name = "mine"\n# \xe9t\xe9\n', 2, "save the file as UTF-8"),
        ('name = "mine"\n', 2, "'stories' is missing"),
        (listed().replace("name", "title"), 29, "'name' is missing"),
        (listed() + 'author = "me"\n', 29, "'author' is no part of a deck"),
        ('author = "me"\n' + listed(), 1, "'author' is no part of a deck"),
        (listed() + "[more]\nstories = []\n", 29, "'more' is no part of a deck"),
        (listed().replace('"mine"', "3"), 2, "'name' is of the wrong type"),
        ('name = "mine"\n\nstories = "each:lion"\n', 3, "'stories' is of the wrong type"),
        ('name = "mine"\n[stories]\nlion = "each:lion"\n', 2, "'stories' is of the wrong type"),
        (listed("each:lion").replace('"each:lion"', "7"), 4, "7 is no code; a deck is a file with name"),
        (listed("few:oz").replace('"few:oz"', '["few:oz"]'), 4, "is no code"),
        (listed("few:oz", "each:tiger"), 5, "'each:tiger': nobody is called 'tiger'; there is dorothy"),
        (listed("few:oz", "all:oz"), 5, "'all:oz': no story begins with 'all'; there is each"),
        (listed("couple:oz+oz"), 4, "name as many characters as 'couple:"),
        (listed("trio:oz+lion"), 4, "name as many characters as 'trio:"),
        (listed("few:oz", "all:oz").replace("# a deck", '# no "all:oz"'), 5, "'all:oz'"),
        ('stories = [ "all:oz" ]\nname = "mine"\n', 1, "'all:oz'"),
        ('name = "mine"\nstories = []\n', 2, "0 stories are too few for any game; there must be at least 24"),
        (listed().replace('"few:toto",', ""), 3, "23 stories are too few for any game"),
    ],
)
def test_a_bad_deck_is_refused_with_its_line(tmp_path: Path, content: str | bytes, line: int, why: str) -> None:
    bad = refusal(tmp_path, content)
    assert bad.line == line
    assert why in bad.why

"""The stories of Oz (OZ-R12): what a code such as "couple:dorothy+lion" means, and decks of codes read from files."""

import re
import tomllib
from contextlib import suppress
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from veillee.core.game import Value, VeilleeError
from veillee.games.oz.cards import CHARACTERS, SETUP, Character
from veillee.games.oz.types import Codes, StoryDeck

KEYS: Final = {"name": str, "stories": list}
SHAPE: Final = """a deck is a file with name = "…" and stories = ["each:lion", …]"""


class Kind(StrEnum):
    """The nine kinds of story; OZ-R10 says what each is worth."""

    EACH = "each"
    COUPLE = "couple"
    PAIRS = "pairs"
    SET = "set"
    TRIO = "trio"
    FEW = "few"
    FAVOURITE = "favourite"
    MOST = "most"
    HUNT = "hunt"

    __hash__ = str.__hash__


EXAMPLES: Final = {
    Kind.EACH: "each:lion",
    Kind.COUPLE: "couple:dorothy+scarecrow",
    Kind.PAIRS: "pairs:toto",
    Kind.SET: "set:dorothy+lion+scarecrow+tinman",
    Kind.TRIO: "trio:dorothy+toto+oz",
    Kind.FEW: "few:tinman",
    Kind.FAVOURITE: "favourite:witch",
    Kind.MOST: "most:glinda",
    Kind.HUNT: "hunt:oz-glinda-witch",
}


class Story(Value, frozen=True):
    """What a story asks for. Of a hunt the first character is the gain, the others cost."""

    kind: Kind
    characters: tuple[Character, ...]


class BadDeck(VeilleeError):
    """This file is no deck of stories. `line` is None where no line is at fault."""

    code = "bad_deck"

    def __init__(self, path: Path, line: int | None, why: str) -> None:
        super().__init__(f"{path}:{line}: {why}" if line else f"{path}: {why}")
        self.path, self.line, self.why = path, line, why


@cache
def parse(code: str) -> Story:
    """The story of this code; a ValueError says what is wrong with it and what would be right.

    >>> parse("hunt:oz-glinda-witch").characters
    (<Character.OZ: 'oz'>, <Character.GLINDA: 'glinda'>, <Character.WITCH: 'witch'>)
    """
    word, _, names = code.partition(":")
    if word not in EXAMPLES:
        raise ValueError(f"{code!r}: no story begins with {word!r}; there is {', '.join(Kind)}")
    kind = Kind(word)
    named = _split(kind, names)
    for name in named:
        if name not in CHARACTERS:
            raise ValueError(f"{code!r}: nobody is called {name!r}; there is {', '.join(CHARACTERS)}")
    size = len(_split(kind, EXAMPLES[kind]))
    if len(named) != size or len(set(named)) != size:
        raise ValueError(f"{code!r}: name as many characters as {EXAMPLES[kind]!r} does, and all different")
    return Story(kind, tuple(map(Character, named)))


def _split(kind: Kind, names: str) -> list[str]:
    return names.split("-" if kind == Kind.HUNT else "+")


def least(seats: int) -> int:
    """How many stories that many players need: one for each column of each turn."""
    return SETUP[seats].columns * SETUP[seats].turns


def deck(stories: StoryDeck) -> Codes:
    """The codes of a config's story deck, in file order."""
    return STANDARD if stories == "standard" else stories


def read_deck(path: Path) -> Codes:
    """The codes of the deck in this TOML file, as they are written; of anything else BadDeck says what is wrong."""
    text = _text(path)
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        line = re.search(r"at line (\d+)", str(error))
        raise BadDeck(path, int(line[1]) if line else text.count("\n") + 1, f"no TOML: {error}; {SHAPE}") from None
    for key in {**KEYS, **found}:
        if not isinstance(found.get(key), KEYS.get(key, ())):
            wrong = "no part of a deck" if key not in KEYS else "of the wrong type" if key in found else "missing"
            raise BadDeck(path, _line(text, key), f"{key!r} is {wrong}; {SHAPE}")
    return _codes(path, text, found["stories"])


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BadDeck(path, line, f"a byte is not UTF-8: {error.reason}; save the file as UTF-8") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadDeck(path, None, f"the file cannot be read: {why}; {SHAPE}") from None


def _codes(path: Path, text: str, stories: list[object]) -> Codes:
    codes: list[str] = []
    for code in stories:
        try:
            if not isinstance(code, str):
                raise ValueError(f"{code!r} is no code; {SHAPE}")
            parse(code)
        except ValueError as error:
            raise BadDeck(path, _line(text, "stories", len(codes) + 1), str(error)) from None
        codes.append(code)
    if len(codes) < least(min(SETUP)):
        why = f"{len(codes)} stories are too few for any game; there must be at least {least(min(SETUP))}"
        raise BadDeck(path, _line(text, "stories"), why)
    return tuple(codes)


def _line(text: str, key: str, size: int = 0) -> int:
    """The first line at which the file has this key, with a list of so many items; its last line if it never has.

    The parser gives values without their places, so it reads the file cut off behind one line after the other, with
    and without a bracket to end the list.
    """
    lines = text.split("\n")
    for line in range(1, len(lines)):
        for end in ("", "\n]"):
            with suppress(ValueError):
                found = tomllib.loads("\n".join(lines[:line]) + end)
                if key in found and (not size or len(found[key]) >= size):
                    return line
    return len(lines)


STANDARD: Final = read_deck(Path(__file__).with_name("stories") / "standard.toml")

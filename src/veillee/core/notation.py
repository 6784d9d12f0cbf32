"""A phrasebook: one phrase for each kind of action and event, from which both writing and reading follow.

A room lists its phrases, such as `Play: "play {card}"`. What it writes it can read back; people may type with
other capitals and spaces. Knows no game.
"""

import re
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from typing import Any, Final, NamedTuple, Protocol, cast, get_args, get_origin

import msgspec

from veillee.core.game import BadConfig, Fact, Seat, VeilleeError

NOTHING: Final = "nothing"  # an empty list
NONE: Final = "-"


class NotationError(VeilleeError):
    """This text is no action or event; the message lists what can be written."""

    code = "bad_notation"


class Codec(NamedTuple):
    """How one field is written, where its type alone does not say. `read` gives what msgspec can convert."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


class Notation(Protocol):
    """What a room's `notation.py` offers to people."""

    def configure(self, seats: int, options: Mapping[str, str]) -> Any:
        """The config that these options, as typed, describe."""
        ...

    def write_action(self, action: Any) -> str: ...
    def read_action(self, text: str) -> Any: ...
    def write_event(self, event: Any) -> str: ...
    def read_event(self, text: str) -> Any: ...

    def draw(self, view: Any) -> str:
        """The view as lines of text; what every viewer sees alike stands on lines that are alike."""
        ...


class Phrasebook:
    """Writes and reads every kind of fact it has a phrase for.

    `codecs` is by field name. `unsaid` are kinds that nobody types, such as deals: `usage` leaves them out.
    """

    def __init__(
        self,
        phrases: Mapping[type[Fact], str],
        codecs: Mapping[str, Codec] | None = None,
        unsaid: Collection[type[Fact]] = (),
    ) -> None:
        self._phrases = dict(phrases)
        self._codecs = dict(codecs or {})
        self._patterns = [(kind, _pattern(phrase)) for kind, phrase in phrases.items()]
        self._unsaid = frozenset(unsaid)
        self._types = {kind: {f.name: f.type for f in msgspec.structs.fields(kind)} for kind in phrases}

    @property
    def usage(self) -> str:
        """Every phrase that people say, with its fields in capitals."""
        said = (phrase for kind, phrase in self._phrases.items() if kind not in self._unsaid)
        return " · ".join(re.sub(r"\{(\w+)\}", lambda field: field[1].upper(), phrase) for phrase in said)

    def write(self, fact: Fact) -> str:
        fields = {name: self._write(name, getattr(fact, name)) for name in self._types[type(fact)]}
        return self._phrases[type(fact)].format(**fields)

    def read(self, text: str) -> Any:
        plain = " ".join(text.split()).lower()
        for kind, pattern in self._patterns:
            if match := pattern.fullmatch(plain):
                try:
                    fields = {name: self._read(kind, name, value) for name, value in match.groupdict().items()}
                    return msgspec.convert(fields, kind, strict=False)
                except ValueError as error:  # msgspec.ValidationError is one; so is what a codec raises
                    raise NotationError(f"{text!r}: {error}; write {self.usage}") from None
        raise NotationError(f"{text!r} is not understood; write {self.usage}")

    def _write(self, name: str, value: Any) -> str:
        return self._codecs[name].write(value) if name in self._codecs else _write_plain(value)

    def _read(self, kind: type[Fact], name: str, text: str) -> Any:
        return self._codecs[name].read(text) if name in self._codecs else _read_plain(text, self._types[kind][name])


def read_config(config_type: Any, rule: str, seats: Seat, options: Mapping[str, str]) -> Any:
    """A config from options as typed; an unknown or malformed one is refused by its name."""
    known = {field.name: field.type for field in msgspec.structs.fields(config_type) if field.name != "seats"}
    for name in options:
        if name not in known:
            raise BadConfig(rule, name, f"no such option; there is {', '.join(known) or 'none'}")
    try:
        return msgspec.convert({"seats": seats, **options}, config_type, strict=False)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `$.")
        name = path.rstrip("`")
        if known.get(name) is bool:
            why = f"{options[name]!r} is neither true nor false"
        raise BadConfig(rule, name or "config", why) from None


def _pattern(phrase: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(phrase)))


def _write_plain(value: Any) -> str:
    match value:
        case None:
            return NONE
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case tuple():
            items = cast(tuple[Any, ...], value)
            nested = any(isinstance(item, tuple) for item in items)
            return (" | " if nested else " ").join(map(_write_plain, items)) or NOTHING
        case _:
            return str(value)


def _read_plain(text: str, kind: Any) -> Any:
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        if text == NOTHING:
            return []
        separator = " | " if get_origin(inner) is tuple else " "
        return [_read_plain(part, inner) for part in text.split(separator)]
    if text == NONE:
        return None
    return {"yes": True, "no": False}.get(text, text) if kind is bool else text

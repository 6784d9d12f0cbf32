"""Writes the browser's types: of the messages, from wire.py, and of each room's views, actions, events and sheets.

    python tools/wire_types.py

A room's types go to its own folder of the client, so that the rooms stay apart there too.
"""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec

from veillee import wire
from veillee.core import record
from veillee.core.game import AnyGame, Outcome
from veillee.games import GAMES

WEB: Final = Path(__file__).parents[1] / "web" / "src"
HEADING: Final = "// Written by tools/wire_types.py. Change the Python types and run it again.\n"
LITERALS: Final = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
DOCUMENTS: Final = (
    wire.Player, wire.NewPlayer, wire.NewTable, wire.Sit, wire.Fill, wire.OneSeat, wire.Found, wire.Listed,
    wire.GameInfo, wire.Replay, wire.Problem,
)  # fmt: skip

Schema = dict[str, Any]  # a JSON Schema, whose shape msgspec decides


def files() -> dict[Path, str]:
    """Every generated file and what it should hold."""
    messages = {"Asked": wire.Asked, "Told": wire.Told, "RecordLine": record.Line}
    found = {WEB / "wire.gen.ts": declarations(messages, DOCUMENTS)}
    for game in GAMES.values():
        found[WEB / "tables" / game.name / "types.gen.ts"] = declarations(*room(game))
    return found


def room(game: AnyGame) -> tuple[dict[str, Any], tuple[Any, ...]]:
    """The types of a room that cross the wire."""
    sheet = import_module(game.config_type.__module__).Sheet
    return {"Action": game.action_type, "Event": game.event_type}, (game.config_type, game.view_type, Outcome[sheet])


def declarations(unions: dict[str, Any], types: Iterable[Any]) -> str:
    """TypeScript for these types and all that they hold."""
    asked = [*unions.values(), *types]
    named, components = msgspec.json.schema_components(asked, ref_template="{name}")
    lines = [HEADING]
    for name, schema in sorted(components.items()):
        lines += declaration(_plain(name), schema)
    lines += [f"export type {name} = {expression(schema)};\n" for name, schema in zip(unions, named, strict=False)]
    return "\n".join(lines)


def declaration(name: str, schema: Schema) -> Iterator[str]:
    """One named type. Every field is always present, so none is optional."""
    if text := schema.get("description"):
        yield f"/** {' '.join(text.split())} */"
    if schema.get("type") != "object":
        yield f"export type {name} = {expression(schema)};\n"
        return
    yield f"export interface {name} {{"
    for field, of in schema["properties"].items():
        yield f"  readonly {field}: {expression(of)};"
    yield "}\n"


def expression(schema: Schema) -> str:
    """The type that this schema describes, in one line."""
    if "$ref" in schema:
        return _plain(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(map(expression, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    kind = schema.get("type")
    if "prefixItems" in schema:
        return f"readonly [{', '.join(map(expression, schema['prefixItems']))}]"
    if kind == "array":
        of = expression(schema["items"])
        return f"readonly ({of})[]" if " " in of else f"readonly {of}[]"
    if kind == "object":
        return "Record<string, unknown>"
    return LITERALS[kind] if kind else "unknown"


def _plain(name: str) -> str:
    """A generic's name without its arguments: a room has one kind of each."""
    return name.split("_")[0]


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

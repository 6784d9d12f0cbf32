"""The OpenAPI document of the HTTP interface, made from its endpoints and their structs."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from veillee.server.endpoint import Endpoint
from veillee.server.rights import NEEDED
from veillee.wire import PROTOCOL, Problem

REFUSALS: Final = (400, 401, 403, 404, 405, 409, 410, 429, 503)
REFERENCE: Final = "#/components/schemas/{name}"


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    types = {kind for endpoint in endpoints for kind in (endpoint.body, endpoint.answer) if kind} | {Problem}
    in_order = sorted(types, key=str)
    schemas, components = msgspec.json.schema_components(in_order, ref_template=REFERENCE)
    schema_of = dict(zip(in_order, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Veillée",
            "version": str(PROTOCOL),
            "description": "Tables are opened and filled here; the games themselves are played on the socket.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "veillee"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
        "security": [{}, {"session": []}, {"token": []}],
    }


def _operation(endpoint: Endpoint, schema_of: dict[Any, Any]) -> dict[str, Any]:
    done: dict[str, Any] = {"description": "done"}
    if endpoint.answer:
        done["content"] = _json(schema_of[endpoint.answer])
    elif endpoint.media:
        done["content"] = {endpoint.media: {}}
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "description": f"For: {NEEDED[f'{endpoint.method} {endpoint.path}']}.",
        "parameters": [_parameter(name, "path", {"type": "string"}) for name in re.findall(r"{(\w+)}", endpoint.path)]
        + [_parameter(name, "query", schema) for name, schema in endpoint.query.items()],
        "responses": {"200": done}
        | {str(status): {"description": "refused", "content": _json(schema_of[Problem])} for status in REFUSALS},
    }
    if endpoint.body:
        operation["requestBody"] = {"required": True, "content": _json(schema_of[endpoint.body])}
    return operation


def _parameter(name: str, place: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": place, "required": place == "path", "schema": schema}


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}

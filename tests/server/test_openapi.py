"""The description of the HTTP interface: valid, complete, and true of what the server answers."""

import json
import re
from copy import deepcopy
from typing import Any

import jsonschema_rs
import pytest
import schemathesis

from server.people import Person, Running
from veillee.server.http import ENDPOINTS


@pytest.fixture(scope="module")
def document(house: Running) -> dict[str, Any]:
    answer = Person(house.url, kind="nobody").get("/api/openapi.json")
    assert answer.status == 200
    return answer.body


def test_the_document_is_valid_and_lists_every_endpoint(document: dict[str, Any]) -> None:
    schemathesis.openapi.from_dict(document).validate()
    listed = {(method.upper(), path) for path, operations in document["paths"].items() for method in operations}
    assert listed == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}


@pytest.mark.parametrize("fault", ["responses", "parameters"])
def test_a_document_that_is_not_valid_is_noticed(document: dict[str, Any], fault: str) -> None:
    broken = deepcopy(document)
    broken["paths"]["/api/tables/{id}"]["get"][fault] = [1]
    with pytest.raises(jsonschema_rs.ValidationError):
        schemathesis.openapi.from_dict(broken).validate()


def test_every_reference_leads_to_a_schema(document: dict[str, Any]) -> None:
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)))
    assert named
    assert named <= set(document["components"]["schemas"])


def test_answers_are_as_described(house: Running, document: dict[str, Any]) -> None:
    ada = Person(house.url, "Ada")
    table = ada.open("oz", 2, visibility="open")
    link = ada.get(f"/api/tables/{table}").body["link"]
    for path, filled in {
        "/api/games": "/api/games",
        "/api/session": "/api/session",
        "/api/tables": "/api/tables",
        "/api/tables/{id}": f"/api/tables/{table}",
        "/api/found/{link}": f"/api/found/{link}",
    }.items():
        _check(document, path, "200", ada.get(filled).body)
    _check(document, "/api/tables/{id}", "404", ada.get("/api/tables/none").body)
    with pytest.raises(jsonschema_rs.ValidationError):
        _check(document, "/api/session", "200", {"id": "x", "name": "Ada", "kind": "king"})


def _check(document: dict[str, Any], path: str, status: str, body: Any) -> None:
    schema = document["paths"][path]["get"]["responses"][status]["content"]["application/json"]["schema"]
    jsonschema_rs.validator_for({**schema, "components": document["components"]}).validate(body)

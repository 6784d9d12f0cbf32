"""Requests made from the OpenAPI document, fitting and not: nothing fails, and no foreign table is touched."""

import json
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import msgspec
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode, checks

from reliability.fuzz import DEEP
from reliability.row import Found
from reliability.served import FREELY
from server.people import Person, Running, begin, running
from veillee.server import endpoint
from veillee.server.errors import BadMessage

CHECKS: Final = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
FEW: Final = 5  # with no more, only bodies are broken on purpose
BROKEN: Final = [
    b"[" * DEEP,
    b'{"a":' * (DEEP // 5),
    b"",
    b"\xff\xfe",
    b"{",
    b"null",
    b'{"name":"\\ud800"}',
    b"NaN",
    b"1" * 5000,
]


def check(folder: Path, size: int, fault: str | None) -> Found:
    """So many requests for each operation, of those that fit the document and of those that do not."""
    with _planted(fault), running(folder, **FREELY) as house:
        return _request_all(house, size)


@contextmanager
def _planted(fault: str | None) -> Iterator[None]:
    honest = endpoint._body  # pyright: ignore[reportPrivateUsage]

    async def naive(of: endpoint.Endpoint, request: Any) -> Any:
        raw = await request.body()
        try:
            return msgspec.json.decode(raw, type=of.body) if of.body else json.loads(raw or b"null")
        except ValueError as error:
            raise BadMessage(str(error)) from None

    if fault:
        endpoint._body = naive  # pyright: ignore[reportPrivateUsage]
    try:
        yield
    finally:
        endpoint._body = honest  # pyright: ignore[reportPrivateUsage]


def _request_all(house: Running, size: int) -> Found:
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # what fails is counted here
    people = [Person(house.url, "Ada"), Person(house.url, "Ben")]
    foreign = house.run(house.desk.tables.find(begin(people)))
    before = (foreign.refusal, foreign.course.rows, foreign.course.state, foreign.row, foreign.chairs)
    schema = schemathesis.openapi.from_url(f"{house.url}/api/openapi.json")
    faults, statuses = list[str](), Counter[str]()
    for operation in (result.ok() for result in schema.get_all_operations()):  # type: ignore[attr-defined]
        asking = _Asking(house, foreign.id, faults, statuses)
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE) if size else ():
            if mode == GenerationMode.POSITIVE or operation.body or size > FEW:
                _generate(asking, operation, mode, size)
        if operation.method == "post":
            for body in BROKEN:
                path = operation.path.replace("{id}", asking.own)
                asking.note(operation.label, asking.host.request("POST", path, body).status)
    if (foreign.refusal, foreign.course.rows, foreign.course.state, foreign.row, foreign.chairs) != before:
        faults.append("a foreign table was changed")
    for person in people:
        person.go()
    return Found(tuple(faults), {"requests": sum(statuses.values()), "statuses": dict(sorted(statuses.items()))})


class _Asking:
    """Somebody who opened a table, asks for one operation after the other, and notes the answers."""

    def __init__(self, house: Running, foreign: str, faults: list[str], statuses: Counter[str]) -> None:
        self.house, self.foreign, self.faults, self.statuses = house, foreign, faults, statuses
        self.turn = 0
        self.come()

    def come(self) -> None:
        self.host = Person(self.house.url, "Host", kind="program")
        self.own = self.host.open()

    def ask(self, case: Any) -> None:
        self.turn += 1
        if "id" in case.path_parameters and self.turn % 4:
            case.path_parameters["id"] = self.foreign if self.turn % 4 == 1 else self.own
        headers = self.host.headers if self.turn % 8 else {}
        response = case.call(headers=headers)
        self.note(case.operation.label, response.status_code)
        try:
            case.validate_response(response, checks=CHECKS)
        except Exception as error:
            self.faults.append(f"{case.operation.label}: {str(error)[:200]}")
        if case.operation.label == "POST /api/session/end":
            self.come()

    def note(self, label: str, status: int) -> None:
        self.statuses[str(status)] += 1
        if status == 500:
            self.faults.append(f"{label} answers 500")


def _generate(asking: _Asking, operation: Any, mode: GenerationMode, size: int) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=size,
        database=None,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list[HealthCheck](HealthCheck),  # type: ignore[arg-type]
    )
    def ask(case: Any) -> None:
        asking.ask(case)

    with suppress(Unsatisfiable):  # some operations cannot be asked wrongly
        ask()

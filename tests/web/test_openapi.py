"""The OpenAPI document, and what a fuzzer finds who has read it."""

import random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from web_tools import HOST, client

app = client(workers=0).app  # A fuzzer asks no questions on the socket, and starts the app for every request.
schema = schemathesis.openapi.from_asgi("/openapi.json", app, headers={"host": HOST})
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    negative_data_rejection,
    unsupported_method,
)
"""All that apply; not that data which fits is accepted, because a move that is not legal does fit."""


@schema.parametrize()
@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_no_request_finds_a_hole(case: schemathesis.Case) -> None:
    random.seed(1)
    case.headers = {**(case.headers or {}), "host": HOST}
    case.call_and_validate(checks=CHECKS)


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    document = app.openapi()  # type: ignore[union-attr, attr-defined]
    return [
        (path, method, what)
        for path, methods in document["paths"].items()
        for method, what in methods.items()
    ]


def test_every_operation_is_described_and_says_how_it_can_fail() -> None:
    for path, method, what in operations():
        assert what["summary"], path
        assert "200" in what["responses"]
        assert {"400", "403", "422", "429"} <= set(what["responses"]), (path, method)


def test_every_field_of_a_request_is_described() -> None:
    models = app.openapi()["components"]["schemas"]  # type: ignore[union-attr, attr-defined]
    for name in ("Setup", "Rules", "Line", "Export"):
        for field, what in models[name]["properties"].items():
            assert "description" in what or "$ref" in what, (name, field)


@pytest.mark.parametrize("path", ["/api/state", "/api/line", "/api/analyse", "/api/export", "/api/random"])
def test_the_example_of_the_document_works(path: str) -> None:
    models = app.openapi()["components"]["schemas"]  # type: ignore[union-attr, attr-defined]

    def example(name: str) -> dict[str, Any]:
        found = {}
        for field, what in models[name]["properties"].items():
            if "examples" in what:
                found[field] = what["examples"][0]
            elif "$ref" in what:
                found[field] = example(what["$ref"].rsplit("/", 1)[1])
        return found

    kind = {"/api/export": "Export", "/api/random": "Rules"}.get(path, "Line")
    assert client().post(path, json=example(kind)).status_code == 200

"""The HTTP responses of the server carry security headers."""

import importlib
import json
import os
from http.client import HTTPConnection

import hypothesis
import pytest

import pilein
from pilein.protocol.messages import VERSION
from pilein.server.headers import HEADERS
from tests.server.serving import Served

SCHEMA = {
    "openapi": "3.1.0",
    "info": {"title": "Pile In", "version": "1"},
    "paths": {
        "/api/version": {
            "get": {
                "responses": {
                    "200": {
                        "description": "the versions of the program and of the protocol",
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "object",
                                    "properties": {"version": {"type": "string"}, "protocol": {"type": "integer"}},
                                    "required": ["version", "protocol"],
                                    "additionalProperties": False,
                                }
                            }
                        },
                    }
                }
            }
        }
    },
}
INDEX = '<!doctype html><script type="module" src="./assets/index-1.js"></script>'


def _reply(server, path, method="GET", **headers):
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request(method, path, headers=headers)
    reply = connection.getresponse()
    content = reply.read()
    connection.close()
    return reply, content


@pytest.fixture(scope="module")
def with_page(tmp_path_factory):
    """Yield a server with a page of two files."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text(INDEX, encoding="utf-8")
    (folder / "assets" / "index-1.js").write_text("x = 1;" * 1000, encoding="utf-8")
    (folder.parent / "secret.txt").write_text("secret", encoding="utf-8")
    with Served(str(folder.parent / "tables.sqlite"), page=str(folder)) as one:
        yield one


def test_the_server_reports_its_version(served):
    reply, content = _reply(served, "/api/version")
    assert reply.status == 200
    assert json.loads(content) == {"version": pilein.__version__, "protocol": VERSION}


def test_the_server_serves_the_page_and_its_files(with_page):
    reply, content = _reply(with_page, "/")
    assert (reply.status, content.decode()) == (200, INDEX)
    assert reply.headers["cache-control"] == "no-cache"
    reply, content = _reply(with_page, "/assets/index-1.js", **{"Accept-Encoding": "gzip"})
    assert reply.headers["content-encoding"] == "gzip"
    assert "immutable" in reply.headers["cache-control"]
    assert len(content) < 1000


@pytest.mark.parametrize("path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt"])
def test_no_file_outside_the_page_is_served(with_page, path):
    reply, content = _reply(with_page, path)
    assert reply.status == 404
    assert b"secret" not in content


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/", 200), ("GET", "/nowhere", 404), ("GET", "/api/nowhere", 404), ("POST", "/api/version", 405)],
)
def test_every_reply_has_the_security_headers(with_page, method, path, status):
    reply, _ = _reply(with_page, path, method)
    assert reply.status == status
    assert {name: reply.headers[name] for name in HEADERS} == HEADERS
    assert "server" not in reply.headers


def test_the_security_policy_allows_no_inline_code():
    rules = dict(one.split(" ", 1) for one in HEADERS["content-security-policy"].split("; "))
    assert rules["default-src"] == "'self'"
    assert rules["frame-ancestors"] == "'none'"
    assert not [rule for rule in rules.values() if "unsafe" in rule or "*" in rule]


def test_a_server_without_a_built_page_explains_how_to_build_it(serving, tmp_path):
    server = serving(page=str(tmp_path / "nothing"))
    reply, content = _reply(server, "/")
    assert reply.status == 503
    assert b"run `make page`" in content
    assert {name: reply.headers[name] for name in HEADERS} == HEADERS


def test_every_http_reply_is_as_documented(with_page):
    try:
        schemathesis = importlib.import_module("schemathesis")
    except ModuleNotFoundError:
        assert "PILEIN_MUST_SERVE" not in os.environ
        pytest.skip("make .venv/schema.stamp installs schemathesis")
    schema = schemathesis.openapi.from_dict(SCHEMA)

    for operation in schema.get_all_operations():

        @hypothesis.given(case=operation.ok().as_strategy())
        @hypothesis.settings(max_examples=40, deadline=None, derandomize=True, database=None)
        def holds(case):
            case.call_and_validate(base_url=f"http://127.0.0.1:{with_page.port}")

        holds()

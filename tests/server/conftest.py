"""Fixtures for the server in a separate process with its own store. The tests are skipped without the extra `web`."""

import importlib.util
import os

import pytest

MUST = "PILEIN_MUST_SERVE" in os.environ
HAS_WEB = all(importlib.util.find_spec(name) for name in ("platformdirs", "psycopg", "sqlalchemy", "uvicorn"))
SAID = "the extra web is not installed: make .venv/web.stamp"

if not HAS_WEB:
    assert not MUST, SAID
    collect_ignore_glob = ["test_*.py"]

    def pytest_report_header():
        return f"tests/server is skipped: {SAID}"

else:
    from tests.server.databases import a_database, why_no_database
    from tests.server.serving import Served

    @pytest.fixture
    def serving(tmp_path):
        """Yield a function that starts servers and stops them at the end of the test."""
        begun = []

        def begin(store="", **settings):
            begun.append(Served(store or str(tmp_path / "tables.sqlite"), **settings))
            return begun[-1]

        yield begin
        for one in begun:
            one.close()

    @pytest.fixture(scope="module")
    def served(tmp_path_factory):
        with Served(str(tmp_path_factory.mktemp("served") / "tables.sqlite")) as one:
            yield one

    @pytest.fixture(scope="session")
    def postgresql():
        """Yield the URL of a PostgreSQL server started for the tests."""
        reason = why_no_database()
        if reason:
            assert not MUST, reason
            pytest.skip(reason)
        with a_database() as url:
            yield url

    @pytest.fixture
    def pair(postgresql):
        """Yield two servers that share a PostgreSQL database."""
        with Served(postgresql, workers=1) as one, Served(postgresql, workers=1) as other:
            yield one, other

"""Fixtures for the page in a real browser, served by a separate process. The tests are skipped if a requirement is
missing.
"""

import functools
import http.server
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CHROMIUM = next(
    (found for name in ("chromium-headless-shell", "chromium", "chromium-browser") if (found := shutil.which(name))),
    None,
)
SITE = ROOT / "out/site"
MUST = "PILEIN_MUST_SERVE" in os.environ
NOWHERE = "#/nowhere"
USUAL = {"width": 1280, "height": 720}  # of a new page
PATIENCE = int(os.environ.get("PILEIN_PATIENCE", "120000"))  # milliseconds: the machine may be busy


def _missing() -> str:
    """Return the name of a missing requirement and the way to install it, or "" if nothing is missing."""
    if importlib.util.find_spec("playwright") is None:
        return "playwright is not installed: make .venv/browser.stamp"
    if any(importlib.util.find_spec(name) is None for name in ("sqlalchemy", "starlette", "uvicorn")):
        return "the extra web is not installed: make .venv/web.stamp"
    if CHROMIUM is None:
        return "neither chromium-headless-shell nor chromium is installed"
    if not (ROOT / "src/pilein/protocol/page/index.html").exists():
        return "the page has not been built: make page"
    return ""


class Server:
    """A running `pilein serve` that has its own port and store and can be stopped and restarted."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self.address = ""
        self._port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "pilein.cli.start", "serve", "--port", str(self._port), "--workers", "1"]
        self._process = subprocess.Popen(
            [*command, "--store", str(self._store)], stdout=subprocess.PIPE, text=True, env=os.environ
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert "http://" in said, said
        self.address = said.split()[-1]
        self._port = int(self.address.rstrip("/").rsplit(":", 1)[1])

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    missing = _missing()
    if missing:
        assert not MUST, missing
        pytest.skip(missing)
    server = Server(tmp_path_factory.mktemp("page") / "tables.sqlite")
    yield server
    server.kill()


class Files(http.server.SimpleHTTPRequestHandler):
    """Request handler that serves files without logging."""

    def log_message(self, *_):
        pass


class FileServer(http.server.ThreadingHTTPServer):
    """File server for the static edition. A browser that disconnects before it has received a file is no error."""

    def __init__(self, handler: type[Files]) -> None:
        super().__init__(("127.0.0.1", 0), functools.partial(handler, directory=SITE))
        self.address = f"http://127.0.0.1:{self.server_port}/"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        pass

    def stop(self):
        self.shutdown()
        self.server_close()


@pytest.fixture(scope="module")
def site_of():
    """Yield a function that serves the static edition with a request handler and returns its address."""
    if not SITE.exists():
        assert not MUST, "the static edition has not been built: make site"
        pytest.skip("the static edition has not been built: make site")
    servers = []

    def site_of(handler=Files):
        servers.append(FileServer(handler))
        return servers[-1].address

    yield site_of
    for server in servers:
        server.stop()


@pytest.fixture(scope="module")
def site(site_of):
    """Return the address of the static edition on a plain file server."""
    return site_of()


@pytest.fixture(scope="session")
def browser(server):
    """Yield a headless browser, which is started when the first page is opened."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - not installed everywhere

    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, chromium_sandbox=False)


@pytest.fixture(scope="session")
def expect(browser):
    """Return the function `expect` of Playwright, which waits until a page meets an expectation."""
    from playwright.sync_api import expect  # noqa: PLC0415 - not installed everywhere

    expect.set_options(timeout=PATIENCE)
    return expect


@pytest.fixture
def opened(browser, server):
    """Yield a function that opens pages, each in a context of its own, if wanted with a stub between the page and the
    engine. No page may report an error.
    """
    yield from _opened(browser, server)


@pytest.fixture(scope="module")
def opened_once(browser, server):
    """Yield the same kind of function for pages that all tests of a module share."""
    yield from _opened(browser, server)


@pytest.fixture(scope="module")
def shared_page(opened_once):
    """Return a page that all tests of a module share. It shows no part of the site."""
    return opened_once(NOWHERE)


@pytest.fixture
def led(shared_page, opened, server):
    """Return the same kind of function, but the first page is the shared one. Like a reader who follows a link, it goes
    to its place without being loaded again. A test that fixes answers or a number of phases needs a page of its own,
    because these are kept.
    """
    left = [shared_page]

    def led(place: str = "", **context):
        if not left or context:
            return opened(place, **context)
        page = left.pop()
        page.evaluate("localStorage.clear()")
        page.mouse.move(0, 0)
        page.set_viewport_size(USUAL)
        page.emulate_media(color_scheme="light")
        page.goto(server.address + NOWHERE)
        page.get_by_text("This page has no part called").wait_for()
        page.goto(server.address + place)
        return page

    return led


def _opened(browser, server):
    contexts, errors = [], []

    def opened(place: str = "", stub=None, **context):
        context = {"reduced_motion": "reduce", **context}  # what moves is tested by itself
        contexts.append(browser.new_context(base_url=server.address, **context))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if _is_fault(message) else None)
        if stub is not None:
            page.route_web_socket(re.compile("^wss?:"), stub)
        page.goto(server.address + place)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def _is_fault(message) -> bool:
    """Return whether a console message reports an error of the page. A lost connection does not count as one."""
    return message.type == "error" and "ERR_CONNECTION" not in message.text and "WebSocket" not in message.text


@pytest.fixture(scope="session")
def faults_of():
    """Return a function that lists the faults of a page that axe-core rates as serious or worse."""
    script = (ROOT / "page/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")

    def faults_of(page) -> list[str]:
        if page.evaluate("typeof axe") == "undefined":
            page.evaluate(script)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        serious = [one for one in found if one["impact"] in {"serious", "critical"}]
        return [f"{one['id']}: {node['html'][:120]}" for one in serious for node in one["nodes"]]

    return faults_of

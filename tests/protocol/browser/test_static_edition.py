"""The static edition in a real browser gives the command line's odds, plays a fight, and works offline after the first
visit.
"""

import functools
import http.server
import threading

import pytest

import pilein

START = 120_000  # ms for Python to start on a slow machine
FOLDER = "out/site"


@pytest.fixture(scope="module")
def site():
    """Plain file server for the static edition, which can be stopped."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=FOLDER)
    handler.func.log_message = lambda *_: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_odds_work_without_a_server_and_even_offline(browser, site):
    context = browser.new_context()
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    address = f"http://127.0.0.1:{site.server_port}/"
    page.goto(f"{address}#/odds")
    page.get_by_label("Game", exact=True).select_option("scrollhammer", timeout=START)
    page.get_by_label("Begin with").select_option("scrollhammer/duel.toml", timeout=START)
    expected = pilein.odds("examples/scrollhammer/duel.toml").figures.outcome[0]
    page.get_by_label("The answer").get_by_text(f"{100 * float(expected[1]):.1f} %").first.wait_for(timeout=START)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => caches.keys().then((keys) => keys.length === 1)", timeout=START)
    context.set_offline(True)
    page.reload()
    page.get_by_label("The answer").get_by_text("%").first.wait_for(timeout=START)
    context.set_offline(False)
    assert faults == []
    context.close()

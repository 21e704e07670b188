"""In a real browser, the static edition computes the same odds as the command line, plays a fight, and works offline
after the first visit.
"""

import functools
import http.server
import threading

import pytest

import pilein

START = 120_000  # ms for Python to start on a slow machine
FOLDER = "out/site"
KEPT = """async () => {
    const kept = async () => (await (await caches.open("compiled-engine")).keys()).map((one) => one.url);
    const hasAll = (all) => ["started-", "compiled-"].every((kind) => all.some((one) => one.includes(kind)));
    while (!hasAll(await kept())) await new Promise((done) => setTimeout(done, 100));
}"""


@pytest.fixture(scope="module")
def site():
    """Yield a plain file server for the static edition, which can be stopped."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=FOLDER)
    handler.func.log_message = lambda *_: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_the_static_edition_computes_odds_without_a_server_and_even_offline(browser, site):
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
    page.wait_for_function(
        '() => caches.keys().then((keys) => keys.some((one) => one.startsWith("pilein-")))', timeout=START
    )
    context.set_offline(True)
    page.reload()
    page.get_by_label("The answer").get_by_text("%").first.wait_for(timeout=START)
    context.set_offline(False)
    assert faults == []
    context.close()


def test_a_second_visit_to_the_static_edition_downloads_no_engine_packages(browser, site):
    context = browser.new_context()
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.set_default_timeout(START)
    asked = []
    context.on("request", lambda request: asked.append(request.url))
    page.goto(f"http://127.0.0.1:{site.server_port}/#/odds?example=scrollhammer/duel.toml")
    page.locator("[data-key='profiles.noble.WS']").wait_for()
    page.evaluate(KEPT)
    assert packages_in(asked)
    asked.clear()
    page.reload()
    for skill in ("7", "3"):
        before = page.get_by_label("The answer").inner_text()
        page.locator("[data-key='profiles.noble.WS']").fill(skill)
        page.wait_for_function(
            "(words) => document.querySelector('[aria-label=\"The answer\"]').innerText !== words", arg=before
        )
        page.locator("[aria-busy=true]").first.wait_for(state="detached")
    assert page.locator("[data-key='profiles.noble.WS']").input_value() == "3"
    assert not packages_in(asked)
    assert faults == []
    context.close()


def packages_in(addresses):
    return [one for one in addresses if one.endswith((".whl", "pilein.zip"))]

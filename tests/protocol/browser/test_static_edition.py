"""In a real browser, the static edition computes the same odds as the command line, plays a fight, and works offline
after the first visit.
"""

import re
import threading

import pilein
from tests.protocol.browser.conftest import Files

START = 120_000  # ms for Python to start on a slow machine
KEPT = """async () => {
    const kept = async () => (await (await caches.open("compiled-engine")).keys()).map((one) => one.url);
    const hasAll = (all) => ["started-", "compiled-"].every((kind) => all.some((one) => one.includes(kind)));
    while (!hasAll(await kept())) await new Promise((done) => setTimeout(done, 100));
}"""


def test_the_static_edition_computes_odds_offline_on_a_second_visit_and_downloads_no_engine_packages_again(
    browser, site
):
    context = browser.new_context()
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.set_default_timeout(START)
    asked = []
    context.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}#/odds")
    page.get_by_label("Game", exact=True).select_option("scrollhammer")
    page.get_by_label("Begin with").select_option("scrollhammer/duel.toml")
    expected = pilein.odds("examples/scrollhammer/duel.toml").figures.outcome[0]
    page.get_by_label("The answer").get_by_text(f"{100 * float(expected[1]):.1f} %").first.wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function('() => caches.keys().then((keys) => keys.some((one) => one.startsWith("pilein-")))')
    page.evaluate(KEPT)
    assert packages_in(asked)
    asked.clear()
    context.set_offline(True)
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


class Halting(Files):
    """Request handler that sends the first half of the engine and then waits until the test ends."""

    goes_on = threading.Event()

    def copyfile(self, source, outputfile):
        if not self.path.endswith(".asm.wasm"):
            super().copyfile(source, outputfile)
            return
        whole = source.read()
        outputfile.write(whole[: len(whole) // 2])
        outputfile.flush()
        self.goes_on.wait()


def test_the_static_edition_shows_its_first_odds_and_the_megabytes_loaded_while_the_engine_loads(
    browser, expect, site_of
):
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(START)
    page.goto(f"{site_of(Halting)}#/odds")
    loading = page.locator(".loading")
    expect(loading).to_have_text(re.compile(r"Loading the rules engine: [4-9]\.\d of 1\d\.\d MB\."), timeout=START)
    done, total = loading.locator("progress").evaluate("(one) => [one.value, one.max]")
    assert 4_000_000 < done < total
    expect(page.get_by_label("The answer").get_by_role("heading")).to_contain_text("times in a hundred")
    Halting.goes_on.set()
    context.close()

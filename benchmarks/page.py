"""Measure the page in a real browser: the first paint, the delay from a key press to the odds, and the smoothness of a
drag.

`python -m benchmarks.page [SITE]` measures the page served by `pilein serve` and the static edition in the folder
SITE (out/site, written by `make site`), both with the same browser on this machine. It needs chromium, the built
page, and the extras for the server and for the browser tests.
"""

import gzip
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

import psutil
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "src" / "pilein" / "protocol" / "page"
START = 180_000  # milliseconds that the engine may take to start in the browser
STEPS = 240  # movements of the mouse in a drag
VALUES = (6, 3, 7, 2, 8, 1, 9, 4, 10, 5)  # typed one after another, each for the first time

# Type into a field, and measure frame by frame how many milliseconds pass until its answer is shown.
TYPED = """([key, value]) => new Promise((done) => {
  const field = document.querySelector(`[data-key="${key}"]`);
  const before = document.querySelector("[aria-busy]").textContent;
  const begun = performance.now();
  field.value = value;
  field.dispatchEvent(new Event("input", {bubbles: true}));
  const look = () => {
    const shown = document.querySelector("[aria-busy]");
    if (shown.getAttribute("aria-busy") === "false" && shown.textContent !== before) done(performance.now() - begun);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""
KEPT = """async () => {
  const kept = async () => (await (await caches.open("compiled-engine")).keys()).map((one) => one.url);
  const hasAll = (all) => ["compiled-", "started-"].every((kind) => all.some((one) => one.includes(kind)));
  while (!hasAll(await kept())) await new Promise((done) => setTimeout(done, 200));
}"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


@contextmanager
def served() -> Iterator[str]:
    """Yield the address of `pilein serve`, running with its own store."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pilein.cli.start", "serve", "--port", "0"]
        store = ["--store", str(Path(folder) / "tables.sqlite")]
        with subprocess.Popen([*command, *store], stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own
            assert process.stdout is not None
            try:
                yield process.stdout.readline().split()[-1]
            finally:
                process.terminate()


class Quiet(SimpleHTTPRequestHandler):
    """Request handler that serves files without logging."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


class Files(ThreadingHTTPServer):
    """File server. A browser that disconnects before it has received a file causes no error."""

    def handle_error(self, *_: object) -> None:
        """Ignore the error of a browser that has disconnected."""


@contextmanager
def static(folder: str) -> Iterator[str]:
    """Yield the address of a server that only serves files."""
    server = Files(("127.0.0.1", 0), partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def compressed() -> float:
    """Return the kilobytes of all files that the page loads without the engine, compressed as they are when a server
    sends them.
    """
    files = [one for one in PAGE.rglob("*") if one.is_file() and "replay" not in one.parts]
    return sum(len(gzip.compress(one.read_bytes())) for one in files) / 1000


def first_paint(browser: Browser, address: str, times: int = 7) -> list[float]:
    """Return the milliseconds until the first text appears, one value for each fresh browser."""
    found = []
    for _ in range(times):
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        page.wait_for_function(PAINTED)
        found.append(float(page.evaluate(PAINTED)))
        context.close()
    return found


def odds_after_a_key(page: Page, address: str, values: Sequence[int] = VALUES) -> list[float]:
    """Return the milliseconds from the last key pressed in a duel's input form until the odds are shown."""
    page.set_default_timeout(START)
    page.goto(f"{address}#/odds?example=scrollhammer/duel.toml")
    page.get_by_label("The answer").get_by_role("heading", name="in a hundred").wait_for()
    page.locator("[data-key='profiles.noble.WS']").wait_for()
    typed = [float(page.evaluate(TYPED, ["profiles.noble.WS", str(value)])) for value in values]
    return typed[1:]  # the first page also loads resources that later pages have cached


def gaps_of_a_drag(page: Page, address: str) -> list[float]:
    """Return the milliseconds between frames, read from the browser's trace, while a unit is dragged among 250
    models.
    """
    page.goto(f"{address}#/table?example=scrollhammer/demo.toml")
    page.get_by_text("The scenario as text").click()
    page.get_by_label("Scenario", exact=True).fill(crowd())
    page.wait_for_function("() => document.querySelectorAll('[data-model]').length === 250")
    page.locator(".canvas").scroll_into_view_if_needed()
    box = page.locator("[data-model='40']").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline.frame"])
    for step in range(STEPS):
        page.mouse.move(x + step / 4, y - step / 8)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.mouse.up()
    drawn = sorted(one["ts"] for one in events if one["name"] == "DrawFrame")
    return [(after - before) / 1000 for before, after in pairwise(drawn)]


def crowd() -> str:
    """Return a scenario with two units of 125 models."""
    profile = "WS = 2\nBS = 2\nS = 3\nT = 3\nW = 1\nI = 2\nA = 1\nLd = 6\nbase = '25mm square'\n"
    parts = ["ruleset = 'scrollhammer'\nactive = 'red'\n[profiles.levy]\n" + profile]
    for side, low, facing in (("red", 8, 0), ("blue", 24, 180)):
        places = [[10 + 1.1 * (at % 20), low + 1.1 * (at // 20)] for at in range(125)]
        keys = f"name = '{side}s'\nside = '{side}'\nformation = 'horde'\nprofile = 'levy'\nmodels = 125\n"
        parts.append(f"[[unit]]\n{keys}facing = {facing}\npositions = {places}\n")
    return "".join([*parts, "[table]\nwidth = 48\ndepth = 48\n"])


def visits(playwright: Playwright, address: str, times: int = 3) -> list[tuple[float, float]]:
    """Return the browser's seconds of processor time for first and second visits, each pair with a new profile.

    A visit lasts until the engine has answered a change of a number in the form.
    """
    found = []
    for _ in range(times):
        with tempfile.TemporaryDirectory() as profile:
            first = visit(playwright, address, profile, keeps=True)
            found.append((first, visit(playwright, address, profile)))
    return found


def visit(playwright: Playwright, address: str, profile: str, *, keeps: bool = False) -> float:
    """Return the processor time of one visit. With `keeps`, stay until the engine's files have been kept for the next
    visit.
    """
    chromium = shutil.which("chromium")
    context = playwright.chromium.launch_persistent_context(profile, executable_path=chromium, chromium_sandbox=False)
    page = context.new_page()
    begun = used()
    odds_after_a_key(page, address, VALUES[:2])
    seconds = used() - begun
    if keeps:
        page.evaluate(KEPT)
    context.close()
    return seconds


def used() -> float:
    """Return the processor time, in seconds, of all processes that this process has started."""
    times = [one.cpu_times() for one in psutil.Process().children(recursive=True)]
    return float(sum(one.user + one.system for one in times))


def told(what: str, milliseconds: list[float], wanted: str) -> None:
    """Print one line with the median and the maximum of several measurements."""
    middle, slowest = statistics.median(milliseconds), max(milliseconds)
    print(f"{what:<44} median {middle:6.0f} ms   slowest {slowest:6.0f} ms   {wanted}")


def main(site: str = "out/site") -> None:
    """Measure the page's times and print them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), chromium_sandbox=False)
        print(f"{'page, compressed, without the engine':<44} {compressed():.0f} kB   150 wanted")
        with served() as address:
            told("first paint, served", first_paint(browser, address), "1000 wanted")
            told("odds of a duel after a key, served", odds_after_a_key(browser.new_page(), address), "100 wanted")
            gaps = gaps_of_a_drag(browser.new_page(), address)
            told("between frames, dragging among 250 models", gaps, "20 wanted (50 a second)")
            print(f"{'frames a second in that drag':<44} {1000 * len(gaps) / sum(gaps):.0f}")
        with static(site) as address:
            told("first paint, static", first_paint(browser, address), "1000 wanted")
            told("odds of a duel after a key, static", odds_after_a_key(browser.new_page(), address), "500 wanted")
            first, second = (statistics.median(one) for one in zip(*visits(playwright, address), strict=True))
            print(f"{'processor time of a visit until an answer':<44} first {first:.1f} s   second {second:.1f} s")
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])

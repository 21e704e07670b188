"""Take the pictures of the page in docs/images: `python -m website.shots` (a built page, playwright and chromium)."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from website.pages import ROOT
from website.small_png import small_png

IMAGES = ROOT / "docs" / "images"
DUEL = "scrollhammer/demo.toml"
MOST = 60_000  # bytes of a picture
SEED = "7"
WIDTH, HEIGHT = 1000, 640


def main(folder: Path = IMAGES) -> None:
    """Take all pictures. Raises SystemExit if a picture has become too large for a repository."""
    with served() as address, browser() as opened:
        for name, shown in SHOWN.items():
            page = opened(address)
            shown(page)
            page.wait_for_timeout(500)  # until everything has faded in
            picture = page.screenshot()
            page.goto("about:blank")
            (folder / f"page-{name}.png").write_bytes(small_png(page, picture))
    for name in SHOWN:
        path = folder / f"page-{name}.png"
        if path.stat().st_size > MOST:
            sys.exit(f"{path}: {path.stat().st_size:,} bytes, {MOST:,} at most: show less")


@contextmanager
def served() -> Iterator[str]:
    """Yield the address of a server with its own store."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pilein.cli.start", "serve", "--port", "0", "--workers", "1"]
        store = str(Path(folder) / "tables.sqlite")
        with subprocess.Popen([*command, "--store", store], stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
            assert process.stdout is not None
            try:
                yield process.stdout.readline().split()[-1]
            finally:
                process.terminate()


@contextmanager
def browser() -> Iterator[Callable[[str], Any]]:
    """Yield a function that opens an address in a browser without a window."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - not installed everywhere

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), chromium_sandbox=False)

        def opened(address: str) -> Any:  # noqa: ANN401 - playwright has types of its own
            context = chromium.new_context(
                base_url=address, viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light"
            )
            page = context.new_page()
            page.set_default_timeout(15_000)
            page.goto(address)
            return page

        yield opened


def _odds(page: Any) -> None:  # noqa: ANN401
    page.goto("#/odds?example=scrollhammer/horde_against_ranks.toml")
    page.get_by_role("region", name="Losses").wait_for()


def _table(page: Any) -> None:  # noqa: ANN401
    page.goto(f"#/table?example={DUEL}")
    page.locator("button:has-text('Open the table'), button:has-text('Play both sides here')").locator(
        "visible=true"
    ).click()
    page.get_by_role("heading", name="Log").wait_for()  # otherwise the set-up's units would be picked
    page.locator("table").get_by_role("button", name="legionaries").click()
    page.get_by_role("button", name="Charge", exact=True).click()
    page.locator("[data-ring]").first.wait_for()
    page.evaluate("scrollTo(0, 0)")


def _replay(page: Any) -> None:  # noqa: ANN401
    with TemporaryDirectory() as folder:
        record = Path(folder) / "demo.json"
        command = [sys.executable, "-m", "pilein.cli.start", "fight", str(ROOT / "examples" / DUEL), "--seed", SEED]
        subprocess.run([*command, "--record", str(record)], check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        page.goto("#/replay")
        page.locator("input[type=file]").set_input_files(record)
    page.get_by_role("application").wait_for()


def _book(page: Any) -> None:  # noqa: ANN401
    page.goto("#/book/scrollhammer/SH-MV-22")
    page.locator("#entry-SH-MV-22").wait_for()


SHOWN: dict[str, Callable[[Any], None]] = {"odds": _odds, "table": _table, "replay": _replay, "book": _book}

if __name__ == "__main__":
    main()

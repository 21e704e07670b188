"""The documentation site builds without errors, omits no page, and loads nothing from the network."""

import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from website.api import page
from website.pages import collect, places

ROOT = Path(__file__).parents[2]
CONFIG = tomllib.loads((ROOT / "website" / "zensical.toml").read_text(encoding="utf-8"))
LOADING = {"script": "src", "img": "src", "link": "href", "iframe": "src", "object": "data", "source": "src"}
NEEDS_THE_NETWORK = {"mermaid", "glightbox", "pyodide"}  # what the theme would fetch a program for


def _placed(nav: object) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict | list):
        for one in nav.values() if isinstance(nav, dict) else nav:
            yield from _placed(one)


def test_every_page_is_listed_in_the_navigation_once() -> None:
    placed = sorted(_placed(CONFIG["project"]["nav"]))
    pages = {place for place in places().values() if "#" not in place}
    assert placed == sorted({*pages, "api.md"})


def test_the_python_page_lists_every_public_name() -> None:
    package = sys.modules["pilein"]
    text = page()
    names = [name for name in package.__all__ if not name.startswith("__")]
    assert [name for name in names if f"[`{name}`](#" not in text] == []
    assert text.count("\n::: pilein.") == len(names)


def test_every_program_run_by_the_tests_is_a_block_that_the_site_generator_understands(tmp_path: Path) -> None:
    collect(tmp_path)
    blocks = set(re.findall(r"^```(.*)$", (tmp_path / "agents.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert {"python", "console"} <= blocks
    assert [block for block in blocks if " " in block] == []


class _Page(HTMLParser):
    """A parser that collects the links and the anchors of a page, and the files that the page loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.names: set[str] = {""}
        self.classes: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.names |= {given[name] for name in ("id", "name") if name in given}
        self.classes |= set(given.get("class", "").split())
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in LOADING and LOADING[tag] in given and given.get("rel") not in ("canonical", "next", "prev"):
            self.loaded.append(given[LOADING[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, _Page]:
    pytest.importorskip("zensical", reason="needs what `make docs` installs")
    pytest.importorskip("mkdocstrings")
    from website.__main__ import build  # noqa: PLC0415 - after it is known that it can

    folder = build(tmp_path_factory.mktemp("docs") / "docs")
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    assert len(pages) > 30
    return pages


@cache
def _target(folder: Path, link: str) -> Path | None:
    """Return the file at the target of a relative link, or None if no file is there."""
    target = (folder / link).resolve()
    target = target / "index.html" if target.is_dir() else target
    return target if target.exists() else None


def test_no_link_on_the_site_is_broken(site: dict[Path, _Page]) -> None:
    broken = []
    for path, found in site.items():
        for link in dict.fromkeys(found.links):
            to, _, anchor = link.partition("#")
            if re.match(r"https?:|mailto:|/", to) or path.name == "404.html":
                continue
            target = _target(path.parent, to) if to else path
            if target is None or (target in site and anchor not in site[target].names):
                broken.append(f"{path.name}: {link}")
    assert broken == []


def test_no_page_of_the_site_loads_anything_from_the_network(site: dict[Path, _Page]) -> None:
    loaded = {(path.name, url) for path, found in site.items() for url in found.loaded}
    assert [one for one in loaded if re.match(r"(?:\w+:)?//", one[1])] == []
    assert [path.name for path, found in site.items() if found.classes & NEEDS_THE_NETWORK] == []
    top = next(path.parent for path in site if path.name == "index.html" and (path.parent / "assets").exists())
    styles = "".join(path.read_text(encoding="utf-8") for path in top.rglob("*.css"))
    assert re.findall(r"(?:url\(|@import)\s*[\"']?(?:\w+:)?//[^)]*", styles) == []


def test_every_public_name_has_its_docstring_on_the_site(site: dict[Path, _Page]) -> None:
    found = next(found for path, found in site.items() if path.name == "api.html")
    wanted = re.findall(r"^::: (\S+)", page(), re.MULTILINE)
    assert [name for name in wanted if name not in found.names] == []

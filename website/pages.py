"""Collect the pages of the documentation, wherever they lie in the repository, for the site generator.

Pages keep their text, but links are changed from "file in the repository" to "page of the site". A linked file that
is not a page (a scenario, a test) is copied.
"""

import json
import os
import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"(?P<head>\]\()(?P<to>[^)#:\s]+)(?P<anchor>#[^)\s]*)?(?P<tail>\))")
RUN = re.compile(r"^```python run$", re.MULTILINE)  # for the tests; the site generator would not see a block
PLAIN = {"NOTICE": "credits.md", "LICENSE": "licence.md"}  # files shown unchanged
MOVED = {
    "README.md": "overview.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "examples/README.md": "examples/index.md",
    "examples": "examples/index.md",
}


def places() -> dict[Path, str]:
    """Map each file or folder of pages in the repository to its path on the site."""
    found = {ROOT / name: place for name, place in (MOVED | PLAIN).items()}
    for path in sorted((ROOT / "docs").rglob("*.md")):
        found[path] = path.relative_to(ROOT / "docs").as_posix()
    for path in sorted((ROOT / "docs").rglob("*.ipynb")):
        found[path] = path.relative_to(ROOT / "docs").with_suffix(".md").as_posix()
    for path in sorted((ROOT / "src" / "pilein" / "rulesets").glob("*/README.md")):
        found[path] = f"rulesets/{path.parent.name}.md"
        found[ROOT / "examples" / path.parent.name] = f"examples/index.md#{path.parent.name}"
    return found


def collect(folder: Path) -> None:
    """Write all pages, and the files to which they link, to a folder.

    Raises:
        FileNotFoundError: a link leads nowhere.
    """
    known = places()
    for path, place in known.items():
        if path.is_dir():
            continue
        text = _text(path)
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_linked(text, path, target, known, folder), encoding="utf-8")
    shutil.copytree(ROOT / "docs" / "images", folder / "images", dirs_exist_ok=True)


def _text(path: Path) -> str:
    """Return the text of a documentation page in Markdown."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        return _notebook(text, path.name)
    if path.name in PLAIN:
        return f"# {'Credits' if path.name == 'NOTICE' else 'Licence'}\n\n```text\n{text}```\n"
    return RUN.sub("```python", text)


def _linked(text: str, page: Path, target: Path, known: dict[Path, str], folder: Path) -> str:
    """Return the text with links that work on the site."""

    def linked(link: re.Match[str]) -> str:
        to = (page.parent / link["to"]).resolve()
        place, _, anchor = known.get(to, "").partition("#")
        if not place:
            place = to.relative_to(ROOT).as_posix().removeprefix("docs/")
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(to, folder / place)
        where = Path(os.path.relpath(folder / place, target.parent)).as_posix()
        return f"{link['head']}{where}{link['anchor'] or (anchor and f'#{anchor}')}{link['tail']}"

    return LINK.sub(linked, text)


def _notebook(text: str, name: str) -> str:
    """Return a notebook as a page, with its text, its code, and the output of the code."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        parts += [_output(output) for output in cell.get("outputs", ())]
    return "\n\n".join([*parts, f"[Download this notebook]({name})", ""])


def _output(output: dict[str, object]) -> str:
    data = output.get("data")
    forms: dict[str, list[str]] = data if isinstance(data, dict) else {"text/plain": output["text"]}  # type: ignore[dict-item]
    for kind in ("image/svg+xml", "text/html"):
        if kind in forms:
            return "".join(forms[kind])
    return f"```text\n{''.join(forms['text/plain']).rstrip()}\n```"

"""Every command and every line of Python in a tutorial runs in order and gives the output shown."""

import re
from pathlib import Path

import pytest

from tests.docs.notebooks import cells, shown
from tests.docs.pages import Page, folder
from tests.docs.typed import report_on

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
NOTEBOOKS = sorted((ROOT / "docs" / "tutorials").glob("*.ipynb"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_tutorial_prints_the_output_shown(path: Path, tmp_path: Path) -> None:
    with folder(tmp_path):
        page = Page(path)
    assert page.runs > 3
    assert page.faults == [], f"renew it with `python -m tests.docs.pages {path.relative_to(ROOT)}`"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_the_output_stored_in_it(path: Path, tmp_path: Path) -> None:
    with folder(tmp_path):
        outputs = shown(path)
    kept = [cell["outputs"] for cell in cells(path)]
    assert len(kept) > 3
    assert outputs == kept, f"renew it with `python -m tests.docs.notebooks {path.relative_to(ROOT)}`"


def test_a_program_in_a_tutorial_passes_a_strict_type_checker(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "tutorials" / "models-by-weapons.md").read_text(encoding="utf-8")
    found = re.search(r"```python title=\"study.py\"\n(.*?)```", text, re.DOTALL)
    assert found
    program = tmp_path / "study.py"
    program.write_text(found[1], encoding="utf-8")
    assert report_on(program).startswith("Success: no issues found in 1 source file")
    program.write_text(found[1] + "print(1 + '1')\n", encoding="utf-8")
    assert "Unsupported operand types" in report_on(program)


def test_an_outdated_tutorial_is_detected(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(
        "```console\n$ pilein --version\nno version\n```\n```python\n>>> 1 + 1\n3\n```\n", encoding="utf-8"
    )
    with folder(tmp_path):
        page = Page(tmp_path / "page.md")
    assert (page.runs, len(page.faults)) == (2, 2)
    assert page.text.endswith("```python\n>>> 1 + 1\n2\n```\n")


def test_a_regenerated_tutorial_omits_the_same_lines_of_output_as_before(tmp_path: Path) -> None:
    said = "$ pilein lab --help\nTest a rules text.\n...\n  lab points  fair\n...\n"
    (tmp_path / "page.md").write_text(f"```console\n{said}```\n", encoding="utf-8")
    with folder(tmp_path):
        text = Page(tmp_path / "page.md").text
    assert [line.split()[0] for line in text.splitlines()[2:-1]] == ["Test", "...", "lab", "..."]

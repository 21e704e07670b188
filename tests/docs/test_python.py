"""Python code on the pages runs unchanged and gives the results shown."""

import doctest
import re
from pathlib import Path
from runpy import run_path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/odds.md", "docs/simulate.md", "docs/lab.md")


@pytest.mark.parametrize("page", PAGES)
def test_the_python_code_on_a_documentation_page_gives_the_results_shown(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    results = doctest.testfile(str(ROOT / page), module_relative=False)
    assert results.attempted > 4
    assert results.failed == 0


def test_the_forked_game_on_the_concepts_page_waits_for_an_answer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(ROOT)
    shown = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "concepts.md").read_text(encoding="utf-8"), re.DOTALL)
    assert shown
    script = tmp_path / "concepts.py"
    script.write_text(shown[1], encoding="utf-8")
    assert run_path(str(script))["twin"].pending is not None

"""The vocabulary of Scrollhammer scenario files matches what the clauses read."""

from pathlib import Path

import pytest

from pilein.rulesets.scrollhammer import vocabulary

FOLDER = Path(vocabulary.__file__).parent
CODE = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py") if path.stem != "vocabulary")


@pytest.mark.parametrize("rule", vocabulary.RULES)
def test_the_code_of_scrollhammer_refers_to_every_valid_special_rule(rule: str):
    assert f'"{rule}"' in CODE

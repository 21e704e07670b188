"""Records of version 3 of a ruleset still pass the checks, although lines have since been added to logs and citations
have changed.
"""

from pathlib import Path

import pytest

from pilein.engine.replay import check
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.record import read

RECORDS = sorted(Path(__file__).with_name("ruleset_3").glob("*.record.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_a_record_of_version_3_of_a_ruleset_passes_the_check(path):
    record = read(path.read_bytes(), path.name)
    assert record.ruleset_version == 3
    assert check(record, ruleset_named(record.ruleset)) is None

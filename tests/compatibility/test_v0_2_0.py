"""Records written by version 0.2.0 still pass the checks, although some citations have changed since."""

from pathlib import Path

import pytest

from pilein.engine.replay import check
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.record import read

RECORDS = sorted(Path(__file__).with_name("v0_2_0").glob("*.record.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_a_record_of_version_0_2_0_passes_the_check(path):
    record = read(path.read_bytes(), path.name)
    assert check(record, ruleset_named(record.ruleset)) is None

"""Records that version 0.2.0 wrote check under today's code, though some sentences are cited anew since then."""

from pathlib import Path

import pytest

from pilein.engine.replay import check
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.record import read

RECORDS = sorted(Path(__file__).with_name("v0_2_0").glob("*.record.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_a_record_checks(path):
    record = read(path.read_bytes(), path.name)
    assert check(record, ruleset_named(record.ruleset)) is None

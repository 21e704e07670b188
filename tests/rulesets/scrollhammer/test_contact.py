"""SH-EN-01, SH-CH-06: units that touch only at corners (SH-R-04)."""

import pytest

from pilein.rulesets.scrollhammer.charge.declaring import why_may_not_declare
from pilein.rulesets.scrollhammer.combats import combats_of
from pilein.rulesets.scrollhammer.contact import is_locked
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, reavers


@pytest.mark.clause("SH-EN-01", "SH-CH-06")
@pytest.mark.parametrize(("reading", "locked"), [("default", True), ("edges-only", False)])
def test_units_touching_only_at_corners_are_locked_if_corners_count_as_contact(reading: str, locked: bool) -> None:
    """SH-R-04: if corners do not count as contact, the guard has no enemy to fight and may charge."""
    made = battle(guards([(10, 10)]), reavers([(11, 11)]), rulings={"SH-R-04": reading})
    assert [is_locked(made, unit) for unit in (0, 1)] == [locked, locked]
    assert (combats_of(made, made.preview_table()) == ((0, 1),)) == locked
    assert (why_may_not_declare(made, made.preview_table(), 0) is not None) == locked

"""What readers found who compared forty sentences of the text with the code, by playing."""

import pytest

from pilein.rulesets.scrollhammer.charge_moves import charge_move
from pilein.rulesets.scrollhammer.state import Battle, Status
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, play, reavers, under_way

CHARGED, LOCKED = Status(charged=True, declared=True), Status(has_fought=True)


def after_a_second_charge(before: Status, foes: list[tuple[float, float]]) -> Battle:
    """Two guards charge reavers of whom a friend of another unit touches the second."""
    vanguard = guards([(11.5, 16)], name="vanguard", status=before)
    made = battle(guards([(10, 10), (11.5, 10)]), reavers(foes), vanguard)
    after, _ = play(under_way(made, 1, range=7), (), None, charge_move)
    return after


@pytest.mark.clause("SH-MV-24")
@pytest.mark.parametrize(("before", "touched"), [(CHARGED, 4), (LOCKED, 3)])
def test_an_enemy_that_another_unit_has_charged_this_turn_is_taken(before: Status, touched: int) -> None:
    """Another charging model touches it; a friend who has fought it since an earlier turn does not charge."""
    after = after_a_second_charge(before, [(10, 15), (11.5, 15), (12.75, 15.4)])
    assert after.plane.contacts.enemies[1] == (touched,)


@pytest.mark.clause("SH-MV-25")
def test_where_others_have_charged_every_enemy_a_model_supports_a_friend() -> None:
    """Beside the first guard, and not straight ahead into contact."""
    after = after_a_second_charge(CHARGED, [(10, 15), (11.5, 15)])
    assert after.plane.contacts.friends[1] == (0,)
    after = after_a_second_charge(LOCKED, [(10, 15), (11.5, 15)])
    assert after.plane.contacts.friends[1] == ()

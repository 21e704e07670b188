"""Faults that an audit found in the moves of version 1 of WWPD: each finding with its positions and dice."""

import pytest

from pilein.geometry.gaps import gap
from pilein.geometry.ticks import INCH
from pilein.rulesets.wwpd.events import Cornered
from pilein.rulesets.wwpd.falling_back import fall_back
from pilein.rulesets.wwpd.leadership import take_tests
from pilein.rulesets.wwpd.phase import end_moves
from pilein.rulesets.wwpd.state import Status
from tests.rulesets.fielding import told, where
from tests.rulesets.wwpd.builder import U, battle, played

SUPPRESSED = Status(suppressed=True, took_part_in_firefight=True)


def after_a_failed_test(reds, blues):
    """A Suppressed unit fails its test after a Firefight and falls back, on a table of 30 by 30 inches."""
    made = battle(U("reds", 0, reds, status=SUPPRESSED), U("blues", 1, blues), size=(30, 30))
    tested, _ = played(made, take_tests, dice=[1])
    return played(tested, end_moves)[0]


def gaps(after, reds, blues):
    """Distance of each enemy from the nearest model of the unit, in inches."""
    shapes = after.plane.shapes
    own, foes = range(len(reds)), range(len(reds), len(reds) + len(blues))
    return [min(gap(shapes[model], shapes[foe]) for model in own) / INCH for foe in foes]


@pytest.mark.clause("WW-FB-02")
def test_if_mates_stop_each_other_the_direction_that_really_ends_furthest_is_taken():
    """N-6: 135 degrees, at whose end one would stand on the other, ended 4.72 inches away; 60 degrees leads 5.395."""
    reds, blues = [(26.201, 26.72), (27.224, 25.01)], [(26.088, 23.34)]
    after = after_a_failed_test(reds, blues)
    assert where(after, 0) == pytest.approx((27.806, 29.5), abs=0.01)
    assert where(after, 1) == pytest.approx((29.5, 28.95), abs=0.01)
    assert gaps(after, reds, blues)[0] == pytest.approx(5.395, abs=0.01)


@pytest.mark.clause("WW-FB-01")
def test_enemies_are_counted_as_left_behind_by_where_the_models_really_end():
    """N-6: version 1 left two of three enemies behind; a direction of 220 degrees leaves all three."""
    reds, blues = [(2.327, 22.527), (5.09, 23.231)], [(2.183, 27.439), (4.29, 20.129), (20.217, 17.127)]
    before = gaps(battle(U("reds", 0, reds), U("blues", 1, blues), size=(30, 30)), reds, blues)
    after = gaps(after_a_failed_test(reds, blues), reds, blues)
    assert all(now > then for now, then in zip(after, before, strict=True))


@pytest.mark.clause("WW-FB-01")
def test_an_enemy_that_stays_in_contact_is_not_left_behind():
    """Up the table nine enemies were counted as left behind, the one still touched by two ticks; 40 degrees frees."""
    reds = [(22.547, 26.5), (22.673, 22.5), (25.4, 28.402)]
    blues = [(15.726, 22.5), (17.708, 22.5), (19.69, 22.5), (21.673, 22.5)]
    blues += [(24.444, 25.5), (23.061, 25.6422), (20.226, 26.5), (25.4178, 27.4022), (29.299, 22.5), (31.69, 22.5)]
    friends = U("friends", 0, [(18.699, 22.6339), (19.226, 26.5)])
    made = battle(U("reds", 0, reds, status=Status(falls_back=True)), U("blues", 1, blues), friends)
    after, script = played(made, fall_back, 0)
    assert where(after, 1) == (27.27, 26.36)
    assert min(gaps(after, reds, blues)) > 1
    assert told(script, Cornered) == []

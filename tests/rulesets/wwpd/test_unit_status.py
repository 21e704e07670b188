"""The fates of units, the wording of those fates, and their odds in fights small enough to solve by hand."""

from fractions import Fraction

import pilein
from pilein.engine.rulesets import vocabulary
from pilein.rulesets.wwpd.state import Status
from pilein.rulesets.wwpd.unit_status import BEATEN, fate
from pilein.tabletop.loading import loads
from tests.rulesets.wwpd.builder import U, battle, man

MELEE = """
ruleset = "wwpd"
active = "red"

[profiles.man]
skill = 3
rate = 1
Ld = 4
save = 5
base = "25mm"

[profiles.harmless]
skill = 3
rate = 0
Ld = 4
save = 5
base = "25mm"

[[unit]]
name = "reds"
side = "red"
profile = "RED"
models = 1

[[unit]]
name = "blues"
side = "blue"
profile = "harmless"
models = MODELS
STATUS

[press]
pairs = [["reds", "blues"]]
"""
FALLS = Fraction(5, 18)  # one man hits on 4, wounds on 2, and is saved on 5


def odds(red="man", models=1, status="", **how):
    text = MELEE.replace("RED", red).replace("MODELS", str(models)).replace("STATUS", status)
    return pilein.odds(loads(text, vocabulary).scenario, "first", exact=True, **{"phases": 1, **how})


def fates(found, unit=1):
    return dict(found.figures.units[unit].fates)


def in_the_press(**status):
    units = U("own", 0, kinds=[(man(), 1)], status=Status(**status)), U("foe", 1, kinds=[(man(), 1)])
    return battle(*units, pairs=[(0, 1)])


def test_a_unit_in_contact_is_reported_as_engaged_even_if_it_tried_to_fall_back():
    assert fate(in_the_press(), 0) == "engaged"
    assert fate(in_the_press(fallen_back=True), 0) == "engaged"


def test_a_unit_that_has_fallen_back_counts_as_beaten_until_it_fights_again():
    made = in_the_press(falls_back=True)
    apart = made.on(made.field.apart(frozenset((0,)))).turning()
    assert fate(apart, 0) == "fallen back"
    assert fate(apart, 0) in BEATEN
    assert fate(apart, 1) == "standing"
    assert apart.turning().status(0).fallen_back
    again = Status(fallen_back=True)
    fought = battle(U("own", 0, [(10, 10)], status=again), U("foe", 1, [(10, 20)]))
    assert (
        fate(type(fought)(fought.setup, 0, fought.field, fought.statuses, melees=((0, 1),)).turning(), 0) == "standing"
    )


def test_a_unit_is_destroyed_if_its_last_model_falls_and_may_fall_back_if_its_last_model_is_saved():
    """A wound that is saved, which is half as likely as one that is not, still Suppresses the only man. He then fails
    the test with probability 1/2.
    """
    found = odds()
    assert fates(found) == {"destroyed": FALLS, "fallen back": FALLS / 4, "engaged": 1 - FALLS - FALLS / 4}
    assert dict(found.figures.decided) == {"WW-RS-01": FALLS, "WW-EN-03": FALLS / 4}


def test_a_unit_that_fails_its_break_test_is_reported_as_broken():
    """Two of five men are left. One of them falls, and the survivor breaks with probability 1/2."""
    found = odds(models=2, status="starting_strength = 5")
    assert fates(found) == {"broken": FALLS / 2, "engaged": 1 - FALLS / 2}
    assert dict(found.figures.decided) == {"WW-EN-01": FALLS / 2}
    assert dict(found.figures.outcome)["red wins"] == FALLS / 2


def test_a_unit_that_fails_its_suppression_test_is_reported_as_fallen_back():
    found = odds("harmless", status="suppressed = true")
    assert fates(found) == {"fallen back": Fraction(1, 2), "engaged": Fraction(1, 2)}
    assert dict(found.figures.decided) == {"WW-EN-03": Fraction(1, 2)}


def test_no_lead_is_reported_for_melees_that_have_no_winner():
    assert odds().figures.margin.chances == ()

"""The fates of units, the wording of those fates, and their odds in fights small enough to solve by hand."""

from fractions import Fraction

import pytest

import pilein
from pilein.engine.rulesets import vocabulary
from pilein.rulesets.warstrike.state import Status
from pilein.rulesets.warstrike.unit_status import BEATEN, fate
from pilein.tabletop.loading import loads
from tests.rulesets.warstrike.builder import TROOPER, U, battle

UNARMED = """
ruleset = "warstrike"
active = "red"

[profiles.idler]
Mv = 14
WS = 3
Str = 3
Ar = 2
Ld = 1
Nv = 3

[[unit]]
name = "reds"
side = "red"
profile = "idler"
models = 1
weapons = []

[[unit]]
name = "blues"
side = "blue"
profile = "idler"
models = 1
weapons = []
MORE

[press]
pairs = [["reds", "blues"]]
"""
HALF_CYCLES = 50


def odds(more="", **how):
    """Return the odds of two harmless units that test in turn with one die, blue first, until one of them
    falls back.
    """
    return pilein.odds(loads(UNARMED.replace("MORE", more), vocabulary).scenario, exact=True, **{"phases": 1, **how})


def fates(found, unit):
    return dict(found.figures.units[unit].fates)


@pytest.mark.parametrize(
    ("status", "word"),
    [
        (Status(), "standing"),
        (Status(markers=1), "suppressed"),
        (Status(markers=1, broken_off=True), "fallen back"),
    ],
)
def test_a_surviving_unit_is_reported_as_fallen_back_or_suppressed_or_standing(status, word):
    made = battle(U("own", 0, [(TROOPER, 1)], status=status), U("foe", 1, [(TROOPER, 1)]), pairs=[(0, 1)])
    assert fate(made, 0) == word
    assert (word in BEATEN) == status.broken_off


@pytest.mark.parametrize(("routed", "word"), [(True, "routed"), (False, "destroyed")])
def test_a_unit_without_models_is_reported_as_routed_or_destroyed(routed, word):
    made = battle(U("own", 0, [(TROOPER, 1)]), U("foe", 1, [(TROOPER, 1)]), pairs=[(0, 1)])
    made = made.having(0, broken_off=True, routed=routed)
    made = made.on(made.field.without(frozenset(made.field.models(0))))
    assert fate(made, 0) == word
    assert word in BEATEN


def test_the_unit_that_is_first_to_fail_its_leadership_check_falls_back_and_loses_the_fight():
    """Each check passes with probability 1/2 and blue tests first, so blue falls back in two fights out of three, less
    the error from capping the number of half-cycles.
    """
    found = odds()
    ending = 1 - Fraction(1, 2**HALF_CYCLES)
    assert fates(found, 1)["fallen back"] == Fraction(2, 3) * ending
    assert fates(found, 0)["fallen back"] == Fraction(1, 3) * ending
    assert dict(found.figures.outcome)["red wins"] == Fraction(2, 3) * ending
    assert dict(found.figures.decided) == {"WS-LD-02": ending}


def test_no_lead_is_reported_for_a_fight_in_which_nothing_is_scored():
    assert odds().figures.margin.chances == ()


def test_the_rout_probability_of_a_unit_with_three_markers_matches_the_calculation_by_hand():
    """Three markers lower Nv to 1. Blue therefore routs on five of the six faces of the die and attacks on the sixth,
    and red falls back on three faces.
    """
    found = odds("markers = 3", rulings={"WS-R-31": "at-nerve"})
    routs, stays = Fraction(5, 6), Fraction(1, 6) * Fraction(1, 2)
    rounds = HALF_CYCLES // 2
    assert fates(found, 1)["routed"] == routs * (1 - stays**rounds) / (1 - stays)
    assert "fallen back" not in fates(found, 1)

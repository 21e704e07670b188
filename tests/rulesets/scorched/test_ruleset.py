"""The fates of units, the wording of those fates, and their odds in fights small enough to solve by hand."""

from fractions import Fraction

import pilein
from pilein.engine.rulesets import vocabulary
from pilein.rulesets.scorched.ruleset import BEATEN, fate
from pilein.tabletop.loading import loads
from tests.rulesets.scorched.builder import M, battle

DUEL = """
ruleset = "scorched"
active = "red"

[profiles.bare]
WS = 4
W = 1
S = 4
T = 4
base = "32mm"

[[unit]]
name = "one"
side = "red"
profile = "bare"
models = 1

[[unit]]
name = "other"
side = "blue"
profile = "bare"
models = 1

[press]
pairs = [["one", "other"]]
"""


def odds(**how):
    """Return the odds of two equal models without saves. The model with the higher die slays its enemy, and equal dice
    change nothing.
    """
    return pilein.odds(loads(DUEL, vocabulary).scenario, exact=True, **{"phases": 1, **how})


def test_a_unit_touching_an_enemy_is_reported_as_engaged():
    assert fate(battle(M("own", 0), M("foe", 1)), 0) == "engaged"


def test_a_unit_without_models_is_reported_as_slain_and_a_surviving_unit_as_standing():
    made = battle(M("own", 0), M("foe", 1))
    made = made.on(made.field.without(frozenset(made.field.models(1))))
    assert fate(made, 1) == "slain"
    assert fate(made, 1) in BEATEN
    assert fate(made, 0) == "standing"


def test_a_unit_on_a_table_that_touches_no_enemy_is_reported_as_standing():
    assert fate(battle(M("own", 0, at=[(5, 5)]), M("foe", 1, at=[(5, 20)])), 0) == "standing"


def test_the_odds_of_one_attack_die_against_another_match_the_calculation_by_hand():
    found = odds()
    assert dict(found.figures.units[1].fates) == {
        "slain": Fraction(5, 12),
        "standing": Fraction(5, 12),
        "engaged": Fraction(1, 6),
    }
    assert dict(found.figures.decided) == {"CP-SV-02": Fraction(5, 6)}


def test_odds_computed_under_scorched_report_no_combat_lead():
    assert odds().figures.margin.chances == ()

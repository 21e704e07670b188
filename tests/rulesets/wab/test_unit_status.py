"""Fates of units, their wording, and their probabilities after one round."""

from fractions import Fraction

import pilein
from pilein.engine.rulesets import vocabulary
from pilein.rulesets.wab.state import Absent, Battle
from pilein.rulesets.wab.unit_status import BEATEN, fate, left
from pilein.tabletop.loading import loads
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import WARRIOR, U, battle

DUEL = """
ruleset = "wab"
active = "red"

[profiles.man]
type = "character"
M = 4
WS = 3
S = 3
T = 3
I = 3
A = 1
Ld = 7

[profiles.idle]
type = "character"
M = 4
WS = 3
S = 3
T = 3
I = 3
A = 0
Ld = 7

[[unit]]
name = "one"
side = "red"
profile = "man"
models = 1
formation = "skirmish"
charged = true

[[unit]]
name = "other"
side = "blue"
profile = "idle"
models = 1
formation = "skirmish"

[press]
pairs = [["one", "other"]]
"""


def pair() -> Battle:
    return battle(U("one", 0, ((WARRIOR, 2),)), U("other", 1, ((WARRIOR, 2),)), pairs=[(0, 1)])


def test_a_unit_in_contact_is_reported_as_in_combat_and_a_fleeing_one_as_fleeing() -> None:
    assert [fate(pair(), unit) for unit in (0, 1)] == ["in combat", "in combat"]
    assert fate(pair().having(1, fleeing=True), 1) == "fleeing"


def test_a_unit_without_models_is_reported_as_destroyed_and_a_surviving_unit_as_standing() -> None:
    made = pair()
    made = made.on(made.field.without_unit(1))
    assert [fate(made, unit) for unit in (0, 1)] == ["standing", "destroyed"]
    assert {"destroyed", "fleeing"} == set(BEATEN)


def test_a_unit_that_pursued_off_the_table_does_not_count_as_beaten() -> None:
    made = battle(U("one", 0, ((WARRIOR, 2),), at=row(5, 5, 2)), U("other", 1, ((WARRIOR, 2),), at=row(5, 30, 2)))
    gone = made.changed(absent=(Absent(0, made.plane.standings[0]),)).on(made.field.without_unit(0))
    assert fate(gone, 0) == "off the table"
    assert [left(gone, unit) for unit in (0, 1)] == [2, 2]


def test_the_models_of_a_block_that_has_left_the_table_still_count_as_survivors() -> None:
    made = battle(U("one", 0, ((WARRIOR, 5),), block=(20, 10, 0, 3)), U("other", 1, ((WARRIOR, 2),), at=row(5, 30, 2)))
    gone = made.changed(absent=(Absent(0, made.plane.standings[0]),)).on(made.field.without_unit(0))
    assert (left(gone, 0), gone.living(0)) == (5, 0)


def test_the_probabilities_of_the_outcomes_of_a_round_match_those_worked_out_by_hand() -> None:
    """One attack that needs 4+ to hit and 4+ to wound kills its target with probability 1/4. If it does not, Momentum
    wins the combat, and a single model that is beaten breaks (WAB-R-91).

    A pursuit roll equal to the flight roll catches the unit, so it is caught in 721 of 1296 cases.
    """
    found = pilein.odds(loads(DUEL, vocabulary).scenario, exact=True, phases=1)
    assert dict(found.figures.units[1].fates) == {
        "destroyed": Fraction(1, 4) + Fraction(3, 4) * Fraction(721, 1296),
        "fleeing": Fraction(3, 4) * Fraction(575, 1296),
    }
    assert dict(found.figures.units[0].fates) == {"standing": 1}

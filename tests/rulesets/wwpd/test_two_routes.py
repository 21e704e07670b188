"""Different routes lead to the same odds: dice are rolled by weights or face by face, all at once or by stages, on a
table or in the press.
"""

import pytest

from pilein.kernel.requests import first
from pilein.rulesets.wwpd.melees import divide
from pilein.rulesets.wwpd.phase import melee_phase
from pilein.rulesets.wwpd.profile import Weapon
from tests.enumeration import ends, ends_face_by_face, spread
from tests.rulesets.fielding import row
from tests.rulesets.wwpd.builder import U, battle, man

END = "after_the_melees"


def line(reds, blues, red, blue, **more):
    units = U("reds", 0, kinds=[(red, reds)]), U("blues", 1, kinds=[(blue, blues)])
    return battle(*units, pairs=[(0, 1)], **more)


def outcome(made):
    return tuple((made.living(unit), made.status(unit)) for unit in (0, 1))


@pytest.mark.parametrize(
    "made",
    [
        line(1, 1, man(), man(rate=0, save=4)),
        line(1, 2, man(skill=5), man(rate=0, toughness=2)),
        line(1, 1, man(skill=7, rate=1), man(rate=0, save=6)),
        line(1, 1, man(rate=2), man(rate=0, wounds=2), rulings={"WW-R-04": "none"}),
        line(1, 2, man(rate=1), man(rate=0), rulings={"WW-R-20": "random"}),
    ],
)
def test_the_odds_of_a_melee_agree_with_an_enumeration_of_all_faces(made):
    assert spread(ends(made, divide, until=END), outcome) == spread(ends_face_by_face(made, divide, until=END), outcome)


def test_the_odds_of_a_phase_agree_with_an_enumeration_of_all_faces():
    made = line(1, 2, man(skill=4), man(rate=0, Ld=3), rulings={"WW-R-08": "half-models", "WW-R-04": "none"})
    assert spread(ends(made, melee_phase), outcome) == spread(ends_face_by_face(made, melee_phase), outcome)


@pytest.mark.parametrize(
    ("reds", "blues", "red", "blue"),
    [
        (2, 2, man(), man()),
        (2, 1, man(rate=2, ap=1), man(armor=2, save=4)),
        (3, 2, man(skill=6), man(melee_defense=1)),
    ],
)
def test_dice_rolled_all_at_once_and_dice_rolled_stage_by_stage_give_the_same_odds(reds, blues, red, blue):
    """If the models struck include a leader, hits are allocated between the rolls. In this test, leaders differ from
    other models in no other respect.
    """
    whole = line(reds, blues, red, blue)
    parts = [(blue, blues - 1), (blue, 1)] if blues > 1 else [(blue, 1)]
    units = U("reds", 0, kinds=[(red, reds - 1), (red, 1)]), U("blues", 1, kinds=parts)
    led = battle(*units, pairs=[(0, 1)])
    assert spread(ends(whole, divide, until=END), outcome) == spread(ends(led, divide, until=END), outcome)


def test_the_odds_of_hits_of_several_kinds_agree_with_an_enumeration_of_all_faces():
    """The odds do not depend on the owner's choices. The test always takes the first offer."""
    axe = man(weapon=Weapon("axe", massive=1), skill=4)
    units = U("reds", 0, kinds=[(axe, 1), (man(rate=2), 1)]), U("blues", 1, kinds=[(man(rate=0, toughness=1), 2)])
    made = battle(*units, pairs=[(0, 1)], rulings={"WW-R-04": "none"})
    by_weights = spread(ends(made, divide, until=END, policy=first), outcome)
    assert by_weights == spread(ends_face_by_face(made, divide, until=END, policy=first), outcome)


def test_a_melee_has_the_same_odds_on_a_table_and_in_the_press():
    """On a table, the choice of casualties changes positions but not numbers."""
    table = battle(U("reds", 0, row(10, 19, 2), kinds=[(man(), 2)]), U("blues", 1, row(10, 20, 2), kinds=[(man(), 2)]))
    press = line(2, 2, man(), man())
    assert spread(ends(table, divide, until=END, policy=first), outcome) == spread(
        ends(press, divide, until=END), outcome
    )

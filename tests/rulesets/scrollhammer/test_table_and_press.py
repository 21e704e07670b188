"""The same fight on a table and in the press, where nobody has a place: the same chances, as fractions.

Two rows face to face, in which pile ins always close the gaps.
"""

import pytest

from pilein.rulesets.scrollhammer.combats import fight_to_the_end
from pilein.rulesets.scrollhammer.profile import Effect, Weapon
from tests.enumeration import ends, spread
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, OGRE, REAVER, U, battle, changed

NET = Weapon("net", "net", effects=(Effect("hitting", "stopped"),))
FIGHTS = [
    ([(GUARD, 2)], [(REAVER, 2)]),
    ([(REAVER, 3)], [(GUARD, 3)]),
    ([(GUARD, 3)], [(REAVER, 2)]),
    ([(REAVER, 2)], [(GUARD, 3)]),
    ([(GUARD, 5)], [(OGRE, 3)]),
    ([(GUARD, 4)], [(changed(REAVER, A=2), 4)]),
    ([(GUARD, 3)], [(changed(GUARD, W=2, Sv=5, Ward=4), 1), (changed(GUARD, I=3), 2)]),
    ([(changed(GUARD, weapons=(NET,)), 3)], [(REAVER, 3)]),
    ([(changed(GUARD, rules=("Rending",)), 2)], [(changed(REAVER, Sv=3), 2)]),
    ([(changed(GUARD, rules=("Backfire",)), 2)], [(changed(REAVER, I=4), 2)]),
    ([(changed(GUARD, rules=("Instant Death",)), 2)], [(changed(OGRE, I=4, A=1), 2)]),
]


def in_the_press(own, foe):
    return battle(U("own", 0, own), U("foe", 1, foe), pairs=[(0, 1)])


def on_a_table(own, foe):
    """In the middle of a table: nobody who falls back comes to its edge."""
    places = row(24, 24, sum(count for _, count in own)), row(24, 25, sum(count for _, count in foe), facing=180)
    return battle(U("own", 0, own, at=places[0]), U("foe", 1, foe, at=places[1]))


@pytest.mark.parametrize(("own", "foe"), FIGHTS)
def test_who_lives_and_who_leads_when_the_blows_are_struck(own, foe):
    distributions = [
        spread(
            ends(made(own, foe), (fight_to_the_end, 0, 1), until="work_out"),
            lambda after: (after.living(0), after.living(1), after.fight.lead),
        )
        for made in (in_the_press, on_a_table)
    ]
    assert distributions[0] == distributions[1]


@pytest.mark.parametrize(("own", "foe"), FIGHTS[:4])
def test_who_lives_and_who_falls_back_when_the_combat_is_over(own, foe):
    distributions = [
        spread(
            ends(made(own, foe), (fight_to_the_end, 0, 1)),
            lambda after: tuple((after.living(unit), after.status(unit).falling_back) for unit in (0, 1)),
        )
        for made in (in_the_press, on_a_table)
    ]
    assert distributions[0] == distributions[1]

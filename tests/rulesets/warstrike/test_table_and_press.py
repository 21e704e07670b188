"""A fight on a table and the same fight in the press have the same odds, compared as exact fractions.

The fights are between two rows that face each other, without movement.
"""

import pytest

from pilein.kernel.requests import first
from pilein.rulesets.warstrike.cycle import half_cycle
from pilein.rulesets.warstrike.profile import Weapon
from tests.enumeration import ends, spread
from tests.rulesets.fielding import row
from tests.rulesets.warstrike.builder import TROOPER, U, armed, battle, changed

FIGHTS = [
    ([(TROOPER, 2)], [(TROOPER, 2)]),
    ([(TROOPER, 3)], [(changed(TROOPER, To=2), 3)]),
    ([(armed(Weapon("pair", Atk=2, AP=4)), 2)], [(TROOPER, 2)]),
    ([(TROOPER, 3)], [(changed(TROOPER, Ld=0), 3)]),
    ([(TROOPER, 3)], [(TROOPER, 1), (changed(TROOPER, Ar=5), 2)]),
]


def in_the_press(own, foe):
    return battle(U("own", 0, own), U("foe", 1, foe), pairs=[(0, 1)], fight=(0, 1))


def on_a_table(own, foe):
    """Return a battle of rows whose models stand a foot apart and touch one enemy each, so that the highest WS and the
    possible casualties are the same for all models.
    """
    counts = [sum(count for _, count in kinds) for kinds in (own, foe)]
    places = [row(24, 24 + side, count) for side, count in enumerate(counts)]
    return battle(U("own", 0, own, at=places[0]), U("foe", 1, foe, at=places[1]), fight=(0, 1))


def staying(choice):
    return () if choice.clause in ("WS-C3-01", "WS-LD-04") else _ordinary_ones_first(choice)


def _ordinary_ones_first(choice):
    """Return the answer that names ordinary models first. A table asks for names and the press for numbers, and the
    last models named are never leaders.
    """
    return choice.of[-choice.most :] if hasattr(choice, "of") else first(choice)


@pytest.mark.parametrize(("own", "foe"), FIGHTS)
def test_the_results_of_a_half_cycle_are_the_same_on_a_table_and_in_the_press(own, foe):
    distributions = [
        spread(
            ends(made(own, foe), (half_cycle, 1), until="pursue", policy=staying),
            lambda after: (after.living(0), after.living(1), after.statuses[1].markers, after.statuses[1].broken_off),
        )
        for made in (in_the_press, on_a_table)
    ]
    assert distributions[0] == distributions[1]

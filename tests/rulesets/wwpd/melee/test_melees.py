"""WW-ML: the contacts divide into Melees."""

from itertools import permutations

import pytest

from pilein.rulesets.wwpd.events import CombatBegan, Divided, LeadershipTested
from pilein.rulesets.wwpd.melees import divide
from pilein.tabletop.events import Slain
from tests.rulesets.fielding import told
from tests.rulesets.wwpd.builder import U, battle, man, played

HARMLESS = man(rate=0)


def grouped(*pairs, units=(3, 3), **more):
    """The Melees of units A, B ... against units of the other side that are in contact pair by pair."""
    fielded = [U(f"{side}{one}", side, kinds=[(HARMLESS, 1)]) for side in (0, 1) for one in range(units[side])]
    made = battle(*fielded, pairs=pairs, **more)
    after, script = played(made, divide, until="next_melee")
    return after.melees, script


@pytest.mark.clause("WW-ML-01", "WW-ML-02")
def test_opposing_units_in_contact_are_a_melee():
    melees, script = grouped((0, 3))
    assert melees == ((0, 3),)
    assert told(script, Divided) == [Divided(count=1, clause="WW-ML-01")]


@pytest.mark.clause("WW-ML-03", "WW-ML-04")
def test_units_are_daisy_chained():
    assert grouped((0, 3), (1, 3), (1, 4), (2, 4))[0] == ((0, 1, 2, 3, 4),)


@pytest.mark.clause("WW-ML-05")
def test_there_may_be_several_melees_or_one():
    assert grouped((0, 3), (1, 4), (2, 5))[0] == ((0, 3), (1, 4), (2, 5))
    assert grouped((0, 3), (0, 4), (0, 5), (1, 5), (2, 5))[0] == ((0, 1, 2, 3, 4, 5),)


def friends(rulings=None):
    """Two fights apart, and a third red unit that touches nobody but an engaged model of the first."""
    return battle(
        U("a", 0, [(10, 19)], kinds=[(man(rate=2), 1)]),
        U("b", 0, [(20, 19)]),
        U("c", 0, [(10, 18)]),
        U("x", 1, [(10, 20)], kinds=[(HARMLESS, 1)]),
        U("y", 1, [(20, 20)]),
        rulings=rulings,
    )


@pytest.mark.clause("WW-ML-02")
def test_a_model_that_supports_an_engaged_friend_is_in_its_melee_or_in_none():
    after, _ = played(friends(), divide, until="next_melee")
    assert after.melees == ((0, 2, 3), (1, 4))
    after, _ = played(friends({"WW-R-19": "enemy_contact_only"}), divide, until="next_melee")
    assert after.melees == ((0, 3), (1, 4))


def test_friends_both_engaged_elsewhere_link_nothing():
    made = battle(U("a", 0, [(10, 19)]), U("b", 0, [(11, 19)]), U("x", 1, [(10, 20)]), U("y", 1, [(11.6, 19.8)]))
    after, _ = played(made, divide, until="next_melee")
    assert after.plane.contacts.friends[0] == (1,)
    assert after.melees == ((0, 2), (1, 3))


@pytest.mark.clause("WW-ML-07")
def test_the_active_player_chooses_the_order():
    made = battle(
        *(U(name, side, kinds=[(HARMLESS, 1)]) for name, side in zip("abxy", (0, 0, 1, 1), strict=True)),
        pairs=[(0, 2), (1, 3)],
        active=1,
    )
    _, script = played(made, divide, answers=[1])
    assert [event.units for event in told(script, CombatBegan)] == [("b", "y"), ("a", "x")]
    assert script.asked[0].side == 1


@pytest.mark.clause("WW-ML-06")
def test_nobody_tests_before_the_last_melee_has_been_fought():
    """Three red models fall to two blows each, which leaves one of four; the other Melee has yet to be fought."""
    deadly = man(rate=3, skill=9, massive=9)
    made = battle(
        U("a", 0, kinds=[(man(rate=0, save=7), 4)]), U("b", 0, kinds=[(HARMLESS, 1)]),
        U("x", 1, kinds=[(deadly, 1)]), U("y", 1, kinds=[(man(), 1)]),
        pairs=[(0, 2), (1, 3)], rulings={"WW-R-02": "automatic", "WW-R-08": "firefight-only"},
    )  # fmt: skip
    dice = [6, 6, 6, 1, 6]
    _, script = played(made, divide, dice=dice, answers=[0])
    kinds = [type(event) for event in script.events]
    assert kinds.index(Slain) < len(kinds) - 1 - kinds[::-1].index(CombatBegan) < kinds.index(LeadershipTested)


@pytest.mark.clause("WW-ML-08")
def test_a_friend_of_another_melee_is_not_supported():
    """If friends do not link Melees, c touches an engaged friend of another Melee and fights in none but its own."""
    made = battle(
        U("a", 0, [(10, 19)], kinds=[(HARMLESS, 1)]),
        U("c", 0, [(10, 18), (13, 18)]),
        U("x", 1, [(10, 20)], kinds=[(HARMLESS, 1)]),
        U("y", 1, [(13, 19)], kinds=[(HARMLESS, 1)]),
        rulings={"WW-R-19": "enemy-contact-only"},
    )
    for order in permutations((0, 1)):
        after, script = played(made, divide, dice=[3], answers=[order[0]], until="after_the_melees")
        assert after.plane.living(2) == 1
        assert [event.attacks for event in script.events if type(event).__name__ == "Struck"] == [1]

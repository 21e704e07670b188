"""Attackers, shooters, their targets and the fallen on a table: findings of an audit of version 1, by number.

Lengths in inches, bases 1 inch.
"""

import pytest

from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.events import Shot, Slain, Struck, Suffered
from pilein.rulesets.warstrike.melee import melee_attacks
from pilein.rulesets.warstrike.policy.sensible import sensible
from pilein.rulesets.warstrike.pools import Fallen, fall_together, most_fallen
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.shares import EachPicks
from pilein.rulesets.warstrike.shooting import close_combat_shooting
from tests.rulesets.fielding import told
from tests.rulesets.warstrike.builder import BLADE, TROOPER, U, armed, battle, changed, play

GUN, TOY = Weapon("gun", ranged=True, AP=5, firepower=3), Weapon("toy", ranged=True, AP=5, firepower=3)
SOFT = changed(TROOPER, Ar=0, Ev=4, weapons=())
SURE = changed(TROOPER, BS=8, weapons=(GUN,))
HOPELESS = changed(TROOPER, BS=0, weapons=(TOY,))
FAIR = changed(TROOPER, BS=4, weapons=(TOY,))


# --- N-3: only models within 6 inches of a firer of the pool fall to it -------------------------------------------


def shooting(*firers, at, foe=SOFT, **options):
    """Firers (traits, place) of one unit, and enemies at these places."""
    own = U("A", 0, [(traits, 1) for traits, _ in firers], [spot for _, spot in firers])
    return battle(own, U("D", 1, [(foe, len(at))], at), fight=(0, 1), **options)


def test_n3_who_is_near_to_a_firer_that_cannot_hit_does_not_fall_to_another() -> None:
    """The gun hits without a die, the toy needs 8; no save is possible: one casualty, by the gun alone."""
    made = shooting((SURE, (20, 20)), (HOPELESS, (30, 20)), at=[(20, 26), (30, 26)])
    after, script = play(made, close_combat_shooting, 0, answers=[True])
    assert [event.casualties for event in told(script, Suffered)] == [1]
    assert after.models(1) == (3,)


def test_n3_firers_of_one_weapon_that_cannot_hit_bring_nobody_into_reach_either() -> None:
    blind = changed(SURE, BS=0)
    made = shooting((SURE, (20, 20)), (blind, (30, 20)), at=[(20, 26), (30, 26)])
    after, _ = play(made, close_combat_shooting, 0, answers=[True])
    assert after.models(1) == (3,)


def test_n3_each_pool_kills_within_its_own_reach_and_the_surplus_is_lost() -> None:
    """Two toys kill twice where one enemy stands, the gun once where two do: the defender chooses among these."""
    firers = (SURE, (20, 20)), (FAIR, (30, 20)), (FAIR, (31, 20))
    made = shooting(*firers, at=[(20, 26), (21, 26), (30, 26)])
    after, script = play(made, close_combat_shooting, 0, dice=[4, 4], answers=[True, False, (4, 5)])
    asked = script.asked[-1]
    assert isinstance(asked, Fallen)
    assert [answer for _, answer in asked.candidates()] == [(3, 5), (4, 5)]
    assert after.models(1) == (3,)
    assert [event.casualties for event in told(script, Suffered)] == [2]


@pytest.mark.parametrize("answer", [(3, 4), (3,), (3, 3), (3, 9), 3])
def test_n3_other_casualties_are_refused(answer) -> None:
    firers = (SURE, (20, 20)), (FAIR, (30, 20)), (FAIR, (31, 20))
    made = shooting(*firers, at=[(20, 26), (21, 26), (30, 26)])
    with pytest.raises(IllegalAnswer):
        play(made, close_combat_shooting, 0, dice=[4, 4], answers=[True, False, answer])


def test_n3_the_attacker_picks_among_those_who_may_fall_together() -> None:
    """Two sixes: two of the gun's side are one too many for its single kill."""
    firers = (SURE, (20, 20)), (FAIR, (30, 20))
    made = shooting(*firers, at=[(40, 40), (20, 26), (21, 26), (30, 26), (31, 26)])
    after, script = play(made, close_combat_shooting, 0, dice=[4, 6, 6], answers=[True, True, (4, 6)])
    options = next(one.options for one in script.asked if getattr(one, "clause", "") == "WS-AL-06")
    assert sorted(options) == [(), (3,), (3, 5), (3, 6), (4,), (4, 5), (4, 6), (5,), (6,)]
    assert after.models(1) == (2, 3, 5)
    assert [event.count for event in told(script, Slain)] == [2]


def test_n3_what_is_hit_counts_for_the_whole_unit_once() -> None:
    """Hits of both pools go to one counter; the first failed save of the volley is one marker."""
    firers = (SURE, (20, 20)), (FAIR, (30, 20))
    made = shooting(*firers, at=[(20, 26), (30, 26)]).having(1, hits=5)
    after, _ = play(made, close_combat_shooting, 0, dice=[4], answers=[True])
    assert (after.status(1).hits, after.status(1).markers) == (1, 2)


def test_n3_the_sensible_policy_names_casualties_that_may_fall() -> None:
    pools = (1, (3, 4), 1), (1, (4, 5), 1)
    made = shooting((SURE, (20, 20)), (FAIR, (24, 20)), at=[(20, 26), (22, 26), (24, 26), (40, 40)])
    asked = Fallen(1, "WS-AL-01", "?", (3, 4, 5), 2, ("a", "b", "c"), pools)
    assert asked.why_not(sensible(made, asked)) is None


def test_n3_models_in_reach_of_several_pools_make_room_for_each_other() -> None:
    pools = (0, (1, 2), 1), (0, (1,), 1), (0, (2, 3), 1)
    assert most_fallen(pools) == 3
    assert fall_together(pools, (1, 2, 3))
    assert not fall_together(pools[:2], (1, 2, 3))
    assert most_fallen(((0, (1, 2), 5),)) == 2


# --- N-4: like models stand differently: each picks for itself -----------------------------------------------------


def test_n4_each_of_two_like_models_takes_the_weapon_that_it_wants() -> None:
    heavy = Weapon("heavy blade", WS=-1, Str=2, AP=4)
    foes = U("D", 1, [(changed(TROOPER, WS=5), 1), (changed(TROOPER, WS=1), 1)], [(20, 21), (24, 21)])
    own = U("A", 0, [(armed(BLADE, heavy), 2)], [(20, 20), (24, 20)])
    made = battle(own, foes, fight=(0, 1))
    _, script = play(made, melee_attacks, 0, dice=[1], answers=[True, (1, 0)])
    asked = next(one for one in script.asked if isinstance(one, EachPicks))
    assert [label for label, _ in asked.candidates()] == [
        "all blade",
        "all heavy blade",
        "leader 0: blade, A-0 1: heavy blade",
        "leader 0: heavy blade, A-0 1: blade",
    ]
    assert [(event.weapon, event.need) for event in told(script, Struck)] == [("heavy blade", 7), ("blade", 2)]


def two_targets():
    """P's ordinary model stands near the first firer, its leader near the second; Q is near both."""
    own = U("A", 0, [(SURE, 2)], [(20, 20), (26, 20)])
    p = U("P", 1, [(SOFT, 2)], [(30, 24), (16, 24)])
    return battle(own, p, U("Q", 1, [(SOFT, 1)], [(23, 25)]), fight=(0, 1, 2))


@pytest.mark.parametrize(("answer", "left"), [((0, 1), (2,)), ((1, 0), (3,))])
def test_n4_either_of_two_like_models_may_be_the_one_that_shoots(answer, left) -> None:
    """The second firer alone has P's leader (model 2) within 6 inches."""
    after, script = play(two_targets(), close_combat_shooting, 0, answers=[True, answer])
    assert [(event.foe, event.shots) for event in told(script, Shot)] == [("P", 1), ("Q", 1)]
    assert after.models(1) == left
    assert after.living(2) == 0


@pytest.mark.parametrize("answer", [(0,), (0, 3), (0, True), 1])
def test_n4_what_is_no_pick_is_refused(answer) -> None:
    with pytest.raises(IllegalAnswer):
        play(two_targets(), close_combat_shooting, 0, answers=[True, answer])


def test_n4_the_sensible_policy_picks_for_each() -> None:
    heavy = Weapon("heavy", AP=5)
    made = battle(
        U("A", 0, [(armed(BLADE, heavy), 1)], [(20, 20)]), U("D", 1, [(TROOPER, 1)], [(20, 21)]), fight=(0, 1)
    )
    asked = EachPicks(0, "WS-ME-02", "?", (0,), ("A",), ("blade", "heavy"))
    assert sensible(made, asked) == (1,)
    asked = EachPicks(0, "WS-SH-01", "?", (0, 1), ("a", "b"), ("P", "Q", "hold fire"))
    assert sensible(two_targets(), asked) == (0, 0)

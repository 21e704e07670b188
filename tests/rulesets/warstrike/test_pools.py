"""WS-SH-03, WS-R-15: the models that may fall to the kills of each pool of shots."""

import pytest

from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.events import Slain, Suffered
from pilein.rulesets.warstrike.pools import Fallen, fall_together, most_fallen
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.shooting import close_combat_shooting
from tests.rulesets.fielding import told
from tests.rulesets.warstrike.builder import TROOPER, changed, play
from tests.rulesets.warstrike.fights import shooting

GUN, TOY = Weapon("gun", ranged=True, AP=5, firepower=3), Weapon("toy", ranged=True, AP=5, firepower=3)
SURE = changed(TROOPER, BS=8, weapons=(GUN,))
HOPELESS = changed(TROOPER, BS=0, weapons=(TOY,))
FAIR = changed(TROOPER, BS=4, weapons=(TOY,))


def test_shots_do_not_kill_a_model_if_the_only_shooter_that_can_reach_it_is_unable_to_hit() -> None:
    """The gun hits automatically, whereas the toy would need an 8. No save is possible, so the gun causes one
    casualty.
    """
    made = shooting((SURE, (20, 20)), (HOPELESS, (30, 20)), at=[(20, 26), (30, 26)])
    after, script = play(made, close_combat_shooting, 0, answers=[True])
    assert [event.casualties for event in told(script, Suffered)] == [1]
    assert after.models(1) == (3,)


def test_shooters_that_cannot_hit_do_not_extend_the_reach_of_their_unit() -> None:
    blind = changed(SURE, BS=0)
    made = shooting((SURE, (20, 20)), (blind, (30, 20)), at=[(20, 26), (30, 26)])
    after, _ = play(made, close_combat_shooting, 0, answers=[True])
    assert after.models(1) == (3,)


def test_each_pool_of_shots_kills_within_its_own_reach_and_the_surplus_is_lost() -> None:
    """The two toys cause two kills near one enemy, and the gun causes one kill near two other enemies. The defender
    chooses which of those two falls.
    """
    firers = (SURE, (20, 20)), (FAIR, (30, 20)), (FAIR, (31, 20))
    made = shooting(*firers, at=[(20, 26), (21, 26), (30, 26)])
    after, script = play(made, close_combat_shooting, 0, dice=[4, 4], answers=[True, False, (4, 5)])
    asked = script.asked[-1]
    assert isinstance(asked, Fallen)
    assert [answer for _, answer in asked.candidates()] == [(3, 5), (4, 5)]
    assert after.models(1) == (3,)
    assert [event.casualties for event in told(script, Suffered)] == [2]


@pytest.mark.parametrize("answer", [(3, 4), (3,), (3, 3), (3, 9), 3])
def test_casualties_that_no_shooter_could_have_caused_are_refused(answer) -> None:
    firers = (SURE, (20, 20)), (FAIR, (30, 20)), (FAIR, (31, 20))
    made = shooting(*firers, at=[(20, 26), (21, 26), (30, 26)])
    with pytest.raises(IllegalAnswer):
        play(made, close_combat_shooting, 0, dice=[4, 4], answers=[True, False, answer])


def test_the_attacker_chooses_among_the_sets_of_models_that_may_fall_together() -> None:
    """With two 6s, the attacker may choose two models, but the gun has only one kill for the models on its side."""
    firers = (SURE, (20, 20)), (FAIR, (30, 20))
    made = shooting(*firers, at=[(40, 40), (20, 26), (21, 26), (30, 26), (31, 26)])
    after, script = play(made, close_combat_shooting, 0, dice=[4, 6, 6], answers=[True, True, (4, 6)])
    options = next(one.options for one in script.asked if getattr(one, "clause", "") == "WS-AL-06")
    assert sorted(options) == [(), (3,), (3, 5), (3, 6), (4,), (4, 5), (4, 6), (5,), (6,)]
    assert after.models(1) == (2, 3, 5)
    assert [event.count for event in told(script, Slain)] == [2]


def test_the_hits_of_all_pools_of_shots_are_added_to_the_hit_counter_of_the_unit_exactly_once() -> None:
    firers = (SURE, (20, 20)), (FAIR, (30, 20))
    made = shooting(*firers, at=[(20, 26), (30, 26)]).having(1, hits=5)
    after, _ = play(made, close_combat_shooting, 0, dice=[4], answers=[True])
    assert (after.status(1).hits, after.status(1).markers) == (1, 2)


def test_models_in_reach_of_several_pools_of_shots_are_assigned_so_that_every_kill_counts() -> None:
    pools = (0, (1, 2), 1), (0, (1,), 1), (0, (2, 3), 1)
    assert most_fallen(pools) == 3
    assert fall_together(pools, (1, 2, 3))
    assert not fall_together(pools[:2], (1, 2, 3))
    assert most_fallen(((0, (1, 2), 5),)) == 2

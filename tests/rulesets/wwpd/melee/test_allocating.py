"""WW-RS-01, WW-RS-03 to WW-RS-05: hits are allocated, rolled to wound and saved, and casualties are removed
together.
"""

import pytest

from pilein.kernel.errors import IllegalAnswer
from pilein.kernel.requests import Several
from pilein.rulesets.wwpd.events import Dealt, Hurt
from pilein.rulesets.wwpd.profile import Weapon
from pilein.tabletop.events import Slain
from tests.rulesets.fielding import told
from tests.rulesets.wwpd.builder import U, battle, man, nearest
from tests.rulesets.wwpd.fights import fought, lines

HARMLESS = man(rate=0)


@pytest.mark.clause("WW-RS-03")
def test_hits_are_dealt_evenly_and_the_owner_assigns_the_extra_ones():
    after, script = fought(lines(2, 2, striker=man(rate=2)), [4, 4, 4, 1, 2, 2, 2, 4, 4, 6], answers=[(3,)])
    assert told(script, Dealt) == [Dealt(unit="blues", models=(2, 3), hits=(1, 2), clause="WW-RS-03")]
    assert script.asked[1].side == 1
    assert after.living(1) == 0
    with pytest.raises(IllegalAnswer):
        fought(lines(2, 2, striker=man(rate=2)), [4, 4, 4, 1], answers=[(2, 3)])


@pytest.mark.clause("WW-RS-03")
def test_no_player_is_asked_to_assign_hits_that_divide_evenly():
    _, script = fought(lines(2, 2), [4, 4, 1, 1])
    assert told(script, Dealt)[0].hits == (1, 1)


def test_under_the_attacker_allocates_ruling_the_striking_player_assigns_hits():
    made = lines(1, 2, rulings={"WW-R-20": "attacker-allocates"})
    made = battle(
        U("reds", 0, [(10, 19)]), U("blues", 1, [(10, 20), (10, 21)], kinds=[(HARMLESS, 2)]),
        rulings={"WW-R-20": "attacker-allocates"},
    )  # fmt: skip
    _, script = fought(made, [4, 2, 6], answers=[(2,)])
    assert script.asked[1].side == 0


def test_the_active_player_assigns_hits_before_the_opponent_under_every_ruling_on_assigning_hits():
    """WW-R-39: by default, the owner of the struck unit assigns the hits. Under `attacker-allocates`, the
    striker does.
    """
    units = U("reds", 0, [(10, 19), (10, 18)]), U("blues", 1, [(10, 20), (10, 21)])
    dice, answers = [4, 1, 4, 1, 1, 1], [(0,), (2,)]
    _, script = fought(battle(*units), dice, answers)
    assert [(one.side, one.of) for one in script.asked if isinstance(one, Several)] == [(0, (0, 1)), (1, (2, 3))]
    _, script = fought(battle(*units, rulings={"WW-R-20": "attacker-allocates"}), dice, answers[::-1])
    assert [(one.side, one.of) for one in script.asked if isinstance(one, Several)] == [(0, (2, 3)), (1, (0, 1))]


SECOND_RANK = (
    U("reds", 0, [(10, 19)]), U("blues", 1, [(10, 20), (10, 21), (10, 24)], kinds=[(HARMLESS, 3)])
)  # fmt: skip


@pytest.mark.parametrize(
    ("rulings", "offered"),
    [
        ({}, (1, 2)),
        ({"WW-R-14": "any-model"}, (1, 2, 3)),
        ({"WW-R-20": "any-model"}, (1, 2, 3)),
    ],
)
def test_a_ruling_decides_which_models_may_be_hit(rulings, offered):
    _, script = fought(battle(*SECOND_RANK, rulings=rulings), [4, 1], answers=[(1,)])
    assert script.asked[1].of == offered


def test_under_the_engaged_only_ruling_only_engaged_models_may_be_hit():
    _, script = fought(battle(*SECOND_RANK, rulings={"WW-R-14": "engaged-only"}), [4, 1])
    assert told(script, Dealt)[0].models == (1,)


@pytest.mark.clause("WW-RS-04", "WW-RS-05")
def test_each_hit_has_its_own_roll_to_wound_and_each_wound_has_its_own_save():
    after, script = fought(lines(3, 3), [4, 4, 4, 1, 2, 2, 4, 5])
    assert told(script, Slain) == [
        Slain(unit="blues", count=1, models=(4,), places=((round(11.1 * 127000), 20 * 127000),), clause="WW-RS-01")
    ]
    assert after.living(1) == 2


def test_further_wounds_on_one_model_are_lost_unless_a_ruling_passes_them_on():
    two = man(rate=4, skill=3)
    units = U("reds", 0, [(10, 19)], kinds=[(two, 1)]), U("blues", 1, [(10, 20), (10, 21)], kinds=[(HARMLESS, 2)])
    dice = [4, 4, 4, 1, 2, 2, 1, 4, 4]
    after, _ = fought(battle(*units), dice, answers=[(1,)])
    assert after.living(1) == 1
    after, _ = fought(battle(*units, rulings={"WW-R-23": "spill-over"}), dice, answers=[(1,)])
    assert after.living(1) == 0


def test_under_the_spill_over_ruling_wounds_in_the_press_spill_over_to_the_next_model():
    """WW-R-23 `spill-over`: the first two men are identical and the second has two wounds. The surplus wounds therefore
    slay not the first man but the leader, who stands after the second man.
    """
    blues = U("blues", 1, kinds=[(HARMLESS, 2), (man(rate=0, leader=True), 1)])
    made = battle(
        U("reds", 0, kinds=[(man(rate=5), 1)]), blues, pairs=[(0, 1)], rulings={"WW-R-23": "spill-over"}
    )  # fmt: skip
    after, _ = fought(made, [4, 4, 4, 4, 4, 1, 1, 6, 6, 1, 1, 1], answers=[(1, 2)])
    assert [after.traits(model).leader for model in after.field.models(1)] == [False]


def test_a_model_with_several_wounds_loses_one_at_a_time():
    after, script = fought(lines(1, 1, man(rate=0, wounds=2)), [4, 2, 4])
    assert told(script, Hurt)[0].wounds == 1
    assert after.plane.wounds_lost(1) == 1


@pytest.mark.clause("WW-RS-01")
def test_a_model_killed_in_an_exchange_still_strikes_and_falls_together_with_its_victim():
    after, script = fought(lines(1, 1, man()), [4, 4, 2, 2, 4, 4])
    assert (after.living(0), after.living(1)) == (0, 0)
    assert [event.unit for event in told(script, Slain)] == ["reds", "blues"]
    assert after.melee is None


LANCE, AXE = Weapon("lance", ap=3), Weapon("axe", massive=3)
STRIKERS = [(man(weapon=LANCE), 1), (man(), 1)]
LED = [(man(rate=0, armor=3, leader=True), 1), (man(rate=0), 1)]


def led(**rulings):
    """Return a battle on a table in which a lance and a hand weapon strike at an armoured leader (model 2) and an
    ordinary man (model 3).
    """
    reds = U("reds", 0, [(20, 20), (22, 20)], kinds=STRIKERS)
    blues = U("blues", 1, [(20, 21), (22, 21)], kinds=LED)
    return battle(reds, blues, rulings={key.replace("_", "-"): option for key, option in rulings.items()})


def pressed(strikers, struck):
    return battle(U("reds", 0, kinds=strikers), U("blues", 1, kinds=struck), pairs=[(0, 1)])


def hits_asked(script):
    return [choice for choice in script.asked if getattr(choice, "clause", "") == "WW-RS-03"]


@pytest.mark.clause("WW-RS-03")
def test_the_owner_decides_which_model_takes_the_hit_of_a_lance():
    """Two hits meet two models. Version 1 assigned the hit of the lance to the leader without asking, so the leader was
    wounded on 2+ instead of 5+.
    """
    after, script = fought(led(), [6, 6, 2, 4, 1], answers=[(3,)])
    [asked] = hits_asked(script)
    assert (asked.side, asked.of, asked.most) == (1, (3, 2), 1)
    assert asked.words == "blues: which models take a hit by lance?"
    assert [event.models for event in told(script, Slain)] == [(3,)]
    after, script = fought(led(), [6, 6, 2, 1, 1], answers=[(2,)])
    assert [event.models for event in told(script, Slain)] == [(2,)]
    assert told(script, Dealt)[0].hits == (1, 1)
    assert after.living(1) == 1


@pytest.mark.clause("WW-RS-03")
def test_the_question_about_a_hit_offers_an_ordinary_model_before_the_leader():
    _, script = fought(led(), [6, 6, 2, 4, 1], answers=[nearest])
    assert [event.models for event in told(script, Slain)] == [(3,)]


def test_under_the_attacker_allocates_ruling_the_striking_player_assigns_hits_of_different_weapons():
    _, script = fought(led(WW_R_20="attacker-allocates"), [6, 6, 2, 1, 1], answers=[(2,)])
    assert [choice.side for choice in hits_asked(script)] == [0]
    assert [event.models for event in told(script, Slain)] == [(2,)]


def test_the_owner_assigns_hits_even_in_the_press():
    made = pressed(STRIKERS, LED)
    after, script = fought(made, [6, 6, 2, 4, 1], answers=[(3,)])
    assert len(hits_asked(script)) == 1
    assert [after.traits(model).leader for model in after.field.models(1)] == [True]


def test_a_model_takes_a_second_hit_only_after_all_models_have_taken_one():
    """Three hits meet two models. One model takes the hit of the lance and the other a hit of the axe, and the owner
    chooses which of them takes the second hit of the axe.
    """
    strikers = [(man(weapon=LANCE), 1), (man(rate=2, weapon=AXE), 1)]
    made = pressed(
        strikers, [(man(rate=0, armor=2, toughness=1, leader=True), 1), (man(rate=0, armor=2, toughness=1), 1)]
    )
    _, script = fought(made, [6, 6, 6, 1, 1, 1], answers=[(2,), (2,)])
    lance, axe = hits_asked(script)
    assert (lance.of, axe.of) == ((3, 2), (3, 2))
    assert told(script, Dealt)[0].hits == (2, 1)


def test_no_player_is_asked_about_hits_of_different_weapons_that_have_the_same_effect():
    """Against men without armour, a lance has the same effect as a hand weapon, so only the surplus hit needs
    a choice.
    """
    made = pressed(STRIKERS, [(man(rate=0, leader=True), 1), (man(rate=0), 1)])
    _, script = fought(made, [6, 6, 1, 1], answers=[])
    assert hits_asked(script) == []


def test_hits_of_different_weapons_on_identical_models_are_rolled_together_if_there_is_nothing_to_choose():
    """At most two hits meet two identical models, which take one hit each. If there is only one model, there is no
    choice on a table either.
    """
    made = pressed(STRIKERS, [(man(rate=0, armor=3), 2)])
    _, script = fought(made, [6, 6, 1, 1], answers=[])
    assert "exchange_blows" in script.played
    assert "allocate" not in script.played


def test_a_third_hit_on_two_identical_models_in_the_press_is_assigned_by_the_owner():
    """A hit of a lance, a hit of an axe and one more hit meet two identical men. The third hit goes either to the man
    hit by the lance or to the man hit by the axe.
    """
    strikers = [(man(weapon=LANCE), 1), (man(weapon=AXE), 1), (man(), 1)]
    made = pressed(strikers, [(man(rate=0, armor=1, toughness=2), 2)])
    _, script = fought(made, [6, 6, 6, 1, 1, 1], answers=[(4,)])
    [asked] = hits_asked(script)
    assert asked.words == "blues: which models take another hit by hand weapon?"
    assert told(script, Dealt)[0].hits == (1, 2)


@pytest.mark.clause("WW-RS-03")
def test_hits_are_dealt_weapon_by_weapon_in_the_order_of_the_first_striker_with_each_weapon():
    """WW-R-20, WW-R-39: hits are grouped in the order of their first strikers, who have a hand weapon, a lance, and a
    club with the values of the hand weapon.

    The leader takes the first hit, so the ordinary man takes the hit of the lance. The owner names the leader for
    the hit of the club.
    """
    strikers = [(man(), 1), (man(weapon=LANCE), 1), (man(weapon=Weapon("club")), 1)]
    made = pressed(strikers, LED)
    after, script = fought(made, [6, 6, 6, 1, 6, 6, 5, 1], answers=[(3,), (3,)])
    first, last = hits_asked(script)
    assert first.words == "blues: which models take a hit by hand weapon?"
    assert last.words == "blues: which models take another hit by club?"
    assert told(script, Dealt)[0].hits == (2, 1)
    assert after.living(1) == 1

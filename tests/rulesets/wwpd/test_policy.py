"""The sensible policy of WWPD, tested by the decision points of the register."""

import pytest
from msgspec.structs import replace

from pilein.engine.play import playing
from pilein.engine.script import Script
from pilein.kernel.position import Position
from pilein.kernel.requests import OneOf
from pilein.rulesets.wwpd.charging import declare
from pilein.rulesets.wwpd.events import Declared
from pilein.rulesets.wwpd.following_up import all_follow_up
from pilein.rulesets.wwpd.leadership import stay_or_go
from pilein.rulesets.wwpd.melees import divide
from pilein.rulesets.wwpd.moving import Approach
from pilein.rulesets.wwpd.phase import melee_phase
from pilein.rulesets.wwpd.policy import killed_by_an_attack, sensible
from pilein.rulesets.wwpd.ruleset import RULESET
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import row, told
from tests.rulesets.wwpd.builder import U, battle, man


def run(made, clause, *arguments, dice=(), until=""):
    held = [made]
    script = Script(RULESET, dice=dice, answers=None, policy=lambda choice: sensible(held[0], choice))
    here = Position(made, ((clause.key, *arguments),))
    for ran in playing(RULESET, here, script._ask):
        here = ran.position
        held[0] = here.state
        script.events.extend(ran.events)
        if until and here.agenda and here.agenda[0][0] == until:
            break
    return here.state, script


def facing(red, blue, gap=5.0, **more):
    reds = U("reds", 0, row(10, 10, 5, 1.5), kinds=[(red, 5)])
    return battle(reds, U("blues", 1, row(10, 10 + gap, 5, 1.5), kinds=[(blue, 5)]), **more)


@pytest.mark.parametrize(("red", "blue", "charges"), [(man(rate=2), man(), True), (man(), man(rate=2), False)])
def test_the_policy_charges_if_it_expects_to_fell_more_models_than_it_loses(red, blue, charges):
    _, script = run(facing(red, blue), declare, until="move_chargers")
    assert bool(told(script, Declared)) is charges


def test_the_policy_does_not_charge_an_enemy_it_cannot_reach():
    assert not told(run(facing(man(rate=3), man(), 12.0), declare)[1], Declared)


def test_the_policy_values_an_attack_by_its_chance_of_felling_the_target():
    made = facing(man(), man())
    assert killed_by_an_attack(made, man(), man()) == pytest.approx(5 / 18)
    assert killed_by_an_attack(made, man(), man(wounds=2)) == pytest.approx(5 / 36)


def test_the_policy_strikes_the_enemy_it_is_most_likely_to_fell():
    made = battle(
        U("reds", 0, kinds=[(man(), 1)]), U("hard", 1, kinds=[(man(rate=0, armor=3), 1)]),
        U("soft", 1, kinds=[(man(rate=0), 1)]), pairs=[(0, 1), (0, 2)],
    )  # fmt: skip
    after, _ = run(made, divide, until="strike")
    assert dict(after.melee.aims)[0] == 2


@pytest.mark.parametrize("rate", [1, 3])
def test_the_policy_avoids_falling_back_because_a_unit_that_falls_back_counts_as_defeated(rate):
    made = battle(U("reds", 0, kinds=[(man(), 3)]), U("blues", 1, kinds=[(man(rate=rate), 3)]), pairs=[(0, 1)])
    after, _ = run(made, stay_or_go, 0)
    assert not after.status(0).falls_back


def after_melee(**rulings):
    made = battle(
        U("reds", 0, [(10, 15)]), U("blues", 1, [(10, 22)]),
        rulings={key.replace("_", "-"): option for key, option in rulings.items()},
    )  # fmt: skip
    return replace(made, melees=((0, 1),))


def test_the_policy_follows_up_only_in_order_to_pursue():
    assert not told(run(after_melee(), all_follow_up)[1], Moved)
    moved = told(run(after_melee(WW_R_33="keep-1"), all_follow_up)[1], Moved)
    assert [event.unit for event in moved] == ["reds"]
    assert moved[0].route[-1][1] > moved[0].route[0][1]


def test_the_policy_lets_a_model_join_the_friend_that_faces_the_most_enemies():
    reds, blues = [(10, 19), (11.2, 19), (10.4, 16)], [(10, 20), (11.2, 20), (12.2, 19)]
    made = battle(U("reds", 0, reds), U("blues", 1, blues))
    after, script = run(made, RULESET.find("go_on"), 2)
    assert 1 in after.plane.contacts.friends[2]
    assert [type(choice) for choice in script.asked] == [Approach]


def test_the_policy_can_play_a_whole_phase():
    after, script = run(facing(man(rate=2), man(), size=(48, 48)), melee_phase, dice=[4] * 400)
    assert after.active == 1
    assert not any(isinstance(choice, OneOf) and choice.clause == "WW-RS-02" for choice in script.asked)

"""SH-IN: steps, and the models that strike in each."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.fight.directing import declare_attacks
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase
from pilein.rulesets.scrollhammer.initiative import next_step_of, piling_in_at_this_step, strikes_at
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Status
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.logs import Case, log_of
from tests.rulesets.scrollhammer.press import BARE, IDLE, foe, own, press

AXE = Weapon("battle axe", "axe", S=2, I=-1)
HAMMER = Weapon("war hammer", "hammer", S=2, AP=2, strikes="last")


def fight(traits=GUARD, foe=REAVER, step=11, rulings=None, **status):
    units = U("own", 0, [(traits, 2)], status=Status(**status)), U("foe", 1, [(foe, 1)])
    return battle(*units, pairs=[(0, 1)], rulings=rulings).beginning(fight_of((0, 1), step=step))


def table_of(made):
    return Table(made.setup.readings)


def strikes(traits, **more):
    made = fight(traits, **more)
    return strikes_at(made, table_of(made), 0)


@pytest.mark.clause("SH-IN-01")
def test_a_model_strikes_in_the_step_of_its_initiative():
    assert strikes(GUARD) == (4,)
    assert strikes(changed(GUARD, I=10)) == (10,)


def test_a_modified_initiative_stays_between_one_and_ten():
    """SH-R-38: a modified Initiative above 10 strikes at 10, and one below 1 at 1."""
    quick, slow = Weapon("quick", "quick", I=4), Weapon("slow", "slow", I=-4)
    assert strikes(changed(GUARD, I=9, weapons=(quick,))) == (10,)
    assert strikes(changed(GUARD, I=2, weapons=(slow,))) == (1,)


@pytest.mark.clause("SH-IN-02")
def test_initiative_steps_run_from_the_highest_initiative_present_to_the_lowest():
    made = fight()
    assert next_step_of(made, table_of(made)) == 4
    made = made.fighting(step=4)
    assert next_step_of(made, table_of(made)) == 3


@pytest.mark.clause("SH-IN-03")
def test_the_ten_initiative_steps_run_from_ten_down_to_one():
    quick = [(changed(GUARD, I=initiative), 1) for initiative in range(1, 13)]
    made = battle(U("own", 0, quick), U("foe", 1, [(REAVER, 1)]), pairs=[(0, 1)]).beginning(fight_of((0, 1)))
    found = []
    while step := next_step_of(made, table_of(made)):
        found.append(step)
        made = made.fighting(step=step)
    assert found == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]


@pytest.mark.clause("SH-IN-04")
def test_initiative_steps_without_fighters_are_skipped():
    made = fight(changed(GUARD, I=9), changed(REAVER, I=2), step=9)
    assert next_step_of(made, table_of(made)) == 2
    made = made.fighting(step=2)
    assert next_step_of(made, table_of(made)) == 0


@pytest.mark.clause("SH-IN-07")
def test_a_weapon_may_change_the_effective_initiative():
    assert strikes(changed(GUARD, weapons=(AXE,))) == (3,)
    assert strikes(changed(GUARD, weapons=(HAMMER,))) == (1,)
    assert strikes(changed(GUARD, I=1, weapons=(AXE,))) == (1,)


def test_under_the_initiative_1_ruling_models_that_charged_over_rough_ground_strike_last():
    """SH-R-34 `initiative-1`: models that charge through difficult terrain strike at step 1."""
    assert strikes(GUARD, charged_rough=True) == (4,)
    assert strikes(GUARD, charged_rough=True, rulings={"SH-R-34": "initiative-1"}) == (1,)


def test_a_model_with_initiative_zero_never_strikes_except_under_the_zero_last_ruling():
    """SH-R-38: under `zero-last`, Initiative 0 strikes at step 1."""
    assert strikes(changed(GUARD, I=0)) == ()
    assert strikes(changed(GUARD, I=0), rulings={"SH-R-38": "zero-last"}) == (1,)


def two_speeds(rulings=None, **status):
    traits = changed(GUARD, A=3, weapons=(HAND_WEAPON, AXE))
    return fight(traits, changed(REAVER, I=1), step=4, rulings=rulings, **status)


def declare(made, answers=()):
    script = Script(RULESET, answers=answers)
    after = script.begin(made, declare_attacks)
    script.assert_used_up()
    return after


def test_attacks_are_divided_between_a_quick_and_a_slow_weapon_at_the_first_step():
    """SH-R-46: the owner declares the division at the first step."""
    made = declare(two_speeds(), answers=[True, (1, 2)])
    assert [(declared.weapon, declared.attacks) for declared in made.fight.exchange.declared] == [(0, 2)]
    late = declare(made.fighting(step=3).exchanging(declared=()))
    assert [(declared.weapon, declared.attacks) for declared in late.fight.exchange.declared] == [(1, 4)]


def test_the_owner_chooses_which_of_two_weapons_gets_the_bonus_attacks():
    made = declare(two_speeds(charged=True), answers=[True, (1, 2), 0])
    assert [declared.attacks for declared in made.fight.exchange.declared] == [4]
    made = declare(two_speeds(charged=True, rulings={"SH-R-46": "bonus-late"}), answers=[True, (1, 2)])
    assert [declared.attacks for declared in made.fight.exchange.declared] == [2]


@pytest.mark.clause("SH-IN-08")
def test_a_unit_piles_in_before_the_first_step_if_it_strikes_in_two():
    made = two_speeds()
    assert piling_in_at_this_step(made, table_of(made), (0,))
    assert not piling_in_at_this_step(made.fighting(step=3), table_of(made), (0,))
    assert not piling_in_at_this_step(made.fighting(step=5), table_of(made), (0,))


@pytest.mark.clause("SH-IN-09")
def test_a_unit_piles_in_again_if_it_is_still_unengaged_before_its_second_step_of_attacks():
    traits = changed(GUARD, weapons=(HAND_WEAPON, AXE))
    units = U("own", 0, [(traits, 1)], at=[(10, 10)]), U("foe", 1, [(REAVER, 1)], at=[(10, 13)])
    made = battle(*units).beginning(fight_of((0, 1), step=3))
    assert piling_in_at_this_step(made, table_of(made), (0,))


LOGS: dict[str, Case] = {
    "SH-IN-01 ten at most, one at least, none without Initiative": Case(
        press(
            U(
                "own",
                0,
                [
                    (changed(BARE, weapons=(Weapon("quick", "quick", I=9),)), 1),
                    (changed(BARE, weapons=(Weapon("slow", "slow", I=-9),)), 1),
                    (changed(BARE, I=0), 1),
                ],
            ),
            foe(1, BARE, I=10),
        ),
        (
            "step 10",
            "own strikes foe: 1 at 4+ and 4+",
            "foe strikes own: 1 at 4+ and 4+",
            "step 1",
            "own strikes foe: 1 at 4+ and 4+",
            "drawn",
        ),
        [1, 1, 1],
    ),
    "SH-IN-04 a step of which the only model has fallen": Case(
        press(own(I=5), U("foe", 1, [(BARE, 1), (changed(IDLE, I=2), 1)])),
        ("step 5", "own strikes foe: 1 at 4+ and 4+", "foe loses 1", "step 2", "red wins by 1", "foe holds"),
        [6, 6, 1, 1],
    ),
}


@pytest.mark.clause("SH-IN-01", "SH-IN-04")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_an_initiative_step(name: str) -> None:
    assert log_of(LOGS[name], fight_sub_phase) == LOGS[name].told

"""SH-AT: models able to attack, and their numbers of attacks."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.attacks import attacks_of, is_able
from pilein.rulesets.scrollhammer.combat_events import Struck
from pilein.rulesets.scrollhammer.contact import Engaged
from pilein.rulesets.scrollhammer.fight.directing import declare_attacks
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Began, Status
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, OGRE, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.charging import play, told
from tests.rulesets.scrollhammer.logs import Case, log_of
from tests.rulesets.scrollhammer.press import BARE, IDLE, PRESSED, fight_out, foe, press, strikes


def pair(traits=GUARD, count=1, foes=1, rulings=None, **status):
    units = U("own", 0, [(traits, count)], status=Status(**status)), U("foe", 1, [(REAVER, foes)])
    made = battle(*units, pairs=[(0, 1)], rulings=rulings)
    return made.beginning(fight_of((0, 1), step=traits.I or 1, met=((0, 1),)))


def attacks(made):
    return attacks_of(made, Table(made.setup.readings), Engaged(0, 0, (1,)))


def declared(made, dice=()):
    script = Script(RULESET, dice=dice)
    after = script.begin(made, declare_attacks)
    script.assert_used_up()
    return after.fight.exchange.declared


@pytest.mark.clause("SH-AT-01", "SH-EN-07", "SH-MU-05", "SH-IN-05")
def test_every_living_model_able_to_strike_does_so_at_its_step():
    assert [declared.attacks for declared in declared(pair(count=3))] == [3]


@pytest.mark.clause("SH-AT-01")
def test_a_model_without_weapon_skill_or_attacks_cannot_strike():
    for traits in (changed(GUARD, WS=0), changed(GUARD, A=0)):
        assert declared(pair(traits)) == ()
    assert [declared.attacks for declared in declared(pair(GUARD))] == [1]


def test_under_the_bonus_lifts_ruling_a_bonus_lets_a_model_with_zero_attacks_strike():
    two = changed(GUARD, A=0, weapons=(HAND_WEAPON, HAND_WEAPON))
    made = pair(two)
    assert not is_able(made, Table(made.setup.readings), 0)
    assert [declared.attacks for declared in declared(pair(two, rulings={"SH-R-85": "bonus-lifts"}))] == [1]


@pytest.mark.clause("SH-AT-06")
@pytest.mark.parametrize(
    ("reading", "foes", "dice", "made"),
    [
        ("bonus-lifts", 3, [4, 5], [2 + 3]),
        ("bonus-lifts", 2, [], []),
        ("default", 3, [], []),
    ],
)
def test_under_the_bonus_lifts_ruling_rampage_lets_a_model_with_zero_attacks_strike(reading, foes, dice, made):
    """SH-R-85 `bonus-lifts`: two models without attacks of their own make D3 attacks each when outnumbered."""
    wild = changed(GUARD, A=0, rules=("Rampage",))
    found = declared(pair(wild, 2, foes, rulings={"SH-R-85": reading}), dice=dice)
    assert [declared.attacks for declared in found] == made


def test_an_effect_may_stop_a_model_from_striking():
    """SH-R-85: of two models, the one stopped by an effect makes no attack."""
    made = pair(count=2)
    assert [declared.attacks for declared in declared(made.marked(((0, "stopped"),)))] == [1]


@pytest.mark.clause("SH-AT-02")
def test_bonus_attacks_add_to_those_of_the_profile():
    two = changed(GUARD, A=2, weapons=(HAND_WEAPON, HAND_WEAPON))
    assert attacks(pair(two, charged=True)) == 4
    assert attacks(pair(changed(GUARD, A=3))) == 3


@pytest.mark.clause("SH-AT-03")
def test_a_model_that_charged_or_counter_attacked_has_one_extra_attack():
    assert attacks(pair(charged=True)) == 2
    assert attacks(pair(counter_attacked=True)) == 2
    assert attacks(pair(charged=True, counter_attacked=True)) == 2


def test_under_the_disordered_ruling_a_charge_against_several_units_earns_no_bonus():
    assert attacks(pair(charged=True, charged_several=True)) == 2
    assert attacks(pair(charged=True, charged_several=True, rulings={"SH-R-48": "disordered"})) == 1
    assert attacks(pair(charged=True, rulings={"SH-R-48": "disordered"})) == 2


def test_under_the_movers_only_ruling_the_charge_bonus_counts_only_for_models_that_moved_into_contact():
    made = pair(charged=True, rulings={"SH-R-48": "movers-only"})
    made = made.fighting(began=Began(opened=((0, 1, (1,)),)))
    assert attacks(made) == 1
    assert attacks(made.fighting(began=Began(opened=((0, 0, (1,)),)))) == 2


@pytest.mark.clause("SH-AT-06")
def test_rampaging_models_make_d3_more_attacks_if_outnumbered():
    wild = changed(GUARD, rules=("Rampage",))
    assert [declared.attacks for declared in declared(pair(wild, 2, 3), dice=[1, 4])] == [2 + 1 + 2]
    assert [declared.attacks for declared in declared(pair(wild, 2, 2))] == [2]


AXE = Weapon("axe", "axe", I=-1)


@pytest.mark.clause("SH-AT-03")
@pytest.mark.parametrize(("frontage", "attacks"), [(3, 9), (None, 12)])
def test_in_the_press_only_the_front_has_the_charge_bonus_for_moving_into_contact(
    frontage: int | None, attacks: int
) -> None:
    """SH-R-48 `movers-only`: with a frontage, the three models in front have two attacks each and the three models
    behind them one each. Without a frontage, all models touch the enemy.
    """
    own = U("own", 0, [(BARE, 6)], status=Status(charged=True))
    made = battle(own, U("foe", 1, [(IDLE, 6)]), pairs=PRESSED, frontage=frontage, rulings={"SH-R-48": "movers-only"})
    _, script = play(made, [1] * attacks, [], fight_sub_phase)
    assert told(script, "Struck").attacks == attacks


@pytest.mark.clause("SH-AT-06")
def test_a_unit_that_rampages_over_two_steps_makes_its_extra_attacks_only_once() -> None:
    """SH-R-46: the D3 is rolled when the attacks are divided and goes with the remaining bonus attacks."""
    wild = changed(BARE, weapons=(HAND_WEAPON, AXE), rules=("Rampage",))
    made = battle(U("own", 0, [(wild, 1)]), U("foe", 1, [(IDLE, 5)]), pairs=PRESSED)
    _, script = play(made, [3, 1, 1, 1], [(1, 0), 1], fight_sub_phase)
    assert [(event.weapon, event.attacks) for event in script.events if isinstance(event, Struck)] == [
        ("hand weapon", 1),
        ("axe", 2),
    ]


FELLED = [6, 6]  # hit and wounded


@pytest.mark.clause("SH-AT-01")
@pytest.mark.parametrize(("initiative", "attacks", "blows"), [(3, 1, [1]), (4, 2, [1, 1])])
def test_a_model_slain_in_an_earlier_step_does_not_strike(initiative: int, attacks: int, blows: list[int]) -> None:
    """SH-SV-07: a model that is slain in its own step still strikes."""
    foe = U("foe", 1, [(changed(BARE, I=initiative), 2)])
    script = fight_out(U("own", 0, [(GUARD, 1)]), foe, dice=[*FELLED, *blows])
    assert strikes(script) == [("own", 1), ("foe", attacks)]


def test_a_model_that_has_lost_one_of_several_wounds_still_strikes_with_all_its_attacks() -> None:
    """SH-SV-07: only slain models stop striking."""
    ogre = changed(OGRE, T=3, Sv=7)
    script = fight_out(U("own", 0, [(GUARD, 1)]), U("foe", 1, [(ogre, 1)]), dice=[*FELLED, 1, 1, 1])
    assert strikes(script) == [("own", 1), ("foe", 3)]


LOGS: dict[str, Case] = {
    "SH-AT-01 neither WS 0 nor A 0 can": Case(
        press(U("own", 0, [(changed(BARE, WS=0), 1), (IDLE, 1), (BARE, 1)]), foe(3)),
        ("step 4", "own strikes foe: 1 at 4+ and 4+", "drawn"),
        [1],
    ),
    "SH-AT-03 who has counter-attacked strikes once more, as chargers do": Case(
        press(
            U("own", 0, [(BARE, 1)], status=Status(charged=True)),
            U("foe", 1, [(BARE, 2)], status=Status(counter_attacked=True)),
        ),
        ("step 4", "own strikes foe: 2 at 4+ and 4+", "foe strikes own: 4 at 4+ and 4+", "drawn"),
        [1] * 6,
    ),
}


@pytest.mark.clause("SH-AT-01", "SH-AT-03")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_an_attack(name: str) -> None:
    assert log_of(LOGS[name], fight_sub_phase) == LOGS[name].told

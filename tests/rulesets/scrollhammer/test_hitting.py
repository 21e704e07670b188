"""SH-HI: rolling to hit."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.numbers import set_to
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.combat_events import Struck
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase, fight_to_the_end
from pilein.rulesets.scrollhammer.hitting import own_skill, score_to_hit, skill_of_unit
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.vocabulary import NUMBERS
from tests.rulesets.scrollhammer.builder import GUARD, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.charging import play
from tests.rulesets.scrollhammer.logs import Case, log_of
from tests.rulesets.scrollhammer.press import BARE, IDLE, PRESSED, foe, own, press

HATING = changed(BARE, rules=("Hatred",))
ONE_BLOW = "own strikes foe: 1 at 4+ and 4+"

CHART = [
    "4455555555",
    "3444555555",
    "3344445555",
    "3334444455",
    "3333444444",
    "3333344444",
    "3333334444",
    "3333333444",
    "3333333344",
    "3333333334",
]


@pytest.mark.clause("SH-HI-01", "SH-HI-03")
def test_the_hit_chart_compares_the_skill_of_the_attacker_with_that_of_the_enemy():
    table = Table(set_to(NUMBERS, {}))
    assert [[score_to_hit(table, own, foe) for foe in range(1, 11)] for own in range(1, 11)] == [
        [int(score) for score in row] for row in CHART
    ]


def test_a_target_without_weapon_skill_is_hit_automatically():
    """SH-R-51: no roll to hit is made against a target of WS 0."""
    assert score_to_hit(Table(set_to(NUMBERS, {})), 1, 0) == 1


def mixed(*groups, rulings=None, **fight):
    foes = U("foe", 1, [(changed(GUARD, WS=skill), count) for skill, count in groups])
    made = battle(U("own", 0, [(GUARD, 3)]), foes, pairs=[(0, 1)], frontage=2, rulings=rulings)
    return made.beginning(fight_of((0, 1), step=4, **fight))


def skill(made):
    return skill_of_unit(made, Table(made.setup.readings), 1)


@pytest.mark.clause("SH-HI-04")
def test_each_model_hits_with_its_own_skill():
    made = mixed((5, 1), (2, 3))
    assert [own_skill(made, Table(made.setup.readings), kind) for kind in (1, 2)] == [5, 2]


@pytest.mark.clause("SH-HI-05")
def test_rolls_to_hit_a_mixed_unit_use_the_weapon_skill_of_most_of_its_engaged_models():
    assert skill(mixed((5, 1), (2, 3), (9, 7))) == 2


@pytest.mark.clause("SH-HI-06")
def test_the_highest_weapon_skill_counts_if_no_skill_has_a_majority():
    assert skill(mixed((2, 2), (4, 2), (1, 5))) == 4


def test_under_the_whole_unit_ruling_the_majority_skill_is_that_of_the_whole_unit():
    """SH-R-52 `whole-unit`: all models of the unit count, engaged or not."""
    assert skill(mixed((5, 1), (2, 3), (9, 7), rulings={"SH-R-52": "whole-unit"})) == 9


def test_under_the_fixed_at_start_ruling_losses_in_the_press_do_not_change_the_majority():
    """SH-R-52: the unit has three models of WS 5 and two of WS 3. Two models of WS 5 fall before the slow attacks."""
    quick, slow = changed(GUARD, I=9, S=10, A=2, WS=10), changed(GUARD, I=1, WS=4)
    foe = U("foe", 1, [(changed(GUARD, WS=5, I=4, Sv=7), 3), (changed(GUARD, WS=3, I=4, Sv=7), 2)])
    for reading, expected in (("default", 3), ("fixed-at-start", 4)):
        made = battle(U("own", 0, [(quick, 1), (slow, 1)]), foe, pairs=[(0, 1)], rulings={"SH-R-52": reading})
        script = Script(RULESET, dice=[6, 6, 6, 6, *[1] * 20], answers=[(2, 3)])
        script.begin(made, fight_to_the_end, 0, 1, until="work_out")
        assert [event.hit for event in script.events if isinstance(event, Struck)][-1] == expected


def test_under_the_fixed_at_start_ruling_the_majority_at_the_start_of_the_sub_phase_counts():
    """SH-R-52 `fixed-at-start`: the models engaged at the start of the sub-phase count, even after casualties."""
    opened = tuple((model, 0, (0,)) for model in (3, 7, 8))
    made = mixed((5, 1), (2, 3), (9, 7), rulings={"SH-R-52": "fixed-at-start"}, opened=opened)
    assert skill(made) == 9


@pytest.mark.clause("SH-HI-05", "SH-WO-07")
def test_a_majority_fixed_at_the_start_holds_even_if_all_its_models_have_fallen() -> None:
    """SH-R-52 `fixed-at-start`: three models of WS 3 fall in step 5. In step 4, WS 3 and Toughness 3 still count."""
    better = changed(IDLE, WS=5, T=5)
    foes = U("foe", 1, [(changed(IDLE, WS=3), 3), (better, 2)], at=[(10, 11), (9, 11), (11, 11), (12, 11), (12, 10)])
    quick = changed(BARE, I=5, A=3)
    own = U("own", 0, [(quick, 1), (BARE, 1)], at=[(10, 10), (11, 10)])
    made = battle(own, foes, rulings={"SH-R-52": "fixed-at-start"})
    _, script = play(made, [6] * 6 + [1, 1, 1], None, fight_sub_phase)
    assert [(event.hit, event.wound) for event in script.events if isinstance(event, Struck)] == [(3, 4), (3, 4)]


LOGS: dict[str, Case] = {
    "SH-HI-03 SH-WO-01 only those at least the score hit, and are rolled to wound": Case(
        press(own(A=4), foe(2, WS=9)), ("step 4", "own strikes foe: 4 at 5+ and 4+", "drawn"), [4, 4, 4, 5, 3]
    ),
    "SH-HI-06 the better skill of two that tie": Case(
        press(own(WS=4), U("foe", 1, [(changed(IDLE, WS=3), 2), (changed(IDLE, WS=5), 2)])),
        ("step 4", "own strikes foe: 1 at 4+ and 4+", "drawn"),
        [3],
    ),
    "SH-HI-02 a model that hates and a mate that does not are rolled apart": Case(
        battle(U("own", 0, [(HATING, 1), (BARE, 1)]), U("foe", 1, [(IDLE, 3)]), pairs=PRESSED),
        ("step 4", ONE_BLOW, ONE_BLOW, "drawn"),
        [1, 1, 1],
    ),
    "SH-HI-02 whoever of them stands first": Case(
        battle(U("own", 0, [(BARE, 1), (HATING, 1)]), U("foe", 1, [(IDLE, 3)]), pairs=PRESSED),
        ("step 4", ONE_BLOW, ONE_BLOW, "drawn"),
        [1, 1, 1],
    ),
}


@pytest.mark.clause("SH-HI-02", "SH-HI-03", "SH-HI-06", "SH-WO-01")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_a_roll_to_hit(name: str) -> None:
    assert log_of(LOGS[name], fight_sub_phase) == LOGS[name].told

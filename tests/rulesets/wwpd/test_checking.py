"""Errors in WWPD scenarios, and the opening states of valid ones."""

import pytest

from pilein.engine.rulesets import ruleset_named
from pilein.geometry.ticks import INCH
from pilein.kernel.errors import BadScenario
from pilein.rulesets.wwpd.checking import check
from pilein.rulesets.wwpd.opening import next_phase, opened
from pilein.rulesets.wwpd.state import Status
from pilein.rulesets.wwpd.vocabulary import VOCABULARY
from pilein.tabletop.loading import loads

TEXT = """
ruleset = "wwpd"
active = "red"
[profiles.man]
wounds = 2
melee_offense = 1
[weapons.blade]
rate = 3
massive = 1
melee_offense = 1
[weapons.buckler]
melee_defense = 2
[[unit]]
name = "a"
side = "red"
profile = "man"
models = 3
weapons = ["blade", "buckler"]
members = [{ leader = true, lost = LOST }, { models = 1, fired = true }]
STATUS
POSITIONS
[[unit]]
name = "b"
side = "blue"
profile = "man"
models = 1
BLUE
FIELD
"""
PRESS = {"LOST": "1", "STATUS": "", "POSITIONS": "", "BLUE": "", "FIELD": '[press]\npairs = [["a", "b"]]'}
TABLE = PRESS | {
    "POSITIONS": "positions = [[10, 10], [12, 10], [14, 10], [16, 10], [18, 10]]",
    "BLUE": "positions = [[10, 20]]",
    "FIELD": "[table]\nwidth = 48\ndepth = 48",
}


def loaded(words=PRESS, **changes):
    text = TEXT
    for key, value in (words | changes).items():
        text = text.replace(key, value)
    return loads(text, lambda _: VOCABULARY)


def test_equipment_changes_the_profile_of_a_model():
    traits = opened(loaded().scenario).state.traits(0)
    assert (traits.rate, traits.melee_defense, traits.normal_move) == (3, 2, 6 * INCH)
    assert (traits.weapon.name, traits.weapon.massive, traits.weapon.melee_offense) == ("blade", 1, 2)
    bare = opened(loaded().scenario).state.traits(5)
    assert (bare.rate, bare.weapon.name, bare.weapon.melee_offense) == (1, "hand weapon", 1)


def test_the_starting_number_of_a_unit_is_its_current_number_unless_the_scenario_states_it():
    fired = Status(took_part_in_firefight=True, starting_strength=5)
    assert opened(loaded().scenario).state.status(0) == fired
    said = "starting_strength = 9\nsuppressed = true"
    wounded = Status(suppressed=True, took_part_in_firefight=True, starting_strength=9)
    assert opened(loaded(STATUS=said).scenario).state.status(0) == wounded


def test_models_marked_as_having_fired_are_recorded_on_a_table_but_not_in_the_press():
    assert opened(loaded(TABLE).scenario).state.fired == (1,)
    assert opened(loaded().scenario).state.fired == ()


def test_the_next_phase_belongs_to_the_other_side_and_begins_without_the_statuses_of_the_turn():
    battle = opened(loaded(TABLE, STATUS="suppressed = true").scenario).state.turning()
    assert (battle.active, battle.fired, battle.status(0).suppressed) == (1, (), False)
    position = next_phase(opened(loaded().scenario), 1)
    assert position is not None
    assert position.agenda == (("melee_phase",),)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"LOST": "2"}, "has lost 2 of its 2 wounds, so it is dead; write lost = 1 or less"),
        ({"STATUS": "starting_strength = 2"}, "'a' began with 2 models but now have 5"),
        ({"STATUS": "hit_in_firefight = true"}, "were hit in a Firefight but took part in none"),
    ],
)
def test_a_scenario_that_no_game_can_reach_is_refused(changes, fault):
    with pytest.raises(BadScenario, match=fault):
        check(loaded(**changes))


def test_a_scenario_that_a_game_can_reach_passes_validation():
    check(loaded())
    check(loads(ruleset_named("wwpd").sample, lambda _: VOCABULARY))

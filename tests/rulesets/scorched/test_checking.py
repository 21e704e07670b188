"""Errors in Scorched scenarios, each reported with its line, and opening states of valid scenarios."""

import pytest

from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.engine.script import Script
from pilein.kernel.errors import BadScenario
from pilein.kernel.position import Position
from pilein.kernel.requests import first
from pilein.rulesets.scorched.checking import check
from pilein.rulesets.scorched.events import LandedHits
from pilein.rulesets.scorched.opening import next_phase, opened
from pilein.rulesets.scorched.phase import combat_phase
from pilein.rulesets.scorched.profile import NO_SAVE, Traits, Weapon
from pilein.rulesets.scorched.ruleset import RULESET
from pilein.rulesets.scorched.vocabulary import VOCABULARY
from pilein.tabletop import checking
from pilein.tabletop.loading import loads

HEAD = """\
ruleset = "scorched"
active = "red"
[rulings]
{rulings}
[profiles.hero]
WS = 5
W = 3
Sv = 3
[[unit]]
name = "hero"
side = "red"
profile = "hero"
models = 1
{hero}
[[unit]]
name = "foe"
side = "blue"
profile = "hero"
models = 1
{foe}
"""
PRESS = '[press]\npairs = [["hero", "foe"]]\n'
TABLE = "[table]\nwidth = 48\ndepth = 48\n"


def scenario(hero="", foe="", *, ground=PRESS, rulings=""):
    return loads(HEAD.format(hero=hero, foe=foe, rulings=rulings) + ground, lambda _: VOCABULARY)


def fault(*arguments, **named):
    with pytest.raises(BadScenario) as caught:
        check(scenario(*arguments, **named))
    return caught.value


def test_weapons_that_need_more_than_two_hands_are_refused():
    """CP-R-21: a model has two hands."""
    found = fault('weapons = ["great axe", "shield"]')
    assert found.line == 9
    assert "hero cannot hold great axe, shield: these weapons need more than two hands" in str(found)
    check(scenario('weapons = ["bastard sword", "shield"]'))
    check(scenario('weapons = ["great axe", "shield"]', rulings='"CP-R-21" = "no-limit"'))


def test_under_the_one_row_ruling_a_weapon_with_several_table_rows_is_refused():
    """CP-R-17 `one-row`: each weapon is exactly one row."""
    found = fault('weapons = ["power sword"]', rulings='"CP-R-17" = "one-row"')
    assert "a weapon is one row of the table, but power sword has several rows" in str(found)
    check(scenario('weapons = ["sword", "power weapon"]', rulings='"CP-R-17" = "one-row"'))


def test_models_with_no_wounds_left_are_refused():
    found = fault("members = [{ lost = 3 }]")
    assert (
        "a model with the profile 'hero' has lost 3 of its 3 wounds, so it is dead; leave out the dead models"
        in str(found)
    )


def test_a_model_marked_as_having_charged_must_touch_an_enemy():
    far = "positions = [[30, 30]]"
    found = fault("charged = true\npositions = [[20, 20]]", far, ground=TABLE)
    assert "'hero' are marked as having charged, yet touch no enemy" in str(found)
    check(scenario("charged = true\npositions = [[20, 20]]", "positions = [[20, 20.985]]", ground=TABLE))


def test_the_traits_of_a_model_come_from_its_profile_and_its_weapons():
    battle = opened(scenario('weapons = ["power sword"]\nrules = ["Psyker"]\ncharged = true').scenario).state
    sword = Weapon("power sword", "sword", "one-handed", ("power",))
    assert battle.traits(0) == Traits(WS=5, W=3, Sv=3, weapons=(sword,), rules=("Psyker",))
    assert battle.traits(1).Inv == NO_SAVE
    assert battle.status_of(0).charged


def test_priority_passes_to_the_other_side_unless_it_is_rolled_for_in_each_phase():
    for rulings, active in (("", 1), ('"CP-R-53" = "d6"', 0)):
        position = opened(scenario(rulings=rulings).scenario)
        following = next_phase(Position(position.state, ()), 1)
        assert following.state.active == active
        assert following.agenda == position.agenda


def test_the_sample_scenario_of_scorched_is_valid():
    loaded = loads(ruleset_named("scorched").sample, vocabulary)
    checking.check(loaded)
    check(loaded)


LANCERS = """\
ruleset = "scorched"
active = "red"
[profiles.man]
WS = 5
W = 1
[profiles.wall]
WS = 4
W = 9
[[unit]]
name = "lancers"
side = "red"
profile = "man"
models = 1
weapons = ["lance"]
{unit}
members = [{{ models = 1, {member} }}]
[[unit]]
name = "wall"
side = "blue"
profile = "wall"
models = 2
[press]
pairs = [["lancers", "wall"]]
"""


def lancers(unit="", member=""):
    return loads(LANCERS.format(unit=unit, member=member), lambda _: VOCABULARY)


def charged(unit="", member=""):
    battle = opened(lancers(unit, member).scenario).state
    return [battle.has_charged(model) for model in battle.field.models(0)]


def test_a_single_lancer_of_a_unit_may_be_marked_as_the_charger():
    """CP-LA-01, N-11, CP-R-40: the flag marks a model that itself moved into contact. The marked model is the first of
    its unit.
    """
    assert charged(member="charger = true") == [True, False]
    assert charged(unit="charged = true", member="charger = false") == [True, True]
    assert charged(member="charger = false") == [False, False]


@pytest.mark.clause("CP-LA-01")
def test_the_lance_of_a_lone_charger_has_better_ap():
    """N-11: each of two enemies without armour takes six hits, with AP 1 from the charger and with AP "-" from the
    unmarked model beside it.
    """
    script = Script(RULESET, dice=[6, *[1] * 9, 6, *[1] * 9], answers=None, policy=first)
    after = script.begin(opened(lancers(member="charger = true").scenario).state, combat_phase)
    script.assert_used_up()
    landed = [event for event in script.events if isinstance(event, LandedHits)]
    assert [(event.model, event.hits, event.AP) for event in landed] == [("lancers 1", 6, 1), ("lancers 2", 6, 0)]
    assert not any(after.has_charged(model) for model in after.field.models(0))


def test_a_charger_that_touches_no_enemy_is_refused():
    text = LANCERS.format(unit="positions = [[20, 20], [30, 30]]", member="charger = true")
    text = text.replace('[press]\npairs = [["lancers", "wall"]]', "[table]\nwidth = 48\ndepth = 48")
    text = text.replace("models = 2\n", "models = 2\npositions = [[40, 40], [42, 42]]\n")
    with pytest.raises(BadScenario, match="models of 'lancers' are marked as chargers, yet touch no enemy"):
        check(loads(text, lambda _: VOCABULARY))

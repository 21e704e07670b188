"""A sensitivity analysis changes one aspect of a scenario at a time, by one step."""

from msgspec.structs import replace

from pilein.engine.rulesets import vocabulary
from pilein.lab.changes import changes, why_refused
from pilein.lab.scenarios import load
from pilein.tabletop.loading import loads
from tests.lab.press import FIVES, ON_A_TABLE

BLOCK = FIVES.replace('models = 5\nformation = "skirmish"', 'models = 6\nformation = "ranks"\nfiles = 3')


def changed(text, number=0):
    scenario = loads(text, vocabulary).scenario
    found = {one.words: one for one in changes(scenario, vocabulary(scenario.ruleset), number)}
    return scenario, found


def test_a_sensitivity_analysis_raises_and_lowers_each_characteristic_within_its_bounds():
    _, found = changed(FIVES.replace("Ld = 8", "Ld = 10"))
    assert {"S 3 -> 2", "S 3 -> 4", "Ld 10 -> 9"} <= found.keys()
    assert not {"Ld 10 -> 11", "W 1 -> 0"} & found.keys()


def test_a_sensitivity_analysis_changes_no_number_that_the_profile_lacks():
    afoot = load("examples/wab/press.toml")
    words = vocabulary("wab")
    assert not any("mounts" in change.words for change in changes(afoot, words, 0))
    profiles = {name: replace(one, values=one.values | {"mount": "horse"}) for name, one in afoot.profiles.items()}
    horse = {"horse": afoot.profiles["warrior"]}
    told = {change.words: change for change in changes(replace(afoot, profiles=profiles | horse), words, 0)}
    assert told["mounts 1 -> 2"].scenario is not None


def test_a_sensitivity_analysis_adds_a_missing_save_at_its_worst_score_and_removes_the_worst_save():
    _, found = changed(FIVES)
    assert {"Ward none -> 6"} == {words for words in found if words.startswith("Ward")}
    _, found = changed(FIVES.replace("Sv = 4", "Sv = 6"))
    assert {"Sv 6 -> 5", "Sv 6 -> none"} == {words for words in found if words.startswith("Sv")}


def test_changing_a_profile_shared_by_two_units_affects_only_the_unit_in_question():
    scenario, found = changed(FIVES)
    after = found["S 3 -> 4"].scenario
    assert after.profiles[after.units[0].members[0].profile].values["S"] == 4
    assert after.units[1] == scenario.units[1]
    assert after.profiles["guard"] == scenario.profiles["guard"]


def test_a_sensitivity_analysis_adds_and_removes_one_model_of_a_unit():
    _, found = changed(FIVES)
    assert found["models 5 -> 6"].scenario.units[0].models == 6
    assert found["models 5 -> 4"].scenario.units[0].models == 4


def test_removing_the_last_model_of_a_unit_is_refused():
    _, found = changed(FIVES.replace("models = 5", "models = 1"))
    assert found["models 1 -> 0"].reason == "there are too few models"


def test_removing_a_model_on_a_table_removes_the_last_position_and_adding_a_model_is_refused():
    scenario, found = changed(ON_A_TABLE)
    assert found["models 3 -> 2"].scenario.units[0].positions == scenario.units[0].positions[:2]
    assert found["models 3 -> 4"].reason.startswith("the added model has no position")


def test_a_sensitivity_analysis_adds_and_removes_a_rank_of_a_block():
    _, found = changed(BLOCK)
    assert found["one more rank (3 models)"].scenario.units[0].models == 9
    assert found["one rank fewer (3 models)"].scenario.units[0].models == 3
    assert not any("rank" in words for words in changed(BLOCK, 1)[1])


def test_adding_a_rank_to_a_block_without_files_is_refused():
    _, found = changed(BLOCK.replace("files = 3", ""))
    assert found["one more rank"].scenario is None


def test_a_sensitivity_analysis_makes_one_model_a_standard_bearer_and_removes_an_existing_standard():
    _, found = changed(FIVES)
    after = found["a standard"].scenario
    assert [(one.models, one.values["standard"]) for one in after.units[0].members] == [(1, True), (4, False)]
    again = {one.words for one in changes(after, vocabulary("scrollhammer"), 0)}
    assert "no standard" in again
    assert "a standard" not in again


def test_a_sensitivity_analysis_tries_weapons_of_the_ruleset_and_of_the_scenario_file():
    text = FIVES.replace("models = 5", 'models = 5\nweapons = ["spear"]') + "[weapons.great_axe]\nS = 2\n"
    _, found = changed(text)
    assert found["armed: halberd"].scenario.units[0].members[0].weapons == ("halberd",)
    assert found["armed: halberd"].scenario.weapons["halberd"]["S"] == 1
    assert "armed: great_axe" in found
    assert "armed: spear" not in found


def test_a_change_that_the_ruleset_refuses_is_reported_with_the_reason():
    text = FIVES.replace("W = 1", "W = 2").replace("models = 5", "members = [{ models = 5, lost = 1 }]\nmodels = 1")
    _, found = changed(text)
    assert found["W 2 -> 1"].scenario is None
    assert (
        found["W 2 -> 1"].reason
        == "a model with the profile 'guard of guards' has lost 1 of its 1 wounds, so it is dead"
    )


def test_adding_a_model_to_a_unit_of_maximum_size_is_refused():
    scenario, found = changed(FIVES.replace("models = 5", "models = 500"))
    assert found["models 500 -> 501"].reason == "the unit has more than 500 models"
    assert why_refused(scenario) == ""
    assert why_refused(replace(scenario, table=None)) == ""

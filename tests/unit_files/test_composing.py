"""Units composed of profiles, armour and mounts have the right numbers and prices, and a change reaches every unit
concerned.
"""

from typing import Any

import pytest

import pilein
from pilein.kernel.errors import BadInput, BadScenario
from pilein.tabletop.notation.written import as_toml
from tests.unit_files.muster import MUSTER, changed

UNITS = pilein.Units.from_text(MUSTER)


def values_of(units: pilein.Units, name: str) -> dict[str, Any]:
    """Return the profile with which the ordinary models of a unit fight."""
    values = units.duel(name, "guards").to_dict()
    unit = values["unit"][0]
    found: dict[str, Any] = values["profiles"][unit["profile"]]
    return found


def faults(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(BadScenario) as error:
        pilein.Units.from_text(text)
    return [(fault.line, fault.key, fault.message) for fault in error.value.faults]


def test_armour_gives_a_save_and_a_shield_improves_it():
    found = values_of(UNITS, "guards")
    assert (found["Sv"], found["T"], found["A"]) == (4, 3, 1)
    fight = UNITS.duel("guards", "riders").to_dict()
    assert fight["unit"][0]["weapons"] == ["hand weapon", "shield"]
    assert fight["unit"][0]["rules"] == ["Parry"]


def test_a_shield_alone_gives_a_save_of_6():
    alone = UNITS.with_unit("guards", armour=["buckler"])
    assert values_of(alone, "guards")["Sv"] == 6


def test_no_change_of_equipment_exceeds_the_bounds_of_a_characteristic():
    better = UNITS.with_armour("buckler", Sv="-9", WS="+9", I="-9")
    found = values_of(better, "guards")
    assert (found["Sv"], found["WS"], found["I"]) == (2, 10, 0)


def test_riders_are_cavalry_with_one_extra_point_of_toughness_and_one_extra_attack():
    found = values_of(UNITS, "riders")
    assert (found["type"], found["T"], found["A"], found["base"]) == ("cavalry", 4, 2, "25x50mm")


def test_a_rider_has_a_mount_and_moves_at_its_rate_in_a_ruleset_in_which_mounts_fight():
    horse = {"M": 8, "WS": 3, "S": 3, "T": 3, "I": 3, "A": 1, "Ld": 5}
    lancer = {"M": 4, "WS": 4, "S": 3, "T": 3, "I": 4, "A": 1, "Ld": 8}
    units = pilein.Units.from_dict(
        {
            "ruleset": "wab",
            "profiles": {"lancer": lancer, "horse": horse},
            "armour": {"mail": {"armour": "heavy"}},
            "mounts": {"horse": {"profile": "horse"}},
            "units": {"lancers": {"profile": "lancer", "armour": ["mail"], "mount": "horse", "formation": "open"}},
        }
    )
    values = units.duel("lancers", "lancers", models=5).to_dict()
    found = values["profiles"]["lancer with mail, horse"]
    assert (found["M"], found["type"], found["mount"], found["armour"]) == (8, "cavalry", "horse", "heavy")
    assert values["profiles"]["horse"]["WS"] == 3
    assert [unit["name"] for unit in values["unit"]] == ["lancers", "lancers (2)"]


def test_a_mount_must_state_changes_and_not_a_profile_in_a_ruleset_in_which_mounts_do_not_fight():
    values = {"WS": 4, "W": 1}
    muster = {
        "ruleset": "scorched",
        "profiles": {"guard": values, "horse": values},
        "mounts": {"horse": {"profile": "horse"}},
        "units": {"riders": {"profile": "guard", "mount": "horse"}},
    }
    with pytest.raises(BadScenario, match="does not say how rider and mount fight") as error:
        pilein.Units.from_dict(muster)
    assert error.value.key == "mounts.horse.profile"
    muster["mounts"] = {"horse": {"T": "+1"}}
    assert pilein.Units.from_dict(muster).duel("riders", "riders").to_dict()["profiles"]["guard with horse"]["T"] == 5


def test_the_price_of_a_unit_is_the_sum_of_the_prices_of_its_models_and_equipment():
    assert UNITS.points("guards", models=10) == 80  # 5, mail 2, buckler 1
    assert UNITS.points("riders") == 78  # 6 of 5, mail 2, horse 6
    pikes = UNITS.unit("guards", models=10, options=["pikes"])
    assert (pikes.points, pikes.each, pikes.options) == (80, 8, ("pikes",))  # pike 1 for buckler 1
    assert UNITS.points("guards", models=10, options=["captain"]) == 9 * 8 + 23 + 3


def test_points_are_converted_to_the_largest_number_of_models_that_they_can_buy():
    assert UNITS.models_for("guards", 100) == 12
    assert UNITS.models_for("guards", 10_000) == 30
    assert UNITS.models_for("guards", 90, options=["captain"]) == 9  # 26, and 8 of 8
    with pytest.raises(
        BadInput, match=r"guards cost 40 points even with the fewest models \(5\); give at least 40 points"
    ):
        UNITS.models_for("guards", 30)
    free = UNITS.with_profile("guard", points=None).with_unit("guards", armour=[])
    with pytest.raises(BadInput, match="guards have no price per model"):
        free.models_for("guards", 30)


def test_a_changed_number_in_a_unit_file_affects_every_unit_that_uses_it():
    dearer = UNITS.with_armour("mail", points=4).with_profile("guard", S=5)
    assert [dearer.points(name) - UNITS.points(name) for name in UNITS.names] == [20, 12]
    assert [values_of(dearer, name)["S"] for name in UNITS.names] == [5, 5]


def test_a_unit_with_a_stronger_profile_wins_more_often():
    weak, strong = UNITS, UNITS.with_profile("captain", S=6)
    shares = [
        _wins(units.with_unit("guards", profile="captain", min=1, max=1, models=1, files=1)) for units in (weak, strong)
    ]
    assert shares[0] < shares[1]


def _wins(units: pilein.Units) -> object:
    scenario = units.with_unit("riders", models=1).duel("guards", "riders", models=1, charged="riders")
    return dict(pilein.odds(scenario, exact=True).figures.outcome)["red wins"]


def test_options_may_add_or_remove_or_replace_equipment():
    unit = UNITS.duel("guards", "riders", options=(["pikes", "captain"], [])).to_dict()["unit"][0]
    assert unit["members"][0]["models"] == 1
    assert unit["weapons"] == ["pike"]
    assert unit["models"] == 9
    assert UNITS.options("guards") == ("pikes", "captain")
    with pytest.raises(BadInput, match=r"guards has no option 'pike'; did you mean 'pikes'\?"):
        UNITS.unit("guards", options=["pike"])


@pytest.mark.parametrize("models", [4, 31])
def test_a_number_of_models_is_refused_if_the_unit_file_does_not_allow_it(models: int):
    with pytest.raises(BadInput, match=f"guards cannot have {models} models; give a number from 5 to 30"):
        UNITS.duel("guards", "riders", models=(models, 6))


def test_the_charger_in_a_duel_belongs_to_the_active_side():
    duel = UNITS.duel("guards", "riders", charged="riders")
    assert (duel.active, [unit.statuses["charged"] for unit in duel.units]) == ("blue", [False, True])
    with pytest.raises(BadInput, match="'rider' is not one of the two units; name 'guards' or 'riders'"):
        UNITS.duel("guards", "riders", charged="rider")


def test_units_survive_a_round_trip_through_a_file():
    again = pilein.Units.from_text(UNITS.to_toml())
    assert again.to_dict() == UNITS.to_dict()
    assert repr(again) == "<Units of scrollhammer: guards, riders>"


def test_all_faults_in_a_unit_file_are_reported_at_once_with_their_lines():
    text = changed(
        ("WS = 4", "WS = 40"),
        ('profile = "horse"', 'profile = "hose"'),
        ('armour = ["mail"]', 'armour = ["male"]'),
        ("files = 5", "fils = 5"),
        ('Sv = "-1"', 'Sv = "-x"'),
        ("unit_points = 3", "unit_pints = 3"),
    )
    assert faults(text) == [
        (5, "profiles.guard.WS", "40 is too large"),
        (42, "armour.buckler.Sv", "the value must be a whole number, not the text '-x'"),
        (48, "mounts.horse.profile", "there is no profile 'hose'"),
        (59, "units.guards.fils", "the unit 'guards' has no key 'fils'"),
        (67, "units.guards.options.captain.unit_pints", "the option 'captain' has no key 'unit_pints'"),
        (72, "units.riders.armour[1]", "there is no armour 'male'"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "key", "message"),
    [
        ('ruleset = "scrollhammer"', 'ruleset = "scrolhammer"', "ruleset", "there is no ruleset 'scrolhammer'"),
        ("W = 2", "W = 0", "profiles.captain.W", "0 is too small"),
        ("min = 5", "min = 50", "units.guards.max", "30 is too small"),
        ("models = 10", "models = 3", "units.guards.models", "3 is too small"),
        ('formation = "skirmish"', "", "units.riders", "the key 'formation' is missing"),
        (
            'profile = "horse"',
            'profile = "captain"',
            "mounts.horse.profile",
            "'captain' cannot be a mount, because its W is 2 and at most 1 is allowed",
        ),
        ("points = 6", 'points = "6"', "mounts.horse.points", "the value must be a number, not the text '6'"),
        (
            "champion = true",
            "champion = 1",
            "units.guards.options.captain.members[1]",
            "the value must be true or false, not the number 1",
        ),
    ],
)
def test_every_fault_in_a_unit_file_is_reported_with_its_location(old: str, new: str, key: str, message: str):
    found = faults(changed((old, new)))
    assert (key, message) in [(place, words) for _, place, words in found]


def test_a_unit_forbidden_by_the_ruleset_is_reported_when_the_unit_file_is_read():
    text = """
ruleset = "wab"

[profiles.guard]
M = 4
WS = 4
S = 3
T = 3
I = 4
Ld = 8

[armour.barding]
barding = "half plate"

[units.guards]
profile = "guard"
formation = "close"
armour = ["barding"]
"""
    line, key, message = faults(text)[0]
    assert (line, key) == (15, "units.guards")
    assert message == "guard with barding.barding: 'guard with barding' has barding but is not mounted"


def test_two_units_of_a_unit_file_can_fight_in_formations_with_any_number_of_files():
    assert UNITS.duel("guards", "riders", models=5).units[0].statuses["files"] == 5
    wide = UNITS.with_unit("guards", files=12).duel("guards", "riders")
    assert wide.units[0].statuses["files"] == 10  # no more than it has models


@pytest.mark.parametrize("section", ["profiles", "weapons", "armour", "mounts", "units"])
@pytest.mark.parametrize("value", ["4", "[]", "[{}]", '"guard"', "{ guard = 1 }", "{}"])
def test_a_section_that_is_not_a_table_of_tables_is_refused(section: str, value: str):
    whole = pilein.Units.from_text(MUSTER).to_dict()
    text = f"{section} = {value}\n" + as_toml({key: one for key, one in whole.items() if key != section})
    with pytest.raises(BadScenario) as error:
        pilein.Units.from_text(text)
    assert error.value.key.startswith((section, "units", "mounts")) or section in error.value.remedy


def test_a_meaningless_call_on_units_is_refused_with_the_name_of_the_faulty_argument():
    for call, words in (
        (lambda: UNITS.points("guards", models="x"), "models: 'x' is not a whole number"),
        (lambda: UNITS.points("guards", models=0), "models: 0 is less than 1"),
        (lambda: UNITS.points("guards", options="pikes"), "options: 'pikes' is not a list of options"),
        (lambda: UNITS.points("guard"), "unit: the unit file has no unit 'guard'; did you mean 'guards'?"),
        (lambda: UNITS.models_for("guards", float("nan")), "points: nan is not a number of points"),
        (lambda: UNITS.models_for("guards", "x"), "points: 'x' is not a number of points"),
        (
            lambda: UNITS.duel("guards", "riders", models=(1, 2, 3)),
            "models: (1, 2, 3) does not have one value for each of the two units",
        ),
        (lambda: UNITS.duel("guards", "rider"), "unit: the unit file has no unit 'rider'; did you mean 'riders'?"),
        (lambda: UNITS.models_for("guard", 100), "unit: the unit file has no unit 'guard'"),
    ):
        with pytest.raises(BadInput) as error:
            call()
        assert str(error.value).startswith(words)

"""All faults of a file are reported at once, except those that only follow from an earlier one."""

from pathlib import Path

import pytest

import pilein
from pilein.kernel.errors import BadScenario
from pilein.lab.scenarios import Scenario
from tests.lab.hunter import hunt

SAMPLES = Path(pilein.__file__).parent / "rulesets"
GOOD = hunt(2, charged=True).to_toml()


def faults(text: str) -> list[tuple[str, str]]:
    with pytest.raises(BadScenario) as error:
        Scenario.from_text(text)
    return [(fault.key, fault.message) for fault in error.value.faults]


def changed(*pairs: tuple[str, str]) -> str:
    text = GOOD
    for old, new in pairs:
        assert old in text, text
        text = text.replace(old, new, 1)
    return text


def test_a_single_fault_is_reported_alone():
    assert faults(changed(("WS = 3", "WS = 30"))) == [("profiles.hunter.WS", "30 is too large")]


def test_several_faults_are_reported_in_the_order_of_the_file():
    text = changed(
        ('active = "red"', 'active = "red"\nrond = 2'),
        ("WS = 3", "WS = 30"),
        ("Ld = 7", "LD = 7"),
        ('formation = "skirmish"', 'formation = "skirmsh"'),
        ('weapons = ["hand weapon"]', 'weapons = ["hand wepon"]'),
    )
    assert [key for key, _ in faults(text)] == [
        "rond",
        "profiles.hunter.WS",
        "profiles.prey.LD",
        "unit[1].formation",
        "unit[1].weapons[1]",
    ]


def test_a_wrong_unit_name_in_a_pair_neither_hides_another_fault_nor_causes_a_further_one():
    text = changed(("WS = 3", "WS = 30"), ('[["hunter", "prey"]]', '[["huntr", "prey"]]'))
    assert [message for _, message in faults(text)] == ["30 is too large", "there is no unit 'huntr'"]


def test_missing_keys_are_reported_one_by_one():
    text = changed(("WS = 3\n", ""), ("models = 2\n", ""))
    assert [message for _, message in faults(text)] == ["the key 'WS' is missing", "the key 'models' is missing"]


def test_faults_found_by_the_ruleset_are_listed_with_those_of_the_file_format():
    text = changed(("WS = 3", "WS = 30"), ("charged = true", "charged = true\nfiles = 3"))
    assert [key for key, _ in faults(text)] == ["profiles.hunter.WS", "unit[1].files"]


def test_text_that_is_not_toml_has_exactly_one_fault():
    assert len(faults(GOOD + "\n[[")) == 1


def test_a_fault_in_a_scenario_made_in_python_is_reported_alone():
    values = hunt(2).to_dict()
    values["profiles"]["hunter"]["WS"] = 30
    with pytest.raises(BadScenario, match="30 is too large") as error:
        Scenario.from_dict(values)
    assert error.value.others == ()


def test_an_unknown_key_is_refused_and_the_likely_valid_keys_are_listed():
    """A profile has many keys, so only the likely ones are listed."""
    with pytest.raises(BadScenario) as error:
        Scenario.from_text(changed(("WS = 3", "WS = 3\nkavallerie = true")))
    remedy = error.value.remedy
    assert remedy.startswith("use one of the other keys: BS, Sv, Ward, cover, points, type, base, rules; ")
    assert remedy.endswith("`pilein words scrollhammer profiles` explains them")


@pytest.mark.parametrize(
    ("ruleset", "models", "wrong", "more"),
    [
        ("wab", 21, "0", ()),
        ("wab", 21, "-21", ()),
        ("wab", 21, "2100", ()),
        ("wab", 21, "'many'", ()),
        ("wab", 21, "0", ("y = 16", "y = nan", "unit[1].place.y")),
        ("wab", 28, "0", ("[48, 14]", "[48]", "terrain[1].polygon[2]")),
        ("warstrike", 5, "0", ()),
        ("warstrike", 5, "0", ("markers = 1 ", "markers = -1 ", "unit[2].markers")),
    ],
)
def test_a_wrong_number_of_models_causes_no_faults_about_files_or_positions(
    ruleset: str, models: int, wrong: str, more: tuple[str, str, str] | tuple[()]
):
    """If the faulty number were read as 1, the file would also seem to have "6 files for 4 models" or "5 positions for
    1 model".
    """
    text = (SAMPLES / ruleset / "sample.toml").read_text(encoding="utf-8")
    text = text.replace(f"models = {models}\n", f"models = {wrong}\n")
    text = text.replace(more[0], more[1]) if more else text
    key = "unit[2].models" if models == 28 else "unit[1].models"
    assert [found for found, _ in faults(text)] == [key, *more[2:]]


def test_a_fault_states_its_kind_value_and_suggestion_as_data():
    """The search for further faults uses these data, so that the wording of messages can be changed without affecting
    the search.
    """
    with pytest.raises(BadScenario) as error:
        Scenario.from_text(changed(("WS = 3\n", ""), ("Ld = 7", "LD = 7"), ('"skirmish"', '"skirmsh"')))
    told = {(fault.kind, fault.value, fault.suggestion) for fault in error.value.faults}
    assert ("unknown", "LD", "Ld") in told
    assert ("", None, "skirmish") in told
    assert any(kind == "missing" and value == "WS" for kind, value, _ in told)

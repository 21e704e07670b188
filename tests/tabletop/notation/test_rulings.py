"""Rulings are read from a file and from the command line."""

import pytest

from pilein.kernel.errors import BadScenario, UnknownRule
from pilein.kernel.rulings import Reading
from pilein.tabletop.notation.rulings import with_rulings
from pilein.tabletop.scenario import Scenario
from tests.tabletop.words import HOPLON, PRESS, Bad, assert_fault, changed, loaded


def ruled(words: str) -> Scenario:
    return loaded(changed(PRESS, "[profiles.guard]", f"[rulings]\n{words}\n[profiles.guard]")).scenario


GOOD = {
    '"TO-R-02" = "gap"': {"TO-R-02": Reading("gap")},
    'TO-R-02 = "as_fantasy"': {"TO-R-02": Reading("as-fantasy")},
    'TO-R-02 = "default"': {"TO-R-02": Reading("default")},
    'TO-R-03 = "limit"': {"TO-R-03": Reading("limit", 12)},
    'TO-R-03 = { option = "limit", n = 3 }': {"TO-R-03": Reading("limit", 3)},
    "TO-R-03 = { n = 3 }": {"TO-R-03": Reading("default", 3)},
    'TO-R-01 = "fantasy-first"': {
        "TO-R-01": Reading("fantasy-first"),
        "TO-R-02": Reading("as-fantasy"),
        "TO-R-04": Reading("two-deep"),
    },
    'TO-R-01 = "fantasy_first"\nTO-R-02 = "default"': {
        "TO-R-01": Reading("fantasy-first"),
        "TO-R-02": Reading("default"),
        "TO-R-04": Reading("two-deep"),
    },
}

BAD = [
    Bad('TO-R-02"', 'TO-R-99"', 5, "rulings.TO-R-99", "no ruling 'TO-R-99'", "did you mean 'TO-R-0"),
    Bad('"gap"', '"gaps"', 5, "rulings.TO-R-02", "TO-R-02 has no option 'gaps'", "'gap'?"),
    Bad('"gap"', '"xxxxxxx"', 5, "rulings.TO-R-02", "no option", "default"),
    Bad('"gap"', "3", 5, "rulings.TO-R-02", "the value must be an option, not the number 3", '"TO-R-02" = "gap"'),
    Bad('"gap"', '{ option = "gap", n = 3 }', 5, "rulings.TO-R-02", "'gap' of TO-R-02 takes no number", '= "gap"'),
    Bad('"gap"', '{ option = "gap", m = 3 }', 5, "rulings.TO-R-02.m", "a ruling has no key 'm'", "option, n"),
    Bad('"TO-R-02" = "gap"', 'TO-R-04 = "some"', 5, "rulings.TO-R-04", "needs a number", "n = 12"),
    Bad('"gap"', "{ n = 2.5 }", 5, "rulings.TO-R-02.n", "the value must be a whole number", ""),
]


@pytest.mark.parametrize("words", GOOD)
def test_a_ruling_in_a_scenario_file_is_read(words: str) -> None:
    assert ruled(words).rulings == GOOD[words]


@pytest.mark.parametrize("bad", BAD, ids=str)
def test_a_fault_in_a_ruling_is_reported(bad: Bad) -> None:
    text = changed(PRESS, "[profiles.guard]", '[rulings]\n"TO-R-02" = "gap"\n[profiles.guard]')
    assert_fault(text, bad)


def test_rulings_given_as_a_list_are_refused() -> None:
    text = changed(PRESS, "[profiles.guard]", "[[rulings]]\n[profiles.guard]")
    assert_fault(text, Bad("[[", "[[", 4, "rulings", "the value must be a table, not a list", "write [rulings]"))


def test_rulings_on_the_command_line_override_those_in_the_file() -> None:
    scenario = with_rulings(ruled('TO-R-02 = "gap"'), HOPLON, {"TO-R-02": "as_fantasy", "TO-R-03": "limit:4"})
    assert scenario.rulings == {"TO-R-02": Reading("as-fantasy"), "TO-R-03": Reading("limit", 4)}


def test_a_preset_on_the_command_line_does_not_override_the_rulings_that_the_file_sets() -> None:
    scenario = with_rulings(ruled('TO-R-02 = "gap"'), HOPLON, {"TO-R-01": "fantasy-first"})
    assert scenario.rulings["TO-R-02"] == Reading("gap")
    assert scenario.rulings["TO-R-04"] == Reading("two-deep")


def test_overriding_a_preset_removes_the_options_it_sets() -> None:
    scenario = with_rulings(ruled('TO-R-01 = "fantasy-first"'), HOPLON, {"TO-R-01": "default"})
    assert scenario.rulings == {"TO-R-01": Reading("default")}


def test_a_base_missing_from_the_file_follows_the_ruling_on_the_command_line() -> None:
    without = loaded(changed(PRESS, 'base = "25mm"\n', "")).scenario
    assert with_rulings(without, HOPLON, {"TO-R-05": "round"}).profiles["guard"].base.kind == "round"
    given = ruled('TO-R-05 = "default"')
    assert with_rulings(given, HOPLON, {"TO-R-05": "round"}).profiles == given.profiles


def test_the_command_line_may_name_only_existing_rulings_and_options() -> None:
    scenario = ruled("")
    with pytest.raises(UnknownRule, match="'TO-R-02'"):
        with_rulings(scenario, HOPLON, {"to-r-02": "gap"})
    with pytest.raises(UnknownRule, match="TO-R-02=gap"):
        with_rulings(scenario, HOPLON, {"TO-R-02": "gaap"})


@pytest.mark.parametrize("words", ["gap:3", "gap:", "gap:x", "gap:-1"])
def test_the_command_line_may_give_a_number_only_if_the_option_takes_one(words: str) -> None:
    with pytest.raises(BadScenario, match="TO-R-02"):
        with_rulings(ruled(""), HOPLON, {"TO-R-02": words})


def test_the_command_line_must_give_a_number_if_the_option_needs_one() -> None:
    with pytest.raises(BadScenario, match="needs a number"):
        with_rulings(ruled(""), HOPLON, {"TO-R-04": "some"})

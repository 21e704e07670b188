"""The unit library of the page contains bundled unit files and army lists, and reports files that cannot be read."""

from base64 import b64encode

import pytest

from pilein.protocol.desk import reply
from pilein.protocol.from_page import AskImport, AskToml, AskUnits
from pilein.protocol.replies import Refused, ScenarioChecked, UnitsFound
from pilein.protocol.unit_library import ENDINGS
from tests.importers import samples

RULESETS = ("scorched", "scrollhammer", "wab", "warstrike", "wwpd")


def imported(name, content, ruleset="scrollhammer"):
    return reply(AskImport(id=4, ruleset=ruleset, name=name, content=b64encode(content).decode()))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_unit_in_the_library_of_the_page_can_fight_in_contact(ruleset):
    found = reply(AskUnits(id=3, ruleset=ruleset))
    assert isinstance(found, UnitsFound)
    assert len(found.units) >= 3
    for one in found.units:
        fight = {"ruleset": ruleset, "active": "red", "press": {"pairs": [["a", "b"]]}}
        units = [{**one.unit, "name": name, "side": side} for name, side in (("a", "red"), ("b", "blue"))]
        checked = reply(
            AskToml(id=5, scenario={**fight, "profiles": one.profiles, "weapons": one.weapons, "unit": units})
        )
        assert isinstance(checked, ScenarioChecked)
        assert checked.faults == (), one.name


def test_the_unit_library_of_an_unknown_game_is_refused():
    found = reply(AskUnits(id=3, ruleset="chess"))
    assert isinstance(found, Refused)


def test_importing_an_army_list_gives_its_units_and_the_reasons_why_others_are_left_out():
    found = imported("mine.cat", samples.CATALOGUE.encode())
    assert isinstance(found, UnitsFound), found
    assert found.units
    assert {one.source for one in found.units} == {"mine.cat"}
    assert all(": " in words for words in found.left_out)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("list.pdf", b"%PDF", "does not have the file extension of an army list"),
        ("../../etc/passwd", b"x", "does not have the file extension of an army list"),
        ("mine.ros", b"<html></html>", "mine.ros"),
        ("mine.json", b"{", "mine.json"),
    ],
)
def test_an_army_list_that_cannot_be_read_is_refused_with_the_reason(name, content, words):
    found = imported(name, content)
    assert isinstance(found, Refused)
    assert words in f"{found.reason} {found.key} {found.remedy}"


@pytest.mark.parametrize("content", ["%%%", "ä"])
def test_an_army_list_damaged_during_upload_is_refused(content):
    found = reply(AskImport(id=4, ruleset="scrollhammer", name=f"a{ENDINGS[0]}", content=content))
    assert isinstance(found, Refused)
    assert found.remedy == "choose the file again"

"""For each game, a set-up for odds can be built on the page from scratch, without a line of TOML."""

import re
import tomllib
from typing import NamedTuple

import pytest

from tests.protocol.browser.test_odds import of_example, of_text, settled, text_of
from tests.protocol.browser.windows import EXTREMES, in_windows, is_too_wide


class Choices(NamedTuple):
    """The choices that a player makes in a form: a characteristic, weapons, a key of a custom weapon, and a ruling."""

    characteristic: str
    weapon: str
    key: str
    looked_for: str
    option: str
    ruling: tuple[str, str]


GAMES = {
    "scrollhammer": Choices(
        "WS", "halberd", "S", "limits rolls to wound", "6 always wounds", ("SH-R-53", "six-wounds")
    ),
    "scorched": Choices("WS", "sword", "shape", "who has priority", "each side rolls a D6", ("CP-R-53", "d6")),
    "wab": Choices("WS", "hand weapon", "range", "to-hit chart", "to-hit-parent", ("WAB-R-18", "to-hit-parent")),
    "warstrike": Choices("WS", "heavy blade", "Atk", "leader is killed", "new leader", ("WS-R-52", "new-leader")),
    "wwpd": Choices("skill", "hand weapon", "ap", "how are hits rolled", "always 4+", ("WW-R-01", "flat-4")),
}


def begun(opened, ruleset: str, **context):
    """Return the odds page of a game, with one ordinary unit per side."""
    page = of_example(opened, **context)
    page.get_by_label("Game").select_option(ruleset)
    page.locator(f'option[value^="{ruleset}/"]').first.wait_for(state="attached")
    page.get_by_label("Begin with").select_option("anew")
    page.get_by_label("name of side 1").wait_for()
    settled(page)
    return page


_begun: dict[str, str] = {}  # the text of the new set-up of each game


def begun_before(opened, ruleset: str, **context):
    """Return the odds page of a game with one ordinary unit per side, without the way there if it has been gone."""
    if ruleset not in _begun:
        _begun[ruleset] = text_of(begun(opened, ruleset))
    page = of_text(opened, _begun[ruleset], **context)
    page.get_by_label("name of side 1").wait_for()
    settled(page)
    return page


def data_of(page):
    return tomllib.loads(text_of(page))


def rename(page, label: str, name: str) -> None:
    box = page.get_by_label(label, exact=True).and_(page.locator("input"))
    box.fill(name)
    box.press("Enter")


def take(page, place: int, weapon: str) -> None:
    page.locator(f'[data-key="unit[{place}].weapons"]').fill(weapon)
    page.get_by_role("option", name=re.compile(f"^{weapon} ")).first.click()


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_fight_between_two_new_units_can_be_set_up_on_the_odds_page(led, expect, ruleset):
    chosen, page = GAMES[ruleset], begun(led, ruleset)
    rename(page, "unit red unit", "legionaries")
    rename(page, "name of side 2", "hills")
    page.locator('[data-key="unit[2].models"]').fill("2")
    page.locator(f'[data-key="profiles.legionaries.{chosen.characteristic}"]').fill("5")
    take(page, 1, chosen.weapon)
    settled(page)
    expect(page.get_by_label("The answer").get_by_role("heading")).to_contain_text(re.compile("a hundred|always"))
    expect(page.get_by_label("The answer")).to_contain_text("hills win")
    made = data_of(page)
    one, other = made["unit"]
    assert (one["name"], one["weapons"], one["profile"]) == ("legionaries", [chosen.weapon], "legionaries")
    assert (other["side"], other["models"]) == ("hills", 2)
    assert made["profiles"]["legionaries"][chosen.characteristic] == 5
    assert made["press"]["pairs"] == [["blue unit", "legionaries"]]


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_ruling_can_be_found_and_chosen_by_its_wording_on_the_odds_page(led, expect, ruleset):
    chosen, page = GAMES[ruleset], begun_before(led, ruleset)
    page.locator("summary", has_text="Rulings").click()
    page.get_by_label("Find a ruling").fill(chosen.looked_for)
    page.locator("details details summary").first.click()
    page.get_by_label(chosen.option).check()
    page.locator("summary", has_text="Rulings (1)").wait_for()
    settled(page)
    assert data_of(page)["rulings"] == dict([chosen.ruling])
    page.get_by_label("as usual").check()
    expect(page.locator("summary", has_text="Rulings (1)")).to_have_count(0)
    settled(page)
    assert "rulings" not in data_of(page)


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_custom_weapon_can_be_created_and_named_and_given_to_a_unit_on_the_odds_page(led, expect, ruleset):
    chosen, page = GAMES[ruleset], begun_before(led, ruleset)
    page.locator("summary", has_text="Weapons of your own").click()
    page.get_by_role("button", name="Add a weapon").click()
    rename(page, "name of weapon 1", "long blade")
    value = page.locator(f'[data-key="weapons.long blade.{chosen.key}"]')
    value.select_option("axe") if chosen.key == "shape" else value.fill("2")
    take(page, 1, "long blade")
    settled(page)
    expect(page.get_by_label("The answer").get_by_role("heading")).to_contain_text("in a hundred")
    made = data_of(page)
    assert made["weapons"]["long blade"][chosen.key] in ("axe", 2)
    assert made["unit"][0]["weapons"] == ["long blade"]
    page.get_by_role("button", name=re.compile(r"^Remove\slong blade")).click()
    expect(page.get_by_text("Weapons of your own (1)")).to_have_count(0)
    settled(page)
    made = data_of(page)
    assert "weapons" not in made
    assert not made["unit"][0].get("weapons")


def test_the_number_used_by_a_ruling_can_be_typed_in_on_the_odds_page(led, expect):
    page = begun_before(led, "warstrike")
    page.locator("summary", has_text="Rulings").click()
    page.get_by_label("Find a ruling").fill("attrition")
    page.locator("details details summary").first.click()
    page.get_by_label("after every second half-cycle").check()
    expect(page.get_by_label("number", exact=True)).to_have_value("50")
    page.get_by_label("number", exact=True).fill("8")
    page.get_by_label("number", exact=True).press("Enter")
    settled(page)
    assert {"option": "attrition", "n": 8} in data_of(page)["rulings"].values()


def test_units_can_be_added_and_removed_on_the_odds_page_but_each_side_keeps_at_least_one(led, expect):
    page = begun_before(led, "wwpd")
    expect(page.get_by_role("button", name="Remove red unit")).to_have_count(0)
    page.get_by_role("button", name="Add a unit to red").click()
    page.get_by_role("button", name="Remove red unit 2").wait_for()
    page.get_by_label("red unit 2 with blue unit").or_(page.get_by_label("blue unit with red unit 2")).first.wait_for()
    expect(page.get_by_role("button", name="Remove blue unit")).to_have_count(0)
    page.get_by_role("button", name="Remove red unit 2").click()
    expect(page.get_by_role("button", name="Remove red unit")).to_have_count(0)
    settled(page)
    assert [unit["name"] for unit in data_of(page)["unit"]] == ["red unit", "blue unit"]


def test_a_side_keeps_its_name_if_the_new_name_is_empty_or_already_taken(led, expect):
    page = begun_before(led, "wwpd")
    for name in ("", "  ", "blue"):
        rename(page, "name of side 1", name)
        expect(page.get_by_role("alert")).to_contain_text("name")
        settled(page)
        assert [unit["side"] for unit in data_of(page)["unit"]] == ["red", "blue"], name
        rename(page, "name of side 1", "red")
        expect(page.get_by_role("alert")).to_have_count(0)


def test_a_unit_on_the_odds_page_can_take_an_existing_profile_or_a_new_one(led, expect):
    page = begun_before(led, "wab")
    chooser = page.locator('[data-key="unit[1].profile"]')
    chooser.select_option("blue_unit")
    page.get_by_text("Also of blue unit").wait_for()
    chooser.select_option(label="a new one, plain")
    expect(page.get_by_text("Also of blue unit")).to_have_count(0)
    settled(page)
    assert sorted(data_of(page)["profiles"]) == ["blue_unit", "red_unit"]


def test_axe_finds_no_serious_accessibility_fault_in_the_panels_for_rulings_and_weapons(led, faults_of):
    page = begun_before(led, "scrollhammer")
    page.locator("summary", has_text="Weapons of your own").click()
    page.get_by_role("button", name="Add a weapon").click()
    page.locator("summary", has_text="Rulings").click()
    page.locator("details details summary").nth(3).click()
    page.get_by_label("as usual").first.wait_for()
    rename(page, "name of side 1", "")
    settled(page)
    for window in in_windows(page, EXTREMES):
        assert faults_of(page) == [], window
        assert not is_too_wide(page), window


def test_outdated_odds_stay_readable_while_new_ones_are_being_computed(led, faults_of):
    page = begun_before(led, "scrollhammer")
    page.locator(".version").first.evaluate("answer => answer.classList.add('old')")
    page.wait_for_timeout(600)
    assert faults_of(page) == []

"""One button puts units in contact on a table, and a form moves a unit to a given place and facing."""

import re

import pytest

from tests.protocol.browser.at_a_table import HERE, OPEN, SENSIBLE, set_up

MOVED = """([x, y]) => {
    const box = document.querySelector("[data-unit='0']").getBoundingClientRect()
    return Math.hypot(box.x - x, box.y - y) > 1
}"""


@pytest.mark.parametrize(
    "example",
    [
        "scrollhammer/knights_and_spears.toml",
        "wab/fear_and_frenzy.toml",
        "warstrike/press.toml",
        "wwpd/plain_men.toml",
        "scorched/duel.toml",
    ],
)
def test_units_in_contact_are_put_on_a_table_and_played_there(led, expect, example):
    page = set_up(led, example, HERE, SENSIBLE)
    expect(page.get_by_text("These units are in contact and have no positions")).to_be_visible()
    page.get_by_role("button", name="Put the units on a table").click()
    expect(page.get_by_role("button", name="Add terrain")).to_be_visible()
    expect(page.locator(OPEN + " >> visible=true")).to_be_enabled()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator(OPEN + " >> visible=true").click()
    page.get_by_role("heading", name="Log").wait_for()


def test_a_unit_can_be_moved_and_turned_by_typing_numbers_into_the_form(led, expect):
    page = set_up(led, "scrollhammer/demo.toml", HERE, SENSIBLE)
    page.locator("[data-unit='0']").first.click()
    left, below, facing = (page.get_by_label(name) for name in ("From the left", "From below", "Facing"))
    expect(left).to_be_visible()
    before = page.locator("[data-unit='0']").first.bounding_box()
    left.fill("5")
    left.press("Enter")
    below.fill("4.5")
    below.press("Enter")
    facing.fill("350")
    facing.press("Enter")
    expect(left).to_have_value("5")
    expect(below).to_have_value("4.5")
    expect(facing).to_have_value("350")
    expect(page.get_by_label("Scenario", exact=True)).to_have_value(re.compile(r"x = 5(\.0)?\b"))
    page.wait_for_function(MOVED, arg=[before["x"], before["y"]])


def test_units_in_contact_can_be_moved_apart_and_back_into_contact_on_the_odds_page(led, expect):
    page = led("#/odds?example=scrollhammer/duel.toml")
    page.get_by_role("button", name="Put them on a table, apart").click()
    back = page.get_by_role("button", name="Put them in contact, without a table")
    expect(back).to_be_visible()
    expect(page.get_by_label("The answer").get_by_role("heading", name="Not ready yet")).to_have_count(0)
    back.click()
    expect(page.get_by_role("button", name="Put them on a table, apart")).to_be_visible()
    expect(page.get_by_label("The answer").get_by_text("Chances are exact")).to_be_visible()


def test_the_radio_button_for_the_turn_of_each_side_is_labelled_with_the_name_of_that_side(led, expect):
    page = led("#/odds?example=scrollhammer/duel.toml")
    for side in ("hills", "houses"):
        expect(page.get_by_role("radio", name=f"{side}: its turn")).to_have_count(1)

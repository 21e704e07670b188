"""Units from unit files and army lists can be added, changed and removed in the set-up of a table."""

import re

import pytest

from tests.importers.samples import CATALOGUE
from tests.protocol.browser.at_a_table import HERE, OPEN, SENSIBLE, set_up


def units(page):
    return page.get_by_label("Set-up", exact=True).locator("table tbody tr")


@pytest.mark.parametrize("example", ["scrollhammer/demo.toml", "wab/pursuit.toml", "warstrike/boarding.toml"])
def test_a_unit_from_a_unit_file_can_be_added_to_a_table_and_played(opened, expect, example):
    page = set_up(opened, example, HERE, SENSIBLE)
    before = page.locator("[data-model]").count()
    page.get_by_text("Add units from the library").click()
    page.get_by_label("Search units").fill("units with their points")
    added = page.locator("li", has_text="Units with their points").first
    added.get_by_role("button", name=re.compile("^to ")).first.click()
    page.wait_for_function("(before) => document.querySelectorAll('[data-model]').length > before", arg=before)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator(OPEN + " >> visible=true").click()
    page.get_by_role("heading", name="Log").wait_for()


def test_the_weapons_of_a_unit_at_a_table_can_be_changed_and_the_unit_can_be_removed(opened, expect):
    page = set_up(opened, "scrollhammer/demo.toml", HERE, SENSIBLE)
    page.locator("[data-unit='1']").first.click()
    page.get_by_text("Weapons, rules, profile and heroes").click()
    card = page.get_by_label("unit spellswords")
    card.get_by_role("button", name="remove bow").click()
    expect(card.get_by_role("button", name="remove bow")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator("[data-unit]").first).to_be_visible()
    expect(page.get_by_label("unit spellswords")).to_have_count(0)


def test_an_imported_army_list_is_kept_in_the_browser(opened, expect):
    page = opened("#/odds?example=scrollhammer/duel.toml")
    page.get_by_text("Library of units").click()
    page.get_by_label("Import an army list").set_input_files(
        {"name": "mine.cat", "mimeType": "text/xml", "buffer": CATALOGUE.encode()}
    )
    expect(page.get_by_role("status").filter(has_text="saved in this browser")).to_be_visible()
    page.reload()
    page.get_by_text("Library of units").click()
    row = page.locator("li", has_text="mine.cat").first
    row.get_by_role("button", name=re.compile("^to ")).first.click()
    expect(page.get_by_label("The answer").get_by_text("%").first).to_be_visible()
    page.get_by_label("Import an army list").set_input_files(
        {"name": "mine.pdf", "mimeType": "application/pdf", "buffer": b"%PDF"}
    )
    expect(page.get_by_role("status").filter(has_text="does not have the file extension of an army")).to_be_visible()

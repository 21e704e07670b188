"""The start page has one sentence, three entrances, no unnecessary words, and all the metadata that a browser
expects.
"""

import gzip
import re

from pilein.protocol.built_page import built_page
from tests.protocol.browser.at_a_table import question
from tests.protocol.browser.windows import in_windows, is_too_wide

LARGEST = 150_000  # bytes of the page's scripts, styles and icons, compressed


def test_the_start_page_explains_the_site_and_has_three_entrances(opened, expect, faults_of):
    page = opened("")
    page.get_by_role("heading", name="Who wins the close combat?").wait_for()
    for window in in_windows(page):
        expect(page.locator(".doors li >> visible=true")).to_have_count(3)
        expect(page.get_by_text(re.compile("close-combat rules of 5"))).to_be_visible()
        assert not is_too_wide(page), window
        assert faults_of(page) == [], window


def test_a_game_against_the_bot_starts_with_one_click_on_the_start_page(opened):
    page = opened("")
    page.get_by_role("button", name="Play a phase now").click()
    question(page).wait_for()
    page.wait_for_function("() => document.title.startsWith('● Your turn: legion against hills')")
    page.get_by_role("link", name="Pile In").click()
    page.get_by_role("link", name="legion against hills").first.wait_for()


def test_built_pages_have_titles_and_descriptions_and_a_manifest(opened):
    page = opened("")
    assert page.title() == "Pile In: odds and play of close combat in tabletop wargames"
    assert "wargames" in page.locator("meta[name=description]").get_attribute("content")
    found = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((one) => one.json())")
    assert found["short_name"] == "Pile In"
    page.get_by_role("link", name="Look up").or_(page.get_by_role("link", name="Open the book")).first.click()
    page.wait_for_function("() => document.title === 'Rules and rulings · Pile In'")


def test_the_built_page_is_smaller_than_150_kilobytes_when_compressed(server):
    files = [one for one in (*built_page().iterdir(), *built_page().joinpath("assets").iterdir()) if one.is_file()]
    assert len(files) > 2
    assert sum(len(gzip.compress(one.read_bytes())) for one in files) < LARGEST

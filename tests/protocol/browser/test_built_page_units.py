"""A set-up takes units from a searchable library, gives heroes profiles of their own, supports undo and can become a
table.
"""

import re

DUEL = "#/odds?example=scrollhammer/duel.toml"


def at_odds(opened, place=DUEL):
    page = opened(place)
    page.get_by_label("The answer").get_by_role("heading", name=re.compile("in a hundred|wins|win")).first.wait_for()
    return page


def answer_of(page):
    return page.get_by_label("The answer")


def test_a_unit_from_the_library_can_be_added_to_a_side(led, expect):
    page = at_odds(led)
    page.get_by_text("Library of units").click()
    page.get_by_label("Search units").fill("levies spear")
    row = page.locator("li", has_text="levies").filter(has=page.get_by_role("button", name=re.compile("^to "))).first
    row.get_by_role("button", name=re.compile("^to ")).first.click()
    expect(page.get_by_role("region", name="unit levies")).to_be_visible()
    expect(page.get_by_text("This cannot be")).to_have_count(0)
    page.get_by_role("button", name="Undo the last change").click()
    expect(page.get_by_role("region", name="unit levies")).to_have_count(0)


def test_a_unit_saved_in_the_browser_is_offered_on_the_next_visit(opened, expect):
    page = at_odds(opened)
    page.get_by_text("Library of units").click()
    page.locator(".row").get_by_role("button").first.click()
    page.reload()
    page.get_by_text("Library of units").click()
    expect(page.get_by_text("saved here")).to_be_visible()


def test_a_hero_added_with_one_click_has_a_profile_that_can_be_edited(led, expect):
    page = at_odds(led, "#/odds?example=scrollhammer/knights_and_spears.toml")
    spears = page.locator("section[aria-label^='unit ']").last
    spears.get_by_role("button", name="Add a hero").click()
    expect(page.locator("[data-key$='_hero.WS']")).to_be_focused()
    strength = page.locator("[data-key^='profiles.'][data-key*='_hero.'][data-key$='.A']").first
    strength.fill("9")
    expect(page.get_by_label("Losses")).to_be_visible()
    expect(page.locator(".problem")).to_have_count(0)


def test_the_back_button_returns_to_the_previous_set_up(led, expect):
    page = at_odds(led)
    expect(page).to_have_url(re.compile(r"\?a="))
    page.get_by_label("Game", exact=True).select_option("scorched")
    page.locator("[data-key^='profiles.']").first.wait_for()
    expect(page.get_by_label("Game", exact=True)).to_have_value("scorched")
    expect(page).to_have_url(re.compile(r"\?a="))
    page.wait_for_timeout(500)
    page.go_back()
    expect(page.get_by_label("Game", exact=True)).to_have_value("scrollhammer")


def test_the_set_up_of_the_odds_page_can_be_played_on_a_table(led, expect):
    page = at_odds(led)
    page.get_by_role("button", name="Play it on a table").click()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="Log").wait_for()
    expect(page.locator(".standing")).to_contain_text("hills")

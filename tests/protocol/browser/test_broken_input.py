"""After absurd input, the page names the fault, stays within the width of the window, and remains usable."""

import re

import pytest

from tests.protocol.browser.test_odds import field, of_example, settled
from tests.protocol.browser.windows import LIGHT, in_windows, is_too_wide


def test_impossible_numbers_of_models_are_reported_within_the_page(led, expect):
    page = of_example(led)
    for number in ("1e308", "99999999999999999999", "-5", "1.5", ""):
        field(page, "unit[2].models").fill(number)
        expect(page.get_by_role("heading", name="Not ready yet")).to_be_visible()
        settled(page)
        assert [one for one in in_windows(page, LIGHT) if is_too_wide(page)] == []
        field(page, "unit[2].models").fill("1")
        expect(page.get_by_label("The answer").get_by_role("heading", name="in a hundred")).to_be_visible()


def test_set_up_text_without_units_or_for_a_different_game_does_not_block_the_odds_page(led, expect):
    page = of_example(led)
    for text in ("", 'ruleset = "scorched"', 'ruleset = "hordes"', "unit = 5", 'ruleset = "wab"\nunit = []'):
        page.get_by_role("button", name="Text", exact=True).click()
        page.get_by_label("The set-up as text").fill(text)
        expect(page.get_by_role("heading", name="Not ready yet")).to_be_visible()
        expect(page.get_by_label("The answer")).not_to_contain_text(re.compile("--|pilein "))
        page.get_by_role("button", name="Form", exact=True).click()
        page.get_by_label("Game").select_option("wab")
        page.locator('option[value^="wab/"]').first.wait_for(state="attached")
        page.get_by_label("Begin with").select_option("anew")
        expect(page.get_by_label("The answer").get_by_role("heading", name="in a hundred")).to_be_visible()


def test_the_form_adds_the_sides_missing_from_set_up_text_without_units(led, expect):
    page = of_example(led)
    page.get_by_role("button", name="Text", exact=True).click()
    page.get_by_label("The set-up as text").fill('ruleset = "wwpd"\nactive = "red"\n[press]\npairs = []\n')
    page.get_by_role("button", name="Form", exact=True).click()
    for side in ("red", "blue"):
        page.get_by_role("button", name=f"Add a unit of {side}").click()
    expect(page.get_by_label("The answer").get_by_role("heading", name="in a hundred")).to_be_visible()


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("#/odds?a=AAAA", "This link is damaged"),
        ("#/odds?example=old/name.toml", "There is no example “old/name.toml”"),
    ],
)
def test_an_outdated_link_to_odds_is_reported_and_a_different_game_can_be_opened(opened, expect, link, words):
    page = opened(link)
    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(page.get_by_label("The answer").get_by_role("heading", name="in a hundred")).to_be_visible()
    page.get_by_label("Game").select_option("wwpd")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_an_outdated_link_to_a_table_is_reported_with_the_name_of_the_missing_example(opened, expect):
    page = opened("#/table?example=old/name.toml")
    expect(page.get_by_role("alert")).to_contain_text("old/name.toml")


def test_an_answer_to_a_nonexistent_question_can_be_removed_if_it_came_with_a_link(led, expect):
    page = of_example(led)
    page.wait_for_url(re.compile("a="))
    again = led(page.url[page.url.index("#") :] + "&fixed=XX-1%3Dhold")
    expect(again.get_by_role("heading", name="No odds for this")).to_be_visible()
    again.locator("summary", has_text="Decisions beforehand").click()
    again.get_by_role("button", name=re.compile("Remove it")).click()
    expect(again.get_by_label("The answer").get_by_role("heading", name="in a hundred")).to_be_visible()


def test_the_odds_are_shown_even_after_the_page_is_reloaded_repeatedly_during_their_computation(opened, expect):
    page = opened("#/odds?example=wab/press.toml")
    for _ in range(4):
        page.reload()
    expect(page.get_by_label("The answer").get_by_role("heading", name="in a hundred")).to_be_visible()


@pytest.mark.parametrize("link", ["#/odds", "#/table", "#/replay", "#/book", "#/nothing"])
def test_no_part_of_the_site_is_wider_than_the_browser_window(opened, expect, link):
    page = opened(link)
    expect(page.locator("main")).to_contain_text(re.compile(r"\w"))
    page.wait_for_load_state("networkidle")
    assert [one for one in in_windows(page) if is_too_wide(page)] == []

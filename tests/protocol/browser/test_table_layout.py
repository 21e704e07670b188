"""The layout of the table page keeps the log in view and names readable, cuts nothing off, and sends keys to the
question.
"""

from pathlib import Path

import pytest

from tests.protocol.browser.at_a_table import ENDED, HERE, SENSIBLE, USUAL, at_a_table, is_over, question, set_up
from tests.protocol.browser.test_odds import of_text
from tests.protocol.browser.windows import EXTREMES, LIGHT, SIZES, in_windows, is_too_wide

DEMO = "scrollhammer/demo.toml"
EXAMPLES = Path(__file__).parents[3] / "examples"
HIDDEN = (
    "() => { const box = document.querySelector('.log'); return box.scrollHeight - box.scrollTop - box.clientHeight }"
)


def of_size(name):
    width, height = SIZES[name]
    return {"viewport": {"width": width, "height": height}}


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_log_follows_new_events_and_the_enter_key_gives_an_answer_even_after_a_click_beside_the_board(opened, size):
    page = at_a_table(opened, DEMO, HERE, SENSIBLE, **of_size(size))
    for _ in range(8):
        page.locator(USUAL).or_(page.locator(ENDED)).first.wait_for()
        if is_over(page):
            break
        before = page.locator(".log li").count()
        page.get_by_role("heading", name="Log").click()
        page.keyboard.press("Enter")
        page.wait_for_function("(count) => document.querySelectorAll('.log li').length > count", arg=before)
        page.wait_for_function(f"() => ({HIDDEN})() < 30")


def test_the_log_stays_at_the_place_the_reader_has_scrolled_to_and_announces_new_lines(led, expect):
    page = at_a_table(led, DEMO, SENSIBLE, SENSIBLE)
    page.locator(ENDED).wait_for()
    page.locator(".log").hover()
    page.mouse.wheel(0, -400)
    more = page.get_by_role("button", name="More below")
    more.wait_for()
    assert page.evaluate(HIDDEN) > 100
    more.click()
    page.wait_for_function(f"() => ({HIDDEN})() < 30")
    expect(more).to_have_count(0)


def test_names_of_beaten_units_on_the_board_are_not_struck_through(led):
    page = at_a_table(led, DEMO, SENSIBLE, SENSIBLE)
    page.locator(ENDED).wait_for()
    lines = "[...document.querySelectorAll('svg .name tspan')].map((one) => getComputedStyle(one).textDecorationLine)"
    assert set(page.evaluate(lines)) <= {"none"}


def test_a_long_name_of_a_side_does_not_widen_the_table_page(led):
    page = set_up(led, DEMO, HERE, SENSIBLE)
    page.get_by_text("The scenario as text").click()
    text = page.get_by_label("Scenario", exact=True)
    long = "legion" * 12
    text.fill(text.input_value().replace('"legion"', f'"{long}"').replace("sides.legion", f"sides.{long}"))
    page.locator("label", has_text="legionlegion").first.wait_for()
    assert not [window for window in in_windows(page, LIGHT) if is_too_wide(page)]
    page.get_by_role("button", name="Open the table").click()
    question(page).wait_for()
    assert not [window for window in in_windows(page, LIGHT) if is_too_wide(page)]


def test_no_part_of_the_book_is_cut_off_on_any_screen(led):
    page = led("#/book/wab")
    page.get_by_role("heading", name="Order of play").or_(page.locator("h2").first).first.wait_for()
    cut = "() => { const one = document.querySelector('aside'); return one.scrollWidth - one.clientWidth }"
    for window in in_windows(page, LIGHT):
        assert not is_too_wide(page), window
        assert page.evaluate(cut) <= 0, window


def test_tables_opened_in_the_browser_are_listed_and_a_link_to_an_example_opens_that_example(opened, expect):
    page = at_a_table(opened, DEMO, HERE, SENSIBLE)
    first = question(page).inner_text()
    page.get_by_role("link", name="Table", exact=True).click()
    page.get_by_label("Your tables").get_by_role("link", name="legion against hills").click()
    expect(question(page)).to_have_text(first, use_inner_text=True)
    page.get_by_role("link", name="Table", exact=True).click()
    page.evaluate("location.hash = '#/table?example=wwpd/charge.toml'")
    page.get_by_label("Who plays brutes").or_(page.get_by_label("Who plays")).first.wait_for()
    expect(page.get_by_role("application")).to_be_visible()


def test_the_bars_of_two_compared_versions_have_a_legend_and_keep_their_colours(opened, expect):
    page = opened("#/odds?example=scrollhammer/duel.toml", forced_colors="active")
    page.get_by_role("button", name="Compare with a copy").click()
    expect(page.get_by_role("region", name="Losses").get_by_role("listitem")).to_have_text(["A", "B"])
    colour = "getComputedStyle(document.querySelector('.chart svg')).forcedColorAdjust"
    assert page.evaluate(colour) == "none"


NAME = "\u05e6\u05d1\u05d0"  # an army, written from right to left
RIGHT_OF_NAME = """(where) => {
    const name = document.querySelector(`${where} bdi`);
    const range = document.createRange();
    range.selectNodeContents(where.startsWith(".standing") ? name.closest(".side").querySelector(".quiet")
        : name.nextElementSibling);
    return range.getBoundingClientRect().left >= name.getBoundingClientRect().right;
}"""


def test_figures_stand_to_the_right_of_a_name_that_is_written_from_right_to_left(led, expect):
    page = set_up(led, DEMO, HERE, SENSIBLE)
    page.get_by_text("The scenario as text").click()
    text = page.get_by_label("Scenario", exact=True)
    given = text.input_value().replace('"legion"', f'"{NAME}"').replace("sides.legion", f'sides."{NAME}"')
    text.fill(given.replace('"legionaries"', f'"{NAME} 2"'))
    page.locator("label", has_text=NAME).first.wait_for()
    page.get_by_role("button", name="Open the table").click()
    question(page).wait_for()
    expect(page.locator(".standing bdi").first).to_have_text(NAME)
    for window in in_windows(page, EXTREMES):
        assert page.evaluate(RIGHT_OF_NAME, ".standing"), window
        own = page.locator("svg .name .own", has_text=NAME).first
        assert own.evaluate("(one) => getComputedStyle(one).unicodeBidi") == "isolate", window
        assert not is_too_wide(page), window


def test_the_odds_stand_to_the_right_of_the_name_of_a_side_that_is_written_from_right_to_left(led, expect):
    text = (EXAMPLES / "scrollhammer/duel.toml").read_text(encoding="utf-8").replace('"hills"', f'"{NAME}"')
    page = of_text(led, text)
    expect(page.get_by_label("The answer").locator(".labels bdi").first).to_have_text(NAME)
    assert page.evaluate(RIGHT_OF_NAME, ".labels")

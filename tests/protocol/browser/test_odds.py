"""The odds page has a form, messages about wrong input, a view as text, links, a comparison of two versions, fixed
answers, charges and a sensitivity analysis.
"""

import base64
import json
import re
import subprocess
import sys
import zlib
from pathlib import Path

from tests.protocol.browser.windows import EXTREMES, in_windows, is_too_wide

DUEL = "scrollhammer/duel.toml"
CHARGE = "scrollhammer/flight.toml"


def settled(page) -> None:
    """Wait until the page shows the odds for the current content of the form."""
    page.locator("[aria-busy=true]").first.wait_for(state="detached")


def of_example(opened, example: str = DUEL, **context):
    page = opened(f"#/odds?example={example}", **context)
    page.get_by_label("The answer").get_by_role("heading", name="in a hundred").wait_for()
    settled(page)
    return page


def of_text(opened, text: str, **context):
    """Return the odds page of a set-up that is given as text, opened by a link."""
    packed = zlib.compress(text.encode(), wbits=-15)
    return opened(f"#/odds?a={base64.urlsafe_b64encode(packed).decode().rstrip('=')}", **context)


def of_the_quickest_duel(opened, **context):
    """Return the odds page of a duel with one wound and one attack a side, for which the effects of all changes are
    computed in half the time.
    """
    duel = Path(f"examples/{DUEL}").read_text(encoding="utf-8")
    page = of_text(opened, re.sub(r"\b([WA]) = \d", r"\1 = 1", duel), **context)
    page.get_by_label("The answer").get_by_role("heading", name="in a hundred").wait_for()
    settled(page)
    return page


def field(page, key: str):
    return page.locator(f'[data-key="{key}"]')


def text_of(page):
    page.get_by_role("button", name="Text", exact=True).click()
    found = page.get_by_label("The set-up as text").input_value()
    page.get_by_role("button", name="Form", exact=True).click()
    return found


def told_by_the_command_line(text: str, tmp_path):
    file = tmp_path / "typed.toml"
    file.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pilein.cli.start", "odds", "--json", str(file)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def test_odds_of_a_scenario_typed_into_the_form_equal_those_of_the_command_line(opened, expect, tmp_path):
    page = of_example(opened)
    for key, value in (("profiles.noble.WS", "6"), ("profiles.hill_king.W", "3"), ("profiles.noble.Ld", "9")):
        field(page, key).fill(value)
    field(page, "unit[2].weapons").fill("spear")
    page.keyboard.press("Enter")
    settled(page)
    typed = text_of(page)
    assert "WS = 6" in typed
    assert "spear" in typed
    told = told_by_the_command_line(typed, tmp_path)
    shown = page.get_by_label("The answer")
    for side in ("hills", "houses"):
        chance = 100 * told["outcome"][f"{side} wins"]["decimal"]
        expect(shown).to_contain_text(re.compile(rf"{side} win\s*{chance:.1f} %"))
    losses = told["losses_in_short"]["noble"]["mean"]["decimal"]
    expect(page.get_by_label("Losses")).to_contain_text(f"noble: lost in {100 * losses:.1f} % of all fights")


def test_wrong_input_is_explained_beside_its_field_and_in_the_answer_panel(led, expect):
    page = of_example(led)
    field(page, "profiles.noble.WS").fill("14")
    page.get_by_text("too large: write a number from 0 to 10").first.wait_for()
    page.get_by_role("heading", name="Not ready yet").wait_for()
    expect(page.get_by_label("Losses")).to_have_count(0)
    field(page, "profiles.noble.A").focus()
    page.get_by_role("button", name="noble: WS").click()
    expect(field(page, "profiles.noble.WS")).to_be_focused()
    field(page, "profiles.noble.WS").fill("4")
    page.get_by_role("heading", name="times in a hundred").wait_for()


def test_the_form_and_the_text_follow_changes_in_each_other_and_an_error_names_its_line(led, expect):
    page = of_example(led)
    text = text_of(page)
    page.get_by_role("button", name="Text", exact=True).click()
    area = page.get_by_label("The set-up as text")
    area.fill(text.replace("WS = 5", "WS = 7"))
    settled(page)
    page.get_by_role("button", name="Form", exact=True).click()
    expect(field(page, "profiles.noble.WS")).to_have_value("7")
    page.get_by_role("button", name="Text", exact=True).click()
    area.fill("ruleset = \n" + text)
    page.get_by_role("button", name="Line 1").wait_for()
    page.get_by_role("button", name="Form", exact=True).click()
    page.get_by_text("The text cannot be read").wait_for()


def test_a_link_restores_both_versions_of_a_comparison(opened, expect):
    page = of_example(opened)
    page.get_by_role("button", name="Compare with a copy").click()
    page.get_by_text("B is like A").wait_for()
    field(page, "profiles.noble.A").fill("5")
    settled(page)
    page.get_by_text("noble: A 3 → 5").wait_for()
    page.get_by_text("Against A: hills −").wait_for()
    page.get_by_label("Fought for").select_option("2")
    settled(page)
    answers = page.get_by_label("The answer").text_content()
    again = opened(page.url[page.url.index("#") :])
    again.get_by_role("heading", name="B: ").wait_for()
    settled(again)
    expect(again.get_by_label("The answer")).to_have_text(answers)
    expect(again.get_by_label("Fought for")).to_have_value("2")


def test_a_different_game_and_an_example_can_be_chosen_on_the_page(opened, expect):
    page = opened("#/odds")
    page.get_by_role("heading", name="times in a hundred").wait_for()
    page.get_by_label("Game").select_option("wwpd")
    page.locator('option[value="wwpd/plain_men.toml"]').wait_for(state="attached")
    page.get_by_label("Begin with").select_option("wwpd/plain_men.toml")
    page.get_by_role("heading", name="An even fight: hive 45, cult 45 times in a hundred.").wait_for()
    expect(field(page, "profiles.militia.skill").first).to_have_value("3")


def test_the_keyboard_goes_through_the_examples_and_enter_opens_one(led, expect):
    page = of_example(led)
    box, unit = page.get_by_label("Begin with"), page.get_by_role("region", name="unit noble", exact=True)
    expect(unit).to_be_visible()
    here = box.input_value()
    box.press("ArrowDown")
    box.press("ArrowDown")
    expect(page.get_by_role("button", name="Open it")).to_be_visible()
    there = box.input_value()
    assert there not in (here, "")
    expect(unit).to_be_visible()
    box.press("Enter")
    expect(unit).to_have_count(0)
    expect(box).to_have_value(there)
    expect(page.get_by_role("button", name="Open it")).to_have_count(0)


def test_a_damaged_link_to_odds_is_reported(opened):
    page = opened("#/odds?a=AAAA")
    page.get_by_text("This link is damaged").wait_for()


def test_answers_given_in_advance_are_listed_with_the_assumptions_of_the_odds(opened, expect):
    page = of_example(opened)
    page.get_by_text("Decisions beforehand").click()
    page.locator("td select").first.wait_for()
    choice = page.locator("td select").first
    choice.select_option(index=1)
    settled(page)
    expect(page).to_have_url(re.compile("fixed="))
    expect(page.get_by_text("Decisions beforehand (1)")).to_be_visible()


def test_the_odds_page_shows_the_probability_of_a_charge_by_distance(led, expect):
    page = of_example(led, CHARGE)
    page.get_by_text("The charge, by distance").click()
    slider = page.get_by_label("Distance")
    slider.wait_for()
    slider.fill("2")
    expect(page.locator("p", has_text='From 2" the charge')).to_contain_text("100 %")


def test_units_in_contact_are_placed_apart_to_compute_the_odds_of_a_charge(led, expect):
    page = of_example(led)
    page.get_by_text("The charge, by distance").click()
    panel = page.locator("details", has_text="The charge, by distance").first
    expect(panel.get_by_label("Distance")).to_be_visible()
    expect(panel).to_contain_text("For their charge they stand by themselves on an empty table")
    expect(panel.locator(".answer")).to_contain_text(re.compile('From .*" the charge of .* arrives'))
    field(page, "profiles.noble.WS").fill("14")
    expect(panel.get_by_role("status")).to_contain_text("as soon as nothing is wrong")


def test_the_odds_page_states_that_a_ruleset_has_no_charges(led, expect):
    page = of_example(led, "scorched/duel.toml")
    page.get_by_text("The charge, by distance").click()
    panel = page.locator("details", has_text="The charge, by distance").first
    expect(panel.get_by_role("status")).to_contain_text("Units do not charge in Scorched")
    expect(panel.get_by_label("Charger")).to_have_count(0)


def test_only_questions_that_occur_in_a_fight_can_be_answered_in_advance(led, expect):
    page = of_example(led)
    page.get_by_text("Decisions beforehand").click()
    asked = page.locator("details", has_text="Decisions beforehand").first.locator("> table tbody tr")
    expect(asked).to_have_count(1)
    expect(asked.locator("select")).to_have_count(1)
    expect(asked).to_contain_text("not asked")
    page.get_by_text("other questions of these rules").click()
    expect(page.get_by_text("how does a unit react to a charge?")).to_be_visible()


def test_the_odds_page_shows_the_effect_of_one_change_at_a_time(led, expect):
    page = of_the_quickest_duel(led)
    page.get_by_text("What would change it").click()
    page.get_by_text("One change at a time").wait_for()
    expect(page.get_by_text("models 1 → 2").first).to_be_visible()


def test_axe_finds_no_serious_accessibility_fault_on_the_odds_page(led, faults_of):
    page = of_the_quickest_duel(led)
    for folded in reversed(page.locator("summary").all()):  # what is opened may hold more of them, further down
        folded.click()
    page.get_by_text("One change at a time").wait_for()
    for window in in_windows(page, EXTREMES):
        assert faults_of(page) == [], window
        assert not is_too_wide(page), window
    field(page, "profiles.noble.WS").fill("14")
    page.get_by_role("heading", name="Not ready yet").wait_for()
    for window in in_windows(page, EXTREMES):
        assert faults_of(page) == [], window


def test_a_weapon_can_be_chosen_with_the_keyboard_alone(led, expect):
    page = of_example(led)
    field(page, "unit[1].weapons").focus()
    page.keyboard.type("hal")
    expect(page.get_by_role("option", name=re.compile("^halberd"))).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="remove ").last.wait_for()
    page.keyboard.press("Backspace")
    settled(page)
    assert "halberd" not in text_of(page)


def test_three_versions_can_be_compared_and_a_link_restores_them(led, expect):
    page = of_example(led)
    page.get_by_role("button", name="Compare with a copy").click()
    field(page, "profiles.noble.A").fill("5")
    settled(page)
    page.get_by_role("button", name="Copy B as one more").click()
    field(page, "profiles.noble.WS").fill("9")
    settled(page)
    versions = page.get_by_label("The answer").get_by_role("heading")
    expect(versions).to_have_text([re.compile("^A: "), re.compile("^B: "), re.compile("^C: ")])
    page.get_by_text("noble: WS 5 → 9").wait_for()
    losses = page.get_by_role("region", name="Losses")
    expect(losses.get_by_role("list").first.get_by_role("listitem")).to_have_text(["A", "B", "C"])
    losses.get_by_role("img", name="Models lost by noble").focus()
    page.keyboard.press("ArrowRight")
    expect(losses.locator(".read").nth(1)).to_have_text(
        re.compile(r"0 models lost: A \d+\.\d %, B \d+\.\d %, C \d+\.\d %")
    )
    answers = page.get_by_label("The answer").text_content()
    again = led(page.url[page.url.index("#") :])
    again.get_by_role("heading", name="C: ").wait_for()
    settled(again)
    expect(again.get_by_label("The answer")).to_have_text(answers)
    page.get_by_role("button", name="Drop C").click()
    expect(versions).to_have_count(2)


def test_a_set_up_can_be_compared_and_shared_only_once_it_has_been_loaded(opened, expect):
    page = opened("#/book/wab")
    page.locator("h2").first.wait_for()
    page.evaluate(
        """() => { const send = WebSocket.prototype.send;
        window.held = [];
        WebSocket.prototype.send = function (text) {
            if (text.includes('AskExample')) window.held.push(() => send.call(this, text));
            else send.call(this, text);
        } }"""
    )
    page.evaluate("location.hash = '#/odds?example=scrollhammer/duel.toml'")
    compare = page.get_by_role("button", name="Compare with a copy")
    expect(compare).to_be_disabled()
    page.wait_for_function("window.held.length > 0")
    expect(page.get_by_role("button", name="Copy link")).to_be_disabled()
    page.evaluate("window.held.forEach((send) => send())")
    compare.click()
    expect(page.get_by_role("region", name="Losses").get_by_role("listitem")).to_have_text(["A", "B"])


def test_the_chances_of_both_sides_stay_visible_when_the_page_is_scrolled_below_the_answer(led, expect):
    page = led("#/odds?example=scrollhammer/duel.toml")
    expect(page.get_by_label("The answer").get_by_text("Chances are exact")).to_be_visible()
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 800})
        page.get_by_text("Decisions beforehand").scroll_into_view_if_needed()
        expect(page.locator(".strip")).to_be_in_viewport()
        expect(page.locator(".strip")).to_have_text(re.compile(r"hills\s*\d+ %\s*houses\s*\d+ %"))

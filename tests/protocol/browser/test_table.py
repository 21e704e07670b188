"""Two pages play whole phases at a shared table. Connections are lost, placements are refused, and undo, links and dice
are used.
"""

import re

import pytest

from tests.protocol.browser.at_a_table import (
    ENDED,
    HERE,
    REMOTE,
    SENSIBLE,
    USUAL,
    answer_all,
    answer_until,
    at_a_table,
    link_for,
    question,
    set_up,
    whatever_the_dice,
)

PHASES = (
    "scorched/brawl.toml",
    "scrollhammer/counter_attack.toml",
    "wab/pursuit.toml",
    "warstrike/boarding.toml",
    "wwpd/charge.toml",
)
DEMO = "scrollhammer/demo.toml"


@pytest.mark.parametrize("example", PHASES)
def test_two_pages_can_play_a_whole_phase_against_each_other(led, expect, example):
    first = at_a_table(led, example, HERE, REMOTE)
    second = led(link_for(first, "whoever plays"))
    second.get_by_role("heading", name="Log").wait_for()
    assert answer_all(first, second) > 0
    expect(second.locator(".log")).to_have_text(first.locator(".log").text_content())


def test_the_dice_of_a_game_against_a_policy_can_be_checked_after_the_game(led):
    page = at_a_table(led, "wab/pursuit.toml", HERE, SENSIBLE)
    page.get_by_text("Fair dice: committed to").wait_for()
    answer_all(page)
    page.get_by_text("Fair dice: check them").click()
    page.get_by_text("Checked on this page").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    assert download.value.suggested_filename.endswith(".json")


def test_spectators_see_the_question_but_cannot_answer(led, expect):
    page = at_a_table(led, DEMO, HERE, SENSIBLE)
    watcher = led(link_for(page, "those who watch"))
    watcher.get_by_text("legion is to answer").wait_for()
    expect(watcher.locator("[data-usual]")).to_have_count(0)
    expect(watcher.get_by_role("button", name="Take back")).to_have_count(0)


@whatever_the_dice
def test_a_page_that_has_lost_its_connection_can_continue_the_game(opened, server, expect):
    page = at_a_table(opened, DEMO, HERE, SENSIBLE)
    answer_until(page, "Which model moves next")
    before = page.locator(".log li").count()
    server.kill()
    page.get_by_text("The line to the engine is lost").wait_for()
    server.start()
    page.get_by_text("The line to the engine is lost").wait_for(state="detached")
    page.locator(USUAL).first.click()
    expect(page.locator(".log li").nth(before)).to_be_attached()
    assert len(re.findall("Charge sub-phase", page.locator(".log").inner_text())) == 1


@whatever_the_dice
def test_the_table_page_shows_the_reason_for_a_refused_placement(led, expect):
    page = at_a_table(led, DEMO, HERE, HERE)
    answer_until(page, "Which model moves next")
    page.get_by_text("It may stand there").wait_for()
    ghost = page.locator("[data-handle=ghost]").bounding_box()
    page.mouse.move(ghost["x"] + ghost["width"] / 2, ghost["y"] + ghost["height"] / 2)
    page.mouse.down()
    page.mouse.move(ghost["x"] + 300, ghost["y"] + 120, steps=8)
    page.mouse.up()
    expect(page.locator(".verdict")).to_have_text(re.compile(r"Not there: .{2,}\."))
    expect(page.get_by_role("button", name="Place it here")).to_be_disabled()


def test_a_solo_player_can_take_back_every_decision(led, expect):
    page = at_a_table(led, DEMO, HERE, HERE)
    first = question(page).inner_text()
    page.locator("[data-usual]").click()
    page.get_by_text("which reaction").first.wait_for()
    page.get_by_role("button", name="Take back the last decision").click()
    page.get_by_role("heading", name=first).wait_for()
    expect(page.locator(".log")).not_to_contain_text("declared a charge")


def test_an_undo_after_a_roll_needs_the_consent_of_the_opponent(led):
    first = at_a_table(led, DEMO, HERE, REMOTE)
    second = led(link_for(first, "whoever plays"))
    second.get_by_role("heading", name="Log").wait_for()
    first.locator("[data-usual]").click()
    second.locator("[data-usual]").click()
    first.get_by_text("legionaries rolled a charge range").first.wait_for()  # in the log, and as the last event
    second.get_by_role("button", name="Take back the last decision").click()
    first.get_by_text("would like to take back").wait_for()
    first.get_by_role("button", name="Agree").click()
    second.get_by_role("heading", name="Levies: which reaction?").wait_for()


def test_a_measuring_tape_is_visible_to_both_players(led, expect):
    first = at_a_table(led, DEMO, HERE, REMOTE)
    second = led(link_for(first, "whoever plays"))
    second.get_by_role("heading", name="Log").wait_for()
    first.get_by_role("button", name="Tape").click()
    board = first.get_by_role("application").bounding_box()
    first.mouse.move(board["x"] + 100, board["y"] + 100)
    first.mouse.down()
    first.mouse.move(board["x"] + 300, board["y"] + 100, steps=4)
    first.mouse.up()
    expect(second.locator(".tape text")).to_have_text(first.locator(".tape text").text_content())


def test_rings_on_the_board_show_the_charge_reach_of_the_chosen_unit(led, expect):
    page = at_a_table(led, "wwpd/charge.toml", HERE, HERE)
    page.get_by_role("button", name="brutes", exact=False).first.click()
    page.get_by_role("button", name="Charge", exact=True).click()
    page.get_by_text("its charge arrives 100 % of the time").wait_for()
    expect(page.locator("[data-ring='8'] text")).to_have_text("8″ · 100 %")
    page.get_by_text("Beyond 8″ no charge arrives").wait_for()
    page.get_by_role("button", name="Charge", exact=True).click()
    page.locator("[data-ring]").first.wait_for(state="detached")


def test_faces_of_real_dice_can_be_typed_in_on_the_table_page(led, expect):
    page = set_up(led, "scrollhammer/duel.toml", HERE, SENSIBLE)
    page.get_by_label("Dice").select_option("typed")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_text("tell the faces as they fell").wait_for()
    page.get_by_label("Faces").fill("1 7")
    page.get_by_text("a die shows 1 to 6", exact=True).wait_for()
    for _ in range(6):
        words = page.get_by_text("tell the faces as they fell").inner_text()
        count = 1 if "one die" in words else int(words.split()[1])
        faces = page.get_by_label("Faces").element_handle()
        page.get_by_label("Faces").fill("5 " * count)
        page.get_by_role("button", name="Done").click()
        page.wait_for_function("(one) => !one.isConnected", arg=faces)
        if page.locator(".log .roll").count():
            break
    expect(page.locator(".log .roll [role=img]").first).to_have_attribute("aria-label", re.compile("5"))


def test_a_forged_link_to_a_table_is_refused(led):
    page = at_a_table(led, DEMO, HERE, SENSIBLE)
    link = link_for(page, "those who watch")
    stranger = led(link[: link.rindex("/")] + "/forged")
    stranger.get_by_role("heading", name="You cannot sit down here").wait_for()


def test_dragging_a_unit_before_a_game_changes_the_text_of_the_set_up(led, expect):
    page = set_up(led, DEMO, HERE, SENSIBLE)
    page.get_by_text("The scenario as text").click()
    text = page.get_by_label("Scenario", exact=True)
    expect(text).to_have_value(re.compile("x = 20"))
    page.get_by_role("button", name="legionaries").click()
    page.get_by_role("application").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('details textarea').value.includes('20.5')")
    model = page.locator("[data-unit='0']").first.bounding_box()
    page.mouse.move(model["x"] + 5, model["y"] + 5)
    page.mouse.down()
    page.mouse.move(model["x"] + 5, model["y"] + 65, steps=5)
    page.mouse.up()
    page.wait_for_function("() => !document.querySelector('details textarea').value.includes('y = 11,')")
    page.get_by_role("button", name="Open the table").click()
    question(page).wait_for()


def test_the_table_page_shows_the_reason_why_a_set_up_cannot_be_played(led, expect):
    page = set_up(led, DEMO, HERE, SENSIBLE)
    page.get_by_text("The scenario as text").click()
    text = page.get_by_label("Scenario", exact=True)
    text.fill(text.input_value().replace("WS = 4", "WS = 400", 1))
    page.get_by_role("heading", name="This cannot be played yet").wait_for()
    expect(page.get_by_role("button", name="Open the table")).to_be_disabled()


def test_names_containing_markup_are_shown_as_plain_text(led, expect):
    page = set_up(led, "scrollhammer/duel.toml", HERE, SENSIBLE)
    page.get_by_text("The scenario as text").click()
    text = page.get_by_label("Scenario", exact=True)
    text.fill(text.input_value().replace("hill king", "<img src=x onerror=alert(1)>"))
    page.get_by_role("button", name="<img src=x").wait_for()
    page.get_by_role("button", name="Open the table").click()
    expect(question(page).or_(page.locator(ENDED)).first).to_be_visible()
    expect(page.locator("img")).to_have_count(0)

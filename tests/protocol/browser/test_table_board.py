"""On the board, a charge takes two clicks, a unit can be moved as one, blocks can be dragged, and casualties can be
picked.
"""

import re

import pytest

from tests.protocol.browser.at_a_table import (
    ENDED,
    HERE,
    SENSIBLE,
    Ended,
    answer_until,
    at_a_table,
    question,
    set_up,
    whatever_the_dice,
)
from tests.protocol.browser.windows import SIZES

DEMO = "scrollhammer/demo.toml"
ARMIES = "wab/two_armies.toml"
MODELS = "[data-unit='{}']"


def click_unit(page, unit):
    page.locator(MODELS.format(unit)).first.click()


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, what, right, down):
    x, y = middle(page.locator(what).first.bounding_box())
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=6)
    page.mouse.up()


@pytest.mark.parametrize("size", SIZES)
def test_a_charge_can_be_declared_with_two_clicks_on_the_board(opened, expect, size):
    width, height = SIZES[size]
    page = at_a_table(opened, DEMO, HERE, SENSIBLE, viewport={"width": width, "height": height})
    question(page).wait_for()
    click_unit(page, 0)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("[data-arrow] >> visible=true")).to_have_count(2)
        expect(page.locator(".lit.target >> visible=true")).to_have_count(2)
    click_unit(page, 4)
    expect(page.locator(".log")).to_contain_text("legionaries declared a charge against militia")


def test_the_arrow_of_a_charge_shows_the_probability_that_the_charge_succeeds(led, expect):
    page = at_a_table(led, DEMO, HERE, SENSIBLE)
    question(page).wait_for()
    click_unit(page, 0)
    expect(page.locator("[data-arrow='0-3'] text")).to_have_text('3.9" · 92 %')
    page.get_by_role("button", name="spellswords on levies and militia").hover()
    expect(page.locator("[data-arrow]")).to_have_count(2)
    expect(page.locator("[data-arrow='1-4']")).to_be_attached()


@whatever_the_dice
def test_accepting_the_drawn_move_of_a_unit_moves_all_its_models(led, expect):
    page = at_a_table(led, DEMO, HERE, SENSIBLE)
    answer_until(page, "Which model moves next")
    page.get_by_role("button", name=re.compile("Move .* as drawn")).click()
    expect(question(page).or_(page.locator(ENDED)).first).not_to_have_text(
        re.compile("which model moves next", re.IGNORECASE)
    )


@whatever_the_dice
def test_a_model_adjusted_by_hand_is_placed_separately_from_its_unit(led, expect):
    page = at_a_table(led, DEMO, HERE, SENSIBLE)
    answer_until(page, "Which model moves next")
    page.get_by_role("application").focus()
    page.keyboard.press("Shift+ArrowDown")
    page.get_by_role("button", name="Move the rest of").wait_for()
    page.keyboard.press("Shift+ArrowUp")
    page.get_by_role("button", name="Place it here").click()
    page.get_by_role("button", name=re.compile("Move .* as drawn")).or_(page.locator(ENDED)).first.wait_for()


def at_a_move(opened, **context):
    page = at_a_table(opened, ARMIES, HERE, SENSIBLE, **context)
    page.get_by_role("button", name="no more charges").click()
    page.get_by_role("heading", name="first legion: how do they move?").wait_for()
    return page


def test_a_block_can_be_dragged_forward_and_wheeled_by_its_corner(led, expect):
    page = at_a_move(led)
    drag(page, "[data-handle=corner-left]", 0, -9)
    expect(page.locator(".verdict")).to_contain_text(re.compile(r"wheel \d+° right: it may move so.*″ left"))
    drag(page, "[data-handle=unit]", 3, -6)
    expect(page.locator(".verdict")).to_contain_text(re.compile(r"wheel \d+° right, 0\.\d″ ahead: it may move so"))
    page.get_by_role("button", name="Move there").click()
    expect(page.locator(".log")).to_contain_text(re.compile(r"first legion: how do they move\? .*wheel \d+"))


def test_the_board_explains_that_a_model_cannot_move_so_far_and_the_model_can_be_put_back(led, expect):
    page = at_a_move(led)
    drag(page, MODELS.format(0), 0, -200)
    expect(page.locator(".verdict")).to_have_text(re.compile(r"Not so: .{4,}\."))
    expect(page.get_by_role("button", name="Move there")).to_be_disabled()
    page.get_by_role("button", name="Put it back").click()
    expect(page.locator(".verdict")).to_have_count(0)


def test_a_block_can_be_moved_with_the_keyboard_alone(led, expect):
    page = at_a_move(led)
    page.get_by_role("application").focus()
    for key in ("ArrowRight", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator(".verdict")).to_contain_text("wheel 5° right, 1.0″ ahead: it may move so")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("first legion: how do they move? wheel 5.00 degrees right, move 1.00")


def test_models_of_a_loose_unit_are_moved_together_and_hovering_over_an_option_shows_its_preview(led, expect):
    page = at_a_move(led)
    page.get_by_role("button", name="stay", exact=True).hover()
    page.get_by_role("button", name="march").first.hover()
    page.locator("g.shown").first.wait_for()
    for _ in range(8):
        if "light foot" in question(page).inner_text().lower():
            break
        before = question(page).inner_text()
        page.get_by_role("button", name="stay", exact=True).click()
        page.wait_for_function("(words) => document.querySelector('#question')?.innerText !== words", arg=before)
    drag(page, MODELS.format(4), 12, -12)
    expect(page.locator(".verdict")).to_contain_text(re.compile(r"″ to 45°: it may move so"))


def rolled_by_hand(opened):
    """Return the page of a fight with typed dice, at the first roll and with the focus on the board."""
    page = set_up(opened, "scrollhammer/duel.toml", HERE, SENSIBLE)
    page.get_by_label("Dice").select_option("typed")
    page.get_by_role("button", name="Open the table").click()
    page.locator(".bar [data-face]").first.wait_for()
    page.get_by_role("application").focus()
    return page


def dice_needed(page):
    words = page.get_by_text("tell the faces as they fell").inner_text()
    return 1 if "one die" in words else int(words.split()[1])


def enter_by_mouse(page, count):
    for face in ("6", *("5" for _ in range(count))):
        page.locator(f".bar [data-face='{face}']").click()
        if face == "6":
            page.locator(".bar button:has-text('Take the last one away')").click()
    page.locator(".bar button:has-text('Done')").click()


def enter_by_keys(page, count):
    for key in ("6", "Backspace", *("5" for _ in range(count)), "Enter"):
        page.keyboard.press(key)


@pytest.mark.parametrize("enter", [enter_by_mouse, enter_by_keys])
def test_dice_rolled_by_hand_can_be_entered_on_the_board_alone(led, expect, enter):
    page = rolled_by_hand(led)
    for _ in range(6):
        asked = page.locator("[data-bar]").get_attribute("data-bar")
        enter(page, dice_needed(page))
        page.wait_for_function("(asked) => document.querySelector('[data-bar]')?.dataset.bar !== asked", arg=asked)
        if page.locator(".log .roll").count() or not page.locator(".bar [data-face]").count():
            break
    expect(page.locator(".log .roll [role=img]").first).to_have_attribute("aria-label", re.compile("5"))
    expect(page.locator(".log .roll [role=img]").first).not_to_have_attribute("aria-label", re.compile("6"))


@whatever_the_dice
def test_casualties_can_be_picked_on_the_board(led, expect):
    page = set_up(led, "warstrike/boarding.toml", HERE, SENSIBLE)
    page.get_by_label("Ask about details").check()
    page.get_by_role("button", name="Open the table").click()
    answer_until(page, "which models are removed?")
    picked = page.locator("[data-picked]")
    count = picked.count()
    if count >= page.locator("fieldset input").count():
        raise Ended
    free = page.locator("fieldset input:not(:checked)").first
    words = free.locator("xpath=..").inner_text().strip()
    number = re.search(r"\d+", words).group()
    page.locator(f"[data-model='{number}']").click()
    expect(page.locator(f"[data-picked='{number}']")).to_be_attached()
    expect(picked).to_have_count(count)


@whatever_the_dice
def test_a_kind_of_question_can_be_left_to_the_policy_for_the_rest_of_the_game(led, expect):
    page = at_a_table(led, DEMO, HERE, SENSIBLE)
    answer_until(page, "Which model moves next")
    page.get_by_text("Let the policy decide").click()
    page.get_by_role("button", name="always, questions like this").click()
    expect(page.get_by_text("SH-MV-22 ask me again")).to_be_visible()
    page.get_by_role("listitem").filter(has_text="SH-MV-22").get_by_role("button", name="ask me again").last.click()
    expect(page.get_by_text("SH-MV-22 ask me again")).to_have_count(0)

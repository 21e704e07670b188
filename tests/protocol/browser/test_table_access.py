"""The table page can be used with the keyboard alone, on a phone and in dark mode, and it follows the rules for
accessibility.
"""

from tests.protocol.browser.at_a_table import (
    HERE,
    SENSIBLE,
    answer_until,
    at_a_table,
    question,
    set_up,
    wait_for_a_question,
    whatever_the_dice,
)
from tests.protocol.browser.windows import EXTREMES, in_windows, is_too_wide

DEMO = "scrollhammer/demo.toml"
PLACE = "Which model moves next"


def faults_in_windows(page, faults_of) -> list[str]:
    return [f"{window}: {fault}" for window in in_windows(page, EXTREMES) for fault in faults_of(page)]


@whatever_the_dice
def test_axe_finds_no_serious_accessibility_fault_at_the_table(led, faults_of):
    page = led("#/table")
    page.get_by_role("button", name="Scrollhammer").wait_for()
    assert faults_in_windows(page, faults_of) == []
    page = at_a_table(led, DEMO, HERE, HERE)
    assert faults_in_windows(page, faults_of) == []
    answer_until(page, PLACE)
    assert faults_in_windows(page, faults_of) == []
    assert not [window for window in in_windows(page, EXTREMES) if is_too_wide(page)]


def _tab_to(page, name: str) -> None:
    """Press Tab until the named control has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(name) => document.activeElement.textContent.trim().startsWith(name)", name):
            return
    raise AssertionError(f"no way to {name} by Tab")


@whatever_the_dice
def test_a_game_at_a_table_can_be_played_with_the_keyboard_alone(led, expect):
    page = set_up(led, DEMO)
    _tab_to(page, "Open the table")
    page.keyboard.press("Enter")
    question(page).wait_for()
    for _ in range(8):
        before = page.locator("[data-usual]").first.element_handle()
        page.keyboard.press("Enter")
        page.wait_for_function("(one) => !one.isConnected", arg=before)
        wait_for_a_question(page)
        if PLACE in question(page).inner_text():
            break
    page.get_by_text("It may stand there").wait_for()
    place = page.get_by_label("y in inches").input_value()
    for _ in range(80):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "application":
            break
    page.keyboard.press("Shift+ArrowDown")
    expect(page.get_by_label("y in inches")).to_have_value(f"{float(place) - 0.1:g}")
    facing = int(page.get_by_label("facing in degrees").input_value())
    page.keyboard.press("q")
    expect(page.get_by_label("facing in degrees")).to_have_value(str((facing - 15) % 360))
    page.keyboard.press("Shift+E")
    expect(page.get_by_label("facing in degrees")).to_have_value(str((facing - 14) % 360))


def test_events_at_the_table_are_announced_to_screen_readers(led, expect):
    page = at_a_table(led, DEMO, HERE, SENSIBLE)
    page.locator("[data-usual]").click()
    page.locator(".unseen[aria-live=polite]", has_text="Your turn to answer").wait_for(state="attached")
    expect(page.locator(".unseen[aria-live=polite]")).to_contain_text("legion")

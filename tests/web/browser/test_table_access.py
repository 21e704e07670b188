"""The table by keyboard alone, on a phone, in the dark, and by the rules of accessibility."""

from itertools import pairwise

import pytest

from tests.web.browser.at_a_table import (
    HERE,
    SENSIBLE,
    answer_until,
    at_a_table,
    question,
    set_up,
    wait_for_a_question,
    whatever_the_dice,
)

DEMO = "scrollhammer/demo.toml"
PLACE = "Which model moves next"
FRAMES = """(dots) => new Promise((done) => {
  const times = [];
  const step = (now) => { times.push(now); times.length < dots ? requestAnimationFrame(step) : done(times); };
  requestAnimationFrame(step);
})"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1400, 360])
@whatever_the_dice
def test_axe_finds_no_serious_fault(opened, faults_of, scheme, width):
    context = {"color_scheme": scheme, "viewport": {"width": width, "height": 800}}
    page = opened("#/table", **context)
    page.get_by_role("button", name="Scrollhammer").wait_for()
    assert faults_of(page) == []
    page = at_a_table(opened, DEMO, HERE, HERE, **context)
    assert faults_of(page) == []
    answer_until(page, PLACE)
    assert faults_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def _tab_to(page, name: str) -> None:
    """Press Tab until the control of that name has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(name) => document.activeElement.textContent.trim().startsWith(name)", name):
            return
    raise AssertionError(f"no way to {name} by Tab")


@whatever_the_dice
def test_everything_by_keyboard_alone(opened, expect):
    page = set_up(opened, DEMO)
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


def test_what_happens_is_read_out(opened, expect):
    page = at_a_table(opened, DEMO, HERE, SENSIBLE)
    page.locator("[data-usual]").click()
    page.locator("[aria-live=polite]", has_text="Your turn to answer").wait_for(state="attached")
    expect(page.locator("[aria-live=polite]")).to_contain_text("legion")


def test_dragging_a_unit_among_250_models_is_smooth(opened):
    page = set_up(opened, DEMO, HERE, SENSIBLE)
    page.get_by_text("The scenario as text").click()
    page.get_by_label("Scenario", exact=True).fill(_large())
    page.wait_for_function("() => document.querySelectorAll('[data-model]').length === 250")
    page.locator(".canvas").scroll_into_view_if_needed()
    box = page.locator("[data-model='40']").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(f"window.frames_ = ({FRAMES})(90)")
    for step in range(120):
        page.mouse.move(x + step / 2, y - step / 4)
    times = page.evaluate("window.frames_")
    page.mouse.up()
    gaps = sorted(after - before for before, after in pairwise(times))
    assert gaps[len(gaps) // 2] <= 20  # milliseconds: 50 frames a second


def _large() -> str:
    """Two units of 125 models."""
    profile = "WS = 2\nBS = 2\nS = 3\nT = 3\nW = 1\nI = 2\nA = 1\nLd = 6\nbase = '25mm square'\n"
    parts = ["ruleset = 'scrollhammer'\nactive = 'red'\n[profiles.levy]\n" + profile]
    for side, low, facing in (("red", 8, 0), ("blue", 24, 180)):
        places = [[10 + 1.1 * (at % 20), low + 1.1 * (at // 20)] for at in range(125)]
        keys = f"name = '{side}s'\nside = '{side}'\nformation = 'horde'\nprofile = 'levy'\nmodels = 125\n"
        parts.append(f"[[unit]]\n{keys}facing = {facing}\npositions = {places}\n")
    return "".join([*parts, "[table]\nwidth = 48\ndepth = 48\n"])

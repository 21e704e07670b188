"""A table shows events as a film, with gliding pieces and dice over the fight. A key skips it, and reduced motion ends
it.
"""

import pytest

from tests.protocol.browser.at_a_table import HERE, SENSIBLE, USUAL, answer_all, at_a_table, question

DEMO = "scrollhammer/demo.toml"
WATCH = """() => {
    window.seen = { gliding: 0, dice: 0, told: 0 };
    const look = () => {
        const moving = document.getAnimations().filter((one) => one.effect.target?.dataset?.model);
        seen.gliding = Math.max(seen.gliding, moving.length);
        seen.dice += document.querySelectorAll('.story .dice').length;
        seen.told += document.querySelectorAll('.story .told').length;
        requestAnimationFrame(look);
    };
    look();
}"""


def watched(opened, motion):
    page = at_a_table(opened, DEMO, HERE, SENSIBLE, reduced_motion=motion)
    question(page).wait_for()
    page.evaluate(WATCH)
    return page


def test_a_phase_is_shown_as_a_film(opened):
    page = watched(opened, "no-preference")
    answer_all(page)
    seen = page.evaluate("seen")
    assert seen["gliding"] > 1
    assert seen["dice"] > 0
    assert seen["told"] > 0


def test_with_reduced_motion_nothing_glides(opened):
    page = watched(opened, "reduce")
    answer_all(page)
    assert page.evaluate("seen")["gliding"] == 0


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_a_key_skips_to_the_next_question(opened, expect, key):
    page = at_a_table(opened, DEMO, HERE, SENSIBLE, reduced_motion="no-preference")
    question(page).wait_for()
    page.locator(USUAL).first.click()
    page.get_by_role("button", name="Skip").wait_for()
    page.get_by_role("heading", name="Log").click()
    page.keyboard.press(key)
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)
    expect(question(page)).to_be_visible()

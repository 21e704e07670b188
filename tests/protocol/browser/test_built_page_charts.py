"""Charts of the page have axes with figures, legends, and values that are read with the pointer and the arrow keys."""

import re

import pytest

from tests.protocol.browser.test_odds import of_the_quickest_duel

NUMBER = re.compile(r"\d+( %)?")


def chart(page, label: str):
    return page.locator(".chart", has=page.get_by_role("img", name=label))


@pytest.fixture
def odds(opened):
    page = opened("#/odds?example=scrollhammer/duel.toml", viewport={"width": 1440, "height": 2400})
    page.get_by_role("region", name="Losses").wait_for()
    return page


def test_every_column_chart_has_figures_on_both_axes_and_states_their_meaning(odds):
    odds.get_by_text("The charge, by distance").click()
    odds.get_by_label("Distance").wait_for()
    for label, meaning in (("Models lost by noble", "models lost"), ("Phases the", "phases"), ("charge", "inches")):
        *figures, words = chart(odds, label).locator("svg text").all_text_contents()
        assert words == meaning
        assert "0 %" in figures
        assert len(figures) >= 4
        assert all(NUMBER.match(one) for one in figures)
    legend = odds.locator("details", has_text="The charge, by distance").first.locator(".legend li")
    assert legend.first.inner_text().strip() == "charge arrives"


def test_the_value_of_a_column_can_be_read_with_the_pointer_or_with_the_arrow_keys(odds, expect):
    losses = chart(odds, "Models lost by noble")
    read = losses.locator(".read")
    losses.get_by_role("img").focus()
    odds.keyboard.press("ArrowRight")
    expect(read).to_have_text(re.compile(r"^0 models lost: \d+\.\d %$"))
    odds.keyboard.press("Escape")
    expect(read).to_have_text("")
    box = losses.bounding_box()
    odds.mouse.move(box["x"] + box["width"] - 15, box["y"] + 40)
    expect(read).to_have_text(re.compile(r"^1 models lost: .* %; at least 1: .* %$"))
    inside = read.bounding_box()
    assert box["x"] <= inside["x"]
    assert inside["x"] + inside["width"] <= box["x"] + box["width"] + 1


def test_the_shares_of_both_sides_have_an_axis_and_can_be_read_with_the_pointer(odds, expect):
    stack = odds.get_by_label("The answer").locator(".stack")
    assert stack.locator("text").all_text_contents() == ["0", "50", "100"]
    box = stack.bounding_box()
    odds.mouse.move(box["x"] + 5, box["y"] + 10)
    expect(stack.locator(".read")).to_have_text(re.compile(r"^hills win, .*: \d+\.\d %$"))


def test_the_axis_for_the_effects_of_changes_is_centred_on_zero(opened):
    page = of_the_quickest_duel(opened)
    page.get_by_text("What would change it").click()
    page.get_by_text("One change at a time").wait_for()
    low, zero, high = page.locator("thead svg text").all_text_contents()
    assert low.replace("−", "+") == high
    assert zero == "±0"

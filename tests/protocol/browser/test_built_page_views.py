"""Every view of the page opens in both editions at all widths, light and dark: no error, nothing wider than the window,
and its main control is there.
"""

import pytest

from tests.protocol.browser.at_a_table import answer_all, question
from tests.protocol.browser.conftest import PATIENCE
from tests.protocol.browser.windows import in_windows, is_too_wide

VIEWS = {  # the address of a view, the button that leads on from there, and the main control
    "start": ("#/", "", "button:has-text('Play a phase now')"),
    "odds": ("#/odds?example=scrollhammer/duel.toml", "", "[aria-label='The answer'] h2:has-text('in a hundred')"),
    "games": ("#/table", "", "button:has-text('Scrollhammer')"),
    "set-up": ("#/table?example=scrollhammer/demo.toml", "", "button:has-text('Open the table')"),
    "table": ("#/", "button:has-text('Play a phase now')", "[data-usual]"),
    "end": ("#/", "button:has-text('Play a phase now')", "[data-end]"),
    "replay": ("#/replay", "", "input[type=file]"),
    "book": ("#/book/scrollhammer", "", "aside input"),
}


@pytest.fixture(scope="module", params=["served", "static"])
def edition(request, browser):
    """Yield a page of an edition, which all views share so that its engine starts once, and the errors it reports."""
    address = (
        request.getfixturevalue("server").address if request.param == "served" else request.getfixturevalue("site")
    )
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    page, errors = context.new_page(), []
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(address)
    yield page, errors
    context.close()


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_fits_every_window_in_both_editions(edition, view):
    page, errors = edition
    place, button, control = VIEWS[view]
    page.evaluate("(place) => { location.hash = place }", place)
    if button:
        page.locator(button).click()
    if view == "end":
        question(page).wait_for()
        answer_all(page)
    page.locator(control).first.wait_for()
    for window in in_windows(page):
        assert not is_too_wide(page), window
        assert page.locator(control).first.is_visible(), window
    assert errors == []

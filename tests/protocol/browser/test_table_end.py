"""The end of a game shows the winner and the reason, losses, the expected winner, and ways to continue."""

import re

import pytest

from tests.protocol.browser.at_a_table import ENDED, HERE, SENSIBLE, answer_all, at_a_table, is_over, question
from tests.protocol.browser.windows import EXTREMES, resize

DEMO = "scrollhammer/demo.toml"


@pytest.fixture(scope="module")
def played(opened_once):
    """Return a page at the end of a game, and the address of the game."""
    page = at_a_table(opened_once, DEMO, HERE, SENSIBLE)
    answer_all(page)
    return page, page.url


@pytest.fixture(params=EXTREMES, ids=["wide", "phone"])
def ended(played, request):
    """Return the page at the end of the game, which is played only once, in a window of a given size."""
    page, address = played
    resize(page, *request.param)
    if page.url != address:
        page.goto(address)
        page.locator(ENDED).wait_for()
    return page


def test_the_end_of_a_game_shows_the_winner_and_the_losses_of_each_unit(ended, expect):
    is_over = ended.locator(ENDED).inner_text() == "The game is over"
    expect(ended.locator(".won")).to_have_count(1 if is_over else 0)
    if is_over:
        expect(ended.locator(".won")).to_have_text(re.compile(r"(You (won: legion|lost: hills won)|Nobody won)\."))
    else:
        expect(ended.locator(ENDED)).to_have_text("Phase 1 is over; the combat goes on")
    rows = ended.get_by_role("table", name="Losses unit by unit").get_by_role("row")
    expect(rows).to_have_count(6)
    expect(rows.nth(1)).to_contain_text(re.compile(r"legionaries.*\d+ of 20"))


def test_the_casualties_of_each_side_are_shown_as_a_pile_with_their_number(ended, expect):
    fallen = {}  # by the colour of the side
    rows = ended.get_by_role("table", name="Losses unit by unit").locator("tbody tr").all()
    for row in rows:
        colour = row.locator(".dot").evaluate("(one) => one.style.background")
        fallen[colour] = fallen.get(colour, 0) + int(row.locator("td").first.inner_text().partition(" of ")[0])
    assert any(fallen.values())
    for side, count in enumerate(fallen.values()):
        pile = ended.locator(f"[data-fallen='{side}']")
        expect(pile).to_have_count(1 if count else 0)
        if count:
            expect(pile.locator("b")).to_have_text(f"\u2020{count}")
            assert 0 < pile.locator("circle").count() <= count


def test_the_course_of_a_finished_game_is_drawn_as_a_curve_with_a_legend_and_shares_on_its_axis(led, expect):
    page = at_a_table(led, "scorched/brawl.toml", HERE, SENSIBLE)
    answer_all(page)
    page.get_by_role("button", name="Expected winner").click()
    curve = page.get_by_role("img", name="Share of")
    curve.wait_for()
    chart = page.locator(".chart", has=curve)
    assert {"0 %", "50 %", "100 %", "lines of the log"} <= set(chart.locator("svg text").all_text_contents())
    expect(page.locator(".legend li")).to_have_count(2)
    curve.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".chart .read")).to_contain_text(re.compile(r"line \d+: .* \d+ %, .* \d+ %"))


def test_a_rematch_with_sides_swapped_starts_a_new_game(ended, expect):
    ended.get_by_role("button", name="Change sides").click()
    expect(ended.locator(".standing")).to_contain_text(re.compile(r"legion 33 models, played by sensible"))
    expect(ended.locator(".standing")).to_contain_text(re.compile(r"hills \d+ models.*, you"))


def test_the_replay_and_the_odds_of_a_finished_game_open_with_one_click(ended, expect):
    address = ended.url
    ended.get_by_role("button", name="Replay").click()
    ended.get_by_role("heading", name="Replay: legion against hills").wait_for(state="attached")
    ended.goto(address)
    ended.get_by_role("button", name="These units in Odds").click()
    expect(ended.locator("[data-key='unit.0.name']").or_(ended.get_by_label("The answer")).first).to_be_visible()


def test_a_phase_that_ended_undecided_can_be_followed_by_the_next_phase(led, expect):
    page = at_a_table(led, "wwpd/plain_men.toml", HERE, SENSIBLE)
    expect(page.locator(".now")).to_contain_text("There was nothing for you to decide.")
    page.get_by_role("button", name="Next phase").click()
    page.wait_for_function(
        "() => document.querySelector('.standing')?.innerText.includes('phase 2') || document.querySelector('.won')"
    )
    expect(page.locator(".log")).to_contain_text(re.compile("phase", re.IGNORECASE))
    expect(question(page).or_(page.locator(ENDED)).first).to_be_visible()
    if is_over(page):
        expect(page.locator(".now")).to_contain_text("In phase 2 there was nothing for you to decide.")

"""Two players at a table see each other's names and messages, whose turn it is, and a QR code for the link."""

import re

import pytest

from tests.protocol.browser.at_a_table import HERE, REMOTE, at_a_table, link_for

DEMO = "scrollhammer/demo.toml"


@pytest.fixture
def two(opened):
    first = at_a_table(opened, DEMO, HERE, REMOTE)
    second = opened(link_for(first, "whoever plays"))
    second.get_by_role("heading", name="Log").wait_for()
    return first, second


def open_details(page):
    if not page.get_by_label("Your name").is_visible():
        page.get_by_text("This table").click()


def test_player_names_and_chat_messages_reach_the_opponent_and_later_visitors(two, opened, expect):
    first, second = two
    first.get_by_label("Your name").fill("Ada")
    first.get_by_label("Your name").blur()
    expect(second.locator(".standing")).to_contain_text("Ada")
    expect(first.locator(".standing")).to_contain_text("you, Ada")
    first.get_by_label("Say something").fill("<b>Well met</b>")
    first.keyboard.press("Enter")
    open_details(second)
    expect(second.get_by_label("Said at the table")).to_have_text(re.compile("Ada.*<b>Well met</b>"))
    watcher = opened(link_for(first, "those who watch"))
    expect(watcher.locator(".standing")).to_contain_text("Ada")


def test_the_title_of_the_table_page_says_whether_it_is_the_turn_of_the_player(two):
    first, second = two
    first.wait_for_function("() => document.title.startsWith('● Your turn')")
    second.wait_for_function("() => document.title === 'legion against hills · Pile In'")
    first.locator("[data-usual]").click()
    second.wait_for_function("() => document.title.startsWith('● Your turn')")


def test_each_player_sees_which_side_they_play(two, expect):
    first, second = two
    expect(first.locator(".standing")).to_contain_text(re.compile("legion 33 models, you"))
    expect(second.locator(".standing")).to_contain_text(re.compile("hills 40 models, you"))


def test_the_link_to_a_table_can_be_shown_as_a_qr_code(two, expect):
    first, _ = two
    first.get_by_role("button", name="QR").first.click()
    expect(first.get_by_role("img", name=re.compile("QR code: Link for"))).to_be_visible()


LISTENING = """() => {
    window.heard = [];
    const node = () => ({ connect: (next) => next, frequency: {}, start() {}, stop() {},
        gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } });
    window.AudioContext = class {
        currentTime = 0;
        createOscillator() { heard.push("note"); return node() }
        createGain() { return node() }
    };
    window.Notification = class {
        static permission = "granted";
        constructor(title, { body }) { heard.push(`${title}: ${body}`) }
    };
    Object.defineProperty(document, "hidden", { get: () => true });
}"""


@pytest.mark.parametrize("hears", [True, False], ids=["loud", "silent"])
def test_a_waiting_player_is_notified_of_their_turn_and_hears_a_sound_if_they_have_asked_for_one(two, expect, hears):
    first, second = two
    second.evaluate(LISTENING)
    open_details(second)
    second.get_by_label("a sound when it is my turn").set_checked(hears)
    assert second.evaluate("heard") == []
    first.locator("[data-usual]").click()
    second.wait_for_function("() => heard.some((one) => one.startsWith('Pile In: your turn'))")
    (said,) = second.evaluate("heard.filter((one) => one !== 'note')")
    notes = second.evaluate("heard.filter((one) => one === 'note')")
    assert len(notes) == (2 if hears else 0)
    assert second.locator("#question").inner_text() in said

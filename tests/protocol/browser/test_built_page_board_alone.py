"""Whole games can be played on the board alone, with only the mouse or only the keyboard."""

import re
import time

import pytest

from tests.protocol.browser.at_a_table import HERE, SENSIBLE, at_a_table, is_over

TURNS = 4
MOST_MOVES = 12  # made by hand; the policy's are taken after them
LONGEST = 420.0  # seconds
PHASES = (
    "scrollhammer/demo.toml",
    "wwpd/charge.toml",
    "scorched/brawl.toml",
    "warstrike/boarding.toml",
    "wab/pursuit.toml",
)
USUAL = "section [data-usual] .words, section button.primary .words"
FREE = """(name) => {
    for (const one of document.querySelectorAll("[data-model]")) {
        if (!one.querySelector("title")?.textContent.startsWith(name + ", model")) continue;
        const box = one.querySelector(".base").getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const top = document.elementFromPoint(x, y);
        if (top?.closest("[data-model]")?.dataset.unit === one.dataset.unit) return [x, y];
    }
    return null;
}"""


class Player:
    """A player who uses only the board. Answers and gestures (clicks, drags and keys) are counted."""

    def __init__(self, page):
        self.page = page
        self.answers = self.gestures = 0
        self.aimed = self.dragged = 0

    def usual(self):
        """Return the text of the answer that the sensible policy would give to the question."""
        return self.page.evaluate("(usual) => document.querySelector(usual)?.innerText ?? ''", USUAL)

    def question(self):
        return self.page.evaluate("() => document.querySelector('[data-bar]')?.dataset.bar ?? ''")

    def play(self, until):
        """Answer questions until a condition holds or the game is over."""
        end = time.monotonic() + LONGEST
        while not is_over(self.page) and not until(self.page):
            assert time.monotonic() < end, f"stuck after {self.answers}: {self.page.locator('.now').inner_text()}"
            asked = self.question()
            if not asked:
                self.page.wait_for_timeout(20)
                continue
            self.answer()
            self.answers += 1
            self.page.wait_for_function(
                "(asked) => (document.querySelector('[data-bar]')?.dataset.bar ?? '') !== asked", arg=asked
            )


class Mouse(Player):
    """A player with a mouse, who clicks units, drags blocks and presses buttons on the board."""

    def answer(self):
        asked = self.question()
        for name in re.split(r", | on | at | and ", self.usual())[:2]:
            if self.click_unit(name) and self.is_another(asked):
                self.aimed += 1
                return
        if self.page.locator("[data-moves]").count() and self.dragged < MOST_MOVES and self.drag():
            return
        self.press(".bar button.primary:enabled")

    def press(self, selector):
        self.page.locator(selector).first.click()
        self.gestures += 1

    def click_unit(self, name):
        """Click an uncovered model of the unit, and return whether there is one."""
        at = self.page.evaluate(FREE, name)
        if at is not None:
            self.page.mouse.click(*at)
            self.gestures += 1
        return at is not None

    def is_another(self, asked):
        """Return whether a click has answered the question."""
        self.page.wait_for_timeout(60)
        busy = self.page.locator(".bar button:disabled")
        return self.question() != asked or bool(busy.count())

    def drag(self):
        """Drag a block one inch ahead, and drag it back if that move is not allowed."""
        unit = self.page.locator("[data-moves]").get_attribute("data-moves")
        box = self.page.locator(f"[data-unit='{unit}'] .base").first.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x, y - 12, steps=3)
        self.page.mouse.up()
        self.gestures += 1
        there = self.page.locator(".bar button:has-text('Move there'):enabled")
        bad = self.page.locator(".bar .bad")
        there.or_(bad).first.wait_for()
        if there.count():
            self.dragged += 1
            self.press(".bar button:has-text('Move there'):enabled")
            return True
        self.press(".bar button:has-text('Put it back')")
        return False


class Keyboard(Player):
    """A player with a keyboard, whose focus never leaves the board."""

    def answer(self):
        page = self.page
        if page.locator("[data-moves]").count() and self.dragged < MOST_MOVES:
            self.key("ArrowUp")
            page.locator(".bar button:has-text('Move there'):enabled, .bar .bad").first.wait_for()
            if not page.locator(".bar .bad").count():
                self.dragged += 1
                self.key("Enter")
                return
            self.key("Backspace")
        if page.locator("section [data-usual] .words").count():
            self.key("n")
            self.aimed += 1
        page.locator("section [data-usual]:enabled, section button.primary:enabled").first.wait_for()
        self.key("Enter")

    def key(self, key):
        assert self.page.evaluate("() => document.activeElement?.getAttribute('role')") == "application"
        self.page.keyboard.press(key)
        self.gestures += 1


def seated(opened, example, kind):
    page = at_a_table(opened, example, HERE, SENSIBLE)
    page.get_by_role("application").focus()
    return kind(page)


def turn(page):
    found = re.search(r"Turn (\d+)", page.locator(".standing .when").inner_text())
    return int(found[1]) if found else 99


def record(record_property, player):
    """Write the counts into the report of a test run (`pytest --junit-xml FILE`)."""
    for name in ("answers", "gestures", "aimed", "dragged"):
        record_property(name, getattr(player, name))


@pytest.mark.soak
@pytest.mark.parametrize("kind", [Mouse, Keyboard])
def test_four_turns_of_two_armies_can_be_played_on_the_board_alone(led, kind, record_property):
    player = seated(led, "wab/two_armies.toml", kind)
    player.play(until=lambda page: turn(page) > TURNS)
    record(record_property, player)
    assert player.answers > 20
    assert player.dragged > 0
    assert player.aimed > 0


@pytest.mark.parametrize("kind", [Mouse, Keyboard])
@pytest.mark.parametrize("example", PHASES)
def test_a_phase_can_be_played_on_the_board_alone(led, example, kind, record_property):
    player = seated(led, example, kind)
    player.play(until=lambda _: False)
    record(record_property, player)
    assert player.answers

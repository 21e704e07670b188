"""A monkey performs 2,000 random actions on the page. They cause no error, block nothing, and keep memory use small."""

import json
import os
import random

import pytest

ACTIONS = 2_000
SEED = int(os.environ.get("PILEIN_MONKEY", "37"))
MOST_HEAP = 20_000_000  # bytes of the page's objects, after collecting garbage
PLACES = (
    "",
    "#/odds",
    "#/odds?example=wab/cohort.toml",
    "#/table?example=scrollhammer/demo.toml",
    "#/table?example=wab/two_armies.toml",
    "#/table?example=warstrike/boarding.toml",
    "#/table?example=wwpd/charge.toml",
    "#/table?example=scorched/brawl.toml",
    "#/replay",
    "#/book",
)
TEXTS = ("", "3", "12", "-1", "99999999999", "knights", "<b>", "צבא", "[table]", "5 3 6")
KEYS = ("Enter", "Escape", "Tab", "Space", "ArrowUp", "ArrowRight", "Backspace", "Control+z", "+", "0", "n", "q")
AT_TABLES = ("button:not(:disabled)", "summary", "input[type=checkbox], input[type=radio]", "[data-model]")
EVERYWHERE = (*AT_TABLES, "a[href^='#']")
TYPED = "input[type=number], input[type=text], input[type=search], textarea"
OPENS = ("Open the table", "Play both sides here")  # words of the buttons that open a table


# What is used is found and used in one step, so that nothing of the page is held from outside.
FIND = """([selectors, number, words]) => {
    const says = (one) => !words.length || words.some((part) => one.textContent.includes(part));
    const seen = (one) => [...document.querySelectorAll(one)].filter((each) => each.checkVisibility() && says(each));
    const groups = selectors.map(seen).filter((all) => all.length);
    const all = groups[Math.floor(number * groups.length)] ?? [];
    const found = all[Math.floor((number * groups.length % 1) * all.length)];
    if (found === undefined) return "nothing";
    return (USE)(found) ?? `${found.tagName} ${found.textContent.trim().slice(0, 40)}`;
}"""
PRESS = """(one) => {
    if (one.click) return void one.click();
    const box = one.getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, pointerId: 1 };
    for (const kind of ["pointerdown", "pointerup"]) one.dispatchEvent(new PointerEvent(kind, at));
}"""
TYPE = """(one) => {
    one.value = TEXT;
    for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, { bubbles: true }));
}"""
CHOOSE = """(one) => {
    one.selectedIndex = Math.floor(NUMBER * one.options.length);
    one.dispatchEvent(new Event("change", { bubbles: true }));
}"""


class Monkey:
    """A source of random actions, each of which uses a control that is on the page."""

    def __init__(self, page, seed, clickable):
        self.page, self.random, self._clickable = page, random.Random(seed), clickable  # noqa: S311 - no secret
        self.done = []
        ways = {"click": 45, "answer": 20, "key": 14, "drag": 8, "type": 6, "choose": 4, "go": 2, "back": 1, "open": 6}
        self._ways, self._weights = list(ways), list(ways.values())

    def act(self):
        way = self.random.choices(self._ways, self._weights)[0]
        self.done.append((way, getattr(self, f"_{way}")()))

    def _use(self, what, *selectors, words=()):
        number = self.random.random()
        return self.page.evaluate(FIND.replace("USE", what), [selectors, number, words])

    def _click(self):
        return self._use(PRESS, *self._clickable)

    def _answer(self):
        return self._use(
            PRESS, "[data-usual]:not(:disabled)", "section[aria-labelledby=question] button:not(:disabled)"
        )

    def _open(self):
        return self._use(PRESS, "button:not(:disabled)", words=OPENS)

    def _key(self):
        key = self.random.choice(KEYS)
        self.page.keyboard.press(key)
        return key

    def _drag(self):
        box = self.page.evaluate("() => document.querySelector('[role=application]')?.getBoundingClientRect().toJSON()")
        if not box:
            return "no board"
        mouse, number = self.page.mouse, self.random.random
        mouse.move(box["x"] + number() * box["width"], box["y"] + number() * box["height"])
        mouse.down()
        mouse.move(box["x"] + number() * box["width"], box["y"] + number() * box["height"], steps=4)
        mouse.up()
        return "board"

    def _type(self):
        return self._use(TYPE.replace("TEXT", json.dumps(self.random.choice(TEXTS))), TYPED)

    def _choose(self):
        return self._use(CHOOSE.replace("NUMBER", str(self.random.random())), "select")

    def _go(self):
        place = self.random.choice(PLACES)
        self.page.evaluate("(place) => { location.hash = place || '#/' }", place)
        return place

    def _back(self):
        return self.page.evaluate("() => history.length > 3 && location.hash.length > 2 && history.back()")


def heap(page):
    """Return the number of bytes used by the objects of the page after garbage collection."""
    developer = page.context.new_cdp_session(page)
    developer.send("HeapProfiler.collectGarbage")
    used = developer.send("Runtime.getHeapUsage")["usedSize"]
    developer.detach()
    return used


@pytest.mark.soak
@pytest.mark.parametrize(
    ("motion", "clickable"),
    [("reduce", EVERYWHERE), ("no-preference", AT_TABLES)],
    ids=["in all views", "at tables with a film"],
)
def test_random_clicks_and_key_presses_cause_no_error_on_the_page(opened, server, motion, clickable, record_property):
    page = opened(reduced_motion=motion)
    page.on("dialog", lambda dialog: dialog.accept())
    monkey = Monkey(page, SEED, clickable)
    most = 0
    for number in range(ACTIONS):
        if not page.url.startswith(server.address):
            page.goto(server.address)  # back beyond the first page
        monkey.act()
        page.wait_for_timeout(15)
        if number % 100 == 99:
            most = max(most, heap(page))
            assert page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done(true)))")
    record_property("heap", most)
    record_property("answers", sum(way == "answer" and used != "nothing" for way, used in monkey.done))
    assert most < MOST_HEAP, f"{most / 1e6:.1f} MB"
    page.evaluate("() => { location.hash = '#/table?example=scrollhammer/demo.toml' }")
    page.reload()
    page.locator(", ".join(f"button:has-text('{words}')" for words in OPENS)).locator("visible=true").first.click()
    page.locator("[data-usual]:not(:disabled)").first.click()
    page.get_by_role("heading", name="Log").wait_for()

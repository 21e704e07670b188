"""Steps shared by browser tests at a table: choosing a set-up, opening the table and answering questions."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

HERE, REMOTE, SENSIBLE = "*here", "*remote", "sensible"
OPEN = "button:has-text('Open the table'), button:has-text('Play both sides here')"
TRIES = 5
USUAL = "[data-usual]:not(:disabled)"
ENDED = "[data-end]"  # heading at the end of a phase or game
LONGEST = 300.0  # seconds that a phase may take on a busy machine
PAUSE = 25  # milliseconds between two looks at a page
STEP = """([usual, ended]) => {
    if (document.querySelector(ended)) return "over";
    const found = document.querySelector(usual);
    found?.click();
    return found ? "answered" : "waiting";
}"""


def set_up(opened: Callable[..., Any], example: str, *players: str, **context: Any) -> Any:
    page = opened(f"#/table?example={example}", **context)
    page.locator(OPEN).wait_for()
    for side, player in enumerate(players):
        page.get_by_label("Who plays").nth(side).select_option(player)
    return page


def at_a_table(opened: Callable[..., Any], example: str, *players: str, **context: Any) -> Any:
    """Return a page that shows a table with an example, before the first answer."""
    page = set_up(opened, example, *players, **context)
    page.locator(OPEN + " >> visible=true").click()
    page.get_by_role("heading", name="Log").wait_for()
    return page


def link_for(page: Any, whom: str) -> str:
    """Return the link to a seat, without the address of the server, as shown by the page that opened the table."""
    value: str = page.get_by_label(f"Link for {whom}").input_value()
    return value[value.index("#") :]


def is_over(page: Any) -> bool:
    return bool(page.locator(ENDED).count())


def answer_all(*pages: Any, until: Callable[[], bool] = lambda: False) -> int:
    """Give the usual answer to each question until the game is over, or until a condition holds, and return the number
    of answers.
    """
    answers, end = 0, time.monotonic() + LONGEST
    while not until():
        found = [page.evaluate(STEP, [USUAL, ENDED]) for page in pages]
        if set(found) == {"over"}:
            break
        answers += found.count("answered")
        assert time.monotonic() < end, f"not over after {answers} answers: {pages[0].locator('.now').inner_text()}"
        pages[0].wait_for_timeout(PAUSE)
    return answers


def question(page: Any) -> Any:
    return page.locator("#question")


class Ended(Exception):  # noqa: N818 - no error: the dice decide
    """The error raised when the expected question does not come because a charge falls short or the fight takes a
    different course.
    """


def whatever_the_dice(test: Callable[..., None]) -> Callable[..., None]:
    """Decorate a test so that it restarts if the dice end the game too early."""

    @wraps(test)
    def begun_anew(*arguments: Any, **named: Any) -> None:
        for _ in range(TRIES):
            try:
                return test(*arguments, **named)
            except Ended:
                continue
        raise AssertionError(f"{TRIES} games ended too soon")

    return begun_anew


def wait_for_a_question(page: Any) -> None:
    """Wait until a question with a usual answer is pending.

    Raises:
        Ended: the game is over.
    """
    page.locator(USUAL).or_(page.locator(ENDED)).first.wait_for()
    if is_over(page):
        raise Ended


def answer_until(page: Any, words: str) -> None:
    """Give the usual answers until a question with the given words is pending."""
    for _ in range(40):
        wait_for_a_question(page)
        if words in question(page).inner_text():
            return
        before = page.locator("section [data-usual]").first.element_handle()
        page.locator(USUAL).first.click()
        page.wait_for_function("(one) => !one.isConnected", arg=before)
    raise Ended  # after forty others: this game goes another way

"""A replay can be stepped through as a standalone file, and it can be opened, shared and continued on the page."""

import json
import re

import pytest

from pilein.cli.main import main
from tests.protocol.browser.conftest import PATIENCE

SCENARIO = "examples/warstrike/boarding.toml"


@pytest.fixture
def faults():
    return []


@pytest.fixture
def page(browser, faults):
    """Yield a page that records its errors in `faults`."""
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda one: faults.append(one.text) if one.type == "error" else None)
    yield page
    page.close()


def test_a_replay_file_can_be_stepped_through_sentence_by_sentence(page, expect, faults, tmp_path, capsys):
    file = tmp_path / "replay.html"
    assert main(["fight", SCENARIO, "--seed", "3", "--html", str(file)]) == 0
    page.goto(file.as_uri())
    slider = page.get_by_label("Line of the log")
    expect(slider).to_have_value("0")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(slider).not_to_have_value("0")
    stepped = slider.input_value()
    page.keyboard.press("End")
    expect(slider).to_have_value(slider.get_attribute("max"))
    page.keyboard.press("Home")
    page.get_by_role("button", name="next sentence").click()
    expect(slider).to_have_value(stepped)
    expect(page.locator(".sentence").first).to_be_attached()
    assert faults == []


def test_a_record_from_the_command_line_can_be_opened_and_continued_from_one_of_its_lines(
    page, faults, server, tmp_path, capsys
):
    record = tmp_path / "record.json"
    assert main(["fight", SCENARIO, "--seed", "3", "--record", str(record)]) == 0
    page.goto(f"{server.address}#/replay")
    page.get_by_label("A record or a saved game").set_input_files(record)
    page.get_by_label("Line of the log").wait_for()
    page.get_by_role("button", name="Link", exact=True).click()
    link = page.get_by_label("This game as a link").input_value()
    with page.expect_download() as film:
        page.get_by_role("button", name="Film").click()
    assert film.value.path().read_bytes().startswith(b"<svg")
    with page.expect_download() as picture:
        page.get_by_role("button", name="Picture").click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/#/table/**")
    page.get_by_text("to answer").first.wait_for()
    page.goto("about:blank")
    page.goto(link)
    page.get_by_label("Line of the log").wait_for()
    assert faults == []


class Dam:
    """A stub between the page and the engine, which holds requests for films back until it is opened."""

    def __init__(self):
        self._held = []
        self._is_open = False

    def connect(self, socket):
        server = socket.connect_to_server()
        socket.on_message(lambda text: self._from_page(server, text))

    def _from_page(self, server, text):
        if json.loads(text)["type"] == "AskFilm" and not self._is_open:
            self._held.append((server, text))
        else:
            server.send(text)

    def open(self):
        self._is_open = True
        for server, text in self._held:
            server.send(text)


def test_the_replay_of_a_battle_can_be_saved_as_a_film_and_continued_as_a_game(
    page, expect, faults, server, tmp_path, capsys
):
    record = tmp_path / "record.json"
    assert main(["battle", "examples/scrollhammer/battle.toml", "--seed", "3", "--quiet", "--record", str(record)]) == 0
    dam = Dam()
    page.route_web_socket(re.compile("^wss?:"), dam.connect)
    page.goto(f"{server.address}#/replay")
    page.get_by_label("A record or a saved game").set_input_files(record)
    page.get_by_label("Line of the log").wait_for()
    with page.expect_download() as film:
        page.get_by_role("button", name="Film").click()
        expect(page.get_by_role("progressbar", name="The film is being drawn")).to_be_visible()
        dam.open()
    assert film.value.path().read_bytes().startswith(b"<svg")
    page.get_by_role("button", name="next sentence").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/#/table/**")
    assert faults == []

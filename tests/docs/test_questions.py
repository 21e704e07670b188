"""Every command on the page of players' questions prints the output shown, and each answer states its assumptions."""

import re
from pathlib import Path

from tests.docs.pages import Page, folder

PAGE = Path(__file__).parents[2] / "docs" / "questions.md"
GAMES = ["Scrollhammer", "WAB", "WarStrike", "WWPD", "Scorched"]


def test_each_command_on_the_page_of_questions_prints_the_output_shown(tmp_path: Path) -> None:
    with folder(tmp_path):
        page = Page(PAGE)
    assert page.runs >= 20
    assert page.faults == [], "renew it with `python -m tests.docs.pages docs/questions.md`"


def test_each_question_on_the_page_of_questions_has_one_command_and_states_its_assumptions() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == GAMES
    questions = re.split(r"^### ", text, flags=re.MULTILINE)[1:]
    assert len(questions) >= 20
    for question in questions:
        asked, _, answer = question.partition("\n")
        assert asked.endswith("?")
        assert answer.count("```console\n$ pilein ") == 1, asked
        assert "\nAssumes: " in answer, asked

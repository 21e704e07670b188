"""`pilein rules` prints lists, pages, single rules and JSON, and refuses names that do not exist."""

import json
from typing import Any

import pytest

from pilein.cli.rule_pages import SentencePage, describe, describe_rule
from pilein.kernel.errors import UnknownRule
from pilein.kernel.rulings import Ruling
from tests.cli.calling import printed
from tests.rulesets.texts import TEXTS


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    return printed(capsys, "rules", *arguments)


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(shown(capsys, *arguments, "--json"))
    assert found["format"] == 1
    return found


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_rules_command_without_a_name_lists_the_rulesets(capsys: pytest.CaptureFixture[str]) -> None:
    assert "scrollhammer version 8: 209 clauses" in words(shown(capsys))
    rulings = {ruleset["ruleset"]: ruleset["rulings"] for ruleset in document(capsys)["rulesets"]}
    assert rulings == {name: len(text.rulings) for name, text in TEXTS.items()} | {"duel": 1}


def test_the_rules_command_lists_every_sentence_and_ruling_of_a_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "scrollhammer")
    page = document(capsys, "scrollhammer")
    assert len(page["clauses"]) == 209
    assert len(page["rulings"]) == 88
    assert [rule["id"] for rule in (*page["clauses"], *page["rulings"]) if rule["id"] not in text] == []
    assert "Charge sub-phase: declaring" in text


def test_a_sentence_is_shown_with_its_text_and_its_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    text = words(shown(capsys, "scrollhammer", "SH-MV-21"))
    assert "SH-MV-21 The initial charger takes the quickest route" in text
    assert "rulings: SH-R-19, SH-R-22, SH-R-26, SH-R-27" in text
    assert document(capsys, "scrollhammer", "SH-MV-21")["clause"]["id"] == "SH-MV-21"


def test_an_implemented_sentence_is_shown_with_its_code_and_its_tests() -> None:
    carried = [page for page in describe("scrollhammer").clauses if page.code]
    assert carried
    for page in carried:
        assert page.code is not None
        assert page.code.file.startswith("src/pilein/rulesets/scrollhammer/")
        assert page.code_words
    assert any(test.file.startswith("tests/rulesets/scrollhammer/") for page in carried for test in page.tests)


def test_a_sentence_implemented_by_several_functions_is_shown_with_all_of_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = words(shown(capsys, "scrollhammer", "SH-CH-03"))
    assert "code: targets._cannot_see" in text
    assert "code: declaring.declare" in text


def test_a_ruling_is_shown_with_its_question_and_its_default_and_its_options(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = words(shown(capsys, "scrollhammer", "SH-R-06"))
    assert "SH-R-06 What are the formations" in text
    assert "default: Ranks: a square grid" in text
    assert 'skirmish-1: Skirmish coherency is 1" (WHFB, 7th edition) [WHFB]' in text
    assert document(capsys, "scrollhammer", "SH-R-69")["ruling"]["number"] == 20


def test_a_ruling_that_sets_a_number_is_shown_with_the_number(capsys: pytest.CaptureFixture[str]) -> None:
    text = words(shown(capsys, "scrollhammer", "SH-R-69"))
    assert "(number: 20)" in text
    assert "without a sweep [takes a number]" in text


@pytest.mark.parametrize("name", ["SH-MV-01", "sh-mv-01", "mv-1", "MV_01"])
def test_the_id_of_a_sentence_may_be_abbreviated(name: str) -> None:
    page = describe_rule("scrollhammer", name)
    assert isinstance(page, SentencePage)
    assert page.id == "SH-MV-01"


def test_the_name_of_a_ruling_may_be_abbreviated() -> None:
    assert isinstance(describe_rule("scrollhammer", "r-19"), Ruling)


@pytest.mark.parametrize("name", ["", "-", "MV", "MW-21", "SH-MV-210", "[/bold]"])
def test_the_error_for_an_unknown_rule_names_the_rule(name: str) -> None:
    with pytest.raises(UnknownRule, match="no clause or ruling"):
        describe_rule("scrollhammer", name)


def test_the_error_for_an_unknown_rule_suggests_a_similar_one() -> None:
    with pytest.raises(UnknownRule, match="did you mean 'SH-MV-21'"):
        describe_rule("scrollhammer", "SH-MV-211")


def test_the_error_for_an_unknown_ruleset_suggests_a_similar_one() -> None:
    with pytest.raises(UnknownRule, match="did you mean 'scrollhammer'"):
        describe("scrol")

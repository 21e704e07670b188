"""Advice on the page uses the words that the page itself shows."""

import pytest

from pilein.kernel.errors import BadInput, Spent
from pilein.kernel.remedies import command, line
from pilein.protocol.desk import reply
from pilein.protocol.from_page import AskBook, AskCheck, AskOdds, AskWords
from pilein.protocol.refusing import LESS, advice
from tests.protocol.sitting import example

DUEL = "scrollhammer/duel.toml"
PAGE = "name a ruleset that this page plays "


@pytest.mark.parametrize(
    ("remedy", "told"),
    [
        ("write a number from 1 to 6", "write a number from 1 to 6"),
        ("did you mean 'sword'?" + command(" `pilein words wab weapons` lists all words"), "did you mean 'sword'?"),
        ("known: a, b" + command("; `pilein words wab rules` explains them"), "known: a, b"),
        ("describe it, or use an example" + command(" (`pilein words x y`)"), "describe it, or use an example"),
        ("name a file written with --record", "name a file written with --record"),
        (command("`pilein rules wab` lists them"), ""),
        (line("charged") + ", or make the other side active", "set charged, or make the other side active"),
        (line("type", '"cavalry"') + " in its profile", "set type to cavalry in its profile"),
        (line("files", "4"), "write files = 4"),
    ],
)
def test_advice_on_a_page_omits_commands_and_names_fields_instead_of_lines(remedy, told):
    assert advice(BadInput("wrong", remedy=remedy)) == told


def test_advice_about_a_ruling_set_as_a_number_names_no_command_option_on_a_page():
    text = example(DUEL) + '\n[numbers]\n"SH-R-19" = 1\n'
    [fault] = reply(AskCheck(id=1, toml=text)).faults
    assert fault.remedy == "choose an option for this ruling under [rulings]"


def test_advice_about_an_exceeded_time_limit_names_no_command_option_on_a_page():
    assert advice(Spent("20 s", "40 s")) == LESS


@pytest.mark.parametrize("name", ["hordes", "40k"])
def test_an_unknown_ruleset_is_reported_on_a_page_with_a_list_of_the_rulesets_of_that_page(name):
    text = example(DUEL).replace('"scrollhammer"', f'"{name}"')
    [fault] = reply(AskCheck(id=1, toml=text)).faults
    assert fault.remedy.startswith(PAGE)
    assert "--" not in fault.remedy
    assert "pilein" not in fault.remedy


def test_a_misspelt_ruleset_is_reported_on_a_page_with_the_right_one_as_a_suggestion():
    text = example(DUEL).replace('"scrollhammer"', '"scrolhammer"')
    assert [fault.remedy for fault in reply(AskCheck(id=1, toml=text)).faults] == ["did you mean 'scrollhammer'?"]


@pytest.mark.parametrize("query", [AskWords(id=1, ruleset="foo"), AskBook(id=1, ruleset="foo")])
def test_an_unknown_ruleset_is_reported_on_a_page_without_naming_a_command_option(query):
    remedy = reply(query).remedy
    assert remedy.startswith("use one of ")
    assert all(name in remedy for name in ("scorched", "scrollhammer", "wab", "warstrike", "wwpd"))
    assert "--" not in reply(query).remedy


def test_an_answer_to_an_unknown_question_is_refused_on_a_page_without_naming_a_command():
    refused = reply(AskOdds(id=1, toml=example(DUEL), fixed=("XX-1=a",)))
    assert "XX-1" in refused.reason
    assert "pilein" not in refused.remedy


def test_hints_on_a_page_refer_to_fields_instead_of_lines_of_toml():
    text = example(DUEL).replace("charged = true", "charged = false")
    told = "no unit has charged, and in the press units charge before play: set charged for a unit"
    assert any(hint.startswith(told) for hint in reply(AskCheck(id=1, toml=text)).hints)
    assert any(hint.startswith(told) for hint in reply(AskOdds(id=1, toml=text)).hints)

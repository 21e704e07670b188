"""Conditions written as text are either understood or refused with a remedy."""

import pytest

from pilein.kernel.errors import BadInput
from pilein.lab.conditions import LONGEST, Term, condition, term

LOST, LEFT, WINS, OUTCOME = Term("hills", "lost"), Term("legion", "left"), Term("hills", "wins"), Term("", "outcome")
VALUES = {LOST: 5, LEFT: 2, WINS: False, OUTCOME: "apart", Term("hill king", "lost"): 1, Term("", "Broke"): True}


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        ("hills.lost >= 5 and legion.left <= 2", True),
        ("hills.lost > 5 or legion.left == 2", True),
        ("not hills.wins", True),
        ("not (hills.wins or hills.lost == 5)", False),
        ("hills.lost + legion.left == 7", True),
        ("hills.lost - legion.left - 1 == 2", True),
        ("2 <= hills.lost < 5", False),
        ("2 <= legion.left < hills.lost", True),
        ('outcome == "apart"', True),
        ("outcome != 'apart'", False),
        ('"hill king".lost == 1', True),
        ("Broke and not hills.wins", True),
        ("hills.wins == Broke", False),
        ("hills.wins and hills.wins or Broke", True),
    ],
)
def test_a_condition_is_true_if_and_only_if_the_values_meet_it(words, holds):
    assert bool(condition(words).holds(VALUES)) is holds


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("", "the condition is incomplete"),
        ("hills.lost >", "the condition is incomplete"),
        ("hills.lost", "this part must be true or false, not a number"),
        ("hills.lost >= 'five'", "a number and words cannot be compared with >="),
        ("hills.wins < Broke", "true or false and true or false cannot be compared with <"),
        ("outcome + 1 == 2", "this part must be a number, not words"),
        ("not hills.lost", "this part must be true or false, not a number"),
        ("(hills.wins", "an opening bracket has no closing one"),
        ("hills.wins)", "')' was not expected"),
        ("hills.wins Broke", "'Broke' was not expected"),
        ("hills. == 1", "a word is missing after the dot"),
        ("__import__('os')", "a term cannot be followed by '('"),
        ("hills.lost > 1; 2", "'; 2' cannot be read"),
        ("hills.lost > 1.5", "'1.5' cannot be read"),
    ],
)
def test_text_that_is_not_a_condition_is_refused_in_one_sentence(words, fault):
    with pytest.raises(BadInput) as refused:
        condition(words, "--chance")
    assert fault in str(refused.value)
    assert refused.value.key == "--chance"


def test_an_overlong_condition_is_refused():
    with pytest.raises(BadInput, match=f"more than {LONGEST} characters"):
        condition("(" * 600)
    assert condition("(" * 20 + "hills.wins" + ")" * 20).holds({WINS: True})
    with pytest.raises(BadInput, match="nested more than 20 levels deep"):
        condition("(" * 240 + "hills.wins" + ")" * 240)
    assert condition("not " * 100 + "hills.wins").holds({WINS: True})


def test_the_name_of_a_unit_in_a_condition_stands_for_its_losses():
    assert term("hills") == LOST
    assert term('"hill king"') == Term("hill king", "lost")
    assert term("outcome") == OUTCOME
    assert str(term('"hill king".left')) == '"hill king".left'
    assert term("hill king") == Term("hill king", "lost")
    with pytest.raises(BadInput, match="was not expected"):
        term("hills.lost + 1")


@pytest.mark.parametrize(
    ("sign", "plain"), [("≥", ">="), ("=>", ">="), ("≤", "<="), ("=<", "<="), ("=", "=="), ("<>", "!="), ("≠", "!=")]
)
def test_alternative_spellings_of_operators_are_accepted_in_conditions(sign: str, plain: str) -> None:
    for lost in range(4):
        values = {Term("hills", "lost"): lost}
        assert condition(f"hills.lost {sign} 2").holds(values) == condition(f"hills.lost {plain} 2").holds(values)


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        ("hill guard.lost >= 1", 'put a name of several words in quotes: "hill guard".lost'),
        ("not first squad 2", 'put a name of several words in quotes: "first squad 2".lost'),
        ("levy.lst >= 1", "did you mean lost?"),
        ("levy.los >= 1 and levy.wins", "did you mean lost?"),
        ("levy.broke", "an event, which begins with a capital"),
        ("levy > 1", "levy.lost"),
    ],
)
def test_a_wrong_term_in_a_condition_is_reported_with_a_remedy(words: str, remedy: str) -> None:
    with pytest.raises(BadInput) as refused:
        condition(words)
    assert remedy in refused.value.remedy

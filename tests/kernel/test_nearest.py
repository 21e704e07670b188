"""Different spellings of a word are accepted, and the error for an unknown word suggests similar words."""

import pytest

from pilein.kernel.nearest import counted, hint, in_one_line, is_showable, listed, nearest, same, shortened, unknown


def test_words_that_differ_only_in_dashes_spaces_or_capitals_count_as_equal() -> None:
    assert same("Hand_Weapon", ["spear", "hand weapon"]) == "hand weapon"
    assert same("handweapon", ["spear", "hand weapon"]) is None


def test_the_nearest_word_is_suggested_in_its_own_spelling() -> None:
    assert nearest("hand waepon", ["spear", "Hand Weapon"]) == "Hand Weapon"
    assert hint("spaer", ["spear", "sword"]) == "did you mean 'spear'?"


def test_a_hint_lists_all_known_words_if_none_is_similar() -> None:
    assert hint("xyz", ["spear", "sword"]) == "use one of spear, sword"
    assert hint("xyz", ["spear"], "write something else") == "write something else"
    assert hint("xyz", []) == "remove it: no such name exists here"


def test_long_lists_and_long_words_in_a_suggestion_are_shortened() -> None:
    assert listed([str(number) for number in range(16)]).endswith("10, 11 and 4 more")
    assert listed([str(number) for number in range(15)]).endswith("12, 13, 14"), "a few more are shown, not counted"
    assert shortened("x" * 100) == "x" * 60 + "..."
    assert shortened("a\nb") == "a\\nb"


def test_the_error_for_an_unknown_name_suggests_the_nearest_name_even_if_it_is_far_off() -> None:
    assert unknown("to-01", {"TO-01": 1}, "clause").nearest == "TO-01"
    assert unknown("rule", ["rulings", "clauses"], "page").nearest == "rulings"
    assert unknown("xyz", ["rulings"], "page").nearest == ""


@pytest.mark.parametrize(
    "word",
    [
        "hill king",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",  # a family
        "\U0001f3f3\ufe0f\u200d\U0001f308",  # a flag, with a variation selector
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian, with a non-joiner
        "\u0915\u094d\u200d\u0937",  # Hindi, with a joiner after a mark
    ],
)
def test_names_in_any_script_are_printed_unchanged(word: str) -> None:
    assert is_showable(word)
    assert in_one_line(word) == word


HIDDEN = (
    "a\nb|\x1b[31m|\x9b|\x7f|a\u202eb|\u2066a|\ufeffa|\ud800|\u200da|a\u200d|a\u200d\u200db|a \u200db|\U000e0041|\ufffe"
)


@pytest.mark.parametrize("word", HIDDEN.split("|"), ids=ascii)
def test_control_and_invisible_characters_are_not_printed(word: str) -> None:
    assert not is_showable(word)
    assert in_one_line(word).isprintable()


def test_the_error_for_an_unknown_sentence_id_suggests_an_id_of_the_same_or_a_similar_section_or_none() -> None:
    known = ["SH-CR-04", "SH-CR-11", "SH-AL-01", "SH-R-79"]
    assert nearest("SH-CR-44", known) == "SH-CR-04"
    assert nearest("SH-RC-11", known) == "SH-CR-11"
    assert nearest("SH-CX-11", known) == "SH-CR-11"
    assert nearest("SH-XX-79", known) == ""
    assert nearest("XX-99", known) == ""


def test_a_noun_after_a_number_is_singular_only_if_the_number_is_one() -> None:
    assert [counted(number, "file") for number in (0, 1, 2, 1.5)] == ["0 files", "1 file", "2 files", "1.5 files"]

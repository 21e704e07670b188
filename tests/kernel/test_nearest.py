"""Words that are meant alike, and suggestions for those that are not known."""

from pilein.kernel.nearest import hint, listed, nearest, same, shortened, unknown


def test_dashes_spaces_and_great_letters_make_no_other_word() -> None:
    assert same("Hand_Weapon", ["spear", "hand weapon"]) == "hand weapon"
    assert same("handweapon", ["spear", "hand weapon"]) is None


def test_the_nearest_word_is_suggested_in_its_own_spelling() -> None:
    assert nearest("hand waepon", ["spear", "Hand Weapon"]) == "Hand Weapon"
    assert hint("spaer", ["spear", "sword"]) == "did you mean 'spear'?"


def test_without_a_near_word_all_are_named() -> None:
    assert hint("xyz", ["spear", "sword"]) == "known: spear, sword"
    assert hint("xyz", ["spear"], "write something else") == "write something else"
    assert hint("xyz", []) == "leave it out: there are none"


def test_long_lists_and_long_words_are_cut() -> None:
    assert listed([str(number) for number in range(15)]).endswith("10, 11 and 3 more")
    assert shortened("x" * 100) == "x" * 60 + "..."
    assert shortened("a\nb") == "a\\nb"


def test_an_unknown_name_is_told_with_the_nearest_though_it_be_far() -> None:
    assert unknown("to-01", {"TO-01": 1}, "clause").nearest == "TO-01"
    assert unknown("rule", ["rulings", "clauses"], "page").nearest == "rulings"
    assert unknown("xyz", ["rulings"], "page").nearest == ""

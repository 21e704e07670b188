"""One reading of a ruling is in force, its options can be spelt in several ways, and the error for a misspelt name
suggests similar names.
"""

import pytest

from pilein.kernel.errors import UnknownRule
from pilein.kernel.rulings import Option, Reading, Ruling, find, readings

RULINGS = {
    "X-R-1": Ruling("X-R-1", "How far?", "all the way", ("X-1",), (Option("half-way", "half of it"),)),
    "X-R-2": Ruling("X-R-2", "How long?", "forever", ("X-2",), (Option("limit", "so long", number=True),), number=12),
}


def test_a_ruling_has_its_default_option_if_the_scenario_does_not_set_it() -> None:
    assert readings(RULINGS, {}) == {"X-R-1": Reading("default"), "X-R-2": Reading("default", 12)}


def test_a_ruling_keeps_its_default_number_unless_the_choice_gives_a_number() -> None:
    assert readings(RULINGS, {"X-R-2": Reading("limit")})["X-R-2"] == Reading("limit", 12)
    assert readings(RULINGS, {"X-R-2": Reading("limit", 3)})["X-R-2"] == Reading("limit", 3)


def test_hyphens_and_underscores_in_the_name_of_an_option_are_equivalent() -> None:
    assert RULINGS["X-R-1"].option("half_way") == "half-way"


def test_a_ruling_always_accepts_the_option_named_default() -> None:
    assert RULINGS["X-R-1"].option("default") == "default"


def test_the_default_of_a_ruling_may_have_an_alias() -> None:
    named = Ruling("X-R-3", "Whither?", "back", ("X-3",), (Option("on", "onwards"),), also="straight-back")
    assert named.option("straight_back") == "default"
    assert named.option("on") == "on"


def test_the_error_for_an_unknown_option_suggests_a_similar_one() -> None:
    with pytest.raises(UnknownRule, match=r"no option 'X-R-1=half'; did you mean 'X-R-1=half-way'\?"):
        RULINGS["X-R-1"].option("half")


def test_the_error_for_an_unknown_ruling_suggests_a_similar_one() -> None:
    with pytest.raises(UnknownRule, match=r"no ruling 'x-r-3'; did you mean 'X-R-[12]'\?"):
        find(RULINGS, "x-r-3")

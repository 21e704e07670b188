"""Special cases among the rulings of Scorched."""

from pilein.rulesets.scorched.vocabulary import RULINGS


def test_the_option_modifier_of_cp_r_01_is_an_alias_of_its_default() -> None:
    assert RULINGS["CP-R-01"].option("modifier") == "default"

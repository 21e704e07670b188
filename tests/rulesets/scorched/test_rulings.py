"""Special cases among the rulings of Scorched."""

from pilein.rulesets.scorched.vocabulary import RULINGS


def test_ruling_cp_r_01_accepts_modifier_as_an_alias_for_its_default_option() -> None:
    assert RULINGS["CP-R-01"].option("modifier") == "default"

"""Special cases of Scorched rulings."""

from pilein.rulesets.scorched.vocabulary import RULINGS


def test_the_default_reading_of_ap_has_an_alias() -> None:
    assert RULINGS["CP-R-01"].option("modifier") == "default"

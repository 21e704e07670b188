"""Special cases of WWPD rulings."""

from pilein.rulesets.wwpd.vocabulary import RULINGS


def test_some_rulings_have_only_one_option() -> None:
    settled = [key for key, ruling in RULINGS.items() if not ruling.options]
    assert settled == ["WW-R-21", "WW-R-22", "WW-R-24", "WW-R-38", "WW-R-39"]

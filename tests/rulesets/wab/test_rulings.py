"""Special cases among the rulings of WAB."""

from pilein.rulesets.wab.vocabulary import RULINGS


def test_the_number_of_options_matches_the_register() -> None:
    assert sum(len(ruling.options) for ruling in RULINGS.values()) == 144


def test_four_default_options_have_an_alias() -> None:
    assert {key: ruling.also for key, ruling in RULINGS.items() if ruling.also} == {
        "WAB-R-10": "reduction-subtract",
        "WAB-R-34": "disengage-faster",
        "WAB-R-51": "open-both-free",
        "WAB-R-53": "reform-minus1-near",
    }
    assert RULINGS["WAB-R-51"].option("open_both_free") == "default"

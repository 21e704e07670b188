"""Special cases among the rulings of WAB."""

from pilein.rulesets.wab.vocabulary import RULINGS


def test_the_rulings_have_as_many_options_as_the_register_lists() -> None:
    assert sum(len(ruling.options) for ruling in RULINGS.values()) == 144


def test_exactly_four_rulings_have_an_alias_for_their_default_option() -> None:
    assert {key: ruling.also for key, ruling in RULINGS.items() if ruling.also} == {
        "WAB-R-10": "reduction-subtract",
        "WAB-R-34": "disengage-faster",
        "WAB-R-51": "open-both-free",
        "WAB-R-53": "reform-minus1-near",
    }
    assert RULINGS["WAB-R-51"].option("open_both_free") == "default"

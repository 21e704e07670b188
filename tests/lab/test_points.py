"""Fair points agree with known values, and even matches agree with odds."""

import pytest

import pilein
from pilein.kernel.errors import BadInput, Spent
from pilein.lab.duels import Judge, Pair, Result
from pilein.lab.even import even
from pilein.lab.points import fair_points
from tests.lab.unit_files import GREAT_WEAPONS, units_of

VALUES = {"levy": 1.0, "guards": 2.5, "veterans": 4.0, "giants": 9.0, "gods": 1e9}


@pytest.fixture
def worth_known(monkeypatch):
    """Replace duels with a stub in which each model is worth its value in VALUES, plus 1 for each option."""

    def results(_judge, _units, pair: Pair, modes, *_asked):
        one, other = (side.models * (VALUES[side.unit] + len(side.options)) for side in (pair.one, pair.other))
        return dict.fromkeys(modes, Result(one**2 / (one**2 + other**2), other**2 / (one**2 + other**2)))

    monkeypatch.setattr(Judge, "results", results)


@pytest.mark.usefixtures("worth_known")
def test_fair_points_recover_the_known_values_of_units():
    units = units_of(("levy", 40, 3.0), ("guards", 40, 5.0), ("veterans", 24, 9.0), ("giants", 12, 0.0))
    found = fair_points(units)
    fair = {one.unit: one.fair.value for one in found.units if one.fair}
    for unit, value in VALUES.items() - {("gods", 1e9)}:
        assert fair[unit] / fair["levy"] == pytest.approx(value, rel=0.02)
    priced = ("levy", "guards", "veterans")
    models = {one.unit: one.models for one in found.units}
    assert sum(models[unit] * fair[unit] for unit in priced) == pytest.approx(40 * 3 + 40 * 5 + 24 * 9)
    assert all(one.fair and one.fair.low <= one.fair.value <= one.fair.high for one in found.units)


@pytest.mark.usefixtures("worth_known")
def test_the_short_form_of_fair_points_begins_with_the_prices():
    found = fair_points(units_of(("levy", 40, 3.0), ("guards", 40, 7.5)))
    title, levy, *_ = found.short()
    assert (title, levy[:39]) == ("Points for a model", "unit levy, models 40, given 3.0, fair 3")


@pytest.mark.usefixtures("worth_known")
def test_fair_points_recover_the_known_value_of_an_option():
    units = units_of(
        ("levy", 40, 2.0), ("guards", 40, 5.0), option=GREAT_WEAPONS.format(name="guards", option="halberds")
    )
    (upgrade,) = fair_points(units).upgrades
    assert (upgrade.unit, upgrade.option, upgrade.given) == ("guards", "halberds", pytest.approx(1.0))
    assert upgrade.low == upgrade.high == upgrade.fair, "two opponents say nothing of the others"
    assert upgrade.fair == pytest.approx(2.0, rel=0.03)  # guards are worth 2.5 levies at 2 points, now 3.5


@pytest.mark.usefixtures("worth_known")
def test_the_numbers_of_models_for_an_even_match_are_inversely_proportional_to_their_values():
    found = fair_points(units_of(("levy", 40, 2.0), ("guards", 40, 5.0)))
    against_guards = found.evens[0][1]
    assert against_guards is not None
    assert against_guards.models == 100
    assert against_guards.number == pytest.approx(100, abs=0.5)
    assert found.evens[0][0] is None


def test_identical_units_with_different_names_have_equal_fair_points():
    """Each unit charges as often as the other, so the match is even if both have the same number of models."""
    units = units_of(("redcoats", 4, 4.0), ("whitecoats", 4, 8.0))
    found = fair_points(units)
    for row, column in ((0, 1), (1, 0)):
        even = found.evens[row][column]
        assert even is not None
        assert even.number == pytest.approx(4)
        assert even.models == 4
    assert [one.fair.value if one.fair else 0 for one in found.units] == pytest.approx([6.0, 6.0])


def test_the_number_of_models_found_for_an_even_match_is_the_smallest_that_scores_at_least_one_half():
    """With the number of models found, the score is at least one half, and with one model fewer it is less than one
    half.
    """
    units = units_of(("few", 4, 4.0), ("many", 7, 4.0)).with_profile("soldier", WS=3)
    units = units.with_profile("veteran", WS=5, S=4, T=4, W=1, I=5, A=2, Ld=9, base="25mm square")
    units = units.with_unit("few", profile="veteran")
    found = fair_points(units)
    even = found.evens[1][0]
    assert even is not None
    assert _score(units, even.models) == pytest.approx(even.score)
    assert _score(units, even.models - 1) == pytest.approx(even.before)
    assert even.before < 0.5 <= even.score


def _score(units, many):
    """Return the score of `many` models against the smaller unit: the mean of their scores when they charge and when
    the smaller unit charges them.
    """
    scores = []
    for charged in ("few", "many"):
        chances = dict(
            pilein.odds(units.duel("many", "few", models=(many, 4), charged=charged), phases="end").figures.outcome
        )
        scores.append(0.5 + 0.5 * (float(chances.get("red wins", 0)) - float(chances.get("blue wins", 0))))
    return sum(scores) / 2


@pytest.mark.usefixtures("worth_known")
def test_the_search_for_an_even_match_starts_from_the_results_of_earlier_searches(monkeypatch):
    """The first search starts from the prices. The search in the opposite direction and the search with an option start
    from the number found by the first search.
    """
    begun = []

    def noted(score, least, most, guess):
        begun.append(guess)
        return even(score, least, most, guess)

    monkeypatch.setattr("pilein.lab.points.even", noted)
    halberds = GREAT_WEAPONS.format(name="guards", option="halberds")
    fair_points(units_of(("levy", 40, 2.0), ("guards", 40, 5.0), option=halberds))
    by_price, turned, with_option, against_itself = begun
    assert by_price == 40 * 5 / 2
    assert turned == 16  # 40 levies for 100 against 40 guards
    assert with_option == 16
    assert against_itself == 40


def test_fair_points_are_the_same_for_any_number_of_workers():
    axes = GREAT_WEAPONS.format(name="guards", option="axes")
    units = units_of(("levy", 3, 3.0), ("guards", 2, 5.0), option=axes)
    assert fair_points(units, workers=2).document() == fair_points(units).document()


@pytest.mark.usefixtures("worth_known")
@pytest.mark.parametrize("done", [1, 2, 3, 4])
def test_fair_points_omit_the_remaining_units_and_say_so_if_the_limit_is_reached(monkeypatch, done):
    count = []

    def counted(score, least, most, guess):
        if len(count) == done:
            raise Spent("7 s", "70s")
        count.append(guess)
        return even(score, least, most, guess)

    monkeypatch.setattr("pilein.lab.points.even", counted)
    axes = GREAT_WEAPONS.format(name="guards", option="axes")
    reports = []
    found = fair_points(
        units_of(("levy", 40, 2.0), ("guards", 40, 5.0), option=axes), progress=lambda *so_far: reports.append(so_far)
    )
    assert (found.stopped == "") == (done == 4)
    assert ("not everything was computed" in str(found)) == (done < 4)
    assert found.evens[0][1] is not None
    assert (found.evens[1][0] is None) == (done == 1)
    assert len(found.upgrades) == (done > 2)
    assert reports[-1] == (done, 4)
    assert found.document()["complete"] is (done == 4)


def test_computing_fair_points_raises_an_error_if_the_limit_leaves_no_time_for_any_result():
    with pytest.raises(Spent):
        fair_points(units_of(("levy", 3, 3.0), ("guards", 2, 5.0)), budget="0.00001s")


@pytest.mark.usefixtures("worth_known")
def test_a_pair_of_units_is_reported_if_no_number_of_models_makes_it_even():
    found = fair_points(units_of(("levy", 3, 1.0), ("gods", 3, 100.0)))
    assert found.note == "no number makes them even: levy against gods, gods against levy"
    assert [one.fair for one in found.units] == [None, None]


@pytest.mark.usefixtures("worth_known")
def test_fair_points_report_groups_of_units_whose_prices_cannot_be_compared(monkeypatch):
    monkeypatch.setitem(VALUES, "titans", 1.5e9)
    found = fair_points(units_of(("levy", 3, 1.0), ("gods", 3, 100.0), ("guards", 3, 2.5), ("titans", 3, 150.0)))
    assert found.groups() == (("levy", "guards"), ("gods", "titans"))
    why = "prices can be compared only within a group, since units of different groups are never even"
    words = f"{why}: levy, guards; gods, titans"
    assert words in found.note.splitlines()
    alike = fair_points(units_of(("levy", 40, 2.0), ("guards", 40, 5.0)))
    assert alike.groups() == (("levy", "guards"),)
    assert alike.note == ""


@pytest.mark.parametrize(
    ("names", "words"),
    [(("levy",), "two units"), (("levy", "gard"), "the unit file has no unit 'gard'; did you mean 'guards'?")],
)
def test_unknown_unit_names_in_fair_points_are_refused(names, words):
    with pytest.raises(BadInput, match=words.replace("?", r"\?")):
        fair_points(units_of(("levy", 5, 1.0), ("guards", 5, 1.0)), *names)

"""In a matchup every unit fights every other, and the results agree with those of `odds` for each pair."""

import json

import pytest

import pilein
from pilein.kernel.errors import BadInput, Spent
from pilein.lab.duels import Judge, Result
from pilein.lab.matchups import matchup
from tests.lab.unit_files import units_of


def _three():
    units = units_of(("levy", 3, 3.0), ("guards", 3, 5.0), ("veterans", 2, 9.0))
    units = units.with_profile("veteran", WS=5, S=4, T=3, W=1, I=5, A=2, Ld=9, base="25mm square")
    return units.with_unit("veterans", profile="veteran")


def _chances(units, one, other, charged):
    outcome = dict(pilein.odds(units.duel(one, other, charged=charged), phases="end").figures.outcome)
    return float(outcome.get("red wins", 0)), float(outcome.get("blue wins", 0))


def test_each_cell_of_a_matchup_matches_the_odds_of_its_duel():
    units = _three()
    found = matchup(units)
    assert found.units == ("levy", "guards", "veterans")
    for row, one in enumerate(found.units):
        for column, other in enumerate(found.units):
            if one == other:
                continue
            for mode, charged in (("charging", one), ("charged", other), ("standing", None)):
                result = found.results[mode][row][column]
                assert result is not None
                expected = _chances(units, one, other, charged)
                if mode != "standing" or row < column:
                    assert (result.won, result.lost) == pytest.approx(expected)
                assert result.games == 0


def test_rows_and_columns_of_a_matchup_describe_the_same_duels():
    found = matchup(_three())
    for row in range(3):
        for column in range(3):
            one, other = found.results["charging"][row][column], found.results["charged"][column][row]
            assert one is not None
            assert other is not None
            if row != column:
                assert (one.won, one.lost) == (other.lost, other.won)
            score, turned = found.score(row, column), found.score(column, row)
            assert score is not None
            assert turned is not None
            assert score + turned == pytest.approx(1)


def test_a_unit_with_a_better_profile_has_a_higher_strength_in_a_matchup():
    found = matchup(_three(), models=3)
    by_name = dict(zip(found.units, found.strengths, strict=True))
    assert by_name["veterans"].value > by_name["guards"].value == pytest.approx(by_name["levy"].value)
    assert found.models == (3, 3, 3)


def test_units_matched_at_equal_points_have_as_many_models_as_the_points_allow():
    found = matchup(_three(), points=18)
    assert found.models == (6, 3, 2)
    assert found.points == (18, 15, 18)


def test_a_matchup_is_the_same_for_any_number_of_workers():
    units = units_of(("levy", 3, 3.0), ("guards", 2, 5.0))
    assert matchup(units, workers=2).document() == matchup(units).document()


def test_a_matchup_implements_the_report_interface():
    found = matchup(_three(), "levy", "veterans", modes=("charging",))
    assert isinstance(found, pilein.Report)
    document = json.loads(json.dumps(found.document()))
    assert [one["unit"] for one in document["units"]] == ["levy", "veterans"]
    assert {one["mode"] for one in found.to_dict()} == {"charging"}
    assert "levy" in str(found)
    assert found.to_svg().startswith("<svg")
    assert "<table>" in found._repr_html_()


def test_a_matchup_without_any_result_within_its_limit_raises_an_error():
    with pytest.raises(Spent):
        matchup(_three(), budget="0.000001s")


def stop_after(monkeypatch, done, stop):
    """Stop a matchup after the given number of pairs. Every pair counts as expensive, so pairs are fought in order of
    their numbers of models.
    """
    judged = []

    def results(_judge, _units, pair, modes, meter):
        if len(judged) == done:
            raise stop(meter)
        judged.append(pair)
        return dict.fromkeys(modes, Result(0.6, 0.3))

    monkeypatch.setattr(Judge, "cheap_results", lambda *_asked: None)
    monkeypatch.setattr(Judge, "results", results)


def test_an_interrupted_matchup_omits_unfinished_cells(monkeypatch):
    stop_after(monkeypatch, 2, lambda _meter: KeyboardInterrupt())
    found = matchup(_three().with_unit("veterans", models=5), modes=("charging",))
    assert found.stopped == "interrupted"
    assert found.note.startswith("left out (-): 6 of 9 duels: interrupted")


def test_an_interruption_during_the_first_pair_of_a_matchup_is_raised(monkeypatch):
    stop_after(monkeypatch, 0, lambda _meter: KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        matchup(_three(), modes=("charging",))


def test_a_matchup_fights_the_duels_with_the_least_work_first(monkeypatch):
    """Every duel of the veterans is expensive, so their pairs are fought last although they have the fewest models."""
    order = []
    cheap = Judge.cheap_results

    def results(_judge, _units, pair, modes, _meter):
        order.append({pair.one.unit, pair.other.unit})
        return dict.fromkeys(modes, Result(0.6, 0.3))

    def cheap_results(judge, units, pair, modes, meter):
        if "veterans" in (pair.one.unit, pair.other.unit):
            return None
        return cheap(judge, units, pair, modes, meter)

    monkeypatch.setattr(Judge, "cheap_results", cheap_results)
    monkeypatch.setattr(Judge, "results", results)
    seen = []
    found = matchup(_three(), modes=("charging",), progress=lambda done, wanted: seen.append((done, wanted)))
    assert order[0] == {"veterans"}
    assert all("veterans" in pair for pair in order)
    assert seen[-1] == (6, 6)
    assert not found.stopped


def test_a_matchup_that_reaches_its_limit_omits_the_remaining_duels_and_says_so(monkeypatch):
    """The only pairs finished are the two with the fewest models: levy against levy, and levy against guards."""
    stop_after(monkeypatch, 2, lambda meter: meter.out_of_time())
    found = matchup(_three().with_unit("veterans", models=5), modes=("charging",), budget="7s")
    assert found.results["charging"][0][2] is None
    assert found.results["charging"][1][0] == Result(0.3, 0.6)  # as levy, charged, saw it
    assert found.note.startswith("left out (-): 6 of 9 duels: ")
    assert found.document()["complete"] is False
    assert found.document()["duels"][2]["wins"] is None
    assert " - " in str(found)
    assert found.to_svg().startswith("<svg")
    assert found.strengths[2] is None  # nothing is known of veterans
    assert found.document()["units"][2]["strength"] is None
    assert "no strength (-): veterans met no other unit" in found.note


def test_a_pair_is_listed_as_a_surprise_if_the_strengths_do_not_predict_its_score(monkeypatch):
    """Three units that beat each other in a cycle count as equally strong. Each unit is therefore expected to score 1/2
    against the next, but it scores 1.
    """
    order = {"levy": 0, "guards": 1, "veterans": 2}

    def results(_judge, _units, pair, modes, _meter):
        ahead = (order[pair.other.unit] - order[pair.one.unit]) % 3
        return dict.fromkeys(modes, {0: Result(0.5, 0.5), 1: Result(1, 0), 2: Result(0, 1)}[ahead])

    monkeypatch.setattr(Judge, "cheap_results", results)
    found = matchup(_three())
    assert [one.value for one in found.strengths] == pytest.approx([1, 1, 1])
    assert {(one.one, one.other) for one in found.surprises} == {
        ("levy", "guards"),
        ("guards", "veterans"),
        ("veterans", "levy"),
    }
    assert all((one.score, one.expected) == (1, pytest.approx(0.5)) for one in found.surprises)


def test_a_surprise_in_a_sampled_matchup_states_its_interval(monkeypatch):
    """A unit wins 80 and loses 20 of 100 games, so its score is 80 %, plus or minus 1.96 * sqrt(0.8 * 0.2 / 100)."""
    order = {"levy": 0, "guards": 1, "veterans": 2}

    def results(_judge, _units, pair, modes, _meter):
        ahead = (order[pair.other.unit] - order[pair.one.unit]) % 3
        share = {0: 0.5, 1: 0.8, 2: 0.2}[ahead]
        return dict.fromkeys(modes, Result(share, 1 - share, 100))

    monkeypatch.setattr(Judge, "cheap_results", results)
    found = matchup(_three(), modes=("charging",))
    assert [one.words for one in found.surprises] == 3 * ["80 % ± 8"]
    assert [one.error for one in found.surprises] == pytest.approx(3 * [0.04])
    assert "80 % ± 8" in str(found)
    assert matchup(_three()).surprises[0].error == pytest.approx(0.04), "at most: as if all modes erred together"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"models": 4, "points": 20}, "models and points cannot both be given"),
        ({"modes": ("charge",)}, "a unit cannot fight in the mode 'charge'"),
        ({"modes": ()}, "no mode is given"),
        ({"points": 1}, r"levy cost 3 points even with the fewest models \(1\)"),
        ({"models": 0}, "0 is less than 1"),
    ],
)
def test_impossible_requests_for_a_matchup_are_refused(asked, words):
    with pytest.raises(BadInput, match=words):
        matchup(_three(), **asked)

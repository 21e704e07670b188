import pickle
from copy import deepcopy
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import pilein
from pilein.engine.rulesets import vocabulary
from pilein.kernel.errors import BadInput, TooManyPositions, UnknownRule
from pilein.lab.figures import Estimate
from pilein.lab.odds import odds
from pilein.tabletop.loading import loads

FOLDER = Path(__file__).parent / "figures"
MIRROR = FOLDER / "mirror.toml"
RED, BLUE = "red wins", "blue wins"


@pytest.fixture(scope="module")
def mirror():
    return odds(MIRROR, phases=1)


def test_the_sides_of_a_mirror_match_have_equal_odds(mirror):
    outcome = dict(mirror.figures.outcome)
    assert outcome[RED] == outcome[BLUE]
    assert sum(outcome.values()) == 1
    assert mirror.figures.is_exact


def test_the_package_exports_the_function_odds():
    assert pilein.odds is odds


def test_odds_in_floats_and_in_fractions_agree():
    exact, floats = odds(MIRROR, phases=0, exact=True), odds(MIRROR, phases=0, exact=False)
    assert exact.figures.is_exact
    assert not floats.figures.is_exact
    for one, other in zip(exact.to_dict(), floats.to_dict(), strict=True):
        assert other["chance"] == pytest.approx(float(one["chance"]), rel=1e-9, abs=1e-13)
    for one, other in zip(exact.events, floats.events, strict=True):
        assert other.expected == pytest.approx(float(one.expected), rel=1e-9)


def test_fights_cut_off_by_the_phase_limit_are_unresolved():
    to_the_end = odds(MIRROR, phases=0, exact=True)
    limited = dict(odds(MIRROR, phases=20, exact=True).figures.outcome)
    assert to_the_end.figures.unresolved == limited["still fighting"] > 0


def test_fights_solved_without_a_phase_limit_are_not_ended_by_a_ruling():
    for_ever, to_the_end = odds(MIRROR, phases="forever"), odds(MIRROR, phases=0, exact=True)
    outcome, limited = dict(for_ever.figures.outcome), dict(to_the_end.figures.outcome)
    assert sum(outcome.values()) == 1
    assert limited[RED] < outcome[RED] < limited[RED] + to_the_end.figures.unresolved
    assert set(outcome) == {RED, BLUE, "drawn"}
    assert for_ever.figures.lasting > to_the_end.figures.phases.mean


def test_odds_without_a_limit_give_the_probability_of_every_number_of_phases():
    for_ever, to_the_end = odds(MIRROR, phases="forever").figures, odds(MIRROR, phases=0).figures
    limited = dict(to_the_end.phases.chances)
    for phase, chance in for_ever.phases.chances[: len(limited) - 1]:
        assert chance == pytest.approx(float(limited[phase]), abs=1e-12)
    assert for_ever.phases.mean == pytest.approx(float(for_ever.lasting), abs=1e-5)
    words = str(odds(MIRROR, phases="forever"))
    assert "HOW LONG IT LASTS" in words
    assert "median" in words


IDLE = """
ruleset = "warstrike"
active = "red"
rulings = { WS-R-04 = { option = "default", n = 4 } }

[profiles.idler]
Mv = 6
WS = 3
Str = 3
Ar = 2
Ld = 1
Nv = 3

[[unit]]
name = "own"
side = "red"
profile = "idler"
models = 1

[[unit]]
name = "foe"
side = "blue"
profile = "idler"
models = 1

[press]
pairs = [["own", "foe"]]
"""


def test_odds_report_the_rounds_of_a_phase_if_the_ruleset_counts_them():
    """No model can be hurt. In each half-cycle a unit fails its test with probability 1/2, which ends the combat, and
    after four half-cycles the combat is drawn.
    """
    scenario = loads(IDLE, vocabulary).scenario
    rounds = {1: Fraction(1, 2), 2: Fraction(1, 4), 3: Fraction(1, 8), 4: Fraction(1, 8)}
    figures = odds(scenario, phases=0, exact=True).figures
    assert dict(figures.rounds.chances) == rounds
    assert dict(figures.phases.chances) == {1: 1}
    floats = odds(scenario, phases=0, exact=False)
    assert dict(floats.figures.rounds.chances) == pytest.approx({key: float(value) for key, value in rounds.items()})
    assert "ROUNDS PLAYED" in str(floats)
    assert floats.to_numpy()["rounds"].tolist() == pytest.approx([0, 0.5, 0.25, 0.125, 0.125])


def test_odds_without_a_limit_give_the_probability_of_every_number_of_rounds():
    scenario = loads(IDLE, vocabulary).scenario
    for exact in (True, False):
        found = odds(scenario, phases="forever", exact=exact)
        chances = dict(found.figures.rounds.chances)
        assert chances[4] == pytest.approx(1 / 16)
        assert chances[10] == pytest.approx(1 / 1024)
        assert "PHASES PLAYED" not in str(found)


def test_odds_under_a_ruleset_without_rounds_report_no_rounds(mirror):
    assert mirror.figures.rounds.chances == ()
    assert "rounds" not in mirror.to_numpy()


def test_odds_without_a_limit_on_phases_agree_in_floats_and_in_fractions():
    exact, floats = odds(MIRROR, phases="forever", exact=True), odds(MIRROR, phases="forever", exact=False)
    for one, other in zip(exact.to_dict(), floats.to_dict(), strict=True):
        assert other["chance"] == pytest.approx(float(one["chance"]), rel=1e-9, abs=1e-13)


def test_odds_of_an_endless_fight_name_the_units_still_in_combat(tmp_path):
    harmless = MIRROR.read_text().replace("T = 3", "T = 9").replace("S = 3", "S = 1")
    (tmp_path / "harmless.toml").write_text(harmless)
    found = odds(tmp_path / "harmless.toml", phases="forever")
    assert found.figures.endless == (("5 guards and 5 sentries", 1),)
    assert dict(found.figures.outcome)["goes on forever"] == 1
    assert dict(found.figures.units[0].fates) == {"locked in combat": 1}
    assert found.figures.lasting == float("inf")
    struck = next(one for one in found.events if one.event == "Struck")
    assert (struck.chance, struck.expected) == (1, float("inf"))
    assert "still fighting forever" in str(found).lower()
    assert found.figures.phases.chances == ()
    assert "forever" in str(found).split("PHASES PLAYED")[1].split("median")[1].splitlines()[0]


def test_a_ruling_may_be_set_for_a_single_call_of_the_odds_function():
    broken_off = odds(MIRROR, phases=0, rulings={"SH-R-69": "break-off"}, exact=True)
    assert broken_off.figures.unresolved == 0
    assert broken_off.chance("StoodApart", "guards") == odds(MIRROR, phases=0, exact=True).figures.unresolved


def test_the_probabilities_of_the_fates_of_a_unit_add_up_to_one(mirror):
    for unit in mirror.figures.units:
        assert sum(chance for _, chance in unit.fates) == 1
        assert sum(chance for _, chance in unit.losses.chances) == 1


def test_the_probabilities_of_deciding_sentences_add_up_to_the_share_of_decided_fights(mirror):
    outcome = dict(mirror.figures.outcome)
    final = 1 - outcome["still fighting"]
    assert sum(chance for _, chance in mirror.figures.decided) == final


def test_the_first_combat_result_does_not_depend_on_the_limit_on_phases():
    one, many = odds(MIRROR, exact=True, phases=1), odds(MIRROR, phases=0, exact=True)
    assert one.figures.margin == many.figures.margin


def test_the_probability_of_an_event_that_occurs_at_most_once_equals_its_expected_number(mirror):
    assert {one.event for one in mirror.events if one.chance != one.expected} == set()
    assert mirror.chance("Broke", "guards", by_choice=False) == mirror.chance("Broke", "guards")


def test_asking_for_the_probability_of_an_impossible_event_is_refused(mirror):
    with pytest.raises(BadInput, match="Caught guards: this event cannot happen in this fight"):
        mirror.chance("Caught", "guards")


def test_odds_may_be_computed_with_a_different_policy_for_each_side():
    one = odds(MIRROR, ("first", "sensible"), phases=1)
    assert dict(one.figures.outcome)[RED] > 0


def test_exact_odds_under_a_random_or_unknown_policy_are_refused():
    with pytest.raises(BadInput, match="exact odds do not support random policies"):
        odds(MIRROR, "random", phases=1)
    with pytest.raises(UnknownRule, match="there is no policy"):
        odds(MIRROR, "sensibel", phases=1)


def test_odds_of_a_fight_with_too_many_positions_are_sampled_and_marked_as_such():
    found = odds(MIRROR, limit=10, phases=1)
    assert found.chain is None
    assert found.note == (
        "sampled (1,000 games): more than 10 states are too many to solve exactly; use `simulate -n` for more"
    )
    exact = dict(odds(MIRROR, phases=1).figures.outcome)[RED]
    sampled = dict(found.figures.outcome)[RED]
    assert isinstance(sampled, Estimate)
    assert abs(sampled.value - float(exact)) < 5 * sampled.error
    assert found.document()["games"] == 1000


def test_the_note_of_sampled_odds_names_the_limit_that_was_exceeded(monkeypatch):
    monkeypatch.setattr("pilein.lab.odds.MOST_RUNS", 5)
    monkeypatch.setattr("pilein.lab.odds.GAMES", 10)
    assert odds(MIRROR, phases=1).note == (
        "sampled (10 games): more than 5 outcomes to try are too many to solve exactly; use `simulate -n` for more"
    )


def test_fewer_outcomes_are_tried_on_a_table_than_in_the_press_before_odds_are_sampled(monkeypatch):
    monkeypatch.setattr("pilein.lab.odds.TABLE_RUNS", 5)
    monkeypatch.setattr("pilein.lab.odds.GAMES", 10)
    assert "more than 5 outcomes to try" in odds(MIRROR.with_name("charge.toml"), phases=1).note
    assert odds(MIRROR, phases=1).chain is not None


def test_fewer_clauses_are_run_on_a_table_than_in_the_press_before_odds_are_sampled(monkeypatch):
    monkeypatch.setattr("pilein.lab.odds.TABLE_CLAUSES", 5)
    monkeypatch.setattr("pilein.lab.odds.GAMES", 10)
    charge = MIRROR.with_name("charge.toml")
    assert "more than 5 clauses to run" in odds(charge, phases=1).note
    assert odds(charge, exact=False, phases=1).chain is not None
    assert odds(MIRROR, phases=1).chain is not None


def test_odds_requested_in_fractions_are_never_sampled():
    with pytest.raises(TooManyPositions, match="more than 10 states"):
        odds(MIRROR, limit=10, exact=True, phases=1)


def test_odds_can_be_printed_as_text_and_as_html(mirror):
    text = str(mirror)
    assert text.startswith("ASSUMED\n")
    assert "\nOUTCOME\n" in text
    assert "red wins" in text
    assert text.endswith("transitions")
    assert mirror._repr_html_().startswith("<table>")


def test_odds_can_be_converted_to_numpy_arrays(mirror):
    arrays = mirror.to_numpy()
    distribution = dict(mirror.figures.units[0].losses.chances)
    assert arrays["losses guards"] == pytest.approx([float(distribution[lost]) for lost in range(6)])
    assert np.sum(arrays["outcome"]) == pytest.approx(1)


def test_odds_can_be_converted_to_records_and_to_a_document(mirror):
    record = mirror.to_dict()[0]
    assert record == {
        "figure": "outcome",
        "of": "",
        "value": RED,
        "chance": dict(mirror.figures.outcome)[RED],
        "error": 0,
        "low": dict(mirror.figures.outcome)[RED],
        "high": dict(mirror.figures.outcome)[RED],
    }
    document = mirror.document()
    assert document["format"] == 1
    assert document["exact"]
    assert document["losses"]["guards"]["0"] == "16807/32768"
    wiped = next(one for one in document["events"] if one["event"] == "WipedOut")
    assert Fraction(wiped["p"]) == mirror.chance("WipedOut", wiped["unit"])


def test_a_missing_data_frame_library_is_reported(mirror, monkeypatch):
    monkeypatch.setattr("pilein.lab.report.find_spec", lambda _name: None)
    with pytest.raises(BadInput, match="a data frame needs pandas or polars, but neither is installed here"):
        mirror.to_frame()


def test_sampled_odds_keep_the_finished_games_if_the_sampling_is_interrupted():
    def interrupting(done, _wanted):
        if done >= 16:
            raise KeyboardInterrupt

    found = odds(MIRROR, limit=10, progress=interrupting, phases=1)
    assert found.is_interrupted
    assert found.note == "sampled (16 of 1,000 games): interrupted"
    assert found.document()["complete"] is False
    assert pickle.loads(pickle.dumps(found)).is_interrupted


def test_odds_of_a_fight_with_more_than_300_models_are_sampled(monkeypatch):
    monkeypatch.setattr("pilein.lab.odds.GAMES", 10)
    found = odds(loads(MIRROR.read_text().replace("models = 5", "models = 151"), vocabulary).scenario, phases=1)
    assert found.note.startswith("sampled (10 games): more than 300 models")


def test_odds_can_be_copied_and_pickled_without_their_chain(mirror):
    for twin in (pickle.loads(pickle.dumps(mirror)), deepcopy(mirror)):
        assert (twin.figures, twin.events, twin.note) == (mirror.figures, mirror.events, mirror.note)
        assert twin.document() == mirror.document()
        assert str(twin) == str(mirror)
        assert twin.chain is None
    assert mirror.chain is not None


def test_a_copy_of_odds_can_compute_the_probability_of_a_condition(mirror):
    for twin in (pickle.loads(pickle.dumps(mirror)), deepcopy(mirror)):
        assert twin.chance("red.lost >= 1") == mirror.chance("red.lost >= 1")
        assert twin.joint("red", "blue").chances == mirror.joint("red", "blue").chances


def test_a_copy_of_odds_under_an_unnamed_policy_refuses_conditions_and_asks_for_a_named_policy():
    found = odds(MIRROR, lambda _, choice: next(choice.candidates())[1], phases=1)
    twin = pickle.loads(pickle.dumps(found))
    assert twin.figures == found.figures
    with pytest.raises(BadInput, match="use a policy with a name"):
        twin.chance("red.lost >= 1")

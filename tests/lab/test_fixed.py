"""Fixed answers take precedence over any policy in odds, samples and games. They are recorded, and impossible ones are
refused.
"""

from fractions import Fraction
from pathlib import Path

import pytest

import pilein
from pilein.engine.fixed import FIXED, matching
from pilein.engine.log import Decided
from pilein.engine.replay import check, replayed
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput
from pilein.kernel.record import as_json
from pilein.kernel.record import read as read_record
from pilein.kernel.requests import OneOf, Several, Split, yes_or_no
from pilein.lab.fixed import assert_offered, fixed_answers, unused_hints
from tests.lab.hunter import hunt

EXAMPLES = Path(__file__).parents[2] / "examples"
FLIGHT = EXAMPLES / "scrollhammer" / "flight.toml"
HOLD = {"legion:SH-RE-02": "hold"}
ORDER = Several(0, "X-1", "In which order?", (4, 7), 2, 2, ("wolves", "red guard"))
SHARES = Split(0, "X-1", "How many?", 3, ("axe", "sword"))


@pytest.mark.parametrize(
    ("choice", "wanted", "answer"),
    [
        (yes_or_no(0, "X-1", "Go?"), "yes", True),
        (yes_or_no(0, "X-1", "Go?"), "NO", False),
        (yes_or_no(0, "X-1", "Go?"), False, False),
        (yes_or_no(0, "X-1", "Go?"), "true", True),
        (OneOf(0, "X-1", "Which?", (3, 5), ("model 3", "model 5")), "model-5", 5),
        (OneOf(0, "X-1", "Which?", (3, 5), ("model 3", "model 5")), "3", 3),
        (OneOf(0, "X-1", "Which?", ("hold", "flee")), "flee", "flee"),
        (ORDER, "red guard, wolves", (7, 4)),
        (ORDER, "all", (4, 7)),
        (ORDER, [7, 4], None),  # lists are made tuples before
        (ORDER, "[7, 4]", (7, 4)),
        (SHARES, "all sword", (0, 3)),
        (SHARES, "1 sword, 2 axe", (2, 1)),
        (SHARES, "2 axe", None),
        (ORDER, "none", None),
        (yes_or_no(0, "X-1", "Go?"), "perhaps", None),
        (yes_or_no(0, "X-1", "Go?"), "1.5", None),
    ],
)
def test_a_fixed_answer_may_be_given_as_a_label_as_json_or_as_a_value(choice, wanted, answer):
    found = matching(choice, wanted)
    assert found == (None if answer is None else (answer,))


def test_a_fixed_answer_overrides_the_policy_in_games():
    fled = pilein.play(FLIGHT, seed=3, fixed={"SH-RE-02": "flee"})
    held = pilein.play(FLIGHT, seed=3, fixed=HOLD)
    assert "Fled" in {type(event).__name__ for event in fled.events}
    assert "ReceivedCharge" in {type(event).__name__ for event in held.events}
    assert held.hints == ()


def test_the_log_marks_decisions_made_by_fixed_answers():
    game = pilein.play(FLIGHT, seed=3, fixed=HOLD).game
    decided = [one for one in game.log if isinstance(one, Decided) and one.clause == "SH-RE-02"]
    assert [(one.said, one.by) for one in decided] == [("hold", FIXED)]


def test_a_record_keeps_fixed_answers_and_can_be_replayed_exactly():
    record = read_record(as_json(pilein.play(FLIGHT, seed=3, fixed=HOLD).record))
    rules = ruleset_named("scrollhammer")
    assert record.fixed == HOLD
    assert check(record, rules) is None
    again = replayed(record, rules)
    assert again.record.fixed == HOLD
    assert again.log == pilein.play(FLIGHT, seed=3, fixed=HOLD).game.log


def test_the_record_of_a_game_without_fixed_answers_does_not_mention_them():
    assert b"fixed" not in as_json(pilein.play(FLIGHT, seed=3).record)


def test_a_saved_game_continues_with_its_fixed_answers():
    game = pilein.Game(FLIGHT, seed=3, fixed=HOLD)
    assert game.pending.clause == "SH-CH-01"
    again = pilein.Game.load(game.save())
    again.choose(0)
    assert any(isinstance(one, Decided) and (one.clause, one.by) == ("SH-RE-02", FIXED) for one in again.log)


def test_fixed_answers_take_the_place_of_the_answers_of_a_person_and_are_skipped_by_undo():
    game = pilein.Game(FLIGHT, seed=3, fixed={"SH-RE-02": "hold"})
    game.choose(0)
    game.undo()
    assert game.pending.clause == "SH-CH-01"


def test_exact_odds_and_simulations_use_fixed_answers():
    """The prey must fail every Morale check, so they break if they lose a model. This happens in a quarter of all
    fights.
    """
    found = pilein.odds(hunt(2), exact=True, fixed={"blue:SH-MO-06": "yes"}, phases=1)
    assert dict(found.figures.outcome)["red wins"] == Fraction(1, 4)
    assert found.assumptions["answers"] == "blue:SH-MO-06=yes"
    for way in ("walks", "games"):
        sampled = pilein.simulate(hunt(2), n=2000, seed=1, way=way, fixed={"blue:SH-MO-06": "yes"}, phases=1)
        chance = dict(sampled.figures.outcome)["red wins"]
        assert chance.value == pytest.approx(0.25, abs=5 * chance.error)
        assert not any("was not used" in hint for hint in sampled.hints)


def test_a_fixed_answer_for_one_side_overrides_a_fixed_answer_for_both_sides():
    fixed = {"SH-MO-06": "no", "blue:SH-MO-06": "yes"}
    assert dict(pilein.odds(hunt(2), exact=True, fixed=fixed, phases=1).figures.outcome)["red wins"] == Fraction(1, 4)


def test_the_search_for_best_answers_respects_fixed_answers():
    free, fixed = (pilein.best(hunt(2), fixed=given, phases=1) for given in (None, {"blue:SH-MO-06": "yes"}))
    assert dict(fixed.odds.figures.outcome)["red wins"] == Fraction(1, 4)
    assert dict(free.odds.figures.outcome)["red wins"] < Fraction(1, 4)


def test_fixed_answers_apply_to_sensitivity_analyses_and_matrices_and_charge_odds():
    fixed = {"blue:SH-MO-06": "yes"}
    found = pilein.worth(hunt(2), of="prey", vary="models", phases=1, exact=True, explain=0, fixed=fixed)
    assert found.before.wins[0] == Fraction(1, 4)
    cell = pilein.matrix(hunt(2), vary="shields", phases=1, exact=True, fixed=fixed)
    assert cell.wins[0][cell.columns.index("as it is")] == Fraction(1, 4)
    assert pilein.charge(FLIGHT, distances=(8,), fixed={"SH-RE-02": "flee"}).rows[0].gets_away > 0
    assert pilein.charge(FLIGHT, distances=(8,), fixed=HOLD).rows[0].gets_away == 0


def test_a_saved_simulation_keeps_fixed_answers(tmp_path):
    fixed, file = {"blue:SH-MO-06": "yes"}, tmp_path / "kept.json"
    found = pilein.simulate(hunt(2), n=200, seed=1, save=file, fixed=fixed, phases=1)
    again = pilein.load(file)
    assert again.assumptions == found.assumptions
    assert pilein.simulate(hunt(2), n=300, seed=1, resume=file, fixed=fixed, phases=1).resumed == 200
    with pytest.raises(BadInput, match="belongs to a simulation with a different"):
        pilein.simulate(hunt(2), n=300, seed=1, resume=file, phases=1)


def test_an_unused_fixed_answer_is_reported():
    found = pilein.odds(hunt(1), fixed={"SH-RE-02": "hold"}, phases=1)
    assert (
        found.hints[-1]
        == 'the answer SH-RE-02=hold was not used: the question "how does a unit react to a charge?" never came up'
    )
    several = pilein.simulate(
        FLIGHT, n=4, seed=1, way="games", workers=2, fixed={"SH-RE-02": "hold", "SH-MO-06": "yes"}, phases=1
    )
    assert [hint for hint in several.hints if "SH-RE-02" in hint] == []


@pytest.mark.parametrize(
    ("fixed", "words"),
    [
        ({"SH-RE-02": "hodl"}, "'hodl' is not an answer to SH-RE-02; give one of its answers: hold, flee"),
        ({"SH-RE-2": "hold"}, "there is no question 'SH-RE-2'; did you mean 'SH-RE-02'?"),
        (
            {"SH-CR-09": "hold"},
            "SH-CR-09 asks no question of a player; `pilein rules scrollhammer --questions` lists the questions",
        ),
        ({"rad:SH-RE-02": "hold"}, "there is no side 'rad'; name one of the sides: hills and legion"),
        ({"SH-RE-02": 1.5}, "1.5 cannot be an answer"),
        (["SH-RE-02=hold"], "is not a mapping of questions to answers"),
        (
            {"SH-CH-01": "foo"},
            (
                "SH-CH-01 never offers the answer given in SH-CH-01=foo; "
                "give one of its answers: household horse on militia, no more"
            ),
        ),
    ],
)
def test_an_invalid_fixed_answer_is_refused_and_the_valid_answers_are_listed(fixed, words):
    with pytest.raises(BadInput) as refusal:
        pilein.simulate(FLIGHT, n=2, way="games", fixed=fixed, phases=1)
    assert words in str(refusal.value)


def test_a_fixed_answer_that_is_not_on_offer_leaves_the_question_to_the_policy():
    scenario = hunt(2)
    fixed = fixed_answers({"SH-RE-02": "flee"}, scenario)
    assert fixed.answer(OneOf(1, "SH-RE-02", "which reaction?", ("hold", "wait"))) is None
    assert_offered(fixed, scenario)
    expected = "the answer SH-RE-02=flee was not used: SH-RE-02 offered only hold, wait"
    assert unused_hints(fixed, "scrollhammer") == (expected,)

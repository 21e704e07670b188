"""Best answers are at least as good as every constant policy, and exactly as good as the best mixture of such
policies.
"""

import pickle
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import pilein
from pilein.chain.decide.backward_induction import Decision
from pilein.chain.decide.game_graph import Question
from pilein.engine.policies import named
from pilein.engine.rulesets import vocabulary
from pilein.kernel.errors import BadInput, TooManyPositions, UnknownRule
from pilein.lab.best import _gathered, best
from pilein.lab.odds import odds
from pilein.tabletop.loading import loads

TWO_FOES = """\
ruleset = "scrollhammer"
active = "red"
round = 2

[profiles.guard]
WS = 4
S = 4
T = 3
W = 1
I = 4
A = 2
Ld = 8
base = "25mm"

[profiles.weak]
WS = 3
S = 5
T = 3
W = 1
I = 3
A = 2
Ld = 7
base = "25mm"

[profiles.hard]
WS = 4
S = 3
T = 4
W = 1
I = 3
A = 1
Ld = 9
Sv = 4
base = "25mm"

[[unit]]
name = "guards"
side = "red"
profile = "guard"
models = 1
formation = "skirmish"
WEAPONS

[[unit]]
name = "weak"
side = "blue"
profile = "weak"
models = 1
formation = "skirmish"

[[unit]]
name = "hard"
side = "blue"
profile = "hard"
models = 1
formation = "skirmish"

[press]
pairs = [["guards", "weak"], ["guards", "hard"]]
"""


def scenario(weapons='weapons = ["hand weapon"]'):
    return loads(TWO_FOES.replace("WEAPONS", weapons), vocabulary).scenario


def lead(found):
    outcome = dict(found.figures.outcome)
    return outcome["red wins"] - outcome["blue wins"]


def always(answers):
    """Return a policy that answers the questions of each clause with the option at the index given for that clause."""

    def policy(_state, choice):
        offered = list(choice.candidates())
        return offered[answers.get(choice.clause, 0) % len(offered)][1]

    return policy


def test_the_package_exports_the_function_best():
    assert pilein.best is best


@pytest.mark.parametrize("weapons", ['weapons = ["hand weapon"]', 'weapons = ["hand weapon", "great weapon"]'])
def test_no_policy_that_always_gives_the_same_answer_beats_best_answers(weapons):
    fight = scenario(weapons)
    found = best(fight, ("best", "sensible"), exact=True, phases=1)
    clauses = sorted({one.clause for one in found.questions})
    assert clauses
    constant = [
        lead(odds(fight, (always(dict(zip(clauses, answers, strict=True))), "sensible"), exact=True, phases=1))
        for answers in product(range(6), repeat=len(clauses))
    ]
    assert found.value >= max(constant)
    assert found.value >= lead(odds(fight, exact=True, phases=1))
    if len(clauses) == 1 and found.questions[0].chance == 1:
        assert found.value == max(constant)
        assert {one.lead for one in found.questions[0].answers} == set(constant)


def test_the_odds_reported_with_best_answers_are_those_of_a_game_played_with_them():
    found = best(scenario(), exact=True, phases=1)
    assert lead(found.odds) == found.value
    assert sum(dict(found.odds.figures.outcome).values()) == 1
    assert found.odds.chance("Struck") == 1


@pytest.mark.parametrize("phases", [2, 0])
def test_best_answers_are_found_over_several_phases(phases):
    found = best(scenario(), ("best", "first"), phases=phases, exact=False)
    assert lead(found.odds) == pytest.approx(found.value)
    assert found.value >= float(lead(odds(scenario(), "first", phases=phases))) - 1e-12


def test_the_value_of_best_answers_in_a_fight_without_choices_is_the_lead_of_any_policy():
    one, _, hard = TWO_FOES.replace("WEAPONS", "").split("[[unit]]")[1:]
    text = TWO_FOES.split("[[unit]]", maxsplit=1)[0] + "[[unit]]" + one + "[[unit]]" + hard
    fight = loads(text.replace('["guards", "weak"], ', ""), vocabulary).scenario
    assert best(fight, exact=True, phases=1).value == lead(odds(fight, exact=True, phases=1))


def test_a_side_gains_no_more_against_best_answers_than_against_the_sensible_policy():
    assert (
        best(scenario(), exact=True, phases=1).value
        <= best(scenario(), ("best", "sensible"), exact=True, phases=1).value
    )


def test_best_answers_can_be_found_against_a_policy_given_as_a_function():
    sensible = named("sensible", "scrollhammer", seed=0, side=1)
    assert (
        best(scenario(), ("best", sensible), phases=1).value == best(scenario(), ("best", "sensible"), phases=1).value
    )


def test_the_result_of_best_answers_can_be_printed_and_converted_to_a_document():
    found = best(scenario(), phases=1)
    assert "VALUE OF ANSWERS" in str(found)
    assert "questions of the first phase matter" in str(found)
    assert found._repr_html_().startswith("<table>")
    document = found.document()["best"]
    assert Fraction(document["value"]["p"]) == found.value
    asked = document["questions"][0]
    assert asked["clause"] == "SH-WP-04"
    assert max(Fraction(one["lead"]["p"]) for one in asked["answers"]) == found.value


def test_the_search_for_best_answers_refuses_a_game_that_is_too_large_or_has_a_random_policy():
    with pytest.raises(TooManyPositions):
        best(scenario(), limit=10, phases=1)
    with pytest.raises(BadInput, match="do not support random policies"):
        best(scenario(), ("best", "random"), phases=1)
    with pytest.raises(UnknownRule):
        best(scenario(), ("best", "bset"), phases=1)


def test_an_answer_is_compared_only_with_alternatives_offered_in_the_same_position():
    """In one position, the answers a and b are offered and are equally good. In another position, b and c are offered
    and are equally good. No position offers answers of different values, so the choice does not matter.
    """
    one = Decision(Question(0, "X-01", "which?", ("a", "b")), Fraction(1, 2), (Fraction(1), Fraction(1)), 0)
    other = Decision(Question(0, "X-01", "which?", ("b", "c")), Fraction(1, 2), (Fraction(-1), Fraction(-1)), 0)
    (found,) = _gathered([one, other], ("red", "blue"))
    assert found.worth == 0
    assert [answer.lead for answer in found.answers] == [1, 0, -1]
    assert [answer.taken for answer in found.answers] == [Fraction(1, 2), Fraction(1, 2), 0]


def test_a_side_that_cannot_win_does_not_fail_its_morale_check_on_purpose():
    """Attacks of Strength 1 cannot hurt Toughness 9, so the guards cannot win. They could fail the check on purpose and
    fall back, but then they would lose.
    """
    one, _, hard = (
        TWO_FOES.replace("WEAPONS", "").replace("S = 4", "S = 1").replace("T = 4", "T = 9").split("[[unit]]")[1:]
    )
    profiles = TWO_FOES.replace("S = 4", "S = 1").replace("T = 4", "T = 9").split("[[unit]]", maxsplit=1)[0]
    text = profiles + "[[unit]]" + one.replace("models = 1", "models = 2") + "[[unit]]" + hard
    fight = loads(text.replace('["guards", "weak"], ', ""), vocabulary).scenario
    found = best(fight, ("best", "sensible"), exact=True, phases=1)
    asked = next(one for one in found.questions if one.clause == "SH-MO-06")
    leads = {one.words: one.lead for one in asked.answers}
    assert leads["yes"] == -1 < leads["no"]
    constant = [
        lead(odds(fight, (always({"SH-MO-06": answer}), "sensible"), exact=True, phases=1)) for answer in (0, 1)
    ]
    assert found.value == max(constant) > min(constant)


def test_the_search_for_best_answers_considers_both_holding_and_fleeing_in_response_to_a_charge_on_a_table():
    """The lead found for each answer equals that of a player who always gives this answer."""
    path = Path(__file__).parent / "figures" / "charge.toml"
    found = best(path, ("first", "best"), exact=True, phases=1)
    asked = next(one for one in found.questions if one.clause == "SH-RE-02")
    leads = {one.words: one.lead for one in asked.answers}
    for words, answer in (("hold", 0), ("flee", 1)):
        assert leads[words] == -lead(odds(path, ("first", always({"SH-RE-02": answer})), exact=True, phases=1))
    assert -found.value == leads["hold"] > leads["flee"]


def test_a_search_for_best_answers_in_a_battle_on_a_table_is_refused_quickly_in_one_sentence():
    """Each unit has about twenty possible moves, so the battle has too many states for exact odds."""
    with pytest.raises(TooManyPositions, match="more than 1,000 states, too many for exact odds"):
        best(Path(__file__).parents[2] / "examples" / "wab" / "pursuit.toml", limit=1_000, phases=1)


def test_best_answers_can_be_pickled():
    found = best(Path(__file__).parents[2] / "examples" / "scrollhammer" / "duel.toml", phases=1)
    assert str(pickle.loads(pickle.dumps(found))) == str(found)

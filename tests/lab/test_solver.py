"""Values, regret and exploitability of solved fights match an independent expectimax that uses only the public
interface.
"""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import pilein
from pilein.engine.players import Mixed

ROOT = Path(__file__).parents[2]
DUEL = ROOT / "examples/scorched/duel.toml"
HORDE = ROOT / "examples/scrollhammer/horde_against_ranks.toml"
PRESS = ROOT / "examples/warstrike/press.toml"


def expectimax(game, known):
    """Return the lead of the first side under best answers, computed with the public interface alone."""
    if game.position in known:
        return known[game.position]
    if game.is_over:
        found = Fraction(game.result().lead)
    elif isinstance(game.pending, pilein.PendingRoll):
        found = sum(one.chance * expectimax(game.with_outcome(one), known) for one in game.outcomes)
    else:
        values = [expectimax(game.with_answer(option.answer), known) for option in game.options]
        found = max(values) if game.pending.side == game.view().sides[0] else min(values)
    known[game.position] = found
    return found


@pytest.fixture(scope="module")
def solver():
    return pilein.solve(DUEL, phases=1)


@pytest.fixture(scope="module")
def known():
    found = {}
    expectimax(pilein.Game(DUEL, dice="ask"), found)
    return found


def test_the_values_of_a_solved_fight_match_those_of_an_expectimax_over_the_public_interface(solver, known):
    start = pilein.Game(DUEL, dice="ask")
    assert solver.value() == known[start.position]
    assert solver.value() == pilein.best(DUEL, phases=1).value


@pytest.mark.parametrize("seed", range(6))
def test_the_solver_gives_every_answer_the_value_that_an_expectimax_finds(solver, known, seed):
    game, rng = pilein.Game(DUEL, seed=seed), Random(seed)  # noqa: S311 - a test that can be repeated
    while game.pending:
        found = solver.action_values(game)
        again = {
            option.answer: expectimax(game.fork(dice="ask").with_answer(option.answer), known)
            for option in game.options
        }
        assert found == again
        assert solver.value(game) == known[game.position]
        answer = game.pending.sample(rng)
        assert solver.loss(game, answer) >= 0
        assert min(solver.loss(game, option.answer) for option in game.options) == 0
        game.answer(answer)
    assert solver.action_values(game) == {}


@pytest.mark.parametrize("phases", [1, 2])
def test_the_lead_of_fixed_policies_in_a_solved_fight_agrees_with_the_odds(phases):
    solver = pilein.solve(DUEL, phases=phases)
    for one, other in (("first", "first"), ("first", "sensible"), ("sensible", "first")):
        exact = dict(pilein.odds(DUEL, (one, other), phases=phases, exact=True).figures.outcome)
        lead = exact.get("crusade wins", 0) - exact.get("reavers wins", 0)
        assert float(solver.lead(one, other)) == pytest.approx(float(lead), abs=1e-12)


def test_the_optimal_policy_of_a_solved_fight_has_no_regret_and_cannot_be_exploited(solver):
    assert solver.regret(solver.policy) == pilein.Regret(0, 0)
    assert solver.exploitability(solver.policy) == 0
    again = pilein.solve(DUEL, phases=2, exact=False)
    assert float(again.exploitability(again.policy)) == pytest.approx(0, abs=1e-12)


def test_the_solver_finds_the_answer_that_spares_the_champion():
    """SH-AL-02: if seven models with two Wounds each suffer 13 wounds, only the model named last survives, so the
    champion should be named last.
    """
    solver = pilein.solve("examples/scrollhammer/great_weapons.toml", phases=1)
    assert solver.regret("sensible") == pilein.Regret(0, 0)
    assert solver.regret("first").first == pytest.approx(0.0855, abs=1e-4)


@pytest.mark.parametrize("policy", ["random", "first", "sensible"])
def test_the_regret_and_the_exploitability_of_a_policy_are_never_negative(solver, policy):
    found = solver.regret(policy)
    assert min(found.first, found.second) >= 0
    assert solver.exploitability(policy) >= 0
    assert found.mean == (found.first + found.second) / 2


def test_the_lead_of_a_policy_that_mixes_two_answers_lies_between_the_leads_of_policies_that_give_only_one(solver):
    def either(_state, choice):
        answers = [answer for _, answer in choice.candidates()]
        return Mixed(((answers[0], 1), (answers[-1], 1))) if len(answers) > 1 else answers[0]

    def last(_state, choice):
        return list(choice.candidates())[-1][1]

    mixed, one, other = (solver.lead(policy, "first") for policy in (either, "first", last))
    assert min(one, other) <= mixed <= max(one, other) or solver.lead(either, "best") <= solver.value()


def test_naming_casualties_in_a_different_order_adds_no_regret_to_a_policy():
    assert pilein.solve(HORDE, phases=1).regret("sensible").mean == 0


def test_a_solved_fight_of_warstrike_has_values_for_any_number_of_half_cycles():
    scenario = pilein.Scenario.load(PRESS).with_unit("red squad", models=1).with_unit("blue squad", models=1)
    solver = pilein.solve(scenario, limit=100_000, budget=None)
    game = pilein.Game(scenario, seed=3)
    while game.pending:
        found = solver.action_values(game)
        assert list(found) == [option.answer for option in game.options]
        game.choose(0)


def test_a_position_of_a_different_fight_is_refused_by_the_solver(solver):
    with pytest.raises(pilein.PileInError, match="never reaches this position"):
        solver.value(pilein.Game(HORDE))


def test_a_solver_still_solves_its_own_fight_after_it_has_refused_a_position_of_a_different_fight():
    solver = pilein.solve(DUEL, phases=1)
    expected = solver.value(), solver.regret("first")
    with pytest.raises(pilein.PileInError, match="never reaches this position"):
        solver.value(pilein.Game(HORDE))
    assert (solver.value(), solver.regret("first")) == expected
    assert solver.regret("sensible").mean >= 0


def test_solving_an_unknown_task_or_a_fight_with_too_many_states_is_refused():
    with pytest.raises(pilein.TooManyPositions):
        pilein.solve(DUEL, phases=1, limit=10)
    with pytest.raises(pilein.UnknownRule, match="did you mean 'pilein/parry-v0'"):
        pilein.solve("pilein/pary-v0")


def test_the_remedy_for_a_task_too_large_to_solve_names_the_tournament():
    with pytest.raises(pilein.TooManyPositions, match="with `pilein tournament pilein/lines-v0`"):
        pilein.solve("pilein/lines-v0", limit=10)


def test_the_error_for_solving_a_fight_without_an_end_names_the_argument_at_fault():
    with pytest.raises(pilein.BadInput, match=r"^phases: no ruling ends this battle, .* for example 1$"):
        pilein.solve(DUEL)

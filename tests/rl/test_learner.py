"""The small learner improves by playing, gives reproducible results, and can answer in positions it has never seen."""

import pytest

import pilein
from pilein.rl.learner import Learner


@pytest.fixture(scope="module")
def solver():
    return pilein.solve("pilein/parry-v0", exact=False)


def test_the_learner_has_less_regret_than_the_sensible_policy_after_some_thousand_games(solver):
    learnt = Learner(pilein.task("parry-v0"), seed=1).trained(8_000)
    assert solver.regret(learnt).mean < solver.regret("sensible").mean


def test_the_learner_has_less_regret_on_a_table_than_the_sensible_policy():
    solver = pilein.solve("pilein/stand-v0", exact=False)
    learnt = Learner(pilein.task("stand-v0"), seed=1).trained(1_000)
    assert solver.regret(learnt).mean < solver.regret("sensible").mean


def test_training_with_the_same_seed_gives_the_same_learner(solver):
    one, other = (Learner(pilein.task("parry-v0"), seed=3).trained(300) for _ in range(2))
    assert solver.regret(one) == solver.regret(other)
    assert solver.regret(Learner(pilein.task("parry-v0"))).mean > 0


def test_training_reports_each_finished_game():
    numbers = []
    Learner(pilein.task("parry-v0"), seed=1).trained(3, reached=numbers.append)
    assert numbers == [0, 1, 2, 3]


def test_a_trained_learner_can_be_used_in_simulations_and_in_other_solved_tasks():
    task = pilein.task("parry-v0")
    learnt = Learner(task, seed=1).trained(100)
    assert pilein.simulate(task.scenario, (learnt, "first"), n=5, phases=1).figures.outcome
    struck = pilein.solve("pilein/struck-v0", exact=False)
    assert struck.regret(learnt).mean >= 0

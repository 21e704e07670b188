"""The small learner improves by playing, gives reproducible results, and can answer in positions it has never seen."""

import pytest

import pilein
from pilein.agents.tabular import Tabular
from pilein.rl.learner import Learner


@pytest.fixture(scope="module")
def solver():
    return pilein.solve("pilein/parry-v0", exact=False)


def test_the_learner_has_less_regret_than_the_sensible_policy_after_a_few_thousand_games(solver):
    learnt = Learner(pilein.task("parry-v0"), seed=1).trained(8_000)
    assert solver.regret(learnt).mean < solver.regret("sensible").mean


@pytest.mark.parametrize(
    ("name", "games"),
    [("regroup-v0", 3_000), ("stand-v0", 300), ("converge-v0", 300)],
    ids=["hold or flee", "fall back", "charge"],
)
def test_the_learner_has_less_regret_on_a_table_than_the_sensible_policy(name, games):
    solver = pilein.solve(f"pilein/{name}", exact=False, budget=None)
    learnt = Learner(pilein.task(name), seed=1).trained(games)
    assert solver.regret(learnt).mean < solver.regret("sensible").mean - 0.02


def test_training_with_the_same_seed_gives_the_same_learner(solver):
    one, other = (Learner(pilein.task("parry-v0"), seed=3).trained(300) for _ in range(2))
    assert solver.regret(one) == solver.regret(other)
    assert solver.regret(Learner(pilein.task("parry-v0"))).mean > 0


def test_both_learners_accept_a_task_or_its_name_and_take_a_seed_when_made_or_when_trained(solver):
    for kind in (Learner, Tabular):
        made, trained = kind("pilein/parry-v0", seed=3).trained(50), kind(pilein.task("parry-v0")).trained(50, seed=3)
        assert solver.regret(made) == solver.regret(trained)


@pytest.mark.parametrize("kind", [Learner, Tabular])
def test_training_reports_each_finished_game(kind):
    numbers = []
    kind(pilein.task("parry-v0"), seed=1).trained(3, reached=numbers.append)
    assert numbers == [0, 1, 2, 3]


def test_a_trained_learner_can_be_used_in_simulations_and_in_other_solved_tasks():
    task = pilein.task("parry-v0")
    learnt = Learner(task, seed=1).trained(100)
    assert pilein.simulate(task.scenario, (learnt, "first"), n=5, phases=1).figures.outcome
    struck = pilein.solve("pilein/struck-v0", exact=False)
    assert struck.regret(learnt).mean >= 0


def test_a_learner_of_shared_features_can_apply_what_it_has_learnt_to_a_different_ruleset():
    learnt = Learner(pilein.task("converge-v0"), seed=1, shared=True).trained(1_000)
    task = pilein.task("transfer-v1")
    solver = pilein.solve(task, exact=False, budget=None)
    assert task.scenario.ruleset != pilein.task(task.trains).scenario.ruleset
    assert solver.regret(learnt.under(task)).mean < solver.regret("sensible").mean - 0.05


def test_a_learner_without_shared_features_cannot_be_used_under_a_different_ruleset():
    with pytest.raises(pilein.BadInput, match="make and train a learner with `shared=True`"):
        Learner(pilein.task("parry-v0")).under(pilein.task("transfer-v1"))

"""Graded tasks never change, and each of them contains a decision that matters."""

import pytest
from msgspec.structs import replace

import pilein
from pilein.lab.tasks import task_of

SOLVED = [task for task in pilein.tasks() if task.is_solved]
SPREAD = 0.1


def test_every_training_level_has_a_task():
    assert sorted({task.level for task in pilein.tasks()}) == [f"T{number}" for number in range(8)]
    assert len({task.id for task in pilein.tasks()}) == len(pilein.tasks())
    known = {task.id for task in pilein.tasks()}
    assert {task.trains for task in pilein.tasks()} <= {*known, ""}


@pytest.mark.parametrize("task", pilein.tasks(), ids=lambda task: task.id)
def test_a_game_can_begin_from_any_task(task):
    game = pilein.Game(task.scenario, seed=1, phases=task.phases, battle=task.battle)
    assert game.pending or game.is_over


@pytest.mark.parametrize("task", SOLVED, ids=lambda task: task.id)
def test_every_solvable_task_stays_within_its_limit_and_punishes_random_play(task):
    solver = pilein.solve(task, exact=False, budget=None)
    assert solver.states <= task.limit
    regret = solver.regret("random")
    assert float(regret.first + regret.second) >= SPREAD
    assert float(solver.exploitability(solver.policy)) == pytest.approx(0, abs=1e-12)


def test_the_optimum_of_the_task_with_a_struck_sentence_differs_from_that_of_its_training_task():
    assert float(pilein.solve("pilein/struck-v0").value()) != float(pilein.solve("pilein/parry-v0").value())


def test_a_task_is_refused_if_its_scenario_has_changed():
    task = replace(pilein.task("parry-v0"), digest="0123456789abcdef")
    with pytest.raises(pilein.BadRuleset, match="has been changed"):
        _ = task.scenario


def test_the_name_of_a_task_given_as_a_scenario_is_refused_with_a_remedy():
    with pytest.raises(
        pilein.BadScenario, match="name of a task, not of a scenario file; play tasks with `pilein tour"
    ):
        pilein.load("pilein/parry-v0")


def test_a_task_may_be_given_as_an_object_or_by_name():
    task = pilein.task("parry-v0")
    assert task_of(task) == task_of("pilein/parry-v0") == task
    assert task_of("fight.toml") is None

"""Vectors of environments play the same games as single environments, in one process or in several."""

import numpy as np
import pytest

import pilein
import pilein.rl
from pilein.agents import waiting
from pilein.rl import playing

gymnasium = pytest.importorskip("gymnasium")


def _played(envs, steps, slots=64):
    """Return everything that a vector reports while its environments receive random actions."""
    rng = np.random.default_rng(5)
    observation, info = envs.reset(seed=7)
    found = [{name: array.copy() for name, array in observation.items()}]
    for _ in range(steps):
        actions = rng.integers(slots, size=envs.num_envs)
        observation, rewards, over, cut, info = envs.step(actions)
        found.append({**{name: array.copy() for name, array in observation.items()}, "rewards": rewards.copy()})
        found.append({"over": over.copy(), "cut": cut.copy(), "mask": info["action_mask"], "dropped": info["dropped"]})
    return found


@pytest.mark.parametrize("opponent", ["sensible", "random", "mcts:3"])
def test_a_vector_gives_the_same_results_as_single_environments_with_the_same_seeds(opponent):
    ours = pilein.rl.Vector(pilein.task("parry-v0"), 3, opponent)
    single = gymnasium.vector.SyncVectorEnv([lambda: pilein.rl.make("parry-v0", opponent)] * 3)
    for one, other in zip(_played(ours, 60), _played(single, 60), strict=True):
        assert one.keys() == other.keys()
        for name in one:
            np.testing.assert_array_equal(one[name], other[name], err_msg=name)


def test_a_vector_plays_the_same_games_even_if_its_memory_is_emptied_repeatedly(monkeypatch):
    usual = _played(pilein.rl.Vector(pilein.task("parry-v0"), 3), 60)
    monkeypatch.setattr(
        playing, "memory_for", lambda of: waiting.Memory(playing.ruleset_named(of.scenario.ruleset), 40)
    )
    monkeypatch.setattr("pilein.rl.vector_env.memory_for", playing.memory_for)
    for one, other in zip(usual, _played(pilein.rl.Vector(pilein.task("parry-v0"), 3), 60), strict=True):
        for name in one:
            np.testing.assert_array_equal(one[name], other[name], err_msg=name)


def test_the_observations_of_a_vector_belong_to_its_space_and_are_not_changed_later():
    env = pilein.rl.vector("parry-v0", 4)
    first, _ = env.reset(seed=3)
    kept = {name: array.copy() for name, array in first.items()}
    assert env.observation_space.contains(first)
    env.step(np.zeros(4, dtype=np.int64))
    for name, array in first.items():
        np.testing.assert_array_equal(array, kept[name])


def test_resetting_some_environments_of_a_vector_leaves_the_others_as_they_are():
    env = pilein.rl.vector("parry-twice-v0", 2)
    env.reset(seed=3)
    before, *_ = env.step(np.zeros(2, dtype=np.int64))
    after, _ = env.reset(seed=3, options={"reset_mask": np.array([True, False])})
    np.testing.assert_array_equal(before["facts"][1], after["facts"][1])
    assert not np.array_equal(before["facts"][0], after["facts"][0])


def test_a_vector_plays_fights_in_the_press_in_one_process_and_fights_on_a_table_in_several():
    assert isinstance(pilein.rl.vector("parry-v0", 2), pilein.rl.Vector)
    env = pilein.rl.vector("fall-back-v0", 2)
    env.reset(seed=1)
    env.step(np.zeros(2, dtype=np.int64))
    assert not isinstance(env, pilein.rl.Vector)
    env.close()


def test_an_unknown_task_or_a_wrong_number_of_environments_is_refused():
    with pytest.raises(pilein.UnknownRule, match="did you mean 'pilein/parry-v0'"):
        pilein.rl.vector("pilein/parry-v1", 2)
    with pytest.raises(pilein.BadInput, match="count"):
        pilein.rl.vector("pilein/parry-v0", 0)

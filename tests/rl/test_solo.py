"""Each task is a Gymnasium environment for one side and passes Gymnasium's own checker."""

import warnings

import numpy as np
import pytest

import pilein
import pilein.rl

pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env

SMALL = ("pilein/parry-v0", "pilein/fall-back-v0", "pilein/react-v0")


@pytest.mark.parametrize("name", SMALL)
def test_an_environment_passes_the_gymnasium_checker(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # ranges of columns may be open
        check_env(pilein.rl.make(name), skip_render_check=True)


@pytest.mark.parametrize("of", ["pilein/parry-v0", pilein.task("parry-v0")], ids=["name", "task"])
def test_a_task_or_its_name_is_accepted_by_functions_that_make_environments_or_list_columns(of):
    assert pilein.rl.make(of).task == pilein.rl.env(of).task == pilein.task("parry-v0")
    assert pilein.rl.Solo(of).task == pilein.rl.Table(of).task
    assert pilein.rl.vector(of, 2).num_envs == pilein.rl.Vector(of, 2).num_envs == 2
    assert pilein.rl.columns(of) == pilein.rl.columns("parry-v0")


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("opponent", ["sensible", "random", "mcts:3"])
def test_the_environment_can_be_played_from_either_seat_against_any_policy(seat, opponent):
    env = pilein.rl.make("pilein/parry-v0", opponent, seat=seat)
    _, info = env.reset(seed=3)
    for _ in range(6):
        action = int(np.flatnonzero(info["action_mask"])[-1])
        _, reward, over, cut, info = env.step(action)
        assert reward in (-1, 0, 1)
        assert not cut
        if over:
            _, info = env.reset()


def test_an_environment_reset_with_the_same_seed_gives_the_same_rewards():
    def rewards(seed):
        env = pilein.rl.make("pilein/parry-v0")
        env.reset(seed=seed)
        found = []
        for _ in range(40):
            _, reward, over, _, _ = env.step(1)
            found.append(reward)
            if over:
                env.reset()
        return found

    assert rewards(4) == rewards(4)


def test_an_environment_refuses_an_unknown_seat_an_unknown_policy_and_an_unknown_task():
    with pytest.raises(pilein.BadInput, match="give 0 for the first side or 1 for the second"):
        pilein.rl.make("parry-v0", seat=2)
    with pytest.raises(pilein.UnknownRule, match="did you mean 'sensible'"):
        pilein.rl.make("parry-v0", "sensibl")
    with pytest.raises(pilein.UnknownRule, match="did you mean 'pilein/parry-v0'"):
        pilein.rl.make("pilein/parry-v1")


def test_the_observations_of_a_battle_fit_its_observation_space():
    env = pilein.rl.make("pilein/battle-v0", "first")
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    observation, *_ = env.step(0)
    assert env.observation_space.contains(observation)

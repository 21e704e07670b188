"""Each task is a PettingZoo environment and passes PettingZoo's own conformance tests."""

import subprocess
import sys
import warnings

import numpy as np
import pytest

import pilein
import pilein.rl
from pilein.rulesets.scrollhammer.charge.choice import ChargeMove

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")
from pettingzoo.test import api_test, seed_test

SMALL = ("pilein/parry-v0", "pilein/fall-back-v0", "pilein/react-v0", "pilein/struck-v0")


@pytest.mark.parametrize("name", SMALL)
def test_an_environment_passes_the_pettingzoo_tests(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it finds unusual what is a choice
        api_test(pilein.rl.env(name), num_cycles=150)
    seed_test(lambda: pilein.rl.env(name), num_cycles=50)


@pytest.mark.parametrize("name", ["pilein/allocate-v0", "pilein/charge-v0", "pilein/boarding-v0"])
def test_larger_environments_pass_the_pettingzoo_tests(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        api_test(pilein.rl.env(name), num_cycles=20)


def played(env, seed, rng):
    """Return the rewards of one random game, and the observations made during the game."""
    env.reset(seed=seed)
    seen, rewards = [], dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        rewards[agent] += reward
        seen.append(observation)
        env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return rewards, seen


@pytest.mark.parametrize("name", SMALL)
def test_the_rewards_of_the_two_sides_sum_to_zero_and_the_observations_fit_their_space(name):
    env, rng = pilein.rl.env(name), np.random.default_rng(1)
    won = set()
    for seed in range(20):
        rewards, seen = played(env, seed, rng)
        assert sum(rewards.values()) == 0
        won |= set(rewards.values())
        space = env.observation_space(env.possible_agents[0])
        assert all(space.contains(observation) for observation in seen)
    assert won & {1, -1}


def test_always_giving_the_first_answer_earns_on_average_the_lead_of_the_policy_named_first():
    env = pilein.rl.env("pilein/parry-v0", merge=False)
    first = env.possible_agents[0]
    total = 0
    for seed in range(1500):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            _, reward, over, _, _ = env.last()
            total += reward if env.agent_selection == first else 0
            env.step(None if over else 0)
    solver = pilein.solve("pilein/parry-v0")
    assert solver.regret("first").mean > 0
    assert total / 1500 == pytest.approx(float(solver.lead("first", "first")), abs=0.1)


def test_an_environment_may_merge_options_that_look_equal():
    merged, all_of_them = (pilein.rl.env("pilein/allocate-v0", merge=merge, slots=200) for merge in (True, False))
    for env in (merged, all_of_them):
        env.reset(seed=5)
    few, many = (env.observe(env.agent_selection)["action_mask"].sum() for env in (merged, all_of_them))
    assert 1 <= few <= many


def test_an_environment_looks_for_no_more_options_than_it_has_slots(monkeypatch):
    """On a table, each option has to be searched for, so a learner with few slots should not have to wait while the
    other options are found.
    """
    looked = []
    candidates = ChargeMove.candidates

    def watched(choice):
        for one in candidates(choice):
            looked.append(one)
            yield one

    monkeypatch.setattr(ChargeMove, "candidates", watched)
    env = pilein.rl.env("pilein/lines-v0", slots=2)
    env.reset(seed=0)
    while not looked:
        env.step(0)
    assert env.observe(env.agent_selection)["action_mask"].sum() == 2
    assert len(looked) == 3
    assert env.infos[env.agent_selection] == {"dropped": 1}


def test_an_action_that_stands_for_no_option_is_refused_by_the_environment():
    env = pilein.rl.env("pilein/parry-v0")
    env.reset(seed=1)
    with pytest.raises(pilein.BadInput, match="is not the index of an option; take an action from 0 to"):
        env.step(63)


def test_every_column_of_an_observation_has_a_name():
    found = pilein.rl.columns("pilein/parry-v0")
    assert [feature.name for feature in found["units"]][:2] == ["second side", "models left"]
    assert found["options"] == pilein.rl.columns("pilein/allocate-v0")["options"]
    with pytest.raises(pilein.UnknownRule, match="did you mean"):
        pilein.rl.columns("pary-v0")


def test_making_an_environment_without_gymnasium_raises_an_error_with_the_remedy():
    program = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "import pilein, pilein.rl\n"
        "try: pilein.rl.make('parry-v0')\n"
        "except pilein.PileInError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "pip install 'pilein[rl]'" in done.stdout

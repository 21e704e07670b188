import pytest

from pilein.agents.first import first
from pilein.agents.named import named
from pilein.agents.random import Random
from pilein.agents.scrollhammer import sensible
from pilein.kernel.errors import UnknownRule


def test_policies_are_found_by_name():
    assert named("first", "scrollhammer", seed=1, side=0) is first
    assert named("sensible", "scrollhammer", seed=1, side=0) is sensible
    assert isinstance(named("random", "scrollhammer", seed=1, side=0), Random)


def test_a_ruleset_without_a_sensible_policy_takes_what_is_offered_first():
    assert named("sensible", "duel", seed=1, side=0) is first


def test_an_unknown_name_is_an_error_that_suggests_the_nearest():
    with pytest.raises(UnknownRule, match="sensible"):
        named("sensble", "scrollhammer", seed=1, side=0)

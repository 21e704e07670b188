"""Random games recalculated from their logs show no faults except the known ones.

`make soak` plays 2,000 games of each ruleset, multiplied by PILEIN_SOAK, beginning with the seed PILEIN_SEED (10,000
by default). A finding names its seed, and `python -m tests.checker RULESET SEED` prints it.
"""

import os

import pytest

from tests.checker.games import FINDINGS, OPEN, is_known
from tests.checker.playing import random_game
from tests.checker.trace import Trace
from tests.conftest import SOAK
from tests.rulesets.texts import NAMES

DAILY = {"scorched": 160, "scrollhammer": 40, "wab": 16, "warstrike": 32, "wwpd": 48}  # under 40 seconds in all
BATCH = 50
EACH = 2000
PARTS = 4  # of the daily sample
START = int(os.environ.get("PILEIN_SEED", "10000"))


def _unknown(name: str, first: int, count: int) -> list[str]:
    """Return the findings in the games, without the known faults."""
    found = []
    for seed in range(first, first + count):
        trace = Trace(random_game(name, seed))
        unknown = (one for one in FINDINGS[name](trace) if not is_known(name, seed, one.kind))
        found += [f"seed {seed}: {one}" for one in unknown]
    return found


def test_every_ruleset_has_a_list_of_open_checker_findings() -> None:
    assert set(FINDINGS) == set(OPEN) == set(NAMES)


@pytest.mark.parametrize("name", FINDINGS)
@pytest.mark.parametrize("part", range(PARTS))
def test_the_checker_finds_no_unknown_fault_in_random_games(name: str, part: int) -> None:
    count = DAILY[name] // PARTS
    assert _unknown(name, part * count, count) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", FINDINGS)
@pytest.mark.parametrize("batch", range(max(SOAK, 1) * EACH // BATCH))
def test_the_checker_finds_no_unknown_fault_in_many_random_games(name: str, batch: int) -> None:
    assert _unknown(name, START + batch * BATCH, BATCH) == []


def test_the_checker_accepts_a_gap_too_close_to_the_contact_limit_to_judge_from_rounded_positions() -> None:
    """A model stands 0.0018" from a friend that touches the enemy. The limit of contact is 0.002", and positions in the
    log have only four decimals.
    """
    assert _unknown("scrollhammer", 20048, 1) == []


@pytest.mark.parametrize("seed", [910010, 911354])
def test_models_that_hold_fire_bring_no_further_model_within_range_of_the_shooters(seed: int) -> None:
    """In both games some models of a unit hold fire, and only these stand within 6 inches of a model that is spared."""
    assert _unknown("warstrike", seed, 1) == []

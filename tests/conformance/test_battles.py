"""Random battles of two armies are played over six turns. Every clause is checked, and each side plays either sensibly
or at random.

Battles from seed 0 onwards are played in every run of all tests, and `make soak` plays later seeds: PILEIN_SOAK
times two thousand battles, beginning with the seed PILEIN_SEED.
"""

import os
from collections import Counter

import pytest

from pilein.kernel.requests import Policy
from pilein.rulesets.wab.policy.sensible import sensible
from tests.conformance.armies import battle
from tests.conformance.playing import Watched, watched
from tests.conformance.wab import SUBJECT
from tests.conftest import SOAK

DAILY = 8
BATCH = 50
TURNS = 12  # six of each side
PLAYED: tuple[tuple[Policy | None, Policy | None], ...] = (
    (sensible, sensible),
    (sensible, None),
    (None, sensible),
    (None, None),
)
START = int(os.environ.get("PILEIN_SEED", DAILY))


def _played(seed: int) -> Watched:
    text, loaded = battle(seed)
    try:
        return watched(SUBJECT, loaded.scenario, seed, phases=TURNS, sensible=PLAYED[seed % len(PLAYED)])
    except BaseException as error:
        error.add_note(f"seed {seed}:\n{text}")
        raise


@pytest.mark.parametrize("seed", range(DAILY))
def test_a_random_battle_breaks_no_invariant(seed: int) -> None:
    assert _played(seed).faults == []


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(max(SOAK, 1) * 2000 // BATCH))
def test_many_random_battles_break_no_invariant(batch: int) -> None:
    faults = {}
    for seed in range(START + batch * BATCH, START + (batch + 1) * BATCH):
        try:
            found = _played(seed).faults
        except Exception as error:  # noqa: BLE001 - all faults of a batch are wanted at once
            found = [f"{type(error).__name__}: {error}"]
        if found:
            faults[seed] = found[0]
    assert faults == {}, Counter(fault.split(":")[0] for fault in faults.values())

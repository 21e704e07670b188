"""Random scenarios are played at random: the position is valid after every clause, and every game can be replayed.

A few scenarios are played in every run of all tests, and `make soak` plays PILEIN_SOAK times a thousand scenarios,
beginning with the seed PILEIN_SEED or 0.
"""

import os
from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from pilein.tabletop.plane import Plane
from tests.conformance.oracle import faults_of_plane
from tests.conformance.playing import Watched, watched
from tests.conformance.scenarios import scenario
from tests.conformance.scorched import SUBJECT as SCORCHED
from tests.conformance.scrollhammer import SUBJECT
from tests.conformance.subjects import Subject
from tests.conformance.wab import SUBJECT as WAB
from tests.conformance.warstrike import SUBJECT as WARSTRIKE
from tests.conformance.wwpd import SUBJECT as WWPD
from tests.conftest import SOAK
from tests.rulesets.texts import NAMES

SUBJECTS = {"scorched": SCORCHED, "scrollhammer": SUBJECT, "wab": WAB, "warstrike": WARSTRIKE, "wwpd": WWPD}
DAILY = range(2, 6)  # seeds
NUMBERS_EACH = 6  # numbers of the text that are set
BATCH = 100
START = int(os.environ.get("PILEIN_SEED", "0"))


def _played(subject: Subject, seed: int, phases: int) -> Watched:
    """Play the scenario for a seed. If an error is raised, its message names the seed."""
    text, loaded = scenario(subject.words, seed, subject.rules.opened)
    try:
        return watched(subject, loaded.scenario, seed, phases=phases)
    except BaseException as error:
        error.add_note(f"seed {seed}:\n{text}")
        raise


def test_every_ruleset_has_a_conformance_subject() -> None:
    assert set(SUBJECTS) == set(NAMES)


@pytest.mark.parametrize("name", SUBJECTS)
@pytest.mark.parametrize("seed", DAILY)
def test_random_play_breaks_no_invariant_of_any_ruleset(name: str, seed: int) -> None:
    played = _played(SUBJECTS[name], seed, phases=1 + seed % 2)
    assert played.faults == []


@pytest.mark.parametrize("name", SUBJECTS)
@pytest.mark.parametrize("seed", [0, 4])
def test_shapely_finds_the_same_contacts_as_the_engine_and_no_overlaps(name: str, seed: int) -> None:
    assert _seen_by_shapely(_played(SUBJECTS[name], seed, phases=1)) == []


@pytest.mark.parametrize("name", SUBJECTS)
@pytest.mark.parametrize("seed", [0, 3])
def test_random_play_with_changed_numbers_in_the_rules_text_breaks_no_invariant(name: str, seed: int) -> None:
    """The numbers in the rules text are set to random values within their bounds."""
    assert _played_under_other_numbers(SUBJECTS[name], seed).faults == []


@pytest.mark.soak
@pytest.mark.parametrize("name", SUBJECTS)
@pytest.mark.parametrize("batch", range(max(SOAK, 1) * 1000 // BATCH))
def test_long_random_play_breaks_no_invariant_of_any_ruleset(name: str, batch: int) -> None:
    faults = {}
    for seed in range(START + batch * BATCH, START + (batch + 1) * BATCH):
        try:
            found = _faults(SUBJECTS[name], seed)
        except Exception as error:  # noqa: BLE001 - all faults of a batch are wanted at once
            found = [f"{type(error).__name__}: {error}"]
        if found:
            faults[seed] = found[0]
    assert faults == {}, Counter(fault.split(":")[0] for fault in faults.values())


def _faults(subject: Subject, seed: int) -> list[str]:
    """Return the faults found with a seed. Every fourth scenario is also checked by shapely, and every third is also
    played with changed numbers.
    """
    played = _played(subject, seed, phases=1 + seed % 3)
    found = [*played.faults, *(_seen_by_shapely(played) if seed % 4 == 0 else ())]
    return found + (_played_under_other_numbers(subject, seed).faults if seed % 3 == 0 else [])


def _seen_by_shapely(played: Watched) -> list[str]:
    """Return the faults that shapely finds in the first and the last field of a game."""
    fields = (played.game.opening.state.field, played.game.state.field)
    return [fault for field in fields if isinstance(field, Plane) for fault in faults_of_plane(field)]


def _played_under_other_numbers(subject: Subject, seed: int) -> Watched:
    chance = Random(seed)  # noqa: S311 - the same numbers every time
    _, loaded = scenario(subject.words, seed, subject.rules.opened)
    some = chance.sample(sorted(subject.rules.numbers), NUMBERS_EACH)
    numbers = {key: chance.randint(one.least, one.most) for key in some for one in (subject.rules.numbers[key],)}
    return watched(subject, replace(loaded.scenario, numbers=numbers), seed, phases=1)

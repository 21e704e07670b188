"""The region of a placement is where the verdict allows a place, in all rulesets in which models are placed."""

from collections import Counter
from collections.abc import Iterator

import pytest

from pilein.engine.rulesets import ruleset_named
from pilein.lab import scenarios
from tests.conformance.scenarios import scenario
from tests.conformance.test_random_play import SUBJECTS
from tests.geometry.crowds import chances
from tests.protocol.regions import Asked, Probe, asked_in
from tests.protocol.sitting import EXAMPLES

KINDS = {"scrollhammer": {"ChargeMove", "PileIn", "ConsolidationPlace"}, "wwpd": {"Approach", "FollowUpPlace"}}
CHARGES = ("counter_attack", "demo", "flank", "killing_blow", "stand_and_shoot")  # few random scenarios have any
EACH, EACH_IN_SOAK = 2, 8  # questions of a kind in a game
DAILY = 6
DEAR = {("wwpd", 1): 7}  # a game that takes as long as all others together, and the one played instead outside the soak
GAMES = [(DEAR.get((name, seed), seed), name) for seed in range(DAILY) for name in SUBJECTS]
MANY = 10_000  # points for each kind of question in the soak


def asked_with(name: str, seed: int, each: int = EACH) -> Iterator[Asked]:
    """Yield some questions of each kind in a random scenario and, in Scrollhammer, in an example."""
    chance, subject = chances(seed), SUBJECTS[name]
    heard = asked_in(subject.rules, scenario(subject.words, seed, subject.rules.opened)[1].scenario, seed)
    if name == "scrollhammer":
        example = scenarios.load(EXAMPLES / name / f"{CHARGES[seed % len(CHARGES)]}.toml")
        heard += asked_in(ruleset_named(name), example, seed)
    seen: Counter[str] = Counter()
    for one in chance.sample(heard, len(heard)):
        seen[one.kind] += 1
        if seen[one.kind] <= each:
            yield one


@pytest.mark.parametrize(("seed", "name"), GAMES)
def test_the_region_of_a_placement_contains_exactly_the_places_that_the_verdict_allows(name: str, seed: int) -> None:
    for asked in asked_with(name, seed):
        assert asked.kind in KINDS[name]
        assert list(Probe(asked, chances(seed)).faults()) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", KINDS)
def test_region_and_verdict_agree_at_ten_thousand_points_of_each_kind_of_question(name: str) -> None:
    """Fewer than one point in a thousand may differ, because a part shorter than the sampling step can be missed."""
    faults: list[str] = []
    points, seed = dict.fromkeys(KINDS[name], 0), 0
    while min(points.values()) < MANY:
        for asked in asked_with(name, seed, EACH_IN_SOAK):
            if points[asked.kind] < MANY:
                probe = Probe(asked, chances(seed))
                faults += [f"seed {seed}: {fault}" for fault in probe.faults()]
                points[asked.kind] += probe.judged
        seed += 1
    assert len(faults) < sum(points.values()) / 1000, faults

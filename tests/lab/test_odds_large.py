"""Fights of hundreds of models can be played, and the computation of their odds stops at its limit."""

from contextlib import suppress
from itertools import product

import pytest

from pilein.engine.rulesets import vocabulary
from pilein.kernel.errors import Spent
from pilein.lab.odds import odds
from pilein.lab.playing import play
from pilein.rulesets.scrollhammer.charge import distance as charge_distance
from pilein.tabletop.loading import loads
from pilein.tabletop.movement import ground
from tests.clocks import looks
from tests.conftest import SOAK

PROFILES = {
    "scrollhammer": "WS = 4\nS = 3\nT = 3\nW = 1\nI = 4\nA = 1\nLd = 8\nSv = 4",
    "warstrike": "Mv = 6\nWS = 3\nStr = 3\nAr = 2\nLd = 2\nNv = 3",
    "scorched": "WS = 5\nW = 3\nS = 4\nT = 4\nSv = 3\npoints = 60",
    "wwpd": "skill = 3\nrate = 2\ntoughness = 1\nLd = 4",
    "wab": 'M = 4\nWS = 4\nS = 3\nT = 3\nI = 3\nA = 1\nLd = 8\narmour = "heavy"',
}
HOW = {
    "scrollhammer": 'formation = "skirmish"',
    "wab": 'formation = "skirmish"',
    "warstrike": 'weapons = ["close combat weapon"]',
}


def crowd(ruleset, models, units=1):
    """Return a scenario with the given number of units per side and models per unit, in which every unit is in contact
    with all enemies.
    """
    lines = [f'ruleset = "{ruleset}"', 'active = "red"', "[profiles.man]", PROFILES[ruleset], 'base = "25mm"']
    names = {side: [f"{side} {number}" for number in range(units)] for side in ("red", "blue")}
    for side, number in product(names, range(units)):
        lines += ["[[unit]]", f'name = "{side} {number}"', f'side = "{side}"', 'profile = "man"', f"models = {models}"]
        lines += [HOW.get(ruleset, "")]
    pairs = ", ".join(f'["{one}", "{other}"]' for one, other in product(names["red"], names["blue"]))
    return loads("\n".join([*lines, "[press]", f"pairs = [{pairs}]"]), vocabulary).scenario


@pytest.mark.parametrize("ruleset", PROFILES)
def test_a_fight_of_five_hundred_models_against_five_hundred_can_be_played(ruleset):
    played = play(crowd(ruleset, 500), seed=1)
    assert sum(unit.models_after for unit in played.units) < 1000


@pytest.mark.skipif(not SOAK, reason="takes half a minute: PILEIN_SOAK=1")
@pytest.mark.parametrize("ruleset", PROFILES)
def test_a_fight_between_four_units_of_five_hundred_models_each_can_be_played(ruleset):
    assert play(crowd(ruleset, 500, units=2), seed=1).outcome.over


@pytest.mark.parametrize("ruleset", PROFILES)
def test_the_computation_of_odds_for_hundreds_of_models_stops_at_its_limit(ruleset):
    """A roll has millions of outcomes, so the limit is also checked while their probabilities are being added up."""
    budget = looks(4000)
    with suppress(Spent):
        assert odds(crowd(ruleset, 140), phases="end", budget=budget).note.startswith("sampled (")
    assert 3900 < budget.clock.looks < 5000


def test_a_charge_has_the_same_events_with_and_without_the_cache_for_crowded_tables(monkeypatch):
    """For this test, the cache is switched on even for a small number of models."""
    path = "examples/scrollhammer/multiple_combat.toml"
    plain = [play(path, seed=seed, phases="end").events for seed in range(3)]
    monkeypatch.setattr(ground, "MANY", 0)
    monkeypatch.setattr(charge_distance, "MANY", 0)
    assert [play(path, seed=seed, phases="end").events for seed in range(3)] == plain

"""The odds of a charge list four outcomes: the charge arrives, it runs the target down, the target escapes, or the
charge fails.
"""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from pilein.engine.clause_memory import ClauseMemory
from pilein.engine.policies import named
from pilein.engine.rulesets import ruleset_named
from pilein.geometry.ticks import ticks
from pilein.lab import charge_solving
from pilein.lab.charges import brought, charge
from pilein.lab.scenarios import load
from pilein.rulesets.scrollhammer.charge_events import Scattered
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase
from pilein.rulesets.scrollhammer.phase import close_combat_phase
from tests.enumeration import ends

ROOT = Path(__file__).parents[2]
CAUGHT = Path(__file__).parent / "figures" / "charge_caught.toml"
FLEE, HOLD = {"blue:SH-RE-02": "flee"}, {"blue:SH-RE-02": "hold"}
DICE = range(1, 7)
REGROUPED = Fraction(7, 12)  # 2D6 up to Leadership 7


def flees(choice):
    answers = dict(choice.candidates())
    return answers.get("flee", next(iter(answers.values())))


@pytest.mark.parametrize("inches", [3, 6, 9])
def test_the_outcomes_of_charging_a_fleeing_target_match_the_calculation_by_hand(inches):
    """SH-R-15: the target flees D6 inches. If the charge roll of 2D6 is at least the distance to the target after its
    flight, the charge reaches the target, which regroups or is destroyed.
    """
    reached = Fraction(sum(sum(two) >= inches + one for one in DICE for two in product(DICE, DICE)), 6**3)
    (row,) = charge(CAUGHT, distances=[inches], fixed=FLEE).rows
    assert row.outcomes == (reached * REGROUPED, reached * (1 - REGROUPED), 1 - reached, 0)
    assert row.target_lost == 10 * row.run_down
    if inches == 6:
        assert row.outcomes == (Fraction(49, 324), Fraction(35, 324), Fraction(20, 27), 0)


def test_the_outcomes_of_a_charge_match_those_found_by_playing_out_every_roll():
    """The independent route plays the clauses branch by branch and reads the outcome from their logs."""
    battle = ruleset_named("scrollhammer").opened(brought(load(CAUGHT), 0, 1, ticks(6))).state
    played = ends(
        battle,
        close_combat_phase,
        until=fight_sub_phase.key,
        policy=flees,
        notice=lambda event: "scattered" if isinstance(event, Scattered) else None,
    )
    found = {"arrives": Fraction(0), "run_down": Fraction(0), "gets_away": Fraction(0)}
    for (after, logged), chance in played.items():
        met = 1 in after.field.touched_units(0)
        found["arrives" if met else "run_down" if logged else "gets_away"] += chance
    (row,) = charge(CAUGHT, distances=[6], fixed=FLEE).rows
    assert found == {name: getattr(row, name) for name in found}


def test_a_charge_on_a_holding_target_either_arrives_or_fails():
    (row,) = charge(CAUGHT, distances=[6], fixed=HOLD).rows
    assert row.outcomes == (Fraction(26, 36), 0, 0, Fraction(10, 36))


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ("default", (Fraction(49, 324), Fraction(35, 324), Fraction(20, 27), 0)),
        ("ride-down", (0, Fraction(7, 27), Fraction(20, 27), 0)),
        ("fight", (Fraction(7, 27), 0, Fraction(20, 27), 0)),
    ],
)
def test_the_outcomes_of_a_charge_follow_the_ruling_about_a_caught_target(reading, expected):
    (row,) = charge(CAUGHT, distances=[6], fixed=FLEE, rulings={"SH-R-15": reading}).rows
    assert row.outcomes == expected


@pytest.mark.parametrize("reading", ["default", "caught-now", "caught-captured-no-panic"])
def test_a_wab_target_caught_in_flight_counts_as_run_down_under_every_ruling_that_removes_it(reading):
    """WAB-R-41: the target starts 2 inches away and flees 2D6 inches. If the sum of its dice is 4 or less, which
    happens in 6 of 36 cases, the target stays within the charge reach of 6 inches.
    """
    path, asked = ROOT / "examples" / "wab" / "stand_and_shoot.toml", {"WAB-RX-01": "flee"}
    found = charge(path, "legionaries", "bowmen", distances=[2], fixed=asked, rulings={"WAB-R-41": reading})
    (row,) = found.rows
    assert row.outcomes == (0, Fraction(1, 6), Fraction(5, 6), 0)
    assert row.target_lost == row.run_down * found.target_models


SAMPLE = [
    ("tests/lab/figures/stand_and_shoot.toml", None, None),
    ("examples/scrollhammer/lances.toml", None, None),
    ("examples/warstrike/boarding.toml", None, None),
    ("examples/wab/stand_and_shoot.toml", "horse", "light foot"),
    ("examples/wwpd/charge.toml", None, None),
]


def assert_adds_up(row):
    """Assert that the outcomes of a row add up to one: exactly if the row is solved, and within float precision if it
    is sampled.
    """
    if row.games:
        assert sum(map(float, row.outcomes)) == pytest.approx(1, abs=1e-12)
    else:
        assert sum(row.outcomes) == 1
        assert dict(row.touching.chances).get(0, 0) == 1 - row.arrives


@pytest.mark.parametrize("scenario", SAMPLE, ids=lambda one: Path(one[0]).stem)
def test_the_probabilities_of_the_outcomes_of_a_solved_charge_add_up_to_one(scenario):
    path, unit, target = scenario
    found = charge(ROOT / path, unit, target, distances=(7, 13))
    assert found.rows
    for row in found.rows:
        assert_adds_up(row)


def test_the_probabilities_of_the_outcomes_of_a_sampled_charge_add_up_to_one(monkeypatch):
    monkeypatch.setattr(charge_solving, "MOST_RUNS", 1)
    monkeypatch.setattr(charge_solving, "GAMES", 7)
    (row,) = charge(CAUGHT, distances=[6], fixed=FLEE).rows
    assert row.games == 7
    assert_adds_up(row)


def test_sampled_charges_share_a_cache_so_that_no_clause_is_run_twice(monkeypatch):
    memories = []

    def noted(*arguments):
        memories.append(ClauseMemory(*arguments))
        return memories[-1]

    monkeypatch.setattr(charge_solving, "MOST_RUNS", 1)
    monkeypatch.setattr(charge_solving, "GAMES", 20)
    monkeypatch.setattr(charge_solving, "ClauseMemory", noted)
    found = charge(CAUGHT, distances=[3, 6], fixed=FLEE)
    assert [memory.met > 0 for memory in memories] == [True, True]
    monkeypatch.setattr(charge_solving, "ClauseMemory", lambda *_: None)
    assert charge(CAUGHT, distances=[3, 6], fixed=FLEE) == found


def test_a_charge_under_a_policy_written_by_the_user_is_sampled_without_a_cache(monkeypatch):
    """Such a policy may have a state of its own, so its answers must not be taken from a cache."""

    def refused(*_):
        raise AssertionError

    def own(state, choice):
        return named("sensible", "scrollhammer", seed=0, side=0)(state, choice)

    monkeypatch.setattr(charge_solving, "MOST_RUNS", 1)
    monkeypatch.setattr(charge_solving, "GAMES", 5)
    monkeypatch.setattr(charge_solving, "ClauseMemory", refused)
    (row,) = charge(CAUGHT, distances=[6], policy=own).rows
    assert row.games == 5


@pytest.mark.soak
@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("examples/*/*.toml")), ids=lambda path: f"{path.parent.name} {path.stem}"
)
def test_the_probabilities_of_the_outcomes_of_every_charge_in_the_examples_add_up_to_one(path, monkeypatch):
    monkeypatch.setattr(charge_solving, "GAMES", 20)
    scenario = load(path)
    if scenario.press is not None or isinstance(ruleset_named(scenario.ruleset).charging, str):
        return
    own, others = (
        [unit.name for unit in scenario.units if (unit.side == scenario.active) == it] for it in (True, False)
    )
    for unit, target in product(own[:3], others[:3]):
        for row in charge(scenario, unit, target, distances=range(1, 19), budget=None).rows:
            assert_adds_up(row)

"""The scenario generator covers the whole notation."""

from collections import Counter

from tests.conformance.scenarios import choices, scenario
from tests.conformance.scrollhammer import SUBJECT

SAMPLE = 160
DRAWN = [scenario(SUBJECT.words, seed, SUBJECT.rules.opened) for seed in range(SAMPLE)]
SCENARIOS = [loaded.scenario for _, loaded in DRAWN]


def test_a_random_scenario_is_determined_by_its_seed() -> None:
    assert scenario(SUBJECT.words, 5, SUBJECT.rules.opened)[0] == DRAWN[5][0]


def test_random_scenarios_together_set_every_ruling_to_every_option() -> None:
    drawn = {(ruling, reading.option) for one in SCENARIOS for ruling, reading in one.rulings.items()}
    assert set(choices(SUBJECT.words.vocabulary.rulings)) <= drawn | {("SH-R-01", "fantasy-first")}
    assert any(not one.rulings for one in SCENARIOS)


def test_random_scenarios_together_use_every_formation_and_base_and_weapon_and_status() -> None:
    units = [unit for one in SCENARIOS for unit in one.units]
    vocabulary = SUBJECT.words.vocabulary
    assert {unit.formation for unit in units} == set(vocabulary.formations)
    bases = Counter(
        one.profiles[member.profile].base.kind for one in SCENARIOS for u in one.units for member in u.members
    )
    assert set(bases) == {"round", "rectangle", "oval"}
    assert {name for unit in units for member in unit.members for name in member.weapons} > set(vocabulary.weapons)
    assert all(any(unit.statuses[key.name] for unit in units) for key in vocabulary.statuses)
    assert all(any(m.values[key.name] for unit in units for m in unit.members) for key in vocabulary.member_keys)


def test_random_scenarios_together_use_all_kinds_of_ground_and_all_table_edges_as_well_as_the_press() -> None:
    assert 10 < sum(one.press is not None for one in SCENARIOS) < SAMPLE / 2
    kinds = {ground.kind for one in SCENARIOS for ground in one.terrain}
    assert kinds == {"open", "difficult", "dangerous", "impassable"}
    assert {side.edge for one in SCENARIOS for side in one.sides} == {"", "north", "south", "east", "west"}
    assert {len(one.units) for one in SCENARIOS} == {2, 3, 4, 5, 6}

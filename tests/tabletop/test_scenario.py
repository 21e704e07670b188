"""A scenario is plain data that survives conversion to JSON and back."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.shapes import Base, Place
from pilein.kernel.rulings import Reading
from pilein.tabletop.scenario import BlockPlace, Member, Press, Profile, Scenario, Side, TableSize, Terrain, Unit
from tests.tabletop.words import PRESS, TABLE, loaded

NUMBERS = st.integers(-(10**6), 10**6)
NAMES = st.text(min_size=1, max_size=5)
VALUES = st.dictionaries(
    NAMES,
    st.none() | st.booleans() | NUMBERS | st.floats(-1e6, 1e6) | NAMES | st.lists(NAMES, max_size=2).map(tuple),
    max_size=3,
)
PLACES = st.builds(Place, NUMBERS, NUMBERS, NUMBERS)
TUPLES = st.lists(NAMES, max_size=2).map(tuple)
MEMBERS = st.builds(Member, NAMES, NUMBERS, TUPLES, VALUES, TUPLES)
UNITS = st.builds(
    Unit,
    NAMES,
    NAMES,
    NAMES,
    st.lists(MEMBERS, max_size=2).map(tuple),
    VALUES,
    st.none() | st.builds(BlockPlace, NUMBERS, NUMBERS, NUMBERS, NUMBERS),
    st.none() | st.lists(PLACES, max_size=2).map(tuple),
)
PAIRS = st.tuples(NAMES, NAMES)
SCENARIOS = st.builds(
    Scenario,
    NAMES,
    NAMES,
    st.lists(st.builds(Side, NAMES, st.sampled_from(["", "north"]), VALUES), max_size=2).map(tuple),
    st.lists(UNITS, max_size=2).map(tuple),
    st.dictionaries(
        NAMES, st.builds(Profile, st.builds(Base, st.just("oval"), NUMBERS, NUMBERS), st.booleans(), VALUES), max_size=2
    ),
    st.dictionaries(NAMES, VALUES, max_size=2),
    st.dictionaries(NAMES, st.builds(Reading, NAMES, st.none() | NUMBERS), max_size=2),
    st.none() | st.builds(TableSize, NUMBERS, NUMBERS),
    st.none() | st.builds(Press, st.lists(PAIRS, max_size=2).map(tuple), st.none() | NUMBERS),
    st.lists(
        st.builds(Terrain, st.just("open"), st.lists(st.tuples(NUMBERS, NUMBERS), max_size=3).map(tuple)), max_size=1
    ).map(tuple),
    NUMBERS,
)


def through_json(scenario: Scenario) -> Scenario:
    return msgspec.convert(msgspec.json.decode(msgspec.json.encode(scenario)), Scenario)


@pytest.mark.parametrize("text", [PRESS, TABLE], ids=["press", "table"])
def test_a_loaded_scenario_survives_a_round_trip_through_json(text: str) -> None:
    scenario = loaded(text).scenario
    assert through_json(scenario) == scenario
    assert msgspec.convert(msgspec.to_builtins(scenario), Scenario) == scenario


@given(SCENARIOS)
def test_random_scenarios_survive_a_round_trip_through_json(scenario: Scenario) -> None:
    back = through_json(scenario)
    assert back == scenario
    assert msgspec.json.encode(back) == msgspec.json.encode(scenario)

"""Scenario files are read completely, and any text yields either a scenario or a BadScenario."""

import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pilein.geometry.shapes import Place
from pilein.geometry.ticks import ticks
from pilein.kernel.errors import BadScenario
from pilein.kernel.rulings import Reading
from pilein.tabletop.checking import check
from pilein.tabletop.loading import loads
from pilein.tabletop.scenario import BlockPlace
from pilein.tabletop.vocabulary import MEMBER_KEYS, TOP_KEYS, UNIT_KEYS, Vocabulary
from tests.tabletop.words import HOPLON, PRESS, TABLE, Bad, assert_fault, changed, fault_of, hoplon, loaded

BAD = [
    Bad('ruleset = "hoplon"\n', "", 1, "", "which rules apply", "write ruleset"),
    Bad('"hoplon"', '"hoplom"', 1, "ruleset", "no ruleset 'hoplom'", "'hoplon'?"),
    Bad('"hoplon"', '"chess"', 1, "ruleset", "no ruleset 'chess'", "`pilein rules`"),
    Bad('"hoplon"', "1", 1, "ruleset", "the value must be text in quotes, not the number 1", ""),
    Bad('"hoplon"', '""', 1, "ruleset", "the name is empty", ""),
    Bad('active = "red"', 'activ = "red"', 2, "activ", "a scenario has no key 'activ'", "'active'?"),
    Bad('active = "red"', 'active = "red"\nround = 0', 3, "round", "0 is too small", "from 1"),
    Bad(
        'active = "red"', 'active = "red"\nround = false', 3, "round", "the value must be a whole number, not false", ""
    ),
    Bad('active = "red"', 'active = "red"\n"\\u001b[2J" = 1', 3, "\\x1b[2J", "has no key", ""),
    Bad(
        'active = "red"',
        f'active = "red"\n{"k" * 999} = 1',
        3,
        f"{'k' * 60}...",
        "has no key 'kkk",
        "use one of the other keys: round",
    ),
]


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_a_fault_at_the_top_level_is_reported(bad: Bad) -> None:
    assert_fault(PRESS, bad)


def test_a_scenario_in_the_press_is_read_with_its_units_and_sides() -> None:
    scenario = loaded(PRESS).scenario
    assert (scenario.ruleset, scenario.active, scenario.round) == ("hoplon", "red", 1)
    assert [(unit.name, unit.side, unit.models, unit.formation) for unit in scenario.units] == [
        ("guards", "red", 5, "skirmish"),
        ("reavers", "blue", 5, "skirmish"),
    ]
    assert (scenario.table, scenario.terrain, scenario.rulings) == (None, (), {})


def test_a_scenario_on_a_table_is_read() -> None:
    scenario = loaded(TABLE).scenario
    guards, reavers = scenario.units
    assert guards.place == BlockPlace(ticks(24), ticks(18), 0, 5)
    assert guards.statuses == {"charged": True, "fired_at": None, "markers": 0}
    assert reavers.statuses["fired_at"] == "guards"
    assert reavers.positions == (
        Place(ticks(20), ticks(25), 18000),
        Place(ticks(22), ticks(25), 9025),
        Place(ticks(24.5), ticks(25), 18000),
    )
    assert scenario.rulings == {"TO-R-02": Reading("gap"), "TO-R-03": Reading("limit", 4)}
    assert (scenario.round, scenario.press) == (2, None)


def test_a_facing_is_reduced_to_less_than_one_turn() -> None:
    text = changed(changed(TABLE, "facing = 180", "facing = -90"), "90.25", "360")
    positions = loaded(text).scenario.units[1].positions
    assert positions is not None
    assert [place.facing for place in positions] == [27000, 0, 27000]


def test_units_of_a_ruleset_without_formations_are_loose() -> None:
    plain = Vocabulary(ruleset="plain")
    text = PRESS.replace('formation = "skirmish"\n', "").replace("WS = 4\n", "").replace('["hand weapon"]', "[]")
    assert [unit.formation for unit in loads(text, lambda _: plain).scenario.units] == ["", ""]
    with pytest.raises(BadScenario, match="no key 'formation'"):
        loads(text.replace("models = 5", 'models = 5\nformation = "x"'), lambda _: plain)


def test_a_ruleset_may_have_a_default_formation() -> None:
    plain = Vocabulary(ruleset="plain", formations={"mob": "loose", "line": "block"}, default_formation="mob")
    text = PRESS.replace('formation = "skirmish"\n', "").replace("WS = 4\n", "").replace('["hand weapon"]', "[]")
    assert [unit.formation for unit in loads(text, lambda _: plain).scenario.units] == ["mob", "mob"]


def test_a_fault_found_after_loading_is_still_reported_at_its_line_in_the_file() -> None:
    fault = loaded(TABLE).fault("too far apart", "unit", 1, "positions", 2, remedy="move it")
    assert str(fault) == "toy.toml:65: unit[2].positions[3]: too far apart; move it"
    assert loaded(TABLE).fault("no such key", "unit", 1, "courage", remedy="remove it").line == 52


def fault_or_none(text: str) -> BadScenario | None:
    try:
        check(loads(text, hoplon))
    except BadScenario as fault:
        return fault
    return None


def assert_harmless(text: str) -> None:
    """Assert that the text yields either a scenario or a BadScenario whose message fits on one line."""
    fault = fault_or_none(text)
    if fault:
        assert str(fault).isprintable()
        assert fault.remedy
        assert fault.file == "<text>"
        assert fault.line <= text.count("\n") + 1


@given(st.text() | st.text("[]{}=.,\"'#\n\\u0123456789abctrue- "))
@example("a=[[[")
@example('a="\\ud800"')
@example("\ufeffa = 1")
def test_random_text_is_read_or_refused_without_an_internal_error(text: str) -> None:
    assert_harmless(text)


PLACES = st.integers(0, len(TABLE))


@given(st.sampled_from([PRESS, TABLE]), PLACES, PLACES, st.text(string.printable, max_size=4))
def test_a_file_with_a_random_typing_error_is_read_or_refused_without_an_internal_error(
    text: str, start: int, length: int, new: str
) -> None:
    assert_harmless(text[:start] + new + text[start + length % 8 :])


WORDS = ["", "red", "blue", "guards", "guard", "skirmish", "ranks", "hand weapon", "stubborn", "hoplon", "TO-R-01"]
WORDS += ["fantasy-first", "limit", "gap", "25mm", "1in square", "60x35mm oval", "impassable", "\x1b", "é"]
NUMBERS = ["0", "1", "-1", "5", "48", "201", "2.5", "nan", "inf", "-inf", "1e400", "10000000", f"0x{'f' * 20}"]
ATOMS = st.sampled_from([*NUMBERS, "true", "false", "1979-05-27", "07:32:00"]) | st.sampled_from(WORDS).map(
    lambda word: '"' + word.replace("\x1b", "\\u001b") + '"'
)
KEYS = sorted({*TOP_KEYS, *UNIT_KEYS, *MEMBER_KEYS, "base", "rules", "edge", "WS", "Sv", "charged", "fired_at", "lost"})
KEYS += ["x", "y", "files", "width", "depth", "pairs", "frontage", "kind", "polygon", "option", "n", "TO-R-01", "guard"]


def _table_of(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.lists(st.tuples(st.sampled_from(KEYS), values), max_size=4, unique_by=lambda pair: pair[0])
    return pairs.map(lambda found: "{" + ", ".join(f"{key} = {value}" for key, value in found) + "}")


VALUES = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner, max_size=4).map(lambda of: f"[{', '.join(of)}]") | _table_of(inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=8))
def test_random_values_of_known_keys_are_read_or_refused_without_an_internal_error(pairs: dict[str, str]) -> None:
    pairs = {"ruleset": '"hoplon"', **pairs}
    assert_harmless("\n".join(f"{key} = {value}" for key, value in pairs.items()))


@given(st.sampled_from([PRESS, TABLE]), st.data())
def test_a_random_value_in_a_valid_file_is_read_or_refused_without_an_internal_error(
    text: str, data: st.DataObject
) -> None:
    lines = text.splitlines()
    keyed = [number for number, line in enumerate(lines) if " = " in line and not line.endswith("[")]
    number = data.draw(st.sampled_from(keyed))
    key = lines[number].split(" = ")[0]
    lines[number] = f"{data.draw(st.sampled_from([key, *KEYS]))} = {data.draw(VALUES)}"
    assert_harmless("\n".join(lines))


@pytest.mark.parametrize("key", ["WS", "base", "models", "name", "pairs", "active"])
def test_a_huge_number_is_read_or_refused_without_an_internal_error(key: str) -> None:
    value = next(line for line in PRESS.splitlines() if line.startswith(f"{key} ="))
    fault = fault_of(changed(PRESS, value, f"{key} = 0x{'f' * 5000}"))
    assert len(str(fault)) < 300
    assert str(fault.key).endswith(key)


def test_the_toy_ruleset_is_loaded_by_its_name() -> None:
    assert loaded(PRESS).scenario.ruleset == HOPLON.ruleset
    assert fault_of(changed(PRESS, '"hoplon"', '"h"')).line == 1

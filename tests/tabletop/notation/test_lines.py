"""Every key of a valid TOML document is found on its line."""

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.tabletop.notation.lines import DEEPEST, Path, lines_of
from tests.tabletop.words import TABLE

CASES = {
    "a = 1": {("a",): 1},
    "\n# a = 1\n\n  a = 1 # b = 2": {("a",): 4},
    "a.b = 1\na . c = 2": {("a",): 1, ("a", "b"): 1, ("a", "c"): 2},
    '"a b" = 1\n\'c.d\' = 2\n"\\u0065" = 3': {("a b",): 1, ("c.d",): 2, ("e",): 3},
    "[t]\na = 1\n[t.u]\nb = 2": {("t",): 1, ("t", "a"): 2, ("t", "u"): 3, ("t", "u", "b"): 4},
    "[[t]]\na = 1\n[[ t ]]\na = 2\n[t.u]\nb = 3": {
        ("t",): 1,
        ("t", 0): 1,
        ("t", 0, "a"): 2,
        ("t", 1): 3,
        ("t", 1, "a"): 4,
        ("t", 1, "u"): 5,
        ("t", 1, "u", "b"): 6,
    },
    'a = """\nb = 1\n\\""""""\nc = 2': {("a",): 1, ("c",): 4},
    "a = '''\nb = 1\n'''''\nc = 2": {("a",): 1, ("c",): 4},
    'a = ""\nb = \'\'\nc = """"""\nd = 1': {("a",): 1, ("b",): 2, ("c",): 3, ("d",): 4},
    'a = "\\" # ["\nb = 1': {("a",): 1, ("b",): 2},
    "a = 1979-05-27 07:32:00\nb = 1": {("a",): 1, ("b",): 2},
    "a = [ # one, two\n 1, [2,\n3,], 'x',\n]\nb = 1": {("a",): 1, ("a", 1): 2, ("a", 2): 3, ("b",): 5},
    "a = { b = 1, c = [{d = 2}] }": {
        ("a",): 1,
        ("a", "b"): 1,
        ("a", "c"): 1,
        ("a", "c", 0): 1,
        ("a", "c", 0, "d"): 1,
    },
}


@pytest.mark.parametrize("text", CASES)
def test_every_key_of_a_file_is_found_on_its_line(text: str) -> None:
    tomllib.loads(text)
    assert lines_of(text) == CASES[text]


def paths(value: object, under: Path = ()) -> Iterator[Path]:
    """Yield the path of every key and of every item that is not a number, as read by the standard library."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*under, key)
            yield from paths(inner, (*under, key))
    if isinstance(value, list):
        for number, inner in enumerate(value):
            if isinstance(inner, dict | list | str):
                yield (*under, number)
            yield from paths(inner, (*under, number))


KEYS = st.sampled_from(["a", "b", "c-1", '"d e"', "'f.g'", '"\\""', '""'])
SPACE = st.sampled_from(["", " ", "\t "])
LINES = st.sampled_from(["", "\n", " # x = 'y\n", "\n\n"])
STRINGS = st.sampled_from(['"x"', "'['", '"\\"#"', '""', "''", '"""a\n"b""\n"""', "'''\n]'''", '"""x"""""', "''''''"])
SCALARS = st.sampled_from(["1", "-2.5e3", "nan", "true", "1979-05-27 07:32:00Z", "07:32:00", "0xff"])


def _list(items: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(LINES, st.lists(items, max_size=3), LINES).map(lambda it: f"[{it[0]}{', '.join(it[1])}{it[2]}]")


def _table(items: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.lists(st.tuples(KEYS, SPACE, items), max_size=3, unique_by=lambda pair: pair[0])
    return pairs.map(lambda all_of: "{" + ", ".join(f"{key}{gap}={gap}{value}" for key, gap, value in all_of) + "}")


VALUES = st.recursive(STRINGS | SCALARS, lambda inner: _list(inner) | _table(inner), max_leaves=6)
DOTTED = st.lists(KEYS, min_size=1, max_size=3).map(" . ".join)
PAIRS = st.tuples(DOTTED, VALUES).map(" = ".join)
HEADINGS = st.tuples(DOTTED, st.booleans()).map(lambda it: f"[[{it[0]}]]" if it[1] else f"[ {it[0]} ]")
TEXTS = st.lists(st.tuples(SPACE, PAIRS | HEADINGS, LINES).map("".join), max_size=8).map("\n".join)


@given(TEXTS)
def test_the_keys_found_in_a_file_match_those_of_the_standard_library(text: str) -> None:
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    expected = {path for path in paths(values) if len(path) <= DEEPEST}
    assert set(lines_of(text)) == expected


def test_line_numbers_are_correct_in_a_file_with_carriage_returns() -> None:
    assert lines_of(TABLE.replace("\n", "\r\n")) == lines_of(TABLE)

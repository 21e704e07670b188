"""Records can be converted to JSON and back, and faults in them are reported."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pilein.kernel.codec import frozen, plain
from pilein.kernel.errors import BadRecord
from pilein.kernel.record import Given, Record, as_json, read, sealed

RECORD = Record(
    ruleset="toy",
    ruleset_version=1,
    scenario={"units": []},
    seed=7,
    entry="phase.begin",
    players=("ask", "first"),
    answers=(
        Given(clause="a.b", kind="roll", request="to hit", answer=[1, 6]),
        Given(clause="a.b", kind="choice", request="Who?", answer=[["x", None], True], place=2),
    ),
    trace="0123abcd",
    dice="seed",
)


def test_a_record_survives_a_round_trip() -> None:
    assert read(as_json(RECORD)) == sealed(RECORD)
    assert read(as_json(replace(RECORD, answers=()))) == sealed(replace(RECORD, answers=()))


def test_every_answer_in_a_record_has_its_own_line_in_the_file() -> None:
    assert sum(b'"clause"' in line for line in as_json(RECORD).splitlines()) == 2


def test_the_trace_of_a_record_has_an_entry_for_each_clause() -> None:
    assert RECORD.pieces() == ("0123", "abcd")


def with_value(path: str, value: object) -> bytes:
    document = msgspec.to_builtins(RECORD)
    *way, last = path.split(".")
    inner = document
    for step in way:
        inner = inner[int(step) if step.isdigit() else step]
    inner[last] = value
    return msgspec.json.encode(document)


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ("seed", "seven", "seed"),
        ("answers", 3, "answers"),
        ("answers.0.kind", "guess", "answers[0].kind"),
        ("answers.0.answer", ["six"], "answers[0].answer"),
        ("answers.0.answer", [True], "answers[0].answer"),
        ("format", 99, "format"),
        ("format", [], "format"),
    ],
)
def test_a_wrong_value_in_a_record_is_reported_with_its_file_and_path(path: str, value: object, key: str) -> None:
    with pytest.raises(BadRecord) as error:
        read(with_value(path, value), "r.json")
    assert (error.value.file, error.value.key) == ("r.json", key)
    assert error.value.remedy
    assert str(error.value).startswith(f"r.json: {key}: ")


@given(st.binary(max_size=40) | st.text(max_size=40))
def test_reading_a_record_from_arbitrary_text_raises_no_error_other_than_bad_record(text: bytes | str) -> None:
    with pytest.raises(BadRecord):
        read(text)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner).map(tuple)))
def test_answers_survive_a_round_trip_through_json(answer: object) -> None:
    assert frozen(plain(answer)) == answer


@pytest.mark.parametrize("value", [1.5, {"a": 1}, [[0.5]]])
def test_fractions_and_objects_are_refused_as_answers(value: object) -> None:
    with pytest.raises(BadRecord, match="cannot be an answer"):
        frozen(value)

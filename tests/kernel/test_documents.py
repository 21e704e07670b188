"""JSON documents have checksums and are read only up to a limit."""

import pytest

from pilein.kernel.documents import DEEPEST, MOST_VALUES, checksum, converted, decoded
from pilein.kernel.errors import BadRecord


def test_document_values_within_their_limits_are_read():
    assert decoded(b'{"a": [1, "x", null]}') == {"a": [1, "x", None]}
    deepest = "[" * DEEPEST + "]" * DEEPEST
    assert decoded(deepest) is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "nested more than 64 levels deep"),
        ('{"a":' * 900 + "1" + "}" * 900, "nested more than 64 levels deep"),
        ("[" * 100_000, "nested more than 64 levels deep"),
        (b"[" + b"1," * MOST_VALUES + b"1]", "more than 5,000,000 values"),
        ("{", "not valid JSON"),
        (b'"\xff"', "not valid JSON"),
        ('"\\ud800"', "not valid JSON"),
        ("\ud800", "not valid JSON"),
        ("1e999", "not valid JSON"),
    ],
    ids=["a level too many", "objects", "brackets", "many", "cut", "bytes", "surrogate", "lone surrogate", "number"],
)
def test_document_values_out_of_bounds_are_refused_in_one_sentence(text, words):
    with pytest.raises(BadRecord, match=words) as error:
        decoded(text, file="f.json", remedy="give another")
    assert str(error.value).startswith("f.json: ")
    assert len(str(error.value)) < 200


def test_the_error_for_an_invalid_document_names_the_path_and_shortens_a_long_quotation():
    with pytest.raises(BadRecord) as error:
        converted({"a": [1, "x"]}, dict[str, list[int]])
    assert error.value.key == "[...][1]"
    with pytest.raises(BadRecord) as error:
        converted({"\x1b" * 5000: 1}, dict[str, str])
    assert "\x1b" not in str(error.value)


def test_a_checksum_depends_on_the_content_of_a_document_but_not_on_the_order_of_its_keys():
    assert checksum({"a": 1, "b": [1, 2]}) == checksum({"b": (1, 2), "a": 1})
    assert len({checksum(value) for value in (1, True, "1", 1.0, [1], None)}) == 6

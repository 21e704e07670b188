"""Files and texts that are not valid scenarios are refused."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pilein.kernel.errors import BadScenario
from pilein.tabletop.loading import load
from pilein.tabletop.notation.files import LONGEST, parsed
from tests.tabletop.words import PRESS, TABLE, Bad, assert_fault, fault_of, hoplon

NO_TOML = [
    Bad("WS = 4", "WS = four", 5, "", "invalid TOML: invalid value", "put text in quotes"),
    Bad("WS = 4", "WS = 4\nWS = 5", 6, "", "cannot overwrite a value", "remove the repeated key"),
    Bad("WS = 4", "WS 4", 5, "", "expected '='", "write key = value"),
    Bad("WS = 4", "WS = 4\n[profiles.guard]", 6, "", "cannot declare", "remove the repeated heading"),
    Bad("WS = 4", "= 4", 5, "", "invalid statement", "[section]"),
    Bad("WS = 4", 'WS = "4', 5, "", "illegal character", "column"),
    Bad("WS = 4", "WS = \x00", 5, "", "invalid TOML", ""),
    Bad('[["guards", "reavers"]]', '[["guards", "reavers"]', 25, "", "unclosed array", "close the list with ]"),
    Bad('active = "red"', 'active = "..\\units"', 2, "", "invalid TOML: invalid hex value", "write / instead of"),
    Bad('active = "red"', 'active = "C:\\army"', 2, "", "invalid TOML", "write / instead of"),
    Bad("WS = 4", f"a{'.a' * 60} = 4", 5, "", "more than four parts", "four parts"),
]


@pytest.mark.parametrize("bad", NO_TOML, ids=range(len(NO_TOML)))
def test_the_error_for_invalid_toml_explains_the_fault(bad: Bad) -> None:
    assert_fault(PRESS, bad)


@pytest.mark.parametrize("text", ["", " \n\t\n"])
def test_an_empty_file_is_reported_as_empty(text: str) -> None:
    fault = fault_of(text)
    assert (fault.line, fault.message) == (1, "the file is empty")
    assert "ruleset" in fault.remedy


@pytest.mark.parametrize("opening", ["[", "{a=", "[{a="])
def test_a_file_with_values_nested_too_deeply_is_refused(opening: str) -> None:
    fault = fault_of("a = " + opening * 20_000)
    assert "too deeply" in fault.message


def test_a_dotted_key_nested_too_deeply_is_refused() -> None:
    assert "more than four parts" in fault_of("a." * 100_000 + "a = 1").message
    assert "more than four parts" in fault_of("[" + "a . " * 100_000 + "a]").message


def test_a_number_with_too_many_digits_is_refused() -> None:
    assert "a number has too many digits" in fault_of("a = " + "9" * 5000).message


def test_a_scenario_string_that_is_too_long_is_refused() -> None:
    assert "has more than" in fault_of("#" * (LONGEST + 1)).message


def test_the_error_for_a_missing_file_suggests_a_similar_name(tmp_path: Path) -> None:
    (tmp_path / "thermopylae.toml").write_text("")
    fault = fault_at(tmp_path / "thermopilae.toml")
    assert "this file does not exist" in fault.message
    assert fault.remedy == f"did you mean {tmp_path / 'thermopylae.toml'}?"


def test_the_error_for_a_missing_file_without_a_similar_name_lists_the_scenarios_in_the_folder(tmp_path: Path) -> None:
    (tmp_path / "marathon.toml").write_text("")
    (tmp_path / "notes.md").write_text("")
    assert fault_at(tmp_path / "x").remedy == f"did you mean {tmp_path / 'marathon.toml'}?"


def test_a_missing_file_in_an_empty_or_missing_folder_is_refused(tmp_path: Path) -> None:
    assert fault_at(tmp_path / "x.toml").remedy == "name a scenario file (.toml): this folder has none"
    assert fault_at(tmp_path / "no" / "x.toml").remedy.startswith("name an existing file: the folder")


def test_a_folder_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "marathon.toml").write_text("")
    fault = fault_at(tmp_path)
    assert "a folder" in fault.message
    assert "marathon.toml" in fault.remedy


def test_a_path_below_a_file_is_reported_as_missing(tmp_path: Path) -> None:
    (tmp_path / "marathon.toml").write_text("")
    assert "this file does not exist" in fault_at(tmp_path / "marathon.toml" / "x").message


def test_an_impossible_file_name_is_refused() -> None:
    assert "the file cannot be read" in fault_at(Path("a\0b")).message
    assert "the file cannot be read" in fault_at(Path("x" * 5000)).message


def test_a_binary_file_is_refused_and_the_line_of_its_first_bad_byte_is_given(tmp_path: Path) -> None:
    file = tmp_path / "picture.toml"
    file.write_bytes(b"ruleset = 1\n\xff\xfe\x00")
    fault = fault_at(file)
    assert (fault.file, fault.line) == (str(file), 2)
    assert "UTF-8" in fault.message


def test_a_file_that_is_too_long_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_bytes(b"#" * (LONGEST + 10))
    assert "has more than" in fault_at(file).message


def test_a_byte_order_mark_and_carriage_returns_are_accepted(tmp_path: Path) -> None:
    file = tmp_path / "windows.toml"
    file.write_bytes(b"\xef\xbb\xbf" + TABLE.replace("\n", "\r\n").encode())
    assert load(file, hoplon) == load_text(tmp_path, TABLE)


@given(st.binary(max_size=60))
@example(b"\xef\xbb\xbf")
@example(b"\x00")
@example(b"\xed\xa0\x80 = 1")
def test_random_bytes_are_read_or_refused_without_an_internal_error(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / "bytes.toml"
    file.write_bytes(content)
    fault = fault_at(file)
    assert fault.message
    assert fault.remedy


def load_text(folder: Path, text: str) -> object:
    (folder / "plain.toml").write_text(text)
    return load(str(folder / "plain.toml"), hoplon)


def fault_at(path: Path) -> BadScenario:
    with pytest.raises(BadScenario) as caught:
        load(path, hoplon)
    assert caught.value.file
    return caught.value


@pytest.mark.parametrize(
    "line", ["WS = " + "9" * 5000, "a = " + "[" * 5000 + "]" * 5000], ids=["a long number", "a deep list"]
)
def test_every_toml_error_names_a_line_even_if_the_parser_gives_none(line: str) -> None:
    with pytest.raises(BadScenario) as fault:
        parsed(f'ruleset = "x"\n# a remark\n{line}\n', "f.toml")
    assert fault.value.line == 3


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_without_a_byte_order_mark_is_recognised(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "fight.toml"
    path.write_bytes(PRESS.encode(encoding))
    with pytest.raises(BadScenario, match="this file is not UTF-8 text") as refused:
        load(path, hoplon)
    assert "UTF-16" in refused.value.remedy

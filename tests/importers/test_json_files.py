"""NewRecruit rosters in JSON are read like those in XML, and broken or unsupported files are refused."""

import gzip
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

import pilein
from pilein.importers.reading import BadCatalogue
from tests.importers.samples import CATALOGUE, ROSTER, written


def as_table(element: ET.Element) -> dict[str, Any]:
    """Return an element in the form it has in JSON, with its attributes, its lists of elements, and its text as
    $text.
    """
    found: dict[str, Any] = {key: float(value) if key == "value" else value for key, value in element.items()}
    for part in element:
        found[part.tag] = [as_table(one) for one in part]
    if element.text and element.text.strip():
        found["$text"] = element.text
    return found


def as_json(text: str) -> str:
    root = ET.fromstring(text)  # noqa: S314 - our own
    for one in root.iter():
        one.tag = one.tag.rpartition("}")[2]
    return json.dumps({root.tag: as_table(root)})


def imported(folder: Path, text: str, name: str = "mine.json") -> pilein.Imported:
    return pilein.import_units(written(folder, name, text), ruleset="scrollhammer")


def refused(folder: Path, content: bytes, name: str = "mine.json") -> str:
    path = folder / name
    path.write_bytes(content)
    with pytest.raises(BadCatalogue) as error:
        pilein.import_units(path, ruleset="scrollhammer")
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("text", [ROSTER, CATALOGUE])
def test_a_catalogue_in_json_gives_the_same_units_as_one_in_xml(tmp_path: Path, text: str):
    plain, other = imported(tmp_path, text, "mine.ros"), imported(tmp_path, as_json(text))
    assert plain.units is not None
    assert other.units is not None
    assert other.units.to_dict() == plain.units.to_dict()


def test_a_json_roster_may_have_nested_forces_numeric_values_and_characteristics_without_text(tmp_path: Path):
    names = {"WS": "4", "S": "3", "T": "3", "W": "1", "I": "3", "A": "1", "Ld": "8", "Sv": "5+"}
    cells = [{"name": key, "typeId": key, "$text": value} for key, value in names.items()]
    cells.append({"name": "Ward", "typeId": "Ward"})
    profile = {"id": "p", "name": "Guard", "typeName": "Model", "hidden": False, "characteristics": cells}
    model = {
        "id": "m", "name": "Guard", "number": 12, "type": "model", "from": "entry", "profiles": [profile],
        "costs": [{"name": "pts", "typeId": "points", "value": 96}],
    }  # fmt: skip
    categories = [{"id": "c", "entryId": "c", "name": "Core", "primary": True}]
    unit = {"id": "u", "name": "Guards", "number": 1, "type": "unit", "categories": categories, "selections": [model]}
    force = {"id": "f", "name": "Main", "selections": [], "forces": [{"id": "g", "name": "Wing", "selections": [unit]}]}
    found = imported(tmp_path, json.dumps({"roster": {"name": "Mine", "battleScribeVersion": 2.03, "forces": [force]}}))
    assert found.units is not None
    assert (found.units.names, found.units.points("Guards")) == (("Guards",), 96)
    assert found.units.to_dict()["units"]["Guards"]["min"] == 12
    assert next(one["of"] for one in found.to_dict() if one["what"] == "unit") == "Core"


def test_a_zipped_json_roster_can_be_imported(tmp_path: Path):
    with ZipFile(tmp_path / "mine.zip", "w") as packed:
        packed.writestr("mine.json", as_json(ROSTER))
    found = pilein.import_units(tmp_path / "mine.zip", ruleset="scrollhammer")
    assert found.units is not None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            as_json(ROSTER).encode()[:-40],
            "mine.json:1: the file is not valid JSON: it ends too early; export the file again",
        ),
        (b'{"roster":\n {"name": }}', "mine.json:2: the file is not valid JSON; export the file again"),
        (b'{"roster": []}', "the file is JSON, but not a catalogue, game system or roster"),
        (b"[1, 2]", "the file is JSON, but not a catalogue, game system or roster"),
        (b'{"units": {}}', "the file is JSON, but not a catalogue, game system or roster"),
        (b'{"roster": ' * 100_000, "has more than 200 levels"),
        (b'{"roster": ' * 300 + b"1" + b"}" * 300, "has more than 200 levels"),
        (b'{"roster": {"name": "\xff\xfe"}}', "the file uses an encoding that cannot be read"),
        (gzip.compress(as_json(ROSTER).encode()), "the file is compressed with gzip; unpack it with gunzip first"),
        (b"%PDF-1.7 ...", "is a PDF, not a roster; export the roster as .ros, .rosz or JSON"),
        (b"\x89PNG\r\n\x1a\n", "is a picture"),
        (b"++ Army roster ++\n10 Guards [80 pts]\n", "the file is neither valid XML nor valid JSON"),
    ],
)
def test_the_error_for_an_unsupported_file_says_why_the_file_cannot_be_imported(
    tmp_path: Path, content: bytes, words: str
):
    assert words in refused(tmp_path, content)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_a_json_roster_can_be_imported_in_utf_8_with_a_byte_order_mark_and_in_utf_16(tmp_path: Path, encoding: str):
    path = tmp_path / "mine.json"
    path.write_bytes(as_json(ROSTER).encode(encoding))
    assert pilein.import_units(path, ruleset="scrollhammer").units is not None


def test_a_json_file_with_too_many_elements_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("pilein.importers.reading.MOST_ELEMENTS", 100)
    content = json.dumps({"roster": {"forces": [{"id": number} for number in range(200)]}})
    assert "has more than 100 elements" in refused(tmp_path, content.encode())

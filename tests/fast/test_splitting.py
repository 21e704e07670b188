import ast

import pytest

from pilein.fast.splitting import split
from pilein.fast.twin import modules

PLACES = '''\
"""Places."""

from math import sqrt
from typing import Final
import msgspec
from pilein.geometry.shapes import Point

Points = tuple[Point, ...]
FAR: Final = 3.0


class Place(msgspec.Struct, frozen=True):
    """Place."""

    points: Points


def far(place: Place) -> float:
    return sqrt(FAR)


class Way(msgspec.Struct, frozen=True):
    length: float
'''


def test_a_module_without_structs_is_compiled_whole():
    source = "from math import sqrt\nROOT = sqrt(2)\n"
    assert split("pilein.geometry.roots", source) == (source, "")


def test_structs_are_moved_from_a_compiled_module_into_a_plain_one_and_imported_from_there():
    halves = split("pilein.geometry.places", PLACES)
    assert halves is not None
    assert "class" not in halves.compiled
    assert halves.compiled.count("from pilein.geometry.places_structs import Place, Way") == 1
    assert "def far(place: Place)" in halves.compiled


def test_structs_take_only_the_names_they_use_into_their_plain_module():
    halves = split("pilein.geometry.places", PLACES)
    assert halves is not None
    found = [ast.unparse(node).splitlines()[0] for node in ast.parse(halves.plain).body]
    assert found == [
        "import msgspec",
        "from pilein.geometry.shapes import Point",
        "Points = tuple[Point, ...]",
        "class Place(msgspec.Struct, frozen=True):",
        "class Way(msgspec.Struct, frozen=True):",
    ]


def test_a_module_is_not_compiled_if_its_structs_use_its_functions():
    source = "import msgspec\ndef area() -> int:\n    return 1\nclass A(msgspec.Struct):\n    size: int = area()\n"
    assert split("pilein.geometry.areas", source) is None


def test_structs_take_annotated_constants_into_their_plain_module():
    source = "from typing import Final\nimport msgspec\nNO: Final = 1\nclass A(msgspec.Struct):\n    size: int = NO\n"
    halves = split("pilein.geometry.areas", source)
    assert halves is not None
    assert "NO: Final = 1" in halves.plain


@pytest.mark.parametrize("path", modules(), ids=lambda path: f"{path.parent.stem}.{path.stem}")
def test_every_module_of_the_core_can_be_split(path):
    assert split(path.stem, path.read_text(encoding="utf-8")) is not None

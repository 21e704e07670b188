"""The picture of a game."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from pilein.cli.main import main

SVG = "{http://www.w3.org/2000/svg}"


def drawn(scenario: str) -> ET.Element:
    assert main(["fight", scenario, "--seed", "3", "--play", "first", "--picture", "p.svg"]) == 0
    return ET.fromstring(Path("p.svg").read_text())  # noqa: S314 - our own drawing


def bases(picture: ET.Element) -> list[ET.Element]:
    return [group for group in picture.iter(f"{SVG}g") if "rotate" in group.get("transform", "")]


@pytest.mark.usefixtures("capsys")
def test_every_model_is_drawn_before_and_after_and_the_fallen_are_crossed_out(press: str) -> None:
    picture = drawn(press)
    assert len(bases(picture)) == 6 + 6
    crossed = [one for one in picture.iter(f"{SVG}ellipse") if one.get("stroke-dasharray")]
    assert len(crossed) == 4


@pytest.mark.usefixtures("capsys")
def test_a_table_is_drawn_to_scale_with_its_ground(table: str) -> None:
    picture = drawn(table)
    radii = {one.get("rx") for one in picture.iter(f"{SVG}ellipse")}
    assert len(radii) == 1
    assert len(list(picture.iter(f"{SVG}polygon"))) == 2
    words = [one.text for one in picture.iter(f"{SVG}text")]
    assert "difficult ground" in words
    assert "duel: red against blue, 1 phase, seed 3" in words


@pytest.mark.usefixtures("capsys")
def test_names_with_signs_of_xml_are_escaped(press: str) -> None:
    Path(press).write_text(Path(press).read_text().replace("foils", "f<&il's"))
    assert any((one.text or "").startswith("f<&il's") for one in drawn(press).iter(f"{SVG}text"))

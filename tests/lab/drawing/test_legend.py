"""The legend explains each mark that the picture contains, and no other mark."""

from xml.etree import ElementTree as ET

import pytest

import pilein
from pilein.lab.drawing.animation import animated
from pilein.lab.drawing.samples import AIM, BEFORE, FALLEN, FLIGHT, FRONT, HELD, OUT, WAY, WORDS


def marks_named(picture: str) -> set[str]:
    lines = {one.text for one in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")}  # noqa: S314 - our own
    return {mark for mark, words in WORDS.items() if words in lines}


@pytest.mark.parametrize(
    ("example", "seed", "shown"),
    [
        ("scrollhammer/duel", 3, {FRONT}),
        ("wab/press", 3, {FRONT, FALLEN}),
        ("wwpd/leaders", 3, {FRONT, FALLEN, BEFORE, WAY}),
        ("scrollhammer/flight", 3, {FRONT, FALLEN, BEFORE, WAY}),
        ("warstrike/standoff", 3, {FRONT}),
    ],
)
def test_the_legend_of_a_picture_names_the_marks_it_shows(example: str, seed: int, shown: set[str]) -> None:
    assert marks_named(pilein.play(f"examples/{example}.toml", seed=seed).to_svg()) == shown


def test_the_legend_of_a_sheet_names_the_marks_of_every_turn() -> None:
    battle = pilein.battle("examples/scrollhammer/battle.toml", seed=14)
    assert marks_named(battle.to_svg()) == {FRONT, FLIGHT, FALLEN, BEFORE, WAY, HELD}


def test_the_legend_of_an_animation_names_lines_to_targets_and_units_out_of_the_battle() -> None:
    battle = pilein.battle("examples/scrollhammer/battle.toml", seed=14)
    assert marks_named(animated(battle._game)) == {FRONT, FALLEN, WAY, AIM, OUT, HELD}


def test_the_legend_names_pieces_of_ground_as_the_scenario_file_does() -> None:
    picture = pilein.play("examples/warstrike/hill.toml", seed=3).to_svg()
    assert ">open ground: the hill</text>" in picture

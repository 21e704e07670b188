from xml.etree import ElementTree as ET

import pytest

import pilein
from pilein.lab.drawing.battle import sheet, turns
from pilein.lab.drawing.chapters import chapters
from pilein.lab.drawing.colours import COLD, WARM, shades, side_colours
from pilein.lab.drawing.legend import legend_lines
from pilein.lab.drawing.things import NOBODYS, Frame
from tests.lab.drawing.stills import SVG


@pytest.fixture(scope="module")
def game():
    return pilein.battle("examples/scrollhammer/battle.toml", seed=14)._game


def words(drawing: str) -> list[str]:
    return [text.text or "" for text in ET.fromstring(drawing).iter(f"{SVG}text")]  # noqa: S314 - our own drawing


def test_a_battle_has_one_picture_of_the_deployment_and_one_of_each_turn(game):
    found = list(turns(game))
    assert len(found) == 3
    assert words(found[0])[0] == "scrollhammer: legion against hills, seed 14: as deployed"
    assert "second cohort (15, falling back)" in words(found[1])
    assert "legion wins after 2 turns: hills is broken." in words(found[2])


def test_all_pictures_of_a_battle_have_the_same_size_and_show_the_same_section_of_the_table(game):
    heads = {drawing.partition("viewBox")[2].partition('"')[0] for drawing in turns(game)}
    assert len(heads) == 1


def test_a_sheet_shows_the_deployment_and_every_turn(game):
    said = words(sheet(game))
    assert [line for line in said if line.startswith("turn ") or line == "as deployed"] == [
        "as deployed",
        "turn 1",
        "turn 2",
    ]
    assert said.count("the hill") == 3


def test_an_objective_is_drawn_in_the_colour_of_the_side_that_holds_it(game):
    first, _ = side_colours(game.state.setup.sides)
    assert [chapter.scene.flags[0].colour for chapter in chapters(game)] == [NOBODYS, first, NOBODYS]


def test_the_picture_of_a_turn_shows_only_the_paths_and_casualties_of_that_turn(game):
    deployed, first, second = chapters(game)
    assert (deployed.scene.arrows, deployed.scene.fallen) == ((), ())
    fallen = [len(one.scene.fallen) for one in (first, second)]
    living = sum(game.state.field.living(unit.number) for unit in game.state.setup.units)
    assert sum(fallen) == len(deployed.scene.before) - living


def test_units_of_a_side_with_many_units_have_different_shades():
    for colours in (WARM, COLD, shades("red"), shades("blue"), shades("white"), shades("black")):
        assert len(set(colours)) == len(colours) >= 12
    assert not set(WARM) & set(COLD)


def test_the_legend_mentions_the_area_beyond_the_table_only_if_it_is_visible(game):
    near = Frame(0, 0, 48, 36, 10, 0, 0)
    said = [line.words for line in legend_lines(game.state.setup, *[game.state.field] * 2, [scene_of(game)], near)]
    assert "beyond the table" not in said
    wide = Frame(-1, 0, 48, 36, 10, 0, 0)
    said = [line.words for line in legend_lines(game.state.setup, *[game.state.field] * 2, [scene_of(game)], wide)]
    assert said[-1] == "beyond the table"


def scene_of(game):
    return chapters(game)[-1].scene


def test_score_lines_on_the_sheet_of_a_battle_fit_into_their_panels():
    """Both armies have long score lines. At size twelve, a letter is about seven dots wide."""
    battle = pilein.battle("examples/wab/two_armies.toml", seed=3, turns=2)
    drawing = ET.fromstring(battle.to_svg())  # noqa: S314 - our own drawing
    told = [one for one in drawing.iter(f"{SVG}text") if one.get("font-size") == "12" and "out of" in (one.text or "")]
    panels = [float(str(one.get("width"))) for one in drawing.iter(f"{SVG}rect") if one.get("fill") == "none"]
    assert len(told) >= 2
    assert all(7 * len(one.text or "") < max(panels) + 14 for one in told)

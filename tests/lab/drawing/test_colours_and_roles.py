"""Pictures show each side in the colour that it is named after, the role of each model on its base, the ranks and files
in the press, and the direction in which a unit flees.
"""

import re
from xml.etree import ElementTree as ET

import pytest
from rich.style import Style

import pilein
from pilein.lab.drawing import marks
from pilein.lab.drawing.animation import animated
from pilein.lab.drawing.colours import (
    COLD,
    NAMED,
    TERMINAL,
    WARM,
    luminance,
    on,
    plot_colours,
    shades,
    shades_of,
    side_colours,
    terminal_styles,
)
from pilein.lab.drawing.panels import colours_of
from pilein.lab.drawing.roles import ROLES, role_of
from pilein.lab.drawing.scene import heading, scene_of
from pilein.lab.drawing.things import Figure, Frame
from pilein.lab.scenarios import Scenario
from tests.lab.drawing.stills import SVG

PRESS = """
ruleset = "wab"
active = "{one}"

[profiles.man]
M = 4
WS = 3
S = 3
T = 3
I = 3
Ld = 7

[profiles.king]
M = 4
WS = 6
S = 4
T = 4
I = 6
Ld = 9
type = "character"

[[unit]]
name = "spears"
side = "{one}"
profile = "man"
models = 17
formation = "close"
files = 5
members = [{{ standard = true }}, {{ musician = true }}, {{ profile = "king", general = true }}]

[[unit]]
name = "levy"
side = "{other}"
profile = "man"
models = 12
formation = "close"
files = 4
members = [{{ profile = "king" }}]

[press]
pairs = [["spears", "levy"]]
"""


def game(one: str = "red", other: str = "blue") -> pilein.Game:
    return pilein.Game(Scenario.from_text(PRESS.format(one=one, other=other)), "sensible", seed=2)


@pytest.mark.parametrize(("one", "other"), [("red", "blue"), ("blue", "red"), ("the Red host", "Blue")])
def test_a_side_named_after_a_colour_is_painted_in_that_colour_whichever_side_comes_first(one: str, other: str) -> None:
    colours = dict(zip((one, other), side_colours((one, other)), strict=True))
    red, blue = (next(colours[side] for side in (one, other) if word in side.lower()) for word in ("red", "blue"))
    assert red == "#C62828"
    assert blue == "#1565C0"


def test_sides_not_named_after_a_colour_are_painted_in_a_warm_and_a_cold_colour() -> None:
    assert shades_of(("legion", "hills")) == (WARM, COLD)
    assert shades_of(("legion", "red")) == (COLD, shades("red"))
    assert shades_of(("blue", "hills")) == (shades("blue"), WARM)
    assert shades_of(("legion", "green")) == (WARM, shades("green"))


def test_a_colour_word_inside_a_longer_word_of_a_side_name_does_not_count() -> None:
    assert shades_of(("hundred", "embered")) == (WARM, COLD)


def test_the_colours_of_sides_in_a_terminal_are_those_of_the_pictures() -> None:
    assert terminal_styles(("red", "blue")) == ("bold red3", "bold dodger_blue1")
    assert terminal_styles(("legion", "hills")) == ("bold dark_orange", "bold deep_sky_blue1")
    assert terminal_styles(("legion", "red")) == ("bold deep_sky_blue1", "bold red3")
    assert set(TERMINAL) == set(NAMED)
    for name in TERMINAL.values():
        Style.parse(name)


def test_two_sides_named_after_the_same_colour_get_different_colours() -> None:
    one, other = shades_of(("red guard", "red army"))
    assert not set(one) & set(other)


def test_marks_on_a_light_base_are_dark_and_the_bars_of_a_white_side_are_grey() -> None:
    assert (on(side_colours(("white", "black"))[0]), on(side_colours(("white", "black"))[1])) == ("#222", "#fff")
    assert luminance(plot_colours(("white", "black"))[0]) < 200


def test_pictures_and_plots_use_the_same_colour_for_a_side() -> None:
    played = game("blue", "red")
    units = colours_of(played._game.state.setup)
    assert (units[0], units[1]) == side_colours(("blue", "red"))
    plot = pilein.odds("examples/warstrike/press.toml", phases=1).to_svg()
    assert all(colour in plot for colour in plot_colours(("red", "blue")))
    assert WARM[0] not in plot


def test_a_model_with_several_roles_has_the_mark_of_the_first_role_and_a_character_has_the_mark_of_a_hero() -> None:
    setup = game()._game.state.setup
    assert [role_of(setup, model) for model in range(4)] == ["standard", "musician", "general", ""]
    assert role_of(setup, 20) == "hero"


def test_the_roles_of_models_are_drawn_and_named_in_the_legend() -> None:
    picture = game().to_svg()
    texts = [text.text for text in ET.fromstring(picture).iter(f"{SVG}text")]  # noqa: S314 - our own drawing
    for role in ("standard", "musician", "general", "hero"):
        assert ROLES[role].words in texts
        assert picture.count(ROLES[role].path) == 3  # before, after, legend
    assert ROLES["champion"].words not in texts


def test_each_base_in_a_picture_has_a_title_that_names_its_unit_its_number_and_its_role() -> None:
    titles = [title.text for title in ET.fromstring(game().to_svg()).iter(f"{SVG}title")]  # noqa: S314 - our own drawing
    assert "spears, model 0: standard" in titles
    assert "levy, model 25" in titles


def test_large_bases_in_a_picture_show_the_model_numbers_used_in_the_log() -> None:
    drawn = [text.text for text in ET.fromstring(game().to_svg()).iter(f"{SVG}text")]  # noqa: S314 - our own drawing
    assert {"0", "3", "25"} <= set(drawn)
    small = marks.number(Frame(0, 0, 60, 60, 10.0, 0, 0), Figure("circle", 1, 1, 5, 5, 0, 0, 7), "#000000")
    large = marks.number(Frame(0, 0, 60, 60, 30.0, 0, 0), Figure("circle", 1, 1, 5, 5, 90, 0, 7), "#000000")
    assert small == ""
    assert large.startswith('<text x="140.8" y="1653.2"'), "its base faces right, so its back is left of its middle"
    assert ">7</text>" in large


def test_a_picture_of_the_press_keeps_files_and_ranks() -> None:
    played = game()
    before = scene_of(played._game).before
    for unit, files, ranks in ((0, 5, 4), (1, 4, 4)):
        own = [figure for figure in before if figure.unit == unit]
        assert len({round(figure.x, 3) for figure in own}) == files
        assert len({round(figure.y, 3) for figure in own}) == ranks
    front = {figure.model for figure in before if figure.unit == 0 and abs(figure.y) < 0.5}
    assert front == {0, 1, 2, 3, 4}


def test_fallen_models_in_a_picture_of_the_press_are_drawn_behind_the_surviving_ranks() -> None:
    played = game()
    played.run()
    scene = scene_of(played._game)
    assert scene.fallen
    for fallen in scene.fallen:
        own = [abs(figure.y) for figure in scene.after if figure.unit == fallen.unit]
        assert not own or abs(fallen.y) >= max(own)
    assert {figure.model for figure in scene.after} | {figure.model for figure in scene.fallen} == set(range(33))


def test_a_unit_name_is_readable_in_viewers_that_ignore_paint_order() -> None:
    picture = game().to_svg()
    names = re.findall(r"<text[^>]*>spears \(20\)</text>", picture)
    halos = [name for name in names if 'stroke="#fff"' in name]
    assert len(names) == 2 * len(halos) > 0
    assert all("stroke" not in name for name in names[1::2])


def test_the_models_of_a_fleeing_unit_are_drawn_with_the_direction_of_their_flight() -> None:
    played = pilein.play("examples/warstrike/wall.toml", seed=3)
    runners = [figure for figure in scene_of(played._game).after if figure.heading is not None]
    assert {played._game.state.setup.units[figure.unit].name for figure in runners} == {"holders"}
    assert all(figure.heading is not None and (figure.heading > 340 or figure.heading < 20) for figure in runners)


def test_the_heading_of_a_path_is_the_direction_of_its_last_leg() -> None:
    assert heading(((0.0, 0.0), (0.0, 3.0), (4.0, 3.0))) == 90
    assert heading(((0.0, 0.0), (-1.0, -1.0), (-1.0, -1.0))) == 225


def test_the_arrow_of_a_charge_has_the_colour_of_the_charging_side() -> None:
    found = pilein.charge("examples/wwpd/charge.toml", distances=(6,))
    assert found.side == "tribe"
    assert plot_colours(found.sides)[found.sides.index("tribe")] in found.to_svg()


def test_marks_of_roles_stay_upright_in_an_animation() -> None:
    film = animated(pilein.battle("examples/scrollhammer/battle.toml", seed=2)._game)
    marks = re.findall(rf'<path transform="rotate\((-?\d+)\)[^>]*d="{re.escape(ROLES["standard"].path)}"', film)
    assert set(marks) == {"0"}

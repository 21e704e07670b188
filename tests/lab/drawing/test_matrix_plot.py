from xml.etree import ElementTree as ET

from msgspec.structs import replace

from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.matrix_plot import UNKNOWN, colour
from pilein.lab.figures import Estimate
from pilein.lab.matrix import Matrix

FOUND = Matrix(
    ruleset="any",
    units=("hero", "<brute>"),
    sides=("a", "b"),
    phases=1,
    is_exact=False,
    rows=("club", "rake"),
    columns=("club", "rake"),
    wins=((0.5, 0.75), (0.0, 0.5)),
    losses=((0.5, 0.0), (0.2, 0.5)),
)


def words_in(picture: str) -> list[str]:
    drawing = ET.fromstring(picture)  # noqa: S314 - our own
    return [one.text or "" for one in drawing.iter("{http://www.w3.org/2000/svg}text")]


def test_every_cell_of_a_matrix_is_drawn_with_its_probability():
    drawing = ET.fromstring(FOUND.to_svg())  # noqa: S314 - our own
    space = {"svg": "http://www.w3.org/2000/svg"}
    titles = [title.text for title in drawing.findall(".//svg:title", space)]
    assert len(titles) == 4
    assert titles[1] == "hero, club: 75.0 %; <brute>, rake: 0.0 %"
    words = [text.text for text in drawing.findall(".//svg:text", space)]
    assert words.count("club") == words.count("rake") == 2
    assert {"50", "75", "0.0", "<brute> favoured"} <= set(words)


def test_a_cell_of_a_matrix_has_the_colour_of_the_favoured_side():
    sides = plot_colours(("a", "b"))
    assert colour(1, sides).lower() == sides[0].lower()
    assert colour(-1, sides).lower() == sides[1].lower()
    assert colour(0, sides) == "#ffffff"


def test_omitted_cells_of_a_matrix_are_grey_and_the_picture_states_their_number_and_the_reason():
    stopped = replace(
        FOUND, wins=((0.5, 0.75), (None, None)), losses=((0.5, 0.0), (None, None)), stopped="60 s are over"
    )
    picture = stopped.to_svg()
    assert picture.count(f'fill="{UNKNOWN}"') == 2
    assert "left out (-): 2 of 4 cells: 60 s are over" in words_in(picture)
    assert UNKNOWN not in FOUND.to_svg()


def test_sampled_cells_of_a_matrix_are_marked_in_the_picture():
    sampled = replace(FOUND, wins=((0.5, Estimate(0.75, 0.05)), (0.0, 0.5)))
    assert "sampled (± half of the 95 % interval): 1 of 4 cells: too many positions" in words_in(sampled.to_svg())


def test_the_picture_of_a_matrix_explains_the_meaning_of_white_cells():
    assert "white: neither favoured" in words_in(FOUND.to_svg())


def test_names_shortened_in_a_picture_of_a_matrix_are_given_in_full_below_its_cells():
    """Equal rows are merged, and the joint name of the merged rows is too long for the margin."""
    names = ("club", "rake", "flail of the threshing floors", "scythe")
    even = ((0.5,) * 4,) * 4
    lines = words_in(replace(FOUND, rows=names, columns=names, wins=even, losses=even).to_svg())
    assert "club and 3 more: club, rake, flail of the threshing floors, scythe" in lines


def test_a_matrix_of_a_single_loadout_states_that_there_is_nothing_to_compare():
    one = replace(FOUND, rows=("club",), columns=("club",), wins=((0.5,),), losses=((0.5,),))
    remedy = "a scenario file can define more weapons, under [weapons.NAME]"
    note = f"nothing to compare: both units can only have club; {remedy}"
    assert one.note == note
    assert note in " ".join(words_in(one.to_svg()))
    assert note in str(one)


def test_weapon_keys_are_printed_with_spaces_in_a_matrix_but_stay_keys_in_its_document():
    keyed = replace(FOUND, rows=("club", "long_rake"), columns=("club", "long_rake"))
    picture = keyed.to_svg()
    assert "long rake" in words_in(picture)
    assert "long_rake" not in picture + str(keyed)
    assert keyed.document()["rows"] == ("club", "long_rake")

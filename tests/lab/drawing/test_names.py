"""N-10 i: names in pictures of crowded fights never cover the base of another unit, and a line connects a name to its
model if they are far apart.
"""

from itertools import pairwise

import pytest

import pilein
from pilein.lab.drawing import panels
from pilein.lab.drawing.clutter import ON_THE_FALLEN, Clutter, Rectangle, areas, discs, paths
from pilein.lab.drawing.names import Box, leads_to, room
from pilein.lab.drawing.things import Arrow, Figure, Frame, Terrain

FRAME = Frame(0.0, 0.0, 12.0, 12.0, 43.0, 0.0, 0.0)


def base(number: int, x: float, y: float) -> Figure:
    return Figure("round", 1.0, 1.0, x, y, 0.0, number, number)


def named(crowd: list[Figure]) -> dict[int, Box]:
    taken: list[Box] = []
    for one in crowd:
        others = [other for other in crowd if other is not one]
        words = f"champion {one.unit} (1)"
        taken.append(
            room(
                FRAME,
                [one],
                words,
                below=True,
                clutter=Clutter(discs(FRAME, [one]), discs(FRAME, others)),
                taken=taken,
                with_line=True,
            )
        )
    return dict(enumerate(taken))


def covered(box: Box, crowd: list[Figure], own: int) -> list[int]:
    bases = ((one.unit, discs(FRAME, [one])[0]) for one in crowd if one.unit != own)
    return [unit for unit, (x, y, reach, _) in bases if box.room.meets_disc(x, y, reach)]


def test_no_unit_name_in_a_crowded_picture_covers_a_model_of_a_different_unit() -> None:
    crowd = [base(3 * row + file, 5.0 + file, 5.0 + row) for row in range(3) for file in range(3)]
    boxes = named(crowd)
    assert all(covered(box, crowd, own) == [] for own, box in boxes.items())
    assert not any(box.meets(other) for own, box in boxes.items() for far, other in boxes.items() if own < far)


def test_a_line_leads_from_a_distant_unit_name_to_its_own_model() -> None:
    crowd = [base(3 * row + file, 5.0 + file, 5.0 + row) for row in range(3) for file in range(3)]
    boxes = named(crowd)
    line = leads_to(FRAME, [crowd[4]], boxes[4])
    assert line is not None
    assert line[1] == FRAME.dot((6.0, 6.0))


def test_a_unit_name_beside_its_model_needs_no_line() -> None:
    alone = [base(0, 6.0, 6.0)]
    box = named(alone)[0]
    assert leads_to(FRAME, alone, box) is None
    assert abs(box.x - FRAME.dot((6.0, 6.0))[0]) < 1


def placed(clutter: Clutter, own: Figure) -> Box:
    return room(FRAME, [own], "spearmen (1)", below=True, clutter=clutter, taken=[], with_line=True)


def test_a_unit_name_is_placed_clear_of_casualties_if_there_is_room() -> None:
    own, gone = base(0, 6.0, 6.0), base(0, 6.0, 5.0)
    box = placed(Clutter(discs(FRAME, [own]), marks=discs(FRAME, [gone], ON_THE_FALLEN)), own)
    assert box.y < FRAME.dot((6.0, 6.4))[1], "it stands above"


def test_a_unit_name_is_placed_clear_of_the_path_of_its_unit() -> None:
    own, way = base(0, 6.0, 6.0), Arrow(((6.0, 2.0), (6.0, 6.0)), 0)
    box = placed(Clutter(discs(FRAME, [own]), paths=paths(FRAME, [way])), own)
    assert not box.room.meets_line(*map(FRAME.dot, way.route))


def test_a_unit_name_is_placed_clear_of_ground_on_which_its_unit_does_not_stand() -> None:
    own, wood = base(0, 6.0, 6.0), Terrain("difficult", ((2.0, 3.0), (10.0, 3.0), (10.0, 5.4), (2.0, 5.4)))
    box = placed(Clutter(discs(FRAME, [own]), areas=areas(FRAME, [wood], [own])), own)
    assert not box.room.meets_area(tuple(map(FRAME.dot, wood.corners)))


def test_the_name_of_a_unit_in_a_wood_may_be_placed_on_the_wood() -> None:
    own, wood = base(0, 6.0, 6.0), Terrain("difficult", ((2.0, 3.0), (10.0, 3.0), (10.0, 9.0), (2.0, 9.0)))
    with_wood = placed(Clutter(discs(FRAME, [own]), areas=areas(FRAME, [wood], [own])), own)
    assert with_wood == placed(Clutter(discs(FRAME, [own])), own)


def test_a_unit_name_is_not_placed_next_to_a_different_unit() -> None:
    """A wide wood lies below the model of the unit, and another unit stands beyond the wood on the right."""
    own, other = base(0, 6.0, 6.0), base(1, 8.6, 6.0)
    wood = Terrain("difficult", ((0.0, 3.0), (12.0, 3.0), (12.0, 5.4), (0.0, 5.4)))
    clutter = Clutter(discs(FRAME, [own]), discs(FRAME, [other]), areas=areas(FRAME, [wood], [own]))
    assert placed(clutter, own).x < FRAME.dot((7.5, 6.0))[0]


def test_a_long_base_keeps_unit_names_away_along_its_whole_length() -> None:
    horse = Figure("rectangle", 1.0, 2.0, 6.0, 6.0, 90.0, 0, 0)
    assert [(round(x), round(y)) for x, y, _, _ in discs(FRAME, [horse])] == [
        tuple(map(round, FRAME.dot((place, 6.0)))) for place in (5.5, 6.5)
    ]


def test_the_rectangle_around_words_detects_the_lines_and_areas_that_cross_it() -> None:
    words = Rectangle(10, 10, 30, 20)
    assert words.meets_line((0, 15), (40, 15))
    assert words.meets_line((20, 0), (20, 40))
    assert not words.meets_line((0, 25), (40, 25))
    assert not words.meets_line((0, 0), (5, 40))
    assert words.meets_area(((0, 0), (50, 0), (50, 50), (0, 50)))
    assert words.meets_area(((25, 15), (50, 15), (50, 50)))
    assert not words.meets_area(((40, 0), (50, 0), (50, 50)))
    assert words.gap(33, 24, 1) == 4


@pytest.mark.parametrize("example", ["scrollhammer/lances", "scrollhammer/demo", "warstrike/wall", "wwpd/charge"])
def test_no_unit_name_in_the_picture_of_an_example_lies_on_a_path(example, monkeypatch) -> None:
    crossed: list[str] = []

    def noting(frame, own, words, **options) -> Box:
        box = room(frame, own, words, **options)
        legs = (leg for path in options["clutter"].paths for leg in pairwise(path))
        crossed.extend(words for leg in legs if box.room.meets_line(*leg))
        return box

    monkeypatch.setattr(panels, "room", noting)
    pilein.play(f"examples/{example}.toml", seed=1).to_svg()
    assert crossed == []

"""Names in pictures of crowded fights lie over nobody else's base, and a line says whose they are (N-10 i)."""

from pilein.lab.drawing.names import Box, leads_to, room
from pilein.lab.drawing.things import Figure, Frame

FRAME = Frame(0.0, 0.0, 12.0, 12.0, 43.0, 0.0, 0.0)


def base(number: int, x: float, y: float) -> Figure:
    return Figure("round", 1.0, 1.0, x, y, 0.0, number, number)


def named(crowd: list[Figure]) -> dict[int, Box]:
    taken: list[Box] = []
    for one in crowd:
        others = [other for other in crowd if other is not one]
        words = f"champion {one.unit} (1)"
        taken.append(room(FRAME, [one], words, below=True, others=others, taken=taken, with_line=True))
    return dict(enumerate(taken))


def covered(box: Box, crowd: list[Figure], own: int) -> list[int]:
    return [one.unit for one in crowd if one.unit != own and box.covers(*FRAME.dot((one.x, one.y)), 0.5 * FRAME.scale)]


def test_in_a_crowd_no_name_lies_over_another_models_base() -> None:
    crowd = [base(3 * row + file, 5.0 + file, 5.0 + row) for row in range(3) for file in range(3)]
    boxes = named(crowd)
    assert all(covered(box, crowd, own) == [] for own, box in boxes.items())
    assert not any(box.meets(other) for own, box in boxes.items() for far, other in boxes.items() if own < far)


def test_a_line_leads_from_a_name_further_off_to_its_own_model() -> None:
    crowd = [base(3 * row + file, 5.0 + file, 5.0 + row) for row in range(3) for file in range(3)]
    boxes = named(crowd)
    line = leads_to(FRAME, [crowd[4]], boxes[4])
    assert line is not None
    assert line[1] == FRAME.dot((6.0, 6.0))


def test_beside_its_model_a_name_needs_no_line() -> None:
    alone = [base(0, 6.0, 6.0)]
    box = named(alone)[0]
    assert leads_to(FRAME, alone, box) is None
    assert abs(box.x - FRAME.dot((6.0, 6.0))[0]) < 1

"""Bar charts show sensitivity analyses and fair points."""

from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from pilein.lab.drawing.chart import MOST, Curve, Row, Rows, curves, round_step, rows
from pilein.lab.outcome_summary import Standing
from pilein.lab.sensitivity_figures import Effect, Refused, Worth

SPACE = "{http://www.w3.org/2000/svg}"


def effect(change: str, gain: float) -> Effect:
    return Effect("<guards>", "red", change, wins=0.5 + gain, gain=gain, own=0.0, foes=0.0)


def drawn(*effects: Effect) -> list[str]:
    """Return the words of a drawing in order."""
    return words_of(Worth("any", ("red", "blue"), 1, Standing((0.5, 0.25), (1.0, 2.0)), effects, ()))


def words_of(found: Worth) -> list[str]:
    drawing = ET.fromstring(found.to_svg())  # noqa: S314 - our own
    return [element.text or "" for element in drawing.iter(f"{SPACE}text")]


def test_each_change_that_has_an_effect_has_a_bar_labelled_with_the_size_of_the_effect() -> None:
    words = drawn(effect("S 3 -> 4", 0.2), effect("S 3 -> 2", -0.105), effect("Ld 7 -> 8", 0.0))
    assert [text for text in words if text.startswith(("+", "-"))] == ["+20.00", "-10.50"]
    assert words.count("<guards>") == 2
    assert words[-1] == "1 of 3 changes do not affect the winner"
    assert "any; as it is: red wins 50.00 %, blue wins 25.00 %" in words


def test_only_the_largest_effects_are_drawn_if_there_are_many() -> None:
    words = drawn(*(effect(f"change {number}", 0.5 - number / 200) for number in range(MOST + 3)))
    assert sum(text.startswith("change ") for text in words) == MOST
    assert words[-1] == "3 smaller ones are not drawn; 0 of 43 changes do not affect the winner"


def test_a_plot_of_changes_without_effect_states_that_no_change_affects_the_winner() -> None:
    assert drawn(effect("Ld 7 -> 8", 0.0))[-1] == "no change affects the winner"


def test_a_plot_without_any_change_states_that_none_was_tried() -> None:
    assert drawn()[-1] == "no change was tried"


def test_a_plot_states_the_number_of_omitted_changes_with_the_reason_and_gives_shortened_names_in_full() -> None:
    arms = "armed: club, rake, flail of the threshing floors, scythe"
    found = Worth("any", ("red", "blue"), 1, Standing((0.5, 0.25), (1.0, 2.0)), (effect(arms, 0.2),), ())
    words = words_of(replace(found, left_out=(Refused("guards", "models 1 -> 0", "too few models"),)))
    assert "armed: club and 3 more: club, rake, flail of the threshing floors, scythe" in words
    assert "left out, 1: too few models" in words


@pytest.mark.parametrize(
    ("most", "step"),
    [(17.3, 5), (10, 2), (10.1, 5), (5, 1), (0.7, 0.2), (1, 0.2), (240, 50), (251, 100), (0.004, 0.001)],
)
def test_the_grid_lines_of_a_plot_are_drawn_at_round_numbers(most, step):
    assert round_step(most) == step


def test_the_axis_of_a_plot_of_fair_points_is_labelled_with_round_numbers():
    row = Row(("riders",), interval=(15, 17.3), dot=17.3, ring=13)
    svg = rows(Rows("Fair points", "three units", (row,), ticks="g"))
    assert [f">{price}</text>" in svg for price in (0, 5, 10, 15, 20)] == [True, True, True, True, False]


def test_equal_ratios_are_equally_far_apart_on_a_logarithmic_axis():
    found = tuple(Row((name,), dot=number) for name, number in (("one", 1), ("ten", 10), ("hundred", 100)))
    svg = rows(Rows("Strength", "three units", found, ticks="g", is_logarithmic=True))
    dots = [float(one.get("cx", "")) for one in ET.fromstring(svg).iter(f"{SPACE}circle")]  # noqa: S314 - our own
    assert dots[2] - dots[1] == pytest.approx(dots[1] - dots[0], abs=0.2)
    assert all(f">{tick}</text>" in svg for tick in (1, 2, 5, 10, 20, 50, 100))
    assert ">200</text>" not in svg


def test_a_constant_level_is_drawn_dashed_beside_curves_and_the_axis_ends_at_the_largest_share():
    none = ((0.02, 0.02), (0.01, 0.01))
    shown = [Curve("parry", "#b5482f", (0.02, 0.01), none), Curve("sensible", "#b5482f", (0.01, 0.01), none, True)]
    svg = curves("Mean regret", "by games", ["0", "500"], shown, top=0.02)
    assert all(words in svg for words in ("Mean regret", "parry", 'stroke-dasharray="4 4"', ">2 %</text>", "0.5 %"))
    assert ">sensible</text>" not in svg

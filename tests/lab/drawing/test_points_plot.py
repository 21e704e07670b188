"""Picture of fair points, with lines at round prices."""

import pytest

from pilein.lab.drawing.points_plot import Price, plotted, round_step


@pytest.mark.parametrize(
    ("most", "step"),
    [(17.3, 5), (10, 2), (10.1, 5), (5, 1), (0.7, 0.2), (1, 0.2), (240, 50), (251, 100), (0.004, 0.001)],
)
def test_the_lines_are_drawn_at_round_prices(most, step):
    assert round_step(most) == step


def test_the_axis_is_labelled_with_round_numbers():
    svg = plotted("three units", [Price("riders", 17.3, 15, 17.3, 13)])
    assert [f">{price}</text>" in svg for price in (0, 5, 10, 15, 20)] == [True, True, True, True, False]

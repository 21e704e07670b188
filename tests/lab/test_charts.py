"""Charts are drawn in both themes."""

import pytest

pytest.importorskip("altair", reason="the extra `report` is not installed")
pytest.importorskip("vl_convert", reason="the extra `report` is not installed")

from pilein.lab.charts import Line, lines


def test_the_lines_of_a_chart_are_labelled_and_its_levels_are_dashed():
    shown = [Line("parry", ((0, 1), (5, 0.5))), Line("parry", ((0, 0.7), (5, 0.7)), is_level=True)]
    chart = lines("games", "mean regret", shown)
    for picture in (chart.light, chart.dark):
        assert picture.startswith("<svg")
        assert all(words in picture for words in ("games", "mean regret", "parry", "stroke-dasharray"))
    assert chart.light != chart.dark

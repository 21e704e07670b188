"""The programs on the page about agents run and give the figures shown, and every table on the page has figures."""

import pytest

from benchmarks.figures import commands, empty
from tests.docs.pages import ROOT, Page, folder

PAGE = ROOT / "docs/agents.md"


def test_the_first_experiment_on_the_agents_page_gives_the_figures_shown(tmp_path):
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    with folder(tmp_path):
        assert Page(PAGE).faults == []


def test_every_table_on_the_agents_page_has_figures():
    assert len(commands(PAGE)) == 7
    assert empty(PAGE) == []

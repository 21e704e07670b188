"""`pilein odds` with several files prints one table for all of them and the assumptions of each."""

import json
from pathlib import Path

import pytest

from tests.cli.calling import printed, refused

DUEL = Path(__file__).parents[2] / "examples" / "scrollhammer" / "duel.toml"


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("shield.toml").write_text(DUEL.read_text())
    Path("lance.toml").write_text(DUEL.read_text().replace('["hand weapon", "shield"]', '["lance"]'))


def test_the_odds_of_two_files_are_shown_in_one_table(capsys):
    out = printed(capsys, "odds", "shield.toml", "lance.toml", "--phases", "1")
    assert out.startswith("ASSUMED\n  rules       scrollhammer\n  phases      1 phase\n")
    assert "ASSUMED DIFFERENTLY\n" in out
    head, first = out[out.index("\nDIFFERENT\n") :].splitlines()[2:4]
    assert head.split() == ["shield", "lance", "difference"]
    assert first.split()[:2] == ["hills", "wins"]
    assert "\nshield: exact: " in out


def test_the_odds_of_three_files_have_no_column_of_differences(capsys):
    Path("axe.toml").write_text(DUEL.read_text().replace('["hand weapon", "shield"]', '["axe"]'))
    assert "difference\n" not in printed(capsys, "odds", "shield.toml", "lance.toml", "axe.toml", "--phases", "1")


def test_the_document_of_odds_shown_side_by_side_has_each_result_and_the_differing_assumptions(capsys):
    document = json.loads(printed(capsys, "odds", "shield.toml", "lance.toml", "--json", "--phases", "1"))
    assert document["names"] == ["shield", "lance"]
    assert [one["phases"] for one in document["odds"]] == [1, 1]
    assert "weapons" in document["assumed_differently"]


def test_the_odds_of_two_files_are_drawn_side_by_side(capsys):
    out = printed(capsys, "odds", "shield.toml", "lance.toml", "--plot", "both.svg", "--phases", "1")
    assert out.endswith("written: both.svg\n")
    assert "Side by side" in Path("both.svg").read_text()


def test_every_error_in_a_request_for_odds_side_by_side_is_reported_with_its_file(capsys):
    Path("bad.toml").write_text(DUEL.read_text().replace("models = 1", "modles = 1", 1))
    assert refused(capsys, "odds", "shield.toml", "bad.toml").startswith("pilein: bad.toml:")
    assert "nowhere.toml" in refused(capsys, "odds", "shield.toml", "nowhere.toml")
    assert "this file is also a scenario" in refused(
        capsys, "odds", "shield.toml", "lance.toml", "--plot", "lance.toml"
    )
    assert "--events works with only one scenario" in refused(capsys, "odds", "shield.toml", "lance.toml", "--events")
    assert "search for the best answers" in refused(capsys, "odds", "shield.toml", "lance.toml", "--play", "best")

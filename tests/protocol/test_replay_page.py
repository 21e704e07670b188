import json
import re

import pytest

import pilein
from pilein.cli.main import main
from pilein.protocol import replay_page
from tests.protocol.sitting import example

DATA = re.compile(r'<script type="application/json" id="replay">(.*?)</script>', re.DOTALL)
pytestmark = pytest.mark.skipif(not replay_page.is_built(), reason="make page builds the page")


def written(tmp_path, *options):
    file = tmp_path / "replay.html"
    assert main(["fight", "examples/warstrike/boarding.toml", "--seed", "3", "--html", str(file), *options]) == 0
    return file


def data_of(file):
    return json.loads(DATA.search(file.read_text())[1])


def test_the_replay_page_contains_the_whole_log_and_the_text_of_the_sentences_cited(tmp_path, capsys):
    data = data_of(written(tmp_path))
    lines = [line for happened in data["story"]["happened"] for line in happened["lines"]]
    game = pilein.Game("examples/warstrike/boarding.toml", "sensible", seed=3)
    assert len([line for line in lines if line["kind"] == "roll"]) == len(
        [entry for entry in game.log if type(entry).__name__ == "Thrown"]
    )
    keys = {key for line in lines for key in line["sentences"]}
    assert keys == {*data["sentences"]}
    assert data["title"] == "WarStrike: boarders against crew"


def test_replaying_a_record_writes_the_same_replay_page_as_the_game(tmp_path, capsys):
    file, record = written(tmp_path, "--record", str(tmp_path / "r.json")), tmp_path / "r.json"
    assert main(["replay", str(record), "--html", str(tmp_path / "again.html")]) == 0
    assert (tmp_path / "again.html").read_bytes() == file.read_bytes()


def test_unit_names_are_escaped_on_the_replay_page(tmp_path, capsys):
    scenario = tmp_path / "markup.toml"
    text = example("warstrike/boarding.toml")
    scenario.write_text(text.replace('"pirates"', '"</script><b>pirates"'))
    page = tmp_path / "markup.html"
    assert main(["fight", str(scenario), "--seed", "3", "--html", str(page)]) == 0
    assert "</script><b>" not in page.read_text()
    assert "</script><b>pirates" in json.dumps(data_of(page))


def test_a_replay_page_never_overwrites_a_file_that_is_not_a_replay_page(tmp_path, capsys):
    mine = tmp_path / "replay.html"
    mine.write_text("<p>mine</p>")
    assert main(["fight", "examples/warstrike/boarding.toml", "--seed", "3", "--html", str(mine)]) == 2
    assert "this file already exists and is not a replay" in capsys.readouterr().err
    assert mine.read_text() == "<p>mine</p>"
    assert main(["fight", "examples/warstrike/boarding.toml", "--html", str(tmp_path / "replay.svg")]) == 2
    assert "use a name ending in .html" in capsys.readouterr().err

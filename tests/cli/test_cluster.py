"""Commands with `--cluster` write the same files as commands in one process, even if a worker is killed."""

import json
import sys
import time
from pathlib import Path

import pytest

import pilein
from pilein.cli.main import main
from tests.cli.calling import printed, refused
from tests.clusters import Cluster, silent
from tests.lab.press import FIVES


@pytest.fixture
def fives(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fives.toml").write_text(FIVES)
    return "fives.toml"


@pytest.fixture
def cluster(tmp_path):
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    found = Cluster(tmp_path)
    try:
        yield found
    finally:
        found.end()


def test_a_cluster_writes_the_same_file_as_a_single_process_even_if_it_loses_a_worker(fives, tmp_path, cluster, capsys):
    done = []

    def strike(games, _wanted):
        if games > 300 and not done:
            done.append(games)
            cluster.kill_a_worker()

    asked = {"n": 2_400, "seed": 7, "way": "games", "budget": None}
    pilein.simulate(fives, **asked, save="one.json")
    pilein.simulate(fives, **asked, save="cluster.json", workers=cluster.address, progress=strike)
    assert done
    assert (tmp_path / "cluster.json").read_bytes() == (tmp_path / "one.json").read_bytes()
    name = unit_of(fives)
    compared = (
        "lab",
        "compare",
        fives,
        "--set",
        f"units.{name}.models=6",
        "--way",
        "sampled",
        "-n",
        "400",
        "--limit",
        "none",
    )
    one = printed(capsys, *compared, "--workers", "1", "--csv", "one.csv")
    assert printed(capsys, *compared, "--cluster", cluster.address, "--csv", "cluster.csv") == one.replace(
        "one.", "cluster."
    )
    assert (tmp_path / "cluster.csv").read_bytes() == (tmp_path / "one.csv").read_bytes()


def unit_of(scenario):
    return pilein.load(scenario).units[0].name


def test_a_tournament_on_a_cluster_consists_of_the_same_games_as_one_played_in_a_single_process(
    tmp_path, monkeypatch, cluster, capsys
):
    monkeypatch.chdir(tmp_path)
    asked = ["tournament", "pilein/parry-v0", "--play", "random,mcts:3", "-n", "6", "--limit", "none"]
    assert main([*asked, "--workers", "1", "--keep", "one.json"]) == 0
    alone = capsys.readouterr().out
    assert main([*asked, "--cluster", cluster.address, "--keep", "cluster.json"]) == 0
    assert capsys.readouterr().out.replace("cluster.json", "one.json") == alone
    assert (tmp_path / "cluster.json").read_bytes() == (tmp_path / "one.json").read_bytes()


@pytest.mark.parametrize(
    "command",
    [
        ("simulate",),
        ("lab", "compare", "--set", "turns=2"),
        ("lab", "sweep", "--over", "turns=1..2"),
        ("lab", "rulings"),
    ],
)
def test_a_cluster_that_cannot_be_reached_is_refused_in_one_sentence(fives, command, capsys):
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    listening, address = silent()
    began = time.monotonic()
    with listening:
        words = refused(capsys, *command, fives, "--cluster", address)
    remedy = "start a cluster with `dask scheduler` and `dask worker ADDRESS`, or omit --cluster"
    assert words == f"pilein: --cluster: no cluster answers at '{address}'; {remedy}\n"
    assert time.monotonic() < began + 10


def test_a_missing_cluster_package_is_reported_with_the_command_that_installs_it(fives, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    words = refused(capsys, "simulate", fives, "--cluster", "tcp://127.0.0.1:8786")
    needed = "a cluster needs the package `distributed`, which is not installed here; "
    remedy = "install it with `pip install 'pilein[cluster]'`, or omit --cluster"
    assert words == f"pilein: --cluster: {needed}{remedy}\n"


def test_combining_the_options_workers_and_cluster_is_refused(fives, capsys):
    assert "not allowed with" in refused(
        capsys, "simulate", fives, "--workers", "2", "--cluster", "tcp://127.0.0.1:8786"
    )


def test_a_saved_comparison_can_be_continued_with_more_games_but_not_with_a_different_seed(fives, tmp_path, capsys):
    asked = ("lab", "compare", fives, "--set", f"units.{unit_of(fives)}.models=6", "--way", "sampled", "--workers", "1")
    printed(capsys, *asked, "-n", "40", "--keep", "kept.json")
    ((_name, total),) = json.loads((tmp_path / "kept.json").read_text())["totals"].items()
    assert total["games"] == 40
    assert printed(capsys, *asked, "-n", "80", "--keep", "kept.json") == printed(capsys, *asked, "-n", "80")
    words = refused(capsys, *asked, "--seed", "5", "--keep", "kept.json")
    assert words.startswith("pilein: kept.json: the file belongs to a computation with a different")


def test_an_interrupted_cluster_run_names_the_file_it_can_be_continued_from(fives, monkeypatch, capsys):
    def interrupted(*_arguments, keep, **_options):
        Path(keep).write_text("what has been kept")
        raise KeyboardInterrupt

    monkeypatch.setattr("pilein.lab.comparing.compare", interrupted)
    assert main(["lab", "compare", fives, "--set", "turns=2", "--keep", "kept.json"]) == 130
    assert capsys.readouterr().err == "pilein: interrupted; the same command continues from the results in kept.json\n"


def test_a_results_file_is_refused_if_its_name_does_not_end_in_json(fives, capsys):
    words = refused(capsys, "lab", "compare", fives, "--set", "turns=2", "--keep", "kept.txt")
    assert words == "pilein: kept.txt: --keep: the name of the file does not end in .json; use a name ending in .json\n"

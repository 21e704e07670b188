import csv
import json
from pathlib import Path

import pytest

from pilein.cli.main import main
from pilein.lab.duels import Judge
from tests.cli.calling import printed, refused
from tests.lab.unit_files import GREAT_WEAPONS, OTHERS, UNIT, units_of

ALONE = ("--workers", "1")
GHOSTS = UNIT.format(name="ghosts", models=3, points=0) + "min = 2\nmax = 6\n"


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    units = units_of(("levy", 3, 3.0), ("guards", 2, 5.0), option=GREAT_WEAPONS.format(name="guards", option="axes"))
    Path("units.toml").write_text(units.to_toml())
    Path("ghosts.toml").write_text(units.to_toml() + GHOSTS)


def test_the_matchup_command_prints_every_pairing_of_units(capsys):
    out = printed(capsys, "lab", "matchup", "units.toml", "--play", "first,sensible", *ALONE)
    assert "models    3 levy, 2 guards" in out
    assert "policies  red first, blue sensible" in out
    assert "STRENGTH (1: THE AVERAGE UNIT)" in out
    for words in ("HAVING CHARGED", "HAVING BEEN CHARGED", "NEITHER HAVING CHARGED"):
        assert f"CHANCE IN % THAT THE ROW WINS, {words}" in out


def test_a_matchup_is_written_as_json_and_as_csv_and_as_a_picture(capsys):
    asked = ("--modes", "standing,charging", "--models", "2", "--json", "--csv", "m.csv", "--plot", "m.svg")
    document = json.loads(printed(capsys, "lab", "matchup", "units.toml", *asked, *ALONE))
    assert [one["models"] for one in document["units"]] == [2, 2]
    assert document["complete"] is True
    with Path("m.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["mode"] for row in rows] == ["charging"] * 4 + ["standing"] * 4
    assert {row["games"] for row in rows} == {"0"}
    assert float(rows[1]["wins"]) == document["duels"][1]["wins"]
    assert Path("m.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("command", "words"), [("matchup", "left out (-): "), ("points", "not everything was computed: ")]
)
def test_an_interrupted_matchup_prints_its_results_so_far_marked_as_incomplete(capsys, monkeypatch, command, words):
    results = Judge.results

    def interrupted(judge, units, pair, modes, meter, fights):
        if "guards" in (pair.one.unit, pair.other.unit) and pair.one.options:
            raise KeyboardInterrupt
        return results(judge, units, pair, modes, meter, fights)

    def cheap(judge, units, pair, modes, meter):
        if pair.one.unit == pair.other.unit == "levy":
            raise KeyboardInterrupt
        return results(judge, units, pair, modes, meter)

    monkeypatch.setattr(Judge, "results", interrupted)
    monkeypatch.setattr(Judge, "cheap_results", cheap)
    main(["lab", command, "units.toml", "--modes", "charging", "--keep", "kept.json", *ALONE])
    out = capsys.readouterr().out
    assert "levy" in out
    assert f"{words}" in out
    assert "interrupted\nthe same command continues from the results in kept.json" in out


def test_fair_points_can_be_printed_and_written_as_csv_and_drawn_as_a_picture(capsys):
    out = printed(capsys, "lab", "points", "units.toml", "--csv", "p.csv", "--plot", "p.svg", *ALONE)
    for words in (
        "POINTS FOR A MODEL",
        "POINTS FOR AN OPTION",
        "guards  axes",
        "MODELS OF THE ROW FOR AN EVEN FIGHT",
        "written: p.csv",
    ):
        assert words in out
    with Path("p.csv").open() as file:
        levy, guards = csv.DictReader(file)
    assert (levy["unit"], levy["given"], guards["given"]) == ("levy", "3.0", "5.0")
    assert float(levy["fair"]) == pytest.approx(19 / 5)  # equal soldiers share what all cost
    assert Path("p.svg").read_text().startswith("<svg")


def test_the_json_document_of_fair_points_lists_no_options_if_options_are_switched_off(capsys):
    document = json.loads(printed(capsys, "lab", "points", "units.toml", "--json", "--no-options", *ALONE))
    assert document["upgrades"] == []
    assert [one["unit"] for one in document["even"]] == ["levy", "guards"]
    assert document["even"][0]["score_with_one_less"] < 0.5 <= document["even"][0]["score"]


@pytest.mark.parametrize("command", ["matchup", "points"])
def test_the_units_of_every_ruleset_can_be_matched_against_each_other(capsys, command):
    Path("wwpd.toml").write_text(OTHERS["wwpd"])
    assert "brutes" in printed(capsys, "lab", command, "wwpd.toml", "--modes", "standing", *ALONE)


def test_a_matchup_states_which_duels_were_sampled(capsys, monkeypatch):
    monkeypatch.setattr("pilein.lab.limits.MOST_MODELS", 5)
    out = printed(capsys, "lab", "matchup", "units.toml", "--modes", "standing", "-n", "10", *ALONE)
    assert "sampled (± half of the 95 % interval): 1 of 4 duels (10 games each)" in out


@pytest.mark.parametrize("command", ["matchup", "points"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("missing.toml",), "missing.toml: this file does not exist"),
        (("empty.toml",), "empty.toml:1: the file is empty; begin with ruleset"),
        (("scenario.toml",), "this file is a scenario, not a unit file; write the units as [units.NAME]"),
        (("units.toml", "levy"), "units: a comparison needs at least two units"),
        (("units.toml", "levy", "levy"), "units: a comparison needs at least two units"),
        (("units.toml", "levy", "gards"), "the unit file has no unit 'gards'; did you mean 'guards'?"),
        (
            ("units.toml", "--modes", "charge"),
            "--modes: a unit cannot fight in the mode 'charge'; did you mean 'charged'?",
        ),
        (("units.toml", "--modes", ""), "--modes: the value is empty"),
        (("units.toml", "--play", "nobody"), "there is no policy 'nobody'"),
        (("units.toml", "--play", "green=first"), "there is no side 'green'"),
        (
            ("units.toml", "--play", "first,first,first"),
            "--play first,first,first: this option does not name a policy for each side",
        ),
        (("units.toml", "--phases", "never"), "--phases"),
        (("units.toml", "-n", "0"), "-n: 0 is out of range; give a whole number from 1 to 1,000,000,000"),
        (("units.toml", "--limit", "soon"), "--limit: the limit 'soon' cannot be used"),
        (("units.toml", "--limit", "0.0001s"), "the limit of 0.0001 s was reached"),
        (("units.toml", "--csv", "figures.txt"), "figures.txt: --csv: the name of the file does not end in"),
        (
            ("units.toml", "--csv", "units.toml"),
            "units.toml: --csv: this file is also the unit file",
        ),
        (("units.toml", "--plot", "nowhere/r.svg"), "cannot be written: there is no folder 'nowhere'"),
        (("units.toml", "--plot", "r.gif"), "r.gif: --plot"),
    ],
)
def test_bad_input_to_a_command_about_units_is_refused_in_one_sentence_and_nothing_is_written(
    capsys, request, command, arguments, words
):
    duel = request.config.rootpath / "examples/scrollhammer/duel.toml"
    Path("scenario.toml").write_text(duel.read_text())
    Path("empty.toml").write_text("")
    before = sorted(Path().rglob("*"))
    assert words in refused(capsys, "lab", command, *arguments, *ALONE)
    assert sorted(Path().rglob("*")) == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--models", "0"), "0 is out of range; give a whole number from 1 to 500"),
        (("--models", "1"), "ghosts cannot have 1 model; give a number from 2 to 6"),
        (("--models", "7"), "ghosts cannot have 7 models; give a number from 2 to 6"),
        (
            ("--points", "20"),
            "ghosts have no price per model; give their profile a price in the unit file, such as points = 8",
        ),
        (("--points", "2"), "levy cost 3 points even with the fewest models (1)"),
        (("--points", "20", "--models", "3"), "not allowed with argument"),
    ],
)
def test_the_matchup_command_refuses_a_number_of_models_that_a_unit_cannot_have(capsys, arguments, words):
    """A matchup is between equal numbers of models, so an impossible number is refused instead of being adjusted for
    one of the units.
    """
    assert words in refused(capsys, "lab", "matchup", "ghosts.toml", *arguments, *ALONE)


def test_a_unit_without_a_price_is_given_a_fair_price(capsys):
    document = json.loads(printed(capsys, "lab", "points", "ghosts.toml", "levy", "ghosts", "--json", *ALONE))
    levy, ghosts = document["units"]
    assert (levy["fair"], ghosts["given"]) == (pytest.approx(3.0), 0)
    assert ghosts["fair"] == pytest.approx(3.0)

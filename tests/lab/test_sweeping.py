"""`pilein.sweep` computes odds over the values of one or two keys."""

from itertools import count

import msgspec
import pytest

import pilein
from pilein.cli.main import main
from pilein.kernel.errors import BadInput
from pilein.lab.sweeping import sweep, values_in

STUBBORN = "examples/scrollhammer/stubborn.toml"
DUEL = "examples/scrollhammer/duel.toml"
EVEN = "SH-HI-03.even"


def test_each_point_of_a_sweep_matches_the_odds_of_the_changed_scenario():
    found = sweep(DUEL, {EVEN: range(3, 6)}, phases=1)
    assert [point.values for point in found.points] == [(3,), (4,), (5,)]
    for point in found.points:
        odds = pilein.odds(DUEL, phases=1, rulings={EVEN: str(point.values[0])})
        for side in odds.figures.sides:
            assert point.measures[f"{side} wins"] == dict(odds.figures.outcome)[f"{side} wins"]


def test_each_point_of_a_sweep_has_the_chance_of_every_fate_but_the_printed_table_omits_the_fates():
    found = pilein.sweep(DUEL, {"SH-HI-03.even": (4,)}, phases=1)
    fates = dict(pilein.odds(DUEL, phases=1).figures.units[1].fates)
    assert found.points[0].measures["noble: destroyed"] == fates["destroyed"]
    assert "noble: destroyed" in found.to_csv()
    assert "noble: destroyed" not in str(found)


def test_a_sweep_over_two_keys_gives_a_grid():
    found = sweep(DUEL, {EVEN: (3, 4), "profiles.noble.W": (1, 2, 3)}, phases=1)
    assert [point.values for point in found.points] == [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3)]
    assert "chance in % that hills win" in str(found).lower()
    assert found.to_svg().count("<rect") > 6


def test_an_assumption_that_varies_with_a_swept_value_says_so():
    slaves = "examples/scrollhammer/slaves.toml"
    found = sweep(slaves, {"press.frontage": (5, 6)}, phases=1)
    assert found.assumptions["in contact"] == "depends on press.frontage"
    assert found.assumptions["charged"] == "slaves"
    over = {"press.frontage": (5, 10), "units.slaves.models": (30, 40), "profiles.slave.Ld": (2, 3)}
    for keys in (("press.frontage", "profiles.slave.Ld"), ("press.frontage", "units.slaves.models")):
        found = sweep(slaves, {key: over[key] for key in keys}, way="sampled", games=1, phases=1)
        depends = [key for key in keys if key != "profiles.slave.Ld"]
        assert found.assumptions["in contact"] == f"depends on {' and '.join(depends)}"


def test_the_options_of_a_ruling_can_be_swept():
    found = sweep(STUBBORN, {"SH-R-66": ("default",)}, phases=1)
    assert len(found.points) == 1
    found = sweep("examples/scrollhammer/horde_against_ranks.toml", {"SH-R-62": ("default", "by-ratio")}, phases=1)
    assert found.points[0].measures != found.points[1].measures


def test_sampled_points_of_a_sweep_agree_with_exact_ones_within_four_standard_errors():
    exact, sampled = (sweep(DUEL, {EVEN: (3, 5)}, way=way, games=1200) for way in ("exact", "sampled"))
    for one, other in zip(exact.points, sampled.points, strict=True):
        for name, number in one.measures.items():
            assert abs(float(number) - other.measures[name].value) <= 4 * other.measures[name].error


def test_intervals_of_probabilities_in_a_sweep_lie_between_zero_and_one():
    """Against twenty nobles, the hill king wins none of twenty games."""
    found = sweep(DUEL, {"units.noble.models": (1, 20)}, way="sampled", games=20)
    for measure in found.measures:
        ends = [point.ends_of(measure.name) for point in found.points]
        if measure.kind == "chance":
            assert all(0 <= low < high <= 1 for low, high in ends)
    assert found.points[1].measures["hills wins"].value == 0


def test_a_sweep_implements_the_report_interface():
    found = sweep(DUEL, {EVEN: (3, 4)}, phases=1)
    assert isinstance(found, pilein.Report)
    assert msgspec.json.encode(found.document())
    assert found.to_dict()[0][EVEN] == 3
    assert found.to_svg().startswith("<svg")
    assert "<table" in found._repr_html_()
    assert repr(found) == f"<Sweep over {EVEN}: 2 points>"


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("2..4", ["2", "3", "4"]),
        ("2..9:3", ["2", "5", "8"]),
        ("-1..1", ["-1", "0", "1"]),
        ("a, b", ["a", "b"]),
        (",", []),
    ],
)
def test_the_values_of_a_sweep_may_be_typed_in_a_command_as_a_range_or_as_a_list(words, values):
    assert values_in(words) == values


@pytest.mark.parametrize(
    ("over", "words"),
    [
        ({}, "over: a sweep needs one or two keys, but 0 are given"),
        ({"a": [1], "b": [1], "c": [1]}, "over: a sweep needs one or two keys, but 3 are given"),
        ({EVEN: []}, f"{EVEN}: this key has no values"),
        ({EVEN: [3, 3]}, f"{EVEN}: a value of this key is given twice"),
        ({EVEN: [9, 10]}, f"{EVEN}: '9' cannot be used: 9 is out of bounds"),
        ({"SH-RE-03": range(1, 7), "turns": range(1, 99)}, "over: the sweep would have 588 points, more than 400"),
        ({EVEN: range(10**9)}, f"{EVEN}: this key has 1,000,000,000 values, too many for a sweep; give at most 400"),
        ({EVEN: count()}, f"{EVEN}: this key has more than 400 values, too many"),
        ({EVEN: [[3]]}, f"{EVEN}: [3] is not a value that a key can take"),
        ([EVEN], "over: ['SH-HI-03.even'] is not a mapping of keys to values"),
    ],
)
def test_a_sweep_over_unknown_keys_or_invalid_values_is_refused(over, words):
    with pytest.raises(BadInput) as caught:
        sweep(DUEL, over)
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([DUEL], "over: a sweep needs one or two keys, but 0 are given"),
        (["none.toml", "--over", f"{EVEN}=3..5"], "none.toml: this file does not exist"),
        ([DUEL, "--over", EVEN], "is not a key with its values"),
        ([DUEL, "--over", f"{EVEN}=5..3"], "--over: the range '5..3' contains no values; write 3..5"),
        ([DUEL, "--over", f"{EVEN}=,"], f"no values are given for {EVEN}; write values in the form"),
        ([DUEL, "--over", f"{EVEN}=1..x"], "--over: '1..x' is not a range of whole numbers; write a range like 2..6"),
        ([DUEL, "--over", f"{EVEN}=1..2:0"], "'1..2:0' is not a range of whole numbers"),
        ([DUEL, "--over", f"{EVEN}=1..{'9' * 5000}"], "is not a range of whole numbers"),
        (
            [DUEL, "--over", "profiles.noble.W=1..1000000000"],
            "--over: the range has 1,000,000,000 values, more than 400; give at most 400 values, such as",
        ),
        ([DUEL, "--over", f"{EVEN}=3,4", "--way", "walks"], "--way: 'walks' is not a way to compute odds"),
        (
            [DUEL, "--over", "turns=1..30", "--over", "round=1..30"],
            "--over: the sweep would have 900 points, more than 400",
        ),
        ([DUEL, "--over", f"{EVEN}=x,y"], f"{EVEN}: 'x' cannot be used"),
        ([DUEL, "--over", "SH-XX=1..2"], "neither the rules nor the scenario has a key 'SH-XX'"),
    ],
)
def test_bad_input_to_the_sweep_command_is_refused_in_one_sentence_and_nothing_is_written(
    arguments, words, tmp_path, capsys
):
    assert main(["lab", "sweep", *arguments, "--csv", str(tmp_path / "out.csv")]) == 2
    told = capsys.readouterr()
    assert words in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert list(tmp_path.iterdir()) == []


def test_the_sweep_command_prints_a_result_and_writes_a_table_and_a_picture(tmp_path, capsys):
    csv, svg = tmp_path / "out.csv", tmp_path / "out.svg"
    arguments = ["lab", "sweep", DUEL, "--over", f"{EVEN}=3..4", "--phases", "1"]
    assert main([*arguments, "--csv", str(csv), "--plot", str(svg)]) == 0
    assert f"over {EVEN}".upper() in capsys.readouterr().out.upper()
    assert csv.read_text().startswith(f"{EVEN},games,hills wins,")
    assert svg.read_text().startswith("<svg")
    assert main([*arguments, "--json"]) == 0
    assert len(msgspec.json.decode(capsys.readouterr().out)["points"]) == 2


def test_a_sweep_omits_values_that_cannot_be_played_and_reports_them():
    """The legionaries have six files, so their unit needs at least six models."""
    found = sweep(STUBBORN, {"units.legionaries.models": (3, 22, 23)}, phases=1)
    assert [point.values for point in found.points] == [(22,), (23,)]
    (why,) = found.impossible
    assert why.startswith("units.legionaries.models: '3' cannot be used: the unit has 6 files for 5 models")
    assert f"left out, for it cannot be played: {why}" in str(found)
    assert "left out, for a limit" not in str(found)
    assert (found.document()["complete"], found.document()["impossible"]) == (True, [why])
    pairs = sweep(STUBBORN, {"units.legionaries.models": (3, 23), "SH-HI-03.even": (3, 4)}, phases=1)
    assert [point.values for point in pairs.points] == [(23, 3), (23, 4)]
    assert pairs.impossible == found.impossible

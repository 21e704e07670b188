"""An experiment measures all variants of a fight by the same method, and a grid shows how a probability depends on two
keys.
"""

import pytest

import pilein
from pilein.kernel.errors import BadInput
from pilein.lab.experiment import Experiment, Variant, chances_over
from pilein.lab.measures import measures_of
from pilein.lab.run_options import SAMPLED, run_options

DUEL = pilein.load("examples/scrollhammer/duel.toml")
KEYS = {"SH-HI-03.even": (3, 4), "profiles.noble.S": (3, 4)}


def test_the_gain_of_a_variant_in_an_experiment_is_its_difference_from_the_original_fight():
    (one,) = Experiment("own", (Variant("stronger", DUEL.with_profile("noble", S=5), DUEL),)).findings(
        run_options(phases=1)
    )
    assert one.is_exact
    assert one.gain["houses wins"] == one.new["houses wins"] - one.old["houses wins"] > 0


def test_sampled_variants_of_an_experiment_share_their_dice_with_the_original():
    run = run_options(phases=1, way=SAMPLED, games=30)
    (same,) = Experiment("own", (Variant("same", DUEL, DUEL),)).findings(run)
    assert same.games == 30
    assert {float(gain) for gain in same.gain.values()} == {0.0}


def test_a_variant_that_cannot_be_played_is_omitted_from_an_experiment_and_the_reason_is_given():
    found = Experiment.over(DUEL, {"profiles.noble.S": (4, 99)})
    assert [one.values for one in found.variants] == [(4,)]
    assert found.impossible[0].startswith("profiles.noble.S: '99' cannot be used")


def test_a_grid_of_a_probability_over_two_keys_can_be_printed_drawn_and_converted_to_a_document(tmp_path):
    told = []
    grid = chances_over(DUEL, KEYS, "hills wins", run_options(phases=1), lambda *done: told.append(done))
    assert told[-1] == (4, 4)
    assert "HILLS WINS, IN %: SH-HI-03.EVEN (ROW), PROFILES.NOBLE.S (COLUMN)" in str(grid)
    assert [row["chance"] for row in grid.to_dict()] == [one for row in grid.chances for one in row]
    assert grid.document()["over"] == {key: list(values) for key, values in KEYS.items()}
    assert grid.to_svg().count("<title>") == 4
    assert grid.note == "exact"
    assert isinstance(grid, pilein.Report)


def test_every_fate_of_a_unit_printed_in_the_odds_is_a_measure_of_an_experiment():
    (one,) = Experiment.over(DUEL, {"profiles.noble.S": (4,)}).findings(run_options(phases=1))
    for unit in pilein.odds(DUEL, phases=1).figures.units:
        assert all(one.new[f"{unit.unit}: {fate}"] == chance for fate, chance in unit.fates)


def test_exactly_one_fate_of_a_unit_is_counted_in_each_sampled_game_of_an_experiment():
    run = run_options(phases=1, way=SAMPLED, games=30)
    (one,) = Experiment.over(DUEL, {"profiles.noble.S": (4,)}).findings(run)
    fates = {measure.name for measure in measures_of(DUEL) if measure.fate_of == "noble"}
    assert sum(float(one.new[name]) for name in fates) == pytest.approx(1)
    beaten = float(one.new["noble: destroyed"]) + float(one.new["noble: falling back"])
    assert beaten == pytest.approx(float(one.new["noble: out of the battle"]))


def test_a_grid_may_show_the_probability_that_a_unit_is_destroyed():
    grid = chances_over(DUEL, KEYS, "noble: destroyed", run_options(phases=1))
    usual = dict(pilein.odds(DUEL, phases=1).figures.units[1].fates)
    assert grid.chances[1][1] == usual["destroyed"]


def test_a_grid_gives_the_reason_why_a_cell_cannot_be_played():
    found = chances_over(DUEL, {**KEYS, "profiles.noble.S": (3, 99)}, "hills wins", run_options(phases=1))
    first, second = found.note.splitlines()
    assert first == "exact; left out (-): 2 of 4 cells"
    assert second.startswith("left out, for it cannot be played: profiles.noble.S: '99' cannot be used: ")
    assert len(found.short()) == 4
    assert "cannot be played" in found.to_svg()


def test_the_short_form_of_a_grid_gives_the_number_of_rows_that_it_leaves_out():
    keys = {"SH-HI-03.even": (3, 4), "profiles.noble.S": (2, 3, 4, 5)}
    assert "more rows" not in str(chances_over(DUEL, keys, "hills wins", run_options(phases=1)).short())
    found = chances_over(DUEL, dict(reversed(keys.items())), "hills wins", run_options(phases=1)).short()
    assert len(found) == 5
    assert found[2].startswith("3: ")
    assert found[3] == "... (2 more rows)"
    assert found[4] == "exact"


def test_the_error_for_an_unknown_probability_suggests_the_nearest_one():
    with pytest.raises(BadInput, match="hill wins: there is no chance with this name; did you mean 'hills wins'"):
        chances_over(DUEL, KEYS, "hill wins", run_options(phases=1))

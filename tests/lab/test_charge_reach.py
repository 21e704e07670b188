"""The reach of a unit's charge is computed from its current position in a game."""

from pathlib import Path

import pytest

from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.rulesets import ruleset_named
from pilein.geometry.gaps import gap
from pilein.geometry.ticks import INCH
from pilein.kernel.errors import BadInput, Spent
from pilein.lab.charge_reach import LATER, NOW, charge_reach
from pilein.lab.charges import charge
from pilein.lab.scenarios import load

EXAMPLES = Path(__file__).parents[2] / "examples"
FIGURES = Path(__file__).parent / "figures"
BRUTES, MILITIA = 0, 1
PLENTY = 600  # seconds, however busy the machine


def begun(file: Path) -> Game:
    scenario = load(file)
    game = Game(ruleset_named(scenario.ruleset), scenario)
    game.run()
    return game


@pytest.mark.parametrize(
    "file", [FIGURES / "charge.toml", FIGURES / "charge_through_difficult.toml", EXAMPLES / "wwpd/charge.toml"]
)
def test_the_charge_reach_at_the_opening_matches_the_odds_of_a_charge_by_distance(file):
    scenario = load(file)
    game = begun(file)
    unit = next(one.number for one in game.state.setup.units if one.side == game.state.active)
    found = charge_reach(game, unit, seconds=PLENTY)
    expected = {row.inches: float(row.arrives) for row in charge(scenario, found.unit, found.target).rows}
    assert found.moment == NOW
    assert found.rows
    both = expected.keys() & dict(found.chances)
    assert both
    assert {inches: dict(found.chances)[inches] for inches in both} == {inches: expected[inches] for inches in both}
    assert all(expected.get(inches, 0) == 0 for inches in range(len(found.rows) + 1, 13))


def test_the_charge_reach_of_an_enemy_unit_is_computed_for_its_own_phase():
    found = charge_reach(begun(EXAMPLES / "wwpd/charge.toml"), MILITIA)
    assert (found.unit, found.target, found.moment) == ("militia", "brutes", LATER)
    assert found.chances[0] == (1, 1.0)


def test_the_charge_reach_is_measured_from_the_current_positions():
    """After the first phase, the levies have fallen back and the spellswords stand an inch behind them."""
    file = EXAMPLES / "scrollhammer/demo.toml"
    scenario = load(file)
    rules = ruleset_named(scenario.ruleset)
    sensible = Player("sensible", rules.policy)
    game = Game(rules, scenario, players=(sensible, sensible), phases=2)
    opening = charge_reach(game, 1, seconds=PLENTY)
    while game.phase == 1:
        game.step()
    now = charge_reach(game, 1, seconds=PLENTY)
    field = game.state.field
    gaps = [gap(field.shape(one), field.shape(other)) for one in field.models(1) for other in field.models(3)]
    assert (opening.target, now.target, now.moment) == ("militia", "levies", LATER)
    assert now.now == pytest.approx(min(gaps) / INCH, abs=0.001)
    assert now.now < opening.now
    assert max(chance for _, chance in now.chances) == 1  # every charge reaches an enemy an inch away


def test_the_charge_reach_is_measured_to_the_nearest_enemy_unless_an_enemy_is_named():
    game = begun(EXAMPLES / "scrollhammer/demo.toml")
    nearest, named = (charge_reach(game, 2, target, seconds=PLENTY) for target in (None, 4))
    assert (nearest.target, named.target) == ("levies", "militia")
    assert named.now > nearest.now


@pytest.mark.parametrize(
    ("example", "unit", "target", "words"),
    [
        ("wab/pursuit.toml", 0, None, "already touch an enemy"),
        ("scorched/brawl.toml", 0, None, "charge"),
        ("wwpd/charge.toml", 9, None, "there is no unit number 9"),
        ("wwpd/charge.toml", 0, 0, "unit 0 is not an enemy"),
        ("wab/press.toml", 0, None, "the units are in the press, where there are no distances to charge across"),
    ],
)
def test_a_request_for_a_charge_reach_is_refused_with_a_reason_if_the_reach_cannot_be_computed(
    example, unit, target, words
):
    with pytest.raises(BadInput, match=words):
        charge_reach(begun(EXAMPLES / example), unit, target)


def test_computing_a_charge_reach_raises_an_error_when_time_runs_out():
    with pytest.raises(Spent):
        charge_reach(begun(EXAMPLES / "scrollhammer/demo.toml"), 3, seconds=0)

"""Set-ups that are read from scenario files, and the ruleset's objections to a scenario."""

from importlib.resources import files

import pytest

from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.policies import first
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.kernel.errors import BadScenario
from pilein.rulesets.warstrike.checking import check
from pilein.rulesets.warstrike.opening import clock, is_fighting, next_phase, opened
from pilein.rulesets.warstrike.state import NOBODY
from pilein.tabletop.loading import loads

HEAD = """ruleset = "warstrike"
active = "red"
[profiles.trooper]
Mv = 6
WS = 3
Str = 3
Ar = 3
Ld = 2
Nv = 3
base = "1in"
"""
OWN = """[[unit]]
name = "own"
side = "red"
profile = "trooper"
models = 2
"""
FOE = """[[unit]]
name = "foe"
side = "blue"
profile = "trooper"
models = 1
"""
ORDINARY = '{ profile = "trooper", models = 1 }'
LEADER = '{ profile = "trooper", models = 1, leader = true }'
TABLE = """[table]
width = 48
depth = 48
"""


def scenario(own="", foe="", *, rulings="", distance=3.0):
    units = OWN + own + "positions = [[10, 10], [11, 10]]\n" + FOE + foe + f"positions = [[10, {11 + distance}]]\n"
    return loads(HEAD.replace("[profiles", rulings + "[profiles") + units + TABLE, vocabulary)


def with_members(*members, more=""):
    """Return a scenario of a unit of three models, two of which are members with entries of their own."""
    own = OWN.replace("models = 2", f"models = 1\nmembers = [{', '.join(members)}]") + more
    text = own + "positions = [[10, 10], [11, 10], [12, 10]]\n" + FOE + "positions = [[10, 14]]\n" + TABLE
    return loads(HEAD + text, vocabulary)


def battle_of(loaded):
    return opened(loaded.scenario).state


def test_the_first_model_leads_a_unit_unless_a_different_leader_or_none_is_stated():
    assert battle_of(scenario()).status(0).leader == 0
    loaded = with_members(ORDINARY, LEADER)
    assert battle_of(loaded).status(0).leader == 1
    assert battle_of(scenario("leaderless = true\n")).status(0).leader == NOBODY


def test_markers_and_statuses_are_read_from_the_scenario_file():
    status = battle_of(scenario("markers = 2\nhits = 4\nmoved = true\n")).status(0)
    assert (status.markers, status.hits, status.moved) == (2, 4, True)


@pytest.mark.clause("WS-WH-07")
def test_a_unit_that_moved_this_turn_must_be_at_least_an_inch_from_every_enemy():
    check(scenario("moved = true\n", distance=1.0))
    with pytest.raises(BadScenario, match=r"0.50\" from an enemy"):
        check(scenario("moved = true\n", distance=0.5))
    with pytest.raises(BadScenario, match=r"0.99\" from an enemy"):
        check(scenario("moved = true\n", distance=0.996))
    check(scenario(distance=0.5))


@pytest.mark.clause("WS-WH-07")
def test_a_unit_that_went_at_the_double_must_be_an_inch_from_every_enemy_only_in_the_turn_of_its_own_side():
    """WS-WH-08: in the turn of the opposing side, the unit may be nearer to enemies."""
    with pytest.raises(BadScenario, match=r"0.50\" from an enemy; remove at_the_double"):
        check(scenario("at_the_double = true\n", distance=0.5))
    check(scenario(foe="at_the_double = true\n", distance=0.5))


@pytest.mark.clause("WS-WH-08")
def test_a_unit_that_moved_this_turn_may_touch_no_enemy():
    with pytest.raises(BadScenario, match="touches an enemy"):
        check(scenario("moved = true\n", distance=0))
    contact_only = '[rulings]\n"WS-R-09" = "contact-only"\n'
    with pytest.raises(BadScenario, match="touches an enemy"):
        check(scenario("moved = true\n", distance=0, rulings=contact_only))
    check(scenario("moved = true\n", distance=0.5, rulings=contact_only))


def test_only_units_of_the_active_side_may_be_marked_as_having_moved():
    with pytest.raises(BadScenario, match="cannot have moved"):
        check(scenario(foe="moved = true\n"))


def test_a_unit_has_at_most_one_leader():
    with pytest.raises(BadScenario, match="two leaders"):
        check(with_members(LEADER, LEADER))


def test_a_unit_marked_as_leaderless_may_not_have_a_leader():
    with pytest.raises(BadScenario, match="have a leader but are marked leaderless"):
        check(with_members(ORDINARY, LEADER, more="leaderless = true\n"))


def test_the_sample_scenario_of_warstrike_is_valid():
    text = files("pilein.rulesets.warstrike").joinpath("sample.toml").read_text(encoding="utf-8")
    loaded = loads(text, vocabulary)
    check(loaded)
    game = Game(
        ruleset_named("warstrike"), loaded.scenario, seed=1, players=(Player("first", first), Player("first", first))
    )
    game.run()
    assert game.is_over


def test_a_further_phase_is_played_only_if_enemies_are_near_each_other():
    position = opened(scenario().scenario)
    assert next_phase(position, 1) is not None
    assert next_phase(opened(scenario(distance=9).scenario), 1) is None


def test_fighting_continues_as_long_as_any_enemies_are_within_six_inches_of_each_other():
    assert is_fighting(opened(scenario(distance=5).scenario).state)
    assert not is_fighting(opened(scenario(distance=9).scenario).state)


def test_a_battle_on_a_table_has_no_clock_of_half_cycles():
    assert clock(opened(scenario().scenario)) is None

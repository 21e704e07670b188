"""Readings of rulings: what an audit of version 1 found wrong with eight of them; lengths in inches."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import first
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge_choice import HINDERED
from pilein.rulesets.wab.combat_events import RanDown
from pilein.rulesets.wab.combat_phase import close_combat_phase, fight_combat
from pilein.rulesets.wab.reactions import distance_of
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.shooters import may_shoot
from pilein.rulesets.wab.start_phase import start_of_turn
from pilein.rulesets.wab.state import Absent, Battle, Fight, Rout
from pilein.rulesets.wab.status import Status
from pilein.rulesets.wab.striking import take_losses
from pilein.tabletop.events import CombatBegan
from pilein.tabletop.plane import Loose
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, armed, battle, changed
from tests.rulesets.wab.fights import fought
from tests.rulesets.wab.movement.moves import MARCHER, ahead, moved


def two_combats(**rulings: str) -> Battle:
    """A is beaten by B; C, near A, has still to fight D."""
    return battle(
        U("A", 0, ((changed(WARRIOR, A=0, Ld=2), 10),), block=(12, 24, 0, 5)),
        U("B", 1, ((changed(WARRIOR, A=0, I=5), 15),), block=(12, 24, 180, 5), formation="close"),
        U("C", 0, ((WARRIOR, 10),), block=(20, 24, 0, 5)),
        U("D", 1, ((WARRIOR, 10),), block=(20, 24, 180, 5)),
        rulings=rulings,
    )


def test_combats_one_at_a_time_who_has_fled_is_not_in_the_next() -> None:
    """WAB-R-94 one-combat-at-a-time: A breaks, C panics and runs; D has nobody left to fight, and loses nobody."""
    state = two_combats(**{"WAB-R-94": "one-combat-at-a-time"})
    script = Script(RULESET, dice=[6, 6, 1, 1, 6, 6, 1, 1], answers=None, policy=first)
    after = script.begin(state, close_combat_phase)
    script.assert_used_up()
    assert (after.living(2), after.status(2).fleeing) == (10, True)
    assert len([event for event in script.events if isinstance(event, CombatBegan)]) == 1


def test_tested_at_once_for_a_lost_general_who_panics_does_not_fight() -> None:
    """WAB-R-58 immediate: C is about to run, with the flights that follow all combats; nobody has caught it."""
    state = two_combats().having(2, fleeing=True).routing(Rout(2))
    script = Script(RULESET)
    after = script.begin(state, fight_combat, 2, 3)
    assert (after.living(2), after.fight) == (10, None)
    assert not any(isinstance(event, RanDown) for event in script.events)


def test_whoever_chargers_have_caught_in_flight_is_destroyed_as_before() -> None:
    """WAB-R-41."""
    assert fought(two_combats().having(2, fleeing=True), fight_combat, 2, 3).living(2) == 0


@pytest.mark.parametrize("pressed", [False, True])
def test_wounds_are_spread_over_the_models_in_contact(pressed) -> None:
    """WAB-R-85 spread-wounds: two files in contact, two wounds each; four wounds fell both."""
    ogre = changed(WARRIOR, W=2)
    units = [
        U("ours", 0, ((WARRIOR, 2),), files=2, block=None if pressed else (24, 24, 0, 2)),
        U("ogres", 1, ((ogre, 8),), files=2, block=None if pressed else (24, 24, 180, 2)),
    ]
    pairs = [(0, 1)] if pressed else None
    for unsaved, living in ((2, 8), (4, 6)):
        state = battle(*units, pairs=pairs, rulings={"WAB-R-85": "spread-wounds"}).changed(fight=Fight((0, 1)))
        assert fought(state, take_losses, 0, 1, unsaved).living(1) == living


@pytest.mark.parametrize(("reading", "ignored"), [("default", (1,)), ("ignored-flag", ())])
def test_under_the_flag_a_march_ignores_nobody(reading, ignored) -> None:
    """WAB-R-60: only the scenario says whom a unit ignores, and that lasts."""
    horse = changed(MARCHER, type="cavalry", mounted=True, M=8)
    units = (
        U("ours", 0, ((horse, 5),), block=(24, 20, 0, 5), base=HORSE),
        U("foot", 1, ((WARRIOR, 5),), block=(24, 16, 180, 5)),
    )
    state = battle(*units, rulings={"WAB-R-60": reading})
    assert moved(state, "march", ahead(10))[0].status(0).ignored == ignored
    named = state.having(0, ignored=(1,))
    assert moved(named, "normal", ahead(2))[0].status(0).ignored == (1,)


def gone(standing, rulings=None, traits=WARRIOR) -> Battle:
    """A unit that has left the table in the north."""
    units = (
        U("ours", 0, ((traits, 5),), at=row(20, 47, 5, 1, 0), files=5),
        U("foes", 1, ((WARRIOR, 5),), block=(60, 10, 0, 5)),
    )
    state = battle(*units, rulings=rulings)
    standing = standing or state.plane.standings[0]
    return state.on(state.plane.without(frozenset(range(5)))).changed(absent=(Absent(0, standing),))


def test_a_unit_that_returns_without_a_move_may_shoot() -> None:
    """WAB-R-28 return-no-move."""
    state = gone(None, {"WAB-R-28": "return-no-move"}, armed(WARRIOR, "bow"))
    after = fought(state, start_of_turn, dice=[1, 1])
    assert may_shoot(after, Table(after.setup.readings), 0)
    assert after.status(0).move in HINDERED
    script = Script(RULESET)
    assert script.begin(after, RULESET.find("remaining_moves")) == after


def test_a_unit_that_fled_off_the_table_comes_back_in_ranks() -> None:
    """WAB-R-45 fleers-may-return."""
    state = gone(None, {"WAB-R-45": "fleers-may-return"})
    assert isinstance(state.absent[0].standing, Loose)
    after = fought(state, start_of_turn, dice=[1, 1])
    block = after.plane.standings[0]
    assert isinstance(block, Block)
    assert (block.files, block.facing, after.status(0).fleeing) == (5, 18000, False)


@pytest.mark.parametrize(("reading", "inches"), [("default", 3.5), ("round-up-moves", 4)])
def test_half_a_counter_charge_is_rounded_up_too(reading, inches) -> None:
    """WAB-R-27 round-up-moves."""
    state = battle(U("ours", 0, ((changed(RIDER, M=7), 1),), block=(24, 24, 0, 1)), rulings={"WAB-R-27": reading})
    assert distance_of(state, Table(state.setup.readings), 0) == inches * INCH


@pytest.mark.parametrize(("reading", "dice"), [("default", [3, 4]), ("hatred-no-panic", [])])
def test_whoever_hates_somebody_by_name_is_hateful_too(reading, dice) -> None:
    """WAB-R-08 hatred-no-panic."""
    spears = U("spears", 0, ((changed(WARRIOR, hates=("foes",)), 10),), block=(20, 20, 0, 5))
    runners = U("runners", 0, ((WARRIOR, 5),), block=(27, 20, 180, 5), status=Status(fleeing=True, move="fled"))
    foes = U("foes", 1, ((WARRIOR, 10),), block=(20, 44, 180, 5))
    fought(battle(spears, runners, foes, rulings={"WAB-R-08": reading}), start_of_turn, dice=dice)

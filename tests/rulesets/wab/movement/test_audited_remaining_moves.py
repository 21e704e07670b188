"""Remaining moves: what an audit of version 1 found, each finding by its number; lengths in inches."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.blocks import outline
from pilein.geometry.gaps import overlaps
from pilein.geometry.ticks import INCH, heading
from pilein.kernel.table import Table
from pilein.rulesets.wab.marching import why_no_march
from pilein.rulesets.wab.movement_events import Moved, Reformed
from pilein.rulesets.wab.moving import remaining_move
from pilein.rulesets.wab.ruleset import RULESET
from tests.rulesets.fielding import told
from tests.rulesets.wab.builder import U, battle, changed
from tests.rulesets.wab.movement.moves import MARCHER, PLAIN, ahead, alone, moved, refusal

RANK = 20 / 25.4
HERO = changed(PLAIN, type="character", M=4)


@pytest.mark.parametrize("formation", ["skirmish", "open"])
def test_16_a_lone_character_marches_however_it_is_fielded(formation) -> None:
    """WAB-MA-03, WAB-R-75: three times its rate."""
    hero = U("hero", 0, ((HERO, 1),), at=[(24, 20)], formation="skirmish")
    if formation == "open":
        hero = U("hero", 0, ((HERO, 1),), block=(24, 20, 0, 1))
    state = battle(hero)
    step = ("shift", 0, 12 * INCH) if formation == "skirmish" else ahead(12)
    after, _ = moved(state, "march", step)
    assert after.status(0).move == "marched"
    pair = battle(U("heroes", 0, ((HERO, 2),), at=[(24, 20), (26, 20)], formation="skirmish"))
    assert why_no_march(pair, Table(pair.setup.readings), 0) != ""


@pytest.mark.parametrize(("x", "y", "facing"), [(24.8358, 20.4328, 2.55), (24.4221, 20.02904, 19.49)])
def test_16_turning_about_beside_a_neighbour_overlaps_nobody(x, y, facing) -> None:
    sine, cosine = heading(round(facing * 100))
    mates = U("mates", 0, ((PLAIN, 5),), block=(x + cosine * 5 * RANK, y - sine * 5 * RANK, facing, 5))
    state = battle(U("ours", 0, ((MARCHER, 7),), block=(x, y, facing, 5)), mates)
    after = Script(RULESET, answers=[("normal", (("about",),))]).begin(state, remaining_move, 0, 1)
    assert not overlaps(*(outline(standing) for standing in after.plane.standings))


def test_16_a_reform_is_told_without_a_move_of_nothing() -> None:
    _, script = moved(alone(), "reform", ("reform", 9000, 3), dice=[4, 4])
    assert len(told(script, Reformed)) == 1
    assert told(script, Moved) == []
    _, script = moved(alone(), "reform", ahead(2), ("reform", 9000, 3), dice=[4, 4])
    assert [event.inches for event in told(script, Moved)] == [2]


def test_16_a_bent_column_is_told_to_go_as_far_as_its_head() -> None:
    column = U("ours", 0, ((MARCHER, 8),), block=(24, 20, 0, 1))
    state = battle(column)
    assert refusal(state, "fast march", ("bend", 9000, 8 * INCH)) == ""
    _, script = moved(state, "fast march", ("bend", 9000, 8 * INCH))
    assert [event.inches for event in told(script, Moved)] == [8]

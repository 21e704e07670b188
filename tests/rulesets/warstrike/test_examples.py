"""Worked examples of the register are played with their dice in order."""

import pytest

from pilein.geometry.ticks import ticks
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.casualties import fall
from pilein.rulesets.warstrike.cycle import close_combat_phase, half_cycle
from pilein.rulesets.warstrike.defensive_fire import make_ready, may_fire, next_to_fire, targets
from pilein.rulesets.warstrike.engaged import engaged
from pilein.rulesets.warstrike.events import CombatEnded, HeldFire, LdTested, Shot, Slain, Suffered
from pilein.rulesets.warstrike.leadership import check_leaderships
from pilein.rulesets.warstrike.melee import strike
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.pursuit import pursue
from pilein.rulesets.warstrike.shooting import close_combat_shooting
from pilein.rulesets.warstrike.skill import score_to_hit
from pilein.rulesets.warstrike.state import MELEE, NOBODY, Status
from tests.rulesets.fielding import ground, row, told, where
from tests.rulesets.warstrike.builder import (
    BLADE,
    SHOOTER,
    TROOPER,
    U,
    armed,
    battle,
    box,
    changed,
    lines,
    play,
    table_of,
)

IDLE = changed(TROOPER, weapons=())
SWORD = Weapon("sword", WS=1, Atk=3, AP=0)
STAY = ()


def score_needed(made, model, weapon):
    met = engaged(made, table_of(made), made.setup.unit_of[model])[model]
    return score_to_hit(made, table_of(made), model, weapon, met).need


@pytest.mark.example("WS-X-01")
def test_the_hitting_example_gives_the_score_needed_and_the_hits_stated_in_the_text():
    units = (
        U("own", 0, [(armed(SWORD), 1)], [(10, 10)]),
        U("foe", 1, [(changed(TROOPER, WS=2), 1), (TROOPER, 1)], [(10, 11), (11, 10)]),
    )
    made = battle(*units, fight=(0, 1))
    assert score_needed(made, 0, SWORD) == 3
    _, script = play(made, strike, 0, dice=[2, 3, 6])
    assert told(script, Suffered)[0].hits == 2


@pytest.mark.example("WS-X-02")
def test_in_example_x_02_no_dice_are_rolled_for_hits_that_are_automatic_or_impossible():
    hill = ground("open", box(9.4, 9.4, 10.6, 10.4), 2)
    units = U("own", 0, [(armed(SWORD), 1)], [(10, 10)]), U("foe", 1, [(changed(TROOPER, WS=2), 1)], [(10, 11)])
    made = battle(*units, fight=(0, 1), grounds=[hill])
    _, script = play(made, strike, 0)
    assert told(script, Suffered)[0].hits == 3
    assert score_needed(made, 1, BLADE) == 6
    _, script = play(lines(changed(TROOPER, WS=1), changed(TROOPER, WS=4)), strike, 0)
    assert told(script, Suffered) == []


@pytest.mark.example("WS-X-04")
def test_the_toughness_example_gives_the_casualties_stated_in_the_text():
    claws = Weapon("claws", WS=9, Str=1, Atk=3, AP=9)
    made = lines(armed(claws), changed(TROOPER, To=2), foe_count=3)
    _, script = play(made, strike, 0, dice=[2, 4, 5, 1, 4, 4], until="fall")
    assert told(script, Suffered)[0].casualties == 2


@pytest.mark.example("WS-X-05")
def test_in_example_x_05_surplus_casualties_add_a_marker():
    units = U("A", 0, [(TROOPER, 2)], row(10, 10, 2)), U("D", 1, [(TROOPER, 7)], [*row(10, 11, 2), *row(10, 12.5, 5)])
    made = battle(*units, fight=(0, 1)).having(1, markers=1, hits=4)
    after, _ = play(made, fall, 1, 0, MELEE, 4)
    assert (after.living(1), after.status(1).markers) == (5, 2)


@pytest.mark.example("WS-X-07")
def test_in_example_x_07_hits_on_two_units_are_shared_out_as_the_text_states():
    claws = Weapon("claws", WS=9, Atk=5, AP=3)
    units = (
        U("A", 0, [(armed(claws), 1), (IDLE, 2)], [(10, 10), (11, 10), (12, 10)]),
        U("P", 1, [(TROOPER, 2)], [(10, 11), (11, 11)]),
        U("Q", 1, [(changed(TROOPER, Ar=4), 1)], [(12, 11)]),
    )
    made = battle(*units, fight=(0, 1, 2))
    after, script = play(made, strike, 0, dice=[4, 1, 6, 3, 5], answers=[(3, 2)], until="fall")
    assert [(event.unit, event.hits, event.casualties) for event in told(script, Suffered)] == [
        ("P", 3, 1),
        ("Q", 2, 0),
    ]
    assert (after.status(1).markers, after.status(2).markers) == (1, 0)
    assert (after.status(1).hits, after.status(2).hits) == (3, 2)
    for split in ((5, 0), (2, 3)):
        with pytest.raises(IllegalAnswer):
            play(made, strike, 0, answers=[split])


def defenders():
    """Return a battle of A1 against D1 and D2 near it. D3 and D4 are outside the combat, and D5 is near A1 after moving
    at the double.
    """
    watcher = changed(SHOOTER, Aw=10)
    units = (
        U("A1", 0, [(IDLE, 1)], [(20, 20)]),
        U("D1", 1, [(SHOOTER, 1)], [(20, 25)]),
        U("D2", 1, [(SHOOTER, 1)], [(22, 25)], status=Status(markers=3)),
        U("D3", 1, [(watcher, 1)], [(30, 20)]),
        U("D4", 1, [(watcher, 2)], [(8, 20), (11, 20)]),
        U("D5", 1, [(SHOOTER, 1)], [(18, 25)], status=Status(at_the_double=True)),
    )
    return battle(*units, fight=(0, 1, 2, 5))


@pytest.mark.example("WS-X-08")
def test_in_the_defensive_fire_example_the_units_that_fire_are_those_named_in_the_text():
    made = defenders()
    table = table_of(made)
    assert [unit for unit in range(1, 6) if may_fire(made, table, unit)] == [1, 2, 3]
    assert targets(made, table, 3) == (0,)
    _, script = play(made, make_ready, 1, until="fire")
    assert told(script, LdTested) == []
    after, script = play(made, make_ready, 2, dice=[3, 2], until="fire")
    assert after.status(2).markers == 3
    after, script = play(made, make_ready, 2, dice=[3, 5])
    assert told(script, HeldFire)
    assert not after.status(2).broken_off
    assert play(made, next_to_fire, 1, 2, 3, answers=[NOBODY])[0] == made


def two_defenders():
    """Return a battle of A1 with one marker against D1, which has two markers and is 1 inch away, and D2, which has one
    marker and is 4 inches away.
    """
    units = (
        U("A1", 0, [(IDLE, 1)], [(20, 20)], status=Status(markers=1)),
        U("D1", 1, [(IDLE, 1)], [(20, 22)], status=Status(markers=2)),
        U("D2", 1, [(IDLE, 1)], [(25, 20)], status=Status(markers=1)),
    )
    return battle(*units, fight=(0, 1, 2))


@pytest.mark.example("WS-X-10")
def test_in_example_x_10_both_defenders_break_and_the_one_near_the_pursuer_is_destroyed():
    dice = [4, 6, 5, 5]
    after, _ = play(two_defenders(), check_leaderships, dice=dice, answers=[(1, 2), True])
    assert after.status(0).markers == 0
    assert (where(after, 1), where(after, 2)) == ((20, 28), (31, 20))
    after, script = play(after, pursue, answers=[((0, ticks(20), ticks(23), 0),)])
    assert (after.living(1), after.living(2)) == (0, 1)
    assert [event.cause for event in told(script, Slain)] == ["in flight"]


@pytest.mark.example("WS-X-11")
def test_in_example_x_11_only_one_of_two_defenders_breaks_and_the_other_attacks_next():
    made = two_defenders()
    after, script = play(made, half_cycle, 1, dice=[4, 6, 2, 6], answers=[STAY, (1, 2), True], until="start_again")
    assert after.status(0).markers == 0
    assert (after.living(1), after.status(1).broken_off) == (1, True)
    assert (after.combat.attacker, after.attackers, after.defenders) == (1, (2,), (0,))
    assert [event.passed for event in told(script, LdTested)] == [False, True]


@pytest.mark.example("WS-X-13")
def test_in_example_x_13_only_unengaged_models_shoot_and_only_unengaged_models_fall():
    """A1 has four models, two of which are engaged. Both of its hits are automatic, and neither can be saved."""
    gun = armed(Weapon("gun", ranged=True, AP=9), traits=changed(TROOPER, BS=9))
    units = (
        U("A1", 0, [(gun, 4)], row(10, 10, 4)),
        U("D1", 1, [(TROOPER, 5)], [(10, 11), (11, 11), (10, 13), (11, 13), (12, 13)]),
    )
    after, script = play(battle(*units, fight=(0, 1)), close_combat_shooting, 0, answers=[True, False, (6, 7)])
    assert [event.shots for event in told(script, Shot)] == [2]
    assert after.models(1) == (4, 5, 8)


@pytest.mark.example("WS-X-14")
@pytest.mark.parametrize(("thick", "expected"), [(0.8, {0: (1,)}), (1.2, {})])
def test_in_example_x_14_models_are_engaged_across_a_wall_only_if_it_is_thin_enough(thick, expected):
    units = U("a", 0, [(TROOPER, 1)], [(10, 10)]), U("d", 1, [(TROOPER, 1)], [(10, 11 + thick)])
    made = battle(*units, fight=(0, 1), grounds=[ground("obstacle", box(5, 10.5, 15, 10.5 + thick))])
    assert engaged(made, table_of(made), 0) == expected


@pytest.mark.example("WS-X-16")
@pytest.mark.parametrize(
    ("kills", "dice", "picked", "rest"),
    [
        (3, [6, 6], (5,), (6, 7)),
        (3, [6, 6], (6, 7), (5,)),
        (3, [6, 2], (8,), (5, 6)),
        (1, [6, 6], (5,), None),
        (1, [6, 6], (9,), None),
    ],
)
def test_the_allocation_example_gives_the_casualties_stated_in_the_text(kills, dice, picked, rest):
    units = U("own", 0, [(TROOPER, 5)], row(10, 10, 5)), U("foe", 1, [(TROOPER, 5)], row(10, 11, 5))
    made = battle(*units, fight=(0, 1))
    after, _ = play(made, fall, 1, 0, MELEE, kills, dice=dice, answers=[True, picked, *([rest] if rest else [])])
    assert set(after.models(1)) == {5, 6, 7, 8, 9} - {*picked, *(rest or ())}


@pytest.mark.example("WS-X-17")
def test_in_example_x_17_the_endless_combat_ends_in_a_draw():
    still = changed(IDLE, Ld=1, Nv=6)
    units = U("one", 0, [(still, 1)], [(10, 10)]), U("other", 1, [(still, 1)], [(10, 16)])
    after, script = play(battle(*units), close_combat_phase, answers=[STAY, STAY, STAY])
    assert [event.reason for event in told(script, CombatEnded)] == ["a draw, for it would never end (WS-R-04)"]
    assert [event.passed for event in told(script, LdTested)] == [True, True]
    assert after.living(0) == after.living(1) == 1

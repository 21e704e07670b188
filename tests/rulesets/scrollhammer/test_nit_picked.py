"""Sentences drawn by lot as readers who picked nits played them: unlike models side by side, models that are gone."""

from typing import Any

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.attacks import weapons_to_fight_with
from pilein.rulesets.scrollhammer.combat_events import Struck
from pilein.rulesets.scrollhammer.combats import fight_sub_phase, next_step
from pilein.rulesets.scrollhammer.declaring import charge_sub_phase
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.reform import ReformPlace
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Status
from pilein.rulesets.scrollhammer.sweep import is_free
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, IMP, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.charging import guards, play, rank, reavers, where
from tests.rulesets.scrollhammer.charging import told as told_once
from tests.rulesets.scrollhammer.drawn import Case, told

BARE, IDLE = changed(GUARD, Sv=7), changed(GUARD, Sv=7, A=0)
HATING, BACKFIRING = changed(BARE, rules=("Hatred",)), changed(BARE, A=3, rules=("Backfire",))
AXE = Weapon("axe", "axe", I=-1)
PRESSED = [(0, 1)]
ONE_BLOW = "own strikes foe: 1 at 4+ and 4+"
FIGHTS: dict[str, Case] = {
    "SH-HI-02 a model that hates and a mate that does not are rolled apart": Case(
        battle(U("own", 0, [(HATING, 1), (BARE, 1)]), U("foe", 1, [(IDLE, 3)]), pairs=PRESSED),
        ("step 4", ONE_BLOW, ONE_BLOW, "drawn"),
        [1, 1, 1],
    ),
    "SH-HI-02 whoever of them stands first": Case(
        battle(U("own", 0, [(BARE, 1), (HATING, 1)]), U("foe", 1, [(IDLE, 3)]), pairs=PRESSED),
        ("step 4", ONE_BLOW, ONE_BLOW, "drawn"),
        [1, 1, 1],
    ),
    "SH-AL-01 wounds that nobody is left to take do not spare the others": Case(
        battle(
            U("own", 0, [(BACKFIRING, 1), (changed(IDLE, Sv=6), 3)]),
            U("foe", 1, [(changed(BARE, A=2), 1)]),
            pairs=PRESSED,
        ),
        (
            "step 4",
            "own strikes foe: 3 at 4+ and 4+",
            "foe strikes own: 2 at 4+ and 4+",
            "own loses 3",
            "blue wins by 3",
            "own holds",
        ),
        [1, 1, 1, 6, 6, 6, 6, 1, 1, 1, 1],
        [0, 0],
    ),
    "SH-MO-06 who never strikes hurts nobody": Case(
        battle(U("own", 0, [(BARE, 1)]), U("foe", 1, [(changed(BARE, I=0), 2)]), pairs=PRESSED),
        ("step 4", ONE_BLOW, "foe loses 1", "red wins by 1", "foe breaks", "foe destroyed", "foe loses 1"),
        [6, 6, 1],
        [True],
    ),
}


@pytest.mark.clause("SH-HI-02", "SH-AL-01", "SH-MO-06")
@pytest.mark.parametrize("name", FIGHTS)
def test_the_log_of_a_fight(name: str) -> None:
    assert told(FIGHTS[name], fight_sub_phase) == FIGHTS[name].told


@pytest.mark.clause("SH-AL-02")
def test_a_model_touches_an_enemy_that_struck_at_this_step_or_only_a_mate_of_one_that_did() -> None:
    """SH-R-54: one guard strikes with the sword, its mate will with the axe; who faces the first takes the wound."""
    armed = changed(BARE, weapons=(HAND_WEAPON, AXE))
    foes = U("foe", 1, [(changed(IDLE, I=1), 2)], at=[(10, 11), (14, 11)])
    made = battle(U("own", 0, [(armed, 2)], at=[(10, 10), (14, 10)]), foes)
    answers = [False, (1, 0), (0, 1), False, first]
    after, script = play(made, [6, 6, 1, 1, 1], answers, fight_sub_phase)
    assert told_once(script, "Slain").models == (2,)
    assert after.living(1) == 1


THROWING = Weapon("throwing weapon", "throwing weapon", melee=False, range=6 * INCH, shots=2)
BOW = Weapon("bow", "bow", melee=False, hands=2, range=18 * INCH, shots=1, shot_S=3)


@pytest.mark.clause("SH-RE-06")
@pytest.mark.parametrize(("gap", "shots"), [(5, 6), (8, 3)])
def test_a_unit_that_holds_two_ranged_weapons_shoots_with_one_that_reaches(gap: float, shots: int) -> None:
    """SH-R-16: each model with a ranged weapon in range; what it would rather throw flies six inches."""
    archers = changed(REAVER, BS=4, weapons=(THROWING, BOW))
    made = battle(guards([(20, 10)]), rank(3, 20, 10.5 + gap, 180, archers))
    dice = [3, 3, *[1] * shots, 1, 1]
    _, script = play(made, dice, [(0, 1), "hold", True], charge_sub_phase)
    assert told_once(script, "StoodAndShot").shots == shots


@pytest.mark.clause("SH-RE-03")
def test_with_no_edge_of_its_own_a_unit_flees_from_the_charger_whose_base_is_nearest() -> None:
    """SH-R-14: not from the one that is nearest to the middle of its line."""
    line = [(10 + 1.5 * number, 20) for number in range(6)]
    made = battle(guards([(10, 16), (12, 15.9), (13.75, 15.5)]), reavers(line))
    after, _ = play(made, [3, 1, 1], [(0, 1), "flee"], charge_sub_phase)
    (x, y), (was_x, was_y) = where(after, 3), line[0]
    away = (13.75 - 10, 20 - 16)
    assert (x - was_x) / (y - was_y) == pytest.approx(away[0] / away[1], abs=0.01)


@pytest.mark.parametrize(("y", "stands"), [(17.0, True), (17.6, False)])
def test_a_place_where_no_model_of_the_last_rank_stands_may_be_near_an_enemy(y: float, stands: bool) -> None:
    """SH-CO-07.

    SH-R-79: every model ends an inch from enemies; of the second rank two places on the left are filled.
    """
    made = battle(rank(7, 20, 20, 0, GUARD, 5, side=0, name="own"), reavers([(22, y)]))
    question = ReformPlace(0, made, 0, "default")
    assert (question.why_not((20 * INCH, 20 * INCH, 0, 5)) is None) == stands


@pytest.mark.parametrize(("rules", "name"), [(("melee",), "staff"), ((), "bare weapon")])
def test_the_rule_of_a_staff_makes_it_a_close_combat_weapon(rules: tuple[str, ...], name: str) -> None:
    """SH-WP-06."""
    staff = Weapon("staff", "staff", melee=False, rules=rules)
    made = battle(guards([(10, 10)]), reavers([(10, 12)]))
    (weapon,) = weapons_to_fight_with(changed(GUARD, weapons=(staff,)), Status(), made.preview_table())
    assert weapon.name == name


def test_before_checks_a_winner_that_was_locked_with_nobody_left_is_free() -> None:
    """SH-SA-10, SH-R-76 `before-checks`: it reached who breaks through a friend alone; all it touched have fallen."""
    units: list[Any] = [guards([(10, 10)]), guards([(11, 10)], name="friends"), reavers([(11.5, 11)], IMP)]
    made = battle(*units, rulings={"SH-R-76": "before-checks"})
    made = made.beginning(fight_of((0, 1, 2), broken=(2,), reached=((0, 2), (1, 2)), met=((1, 2),)))
    assert is_free(made, made.preview_table(), 0)


def test_a_block_that_keeps_its_files_reforms_in_as_many_as_it_has_models() -> None:
    """SH-CO-07, SH-R-79 `keep-files`: three are left of a front of five; they may still turn about."""
    made = battle(rank(3, 20, 20, 0, GUARD, 5, side=0, name="own"), reavers([(30, 30)]))
    question = ReformPlace(0, made, 0, "keep-files")
    assert {answer[3] for _, answer in question.candidates() if answer} == {3}


@pytest.mark.clause("SH-AT-03")
@pytest.mark.parametrize(("frontage", "attacks"), [(3, 9), (None, 12)])
def test_in_the_press_the_charge_of_those_who_moved_into_contact_is_that_of_the_front(
    frontage: int | None, attacks: int
) -> None:
    """SH-R-48 `movers-only`: three in front have two attacks, three behind them one; without a frontage all touch."""
    own = U("own", 0, [(BARE, 6)], status=Status(charged=True))
    made = battle(own, U("foe", 1, [(IDLE, 6)]), pairs=PRESSED, frontage=frontage, rulings={"SH-R-48": "movers-only"})
    _, script = play(made, [1] * attacks, [], fight_sub_phase)
    assert told_once(script, "Struck").attacks == attacks


@pytest.mark.clause("SH-HI-05", "SH-WO-07")
def test_votes_fixed_at_the_start_hold_though_all_of_the_majority_have_fallen() -> None:
    """SH-R-52 `fixed-at-start`: three of WS 3 fall at step 5; at step 4 WS 3 and Toughness 3 still count."""
    better = changed(IDLE, WS=5, T=5)
    foes = U("foe", 1, [(changed(IDLE, WS=3), 3), (better, 2)], at=[(10, 11), (9, 11), (11, 11), (12, 11), (12, 10)])
    quick = changed(BARE, I=5, A=3)
    own = U("own", 0, [(quick, 1), (BARE, 1)], at=[(10, 10), (11, 10)])
    made = battle(own, foes, rulings={"SH-R-52": "fixed-at-start"})
    _, script = play(made, [6] * 6 + [1, 1, 1], None, fight_sub_phase)
    assert [(event.hit, event.wound) for event in script.events if isinstance(event, Struck)] == [(3, 4), (3, 4)]


@pytest.mark.clause("SH-AT-06")
def test_a_unit_that_rampages_at_two_steps_has_the_attacks_of_it_once() -> None:
    """SH-R-46: the D3 is rolled when the attacks are shared out, and goes where the other bonus attacks go."""
    wild = changed(BARE, weapons=(HAND_WEAPON, AXE), rules=("Rampage",))
    made = battle(U("own", 0, [(wild, 1)]), U("foe", 1, [(IDLE, 5)]), pairs=PRESSED)
    _, script = play(made, [3, 1, 1, 1], [(1, 0), 1], fight_sub_phase)
    assert [(event.weapon, event.attacks) for event in script.events if isinstance(event, Struck)] == [
        ("hand weapon", 1),
        ("axe", 2),
    ]


@pytest.mark.clause("SH-EN-06")
@pytest.mark.parametrize(
    ("reading", "struck"), [("default", ["first", "late", "foe", "other"]), ("own-move", ["first", "foe", "other"])]
)
def test_a_unit_that_piled_in_in_vain_and_is_reached_by_the_enemy_has_not_come_by_its_own_move(reading, struck) -> None:
    """SH-R-45. The late one goes 3 inches of 5, the other enemy the last 2."""
    units = (
        U("first", 0, [(BARE, 1)], at=[(10, 10)]),
        U("late", 0, [(BARE, 1)], at=[(20, 10)]),
        U("foe", 1, [(BARE, 1)], at=[(10, 11)]),
        U("other", 1, [(BARE, 1)], at=[(20, 16)]),
    )
    made = battle(*units, rulings={"SH-R-45": reading})
    opened = ((0, 0, (2,)), (2, 0, (0,)))
    made = made.beginning(fight_of((0, 1, 2, 3), met=((0, 2),), opened=opened))
    script = Script(RULESET, dice=[1] * len(struck), answers=None, policy=first)
    script.begin(made, next_step, until="roll_attacks")
    assert [event.unit for event in script.events if isinstance(event, Struck)] == struck


@pytest.mark.clause("SH-EN-06")
@pytest.mark.parametrize("reading", ["default", "own-move"])
def test_a_unit_that_came_into_contact_by_its_own_move_is_engaged_at_later_steps_too(reading: str) -> None:
    """SH-R-45: it piles in at step 5 and strikes with the sword, then at step 4 with the axe."""
    quick = changed(BARE, I=5, A=2, weapons=(HAND_WEAPON, AXE))
    own = U("own", 0, [(changed(IDLE, I=1), 1), (quick, 1)], at=[(10, 10), (12.5, 10)])
    made = battle(own, U("foe", 1, [(changed(IDLE, I=1), 2)], at=[(10, 11), (9, 11)]), rulings={"SH-R-45": reading})
    _, script = play(made, [1, 1], [first, (1, 1)], fight_sub_phase)
    assert [event.attacks for event in script.events if isinstance(event, Struck)] == [1, 1]

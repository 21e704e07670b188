"""Forty sentences drawn by lot as fresh readers played them at their edges: those of fights."""

from typing import Any

import pytest

from pilein.rulesets.scrollhammer.combats import fight_sub_phase
from pilein.rulesets.scrollhammer.profile import Effect, Weapon
from pilein.rulesets.scrollhammer.state import Battle, Status
from tests.rulesets.scrollhammer.builder import GUARD, U, battle, changed
from tests.rulesets.scrollhammer.drawn import Case, spot, told

BARE, IDLE = changed(GUARD, Sv=7), changed(GUARD, Sv=7, A=0)
SHOCK = Weapon("shock", "shock", effects=(Effect("hitting", "shocked"),))
FLAME = Weapon("flame", "flame", effects=(Effect("wounding", "burnt"),))
PICK, CURSE = Weapon("pick", "pick", AP=3), Weapon("curse", "curse", rules=("No armour",))
BOGS = [
    ("dangerous", [(0, 11.2), (20, 11.2), (20, 12), (0, 12)]),
    ("dangerous", [(0, 12.2), (20, 12.2), (20, 13), (0, 13)]),
]


def press(*units: U) -> Battle:
    """Lines in contact, every unit with every enemy."""
    pairs = [(one, other) for one, own in enumerate(units) for other, foe in enumerate(units) if own.side < foe.side]
    return battle(*units, pairs=pairs)


def own(count: int = 1, traits: Any = BARE, **changes: Any) -> U:
    """A unit of the active side, in the press."""
    return U(changes.pop("name", "own"), 0, [(changed(traits, **changes), count)])


def foe(count: int = 1, traits: Any = IDLE, **changes: Any) -> U:
    """A unit of the other side, in the press."""
    return U(changes.pop("name", "foe"), 1, [(changed(traits, **changes), count)])


LOST = ("step 4", "own strikes foe: 3 at 4+ and 4+", "foe loses 1")
SAVELESS = ("own strikes foe: 2 at 4+ and 4+", "foe loses 1", "red wins by 1", "foe holds")
FIGHTS: dict[str, Case] = {
    "SH-AT-01 neither WS 0 nor A 0 can": Case(
        press(U("own", 0, [(changed(BARE, WS=0), 1), (IDLE, 1), (BARE, 1)]), foe(3)),
        ("step 4", "own strikes foe: 1 at 4+ and 4+", "drawn"),
        [1],
    ),
    "SH-AT-03 who has counter-attacked strikes once more, as chargers do": Case(
        press(
            U("own", 0, [(BARE, 1)], status=Status(charged=True)),
            U("foe", 1, [(BARE, 2)], status=Status(counter_attacked=True)),
        ),
        ("step 4", "own strikes foe: 2 at 4+ and 4+", "foe strikes own: 4 at 4+ and 4+", "drawn"),
        [1] * 6,
    ),
    "SH-IN-01 ten at most, one at least, none without Initiative": Case(
        press(
            U(
                "own",
                0,
                [
                    (changed(BARE, weapons=(Weapon("quick", "quick", I=9),)), 1),
                    (changed(BARE, weapons=(Weapon("slow", "slow", I=-9),)), 1),
                    (changed(BARE, I=0), 1),
                ],
            ),
            foe(1, BARE, I=10),
        ),
        (
            "step 10",
            "own strikes foe: 1 at 4+ and 4+",
            "foe strikes own: 1 at 4+ and 4+",
            "step 1",
            "own strikes foe: 1 at 4+ and 4+",
            "drawn",
        ),
        [1, 1, 1],
    ),
    "SH-IN-04 a step of which the only model has fallen": Case(
        press(own(I=5), U("foe", 1, [(BARE, 1), (changed(IDLE, I=2), 1)])),
        ("step 5", "own strikes foe: 1 at 4+ and 4+", "foe loses 1", "step 2", "red wins by 1", "foe holds"),
        [6, 6, 1, 1],
    ),
    "SH-HI-03 SH-WO-01 only those at least the score hit, and are rolled to wound": Case(
        press(own(A=4), foe(2, WS=9)), ("step 4", "own strikes foe: 4 at 5+ and 4+", "drawn"), [4, 4, 4, 5, 3]
    ),
    "SH-HI-06 the better skill of two that tie": Case(
        press(own(WS=4), U("foe", 1, [(changed(IDLE, WS=3), 2), (changed(IDLE, WS=5), 2)])),
        ("step 4", "own strikes foe: 1 at 4+ and 4+", "drawn"),
        [3],
    ),
    "SH-SV-06 a ward where AP leaves no armour": Case(
        press(own(A=2, weapons=(PICK,)), foe(2, Sv=4, Ward=5)), ("step 4", *SAVELESS), [6, 6, 6, 6, 5, 4, 1, 1]
    ),
    "SH-SV-06 a ward where a rule leaves no armour": Case(
        press(own(A=2, weapons=(CURSE,)), foe(2, Sv=4, Ward=5)), ("step 4", *SAVELESS), [6, 6, 6, 6, 5, 4, 1, 1]
    ),
    "SH-CR-10 SH-FS-06 a wound that is saved is no wound": Case(
        press(own(A=2), foe(2, Sv=4)), ("step 4", "own strikes foe: 2 at 4+ and 4+", "drawn"), [4, 4, 4, 4, 4, 4]
    ),
    "SH-CR-09 the last of four wins": Case(
        press(own(4, I=2), foe(1, BARE, A=3, S=4, I=5)),
        (
            "step 5",
            "foe strikes own: 3 at 4+ and 3+",
            "own loses 3",
            "step 2",
            "own strikes foe: 1 at 4+ and 4+",
            "foe loses 1",
            "blue is wiped out",
        ),
        [6, 6, 6, 6, 6, 6, 6, 6],
    ),
    "SH-AE-07 as many as did not wound, of those that are left": Case(
        press(own(A=5, weapons=(SHOCK,)), foe(6, Sv=4)),
        ("step 4", "own strikes foe: 5 at 4+ and 4+", "foe 2 shocked", "foe loses 2", "red wins by 2", "foe holds"),
        [4, 4, 4, 4, 4, 4, 4, 4, 1, 1, 1, 2, 4, 1, 1],
    ),
    "SH-AE-07 more than there are": Case(
        press(own(A=5, weapons=(SHOCK,)), foe(2)),
        ("step 4", "own strikes foe: 5 at 4+ and 4+", "foe 2 shocked", "drawn"),
        [4] * 5 + [1] * 5,
    ),
    "SH-AE-03 on both of two units": Case(
        press(own(A=2, weapons=(FLAME,)), foe(2, Sv=4), foe(2, Sv=4, name="other")),
        (
            "step 4",
            "own strikes foe: 1 at 4+ and 4+",
            "own strikes other: 1 at 4+ and 4+",
            "foe 1 burnt",
            "other 1 burnt",
            "drawn",
        ),
        [4] * 6,
        [(1, 1)],
    ),
    "SH-SA-04 equal is caught": Case(
        press(own(3), foe(2)),
        (*LOST, "red wins by 1", "foe breaks", "foe destroyed", "foe loses 1"),
        [6, 1, 1, 6, 6, 6, 3, 3],
    ),
    "SH-SA-05 beaten is destroyed": Case(
        press(own(3), foe(2)),
        (*LOST, "red wins by 1", "foe breaks", "foe destroyed", "foe loses 1"),
        [6, 1, 1, 6, 6, 6, 3, 4],
    ),
    "SH-SA-01 one better gets away": Case(
        press(own(3), foe(2)), (*LOST, "red wins by 1", "foe breaks", "foe gets away"), [6, 1, 1, 6, 6, 6, 3, 2]
    ),
    "SH-SA-11 the winner is held by another": Case(
        press(own(3), foe(2), foe(2, name="other")),
        (*LOST, "red wins by 1", "foe breaks", "other holds", "foe is not pursued"),
        [6, 1, 1, 6, 6, 6, 3, 3],
        [(3, 0)],
    ),
    "SH-MU-09 one die of the winner against that of each": Case(
        press(own(3), foe(3), foe(3, name="other")),
        (*LOST, "red wins by 1", "foe breaks", "other breaks", "foe destroyed", "foe loses 2", "other gets away"),
        [6, 1, 1, 6, 6, 6, 6, 6, 3, 4, 3],
        [(3, 0)],
    ),
    "SH-MO-05 a double 1 holds whatever the margin": Case(
        press(own(A=10), foe(12)),
        ("step 4", "own strikes foe: 10 at 4+ and 4+", "foe loses 9", "red wins by 9", "foe holds"),
        [6] * 9 + [1] + [6] * 9 + [1, 1],
    ),
    "SH-PI-15 more than 6 inches apart": Case(
        battle(
            U("own", 0, [(changed(BARE, I=5), 1), (changed(BARE, I=1), 1)], at=[(10, 10), (8.5, 10)]),
            U("foe", 1, [(changed(BARE, I=3), 2)], at=[(10, 11), (10, 17.6)]),
        ),
        (
            "step 5",
            "own strikes foe: 1 at 4+ and 4+",
            "foe loses 1",
            "stopped",
            "red wins by 1",
            "foe holds",
            "own 0 piled in 3.0",
            "own 1 piled in 3.0",
            "foe 3 piled in 3.0",
        ),
        [6, 6, 1, 1],
        [False, False],
    ),
    "SH-PI-02 SH-PI-03 6 inches apart, each 3 inches at its step": Case(
        battle(
            U("own", 0, [(changed(BARE, I=5), 1), (changed(BARE, I=1), 1)], at=[(10, 10), (8.5, 10)]),
            U("foe", 1, [(changed(BARE, I=3), 2)], at=[(10, 11), (10, 17)]),
        ),
        (
            "step 5",
            "own strikes foe: 1 at 4+ and 4+",
            "foe loses 1",
            "step 3",
            "foe 3 piled in 3.0",
            "step 1",
            "own 1 piled in 3.0",
            "red wins by 1",
            "foe holds",
            "own 1 piled in 0.6",
            "own 0 piled in 2.0",
        ),
        [6, 6, 1, 1],
    ),
    "SH-FS-04 a combat is over with its consolidation": Case(
        battle(
            *(U(name, 0, [(BARE, 1)], at=[(x, 10)]) for name, x in (("a", 10), ("c", 30))),
            *(U(name, 1, [(IDLE, 1)], at=[(x, 11)]) for name, x in (("b", 10), ("d", 30))),
        ),
        (
            "step 4",
            "c strikes d: 1 at 4+ and 4+",
            "d loses 1",
            "blue is wiped out",
            "c 1 consolidated 2.0",
            "step 4",
            "a strikes b: 1 at 4+ and 4+",
            "drawn",
        ),
        [6, 6, 1],
        [1, True, spot(1, 30, 8)],
    ),
    "SH-CO-04 a test for each of two bogs, and none for who stays": Case(
        battle(
            U("own", 0, [(GUARD, 2)], at=[(10, 10), (11, 10)]), U("foe", 1, [(IDLE, 1)], at=[(10.5, 9)]), grounds=BOGS
        ),
        (
            "step 4",
            "own strikes foe: 2 at 4+ and 4+",
            "foe loses 1",
            "blue is wiped out",
            "own 0 consolidated 3.0",
            "own 0 gets through",
            "own 0 is hurt",
            "own loses 1",
        ),
        [6, 1, 6, 5, 1, 3],
        [True, spot(0, 10, 13), ()],
    ),
}


@pytest.mark.clause("SH-AT-01", "SH-AT-03", "SH-IN-01", "SH-IN-04", "SH-HI-03", "SH-HI-06", "SH-WO-01", "SH-SV-06")
@pytest.mark.clause("SH-CR-09", "SH-CR-10", "SH-FS-04", "SH-FS-06", "SH-AE-03", "SH-AE-07", "SH-SA-01", "SH-SA-04")
@pytest.mark.clause("SH-SA-05", "SH-SA-11", "SH-MU-09", "SH-MO-05", "SH-PI-02", "SH-PI-03", "SH-PI-15", "SH-CO-04")
@pytest.mark.parametrize("name", FIGHTS)
def test_the_log_of_a_fight(name: str) -> None:
    assert told(FIGHTS[name], fight_sub_phase) == FIGHTS[name].told

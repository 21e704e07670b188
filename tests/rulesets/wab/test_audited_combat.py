"""Combat and who chooses in it: what an audit of version 1 found, each finding by its number; lengths in inches."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.position import Position
from pilein.kernel.requests import first
from pilein.rulesets.wab.break_tests import break_tests
from pilein.rulesets.wab.leadership import bearer_of
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import NOBODY, Aftermath, Battle
from pilein.tabletop.events import CombatBegan
from tests.rulesets.wab.builder import WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import fought

WEAK = changed(WARRIOR, A=0, Ld=5)
GENERAL = changed(WARRIOR, A=0, Ld=9, general=True)
BEARER = changed(WARRIOR, A=0, Ld=5, battle_standard=True)
ENEMY = changed(WARRIOR, A=0, Ld=10)


def beaten_beside(leader, *, leader_first: bool) -> Battle:
    """Two red units beaten by 3; `leader` stands in the first of them."""
    led = U("kings men", 0, ((WEAK, 9), (leader, 1)), block=(12, 24, 0, 10))
    others = U("others", 0, ((WEAK, 10),), block=(24, 24, 0, 10))
    reds = (led, others) if leader_first else (others, led)
    blues = (U(f"E{x}", 1, ((ENEMY, 15),), block=(x, 24, 180, 5), formation="close") for x in (12, 24))
    return battle(*reds, *blues).changed(aftermath=Aftermath(beaten=((0, 3), (1, 3))))


@pytest.mark.parametrize("leader_first", [True, False])
def test_2_a_broken_general_lends_his_leadership_till_he_flees(leader_first) -> None:
    """WAB-LT-04, WAB-R-31: the kings men roll 11 against 6, the others 6 against 6, whoever comes first."""
    dice = [6, 5, 3, 3] if leader_first else [3, 3, 6, 5]
    state = beaten_beside(GENERAL, leader_first=leader_first)
    after = fought(state, break_tests, dice=dice, answers=[True])
    assert [rout.unit for rout in after.routs] == [0 if leader_first else 1]


@pytest.mark.parametrize("leader_first", [True, False])
def test_2_a_broken_standard_lets_others_roll_again(leader_first) -> None:
    """WAB-LT-06: both units test on 2 and may roll again."""
    state = beaten_beside(BEARER, leader_first=leader_first)
    dice = [6, 5, 6, 5, 3, 3, 1, 1] if leader_first else [3, 3, 1, 1, 6, 5, 6, 5]
    after = fought(state, break_tests, dice=dice, answers=[True, True])
    assert [rout.unit for rout in after.routs] == [0 if leader_first else 1]


def test_2_the_standard_serves_in_flight_the_general_does_not() -> None:
    """WAB-R-31 speaks of the General only."""
    for leader, duty, serves in ((GENERAL, "general", False), (BEARER, "battle_standard", True)):
        state = beaten_beside(leader, leader_first=True).having(0, fleeing=True)
        assert (bearer_of(state, 0, duty) != NOBODY) is serves


def locked(rounds: int) -> Battle:
    """Blocks in contact that have fought so many rounds, and two more that have fought none."""
    pairs = [U(f"{name} {x}", side, ((ENEMY, 5),), block=(x, 24, 180 * side, 5))
             for x in (12, 40) for side, name in ((0, "red"), (1, "blue"))]  # fmt: skip
    state = battle(*pairs)
    return state.having(0, rounds=rounds).having(1, rounds=rounds)


@pytest.mark.parametrize(("rounds", "combats"), [(29, 2), (30, 1)])
def test_10_a_combat_is_left_as_it_stands_after_thirty_turns_of_its_own(rounds, combats) -> None:
    """WAB-R-83: others go on."""
    script = Script(RULESET, answers=None, policy=first)
    after = script.begin(locked(rounds), RULESET.find("close_combat_phase"))
    assert len([event for event in script.events if isinstance(event, CombatBegan)]) == combats
    assert [after.status(unit).rounds for unit in range(4)] == [30, 30, 1, 1]
    assert RULESET.is_fighting(after)


def test_10_a_battle_goes_on_beyond_thirty_player_turns() -> None:
    """WAB-R-83: the thirty are not those of the battle."""
    assert RULESET.next_phase(Position(locked(30), ()), 64) is not None
    alone = locked(30).having(2, rounds=30).having(3, rounds=30)
    assert not RULESET.is_fighting(alone)

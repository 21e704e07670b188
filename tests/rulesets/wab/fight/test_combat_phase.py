"""The close combat phase: combats that are fought together or one at a time, and endless combats."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.position import Position
from pilein.kernel.requests import first
from pilein.rulesets.wab.combat_events import RanDown
from pilein.rulesets.wab.fight.combat_phase import close_combat_phase, fight_combat
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle, Rout
from pilein.tabletop.events import CombatBegan
from tests.rulesets.wab.builder import WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import fought

ENEMY = changed(WARRIOR, A=0, Ld=10)


def locked(rounds: int) -> Battle:
    """Return a battle of blocks in contact that have fought the given number of rounds, and of two blocks that have
    fought none.
    """
    pairs = [U(f"{name} {x}", side, ((ENEMY, 5),), block=(x, 24, 180 * side, 5))
             for x in (12, 40) for side, name in ((0, "red"), (1, "blue"))]  # fmt: skip
    state = battle(*pairs)
    return state.having(0, rounds=rounds).having(1, rounds=rounds)


@pytest.mark.parametrize(("rounds", "combats"), [(29, 2), (30, 1)])
def test_a_combat_that_has_lasted_thirty_turns_ends_undecided(rounds, combats) -> None:
    """WAB-R-83: the remaining combats continue."""
    script = Script(RULESET, answers=None, policy=first)
    after = script.begin(locked(rounds), RULESET.find("close_combat_phase"))
    assert len([event for event in script.events if isinstance(event, CombatBegan)]) == combats
    assert [after.status(unit).rounds for unit in range(4)] == [30, 30, 1, 1]
    assert RULESET.is_fighting(after)


def test_a_battle_continues_beyond_thirty_player_turns() -> None:
    """WAB-R-83: the limit of thirty turns applies to each combat and not to the battle."""
    assert RULESET.next_phase(Position(locked(30), ()), 64) is not None
    alone = locked(30).having(2, rounds=30).having(3, rounds=30)
    assert not RULESET.is_fighting(alone)


def two_combats(**rulings: str) -> Battle:
    """Return a battle in which A is beaten by B. C, which is near A, has yet to fight D."""
    return battle(
        U("A", 0, ((changed(WARRIOR, A=0, Ld=2), 10),), block=(12, 24, 0, 5)),
        U("B", 1, ((changed(WARRIOR, A=0, I=5), 15),), block=(12, 24, 180, 5), formation="close"),
        U("C", 0, ((WARRIOR, 10),), block=(20, 24, 0, 5)),
        U("D", 1, ((WARRIOR, 10),), block=(20, 24, 180, 5)),
        rulings=rulings,
    )


def test_under_the_one_combat_at_a_time_ruling_a_unit_that_has_fled_misses_the_next_combat() -> None:
    """WAB-R-94 `one-combat-at-a-time`: A breaks, and C panics and flees. D is left without an enemy and suffers no
    losses.
    """
    state = two_combats(**{"WAB-R-94": "one-combat-at-a-time"})
    script = Script(RULESET, dice=[6, 6, 1, 1, 6, 6, 1, 1], answers=None, policy=first)
    after = script.begin(state, close_combat_phase)
    script.assert_used_up()
    assert (after.living(2), after.status(2).fleeing) == (10, True)
    assert len([event for event in script.events if isinstance(event, CombatBegan)]) == 1


def test_under_the_immediate_ruling_a_unit_does_not_fight_if_it_panics_at_the_loss_of_its_general() -> None:
    """WAB-R-58 `immediate`: C is to flee after all combats, together with the other units, and has not been caught."""
    state = two_combats().having(2, fleeing=True).routing(Rout(2))
    script = Script(RULESET)
    after = script.begin(state, fight_combat, 2, 3)
    assert (after.living(2), after.fight) == (10, None)
    assert not any(isinstance(event, RanDown) for event in script.events)


def test_a_fleeing_unit_is_destroyed_if_chargers_have_caught_it() -> None:
    """WAB-R-41: the unit is destroyed in the close combat phase."""
    assert fought(two_combats().having(2, fleeing=True), fight_combat, 2, 3).living(2) == 0

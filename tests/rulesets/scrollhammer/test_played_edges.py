"""Edge cases of forty sentences that readers played, where the plain case is played elsewhere."""

import pytest

from pilein.engine.script import Script
from pilein.rulesets.scrollhammer.combat_events import CombatDrawn, CombatWon, Struck
from pilein.rulesets.scrollhammer.combats import fight_to_the_end
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.result import work_out
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.steps import Step
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, OGRE, U, battle, changed
from tests.rulesets.scrollhammer.charge.test_charge_range import rolling, through_a_wood
from tests.rulesets.scrollhammer.charging import told

ROUTE = 5  # inches to the enemy through the wood
BARE = changed(GUARD, Sv=7)
FELLED = [6, 6]  # hit and wounded


def fought(*units: U, dice: list[int], answers: list[object] | None = None, until: str = work_out.key) -> Script:
    """A combat of these units in the press, the first against all others; every die and answer is used up."""
    foes = [number for number, unit in enumerate(units) if unit.side == 1]
    pairs = [(own, foe) for own in range(len(units)) if own not in foes for foe in foes]
    script = Script(RULESET, dice=dice, answers=answers or [])
    script.begin(battle(*units, pairs=pairs), fight_to_the_end, *range(len(units)), until=until)
    script.assert_used_up()
    return script


def struck(script: Script) -> list[tuple[str, int]]:
    """The units that struck, with their attacks."""
    return [(event.unit, event.attacks) for event in script.events if isinstance(event, Struck)]


@pytest.mark.clause("SH-AT-01")
@pytest.mark.parametrize(("initiative", "attacks", "blows"), [(3, 1, [1]), (4, 2, [1, 1])])
def test_of_two_the_one_that_falls_at_an_earlier_step_does_not_strike(
    initiative: int, attacks: int, blows: list[int]
) -> None:
    """SH-SV-07. At the same step both strike, the slain one too."""
    foe = U("foe", 1, [(changed(BARE, I=initiative), 2)])
    script = fought(U("own", 0, [(GUARD, 1)]), foe, dice=[*FELLED, *blows])
    assert struck(script) == [("own", 1), ("foe", attacks)]


def test_a_unit_that_has_lost_a_wound_of_several_before_its_step_strikes_with_all_its_attacks() -> None:
    """SH-SV-07."""
    ogre = changed(OGRE, T=3, Sv=7)
    script = fought(U("own", 0, [(GUARD, 1)]), U("foe", 1, [(ogre, 1)]), dice=[*FELLED, 1, 1, 1])
    assert struck(script) == [("own", 1), ("foe", 3)]


@pytest.mark.clause("SH-WP-05")
def test_a_unit_that_strikes_with_one_of_a_pair_alone_keeps_the_attack_for_the_pair() -> None:
    """Two swords of one base type and different profiles: two attacks, both with the plain one."""
    flame = Weapon("flame sword", "hand weapon", AP=1)
    own = U("own", 0, [(changed(GUARD, weapons=(flame, HAND_WEAPON)), 1)])
    script = fought(own, U("foe", 1, [(changed(GUARD, A=0), 1)]), dice=[1, 1], answers=[(0, 2)])
    assert [(event.weapon, event.attacks) for event in script.events if isinstance(event, Struck)] == [
        ("hand weapon", 2)
    ]


@pytest.mark.clause("SH-TE-02")
@pytest.mark.parametrize(("dice", "inches"), [([6, 6, 6], 12), ([4, 6, 4], 8), ([1, 1, 6], 2), ([3, 5, 5], 8)])
def test_of_equal_dice_of_3d6_only_one_is_left_out(dice: list[int], inches: int) -> None:
    _, script = rolling(through_a_wood(), dice, answers=[False] if inches >= ROUTE else None)
    assert told(script, "RangeRolled").inches == inches


@pytest.mark.clause("SH-CR-05", "SH-CR-08")
@pytest.mark.parametrize(("own_bearers", "foe_bearers", "drawn"), [(0, 0, True), (1, 1, True), (1, 0, False)])
def test_standards_on_both_sides_leave_equal_scores_equal(own_bearers: int, foe_bearers: int, drawn: bool) -> None:
    def unit(name: str, side: int, bearers: int) -> U:
        idle = changed(GUARD, A=0)
        return U(name, side, [(changed(idle, standard=True), 1)] * bearers + [(idle, 3 - bearers)])

    script = fought(unit("own", 0, own_bearers), unit("foe", 1, foe_bearers), dice=[], until=Step.LOSE)
    assert any(isinstance(event, CombatDrawn) for event in script.events) == drawn
    assert any(isinstance(event, CombatWon) for event in script.events) != drawn

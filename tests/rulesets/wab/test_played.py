"""Findings in WAB of readers who played forty of its sentences again."""

import pytest

from pilein.engine.script import Script
from pilein.rulesets.wab.combat_events import NamedTarget, Pursued, Shot
from pilein.rulesets.wab.combat_phase import close_combat_phase
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.shooting_phase import WAIT, shooting_phase
from pilein.rulesets.wab.start_phase import start_of_turn
from pilein.rulesets.wab.state import NOBODY, Battle
from pilein.rulesets.wab.status import Status
from tests.rulesets.wab.builder import WARRIOR, U, armed, battle, changed

ARCHER = armed(changed(WARRIOR, BS=3, shield="none"), "bow")


def played(state: Battle, clause: object, dice: list[int], answers: list[object]) -> tuple[Battle, Script]:
    """The battle after a clause and all that follows, every die and answer used up."""
    script = Script(RULESET, dice=dice, answers=answers)
    after: Battle = script.begin(state, clause)
    script.assert_used_up()
    return after, script


# --- Panic at the start of a turn (WAB-PA-03) ---------------------------------------------------------------------


@pytest.mark.clause("WAB-PA-03", "WAB-ST-02")
def test_a_unit_that_panics_at_the_start_of_a_turn_alarms_nobody_further_on() -> None:
    """Runners 2.9" from some spears, others 3.1" beyond these: who flees as the turn starts counts, not who fails."""
    state = battle(
        U("runners", 0, ((WARRIOR, 6),), block=(14, 20, 180, 6), status=Status(fleeing=True)),
        U("near", 0, ((WARRIOR, 10),), block=(21.25, 20, 0, 5)),
        U("far", 0, ((WARRIOR, 10),), block=(28.25, 20, 0, 5)),
        U("foes", 1, ((WARRIOR, 5),), block=(30, 44, 180, 5)),
    )
    after, _ = played(state, start_of_turn, [6, 6], [])
    assert [after.status(unit).fleeing for unit in range(3)] == [True, True, False]


# --- Bucklers of lone heroes (WAB-AR-05) --------------------------------------------------------------------------


@pytest.mark.clause("WAB-AR-05")
@pytest.mark.parametrize(("kind", "dice"), [("character", [6, 5, 4]), ("infantry", [5, 4, 6])])
def test_a_lone_hero_is_no_skirmisher_for_his_buckler(kind: str, dice: list[int]) -> None:
    """Each is shot at with -1; the skirmisher saves on 6+, the hero, in no formation at all (WAB-R-75), not."""
    man = changed(WARRIOR, type=kind, shield="buckler", W=2)
    target = U("man", 1, ((man, 1),), at=((30, 20),), formation="skirmish")
    state = battle(U("archers", 0, ((ARCHER, 1),), block=(30, 10, 0, 1)), target)
    after, _ = played(state, shooting_phase, dice[: 2 if kind == "character" else 3], [1])
    assert after.field.wounds_lost(1) == (kind == "character")


# --- Who names a target when (WAB-SH-02) --------------------------------------------------------------------------


def three_bows(rulings: dict[str, str] | None = None) -> Battle:
    bows = [U(f"bows {place}", 0, ((ARCHER, 1),), block=(26 + 4 * place, 10, 0, 1)) for place in range(3)]
    return battle(*bows, U("foes", 1, ((WARRIOR, 20),), block=(30, 20, 180, 10)), rulings=rulings)


@pytest.mark.clause("WAB-SH-02")
@pytest.mark.parametrize(
    ("answers", "order"),
    [
        ([3, 3, 3], [0, 1, 2]),
        ([WAIT, 3, 3, 3], [1, 2, 0]),
        ([WAIT, WAIT, 3, WAIT, 3, 3], [2, 1, 0]),
        ([WAIT, NOBODY, 3, 3], [2, 0]),
    ],
)
def test_targets_are_named_in_the_order_the_player_likes(answers: list[object], order: list[int]) -> None:
    """WAB-R-95: volleys are shot in that order."""
    _, script = played(three_bows(), shooting_phase, [1] * len(order), answers)
    names = [f"bows {place}" for place in order]
    assert [event.unit for event in script.events if isinstance(event, NamedTarget)] == names
    assert [event.unit for event in script.events if isinstance(event, Shot)] == names


@pytest.mark.clause("WAB-SH-02")
def test_the_last_to_name_a_target_cannot_wait() -> None:
    script = Script(RULESET, dice=[1], answers=[WAIT, WAIT, NOBODY, NOBODY, 3])
    script.begin(three_bows(), shooting_phase)
    offered = [WAIT in choice.options for choice in script.asked if hasattr(choice, "options")]
    assert offered == [True, True, False, True, False]


# --- Pursuit (WAB-FL-02, WAB-R-93) --------------------------------------------------------------------------------


@pytest.mark.clause("WAB-FL-02")
@pytest.mark.parametrize("chosen", [1, 2])
def test_a_unit_that_fails_to_hold_chooses_whom_it_pursues(chosen: int) -> None:
    """Both foes break in front of it: 2D6 to hold, and when that fails the owner names one of them."""
    strong = changed(WARRIOR, WS=5, S=5, I=6, shield="none")
    weak = changed(WARRIOR, A=0, shield="none")
    state = battle(
        U("strong", 0, ((strong, 20),), block=(30, 20, 0, 10)),
        U("left", 1, ((weak, 5),), block=(28, 20, 180, 5)),
        U("right", 1, ((weak, 5),), block=(32, 20, 180, 5)),
    )
    blows = [3, 1, 1, 1, 1, 2] * 2
    runs = [6, 6, 6, 6, 1, 1]
    after, script = played(state, close_combat_phase, [*blows, 6, 6, *runs], [NOBODY, chosen])
    assert after.plane.standings[0] != state.plane.standings[0]
    name = state.unit(chosen).name
    assert [event.foe for event in script.events if isinstance(event, Pursued)] == [name]

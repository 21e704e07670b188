"""SH-AE: marks left by weapons and wounds."""

import pytest

from pilein.rulesets.scrollhammer.combat_events import Marked
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase
from pilein.rulesets.scrollhammer.profile import Effect, Weapon
from tests.rulesets.scrollhammer.builder import GUARD, OGRE, changed
from tests.rulesets.scrollhammer.logs import Case, log_of
from tests.rulesets.scrollhammer.press import foe, own, press, step_of

SHOCK = Weapon("shock", "shock", effects=(Effect("hitting", "shocked"),))
FLAME = Weapon("flame", "flame", effects=(Effect("wounding", "burnt"),))


def marks_told(trigger, own, foe, dice, answers=()):
    net = Weapon("net", "net", effects=(Effect(trigger, "netted"),))
    _, script = step_of(net, own, foe, dice, answers)
    asked = [one.clause for one in script.asked if getattr(one, "clause", "").startswith("SH-AE")]
    return [(event.clause, event.models) for event in script.events if isinstance(event, Marked)], asked


@pytest.mark.clause("SH-AE-04", "SH-AE-07")
def test_each_mark_cites_the_sentence_that_causes_it():
    slow = changed(GUARD, I=1)
    told = marks_told("hitting", (1, GUARD), (2, slow), [6, 1], [(2,)])
    assert told == ([("SH-AE-07", (2,))], ["SH-AE-07"])
    told = marks_told("wounding", (1, GUARD), (2, slow), [6, 6, 6], [(2,)])
    assert told == ([("SH-AE-04", (2,))], ["SH-AE-04"])


@pytest.mark.clause("SH-AE-02")
def test_marks_on_wounded_models_are_reported_if_the_models_survive():
    ogre = changed(OGRE, I=1)
    assert marks_told("unsaved", (1, GUARD), (2, ogre), [6, 6]) == ([("SH-AE-02", (1,))], [])
    assert marks_told("unsaved", (1, GUARD), (2, changed(GUARD, I=1)), [6, 6, 1]) == ([], [])


LOGS: dict[str, Case] = {
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
}


@pytest.mark.clause("SH-AE-03", "SH-AE-07")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_a_mark(name: str) -> None:
    assert log_of(LOGS[name], fight_sub_phase) == LOGS[name].told

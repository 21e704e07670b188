"""Units that break off a combat."""

import pytest

from pilein.engine.script import Script
from pilein.rulesets.wab.movement.disengaging import declare_disengagements
from pilein.rulesets.wab.rulebook import RULEBOOK
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, battle


def engaged(facing: float = 180, option: str = "default", ours=RIDER, theirs=WARRIOR) -> Battle:
    return battle(
        U("riders", 0, ((ours, 5),), block=(30, 20, 0, 5), base=HORSE),
        U("foes", 1, ((theirs, 10),), block=(30, 20, facing, 5)),
        rulings={"WAB-R-34": option},
    )


def asked(state: Battle) -> bool:
    """Whether the owner is asked; he says yes."""
    script = Script(RULEBOOK, answers=None, policy=lambda _: True)
    after = script.begin(state, declare_disengagements)
    assert (after.status(0).move == "disengaging") is bool(script.asked)
    return bool(script.asked)


@pytest.mark.clause("WAB-CH-02")
@pytest.mark.parametrize("option", ["default", "disengage-faster"])
def test_who_is_faster_than_all_in_contact_may_disengage(option: str) -> None:
    """WAB-R-34."""
    assert asked(engaged(option=option))
    assert not asked(engaged(ours=WARRIOR, option=option))
    assert not asked(engaged(theirs=RIDER, option=option))


def test_never_under_one_reading() -> None:
    """WAB-R-34."""
    assert not asked(engaged(option="disengage-off"))


def test_only_if_engaged_to_its_front_and_not_through_a_pursuit() -> None:
    """WAB-R-34."""
    flanked = U("more", 1, ((WARRIOR, 5),), block=(30 + 62.5 / 25.4, 20 - 50 / 25.4, 270, 5))
    behind = battle(
        U("riders", 0, ((RIDER, 5),), block=(30, 20, 0, 5), base=HORSE),
        U("foes", 1, ((WARRIOR, 10),), block=(30, 20, 180, 5)),
        flanked,
    )
    assert behind.plane.touched_units(0) == (1, 2)
    assert not asked(behind)
    assert not asked(engaged().having(1, charge="pursuit"))
    assert not asked(engaged().having(0, fleeing=True))


def test_staying_is_offered_first() -> None:
    script = Script(RULEBOOK, answers=None, policy=lambda choice: next(choice.candidates())[1])
    assert script.begin(engaged(), declare_disengagements).status(0).move == ""
    assert len(script.asked) == 1

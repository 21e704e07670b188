"""Reactions open to the target of a charge, and their fate when the charge is measured."""

import pytest

from pilein.kernel.table import Table
from pilein.rulesets.wab.reactions import nearest_charge, reactions
from pilein.rulesets.wab.shooters import may_shoot
from pilein.rulesets.wab.state import Battle, Charge
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, armed, battle, changed
from tests.rulesets.wab.movement.charging import (
    FOOT_MAN,
    GO,
    block,
    declared,
    foot_at_archers,
    horse_at_horse,
    reactions_told,
)

FRENZIED = ("Frenzy",)


def possible(state: Battle, target: int = 1) -> tuple[str, ...]:
    """Reactions open to the target of a charge of unit 0."""
    charged = state.changed(charges=(Charge(0, target),))
    return reactions(charged, Table(state.setup.readings), target)


@pytest.mark.clause("WAB-RX-01", "WAB-RX-06")
def test_the_reactions_are_those_that_a_unit_is_fit_for() -> None:
    """WAB-R-42."""
    assert possible(foot_at_archers(8)) == ("shoot", "hold", "flee", "fire and flee")
    assert possible(foot_at_archers(8, missiles=())) == ("hold", "flee")
    assert possible(horse_at_horse(9)) == ("counter", "hold", "flee")


def test_a_fleeing_unit_can_only_flee_again_and_an_engaged_one_only_hold() -> None:
    """WAB-R-42."""
    assert possible(foot_at_archers(8).having(1, fleeing=True)) == ("flee",)
    friends = U("friends", 0, ((WARRIOR, 5),), block=(20, 18, 0, 5))
    assert possible(foot_at_archers(8, friends)) == ("hold",)


@pytest.mark.clause("WAB-RX-13", "WAB-FZ-02", "WAB-FM-09")
def test_the_frenzied_do_not_flee_and_fast_marchers_do_not_counter_charge() -> None:
    assert possible(foot_at_archers(8, rules=FRENZIED)) == ("shoot", "hold")
    assert possible(horse_at_horse(9).having(1, move="fast marched")) == ("hold", "flee")


def test_only_a_charger_in_the_arc_of_vision_is_shot_at() -> None:
    """WAB-R-40."""
    turned = battle(
        U("foot", 0, ((FOOT_MAN, 20),), block=(20, 10, 0, 5)),
        U("archers", 1, ((armed(WARRIOR, "bow"), 10),), block=(20, 18, 0, 10)),
    )
    assert possible(turned) == ("hold", "flee")


@pytest.mark.clause("WAB-RX-09")
def test_fleeing_troops_cannot_shoot() -> None:
    state = foot_at_archers(8).changed(active=1)
    table = Table(state.setup.readings)
    assert may_shoot(state, table, 1)
    assert not may_shoot(state.having(1, fleeing=True), table, 1)


@pytest.mark.clause("WAB-RX-04")
@pytest.mark.example("WAB-EX-04")
@pytest.mark.parametrize(("chosen", "done"), [("shoot", "hold"), ("fire and flee", "flee")])
def test_ex04_exactly_half_the_charge_is_too_near_to_shoot(chosen: str, done: str) -> None:
    dice = [1, 1] if done == "flee" else []
    after, script = declared(foot_at_archers(4), dice, [GO, chosen])
    assert after.status(1).reaction == done
    assert reactions_told(script)[1:] == [done]
    assert after.living(0) == 20


def test_fire_and_flee_at_any_distance_under_one_reading() -> None:
    """WAB-R-43: ten shots that all miss, 6 + 5 - 1 inches of flight."""
    state = foot_at_archers(4, rulings={"WAB-R-43": "fnf-any-distance"})
    after, _ = declared(state, [1] * 10 + [6, 5, 1], [GO, "fire and flee"])
    assert after.status(1).reaction == "fire and flee"


@pytest.mark.parametrize(("option", "done"), [("default", "hold"), ("cc-any-distance", "counter")])
def test_counter_charges_need_the_same_distance(option: str, done: str) -> None:
    """WAB-R-38: the charge goes 16 inches."""
    state = horse_at_horse(8, rulings={"WAB-R-38": option})
    assert declared(state, answers=[GO, "counter"])[0].status(1).reaction == done
    assert declared(horse_at_horse(8.1), answers=[GO, "counter"])[0].status(1).reaction == "counter"


def test_of_several_chargers_the_nearest_counts() -> None:
    """WAB-R-37."""
    state = foot_at_archers(8, U("riders", 0, ((RIDER, 5),), block=(24, 11, 0, 5), base=HORSE))
    both = state.changed(charges=(Charge(0, 1), Charge(2, 1)))
    assert nearest_charge(both, 1).unit == 2
    assert nearest_charge(state.changed(charges=(Charge(0, 1),)), 1).unit == 0


def test_one_reaction_answers_all_chargers_together() -> None:
    """WAB-R-37: the nearer of them is 7 inches away, which is not more than half of 16."""
    state = foot_at_archers(8, U("riders", 0, ((RIDER, 5),), block=(24, 11, 0, 5), base=HORSE))
    after, script = declared(state, answers=[(1, 0, 2), "shoot"])
    assert after.status(1).reaction == "hold"
    assert [charge.unit for charge in after.charges] == [0, 2]
    assert len(reactions_told(script)) == 2
    assert block(after, 1) == block(state, 1)


def test_weaker_troops_are_no_riders() -> None:
    cart = changed(RIDER, type="heavy chariot")
    state = battle(
        U("riders", 0, ((RIDER, 10),), block=(30, 10, 0, 5), base=HORSE),
        U("carts", 1, ((cart, 4),), block=(30, 20, 180, 2), base=HORSE),
    )
    assert possible(state) == ("hold", "flee")

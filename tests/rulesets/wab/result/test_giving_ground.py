"""Units give ground after a combat, and winners follow up."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.result.aftermath import after_combats
from pilein.rulesets.wab.result.break_tests import restored
from pilein.rulesets.wab.result.giving_ground import give_ground, give_grounds
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import NOBODY, Aftermath, Assault, Battle
from tests.rulesets.wab.builder import WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import facing, fought, front, line, pressed_foes
from tests.rulesets.wab.playing import battle_after

STUBBORN = changed(WARRIOR, Ld=8, rules=("Stubborn",))
FRENZIED = changed(WARRIOR, rules=("Frenzy",))


def beaten(traits=WARRIOR, models=10, foe=WARRIOR, foes=20, rulings=None, **more) -> Battle:
    """Return a battle in which blue, unit 1, is beaten by red."""
    return facing(line(foe, foes, files=10), line(traits, models, files=5), rulings, **more)


def test_under_the_once_per_combat_ruling_a_unit_may_give_ground_again_in_a_later_combat() -> None:
    for reading, used in (("default", True), ("once-per-combat", False)):
        state = beaten(rulings={"WAB-R-67": reading}).having(1, stubborn_used=True)
        assert restored(state, Table(state.setup.readings)).status(1).stubborn_used
        apart = state.on(state.plane.without(frozenset(state.plane.models(0))))
        assert restored(apart, Table(apart.setup.readings)).status(1).stubborn_used is used


@pytest.mark.parametrize(("reading", "dice", "inches"), [("default", [], 2), ("ground-1", [], 1), ("fbigo", [3, 2], 5)])
@pytest.mark.parametrize("answer", [True, False])
def test_a_unit_gives_ground_straight_back_without_turning(reading, dice, inches, answer) -> None:
    state = beaten(STUBBORN, 15, rulings={"WAB-R-69": reading})
    after = fought(state, give_ground, 1, dice=dice, answers=[answer])
    moved = [front(after, unit).y - front(state, unit).y for unit in (0, 1)]
    assert abs(moved[1] - inches * INCH) <= 2
    assert abs(moved[0] - (inches * INCH if answer else 0)) <= 300
    assert bool(after.plane.touched_units(0)) is answer
    assert after.status(1).stubborn_used


@pytest.mark.parametrize(
    ("spot", "arc", "moved"),
    [((24, 20 - 3 * 20 / 25.4, 0, 5), "rear", (0, 2)), ((24 - 50 / 25.4, 20 - 20 / 25.4, 90, 3), "flank", (2, 0))],
)
def test_a_unit_gives_ground_away_from_an_enemy_in_its_flank_or_rear(spot, arc, moved) -> None:
    """WAB-R-69: the unit moves directly away from that enemy."""
    blue = U("blue", 1, ((STUBBORN, 15),), block=(24, 20, 0, 5))
    state = battle(U("red", 0, ((WARRIOR, 10),), block=spot), blue, assaults=(Assault(0, 1, arc),))
    assert state.plane.touched_units(1) == (0,)
    after = fought(state, give_ground, 1, answers=[False])
    gone = [getattr(front(after, 1), way) - getattr(front(state, 1), way) for way in "xy"]
    assert [round(one / INCH) for one in gone] == list(moved)


def test_following_up_does_not_count_as_charging_the_enemy() -> None:
    """WAB-R-69: the combat simply continues after a follow-up."""
    fresh = U("fresh", 1, ((WARRIOR, 5),), block=(29, 21, 180, 5))
    red = U("red", 0, ((FRENZIED, 10),), block=(24, 20, 0, 10))
    state = battle(red, U("blue", 1, ((STUBBORN, 15),), block=(24, 20, 180, 5)), fresh)
    alone = state.on(state.plane.without(frozenset(state.plane.models(2))))
    after = fought(alone, give_ground, 1)
    assert (after.status(0).charge, after.plane.touched_units(0)) == ("", (1,))
    assert fought(state, give_ground, 1).status(0).charge == "pursuing"


@pytest.mark.clause("WAB-FZ-05")
def test_frenzied_units_must_follow_up_an_enemy_that_gives_ground() -> None:
    after = fought(beaten(STUBBORN, 15, foe=FRENZIED), give_ground, 1)
    assert after.plane.touched_units(0) == (1,)
    pressed = battle(U("red", 0, ((WARRIOR, 9),)), U("blue", 1, ((STUBBORN, 9),)), pairs=[(0, 1)])
    assert pressed_foes(fought(pressed, give_ground, 1, answers=[False]), 0) == ()
    assert pressed_foes(fought(pressed, give_ground, 1, answers=[True]), 0) == (1,)


@pytest.mark.clause("WAB-FZ-05")
def test_a_unit_that_follows_up_two_enemies_counts_as_charging_neither_of_them() -> None:
    frenzied = U("frenzied", 0, ((changed(WARRIOR, rules=("Frenzy",)), 10),), block=(24, 20, 0, 10))
    stubborn = changed(WARRIOR, rules=("Stubborn",))
    beaten = [U(name, 1, ((stubborn, 10),), block=(x, 20, 180, 5)) for name, x in (("left", 22), ("right", 26))]
    state = battle(frenzied, *beaten).having(0, won=True, fought=(1, 2))
    after = Script(RULESET).begin(state.changed(aftermath=Aftermath(giving=(1, 2))), give_grounds)
    assert after.plane.touched_units(0) == (1, 2)
    assert (after.status(0).charge, after.charges) == ("", ())


@pytest.mark.clause("WAB-SB-02")
@pytest.mark.parametrize("formation", ["open", "skirmish"])
def test_a_unit_giving_ground_goes_straight_back_even_if_the_winners_have_fled(formation: str) -> None:
    """The winners panic over a broken friend. The beaten unit neither pursues them nor steps aside."""
    stubborn = ((changed(WARRIOR, rules=("Stubborn",)), 5),)
    ranks = U("stubborn", 0, stubborn, block=(24, 20, 0, 5))
    loose = U("stubborn", 0, stubborn, at=[(23 + place, 19.606) for place in range(3)] + [(23, 18), (25, 18)])
    state = battle(
        ranks if formation == "open" else loose,
        U("winners", 1, ((WARRIOR, 10),), block=(24, 20, 180, 5)),
        U("broken", 1, ((WARRIOR, 5),), block=(34, 20, 180, 5)),
        U("others", 0, ((WARRIOR, 10),), block=(34, 20, 0, 5)),
    ).changed(aftermath=Aftermath(beaten=((0, 3), (2, 6)), won=(1, 3)))
    dice = [6, 6, 6, 6, 1, 1, 1, 1, 1, 1]  # break test, panic, hold, two flights
    after = battle_after(state, after_combats, dice, [False, NOBODY])
    for model in state.plane.models(0):
        here, there = state.plane.place(model), after.plane.place(model)
        assert (there.x - here.x) / INCH == pytest.approx(0, abs=0.1)
        assert (there.y - here.y) / INCH == pytest.approx(-2, abs=0.01)


def test_in_the_press_the_distance_by_which_a_unit_gives_ground_is_not_rolled() -> None:
    """WAB-SB-02, WAB-R-69 `fbigo`, WAB-R-95: the distance has no effect in the press."""
    units = [U("winners", 0, ((WARRIOR, 10),), files=5), U("stubborn", 1, ((WARRIOR, 10),), files=5)]
    state = battle(*units, pairs=[(0, 1)], rulings={"WAB-R-69": "fbigo"})
    after = battle_after(state.changed(aftermath=Aftermath(giving=(1,))), give_grounds, [], [False])
    assert after.field.touched_units(1) == ()

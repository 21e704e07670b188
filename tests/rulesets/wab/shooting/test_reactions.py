"""Units stand and shoot, which affects their chargers, or fire and flee."""

from fractions import Fraction

import pytest

from pilein.geometry.ticks import ticks
from pilein.rulesets.wab.flight.flight import run_away
from pilein.rulesets.wab.nearness import distance
from pilein.rulesets.wab.shooting.reactions import flee_after_fire
from pilein.rulesets.wab.state import Charge
from tests.enumeration import chance, ends, mean, spread
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, battle, changed
from tests.rulesets.wab.charging import GO, charged, declared, foot_at_archers

MISSES = [1] * 10


@pytest.mark.clause("WAB-RX-05")
def test_a_volley_fired_as_a_reaction_is_resolved_and_its_casualties_removed_at_once() -> None:
    """Two hits wound, and one of the two wounds is saved on 5+."""
    after, _ = declared(foot_at_archers(6), [5, 6, *MISSES[2:], 4, 4, 5, 1], [GO, "shoot"])
    assert after.living(0) == 19
    assert after.status(0).shot_down == 1


@pytest.mark.parametrize(("option", "dice"), [("default", [6, 6]), ("sns-no-panic", [])])
def test_a_charger_that_panics_under_fire_does_not_make_its_charge_move(option: str, dice: list[int]) -> None:
    """WAB-R-59: 5 of 20 models fall, which is a quarter."""
    state = foot_at_archers(6, rulings={"WAB-R-59": option})
    volley = [6] * 5 + [1] * 5 + [6] * 5 + [1] * 5
    after = charged(state, [*volley, *dice], [GO, "shoot"])
    assert after.living(0) == 15
    assert after.status(0).fleeing is bool(dice)
    assert bool(after.plane.touched_units(0)) is not bool(dice)
    if dice:
        assert after.status(0).move == "fled"
        assert after.plane.place(0) == state.plane.place(0)


def fled(option: str, far: float, dice: list[int], movement: int = 4) -> int:
    state = foot_at_archers(far, rulings={"WAB-R-10": option}, M=movement)
    after, _ = declared(state, [*MISSES, *dice], [GO, "fire and flee"])
    assert after.status(1).fleeing
    return after.plane.place(20).y - state.plane.place(20).y


@pytest.mark.clause("WAB-RX-10", "WAB-RX-11", "WAB-RX-12")
def test_a_unit_that_fires_and_flees_shoots_first_and_then_flees_a_reduced_distance() -> None:
    assert fled("default", 6, [5, 4, 3]) == ticks(6)
    assert fled("default", 6, [1, 1, 6]) == 0
    assert fled("default", 6, [5, 4, 3, 2, 2], movement=8) == ticks(8)


@pytest.mark.parametrize(
    ("option", "movement", "dice", "inches"),
    [
        ("reduced-dice", 4, [5], 5),
        ("reduced-dice", 8, [5, 4], 9),
        ("reduction-d6-all", 8, [5, 4, 3, 2], 10),
        ("reduction-subtract", 4, [5, 4, 3], 6),
    ],
)
def test_a_ruling_sets_by_how_much_shooting_shortens_a_flight(
    option: str, movement: int, dice: list[int], inches: int
) -> None:
    """WAB-R-10: depending on the reading, fire and flee costs D6", 2D6" or one die of the flight roll."""
    assert fled(option, 6, dice, movement) == ticks(inches)


def hunted(option: str = "default", movement: int = 5):
    """Return the battle of F-07, in which foot soldiers stand 11 inches in front of cavalry with a charge move of 16
    inches.
    """
    return battle(
        U("cavalry", 0, ((RIDER, 10),), block=(30, 10, 0, 5), base=HORSE),
        U("foot", 1, ((changed(WARRIOR, M=movement), 5),), block=(30, 21, 180, 5)),
        rulings={"WAB-R-10": option},
    ).changed(charges=(Charge(0, 1, "front"),))


def test_the_probabilities_of_escaping_a_charge_match_figure_f_07() -> None:
    def escapes(after) -> bool:
        return distance(after, 0, 1) > ticks(16)

    assert chance(ends(hunted().having(1, fleeing=True), (run_away, 1, 0)), escapes) == Fraction(13, 18)
    assert chance(ends(hunted(), (flee_after_fire, 1, 0)), escapes) == Fraction(7, 27)
    assert chance(ends(hunted("reduced-dice"), (flee_after_fire, 1, 0)), escapes) == Fraction(1, 6)


@pytest.mark.parametrize(
    ("option", "movement", "figure"),
    [
        ("default", 5, "791/216"),
        ("default", 8, "30079/7776"),
        ("reduced-dice", 5, "7/2"),
        ("reduced-dice", 8, "7"),
    ],
)
def test_the_mean_flight_distances_after_shooting_match_figure_f_07b(option: str, movement: int, figure: str) -> None:
    state = hunted(option, movement)
    start = distance(state, 0, 1)
    distribution = spread(
        ends(state, (flee_after_fire, 1, 0)), lambda after: round(distance(after, 0, 1) - start) // ticks(1)
    )
    assert mean(distribution) == Fraction(figure)

"""WAB-FL-01, WAB-FL-05, WAB-FL-06, WAB-BR-07: rough masses of fleeing models."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH, TURN
from pilein.rulesets.wab.flight.flight import run_away
from pilein.rulesets.wab.flight.pursuit import pursue
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Aftermath, Battle, Charge, Rout
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, battle

LANCE = 50 / 25.4  # of a rank of horse


def fled(state: Battle, *dice: int) -> Battle:
    script = Script(RULESET, dice=dice, answers=())
    after: Battle = script.begin(state.having(0, fleeing=True), run_away, 0, 1)
    script.assert_used_up()
    return after


def ends(state: Battle, unit: int = 0) -> tuple[float, float]:
    """Return the positions of the northernmost and the southernmost point of a unit, in inches."""
    ups = [y / INCH for model in state.plane.models(unit) for _, y in state.plane.shape(model).core]
    return max(ups), min(ups)


def horse(to_edge: float, files: int = 5) -> Battle:
    """Return a battle of ten riders with an enemy in front of them, at the given distance from the southern edge."""
    y = to_edge + 10 // files * LANCE
    return battle(
        U("horse", 0, ((RIDER, 10),), block=(30, y, 0, files), base=HORSE),
        U("foes", 1, ((WARRIOR, 10),), block=(30, y, 180, 5)),
    )


def on_foot(files: int, models: int = 10, x: float = 30) -> Battle:
    """Return a battle of ten foot soldiers with an enemy in contact north of them."""
    return battle(
        U("foot", 0, ((WARRIOR, models),), block=(x, 30, 0, files)),
        U("foes", 1, ((WARRIOR, 10),), block=(x, 30, 180, 5)),
    )


def pursued(state: Battle) -> Battle:
    return state.changed(aftermath=Aftermath(pursuits=((1, 0),)))


def charged(state: Battle) -> Battle:
    return state.changed(charges=(Charge(1, 0),))


@pytest.mark.clause("WAB-FL-01")
@pytest.mark.parametrize("chased", [lambda state: state, pursued, charged])
@pytest.mark.parametrize("files", [2, 5, 10])
@pytest.mark.parametrize(("to_edge", "dice"), [(3.1, (1, 1, 1)), (6, (1, 1, 1)), (8.05, (2, 3, 3)), (12.05, (4, 4, 4))])
def test_a_fleeing_mass_leaves_the_table_only_if_its_roll_carries_it_to_the_edge(chased, files, to_edge, dice) -> None:
    """The front of the mass moves the rolled distance."""
    after = fled(chased(horse(to_edge, files)), *dice)
    assert ends(after)[1] == pytest.approx(to_edge - sum(dice), abs=0.01)
    assert not fled(chased(horse(sum(dice) - 0.05, files)), *dice).lives(0)


@pytest.mark.clause("WAB-FL-05")
@pytest.mark.parametrize("files", [1, 5, 10])
def test_a_unit_flees_the_rolled_distance_in_its_formation_if_it_has_no_room_to_form_a_mass(files: int) -> None:
    """The unit has no room behind it to form a mass, so it flees in its own formation and ends clear of the enemy."""
    state = on_foot(files)
    after = fled(state, 1, 1)
    assert [was - now for was, now in zip(ends(state), ends(after), strict=True)] == pytest.approx([2, 2], abs=0.01)
    assert not foes(after, 0)


@pytest.mark.clause("WAB-FL-06")
@pytest.mark.parametrize("files", [1, 3, 5, 10])
def test_in_later_flights_every_model_of_a_mass_moves_the_rolled_distance(files: int) -> None:
    after = fled(on_foot(files), 3, 3)
    for _ in range(2):
        before, after = after, fled(after, 2, 2)
        models = after.plane.models(0)
        gone = [(before.plane.place(one).y - after.plane.place(one).y) / INCH for one in models]
        assert gone == pytest.approx([4] * len(models), abs=0.03)


@pytest.mark.clause("WAB-FL-01")
@pytest.mark.parametrize("files", [1, 2, 5, 10])
@pytest.mark.parametrize("models", [10, 20])
@pytest.mark.parametrize("chased", [pursued, charged])
def test_both_the_front_and_the_rear_of_a_pursued_unit_move_the_rolled_distance(
    chased, files: int, models: int
) -> None:
    """WAB-R-103: the change into a mass neither lets a model be caught nor lets one escape."""
    state = chased(on_foot(files, models))
    after = fled(state, 2, 4)
    assert [was - now for was, now in zip(ends(state), ends(after), strict=True)] == pytest.approx([6, 6], abs=0.01)


@pytest.mark.clause("WAB-FL-02")
def test_a_pursuer_moves_the_full_distance_rolled_even_if_its_roll_is_an_inch_too_low() -> None:
    """WAB-R-93: a pursuer that rolls less than the fleeing unit moves as far as it rolled."""
    state = pursued(on_foot(5, 20)).changed(routs=(Rout(0, 1, broken=True, distance=7),))
    script = Script(RULESET, dice=(3, 3), answers=())
    after: Battle = script.begin(fled(state, 3, 4), pursue, 1, 0)
    assert ends(after, 1)[1] == pytest.approx(ends(state, 1)[1] - 6, abs=0.01)
    assert not foes(after, 1)


def test_no_model_is_pushed_over_the_table_edge_when_a_fleeing_mass_forms() -> None:
    """WAB-FL-03: a file along the table edge does not become wider."""
    assert fled(on_foot(1, x=0.5), 3, 3).living(0) == 10


def askew(*places: tuple[float, float]) -> Battle:
    """Return a battle in which pursued warriors face 45 degrees away from the direction of their flight."""
    state = battle(
        U("few", 0, ((WARRIOR, len(places)),), at=[(*place, 45) for place in places], formation="skirmish"),
        U("foes", 1, ((WARRIOR, 10),), block=(30, 34, 180, 5)),
    )
    return pursued(state)


@pytest.mark.clause("WAB-FL-01")
def test_the_centre_of_a_unit_moves_the_rolled_distance_when_the_unit_turns_to_flee() -> None:
    """A square base is deeper when it is turned by 45 degrees, which changes the distance in front and behind by the
    same amount.
    """
    state = askew((30, 30))
    after = fled(state, 2, 4)
    was, now = (one.plane.place(one.plane.models(0)[0]) for one in (state, after))
    assert (was.y - now.y) / INCH == pytest.approx(6, abs=0.001)
    assert now.facing == TURN // 2


@pytest.mark.clause("WAB-FL-05")
def test_two_models_flee_side_by_side_as_they_stood_if_they_cannot_form_a_mass() -> None:
    """WAB-R-103: if the two formed a mass, the rear would move further from the pursuers than the distance rolled."""
    state = askew((29.4, 30), (30.6, 30.3))
    after = fled(state, 2, 4)
    assert [was - now for was, now in zip(ends(state), ends(after), strict=True)] == pytest.approx([6, 6], abs=0.01)

"""How loose models charge."""

from pilein.geometry.gaps import overlaps
from pilein.rulesets.wab.state import Battle
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import FOOT, WARRIOR, G, U, battle
from tests.rulesets.wab.movement.charging import GO, charged


def skirmish(far: float, *more: U, grounds=(), files: int = 5, models: int = 5) -> Battle:
    return battle(
        U("ours", 0, ((WARRIOR, models),), at=row(17, 10, models, 1.5), formation="skirmish", base=FOOT),
        U("foes", 1, ((WARRIOR, 10),), block=(20, 10 + far, 180, files)),
        *more,
        grounds=grounds,
    )


def touching(state: Battle) -> int:
    return sum(1 for model in state.plane.models(0) if state.plane.contacts.enemies[model])


def is_clear(state: Battle) -> bool:
    shapes = list(state.plane.shapes.values())
    return not any(overlaps(one, other) for place, one in enumerate(shapes) for other in shapes[place + 1 :])


def test_each_goes_straight_to_an_enemy() -> None:
    after = charged(skirmish(6), answers=[GO, "hold"])
    assert touching(after) == 5
    assert after.status(0).charge == "charged"
    assert is_clear(after)


def test_models_that_find_no_place_come_after() -> None:
    after = charged(skirmish(6, files=1, models=8), answers=[GO, "hold"])
    assert 0 < touching(after) < 8
    assert is_clear(after)
    assert all(after.plane.place(model).y > 0 for model in after.plane.models(0))


def test_out_of_reach_all_go_the_normal_rate() -> None:
    state = skirmish(13)
    after = charged(state, answers=[GO, "hold"])
    assert touching(after) == 0
    assert after.status(0).charge == ""
    assert is_clear(after)


def test_ground_slows_them_only_if_it_is_very_difficult() -> None:
    band = ((10, 12), (30, 12), (30, 15), (10, 15))
    assert touching(charged(skirmish(9, grounds=[G("difficult", band)]), answers=[GO, "hold"])) == 5
    assert touching(charged(skirmish(9, grounds=[G("very difficult", band)]), answers=[GO, "hold"])) == 0


def test_loose_models_charge_loose_models() -> None:
    state = battle(
        U("ours", 0, ((WARRIOR, 4),), at=row(17, 10, 4, 1.5), formation="skirmish"),
        U("foes", 1, ((WARRIOR, 4),), at=row(17.3, 15, 4, 1.5, 180), formation="skirmish"),
    )
    after = charged(state, answers=[GO, "hold"])
    assert touching(after) == 4
    assert is_clear(after)

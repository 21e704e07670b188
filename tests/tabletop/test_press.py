"""In the press, units are in contact without having positions, and identical models are counted."""

from pilein.tabletop.bodies import Body
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, OGRE, U, battle, changed

HERO = changed(GUARD, champion=True)


def press(*counts):
    """Return a press of ogres (kind 0, models 0 to 3) and a hero (kind 1, model 4) against guards (kind 2, models 5 to
    9).
    """
    field = battle(U("ogres", 0, [(OGRE, 4), (HERO, 1)]), U("guards", 1, [(GUARD, 5)]), pairs=[(0, 1)]).field
    return field.after(dict(counts), frozenset())


def test_the_front_of_a_unit_in_the_press_consists_of_its_first_models():
    field = press()
    assert field.front(0, 3) == (0, 1, 2)
    assert field.front(0, 9) == field.models(0) == (0, 1, 2, 3, 4)


def test_a_unit_in_the_press_numbers_its_living_models_by_kind_with_the_wounded_first():
    field = press((2, 1), (3, 2))
    assert field.bodies[0].counts == ((0, 2, 1), (0, 1, 1), (0, 0, 2), (1, 0, 1))
    assert [field.wounds_lost(model) for model in field.models(0)] == [2, 1, 0, 0, 0]
    left = field.without(frozenset((0,)))
    assert left.models(0) == (0, 1, 2, 4)
    assert [left.wounds_lost(model) for model in left.models(0)] == [1, 0, 0, 0]


def test_surviving_models_in_the_press_are_renumbered_after_losses():
    field = press((3, 2))
    assert field.renumbered({2: 1}, frozenset((0,))) == {2: 0, 1: 1, 3: 2, 4: 4}


def test_a_unit_without_models_touches_no_unit():
    field = press()
    assert field.touched_units(0) == (1,)
    gone = field.without(frozenset(field.models(1)))
    assert (gone.touched_units(0), gone.touched_units(1)) == ((), ())
    assert (gone.lives(0), gone.lives(1)) == (True, False)


def test_counts_of_models_after_the_same_losses_agree_in_the_press_and_on_a_table():
    units = [("ogres", 0, [(OGRE, 4), (HERO, 1)]), ("guards", 1, [(GUARD, 5)])]
    pressed = battle(*(U(*one) for one in units), pairs=[(0, 1)]).field
    on_table = battle(*(U(*one, at=row(10, 10 + one[1], 5)) for one in units)).field
    for gone in (frozenset(), frozenset((1, 4))):
        left = [field.without(gone) for field in (pressed, on_table)]
        for asked in (
            lambda field: field.lives(0),
            lambda field: field.living(0),
            lambda field: [field.at_least(0, models) for models in (3, 4, 5)],
            lambda field: field.without_unit(0).living(0),
            lambda field: field.without_unit(0).living(1),
            lambda field: field.kinds(0),
            lambda field: [field.count(0, kind) for kind in (0, 1)],
            lambda field: [field.count(0, kind, 2) for kind in (0, 1)],
            lambda field: field.largest(0, ((1,), (0,))),
            lambda field: field.ranks(0, 2, 2),
            lambda field: len(field.front(0, 2)),
        ):
            assert asked(left[0]) == asked(left[1])


def test_bodies_with_the_same_survivors_are_equal_whichever_models_fell():
    field = press()
    assert field.without(frozenset((0, 7))) == field.without(frozenset((2, 5)))
    assert field.without(frozenset((0, 7))).bodies == (Body(((0, 0, 3), (1, 0, 1))), Body(((2, 0, 4),)))

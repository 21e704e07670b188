"""Pile-ins on random crowded tables: no place on a dense grid is nearer, and the verdicts agree with plain geometry."""

from math import cos, pi, sin

import pytest

from pilein.engine.script import Script
from pilein.geometry.gaps import is_on_table, overlaps, touches, within
from pilein.geometry.shapes import Base, Place, shape
from pilein.geometry.ticks import INCH, inches
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import first
from pilein.placement.terms import Gap
from pilein.rulesets.scrollhammer.pile_in.approach import zones_of_goals
from pilein.rulesets.scrollhammer.pile_in.choice import PileIn
from pilein.rulesets.scrollhammer.pile_in.pile_in import pile_ins
from pilein.rulesets.scrollhammer.pile_in.places import Mover, goals_to_touch
from pilein.rulesets.scrollhammer.pile_in.terms import NEAR
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.tabletop.movement.ways import route_to
from tests.conftest import SOAK
from tests.geometry.crowds import chances
from tests.rulesets.scrollhammer.builder import GUARD, U, battle, changed, fight_of

QUICK = changed(GUARD, I=4)
BASES = {"round": Base("round", INCH, INCH), "square": Base("rectangle", INCH, INCH)}
FEW, MANY = range(8), range(100, 100 + 150 * max(SOAK, 1))
HUNDREDTH = INCH / 100
REACH = 3 * INCH


def crowd(seed, form, *, is_mirrored=False):
    """Return a battle of ten models behind one that is in contact, all of them facing six enemy models."""
    chance, base = chances(seed), BASES[form]
    spots = [(12.0, 12.0), (12.0, 13.0)]
    for low, high, count in ((5.5, 11.5, 12), (13.2, 16.0, 17)):
        while len(spots) < count:
            x, y = 12 + chance.uniform(-2.5, 2.5), chance.uniform(low, high)
            if all((x - one) ** 2 + (y - other) ** 2 > 2.01 for one, other in spots):
                spots.append((x, y))
    if is_mirrored:
        spots = [(24 - x, y) for x, y in spots]
    own, foes = [spots[0], *spots[2:12]], [spots[1], *spots[12:]]
    units = U("red", 0, [(QUICK, 11)], at=own, base=base), U("blue", 1, [(QUICK, 6)], at=foes, base=base)
    return battle(*units).beginning(fight_of((0, 1), step=4))


def questions(made):
    """Return the questions of all pile-ins, each answered with its first candidate."""
    asked = []

    def policy(choice):
        asked.append(choice)
        return first(choice)

    Script(RULESET, answers=None, policy=policy).begin(made, pile_ins, 4)
    return [one for one in asked if isinstance(one, PileIn)]


def gap_at(mover, place):
    """Return the gap between a mover, taken as a disc, and the combat."""
    return Gap(zones_of_goals(mover)).value(place.x, place.y)


def nearest_on_grid(mover, most):
    """Return the smallest gap to the combat among the places of a grid at which the mover may end without turning. The
    grid is refined around the best place.
    """
    start, move = mover.start, mover.move
    best, middle = most, None
    count = REACH // (INCH // 4)
    spots = [
        (start.x + i * INCH // 4, start.y + j * INCH // 4)
        for i in range(-count, count + 1)
        for j in range(-count, count + 1)
    ]
    for finer in (INCH // 16, INCH // 64, 0):
        near = [Place(x, y, start.facing) for x, y in spots if (x - start.x) ** 2 + (y - start.y) ** 2 <= REACH**2]
        gaps = sorted(
            ((away, place) for place in near if (away := gap_at(mover, place)) < best), key=lambda one: one[0]
        )
        found = next(((away, place) for away, place in gaps if may_end(mover, move, place)), None)
        if found is None and middle is None:
            return best
        best, middle = found or (best, middle)
        spots = [(middle.x + i * finer, middle.y + j * finer) for i in range(-4, 5) for j in range(-4, 5)]
    return best


def may_end(mover, move, place):
    way = move.certified(place) if move.broken(place) is None else None
    return way is not None and way.route.length <= REACH


def check_the_nearest(seed, form):
    asked = [one for one in questions(crowd(seed, form)) if one.stage.name == NEAR]
    for choice in asked:
        for model in choice.movers:
            best, mover = choice.purpose(model).best, Mover(choice.battle, choice.stage, model)
            if best is not None and mover.is_coherent(mover.start):
                left = gap_at(mover, best.place)
                assert left <= nearest_on_grid(mover, left) + HUNDREDTH
    return len(asked)


@pytest.mark.clause("SH-PI-08")
@pytest.mark.parametrize("form", BASES)
def test_no_place_on_a_dense_grid_is_nearer_to_the_combat_than_the_pile_in_place_found(form):
    assert sum(check_the_nearest(seed, form) for seed in FEW) > 0


@pytest.mark.soak
@pytest.mark.parametrize("form", BASES)
@pytest.mark.parametrize("seed", MANY)
def test_on_many_tables_no_grid_place_is_nearer_to_the_combat_than_the_pile_in_place_found(seed, form):
    check_the_nearest(seed, form)


def is_legal(choice, mover, place):
    """Return whether a place touches a goal, overlaps no model, is on the table and in coherency, and can be reached by
    a path.
    """
    plane, body = choice.battle.plane, shape(choice.battle.setup.base(mover.model), place)
    others = [one for model, one in plane.shapes.items() if model != mover.model]
    mates = mover.terms.move.mates
    if not any(touches(body, plane.shape(goal)) for goal in goals_to_touch(mover)):
        return False
    if any(overlaps(body, one) for one in others) or not is_on_table(choice.battle.setup.size, body):
        return False
    if mates and not any(within(body, plane.shape(mate), mover.terms.move.coherency) for mate in mates):
        return False
    return route_to(plane, choice.stage.bars, mover.model, place, REACH + CONTACT) is not None


def check_verdicts(seed, form):
    chance, seen = chances(seed), 0
    for choice in questions(crowd(seed, form)):
        for model in choice.movers if choice.stage.name != NEAR else ():
            mover = Mover(choice.battle, choice.stage, model)
            if choice.purpose(model).best is None:
                continue
            for goal in goals_to_touch(mover):
                here = choice.battle.plane.shape(goal)
                for _ in range(6):
                    turn, far = chance.uniform(0, 2 * pi), chance.choice((1.0, 1.0, 1.05, 1.2)) * INCH
                    x, y = here.x + far * cos(turn), here.y + far * sin(turn)
                    if form == "square":
                        x, y = (here.x + far, y) if chance.random() < 0.5 else (x, here.y - far)
                    place = Place(round(x), round(y), mover.start.facing)
                    reason = choice.why_not((model, place.x, place.y, place.facing))
                    assert (reason is None) == is_legal(choice, mover, place), (reason, inches(x), inches(y))
                    seen += 1
    return seen


@pytest.mark.parametrize("form", BASES)
def test_the_legality_of_random_pile_in_places_agrees_with_plain_geometry(form):
    assert sum(check_verdicts(seed, form) for seed in FEW[:6]) > 100


@pytest.mark.soak
@pytest.mark.parametrize("form", BASES)
@pytest.mark.parametrize("seed", MANY)
def test_the_legality_of_random_pile_in_places_agrees_with_plain_geometry_on_many_tables(seed, form):
    check_verdicts(seed, form)


@pytest.mark.parametrize("seed", FEW)
def test_a_pile_in_on_a_mirrored_table_comes_equally_close_to_the_enemy(seed):
    """Only the first question of each table is compared. A tie may lead to different questions afterwards."""
    values = []
    for is_mirrored in (False, True):
        asked = questions(crowd(seed, "round", is_mirrored=is_mirrored))[:1]
        purposes = [
            (Mover(one.battle, one.stage, model), one.purpose(model).best) for one in asked for model in one.movers
        ]
        values.append([None if best is None else gap_at(mover, best.place) for mover, best in purposes])
    one, other = values
    assert [left is None for left in one] == [left is None for left in other]
    assert all(abs(a - b) <= INCH / 500 for a, b in zip(one, other, strict=True) if a is not None and b is not None)

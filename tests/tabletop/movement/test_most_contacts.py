from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings

from pilein.geometry.advances import Advance
from pilein.geometry.gaps import overlaps, touches
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.movement.landings import Landing, landings_at
from pilein.tabletop.movement.memory import moved_to
from pilein.tabletop.movement.most_contacts import most_contacts
from pilein.tabletop.movement.terms import Terms
from pilein.tabletop.movement.ways import body_at
from pilein.tabletop.plane import Plane
from tests.tabletop.movement.fields import DISC, SQUARE, at, crowds, field, terms

Moves = Sequence[tuple[int, Landing]]


def in_reach(plane: Plane, reach: float, reds: int) -> Moves:
    return most_contacts(plane, terms(plane, reach), range(reds), range(reds, len(plane.shapes)))


def length(moves: Moves) -> float:
    return sum(landing.route.length for _, landing in moves) / INCH


def test_an_enemy_with_room_for_one_model_is_left_to_the_model_that_can_reach_no_other_enemy() -> None:
    """Red 0 is nearer to blue 2 than to any other enemy, but red 1 can reach only blue 2, which has room for one
    model.
    """
    walls = [[(17, 22.6), (19.4, 22.6), (19.4, 26), (17, 26)], [(20.6, 22.6), (23, 22.6), (23, 26), (20.6, 26)]]
    plane = field((0, [(21.2, 20), (18, 20)]), (1, [(20, 23.7), (25, 20)]), walls=walls)
    moves = most_contacts(plane, terms(plane, 3.8), (0, 1), (2, 3))
    assert {model: landing.met for model, landing in moves} == {0: (3,), 1: (2,)}


def test_six_discs_have_room_round_one_disc_of_the_same_size() -> None:
    ring = [(20, 24), (20, 16), (24, 20), (16, 20), (23, 23), (17, 17), (23, 17)]
    plane = field((0, ring), (1, [(20, 20)]), base=DISC)
    assert len(in_reach(plane, 6, 7)) == 6


def test_five_models_find_room_in_front_of_a_close_row_of_three() -> None:
    plane = field((0, [(18.0 + one, 15) for one in range(5)]), (1, [(19, 20), (20, 20), (21, 20)]))
    assert len(in_reach(plane, 4.2, 5)) == 5


def test_the_places_in_front_of_a_long_row_are_filled_right_to_its_far_end() -> None:
    """A place reached through several goals or rows counts only once towards the search limit, so the search still gets
    to the far end of the line.
    """
    reds = [(19.913 + 0.956 * (one % 2), 20.606 - 0.956 * (one // 2)) for one in range(12)]
    blues = [(19.2558 - 0.6625 * one, 26.8637 - 0.4255 * one, 147.29) for one in range(6)]
    plane = field((0, reds), (1, blues), base=Base("rectangle", 100_000, 100_000))
    assert len(in_reach(plane, 10, 12)) >= 11


def test_a_model_behind_moves_into_the_place_vacated_by_the_model_in_front() -> None:
    """No model can pass another in the corridor, so the second model follows the first."""
    walls = [[(10, 10), (19.4, 10), (19.4, 22), (10, 22)], [(20.6, 10), (30, 10), (30, 22), (20.6, 22)]]
    plane = field((0, [(20, 18), (20, 19.1)]), (1, [(17, 25), (23, 25)]), walls=walls)
    moves = in_reach(plane, 8, 2)
    assert [model for model, _ in moves] == [1, 0]


def test_no_contact_is_made_if_an_additional_condition_forbids_it() -> None:
    plane = field((0, [(20, 20)]), (1, [(20, 24)]))
    asked = list[int]()

    def nothing(_plane: Plane, model: int, _way: Advance, /) -> bool:
        asked.append(model)
        return False

    assert most_contacts(plane, terms(plane, 6), (0,), (1,), nothing) == ()
    assert set(asked) == {0}


def test_a_contact_is_made_only_if_it_does_not_break_coherency() -> None:
    """Red 1 may not leave red 0, and blue 2 is out of reach if the two stay together."""
    plane = field((0, [(20, 20), (20, 18)]), (1, [(20, 26)]))
    free_one = most_contacts(plane, terms(plane, 6), (0, 1), (2,))
    bound = most_contacts(plane, terms(plane, 6, mates=(0, 1), coherency=2 * INCH), (0, 1), (2,))
    assert [model for model, _ in free_one] == [0]
    assert bound == ()


def greedy(plane: Plane, rules: Terms, order: Sequence[int], goals: Sequence[int]) -> tuple[int, float]:
    """Return the number of models placed and the total distance if each model, in the given order, goes to its nearest
    free place.
    """
    number, far = 0, 0.0
    for model in order:
        found = [one for goal in goals for one in landings_at(plane, rules, model, goal, goals)]
        if found:
            best = min(found, key=lambda one: one.route.length)
            number, far = number + 1, far + best.route.length
            plane = moved_to(plane, model, best.place)
    return number, far


@settings(max_examples=25, deadline=None)
@given(crowds(low=18, high=24, most=6))
def test_moving_each_model_greedily_in_any_order_never_makes_more_contacts_than_the_solver(
    spots: list[tuple[float, float]],
) -> None:
    """The greedy route tries every order of up to three movers, each of which goes to the nearest place that is still
    free.
    """
    for base in (DISC, SQUARE):
        reds = min(3, len(spots) - 1)
        plane = field((0, spots[:reds]), (1, spots[reds:]), base=base)
        rules, goals = terms(plane, 3), tuple(range(reds, len(spots)))
        enemies = plane.contacts.enemies
        movers = [model for model in range(reds) if not enemies[model]]
        moves = most_contacts(plane, rules, movers, goals)
        most = max((greedy(plane, rules, order, goals)[0] for order in permutations(movers)), default=0)
        assert len(moves) >= most


@settings(max_examples=25, deadline=None)
@given(crowds(most=12))
def test_models_brought_into_contact_overlap_no_model_and_stay_within_their_reach(
    spots: list[tuple[float, float]],
) -> None:
    reds = len(spots) // 2
    plane = field((0, spots[:reds]), (1, spots[reds:]))
    goals = tuple(range(reds, len(spots)))
    for model, landing in most_contacts(plane, terms(plane, 5), range(reds), goals):
        body = body_at(plane, model, landing.place)
        assert landing.route.length <= 5 * INCH + CONTACT
        assert not any(overlaps(body, one) for other, one in plane.shapes.items() if other != model)
        assert any(touches(body, plane.shape(goal)) for goal in landing.met)
        assert at(landing.way.place) == at(landing.place)
        plane = moved_to(plane, model, landing.place)
    assert length(()) == pytest.approx(0)

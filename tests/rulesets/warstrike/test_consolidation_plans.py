"""Plans for a consolidation: moves into contact, over walls or round them, and moves straight ahead (WS-CM)."""

import pytest

from pilein.geometry.ticks import INCH, ticks
from pilein.rulesets.warstrike.consolidation_plans import close_in, moves_of_one_length, plans
from pilein.rulesets.warstrike.unit_move import UnitMove
from tests.geometry.crowds import chances
from tests.rulesets.fielding import ground
from tests.rulesets.warstrike.builder import TROOPER, U, battle, box, changed

IDLE = changed(TROOPER, weapons=())
WALL = ground("obstacle", box(5, 11, 12, 11.3))


def consolidation(own, foe, *grounds, reach=3, crossing="default") -> UnitMove:
    units = U("own", 0, [(IDLE, len(own))], own), U("foe", 1, [(IDLE, len(foe))], foe)
    made = battle(*units, fight=(0, 1), grounds=grounds)
    return UnitMove(0, "WS-AC-01", made, 0, reach * INCH, is_bound=False, crossing=crossing)


def closer(choice: UnitMove):
    """Return the moves that close in with all enemies, and the enemies touched after those moves."""
    moves = close_in(choice, choice.battle.models(1))
    assert choice.why_not(moves) is None
    contacts = choice.plane_after(moves).contacts.enemies
    return moves, sum(bool(contacts[model]) for model in choice.battle.models(0))


@pytest.mark.clause("WS-CM-03")
def test_a_model_goes_round_the_end_of_a_wall_into_contact_if_crossing_costs_too_much() -> None:
    """The path straight over the wall is 1.6 inches long, but crossing the wall leaves only 1 inch of the move of 3
    inches. The path round the end of the wall is 2.3 inches long.
    """
    choice = consolidation([(11.7, 10.3)], [(11.7, 12.9)], WALL)
    moves, touching = closer(choice)
    assert touching == 1
    assert 1.7 < choice.routes_of(moves)[0].length / INCH < 3


@pytest.mark.clause("WS-CM-03")
@pytest.mark.parametrize(("crossing", "y"), [("free", 12.5), ("default", 10.5), ("impassable", 10.5)])
def test_a_model_that_cannot_reach_an_enemy_stops_at_a_wall_unless_crossing_it_costs_nothing(
    crossing: str, y: float
) -> None:
    """WS-R-40: a ruling decides whether crossing an obstacle costs movement."""
    moves, touching = closer(consolidation([(9, 9.5)], [(9, 15)], WALL, crossing=crossing))
    assert touching == 0
    assert moves[0][:2] == (0, ticks(9))
    assert moves[0][2] == pytest.approx(ticks(y), abs=200)


def random_consolidation(seed: int) -> UnitMove:
    """Return the question about the consolidation of one model near four enemies, with a wall between them."""
    chance = chances(seed)
    foes: list[tuple[float, float]] = []
    while len(foes) < 4:
        x, y = round(chance.uniform(8, 12), 2), round(chance.uniform(12.1, 14), 2)
        if all((x - a) ** 2 + (y - b) ** 2 > 1.05 for a, b in foes):
            foes.append((x, y))
    left = round(chance.uniform(6, 11), 2)
    wall = ground("obstacle", box(left, 11, round(left + chance.uniform(1, 4), 2), 11.3))
    return consolidation([(round(chance.uniform(8, 12), 2), 10.2)], foes, wall, reach=chance.choice((2, 3, 4)))


@pytest.mark.parametrize("seed", range(30))
def test_no_legal_place_in_contact_is_missed_on_random_tables(seed: int) -> None:
    """Places on a grid around every enemy are judged as answers."""
    choice = random_consolidation(seed)
    shapes = choice.battle.plane.shapes
    around = [
        (0, round(shapes[foe].x + INCH * dx), round(shapes[foe].y + INCH * dy), 0)
        for foe in choice.battle.models(1)
        for dx, dy in CIRCLE
    ]
    if any(choice.why_not((move,)) is None for move in around):
        assert closer(choice)[1] == 1


CIRCLE = [(x / 25, y * (1.000001 - (x / 25) ** 2) ** 0.5) for x in range(-25, 26) for y in (-1, 1)]


@pytest.mark.parametrize("seed", range(0, 30, 3))
def test_a_consolidation_offers_exactly_those_of_its_plans_that_are_legal_answers(seed: int) -> None:
    choice = random_consolidation(seed)
    offered = dict(choice.candidates())
    assert offered == {label: moves for label, moves in plans(choice) if choice.why_not(moves) is None}


def test_a_unit_that_moves_as_one_body_stops_as_soon_as_one_of_its_models_is_stopped() -> None:
    choice = consolidation([(9, 9), (11, 9)], [(11, 12)])
    moves = moves_of_one_length(choice, (0.0, 1.0))
    assert [move[2] for move in moves] == pytest.approx([ticks(11)] * 2, abs=4)

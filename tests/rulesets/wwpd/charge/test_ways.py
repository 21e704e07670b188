"""WW-R-34: the paths of models around walls, and the places where they may stop."""

import pytest

import pilein
from tests.rulesets.wwpd.scenarios import HEAD, LONG_WALL, blue, red, scenario_of

INCH = 127000


def charge_to(x: float, y: float, terrain: str = LONG_WALL) -> pilein.Game:
    """Return a game with a model in front of a long wall and an enemy behind it, after the player has moved the model
    to (x, y).
    """
    game = pilein.Game(scenario_of((red((14, 12.5)), blue((14, 16))), terrain), "ask")
    game.answer((0,))
    game.answer((0, round(x * INCH), round(y * INCH), 0))
    return game


@pytest.mark.clause("WW-CH-03")
@pytest.mark.parametrize("inches", [1, 4.5, 8])
def test_a_unit_going_round_a_wall_may_stop_anywhere_on_its_route(inches: float) -> None:
    """WW-R-12: an earlier version required a straight path and offered no place at all if the wall was too long."""
    charge_to(14 - inches, 12.5)


@pytest.mark.clause("WW-CH-03")
def test_a_unit_going_round_a_wall_may_not_leave_its_route() -> None:
    with pytest.raises(pilein.PileInError, match="take the detour offered"):
        charge_to(12, 11)


@pytest.mark.clause("WW-CH-03")
def test_a_unit_may_move_straight_up_to_a_wall_in_front_of_it() -> None:
    """The offers include both the path round the wall and the path straight up to it."""
    game = pilein.Game(scenario_of((red((14, 10)), blue((14, 16))), LONG_WALL), "ask")
    game.answer((0,))
    ends = [(round(answer[1] / INCH, 1), round(answer[2] / INCH, 1)) for answer in (one.answer for one in game.options)]
    assert (14.0, 12.5) in ends
    assert ends[0][0] < 9


@pytest.mark.clause("WW-CH-03")
def test_a_model_on_a_long_base_may_go_to_any_place_that_is_offered() -> None:
    """The straight path leads from centre to centre, and not along the shortest line between the edges of the two
    bases.
    """
    units = red((14, 10), profile="idle"), blue((19, 16.5), profile="idle")
    text = HEAD.replace('[profiles.idle]\nbase = "1in"', '[profiles.idle]\nbase = "25x50mm"') + LONG_WALL
    game = pilein.Game(pilein.Scenario.from_text(text + "".join(unit.text() for unit in units)), "ask")
    game.answer((0,))
    offered = [one.answer for one in game.options]
    assert len(offered) == 3
    for answer in offered:
        game.fork().answer(answer)

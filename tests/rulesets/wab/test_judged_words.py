"""Words of the log and of questions over which readers of WAB stumbled."""

from collections.abc import Iterable

import pytest

from pilein.dice import Count, thrown_with_faces
from pilein.dice.faces import FacesGroup
from pilein.engine.log import Thrown, Told
from pilein.engine.script import Script
from pilein.kernel.events import Event
from pilein.kernel.requests import Several
from pilein.kernel.table import Table
from pilein.lab.log_lines import Rolled, dice_lines, gathered
from pilein.lab.sentences import sentence
from pilein.rulesets.wab import movement_events
from pilein.rulesets.wab.break_tests import break_test
from pilein.rulesets.wab.combat_events import HeldOut, StubbornInVain
from pilein.rulesets.wab.pursuit import chase
from pilein.rulesets.wab.rallying import RalliedReform
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Aftermath
from tests.rulesets.wab.builder import RIDER, WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import facing, line
from tests.rulesets.wab.movement.charging import GO, declared, horse_at_horse


def sentences(events: Iterable[Event]) -> list[str]:
    return [sentence(event) for event in events]


# --- Whose dice they are ------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-SB-03")
@pytest.mark.parametrize(
    ("die", "told", "words"),
    [(4, HeldOut, "blue held stubbornly"), (3, StubbornInVain, "blue were stubborn, but did not hold")],
)
def test_the_dice_of_the_stubborn_are_theirs(die: int, told: type[Event], words: str) -> None:
    feared, stubborn = changed(WARRIOR, rules=("Fear",)), changed(WARRIOR, rules=("Stubborn",))
    script = Script(RULESET, dice=[die])
    script.begin(facing(line(feared, 20, files=5), line(stubborn, 10, files=5)), break_test, 1, 3, until="break_unit")
    assert isinstance(script.events[0], told)
    assert sentence(script.events[0]) == words
    thrown = Thrown("break_test", "stubborn", "Count", (FacesGroup("stubborn", 4, (die,)),))
    named = next(gathered([thrown, Told("break_test", script.events[0])]))
    assert isinstance(named, Rolled)
    assert named.by == "blue"


@pytest.mark.clause("WAB-FL-02")
def test_in_the_press_the_dice_of_flights_and_pursuits_are_named_apart() -> None:
    units = [U("riders", 0, ((RIDER, 10),), files=5), U("foot", 1, ((WARRIOR, 10),), files=5)]
    state = battle(*units, pairs=[(0, 1)]).changed(aftermath=Aftermath(pursuits=((0, 1),)))
    faces = iter([4, 5, 1, 2, 3])
    roll = chase(state, Table(state.setup.readings), (1,))
    _, groups = thrown_with_faces(roll, lambda _: next(faces))
    thrown = Thrown("leave_press", roll.label, type(roll).__name__, groups)
    assert dice_lines(thrown) == ["flight of foot  4 5  -> 9", "pursuit by riders  1 2 3  -> 6"]


def test_re_rolls_stand_apart_from_the_first_dice() -> None:
    """WAB-HA-02."""
    faces = iter([2, 4, 1, 6, 3])
    _, groups = thrown_with_faces(Count(3, 4, re_roll="failures", label="hit"), lambda _: next(faces))
    assert dice_lines(Thrown("strike", "blows", "Pool", groups)) == ["to hit 4+  2 4 1, again 6 3  -> 2"]


# --- Tests, reactions and moves -----------------------------------------------------------------------------------


@pytest.mark.clause("WAB-BR-02")
@pytest.mark.parametrize(
    ("by", "dice", "words"),
    [
        (0, [3, 3], "blue passed their break test on 7"),
        (3, [1, 1], "blue passed their break test on 4 (Leadership 7, less 3)"),
        (9, [], "blue failed their break test on -2 (Leadership 7, less 9, not rolled)"),
    ],
)
def test_a_break_test_says_where_its_score_comes_from(by: int, dice: list[int], words: str) -> None:
    script = Script(RULESET, dice=dice)
    script.begin(facing(line(WARRIOR, 20, files=5), line(WARRIOR, 10, files=5)), break_test, 1, by)
    assert sentence(script.events[0]) == words


@pytest.mark.clause("WAB-RX-04")
def test_a_counter_charge_without_time_is_not_told_as_a_second_choice() -> None:
    _, script = declared(horse_at_horse(6), answers=[GO, "counter"])
    told = [one for one in sentences(script.events) if one.startswith("others")]
    assert told == [
        "others reacted to the charge: counter-charge",
        "others had no time for that, the chargers being too near: hold",
    ]


def test_units_that_fail_a_charge_are_told_in_the_plural() -> None:
    """WAB-CH-05."""
    event = movement_events.Moved(unit="foot", manner="failed their charge and moved", inches=4, route=(), clause="X")
    assert sentence(event) == 'foot failed their charge and moved 4.00"'


def test_a_unit_that_rallies_faces_the_nearest_enemy_squarely() -> None:
    """WAB-RL-07. Their middle lies a little aside of the middle of their enemies, who look straight down the table."""
    foot = U("foot", 0, ((WARRIOR, 12),), block=(20.25, 10, 180, 5))
    state = battle(foot, U("foes", 1, ((WARRIOR, 20),), block=(20, 24, 180, 5)))
    offered = dict(RalliedReform(0, state, 0).candidates())
    assert offered["facing the nearest enemy"] == (0, 5)


# --- Orders -------------------------------------------------------------------------------------------------------


def test_of_units_to_be_put_in_order_each_is_offered_first() -> None:
    order = Several(0, "X-1", "in which order?", (3, 5, 8), 3, 3, ("a", "b", "c"))
    assert list(order.candidates()) == [("a, b, c", (3, 5, 8)), ("b, a, c", (5, 3, 8)), ("c, a, b", (8, 3, 5))]
    assert len(list(Several(0, "X-1", "which?", (3, 5, 8), 2, 2).candidates())) == 3

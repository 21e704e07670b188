"""Fleeing units rally."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.blocks import Block
from pilein.kernel.table import Table
from pilein.rulesets.wab.movement.rallying import RalliedReform, may_try_to_rally, rallies
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Status
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import fought
from tests.rulesets.wab.moves import in_flight


def fleeing(models: int = 10, far: float = 20, rulings=None, traits=WARRIOR, formation="close", **status) -> Battle:
    return battle(
        U(
            "ours",
            0,
            ((traits, models),),
            at=row(20, 20, models, 0.8, 180),
            files=5,
            formation=formation,
            status=Status(fleeing=True, **status),
        ),
        U("foes", 1, ((WARRIOR, 5),), block=(24, 20 + 10 / 25.4 + far, 180, 5)),
        rulings=rulings,
    )


def tried(state: Battle, dice: list[int], answers=(True, ())) -> Battle:
    script = Script(RULESET, dice=dice, answers=answers)
    after: Battle = script.begin(state, rallies)
    script.assert_used_up()
    return after


@pytest.mark.clause("WAB-RL-02", "WAB-RL-03", "WAB-RL-08")
def test_a_unit_rallies_if_it_rolls_its_leadership_or_less() -> None:
    after = tried(fleeing(), [3, 4])
    assert (after.status(0).fleeing, after.status(0).move) == (False, "rallied")
    block = after.plane.standings[0]
    assert isinstance(block, Block)
    assert (block.files, block.facing) == (5, 18000)
    assert tried(fleeing(), [4, 4], [True]).status(0).fleeing


@pytest.mark.clause("WAB-RL-01")
def test_the_owner_may_decline_to_rally_a_unit() -> None:
    assert tried(fleeing(), [], [False]).status(0).fleeing
    assert not tried(fleeing(rulings={"WAB-R-46": "rally-must"}), [3, 4], [()]).status(0).fleeing
    assert tried(fleeing().changed(active=1), [], []).status(0).fleeing


@pytest.mark.parametrize(("option", "may"), [("default", False), ("rally-same-turn", True)])
def test_a_unit_does_not_rally_in_the_turn_in_which_its_flight_began(option: str, may: bool) -> None:
    """WAB-R-46: under `rally-same-turn`, the unit may try."""
    state = fleeing(move="fled", rulings={"WAB-R-46": option})
    assert may_try_to_rally(state, Table(state.setup.readings), 0) is may


@pytest.mark.clause("WAB-RL-04")
@pytest.mark.example("WAB-EX-16")
def test_units_of_fewer_than_five_models_never_rally_except_single_characters() -> None:
    lord, chariot = changed(WARRIOR, type="character"), changed(WARRIOR, type="light chariot", W=4)
    for state, may in (
        (fleeing(4), False),
        (fleeing(5), True),
        (fleeing(1), False),
        (fleeing(1, traits=lord), True),
        (fleeing(1, traits=chariot), False),
        (fleeing(2, traits=chariot), True),
    ):
        assert may_try_to_rally(state, Table(state.setup.readings), 0) is may


@pytest.mark.clause("WAB-RL-05", "WAB-RL-06")
def test_half_strength_and_nearby_enemies_make_rallying_harder() -> None:
    assert tried(fleeing(began=20), [3, 4], [True]).status(0).fleeing
    assert not tried(fleeing(began=20), [3, 3]).status(0).fleeing
    assert tried(fleeing(far=8), [3, 4], [True]).status(0).fleeing
    assert not tried(fleeing(far=8), [3, 3]).status(0).fleeing
    assert not tried(fleeing(far=8.1), [3, 4]).status(0).fleeing
    assert tried(fleeing(far=8, began=20), [3, 3], [True]).status(0).fleeing


@pytest.mark.clause("WAB-RL-07")
def test_a_unit_that_has_rallied_may_reform() -> None:
    after = tried(fleeing(), [3, 4], [True, (9000, 2)])
    block = after.plane.standings[0]
    assert isinstance(block, Block)
    assert (block.facing, block.files) == (9000, 2)


def test_an_illegal_reform_after_rallying_is_refused() -> None:
    choice = RalliedReform(0, fleeing(), 0)
    assert [label for label, _ in choice.candidates()] == ["facing the nearest enemy", "facing about", "as it stands"]
    assert choice.why_not((1, 2)) is None
    assert choice.why_not((36000, 2)) == "a facing must be from 0 to 35999, and the number of files from 1 to 10"
    assert choice.why_not(7) == "the answer must be (facing, files), or () to keep the present formation"
    assert choice.words == "ours: reform after rallying?"


def test_skirmishers_that_rally_stay_where_they_are() -> None:
    state = fleeing(formation="skirmish")
    after = tried(state, [3, 4], [True])
    assert after.plane.standings[0] == state.plane.standings[0]


def test_a_rallying_unit_turns_squarely_towards_the_nearest_enemy() -> None:
    """WAB-RL-07: the middle of the rallying unit lies a little to the side of the middle of its enemies, which face
    straight down the table.
    """
    foot = U("foot", 0, ((WARRIOR, 12),), block=(20.25, 10, 180, 5))
    state = battle(foot, U("foes", 1, ((WARRIOR, 20),), block=(20, 24, 180, 5)))
    offered = dict(RalliedReform(0, state, 0).candidates())
    assert offered["facing the nearest enemy"] == (0, 5)


def test_the_owner_chooses_the_order_in_which_units_rally() -> None:
    """WAB-SEQ-04: the last unit tries first. The owner is not asked when only one unit is left."""
    after = fought(in_flight("a", "b", "c"), rallies, dice=[1, 1], answers=[2, True, (), 1, False, False])
    assert [after.status(unit).fleeing for unit in range(3)] == [True, True, False]

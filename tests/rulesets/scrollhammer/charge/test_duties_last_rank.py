"""SH-MV-24, SH-R-27: skirmishers behind a block also touch models in front of an incomplete last rank."""

import pytest

from pilein.geometry.ticks import ticks
from pilein.rulesets.scrollhammer.charge.choice import ChargeMove
from pilein.rulesets.scrollhammer.charge.moves import charge_move
from pilein.rulesets.scrollhammer.charge.terms import read
from pilein.rulesets.scrollhammer.pile_in.sides import sides_fought
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, SQUARE, U, battle
from tests.rulesets.scrollhammer.charging import guards, play, rank, under_way, where
from tests.rulesets.scrollhammer.pile_ins import asked, at, fight, moves, piled, why_not


def behind(places, count=6, *, lost=(), **more):
    """Return a battle of Guards south of a block of five files. The front of the block is at y = 20 and faces north,
    and its last rank is at y = 18.5.
    """
    made = battle(guards(places), rank(count, 20, 20, 0, files=5), **more)
    return made.on(made.plane.without(frozenset(len(places) + one for one in lost)))


def charged(made, answers=None):
    return play(under_way(made, range=8, arcs=("rear",)), (), answers, charge_move)[0]


def places(made, unit=0):
    return [where(made, model) for model in made.plane.models(unit)]


@pytest.mark.clause("SH-MV-02", "SH-MV-24")
@pytest.mark.parametrize("reading", ["default", "enter-holes"])
def test_five_models_charging_the_rear_of_a_block_of_six_touch_at_least_one_model_each(reading):
    after = charged(behind(row(18, 13, 5), rulings={"SH-R-27": reading}))
    assert sorted(places(after)) == [(18, 17.5), (19, 18.5), (20, 18.5), (21, 18.5), (22, 18.5)]
    assert [len(after.plane.contacts.enemies[model]) > 0 for model in range(5)] == [True] * 5


@pytest.mark.clause("SH-MV-21")
def test_the_initial_charger_at_the_rear_of_a_block_goes_to_the_nearest_exposed_model():
    after = charged(behind([(22, 15)]))
    assert places(after) == [(22, 18.5)]


@pytest.mark.clause("SH-MV-24")
@pytest.mark.parametrize(("reading", "enters"), [("default", False), ("enter-holes", True)])
def test_a_gap_between_models_of_the_last_rank_is_a_hole_in_the_side(reading, enters):
    """SH-R-27: the third model of the last rank has died. Of five chargers, four touch one model each, and the reading
    decides whether the fifth may enter the hole.
    """
    after = charged(behind(row(18, 13, 5), 10, lost=[7], rulings={"SH-R-27": reading}))
    assert ((20, 18.5) in places(after)) == enters
    assert {(18, 17.5), (19, 17.5), (21, 17.5), (22, 17.5)} < set(places(after))


def test_a_gap_in_the_last_rank_but_one_is_a_hole_only_until_the_block_closes_it():
    """SH-R-27: the fourth model of the front rank has died, and the block closes the gap."""
    assert places(charged(behind([(21, 17)], lost=[3]))) in ([(20, 18.5)], [(22, 18.5)])


def why_not_to(made, x, y):
    made = under_way(made, range=8, arcs=("rear",)).charging(moved=(0, 1), met=((0, (8,)), (1, (5,))))
    return ChargeMove(0, "SH-MV-22", "", made, read(made, made.preview_table())).why_not((2, ticks(x), ticks(y), 0))


def test_a_charger_may_stick_out_beside_an_incomplete_last_rank_but_not_beside_a_complete_rank():
    made = behind([(18, 17.5), (20, 18.5), (23, 14)])
    for x, y in ((22, 18.5), (22.4, 18.5)):
        assert why_not_to(made, x, y) is None, (x, y)
    for x, y in ((23, 18.6), (23, 19.5), (17, 18.5), (17, 19)):
        assert why_not_to(made, x, y) == "there the model would touch the block on a side other than the one charged", (
            x,
            y,
        )


# --- Pile ins (SH-PI-09) -----------------------------------------------------------------------------------------


def fighting(places, base=SQUARE, **more):
    """Return a battle of red models behind a block of six models in five files. The front of the block faces north and
    is at y = 20.
    """
    own = U("red", 0, [(GUARD, len(places))], at=places, base=base)
    return fight(own, U("ranks", 1, [(REAVER, 6)], block=(20, 20, 0, 5), formation="ranks"), **more)


@pytest.mark.clause("SH-PI-05", "SH-PI-09")
def test_a_model_piling_in_at_the_rear_touches_an_exposed_model_in_front_of_the_last_rank():
    made = fighting([(18, 17.5), (20, 16)])
    after, script = piled(made)
    assert [clause_id for clause_id, _, _ in moves(script)] == ["SH-PI-05"]
    assert at(after, 1) == (20, 18.5)
    assert why_not(asked(made), 1, 19, 18.5) is None


def test_a_model_standing_beside_only_the_last_rank_of_a_block_fights_at_its_rear():
    """If the sides were judged by quarters around the block, the model would be as near to the right side as to the
    rear.
    """
    made = fighting([(22, 18.5), (22, 17)])
    assert sides_fought(made, made.preview_table(), 0, (1,)) == ((1, "rear"),)
    assert at(piled(made)[0], 1) == (20, 18.5)

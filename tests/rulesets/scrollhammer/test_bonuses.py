"""SH-CR-03 to SH-CR-05, SH-MU-06: ranks, numbers and standards in the combat score."""

import pytest

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.bonuses import (
    is_struck_in_flank,
    number_lead,
    rank_bonus,
    rank_lead,
    ranks_before,
    standard_lead,
    units_together,
)
from pilein.rulesets.scrollhammer.combat_events import CombatDrawn, CombatWon
from pilein.rulesets.scrollhammer.pile_in.sides import having_stood
from pilein.rulesets.scrollhammer.steps import Step
from tests.rulesets.fielding import place as spot
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, IMP, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.press import fight_out

BEARER = changed(GUARD, standard=True)


def in_press(*units, rulings=None, active=0, ranks=0):
    numbers = range(len(units))
    pairs = [(a, b) for a in numbers for b in numbers if units[a].side == 0 and units[b].side == 1]
    made = battle(*units, pairs=pairs, rulings=rulings, active=active)
    return made.beginning(fight_of(tuple(numbers), met=tuple(pairs), ranks=ranks))


def lead(count, made):
    return count(made, Table(made.setup.readings))


def block(side, models, files=0, name="", traits=GUARD):
    return U(name or f"block {side}", side, [(traits, models)], formation="ranks", files=files)


def horde(side, models):
    return U(f"horde {side}", side, [(IMP, models)], formation="horde")


def skirmishers(side, models):
    return U(f"skirmishers {side}", side, [(REAVER, models)])


@pytest.mark.clause("SH-CR-03")
def test_a_block_adds_one_to_the_combat_score_of_its_side_for_each_full_rank_behind_the_first():
    assert lead(rank_lead, in_press(block(0, 11), skirmishers(1, 5))) == 1
    assert lead(rank_lead, in_press(skirmishers(0, 5), block(1, 15))) == -2


def test_at_most_three_ranks_count_towards_the_score_and_each_needs_five_models():
    for models, files, expected in ((30, 6, 3), (12, 4, 0), (14, 5, 1), (17, 6, 2), (4, 5, 0)):
        assert rank_bonus(in_press(block(0, models, files), skirmishers(1, 5)), 0) == expected


def test_the_ranks_of_a_unit_in_the_press_are_counted_by_the_files_it_started_with():
    assert lead(rank_lead, in_press(block(0, 12, files=6), skirmishers(1, 5))) == 1
    assert lead(rank_lead, in_press(block(0, 12, files=4), skirmishers(1, 5))) == 0


def test_the_ranks_of_a_block_on_the_table_are_counted_as_if_it_had_closed_up():
    units = (
        U("guards", 0, [(GUARD, 15)], block=(24, 20, 0, 5), formation="ranks"),
        U("imps", 1, [(IMP, 1)], at=[(24, 20.5)]),
    )
    made = battle(*units).beginning(fight_of((0, 1), met=((0, 1),)))
    made = made.on(made.plane.without(frozenset((0, 1, 7, 9))))
    assert lead(rank_lead, made) == 1


def test_only_the_best_block_of_a_side_adds_ranks_unless_a_ruling_counts_every_block():
    units = (block(0, 10, name="a"), block(0, 15, name="b"), skirmishers(1, 5))
    assert lead(rank_lead, in_press(*units)) == 2
    assert lead(rank_lead, in_press(*units, rulings={"SH-R-61": "every-block"})) == 3


def test_under_the_ranks_before_ruling_ranks_are_counted_as_they_were_when_the_combat_began():
    rulings = {"SH-R-61": "ranks-before"}
    made = in_press(block(0, 15), skirmishers(1, 5), rulings=rulings)
    assert ranks_before(made, Table(made.setup.readings), (0, 1)) == 2
    assert lead(rank_lead, in_press(block(0, 5), skirmishers(1, 5), rulings=rulings, ranks=2)) == 2
    plain = in_press(block(0, 15), skirmishers(1, 5))
    assert ranks_before(plain, Table(plain.setup.readings), (0, 1)) == 0


def test_under_the_ranks_before_ruling_the_ranks_of_a_block_that_has_been_wiped_out_still_count():
    """The block was the only one of its side, which fights on with a second unit."""
    units = (block(0, 15), skirmishers(0, 3), skirmishers(1, 5))
    made = in_press(*units, rulings={"SH-R-61": "ranks-before"}, ranks=2)
    assert lead(rank_lead, made.on(made.field.without(frozenset(range(15))))) == 2
    made = in_press(*units)
    assert lead(rank_lead, made.on(made.field.without(frozenset(range(15))))) == 0


def test_under_the_rank_difference_ruling_ranks_are_counted_without_a_maximum():
    rulings = {"SH-R-61": "rank-difference"}
    assert lead(rank_lead, in_press(block(0, 26), block(1, 8), rulings=rulings)) == 4


@pytest.mark.parametrize(
    ("place", "expected"), [((24, 20.5), 1), ((27, 20.5), 1), ((27, 20.3), 0), ((27, 19.5), 0), ((24, 17.5), 0)]
)
def test_under_the_lost_in_flank_ruling_an_attack_on_the_flank_or_rear_cancels_the_rank_bonus(place, expected):
    units = (
        U("guards", 0, [(GUARD, 10)], block=(24, 20, 0, 5), formation="ranks"),
        U("imps", 1, [(IMP, 1)], at=[place]),
    )
    made = battle(*units, rulings={"SH-R-61": "lost-in-flank"}).beginning(fight_of((0, 1), met=((0, 1),)))
    assert lead(rank_lead, made) == expected
    assert lead(rank_lead, battle(*units).beginning(fight_of((0, 1), met=((0, 1),)))) == 1


def test_an_enemy_behind_an_incomplete_last_rank_strikes_the_rear():
    """The enemy stands beside the only model of the third rank, behind the second rank. An enemy in a gap in the front
    would not strike the rear.
    """
    reading = {"SH-R-61": "lost-in-flank"}
    guards = U("guards", 0, [(GUARD, 11)], block=(24, 20, 0, 5), formation="ranks")
    for place, gone, expected in (((24, 17.5), (), 0), ((24, 19.5), (2,), 1)):
        made = battle(guards, U("imps", 1, [(IMP, 1)], at=[(24, 25)]), rulings=reading)
        made = made.on(made.plane.without(frozenset(gone)).with_place(11, spot(*place)))
        made = made.beginning(fight_of((0, 1), met=((0, 1),)))
        assert lead(rank_lead, made) == expected


def test_an_enemy_beside_the_remnant_of_a_rank_strikes_the_flank():
    guards = U("guards", 0, [(GUARD, 10)], block=(24, 20, 0, 5), formation="ranks")
    made = battle(guards, U("imps", 1, [(IMP, 1)], at=[(26, 19.5)]), rulings={"SH-R-61": "lost-in-flank"})
    made = made.on(made.plane.without(frozenset((4, 9))))
    assert is_struck_in_flank(made, 0)


def test_a_unit_that_struck_the_flank_cancels_the_rank_bonus_even_after_losing_contact():
    """SH-R-77: casualties do not unlock units, so the unit still fights on that side of the block."""
    guards = U("guards", 0, [(GUARD, 10)], block=(24, 20, 0, 5), formation="ranks")
    made = battle(guards, U("imps", 1, [(IMP, 2)], at=[(27, 19.5), (28.5, 19.5)]), rulings={"SH-R-61": "lost-in-flank"})
    made = made.beginning(fight_of((0, 1), met=((0, 1),)))
    table = Table(made.setup.readings)
    fewer = having_stood(made, table).on(made.plane.without(frozenset((10,))))
    assert lead(rank_lead, fewer) == 0
    assert lead(rank_lead, made.on(made.plane.without(frozenset((10,))))) == 1


def test_no_unit_in_the_press_is_struck_in_the_flank():
    assert lead(rank_lead, in_press(block(0, 10), horde(1, 5), rulings={"SH-R-61": "lost-in-flank"})) == 1


@pytest.mark.clause("SH-CR-04")
def test_a_horde_that_outnumbers_its_enemy_adds_one_to_its_combat_score():
    assert lead(number_lead, in_press(horde(0, 6), skirmishers(1, 5))) == 1
    assert lead(number_lead, in_press(skirmishers(0, 5), horde(1, 6))) == -1
    assert lead(number_lead, in_press(horde(0, 5), skirmishers(1, 5))) == 0
    assert lead(number_lead, in_press(skirmishers(0, 9), skirmishers(1, 5))) == 0
    assert lead(number_lead, in_press(skirmishers(0, 9), horde(1, 5))) == 0


@pytest.mark.clause("SH-CR-04")
def test_models_are_counted_for_the_combat_score_when_the_result_is_worked_out():
    """SH-R-62: models that fell in the fight are not counted."""
    made = in_press(horde(0, 6), skirmishers(1, 5))
    assert lead(number_lead, made.on(made.field.without(frozenset((0,))))) == 0
    assert lead(number_lead, made.on(made.field.without(frozenset((0, 6, 7))))) == 1


@pytest.mark.parametrize(("own", "bonus"), [(4, 0), (5, 1), (9, 1), (10, 2), (15, 3), (40, 3)])
def test_under_the_by_ratio_ruling_a_horde_adds_the_ratio_of_numbers(own, bonus):
    made = in_press(horde(0, own), skirmishers(1, 5), rulings={"SH-R-62": "by-ratio"})
    assert lead(number_lead, made) == bonus


def test_under_the_per_ten_ruling_a_horde_adds_one_for_every_ten_models():
    made = in_press(horde(0, 29), skirmishers(1, 50), rulings={"SH-R-62": "per-ten"})
    assert lead(number_lead, made) == 2


@pytest.mark.clause("SH-CR-05")
def test_a_side_with_a_standard_bearer_adds_one_to_its_combat_score():
    own = U("own", 0, [(BEARER, 1), (GUARD, 4)])
    assert lead(standard_lead, in_press(own, skirmishers(1, 5))) == 1
    assert lead(standard_lead, in_press(own, skirmishers(1, 5), active=1)) == -1


def test_two_standards_add_one_to_the_combat_score_unless_a_ruling_counts_each():
    units = U("a", 0, [(BEARER, 1)]), U("b", 0, [(BEARER, 1)]), skirmishers(1, 5)
    assert lead(standard_lead, in_press(*units)) == 1
    assert lead(standard_lead, in_press(*units, rulings={"SH-R-63": "per-standard"})) == 2


def test_under_the_front_rank_ruling_a_standard_bearer_further_back_does_not_count():
    behind = U("own", 0, [(GUARD, 5), (BEARER, 1)], formation="ranks")
    ahead = U("own", 0, [(GUARD, 4), (BEARER, 1), (changed(GUARD, A=2), 1)], formation="ranks")
    loose = U("own", 0, [(GUARD, 5), (BEARER, 1)])
    reading = {"SH-R-63": "front-rank"}
    assert lead(standard_lead, in_press(behind, skirmishers(1, 5))) == 1
    assert lead(standard_lead, in_press(behind, skirmishers(1, 5), rulings=reading)) == 0
    assert lead(standard_lead, in_press(ahead, skirmishers(1, 5), rulings=reading)) == 1
    assert lead(standard_lead, in_press(loose, skirmishers(1, 5), rulings=reading)) == 1


def test_under_the_front_rank_ruling_on_a_table_the_bearer_must_actually_stand_in_the_front_rank():
    units = (
        U("own", 0, [(GUARD, 5), (BEARER, 1)], block=(24, 20, 0, 5), formation="ranks"),
        U("imps", 1, [(IMP, 1)], at=row(24, 20.5, 1)),
    )
    made = battle(*units, rulings={"SH-R-63": "front-rank"}).beginning(fight_of((0, 1), met=((0, 1),)))
    assert lead(standard_lead, made) == 0


@pytest.mark.clause("SH-MU-06")
def test_all_units_of_a_side_count_together_for_numbers_and_standards():
    units = skirmishers(0, 3), horde(0, 3), skirmishers(1, 5)
    assert lead(number_lead, in_press(*units)) == 1
    made = in_press(*units)
    assert units_together(made, Table(made.setup.readings), 0) == (0, 1)


def test_no_ruling_on_bonuses_is_consulted_unless_it_could_change_the_score():
    made = in_press(block(0, 5), skirmishers(1, 5))
    table = Table(made.setup.readings)
    assert (rank_lead(made, table), number_lead(made, table), standard_lead(made, table)) == (0, 0, 0)
    assert table.met == ["SH-R-61"]  # a single rank is one rank more than none under `rank-difference`


@pytest.mark.clause("SH-CR-05", "SH-CR-08")
@pytest.mark.parametrize(("own_bearers", "foe_bearers", "drawn"), [(0, 0, True), (1, 1, True), (1, 0, False)])
def test_an_otherwise_equal_combat_is_a_draw_if_both_sides_have_a_standard(
    own_bearers: int, foe_bearers: int, drawn: bool
) -> None:
    def unit(name: str, side: int, bearers: int) -> U:
        idle = changed(GUARD, A=0)
        return U(name, side, [(changed(idle, standard=True), 1)] * bearers + [(idle, 3 - bearers)])

    script = fight_out(unit("own", 0, own_bearers), unit("foe", 1, foe_bearers), dice=[], until=Step.LOSE)
    assert any(isinstance(event, CombatDrawn) for event in script.events) == drawn
    assert any(isinstance(event, CombatWon) for event in script.events) != drawn

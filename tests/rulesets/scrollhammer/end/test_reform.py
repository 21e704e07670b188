"""SH-CO-07: blocks reform instead of consolidating (SH-R-79)."""

import math

import pytest

from pilein.engine.script import Script
from pilein.geometry.blocks import Block, moved, outline
from pilein.geometry.ticks import INCH
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.scrollhammer.charge_events import Reformed
from pilein.rulesets.scrollhammer.end.reform import ReformPlace, in_ranks, reform
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.scrollhammer.block_battles import guards, loose, reavers
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle, changed
from tests.rulesets.scrollhammer.charging import rank
from tests.rulesets.scrollhammer.charging import reavers as loose_reavers


def standing_alone(*others, **more):
    return battle(guards(10, 20, 20, 0, 5), *others, **more)


def about_its_centre(made, facing, files):
    """Return the answer that reforms the block about its centre to the given facing (in degrees) and number of
    files.
    """
    block = made.plane.standings[0]
    here = outline(block)
    fresh = Block(0, 0, facing * 100, files, block.width, block.depth, tuple(range(10)) + (-1,) * (-10 % files))
    there = outline(fresh)
    placed = moved(fresh, round(here.x - there.x), round(here.y - there.y), facing * 100)
    return placed.x, placed.y, facing * 100, files


def played(made, answer, dice=()):
    script = Script(RULESET, dice=dice, answers=[answer])
    after = script.begin(made, reform, 0)
    script.assert_used_up()
    return after, script.events


def choice_of(made, reading="default"):
    return ReformPlace(0, made, 0, reading)


@pytest.mark.clause("SH-CO-07")
def test_a_block_may_reform_about_its_centre_to_any_facing_and_any_number_of_files():
    made = standing_alone()
    after, events = played(made, about_its_centre(made, 90, 2))
    block = after.plane.standings[0]
    assert (block.facing, block.files) == (9000, 2)
    assert (outline(block).x, outline(block).y) == (20 * INCH, 19 * INCH)
    assert events == [Reformed(unit="guards", files=2, facing=90, clause="SH-CO-07")]


def test_the_owner_may_decline_to_reform_a_block():
    made = standing_alone()
    after, events = played(made, ())
    assert after == made
    assert events == []


def test_the_first_reform_offered_keeps_the_number_of_files_and_faces_the_nearest_enemy():
    made = standing_alone(reavers(1, 30, 19, 270, 1))
    label, answer = next(choice_of(made).candidates())
    assert label == "towards the nearest enemy, 5 files"
    assert answer[2:] == (9000, 5)


def test_every_reform_offered_is_legal_and_the_player_may_always_decline():
    made = standing_alone(reavers(1, 30, 19, 270, 1))
    offers = [answer for _, answer in choice_of(made).candidates()]
    assert all(choice_of(made).why_not(answer) is None for answer in offers)
    assert offers[-1] == ()


def test_command_models_of_a_reformed_block_stand_in_the_middle_of_the_front_rank():
    banner = U(
        "guards",
        0,
        [(GUARD, 8), (changed(GUARD, standard=True), 1), (changed(GUARD, champion=True), 1)],
        block=(20, 20, 0, 5),
        formation="ranks",
    )
    made = battle(banner)
    after, _ = played(made, about_its_centre(made, 180, 5))
    assert after.plane.standings[0].slots[:5] == (0, 8, 9, 1, 2)


def test_command_models_that_do_not_fit_into_the_front_rank_stand_behind_it():
    assert in_ranks((7, 8, 9), (1, 7, 8, 9), 2) == (7, 8, 9, 1)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((0, 0, 0), "the answer must be"),
        ("north", "the answer must be"),
        ((0, 0, 36000, 5), "a facing must be"),
        ((0, 0, 0, 11), "10 models cannot stand in 11 files"),
        ((0, 0, 0, 5), "the unit's centre would move"),
    ],
)
def test_an_illegal_reform_is_refused_with_the_reason(answer, reason):
    assert choice_of(standing_alone()).why_not(answer).startswith(reason)


def test_no_model_ends_a_reform_within_an_inch_of_an_enemy():
    made = standing_alone(loose("foe", 1, [(20, 23.4)]))
    column = about_its_centre(made, 0, 1)
    with pytest.raises(IllegalAnswer, match='within 1" of an enemy'):
        played(made, column)
    assert choice_of(standing_alone(loose("foe", 1, [(20, 25.5)]))).why_not(column) is None


def test_a_reform_without_room_is_refused():
    made = standing_alone(loose("friend", 0, [(20, 21)], GUARD))
    assert choice_of(made).why_not(about_its_centre(made, 0, 2)) == "there is no room for the unit there"
    edge = battle(guards(10, 20, 2, 0, 5))
    assert choice_of(edge).why_not(about_its_centre(edge, 0, 1)) == "there is no room for the unit there"


def test_under_the_keep_files_ruling_a_reform_keeps_the_number_of_files():
    made = standing_alone(rulings={"SH-R-79": "keep-files"})
    assert (
        choice_of(made, "keep-files").why_not(about_its_centre(made, 90, 2)) == "the unit must keep its number of files"
    )
    assert played(made, about_its_centre(made, 90, 5))[0].plane.standings[0].facing == 9000


def test_under_the_reform_3_ruling_no_model_moves_further_than_3_inches_in_a_reform():
    made = standing_alone(rulings={"SH-R-79": "reform-3"})
    assert (
        choice_of(made, "reform-3").why_not(about_its_centre(made, 0, 1)) == 'a model would have to move more than 3"'
    )
    assert played(made, about_its_centre(made, 180, 5))[0].plane.standings[0].facing == 18000


def test_under_the_reform_3_ruling_every_model_ends_a_reform_within_3_inches_of_its_start():
    """Identical models take the nearest places, so a model that turns about does not cross the bog."""
    made = standing_alone(rulings={"SH-R-79": "reform-3"})
    for facing, files in ((180, 5), (90, 5), (0, 3), (270, 4)):
        after, _ = played(made, about_its_centre(made, facing, files))
        assert sorted(after.plane.models(0)) == list(range(10))
        for model in range(10):
            start, end = made.plane.place(model), after.plane.place(model)
            assert math.dist((start.x, start.y), (end.x, end.y)) <= 3 * INCH
    bog = [("dangerous", [(19.9, 18.9), (20.1, 18.9), (20.1, 19.1), (19.9, 19.1)])]
    played(standing_alone(rulings={"SH-R-79": "reform-3"}, grounds=bog), about_its_centre(made, 180, 5))


def test_under_the_reform_3_ruling_models_other_than_command_models_may_stand_in_any_rank():
    """Turning about moves no model, even though the new front rank has a different profile."""
    block = U("guards", 0, [(GUARD, 5), (REAVER, 20)], block=(20, 20, 0, 5), formation="ranks")
    made = battle(block, rulings={"SH-R-79": "reform-3"})
    after, _ = played(made, dict(choice_of(made, "reform-3").candidates())["facing about, 5 files"])
    for model in range(25):
        start, end = made.plane.place(model), after.plane.place(model)
        assert (end.x, end.y, end.facing) == (start.x, start.y, start.facing + 18000)


def test_under_the_reform_3_ruling_command_models_may_stand_anywhere_in_the_front_rank():
    """The standard at the left end of ten files would have to move 4.5 inches to the middle of the front rank."""
    kinds = [(changed(GUARD, standard=True), 1), (GUARD, 19)]
    made = battle(U("guards", 0, kinds, block=(20, 20, 0, 10), formation="ranks"), rulings={"SH-R-79": "reform-3"})
    after, _ = played(made, dict(choice_of(made, "reform-3").candidates())["facing as they do, 10 files"])
    assert 0 in after.plane.standings[0].slots[:10]
    for model in range(20):
        start, end = made.plane.place(model), after.plane.place(model)
        assert math.dist((start.x, start.y), (end.x, end.y)) <= 3 * INCH


@pytest.mark.clause("SH-CO-04")
def test_a_reforming_block_is_tested_for_dangerous_ground():
    bog = [("dangerous", [(20.4, 21.3), (20.6, 21.3), (20.6, 21.45), (20.4, 21.45)])]
    made = standing_alone(grounds=bog)
    after, _ = played(made, about_its_centre(made, 90, 5), dice=[1, 3])
    assert after.plane.living(0) == 9


def test_a_unit_that_is_not_a_block_does_not_reform():
    made = battle(loose("guards", 0, [(20, 20)], GUARD))
    assert Script(RULESET).begin(made, reform, 0) == made


@pytest.mark.parametrize(("y", "stands"), [(17.0, True), (17.6, False)])
def test_an_unfilled_place_in_the_last_rank_of_a_reformed_block_may_be_near_an_enemy(y: float, stands: bool) -> None:
    """SH-CO-07, SH-R-79: every model ends at least an inch from enemies. Only the two places on the left of the second
    rank are filled.
    """
    made = battle(rank(7, 20, 20, 0, GUARD, 5, side=0, name="own"), loose_reavers([(22, y)]))
    question = ReformPlace(0, made, 0, "default")
    assert (question.why_not((20 * INCH, 20 * INCH, 0, 5)) is None) == stands


def test_a_reforming_block_with_fewer_models_than_files_gets_one_file_for_each_model() -> None:
    """SH-CO-07, SH-R-79 `keep-files`: three models of a front of five are left, and they may still turn about."""
    made = battle(rank(3, 20, 20, 0, GUARD, 5, side=0, name="own"), loose_reavers([(30, 30)]))
    question = ReformPlace(0, made, 0, "keep-files")
    assert {answer[3] for _, answer in question.candidates() if answer} == {3}

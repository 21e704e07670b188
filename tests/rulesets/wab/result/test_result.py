"""A combat result includes every bonus and names the winner."""

import pytest

from pilein.rulesets.wab.fight.combat_phase import close_combat_phase, fight_combat
from pilein.rulesets.wab.result.result import leads_of, parts_of_score, work_out
from pilein.rulesets.wab.state import Fight
from pilein.rulesets.wab.status import Status
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import facing, fought, line
from tests.rulesets.wab.playing import table_of

STANDARD = changed(WARRIOR, standard=True)


@pytest.mark.clause("WAB-CR-01", "WAB-CR-10", "WAB-CC-14")
@pytest.mark.parametrize(("lead", "won"), [(1, [True, False]), (0, [False, False]), (-2, [False, True])])
def test_the_side_with_the_higher_combat_total_wins(lead, won) -> None:
    state = facing(line(WARRIOR, 5), line(WARRIOR, 5)).changed(fight=Fight((0, 1), lead=lead))
    after = fought(state, work_out)
    assert [after.status(unit).won for unit in (0, 1)] == won
    assert after.aftermath.beaten == (() if not lead else (((1, 1),) if lead > 0 else ((0, 2),)))
    assert after.status(0).fought == (1,)


@pytest.mark.parametrize(("dice", "won"), [([3, 3, 5, 1], [True, False]), ([1, 2], [False, True])])
def test_under_the_musician_breaks_ties_ruling_musicians_roll_to_break_a_tied_combat(dice, won) -> None:
    """WAB-R-90 `musician-breaks-ties`: if both sides have a musician, each rolls a D6, and the side with the higher
    roll wins by 1.
    """
    loud = changed(WARRIOR, musician=True)
    state = facing(line(loud, 5), line(loud, 5), {"WAB-R-90": "musician-breaks-ties"}).changed(fight=Fight((0, 1)))
    after = fought(state, work_out, dice=dice)
    assert [after.status(unit).won for unit in (0, 1)] == won
    quiet = facing(line(loud, 5), line(WARRIOR, 5), {"WAB-R-90": "musician-breaks-ties"})
    assert fought(quiet.changed(fight=Fight((0, 1))), work_out).aftermath.beaten == ()


def test_under_the_count_sns_ruling_losses_to_stand_and_shoot_count_in_the_combat_result() -> None:
    for reading, lead in (("default", 0), ("count-sns", -2)):
        state = facing(line(WARRIOR, 5), line(WARRIOR, 5), {"WAB-R-88": reading}).having(1, volleyed=2)
        assert sum(leads_of(state, table_of(state), Fight((0, 1))).values()) == lead


@pytest.mark.parametrize(("reading", "lost"), [("default", (1,)), ("caught-captured-no-panic", ())])
def test_a_ruling_decides_whether_a_fleeing_unit_caught_by_chargers_counts_as_lost(reading, lost) -> None:
    """WAB-R-41: by default, such a unit is destroyed in the close combat phase."""
    state = facing(line(WARRIOR, 5), line(WARRIOR, 5), {"WAB-R-41": reading}).having(1, fleeing=True)
    after = fought(state, fight_combat, 0, 1)
    assert (after.living(1), after.aftermath.lost) == (0, lost)


@pytest.mark.clause("WAB-PA-04")
@pytest.mark.parametrize(("reading", "dice"), [("default", [6, 5, 1, 1]), ("caught-captured-no-panic", [])])
def test_friends_of_a_fleeing_unit_take_a_panic_test_if_chargers_catch_it(reading: str, dice: list[int]) -> None:
    """WAB-R-41: a destroyed mass has no position, so the friends near it are determined before its destruction."""
    state = battle(
        U("ours", 0, ((WARRIOR, 5),), block=(20, 20, 0, 5)),
        U("fleers", 1, ((WARRIOR, 3),), at=row(19, 20 + 10 / 25.4, 3, 0.8), status=Status(fleeing=True)),
        U("friends", 1, ((WARRIOR, 5),), block=(20, 30, 180, 5)),
        rulings={"WAB-R-41": reading},
    )
    assert state.plane.touched_units(0) == (1,)
    after = fought(state, close_combat_phase, dice=dice)
    assert after.living(1) == 0
    assert after.status(2).fleeing is bool(dice)


def test_the_log_of_a_combat_result_lists_the_parts_of_the_score_in_which_the_sides_differ() -> None:
    """WAB-CR-10: the log compares the two sides' scores part by part."""
    state = facing(line(STANDARD, 1), line(WARRIOR, 1)).having(1, charge="charged")
    leads = leads_of(state, table_of(state), Fight((0, 1), lead=2))
    assert {name: lead for name, lead in leads.items() if lead} == {"wounds": 2, "standard": 1, "momentum": -1}
    assert parts_of_score(leads, 1) == ("wounds +2", "standard +1", "momentum -1")
    assert parts_of_score(leads, -1) == ("wounds -2", "standard -1", "momentum +1")

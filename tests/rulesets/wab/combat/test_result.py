"""The result of a combat: every bonus, and who wins."""

import pytest

from pilein.kernel.table import Table
from pilein.rulesets.wab.bonuses import bonuses, has_momentum, rank_lead, side_of
from pilein.rulesets.wab.combat_phase import close_combat_phase, fight_combat
from pilein.rulesets.wab.result import leads_of, parts_of_score, without_momentum, work_out
from pilein.rulesets.wab.state import Assault, Battle, Fight
from pilein.rulesets.wab.status import Status
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import RIDER, WARRIOR, G, U, battle, changed
from tests.rulesets.wab.fights import facing, fought, line

STANDARD = changed(WARRIOR, standard=True)
ARMY_STANDARD = changed(WARRIOR, battle_standard=True)


def table_of(state: Battle) -> Table:
    return Table(state.setup.readings)


def red_bonus(state: Battle) -> int:
    units = tuple(unit.number for unit in state.setup.units)
    return sum(bonuses(state, table_of(state), side_of(state, 0, units)))


def ranks_ahead(state: Battle) -> int:
    return rank_lead(state, table_of(state), tuple(unit.number for unit in state.setup.units))


@pytest.mark.clause("WAB-CR-02")
@pytest.mark.parametrize(
    ("traits", "models", "formation", "bonus"),
    [(WARRIOR, 5, "close", 1), (WARRIOR, 5, "open", 0), (WARRIOR, 4, "close", 0), (RIDER, 5, "close", 0)],
)
def test_infantry_in_close_order(traits, models, formation, bonus) -> None:
    """WAB-R-89: not from units below five."""
    assert red_bonus(facing(line(traits, models, formation=formation), line(WARRIOR, 5))) == bonus


@pytest.mark.clause("WAB-CR-03")
@pytest.mark.parametrize(
    ("models", "files", "bonus"), [(8, 4, 1), (12, 4, 2), (20, 4, 2), (7, 4, 0), (12, 3, 0), (15, 5, 2)]
)
def test_complete_ranks_of_four(models, files, bonus) -> None:
    """WAB-R-89."""
    state = facing(line(WARRIOR, models, files=files), line(WARRIOR, 5))
    assert ranks_ahead(state) == bonus
    pressed = battle(
        U("red", 0, ((WARRIOR, models),), files=files), U("blue", 1, ((WARRIOR, 5),), files=5), pairs=[(0, 1)]
    )
    assert ranks_ahead(pressed) == bonus


def test_other_readings_of_ranks() -> None:
    """WAB-R-89, WAB-R-50."""
    wood = G("difficult", [(20, 10), (30, 10), (30, 30), (20, 30)])
    for ruling, reading in (
        ("WAB-R-89", "rank-5"),
        ("WAB-R-89", "flank-negates-ranks"),
        ("WAB-R-89", "ranks-open-ground"),
        ("WAB-R-50", "column-no-ranks"),
    ):
        for chosen, bonus in (("default", 2), (reading, 0)):
            state = facing(
                line(WARRIOR, 12, files=4),
                line(WARRIOR, 5),
                rulings={ruling: chosen},
                grounds=[wood],
                assaults=[Assault(1, 0, "flank")],
            )
            assert ranks_ahead(state.having(0, move="fast marched")) == bonus


@pytest.mark.clause("WAB-CR-04", "WAB-CR-05")
def test_standards() -> None:
    """WAB-R-24."""
    for reading, both in (("default", 1), ("army-standard-also-plain", 2)):
        rulings = {"WAB-R-24": reading}
        assert red_bonus(facing(line(STANDARD, 1), line(WARRIOR, 1), rulings)) == 1
        assert red_bonus(facing(line(ARMY_STANDARD, 1), line(WARRIOR, 1), rulings)) == both


@pytest.mark.clause("WAB-CR-06")
def test_uphill() -> None:
    """The five of a side stand at 21.7" to 26.3": a hill under three of them is one on which they stand."""
    assert red_bonus(facing(line(WARRIOR, 5), line(WARRIOR, 5)).having(0, uphill=True)) == 1
    for west, top, bonus in ((20, 19.99, 1), (23.9, 19.99, 1), (24.1, 19.99, 0), (20, 19.5, 0), (20, 21, 0)):
        hill = G("open", [(west, 15), (30, 15), (30, top), (west, top)], height=2)
        assert red_bonus(facing(line(WARRIOR, 5), line(WARRIOR, 5), grounds=[hill])) == bonus


@pytest.mark.clause("WAB-CR-07")
@pytest.mark.parametrize(
    ("reading", "charged", "won", "both"),
    [("default", 1, 1, 1), ("mom-charge-only", 1, 0, 1), ("mom-winner-only", 0, 1, 1), ("mom-exclusive", 1, 1, 0)],
)
def test_momentum(reading, charged, won, both) -> None:
    """WAB-R-79."""
    state = facing(line(WARRIOR, 5), line(WARRIOR, 5), {"WAB-R-79": reading})
    assert red_bonus(state) == 0
    assert red_bonus(state.having(0, charge="charged")) == charged
    assert red_bonus(state.having(0, won=True)) == won
    if reading in {"default", "mom-exclusive"}:
        assert red_bonus(state.having(0, won=True).having(1, charge="charged")) == both


@pytest.mark.clause("WAB-CR-09")
@pytest.mark.parametrize(("traits", "expected"), [(RIDER, False), (WARRIOR, True)])
def test_riders_in_a_wood_have_no_momentum(traits, expected) -> None:
    wood = G("difficult", [(20, 10), (30, 10), (30, 19), (20, 19)])
    state = facing(line(traits, 5, files=2), line(WARRIOR, 5), grounds=[wood]).having(0, charge="charged")
    assert has_momentum(state, table_of(state), 0, (0, 1)) is expected


def test_the_log_says_why_riders_in_a_wood_have_no_momentum() -> None:
    """WAB-CR-09."""
    wood = G("difficult", [(20, 10), (30, 10), (30, 19), (20, 19)])
    state = facing(line(RIDER, 5, files=2), line(WARRIOR, 5), grounds=[wood]).having(0, charge="charged")
    assert without_momentum(state, table_of(state), (0, 1)) == ("no Momentum for red in difficult ground: WAB-CR-09",)
    assert without_momentum(state.having(0, charge=""), table_of(state), (0, 1)) == ()


@pytest.mark.clause("WAB-CR-08", "WAB-CR-11")
def test_flank_and_rear_add_up_if_different_units_attack_there() -> None:
    """WAB-R-89."""
    units = [U(name, side, ((WARRIOR, 5),)) for name, side in (("one", 0), ("two", 0), ("three", 0), ("blue", 1))]
    pairs = [(0, 3), (1, 3), (2, 3)]
    for assaults, reading, bonus in (
        ([Assault(0, 3, "flank")], "default", 1),
        ([Assault(0, 3, "rear")], "default", 2),
        ([Assault(0, 3, "flank"), Assault(1, 3, "rear")], "default", 3),
        ([Assault(0, 3, "flank"), Assault(0, 3, "rear")], "default", 2),
        ([Assault(0, 3, "flank"), Assault(1, 3, "flank")], "default", 1),
        ([Assault(0, 3, "flank"), Assault(1, 3, "flank")], "per-unit", 2),
        ([Assault(0, 3, "rear"), Assault(1, 3, "rear")], "per-unit", 4),
    ):
        state = battle(*units, pairs=pairs, assaults=assaults, rulings={"WAB-R-89": reading})
        assert red_bonus(state) == bonus


@pytest.mark.clause("WAB-CR-01", "WAB-CR-10", "WAB-CC-14")
@pytest.mark.parametrize(("lead", "won"), [(1, [True, False]), (0, [False, False]), (-2, [False, True])])
def test_the_higher_total_wins(lead, won) -> None:
    state = facing(line(WARRIOR, 5), line(WARRIOR, 5)).changed(fight=Fight((0, 1), lead=lead))
    after = fought(state, work_out)
    assert [after.status(unit).won for unit in (0, 1)] == won
    assert after.aftermath.beaten == (() if not lead else (((1, 1),) if lead > 0 else ((0, 2),)))
    assert after.status(0).fought == (1,)


@pytest.mark.parametrize(("dice", "won"), [([3, 3, 5, 1], [True, False]), ([1, 2], [False, True])])
def test_musicians_may_break_ties(dice, won) -> None:
    """WAB-R-90."""
    loud = changed(WARRIOR, musician=True)
    state = facing(line(loud, 5), line(loud, 5), {"WAB-R-90": "musician-breaks-ties"}).changed(fight=Fight((0, 1)))
    after = fought(state, work_out, dice=dice)
    assert [after.status(unit).won for unit in (0, 1)] == won
    quiet = facing(line(loud, 5), line(WARRIOR, 5), {"WAB-R-90": "musician-breaks-ties"})
    assert fought(quiet.changed(fight=Fight((0, 1))), work_out).aftermath.beaten == ()


def test_losses_to_stand_and_shoot_may_count() -> None:
    """WAB-R-88."""
    for reading, lead in (("default", 0), ("count-sns", -2)):
        state = facing(line(WARRIOR, 5), line(WARRIOR, 5), {"WAB-R-88": reading}).having(1, volleyed=2)
        assert sum(leads_of(state, table_of(state), Fight((0, 1))).values()) == lead


@pytest.mark.parametrize(("reading", "lost"), [("default", (1,)), ("caught-captured-no-panic", ())])
def test_a_unit_that_is_caught_in_flight_is_destroyed(reading, lost) -> None:
    """WAB-R-41."""
    state = facing(line(WARRIOR, 5), line(WARRIOR, 5), {"WAB-R-41": reading}).having(1, fleeing=True)
    after = fought(state, fight_combat, 0, 1)
    assert (after.living(1), after.aftermath.lost) == (0, lost)


@pytest.mark.clause("WAB-PA-04")
@pytest.mark.parametrize(("reading", "dice"), [("default", [6, 5, 1, 1]), ("caught-captured-no-panic", [])])
def test_friends_of_those_caught_in_flight_are_shaken(reading: str, dice: list[int]) -> None:
    """WAB-R-41: a crowd that is gone leaves no place behind, so its friends are known before."""
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


def test_the_winner_is_told_with_the_parts_of_the_score_in_which_the_sides_differ() -> None:
    """WAB-CR-10."""
    state = facing(line(STANDARD, 1), line(WARRIOR, 1)).having(1, charge="charged")
    leads = leads_of(state, table_of(state), Fight((0, 1), lead=2))
    assert {name: lead for name, lead in leads.items() if lead} == {"wounds": 2, "standard": 1, "momentum": -1}
    assert parts_of_score(leads, 1) == ("wounds +2", "standard +1", "momentum -1")
    assert parts_of_score(leads, -1) == ("wounds -2", "standard -1", "momentum +1")

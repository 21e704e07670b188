"""Bonuses to the combat result, tested one by one."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.wab.bonuses import (
    bonuses,
    has_charged,
    has_momentum,
    rank_bonus,
    rank_lead,
    side_of,
    stands_higher,
)
from pilein.rulesets.wab.combat_events import CombatWon
from pilein.rulesets.wab.fight.combat_phase import close_combat_phase
from pilein.rulesets.wab.nearness import combat_of
from pilein.rulesets.wab.result.aftermath import after_combats
from pilein.rulesets.wab.result.result import without_momentum
from pilein.rulesets.wab.state import Aftermath, Assault, Battle
from pilein.rulesets.wab.status import Status
from pilein.rulesets.wab.turn import end_of_turn
from tests.enumeration import ends, spread
from tests.rulesets.wab.builder import RIDER, WARRIOR, G, U, battle, changed
from tests.rulesets.wab.fights import facing, line
from tests.rulesets.wab.moves import moved_in_turns
from tests.rulesets.wab.playing import battle_after, script_of, table_of

STANDARD = changed(WARRIOR, standard=True)
ARMY_STANDARD = changed(WARRIOR, battle_standard=True)


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
def test_a_unit_of_at_least_five_infantry_in_close_order_earns_a_combat_bonus(traits, models, formation, bonus) -> None:
    """WAB-R-89: units of fewer than five models have no such bonus."""
    assert red_bonus(facing(line(traits, models, formation=formation), line(WARRIOR, 5))) == bonus


@pytest.mark.clause("WAB-CR-03")
@pytest.mark.parametrize(
    ("models", "files", "bonus"), [(8, 4, 1), (12, 4, 2), (20, 4, 2), (7, 4, 0), (12, 3, 0), (15, 5, 2)]
)
def test_each_complete_rank_of_four_or_more_models_behind_the_first_adds_to_the_combat_bonus(
    models, files, bonus
) -> None:
    """WAB-R-89: a rank of fewer than four models, or an incomplete one, does not count."""
    state = facing(line(WARRIOR, models, files=files), line(WARRIOR, 5))
    assert ranks_ahead(state) == bonus
    pressed = battle(
        U("red", 0, ((WARRIOR, models),), files=files), U("blue", 1, ((WARRIOR, 5),), files=5), pairs=[(0, 1)]
    )
    assert ranks_ahead(pressed) == bonus


def test_rulings_decide_which_ranks_add_to_the_combat_bonus() -> None:
    """WAB-R-89, WAB-R-50: the readings differ on how wide a rank must be and on whether the ranks of columns count."""
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
def test_a_standard_adds_to_the_combat_bonus() -> None:
    """WAB-R-24: the bonus of the battle standard is added to that of ordinary standards."""
    for reading, both in (("default", 1), ("army-standard-also-plain", 2)):
        rulings = {"WAB-R-24": reading}
        assert red_bonus(facing(line(STANDARD, 1), line(WARRIOR, 1), rulings)) == 1
        assert red_bonus(facing(line(ARMY_STANDARD, 1), line(WARRIOR, 1), rulings)) == both


@pytest.mark.clause("WAB-CR-06")
def test_a_unit_uphill_of_all_its_enemies_earns_a_combat_bonus() -> None:
    """The unit's five models stand from x = 21.7" to x = 26.3". If the hill lies under three of the models, the unit
    counts as being on it.
    """
    assert red_bonus(facing(line(WARRIOR, 5), line(WARRIOR, 5)).having(0, uphill=True)) == 1
    for west, top, bonus in ((20, 19.99, 1), (23.9, 19.99, 1), (24.1, 19.99, 0), (20, 19.5, 0), (20, 21, 0)):
        hill = G("open", [(west, 15), (30, 15), (30, top), (west, top)], height=2)
        assert red_bonus(facing(line(WARRIOR, 5), line(WARRIOR, 5), grounds=[hill])) == bonus


@pytest.mark.clause("WAB-CR-07")
@pytest.mark.parametrize(
    ("reading", "charged", "won", "both"),
    [("default", 1, 1, 1), ("mom-charge-only", 1, 0, 1), ("mom-winner-only", 0, 1, 1), ("mom-exclusive", 1, 1, 0)],
)
def test_chargers_earn_a_combat_bonus_for_momentum(reading, charged, won, both) -> None:
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


def test_the_log_explains_why_riders_in_a_wood_have_no_momentum() -> None:
    """WAB-CR-09: cavalry and chariots in difficult ground have no Momentum."""
    wood = G("difficult", [(20, 10), (30, 10), (30, 19), (20, 19)])
    state = facing(line(RIDER, 5, files=2), line(WARRIOR, 5), grounds=[wood]).having(0, charge="charged")
    assert without_momentum(state, table_of(state), (0, 1)) == ("no Momentum for red in difficult ground: WAB-CR-09",)
    assert without_momentum(state.having(0, charge=""), table_of(state), (0, 1)) == ()


@pytest.mark.clause("WAB-CR-08", "WAB-CR-11")
def test_the_bonuses_for_flank_and_rear_add_up_if_different_units_earn_them() -> None:
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


FOES = U("foes", 1, ((WARRIOR, 5),), block=(60, 40, 180, 5))


def turned(kind=WARRIOR, *, models: int, files: int, foes: U = FOES) -> Battle:
    """Return a battle of a block in open order that has turned about in place."""
    block = U("block", 0, ((kind, models),), block=(30, 20, 0, files))
    return moved_in_turns(battle(block, foes), ("normal", (("about",),)))


@pytest.mark.clause("WAB-CR-03")
@pytest.mark.parametrize(("models", "bonus"), [(10, 1), (16, 2), (5, 0)])
def test_complete_ranks_behind_an_incomplete_first_rank_still_earn_a_bonus(models: int, bonus: int) -> None:
    """WAB-R-89: complete ranks behind the first count, whether or not the first is complete."""
    state = turned(models=models, files=6)
    assert rank_bonus(state, Table(state.setup.readings), 0) == bonus


def after_pursuit(kind: Any = WARRIOR, *, dice: Sequence[int], rulings: dict[str, str] | None = None) -> Battle:
    state = battle(
        U("winners", 0, ((kind, 10),), block=(24, 20, 0, 5)),
        U("broken", 1, ((WARRIOR, 5),), block=(24, 20, 180, 5)),
        U("fresh", 1, ((WARRIOR, 10),), block=(24, 24, 180, 5)),
        rulings=rulings,
    )
    state = state.having(0, won=True, fought=(1,)).having(1, fought=(0,))
    beaten = state.changed(aftermath=Aftermath(beaten=((1, 9),), won=(0,)))
    after = battle_after(beaten, after_combats, [1, 1, 6, 6, 2, 3, *dice], [1])
    return battle_after(after, end_of_turn, [])


@pytest.mark.parametrize(("option", "has_it"), [("default", True), ("mom-winner-only", False)])
def test_a_pursuer_has_momentum_against_fresh_enemies_except_under_the_winner_only_ruling(
    option: str, has_it: bool
) -> None:
    """WAB-CR-07, WAB-R-79: the pursuers have charged the fresh enemies, but have not yet won against them."""
    state = after_pursuit(dice=[], rulings={"WAB-R-79": option})
    assert state.plane.touched_units(0) == (2,)
    assert has_momentum(state, Table(state.setup.readings), 0, combat_of(state, 0)) is has_it


def test_a_pursuer_does_not_count_as_having_charged_if_its_fresh_enemies_have_fled() -> None:
    """WAB-CC-04, WAB-R-77: the enemies fail their terror test and flee, so the pursuer has not charged. A unit that
    charges the pursuer in the next turn therefore strikes first.
    """
    state = after_pursuit(changed(WARRIOR, rules=("Terror",)), dice=[6, 6, 1, 1])
    assert state.plane.touched_units(0) == ()
    assert not has_charged(state, 0)


@pytest.mark.parametrize(("reading", "higher"), [("default", False), ("highest-model", True)])
def test_a_unit_has_the_height_reached_by_half_of_its_models_unless_a_ruling_uses_the_highest_model(
    reading, higher
) -> None:
    """WAB-R-107: only one of the five models is on the hill."""
    state = battle(
        U("red", 0, ((WARRIOR, 5),), block=(24, 20, 0, 5)),
        U("blue", 1, ((WARRIOR, 5),), block=(24, 20, 180, 5)),
        grounds=[G("open", ((25, 15), (30, 15), (30, 19.99), (25, 19.99)), height=2)],
        rulings={"WAB-R-107": reading},
    )
    assert stands_higher(state, table_of(state), 0, (1,)) is higher


IDLE = changed(WARRIOR, A=0, shield="none")


@pytest.mark.clause("WAB-CR-06")
@pytest.mark.parametrize(
    ("brow", "parts"),
    [
        (24, ()),  # nobody is on the hill
        (22.5, ()),  # one rank of the defenders is
        (21.7, ("high ground +1",)),  # half of them are
        (20, ("high ground +1",)),
        (19, ("high ground +1",)),  # the first rank of the attackers has come up
        (18.5, ()),  # half of them have
        (14, ()),
    ],
)
def test_a_unit_on_a_hill_is_uphill_of_its_enemies_until_half_of_them_have_reached_the_top(
    brow: float, parts: tuple[str, ...]
) -> None:
    """Each side has four ranks of five, which are 3.15" deep, and the sides meet at y = 20". The brow of the hill is
    the edge nearest to the enemy.
    """
    hill = G("open", [(10, brow), (40, brow), (40, 40), (10, 40)], height=2)
    red = U("red", 0, ((IDLE, 20),), block=(24, 20, 0, 5))
    blue = U("blue", 1, ((IDLE, 20),), block=(24, 20, 180, 5))
    script = script_of(battle(red, blue, grounds=[hill]), [1, 1] if parts else [], [])
    assert [event.parts for event in script.events if isinstance(event, CombatWon)] == ([parts] if parts else [])


def beaten(state: Battle) -> dict[tuple[tuple[int, int], ...], Fraction]:
    """Return the probability of each result of the close combat phase. A result is given as (unit, margin) for each
    beaten unit.
    """
    return spread(ends(state, (close_combat_phase,), until="after_combats"), lambda end: end.aftermath.beaten)


@pytest.mark.clause("WAB-CR-06")
@pytest.mark.parametrize("brow", [20.2, 30])
def test_a_hill_gives_the_same_bonus_on_a_table_and_in_the_press(brow: float) -> None:
    """Each side has eight models in two ranks. In one case all of blue stands on the hill, and in the other no model
    does.
    """
    hill = G("open", [(10, brow), (40, brow), (40, 40), (10, 40)], height=2)
    red, blue = (U(name, side, ((WARRIOR, 8),), files=4) for side, name in enumerate(("red", "blue")))
    pressed = battle(red, replace(blue, status=Status(uphill=brow < 30)), pairs=[(0, 1)], frontage=4)
    red, blue = (replace(one, block=(24, 20, 180 * one.side, 4)) for one in (red, blue))
    assert beaten(battle(red, blue, grounds=[hill])) == beaten(pressed)

"""Findings in WAB of readers who played forty of its sentences once more: giving ground, pursuers, extra attacks."""

from collections.abc import Sequence
from typing import Any

import pytest

from pilein.engine.script import Script
from pilein.geometry.blocks import EMPTY, with_slots
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.bonuses import has_charged, has_momentum
from pilein.rulesets.wab.clearance import is_on_table
from pilein.rulesets.wab.closing_ranks import with_ranks_closed
from pilein.rulesets.wab.combat_events import Broke
from pilein.rulesets.wab.combat_phase import after_combats, close_combat_phase, fight_combat
from pilein.rulesets.wab.giving_ground import give_grounds
from pilein.rulesets.wab.nearness import combat_of
from pilein.rulesets.wab.profile import Mount
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import NOBODY, Aftermath, Battle
from pilein.rulesets.wab.turn import end_of_turn
from tests.rulesets.wab.builder import RIDER, WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import facing, fought, front, line


def played(state: Battle, clause: Any, dice: Sequence[int], answers: Sequence[Any] = ()) -> Battle:
    script = Script(RULESET, dice=dice, answers=answers)
    after: Battle = script.begin(state, clause)
    script.assert_used_up()
    return after


# --- Giving ground when the winners have run (WAB-SB-02, WAB-R-69) ------------------------------------------------


@pytest.mark.clause("WAB-SB-02")
@pytest.mark.parametrize("formation", ["open", "skirmish"])
def test_a_unit_that_gives_ground_goes_straight_back_though_the_winners_have_run(formation: str) -> None:
    """The winners panic for a friend who breaks; the beaten neither pursue them nor step aside."""
    stubborn = ((changed(WARRIOR, rules=("Stubborn",)), 5),)
    ranks = U("stubborn", 0, stubborn, block=(24, 20, 0, 5))
    loose = U("stubborn", 0, stubborn, at=[(23 + place, 19.606) for place in range(3)] + [(23, 18), (25, 18)])
    state = battle(
        ranks if formation == "open" else loose,
        U("winners", 1, ((WARRIOR, 10),), block=(24, 20, 180, 5)),
        U("broken", 1, ((WARRIOR, 5),), block=(34, 20, 180, 5)),
        U("others", 0, ((WARRIOR, 10),), block=(34, 20, 0, 5)),
    ).changed(aftermath=Aftermath(beaten=((0, 3), (2, 6)), won=(1, 3)))
    dice = [6, 6, 6, 6, 1, 1, 1, 1, 1, 1]  # break test, panic, hold, two flights
    after = played(state, after_combats, dice, [False, NOBODY])
    for model in state.plane.models(0):
        here, there = state.plane.place(model), after.plane.place(model)
        assert (there.x - here.x) / INCH == pytest.approx(0, abs=0.1)
        assert (there.y - here.y) / INCH == pytest.approx(-2, abs=0.01)


def test_ground_given_in_the_press_is_not_rolled() -> None:
    """WAB-SB-02, WAB-R-69 `fbigo`, WAB-R-95: the distance does not matter there."""
    units = [U("winners", 0, ((WARRIOR, 10),), files=5), U("stubborn", 1, ((WARRIOR, 10),), files=5)]
    state = battle(*units, pairs=[(0, 1)], rulings={"WAB-R-69": "fbigo"})
    after = played(state.changed(aftermath=Aftermath(giving=(1,))), give_grounds, [], [False])
    assert after.field.touched_units(1) == ()


# --- Pursuers (WAB-R-79, WAB-R-93) --------------------------------------------------------------------------------


def after_pursuit(kind: Any = WARRIOR, *, dice: Sequence[int], rulings: dict[str, str] | None = None) -> Battle:
    """The turn after some winners have pursued 5" into fresh enemies, who test for the broken first."""
    state = battle(
        U("winners", 0, ((kind, 10),), block=(24, 20, 0, 5)),
        U("broken", 1, ((WARRIOR, 5),), block=(24, 20, 180, 5)),
        U("fresh", 1, ((WARRIOR, 10),), block=(24, 24, 180, 5)),
        rulings=rulings,
    )
    state = state.having(0, won=True, fought=(1,)).having(1, fought=(0,))
    beaten = state.changed(aftermath=Aftermath(beaten=((1, 9),), won=(0,)))
    after = played(beaten, after_combats, [1, 1, 6, 6, 2, 3, *dice], [1])
    return played(after, end_of_turn, [])


@pytest.mark.parametrize(("option", "has_it"), [("default", True), ("mom-winner-only", False)])
def test_a_combat_won_gives_no_momentum_in_another(option: str, has_it: bool) -> None:
    """WAB-CR-07, WAB-R-79: against the fresh enemies the pursuers have charged, and won nothing yet."""
    state = after_pursuit(dice=[], rulings={"WAB-R-79": option})
    assert state.plane.touched_units(0) == (2,)
    assert has_momentum(state, Table(state.setup.readings), 0, combat_of(state, 0)) is has_it


def test_a_pursuer_whose_fresh_enemies_have_run_has_charged_nobody() -> None:
    """WAB-CC-04, WAB-R-77.

    They fail their test of terror and are gone; if others charge it next turn it does not strike first.
    """
    state = after_pursuit(changed(WARRIOR, rules=("Terror",)), dice=[6, 6, 1, 1])
    assert state.plane.touched_units(0) == ()
    assert not has_charged(state, 0)


# --- Attacks (WAB-FZ-03, WAB-CC-03, WAB-HA-02) --------------------------------------------------------------------


@pytest.mark.clause("WAB-FZ-03", "WAB-CC-03")
@pytest.mark.parametrize(
    ("changes", "dice", "answers"),
    [({"rules": ("Frenzy",)}, 2, []), ({"two_weapons": True}, 2, [True]), ({"two_weapons": True}, 0, [False])],
)
def test_a_unit_that_has_no_attacks_still_has_the_extra_one(
    changes: dict[str, Any], dice: int, answers: list[bool]
) -> None:
    idle = changed(WARRIOR, A=0)
    state = facing(line(changed(idle, **changes), 2), line(idle, 2)).having(0, charge="charged")
    fought(state, fight_combat, 0, 1, dice=[1] * dice, answers=answers)


@pytest.mark.clause("WAB-HA-02")
def test_mounts_strike_the_hated_again_too() -> None:
    """A unit may re-roll any misses: a rider's, and his horse's."""
    hater = changed(RIDER, hates=("blue",), mount=Mount("horse", 3, 3, 3, 1, 1))
    state = facing(line(hater, 1), line(changed(WARRIOR, A=0), 2)).having(0, charge="charged")
    fought(state, fight_combat, 0, 1, dice=[1, 1, 1, 1], answers=[True, True])


def test_a_unit_that_strikes_at_the_same_time_strikes_as_if_nobody_had_fallen() -> None:
    """WAB-CC-06, WAB-R-78 `simultaneous`.

    The frenzied who fall have their extra attack and their re-rolls, and hit the slain.
    """
    rulings = {"WAB-R-78": "simultaneous", "WAB-R-65": "frenzy-keeps-hatred"}
    red = changed(WARRIOR, shield="none", A=2)
    blue = changed(WARRIOR, shield="none", rules=("Frenzy", "Hatred"))
    state = facing(line(red, 1), line(blue, 1), rulings=rulings)
    dice = [6, 6, 6, 6, 4, 1, 6, 6, 6]  # two hits and wounds; one hit, one re-roll that hits, two wounds
    after = fought(state, fight_combat, 0, 1, dice=dice, answers=[True])
    assert (after.living(0), after.living(1)) == (0, 0)


# --- Ranks are tidied (WAB-R-94) ----------------------------------------------------------------------------------


def with_one_in_front(x: float, y: float, bearing: float) -> Battle:
    """Six in files of five who have turned about, one of them before the others on the right; a combat elsewhere."""
    state = battle(
        U("turned", 0, ((WARRIOR, 6),), block=(x, y, bearing, 5)),
        U("red", 0, ((WARRIOR, 5),), block=(10, 20, 0, 5)),
        U("blue", 1, ((changed(WARRIOR, A=0), 10),), block=(10, 20, 180, 5)),
    )
    block = with_slots(front(state, 0), (EMPTY,) * 4 + tuple(range(6)))
    return state.on(state.plane.with_standing(0, block))


def test_combats_elsewhere_move_nobody_who_has_turned_about() -> None:
    """WAB-MN-04."""
    state = with_one_in_front(30, 20, 0)
    after = played(state.having(1, charge="charged"), close_combat_phase, [1] * 5)
    assert after.plane.standings[0] == state.plane.standings[0]


def test_ranks_are_closed_on_the_table() -> None:
    """The places beside the one in front are over the edge of the table: ranks are closed from behind."""
    state = with_one_in_front(30, 47, 45)
    size = state.setup.size
    assert size is not None
    for field in (state, with_ranks_closed(state, 0)):
        assert all(is_on_table(field.plane.shape(model), size) for model in field.plane.models(0))


# --- Small units (WAB-BR-08) --------------------------------------------------------------------------------------


def test_a_small_unit_breaks_after_its_own_combat() -> None:
    """WAB-BR-08, WAB-R-91 `under5-any-result`, WAB-R-94 `one-combat-at-a-time`.

    Not as long as only the first one is over.
    """
    idle = changed(WARRIOR, A=0)
    state = battle(
        U("red", 0, ((idle, 5),), block=(10, 20, 0, 5)),
        U("blue", 1, ((idle, 5),), block=(10, 20, 180, 5)),
        U("few", 0, ((idle, 4),), block=(60, 20, 0, 4)),
        U("many", 1, ((WARRIOR, 5),), block=(60, 20, 180, 5)),
        rulings={"WAB-R-94": "one-combat-at-a-time", "WAB-R-91": "under5-any-result"},
    )
    script = Script(RULESET, dice=[], answers=[])
    script.begin(state, close_combat_phase, until="declare_pursuits")
    assert [event for event in script.events if isinstance(event, Broke)] == []

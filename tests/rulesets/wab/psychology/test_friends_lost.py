"""Units panic over friends that break or are wiped out nearby, and over lost Generals."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.declaring import movement_phase
from pilein.rulesets.wab.fight.combat_phase import close_combat_phase
from pilein.rulesets.wab.fight.striking import take_losses
from pilein.rulesets.wab.movement.compulsory import compulsory_moves
from pilein.rulesets.wab.movement_events import RanAway
from pilein.rulesets.wab.psychology.friends_lost import answer, answer_at_once, near_friends_lost
from pilein.rulesets.wab.result.aftermath import shaken_friends
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.start_phase import start_of_turn
from pilein.rulesets.wab.state import Absent, Battle, Fight, Rout
from pilein.tabletop.events import CombatBegan
from tests.rulesets.fielding import told
from tests.rulesets.wab.builder import WARRIOR, U, armed, battle, changed
from tests.rulesets.wab.fights import fought
from tests.rulesets.wab.playing import played

SLAYER = changed(WARRIOR, WS=6, S=5, I=6)
GENERAL = changed(WARRIOR, Ld=9, type="character", general=True)


def army(rulings=None) -> Battle:
    """Return a battle of red's General with five models at x = 10, ten models at x = 18 and ten at x = 40, against ten
    distant blue models.
    """
    lord = U("lord", 0, ((GENERAL, 1), (WARRIOR, 4)), block=(10, 10, 0, 5))
    near = U("near", 0, ((WARRIOR, 10),), block=(18, 10, 0, 5))
    far = U("far", 0, ((WARRIOR, 10),), block=(40, 10, 0, 5))
    return battle(lord, near, far, U("blue", 1, ((WARRIOR, 10),), block=(18, 40, 180, 5)), rulings=rulings)


def without(state: Battle, *models: int) -> Battle:
    return state.on(state.field.without(frozenset(models)))


@pytest.mark.clause("WAB-PA-07")
def test_every_friendly_unit_takes_one_panic_test_when_the_general_is_lost() -> None:
    lost = without(army(), 0)
    after = fought(lost, answer, dice=[6, 6, 1, 1, 6, 6])
    assert after.routs == (Rout(0), Rout(2))
    assert after.mourned == (0,)
    assert fought(after, answer) == after
    assert fought(army(), answer).mourned == ()


def test_a_general_who_pursued_off_the_table_is_not_lost() -> None:
    """WAB-R-45: a pursuing unit that leaves the table may return."""
    gone = without(army(), 0, 1, 2, 3, 4)
    away = gone.changed(absent=(Absent(0, army().plane.standings[0]),))
    assert fought(away, answer) == away
    assert fought(gone, answer, dice=[1, 1, 1, 1]).mourned == (0,)


@pytest.mark.parametrize("gone", [(0,), (0, 1, 2, 3, 4)])
def test_under_the_general_12_ruling_only_units_near_a_lost_general_take_a_panic_test(gone: tuple[int, ...]) -> None:
    dice = [1, 1] * (2 if len(gone) == 1 else 1)
    assert fought(without(army({"WAB-R-58": "general-12"}), *gone), answer, dice=dice).mourned == (0,)


@pytest.mark.parametrize(("option", "dice"), [("default", []), ("immediate", [1, 1, 1, 1, 1, 1])])
def test_under_the_immediate_ruling_units_take_their_panic_tests_for_a_lost_general_at_once(
    option: str, dice: list[int]
) -> None:
    after = fought(without(army({"WAB-R-58": option}), 0), answer_at_once, dice=dice)
    assert after.mourned == ((0,) if dice else ())
    assert fought(army({"WAB-R-58": option}), answer_at_once).mourned == ()


@pytest.mark.clause("WAB-PA-07", "WAB-CC-15")
def test_the_log_announces_no_combat_for_a_unit_whose_enemies_are_about_to_flee() -> None:
    """WAB-R-58 `immediate`: the General falls in the first combat, and the unit in the second combat panics before it
    fights.
    """
    state = battle(
        U("lord", 0, ((changed(GENERAL, A=0, T=1, shield="none"), 1),), block=(10, 20, 0, 1)),
        U("slayers", 1, ((SLAYER, 3),), block=(10, 20, 180, 3)),
        U("mourners", 0, ((WARRIOR, 10),), block=(30, 20, 0, 5)),
        U("foes", 1, ((WARRIOR, 5),), block=(30, 20, 180, 5)),
        rulings={"WAB-R-58": "immediate"},
    )
    script = Script(RULESET, dice=[6, 6, 6, 6, 6, 6, 6, 6, 1, 1])
    after: Battle = script.begin(state, close_combat_phase)
    script.assert_used_up()
    assert after.status(2).fleeing
    assert [one.units for one in told(script, CombatBegan)] == [("lord", "slayers")]


@pytest.mark.clause("WAB-PA-04")
def test_friends_within_twelve_inches_of_broken_or_destroyed_units_take_a_panic_test() -> None:
    state = army()
    table = Table(state.setup.readings)
    assert near_friends_lost(state, table, (0,)) == (1,)
    assert near_friends_lost(without(state, 0, 1, 2, 3, 4), table, (0,)) == (1,)
    assert near_friends_lost(state, table, (0, 1)) == ()
    assert near_friends_lost(state, table, (3,)) == ()
    assert near_friends_lost(state, table, ()) == ()


def test_no_distance_to_friends_is_measured_from_loose_models_that_have_already_been_destroyed() -> None:
    red = U("red", 0, ((WARRIOR, 1),), at=((10, 10),), formation="skirmish")
    state = battle(
        red, U("near", 0, ((WARRIOR, 5),), block=(12, 10, 0, 5)), U("blue", 1, ((WARRIOR, 1),), at=((40, 40),))
    )
    table = Table(state.setup.readings)
    assert near_friends_lost(state, table, (0,)) == (1,)
    assert near_friends_lost(without(state, 0), table, (0,)) == ()


def test_friends_take_a_panic_test_if_loose_models_near_them_are_wiped_out_in_combat() -> None:
    """WAB-R-56: the distance to the loose models counts even though none of them is left."""
    loose = U("loose", 0, ((WARRIOR, 1),), at=((20, 20.3937),), formation="skirmish")
    near = U("near", 0, ((changed(WARRIOR, Ld=4), 5),), block=(28, 20, 0, 5))
    blue = U("blue", 1, ((WARRIOR, 5),), block=(20, 20, 0, 5))
    state = battle(loose, near, blue, U("far", 0, ((WARRIOR, 5),), block=(60, 20, 0, 5)))
    fighting = state.changed(fight=Fight((0, 2)))
    after = fought(fighting, take_losses, 2, 0, 1)
    assert (after.living(0), after.aftermath.shaken) == (0, (1,))
    assert fought(after.changed(fight=None), shaken_friends, dice=[6, 6]).status(1).fleeing


def test_all_friends_in_the_press_count_as_near_enough_for_panic() -> None:
    units = [U(name, side, ((WARRIOR, 5),)) for name, side in (("a", 0), ("b", 0), ("c", 1))]
    state = battle(*units, pairs=((0, 2), (1, 2)))
    assert near_friends_lost(state, Table(state.setup.readings), (0,)) == (1,)


@pytest.mark.parametrize(("option", "tested"), [("default", (1,)), ("small-units-no-panic", ())])
def test_under_the_small_units_no_panic_ruling_small_units_cause_no_panic(option: str, tested: tuple[int, ...]) -> None:
    state = army({"WAB-R-56": option})
    few = without(state, 2, 3, 4)
    assert near_friends_lost(few, Table(state.setup.readings), (0,)) == tested
    assert near_friends_lost(state, Table(state.setup.readings), (0,)) == (1,)


BOWMAN = armed(changed(WARRIOR, BS=10, shield="none"), "bow")
BARE = changed(WARRIOR, shield="none")
LORD = changed(BARE, type="character", general=True, Ld=9)


def charging(*units: U, rulings: dict[str, str]) -> Battle:
    return battle(*units, U("bowmen", 1, ((BOWMAN, 10),), block=(24, 16, 180, 10)), rulings=rulings)


@pytest.mark.clause("WAB-PA-07")
def test_a_unit_flees_once_and_does_not_rally_if_it_panics_because_its_general_is_shot_during_a_charge() -> None:
    """WAB-R-58 `immediate`, WAB-R-46: a unit may not rally in the turn in which its flight began."""
    lord = U("lord", 0, ((LORD, 1),), at=[(24, 10)], formation="skirmish")
    friends = U("friends", 0, ((WARRIOR, 10),), block=(40, 20, 0, 5))
    state = charging(lord, friends, rulings={"WAB-R-58": "immediate"})
    volley = [6] * 10 + [6] * 10
    after, script = played(state, movement_phase, [*volley, 6, 6, 1, 2], [(2, 0), "shoot"])
    assert (after.living(0), after.status(1).move) == (0, "fled")
    assert [event.inches for event in script.events if isinstance(event, RanAway)] == [3]


@pytest.mark.clause("WAB-PA-07")
def test_friends_test_for_panic_before_the_next_move_if_their_general_flees_off_the_table() -> None:
    """WAB-R-58 `immediate`: a unit that fails flees before the next compulsory move."""
    state = battle(
        U("lord", 0, ((LORD, 1),), at=[(24, 2)], formation="skirmish"),
        U("runners", 0, ((WARRIOR, 6),), block=(60, 20, 180, 6)),
        U("friends", 0, ((WARRIOR, 10),), block=(40, 20, 0, 5)),
        U("foes", 1, ((WARRIOR, 5),), block=(40, 40, 180, 5)),
        rulings={"WAB-R-58": "immediate"},
    )
    state = state.having(0, fleeing=True).having(1, fleeing=True)
    _, script = played(state, compulsory_moves, [6, 6, 6, 6, 1, 1, 2, 2], [0])
    runs = [(event.unit, event.inches) for event in script.events if isinstance(event, RanAway)]
    assert [unit for unit, _ in runs] == ["lord", "friends", "runners"]


@pytest.mark.clause("WAB-PA-07")
@pytest.mark.parametrize(("option", "runs"), [("default", []), ("flee-now-and-again", [3])])
def test_a_unit_flees_in_the_compulsory_step_if_it_panics_because_its_general_never_returns(
    option: str, runs: list[int]
) -> None:
    """WAB-R-28 `return-never`: the unit does not rally before that step."""
    state = battle(
        U("lord", 0, ((LORD, 1),), at=[(24, 2)], formation="skirmish"),
        U("friends", 0, ((WARRIOR, 10),), block=(40, 20, 0, 5)),
        U("foes", 1, ((WARRIOR, 5),), block=(40, 40, 180, 5)),
        rulings={"WAB-R-28": "return-never", "WAB-R-44": option},
    )
    lost = Absent(0, state.plane.standings[0])
    state = state.on(state.plane.without(frozenset(state.plane.models(0)))).changed(absent=(lost,))
    after, script = played(state, start_of_turn, [6, 6, *([1, 2] if runs else [])])
    assert [event.inches for event in script.events if isinstance(event, RanAway)] == runs
    assert (after.status(1).fleeing, after.status(1).move) == (True, "fled")


@pytest.mark.clause("WAB-PA-07")
def test_a_unit_flees_at_once_and_again_later_if_it_panics_over_a_general_lost_in_the_start_phase() -> None:
    """WAB-R-44 `flee-now-and-again`, WAB-R-46: the unit flees again in the compulsory step and does not rally in
    between.
    """
    state = battle(
        U("lord", 0, ((LORD, 1),), at=[(24, 2)], formation="skirmish"),
        U("friends", 0, ((WARRIOR, 10),), block=(40, 20, 0, 5)),
        U("terror", 1, ((changed(WARRIOR, rules=("Terror",)), 5),), block=(24, 8, 180, 5)),
        rulings={"WAB-R-44": "flee-now-and-again"},
    )
    after, script = played(state, start_of_turn, [6, 6, 3, 3, 6, 6, 1, 2])
    assert [event.unit for event in script.events if isinstance(event, RanAway)] == ["lord", "friends"]
    assert (after.status(1).fleeing, after.status(1).move) == (True, "fled")

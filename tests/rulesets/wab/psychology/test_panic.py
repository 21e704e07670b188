"""Units that take panic tests, and the effects of failing one."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.lab.sentences import sentence
from pilein.rulesets.wab import movement_events
from pilein.rulesets.wab.combat_events import Shot
from pilein.rulesets.wab.fight.combat_phase import close_combat_phase
from pilein.rulesets.wab.flight.flight import flights
from pilein.rulesets.wab.movement_events import RanAway, TookFlight
from pilein.rulesets.wab.psychology.panic import charge_panic, panic_test, shot_panic
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.shooting.phase import shooting_phase
from pilein.rulesets.wab.state import NOBODY, Aftermath, Battle, Charge, Rout
from tests.rulesets.wab.builder import WARRIOR, U, armed, battle, changed
from tests.rulesets.wab.fights import fought
from tests.rulesets.wab.playing import played, script_of

FRENZIED = changed(WARRIOR, rules=("Frenzy",))


def facing(traits=WARRIOR, rulings=None) -> Battle:
    ours = U("ours", 0, ((traits, 10),), block=(30, 20, 0, 5))
    return battle(ours, U("theirs", 1, ((WARRIOR, 10),), block=(30, 20, 180, 5)), rulings=rulings)


def after_test(state: Battle, dice: list[int], *, cause: str = "WAB-PA-04", waits: int = 0, answers=()) -> Battle:
    script = Script(RULESET, dice=dice, answers=answers)
    after: Battle = script.begin(state, panic_test, 0, cause, 1, waits)
    script.assert_used_up()
    return after


@pytest.mark.clause("WAB-PA-01")
def test_a_unit_that_fails_a_panic_test_flees_only_after_the_last_test_of_the_step() -> None:
    after = after_test(facing(), [6, 6])
    assert after.status(0).fleeing
    assert after.routs == (Rout(0, 1),)
    assert after.status(0).move == ""


@pytest.mark.clause("WAB-PA-01")
def test_a_unit_waiting_to_flee_flees_only_in_the_compulsory_step() -> None:
    after = after_test(facing(), [6, 6], waits=1, cause="WAB-PA-03")
    assert after.status(0).fleeing
    assert after.routs == ()
    assert after.status(0).move == "fled"


def test_a_unit_that_is_already_fleeing_takes_no_panic_test() -> None:
    """WAB-R-33: fleeing units take no psychology tests."""
    state = facing().having(0, fleeing=True)
    assert after_test(state, []) == state


@pytest.mark.clause("WAB-FZ-06")
def test_frenzied_units_never_panic_until_they_have_been_broken() -> None:
    assert not after_test(facing(FRENZIED), []).status(0).fleeing
    assert after_test(facing(FRENZIED).having(0, frenzy_lost=True), [6, 6]).status(0).fleeing


@pytest.mark.parametrize(("option", "dice"), [("default", [6, 6]), ("engaged-immune", [])])
def test_units_in_combat_take_panic_tests_by_default(option: str, dice: list[int]) -> None:
    """WAB-R-33: by default, units in combat take psychology tests."""
    state = facing(rulings={"WAB-R-33": option})
    assert after_test(state, dice).status(0).fleeing is bool(dice)
    assert after_test(state, [6, 6], cause="WAB-PA-06").status(0).fleeing


@pytest.mark.clause("WAB-PA-05")
def test_a_unit_that_won_its_round_may_reroll_a_panic_test() -> None:
    state = facing().having(0, won=True).changed(aftermath=Aftermath(beaten=((1, 2),), won=(0,)))
    assert not after_test(state, [6, 6, 1, 1], answers=[True]).status(0).fleeing
    assert after_test(state, [6, 6], answers=[False]).status(0).fleeing
    assert after_test(state, [6, 6], cause="WAB-PA-07").status(0).fleeing
    assert after_test(state.changed(aftermath=Aftermath()), [6, 6]).status(0).fleeing


def test_under_the_panic_reroll_all_ruling_any_panic_test_of_the_combat_phase_may_be_rerolled() -> None:
    """WAB-R-04: by default, only one kind of panic test may be rerolled."""
    state = facing(rulings={"WAB-R-04": "panic-reroll-all"}).having(0, won=True)
    state = state.changed(aftermath=Aftermath(beaten=((1, 2),), won=(0,)))
    assert not after_test(state, [6, 6, 1, 1], cause="WAB-PA-07", answers=[True]).status(0).fleeing


def test_a_ruling_decides_whether_panic_is_tested_for_each_cause_or_only_once_a_phase() -> None:
    """WAB-R-32: by default, each kind of trigger requires a test of its own."""
    once = after_test(facing(rulings={"WAB-R-32": "one-panic-per-phase"}), [1, 1])
    assert after_test(once, [], cause="WAB-PA-07") == once
    often = after_test(facing(), [1, 1])
    assert after_test(often, []) == often
    assert after_test(often, [6, 6], cause="WAB-PA-07").status(0).fleeing


@pytest.mark.clause("WAB-FL-01")
def test_flight_distances_are_rolled_after_the_last_panic_test() -> None:
    state = facing().having(0, fleeing=True).changed(routs=(Rout(0, 1),))
    script = Script(RULESET, dice=[3, 4])
    after = script.begin(state, flights)
    script.assert_used_up()
    assert after.routs == ()
    run = min(state.plane.shape(one).y for one in range(10)) - min(after.plane.shape(one).y for one in range(10))
    assert run == pytest.approx(7 * INCH, abs=100)


def test_in_the_press_a_unit_that_flees_leaves_the_combat() -> None:
    """WAB-R-95: the distance has no effect in the press, so no dice are rolled for it."""
    pressed = battle(U("ours", 0, ((WARRIOR, 5),)), U("theirs", 1, ((WARRIOR, 5),)), pairs=((0, 1),))
    script = Script(RULESET, dice=[6, 6])
    after = script.begin(pressed, panic_test, 0, "WAB-PA-07", NOBODY, 0)
    after = script.begin(after, flights)
    script.assert_used_up()
    assert after.field.touched_units(0) == ()
    assert TookFlight(unit="ours", clause="WAB-PA-07") in script.events


@pytest.mark.clause("WAB-PA-08")
@pytest.mark.example("WAB-EX-26")
@pytest.mark.parametrize(("size", "lost", "dice"), [(14, 3, []), (14, 4, [6, 6]), (12, 3, [6, 6]), (12, 0, [])])
def test_a_unit_tests_for_panic_if_it_loses_a_quarter_of_its_models_to_shooting(
    size: int, lost: int, dice: list[int]
) -> None:
    state = battle(
        U("shot", 0, ((WARRIOR, size - lost),), block=(10, 10, 0, 5)),
        U("blue", 1, ((WARRIOR, 10),), block=(18, 40, 180, 5)),
    ).having(0, shot_down=lost, began=size)
    assert fought(state, shot_panic, 0, 0, dice=dice).status(0).fleeing is bool(dice)
    if dice:
        assert fought(state, shot_panic, 0, 1, dice=dice).routs == ()


def charged(charge: Charge, rulings=None, size: int = 10) -> Battle:
    target = U("target", 1, ((WARRIOR, 10),), block=(30, 30, 180, 5))
    return battle(U("charger", 0, ((WARRIOR, size),), block=(30, 20, 0, 5)), target, rulings=rulings).changed(
        charges=(charge,)
    )


@pytest.mark.clause("WAB-PA-06")
def test_a_unit_tests_for_panic_if_it_is_charged_in_the_flank_or_rear() -> None:
    for arc in ("flank", "rear"):
        assert fought(charged(Charge(0, 1, arc, True)), charge_panic, 1, dice=[6, 6]).routs == (Rout(1, 0),)
    for charge in (Charge(0, 1, "front", True), Charge(0, 1, "flank", False)):
        assert fought(charged(charge), charge_panic, 1).routs == ()


@pytest.mark.parametrize(("option", "dice"), [("default", [1, 1]), ("min5", [])])
def test_under_the_min5_ruling_fewer_than_five_chargers_cause_no_panic(option: str, dice: list[int]) -> None:
    rulings = {"WAB-R-57": option}
    fought(charged(Charge(0, 1, "rear", True), rulings, size=4), charge_panic, 1, dice=dice)
    fought(charged(Charge(0, 1, "rear", True), rulings, size=5), charge_panic, 1, dice=[1, 1])


@pytest.mark.clause("WAB-PA-09")
@pytest.mark.parametrize(
    ("option", "ignored", "unseen"),
    [("default", [6, 6], []), ("ignored-never", [], []), ("ignored-unseen", [], [6, 6]), ("ignored-flag", [6, 6], [])],
)
def test_a_ruling_decides_whether_a_charge_by_an_ignored_enemy_causes_a_panic_test(
    option: str, ignored: list[int], unseen: list[int]
) -> None:
    """WAB-R-60: the unit ignored that enemy when it marched in its own previous turn."""
    state = charged(Charge(0, 1, "front", True), {"WAB-R-60": option})
    assert fought(state.having(1, ignored=(0,)), charge_panic, 1, dice=ignored).status(1).fleeing is bool(ignored)
    block = state.plane.standings[1]
    turned = state.on(
        state.plane.with_standing(
            1, type(block)(**{**{n: getattr(block, n) for n in block.__struct_fields__}, "facing": 0})
        )
    )
    assert fought(turned, charge_panic, 1, dice=unseen).status(1).fleeing is bool(unseen)


def test_a_unit_charged_in_the_flank_by_an_ignored_enemy_takes_two_panic_tests() -> None:
    state = charged(Charge(0, 1, "flank", True)).having(1, ignored=(0,))
    assert not fought(state, charge_panic, 1, dice=[1, 1, 1, 1]).status(1).fleeing
    assert fought(state, charge_panic, 1, dice=[6, 6]).status(1).fleeing


BOWMAN = armed(changed(WARRIOR, BS=10, shield="none"), "bow")
BARE = changed(WARRIOR, shield="none")


def causes_of(script: Script, unit: str) -> list[str]:
    return [one.clause for one in script.events if isinstance(one, movement_events.Tested) and one.unit == unit]


def two_volleys(option: str) -> Battle:
    bows = [U(f"bowmen {place}", 0, ((BOWMAN, 10),), block=(27 + 9 * place, 10, 0, 10)) for place in range(2)]
    return battle(*bows, U("foes", 1, ((BARE, 20),), block=(31, 16, 180, 10)), rulings={"WAB-R-59": option})


FIVE_FALL = [6] * 10 + [6] * 5 + [1] * 5


@pytest.mark.clause("WAB-PA-08")
@pytest.mark.parametrize(
    ("option", "dice"),
    [("default", [*FIVE_FALL, *FIVE_FALL, 1, 1]), ("immediate", [*FIVE_FALL, 1, 1, *FIVE_FALL])],
)
def test_a_unit_takes_only_one_panic_test_a_phase_for_losing_a_quarter_of_its_models(
    option: str, dice: list[int]
) -> None:
    """WAB-R-59: later losses in the same phase cause no further test."""
    _, script = played(two_volleys(option), shooting_phase, dice, [2, 2])
    assert causes_of(script, "foes") == ["WAB-PA-08"]


@pytest.mark.clause("WAB-PA-08")
def test_under_the_immediate_ruling_a_unit_that_panics_under_fire_flees_before_the_next_volley() -> None:
    """WAB-R-59 `immediate`: the unit starts 6" from the shooters and flees 12", so the next volley hits it from behind
    and at long range.
    """
    dice = [*FIVE_FALL, 6, 6, 6, 6, *[1] * 10]
    after, script = played(two_volleys("immediate"), shooting_phase, dice, [2, 2])
    assert after.status(2).fleeing
    assert [type(event) for event in script.events if isinstance(event, Shot | RanAway)][:2] == [Shot, RanAway]


@pytest.mark.clause("WAB-PA-04")
def test_friends_take_one_panic_test_for_two_broken_units_even_if_combats_are_fought_one_at_a_time() -> None:
    """WAB-R-56, WAB-R-94 `one-combat-at-a-time`: two units break one after the other."""
    weak = changed(BARE, A=0, T=1, Ld=2)
    units = []
    for place in range(2):
        units.append(U(f"strong {place}", 0, ((BARE, 5),), block=(20 + 20 * place, 20, 0, 5)))
        units.append(U(f"weak {place}", 1, ((weak, 10),), block=(20 + 20 * place, 20, 180, 5)))
    friends = U("friends", 1, ((WARRIOR, 10),), block=(30, 26, 0, 5))
    state = battle(*units, friends, rulings={"WAB-R-94": "one-combat-at-a-time"})
    blows = [6] * 5 + [6] * 5
    _, script = played(state, close_combat_phase, [*blows, 1, 1, 1, 1, 1, 1, *blows, 1, 1, 1, 1], [NOBODY, NOBODY])
    assert causes_of(script, "friends") == ["WAB-PA-04"]


IDLE = changed(WARRIOR, A=0, shield="none")
KILLER = changed(WARRIOR, WS=5, S=5, I=6, Ld=8)


def told(script: Script) -> list[str]:
    return [sentence(event) for event in script.events]


LOST, WON = [3, 3, 3, 3, 3, 2, 2, 2, 2, 2], [3, 3, 3, 1, 1, 2, 2, 2]  # by five wounds, with three
RUN = [6, 6, 1, 1]  # a flight, and a pursuit that is too short


def two_combats(option: str, *, winners_first: bool) -> Battle:
    """Return a battle of two combats side by side: red losers against blue killers, and red winners against blue
    enemies.
    """
    losers = [U("losers", 0, ((IDLE, 10),), block=(20, 20, 0, 5)), U("E1", 1, ((KILLER, 10),), block=(20, 20, 180, 5))]
    winners = [
        U("winners", 0, ((KILLER, 10),), block=(30, 20, 0, 5)),
        U("E2", 1, ((IDLE, 10),), block=(30, 20, 180, 5)),
    ]
    units = (*winners, *losers) if winners_first else (*losers, *winners)
    return battle(*units, rulings={"WAB-R-94": option})


@pytest.mark.clause("WAB-PA-05", "WAB-BR-04", "WAB-BR-05")
def test_a_unit_that_has_won_its_round_may_reroll_its_panic_test_when_friends_break() -> None:
    script = script_of(
        two_combats("default", winners_first=False), [*LOST, *WON, 6, 6, 1, 1, 6, 6, 1, 1, *RUN], [True, 0]
    )
    assert "winners passed their panic test on 8" in told(script)


def test_a_unit_that_won_a_round_in_an_earlier_turn_may_not_reroll_its_panic_test() -> None:
    """WAB-PA-05, WAB-R-56, WAB-R-94: the unit has yet to fight its own round of this phase."""
    state = two_combats("one-combat-at-a-time", winners_first=False)
    state = state.having(2, won=True, fought=(3,)).having(3, fought=(2,))
    script = script_of(state, [*LOST, 6, 6, 6, 5, 6, 6, 6, 6, 1, 1], [0])
    assert "winners failed their panic test on 8" in told(script)


@pytest.mark.clause("WAB-PA-05")
def test_a_unit_that_has_already_won_its_combat_may_reroll_its_panic_test() -> None:
    state = two_combats("one-combat-at-a-time", winners_first=True)
    script = script_of(state, [*WON, 1, 1, *LOST, 6, 6, 6, 6, 1, 1, *RUN], [True, 2])
    assert "winners passed their panic test on 8" in told(script)

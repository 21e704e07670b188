"""Break tests, exemptions from them, and breaking without a test."""

import pytest

from pilein.dice.faces import FacesGroup
from pilein.engine.log import Thrown, Told
from pilein.engine.script import Script
from pilein.kernel.events import Event
from pilein.lab.log_lines import Rolled, gathered
from pilein.lab.sentences import sentence
from pilein.rulesets.wab.combat_events import Broke, HeldOut, StubbornInVain
from pilein.rulesets.wab.fight.combat_phase import close_combat_phase
from pilein.rulesets.wab.result.aftermath import after_combats
from pilein.rulesets.wab.result.break_tests import answer_small, break_test, break_tests, break_unit
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Aftermath, Battle, Fight, Rout
from tests.rulesets.wab.builder import RIDER, WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import facing, fought, line

STUBBORN = changed(WARRIOR, Ld=8, rules=("Stubborn",))
FEARED = changed(RIDER, rules=("Fear",))
FRENZIED = changed(WARRIOR, rules=("Frenzy",))


def beaten(traits=WARRIOR, models=10, foe=WARRIOR, foes=20, rulings=None, **more) -> Battle:
    """Return a battle in which blue, unit 1, is beaten by red."""
    return facing(line(foe, foes, files=10), line(traits, models, files=5), rulings, **more)


@pytest.mark.clause("WAB-BR-01", "WAB-BR-02", "WAB-BR-03", "WAB-BR-04")
@pytest.mark.parametrize(("by", "dice", "flees"), [(2, [2, 3], False), (2, [3, 3], True), (6, [], True)])
def test_a_beaten_unit_takes_its_break_test_on_its_leadership_minus_the_margin_of_defeat(by, dice, flees) -> None:
    state = beaten().changed(aftermath=Aftermath(beaten=((1, by),)))
    after = fought(state, break_tests, dice=dice)
    assert after.status(1).fleeing is flees
    assert after.routs == ((Rout(1, 0, broken=True),) if flees else ())


def test_under_the_double_one_holds_ruling_a_double_1_always_passes_a_break_test() -> None:
    state = beaten(rulings={"WAB-R-92": "double-one-holds"})
    assert not fought(state, break_test, 1, 9, dice=[1, 1]).status(1).fleeing
    assert fought(state, break_test, 1, 9, dice=[1, 2]).status(1).fleeing


def test_under_the_half_all_ruling_break_tests_are_harder_for_a_unit_at_half_strength() -> None:
    for reading, flees in (("default", False), ("half-all", True)):
        state = beaten(rulings={"WAB-R-29": reading}).having(1, began=20)
        assert fought(state, break_test, 1, 0, dice=[3, 4]).status(1).fleeing is flees


@pytest.mark.clause("WAB-BR-08")
@pytest.mark.example("WAB-EX-16")
@pytest.mark.parametrize(("models", "dice", "flees"), [(4, [], True), (5, [4, 4], False)])
def test_a_beaten_unit_of_fewer_than_five_models_breaks_without_a_test(models, dice, flees) -> None:
    state = beaten(changed(WARRIOR, Ld=9), models).having(1, began=12)
    assert fought(state, break_test, 1, 1, dice=dice).status(1).fleeing is flees


@pytest.mark.parametrize(
    ("reading", "traits", "models", "began", "small"),
    [
        ("default", WARRIOR, 4, 0, True),
        ("began-five-or-more", WARRIOR, 4, 0, False),
        ("began-five-or-more", WARRIOR, 4, 10, True),
        ("default", changed(WARRIOR, type="elephant", W=6), 1, 0, False),
        ("under5-all", changed(WARRIOR, type="elephant", W=6), 1, 0, True),
    ],
)
def test_a_ruling_decides_which_units_count_as_small(reading, traits, models, began, small) -> None:
    """WAB-R-91: the readings differ on units that began with fewer than five models, on chariots and on elephants."""
    state = beaten(traits, models, rulings={"WAB-R-91": reading}).having(1, began=began)
    assert fought(state, break_test, 1, 0, dice=[] if small else [1, 1]).status(1).fleeing is small


def test_a_ruling_decides_at_what_moment_small_units_break() -> None:
    """WAB-R-91: depending on the reading, a small unit breaks when break tests are taken, after any result, or at any
    time.
    """
    for reading, flees in (("default", False), ("under5-any-result", True)):
        assert fought(beaten(models=4, rulings={"WAB-R-91": reading}), break_tests).status(1).fleeing is flees
    for reading, dice in (("default", []), ("under5-any-time", [1, 1])):
        state = beaten(models=4, rulings={"WAB-R-91": reading})
        assert fought(state, answer_small, 1, 0, dice=dice).status(1).fleeing is bool(dice)
        fighting = fought(state.changed(fight=Fight((0, 1))), answer_small, 1, 0)
        assert fighting.routs == ((Rout(1, 0, broken=True),) if dice else ())


@pytest.mark.clause("WAB-FE-07", "WAB-FE-08")
@pytest.mark.parametrize(("foes", "dice", "flees"), [(20, [], True), (10, [3, 3], False)])
def test_a_beaten_unit_breaks_without_a_test_if_a_feared_enemy_outnumbers_it(foes, dice, flees) -> None:
    assert fought(beaten(foe=FEARED, foes=foes), break_test, 1, 1, dice=dice).status(1).fleeing is flees


def test_fear_does_not_break_frenzied_units_automatically() -> None:
    """WAB-R-65: frenzied units are immune to fear, including automatic breaks from fear."""
    assert not fought(beaten(FRENZIED, foe=FEARED), break_test, 1, 1, dice=[3, 3]).status(1).fleeing


@pytest.mark.parametrize(("reading", "dice"), [("default", [1, 1]), ("feared-side-total", [])])
def test_under_the_feared_side_total_ruling_all_enemies_in_the_combat_count_towards_outnumbering_a_unit(
    reading, dice
) -> None:
    units = [U("feared", 0, ((FEARED, 6),)), U("others", 0, ((WARRIOR, 6),)), U("blue", 1, ((WARRIOR, 8),))]
    state = battle(*units, pairs=[(0, 2), (1, 2)], rulings={"WAB-R-63": reading})
    assert fought(state, break_test, 2, 1, dice=dice).status(2).fleeing is not bool(dice)


def in_a_long_combat(**changes) -> Battle:
    """Return a battle in which feared riders touch the last blue unit and foot soldiers touch the others, so that unit
    2 touches no rider.
    """
    red = [U("riders", 0, ((FEARED, 20),)), U("foot", 0, ((WARRIOR, 6),))]
    blue = [U("next", 1, ((changed(WARRIOR, **changes), 8),)), U("last", 1, ((WARRIOR, 8),))]
    return battle(*red, *blue, pairs=[(1, 2), (1, 3), (0, 3)])


def test_feared_and_hated_enemies_affect_the_break_test_of_a_unit_even_if_it_does_not_touch_them() -> None:
    """WAB-R-61, WAB-R-66: the unit need not touch the feared or hated enemy itself."""
    assert fought(in_a_long_combat(), break_test, 2, 1, dice=[]).status(2).fleeing
    hates = in_a_long_combat(hates=("riders",), rules=("Fear",))
    assert not fought(hates, break_test, 2, 3, dice=[3, 4]).status(2).fleeing


@pytest.mark.clause("WAB-SB-03", "WAB-SB-02")
@pytest.mark.example("WAB-EX-17")
def test_a_stubborn_unit_gives_ground_instead_of_breaking_if_it_fails_its_break_test() -> None:
    feared = beaten(STUBBORN, 15, foe=FEARED)
    held = fought(feared, break_test, 1, 3, dice=[4])
    assert (held.status(1).fleeing, held.aftermath.giving) == (False, ())
    assert fought(feared, break_test, 1, 3, dice=[2]).status(1).fleeing
    plain = beaten(STUBBORN, 15)
    gives = fought(plain, break_test, 1, 3, dice=[4, 5])
    assert (gives.status(1).fleeing, gives.aftermath.giving) == (False, (1,))
    assert fought(plain.having(1, stubborn_used=True), break_test, 1, 3, dice=[4, 5]).status(1).fleeing


def test_rulings_decide_how_stubborn_units_give_ground() -> None:
    """WAB-R-67, WAB-R-68, WAB-R-69, WAB-R-65: the readings differ on how often a Stubborn unit gives ground, and on the
    breaks that its D6 prevents.
    """
    always = beaten(STUBBORN, 15, rulings={"WAB-R-67": "every-failure"}).having(1, stubborn_used=True)
    assert fought(always, break_test, 1, 3, dice=[4, 5]).aftermath.giving == (1,)
    after = beaten(STUBBORN, 15, foe=FEARED, rulings={"WAB-R-68": "then-test"})
    assert not fought(after, break_test, 1, 3, dice=[4, 2, 3]).status(1).fleeing
    small = beaten(STUBBORN, 4, rulings={"WAB-R-68": "includes-under-five"})
    assert not fought(small, break_test, 1, 3, dice=[4]).status(1).fleeing
    many = beaten(WARRIOR, 15, foes=5, rulings={"WAB-R-69": "outnumber-2to1"})
    assert fought(many, break_test, 1, 3, dice=[4, 5]).aftermath.giving == (1,)
    mad = changed(STUBBORN, rules=("Stubborn", "Frenzy"))
    for reading, flees in (("default", True), ("frenzy-keeps-hatred", False)):
        state = beaten(mad, 15, rulings={"WAB-R-65": reading})
        assert fought(state, break_test, 1, 3, dice=[4, 5]).status(1).fleeing is flees


@pytest.mark.clause("WAB-HA-01")
@pytest.mark.parametrize(
    ("reading", "hated", "target"),
    [
        ("default", "red", 7),
        ("hatred-unmodified", "red", 10),
        ("default", "elves", 4),
        ("hatred-any-combat", "elves", 7),
    ],
)
def test_a_unit_with_hatred_takes_break_tests_on_leadership_10(reading, hated, target) -> None:
    """WAB-R-66: a hated enemy in the combat raises the Leadership for break tests to 10."""
    state = beaten(changed(WARRIOR, hates=(hated,)), rulings={"WAB-R-66": reading})
    low, high = target // 2, target - target // 2
    assert not fought(state, break_test, 1, 3, dice=[low, high]).status(1).fleeing
    if target < 10:
        assert fought(state, break_test, 1, 3, dice=[low, high + 1]).status(1).fleeing


@pytest.mark.clause("WAB-FZ-08")
def test_a_broken_unit_loses_its_frenzy() -> None:
    after = fought(beaten(FRENZIED), break_unit, 1, "WAB-BR-03")
    assert after.status(1).frenzy_lost
    assert not fought(beaten(), break_unit, 1, "WAB-BR-03").status(1).frenzy_lost


@pytest.mark.clause("WAB-BR-05", "WAB-BR-06")
def test_the_friends_of_a_broken_unit_take_their_panic_test_before_the_unit_flees() -> None:
    friends = U("friends", 1, ((WARRIOR, 10),), block=(34, 20, 180, 5))
    red = U("red", 0, ((WARRIOR, 20),), block=(24, 20, 0, 10))
    state = battle(red, U("blue", 1, ((WARRIOR, 10),), block=(24, 20, 180, 5)), friends)
    state = state.changed(aftermath=Aftermath(beaten=((1, 6),), won=(0,)))
    # friends fail; red pursues; two flights, one pursuit that is too short
    after = fought(state, after_combats, dice=[6, 6, 6, 5, 6, 6, 1, 1], answers=[1])
    assert [after.status(unit).fleeing for unit in (1, 2)] == [True, True]
    assert (after.routs, after.aftermath) == ((), Aftermath(won=(0,)))


@pytest.mark.clause("WAB-LT-06", "WAB-LT-07")
@pytest.mark.parametrize(("formation", "dice", "answers"), [("open", [6, 6, 1, 1], [True]), ("skirmish", [6, 6], [])])
def test_the_battle_standard_lets_all_units_except_skirmishers_repeat_a_failed_break_test(
    formation, dice, answers
) -> None:
    bearer = U("bearer", 1, ((changed(WARRIOR, battle_standard=True), 5),))
    units = [U("red", 0, ((WARRIOR, 20),)), U("blue", 1, ((WARRIOR, 10),), formation=formation), bearer]
    after = fought(battle(*units, pairs=[(0, 1)]), break_test, 1, 1, dice=dice, answers=answers)
    assert after.status(1).fleeing is not bool(answers)


def test_under_the_any_result_ruling_a_small_unit_breaks_only_once_its_own_combat_is_over() -> None:
    """WAB-BR-08, WAB-R-91 `under5-any-result`, WAB-R-94 `one-combat-at-a-time`: the unit does not yet break when only
    the first combat is over.
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


@pytest.mark.clause("WAB-SB-03")
@pytest.mark.parametrize(
    ("die", "told", "words"),
    [(4, HeldOut, "blue held stubbornly"), (3, StubbornInVain, "blue were stubborn, but did not hold")],
)
def test_the_separate_die_of_a_stubborn_unit_is_logged_under_the_name_of_the_unit(
    die: int, told: type[Event], words: str
) -> None:
    feared, stubborn = changed(WARRIOR, rules=("Fear",)), changed(WARRIOR, rules=("Stubborn",))
    script = Script(RULESET, dice=[die])
    script.begin(facing(line(feared, 20, files=5), line(stubborn, 10, files=5)), break_test, 1, 3, until="break_unit")
    assert isinstance(script.events[0], told)
    assert sentence(script.events[0]) == words
    thrown = Thrown("break_test", "stubborn", "Count", (FacesGroup("stubborn", 4, (die,)),))
    named = next(gathered([thrown, Told("break_test", script.events[0])]))
    assert isinstance(named, Rolled)
    assert named.by == "blue"


@pytest.mark.clause("WAB-BR-02")
@pytest.mark.parametrize(
    ("by", "dice", "words"),
    [
        (0, [3, 3], "blue passed their break test on 7"),
        (3, [1, 1], "blue passed their break test on 4 (Leadership 7, less 3)"),
        (9, [], "blue failed their break test on -2 (Leadership 7, less 9, not rolled)"),
    ],
)
def test_the_log_of_a_break_test_explains_the_score_needed(by: int, dice: list[int], words: str) -> None:
    script = Script(RULESET, dice=dice)
    script.begin(facing(line(WARRIOR, 20, files=5), line(WARRIOR, 10, files=5)), break_test, 1, by)
    assert sentence(script.events[0]) == words

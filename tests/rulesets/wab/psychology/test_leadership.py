"""Leadership tests, the Leadership that applies to each, and the tests that may be rerolled."""

from collections.abc import Mapping

import pytest

from pilein.engine.script import Script
from pilein.kernel.table import Table
from pilein.rulesets.wab.psychology.leadership import bearer_of, lent_leadership, may_roll_again
from pilein.rulesets.wab.psychology.panic import panic_test
from pilein.rulesets.wab.result.break_tests import break_test, break_tests
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import NOBODY, Aftermath, Battle
from pilein.rulesets.wab.status import Status
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import fought, lacking

LORD = changed(WARRIOR, Ld=9, type="character", general=True)
STANDARD = changed(WARRIOR, Ld=7, type="character", battle_standard=True)
HALVED = Status(began=20)
FOE = U("foe", 1, ((WARRIOR, 5),), block=(60, 40, 180, 5))


def near(
    distance: float, *, formation: str = "open", status: Status = HALVED, rulings: Mapping[str, str] | None = None
) -> Battle:
    """Return a battle of ten warriors with Leadership 7 whose General and battle standard are at the given distance."""
    at = row(30, 20, 10) if formation == "skirmish" else ()
    block = None if at else (30.0, 20.0, 0.0, 5)
    ours = U("ours", 0, ((WARRIOR, 10),), at=at, block=block, formation=formation, status=status)
    half = 10 / 25.4
    beside = 39 + 2 * half if at else 30 + 6 * half
    lord = U("lord", 0, ((LORD, 1),), at=[(beside + distance, 20 - half)], formation="skirmish")
    bearer = U("bearer", 0, ((STANDARD, 1),), at=[(beside + distance, 20 - 3.5 * half)], formation="skirmish")
    return battle(ours, lord, bearer, FOE, rulings=rulings)


def stands_after(state: Battle, dice: list[int], answers: list[bool]) -> bool:
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.begin(state, panic_test, 0, "WAB-PA-03", NOBODY, 1)
    script.assert_used_up()
    return not after.status(0).fleeing


@pytest.mark.clause("WAB-LT-01", "WAB-LT-02", "WAB-PA-01")
def test_a_unit_passes_a_leadership_test_if_it_rolls_its_leadership_or_less() -> None:
    state = near(20, status=Status())
    assert stands_after(state, [3, 4], [])
    assert not stands_after(state, [4, 4], [])


@pytest.mark.clause("WAB-LT-01", "WAB-LT-02")
def test_without_the_sentences_on_leadership_tests_no_unit_panics_but_break_tests_are_still_taken() -> None:
    """WAB-R-95: dice that cannot matter are not rolled."""
    state = near(20, status=Status())
    assert stands_after(lacking(state, "WAB-LT-01"), [], [])
    assert stands_after(lacking(state, "WAB-LT-02"), [4, 4], [])
    script = Script(RULESET, dice=[4, 4])
    assert script.begin(lacking(state, "WAB-LT-01", "WAB-LT-02"), break_test, 0, 0).status(0).fleeing


@pytest.mark.clause("WAB-LT-03", "WAB-PA-02")
def test_a_unit_at_half_strength_tests_on_its_leadership_minus_one() -> None:
    assert stands_after(near(20), [3, 3], [])
    assert not stands_after(near(20), [3, 4], [])
    assert stands_after(near(20, status=Status(began=19)), [3, 4], [])


@pytest.mark.clause("WAB-LT-04")
def test_a_unit_within_twelve_inches_of_its_general_may_use_the_leadership_of_the_general() -> None:
    assert stands_after(near(10), [4, 4], [True])
    assert not stands_after(near(10), [4, 4], [False])
    assert not stands_after(near(12.1), [4, 4], [])


@pytest.mark.parametrize(
    ("option", "barred"),
    [
        ("default", ["return"]),
        ("general-not-rally", ["return", "rally"]),
        ("general-break-psych-only", ["return", "rally", "reform", "hold"]),
    ],
)
def test_a_ruling_sets_which_tests_use_the_leadership_of_the_general(option: str, barred: list[str]) -> None:
    """WAB-R-31: the readings exclude rally tests, or all but break and psychology tests."""
    state = near(10, rulings={"WAB-R-31": option})
    tests = ("return", "panic", "fear", "terror", "break", "rally", "reform", "hold")
    lent = {test: lent_leadership(state, Table(state.setup.readings), 0, test) for test in tests}
    assert [test for test in tests if not lent[test]] == barred


def test_a_fleeing_general_lends_no_leadership() -> None:
    assert not stands_after(near(10).having(1, fleeing=True), [4, 4], [])


@pytest.mark.clause("WAB-LT-05")
def test_skirmishers_may_not_use_the_leadership_of_the_general() -> None:
    assert not stands_after(near(1, formation="skirmish"), [3, 4], [])


@pytest.mark.clause("WAB-LT-08")
def test_the_battle_standard_does_not_let_units_reroll_panic_tests() -> None:
    assert not stands_after(near(10), [5, 4], [True])


def test_the_battle_standard_never_lets_units_reroll_rally_tests() -> None:
    """WAB-LT-06 concerns break tests, and WAB-LT-08 psychology tests. A rally test is neither."""
    state = near(10)
    tests = ("break", "panic", "rally", "hold")
    for struck, helped in (((), ["break"]), (("WAB-LT-08",), ["break", "panic"])):
        table = Table(state.setup.readings, struck=frozenset(struck))
        assert [test for test in tests if may_roll_again(state, table, 0, test)] == helped


@pytest.mark.example("WAB-EX-02")
def test_in_example_ex02_the_general_and_the_standard_help_their_friends_as_the_text_states() -> None:
    assert stands_after(near(10), [3, 4], [True])
    assert not stands_after(near(10), [5, 4], [True])
    assert not stands_after(near(10, formation="skirmish"), [3, 4], [])


def test_a_leadership_test_fails_without_a_roll_if_it_needs_a_score_below_two() -> None:
    """WAB-R-95: dice that cannot matter are not rolled."""
    craven = U("ours", 0, ((changed(WARRIOR, Ld=2), 5),), block=(30, 20, 0, 5), status=Status(began=20))
    assert not stands_after(battle(craven, FOE), [], [])


HERO = changed(WARRIOR, type="character")
LONE_LORD = changed(HERO, Ld=9, general=True)
LONE_BEARER = changed(HERO, battle_standard=True)
FOES = U("foes", 1, ((WARRIOR, 5),), block=(60, 40, 180, 5))


@pytest.mark.clause("WAB-LT-05", "WAB-LT-07")
@pytest.mark.parametrize(("models", "serve"), [(1, True), (2, False)])
def test_a_lone_hero_near_the_general_or_the_standard_does_not_count_as_a_skirmisher(models: int, serve: bool) -> None:
    """WAB-R-75: a lone character is fielded as a loose model without ranks, but two characters together are
    skirmishers.
    """
    hero = U("hero", 0, ((HERO, models),), at=[(20, 20), (21, 20)][:models], formation="skirmish")
    lord = U("lord", 0, ((LONE_LORD, 1),), at=[(20, 25)], formation="skirmish")
    bearer = U("bearer", 0, ((LONE_BEARER, 1),), at=[(24, 20)], formation="skirmish")
    state = battle(hero, lord, bearer, FOES)
    table = Table(state.setup.readings)
    assert lent_leadership(state, table, 0, "fear") == (9 if serve else 0)
    assert may_roll_again(state, table, 0, "break") is serve


WEAK = changed(WARRIOR, A=0, Ld=5)
GENERAL = changed(WARRIOR, A=0, Ld=9, general=True)
BEARER = changed(WARRIOR, A=0, Ld=5, battle_standard=True)
ENEMY = changed(WARRIOR, A=0, Ld=10)


def beaten_beside(leader, *, leader_first: bool) -> Battle:
    """Return a battle in which two red units are beaten by 3 points. The first has the given `leader`."""
    led = U("kings men", 0, ((WEAK, 9), (leader, 1)), block=(12, 24, 0, 10))
    others = U("others", 0, ((WEAK, 10),), block=(24, 24, 0, 10))
    reds = (led, others) if leader_first else (others, led)
    blues = (U(f"E{x}", 1, ((ENEMY, 15),), block=(x, 24, 180, 5), formation="close") for x in (12, 24))
    return battle(*reds, *blues).changed(aftermath=Aftermath(beaten=((0, 3), (1, 3))))


@pytest.mark.parametrize("leader_first", [True, False])
def test_a_broken_general_still_lends_leadership_until_the_flight_begins(leader_first) -> None:
    """WAB-LT-04, WAB-R-31: in either order of the tests, the king's men roll 11 against a target of 6, and their
    friends roll 6 against a target of 6.
    """
    dice = [6, 5, 3, 3] if leader_first else [3, 3, 6, 5]
    state = beaten_beside(GENERAL, leader_first=leader_first)
    after = fought(state, break_tests, dice=dice, answers=[True])
    assert [rout.unit for rout in after.routs] == [0 if leader_first else 1]


@pytest.mark.parametrize("leader_first", [True, False])
def test_even_a_broken_battle_standard_bearer_lets_friends_reroll_their_break_tests(leader_first) -> None:
    """WAB-LT-06: both units need a 2 and may reroll."""
    state = beaten_beside(BEARER, leader_first=leader_first)
    dice = [6, 5, 6, 5, 3, 3, 1, 1] if leader_first else [3, 3, 1, 1, 6, 5, 6, 5]
    after = fought(state, break_tests, dice=dice, answers=[True, True])
    assert [rout.unit for rout in after.routs] == [0 if leader_first else 1]


def test_a_fleeing_bearer_of_the_battle_standard_helps_friends_but_a_fleeing_general_does_not() -> None:
    """WAB-R-31: among fleeing leaders, only the General is excluded."""
    for leader, duty, serves in ((GENERAL, "general", False), (BEARER, "battle_standard", True)):
        state = beaten_beside(leader, leader_first=True).having(0, fleeing=True)
        assert (bearer_of(state, 0, duty) != NOBODY) is serves

"""Leadership tests: whose Leadership, and when again."""

from collections.abc import Mapping

import pytest

from pilein.engine.script import Script
from pilein.kernel.table import Table
from pilein.rulesets.wab.break_tests import break_test
from pilein.rulesets.wab.leadership import lent_leadership, may_roll_again
from pilein.rulesets.wab.panic import panic_test
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import NOBODY, Battle
from pilein.rulesets.wab.status import Status
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import lacking

LORD = changed(WARRIOR, Ld=9, type="character", general=True)
STANDARD = changed(WARRIOR, Ld=7, type="character", battle_standard=True)
HALVED = Status(began=20)
FOE = U("foe", 1, ((WARRIOR, 5),), block=(60, 40, 180, 5))


def near(
    distance: float, *, formation: str = "open", status: Status = HALVED, rulings: Mapping[str, str] | None = None
) -> Battle:
    """Ten warriors with Leadership 7, and General and standard so far from them."""
    at = row(30, 20, 10) if formation == "skirmish" else ()
    block = None if at else (30.0, 20.0, 0.0, 5)
    ours = U("ours", 0, ((WARRIOR, 10),), at=at, block=block, formation=formation, status=status)
    half = 10 / 25.4
    beside = 39 + 2 * half if at else 30 + 6 * half
    lord = U("lord", 0, ((LORD, 1),), at=[(beside + distance, 20 - half)], formation="skirmish")
    bearer = U("bearer", 0, ((STANDARD, 1),), at=[(beside + distance, 20 - 3.5 * half)], formation="skirmish")
    return battle(ours, lord, bearer, FOE, rulings=rulings)


def stands_after(state: Battle, dice: list[int], answers: list[bool]) -> bool:
    """Whether our ten warriors stand after a panic test at the start of their turn."""
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.begin(state, panic_test, 0, "WAB-PA-03", NOBODY, 1)
    script.assert_used_up()
    return not after.status(0).fleeing


@pytest.mark.clause("WAB-LT-01", "WAB-LT-02", "WAB-PA-01")
def test_a_total_up_to_leadership_passes_and_a_higher_one_fails() -> None:
    state = near(20, status=Status())
    assert stands_after(state, [3, 4], [])
    assert not stands_after(state, [4, 4], [])


@pytest.mark.clause("WAB-LT-01", "WAB-LT-02")
def test_without_the_test_nobody_panics_and_break_tests_have_a_sentence_of_their_own() -> None:
    """WAB-R-95: a die that cannot matter is not rolled."""
    state = near(20, status=Status())
    assert stands_after(lacking(state, "WAB-LT-01"), [], [])
    assert stands_after(lacking(state, "WAB-LT-02"), [4, 4], [])
    script = Script(RULESET, dice=[4, 4])
    assert script.begin(lacking(state, "WAB-LT-01", "WAB-LT-02"), break_test, 0, 0).status(0).fleeing


@pytest.mark.clause("WAB-LT-03", "WAB-PA-02")
def test_a_unit_at_half_strength_is_tested_on_one_less() -> None:
    assert stands_after(near(20), [3, 3], [])
    assert not stands_after(near(20), [3, 4], [])
    assert stands_after(near(20, status=Status(began=19)), [3, 4], [])


@pytest.mark.clause("WAB-LT-04")
def test_within_twelve_inches_of_its_general_a_unit_may_use_his_leadership() -> None:
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
def test_the_tests_that_take_his_leadership_depend_on_the_reading(option: str, barred: list[str]) -> None:
    """WAB-R-31."""
    state = near(10, rulings={"WAB-R-31": option})
    tests = ("return", "panic", "fear", "terror", "break", "rally", "reform", "hold")
    lent = {test: lent_leadership(state, Table(state.setup.readings), 0, test) for test in tests}
    assert [test for test in tests if not lent[test]] == barred


def test_a_general_in_flight_commands_nobody() -> None:
    assert not stands_after(near(10).having(1, fleeing=True), [4, 4], [])


@pytest.mark.clause("WAB-LT-05")
def test_skirmishers_do_not_use_the_generals_leadership() -> None:
    assert not stands_after(near(1, formation="skirmish"), [3, 4], [])


@pytest.mark.clause("WAB-LT-08")
def test_the_battle_standard_does_not_help_with_panic() -> None:
    assert not stands_after(near(10), [5, 4], [True])


def test_the_battle_standard_never_helps_with_other_tests() -> None:
    """WAB-LT-06 is about break tests, WAB-LT-08 about psychology tests: rallying is neither."""
    state = near(10)
    tests = ("break", "panic", "rally", "hold")
    for struck, helped in (((), ["break"]), (("WAB-LT-08",), ["break", "panic"])):
        table = Table(state.setup.readings, struck=frozenset(struck))
        assert [test for test in tests if may_roll_again(state, table, 0, test)] == helped


@pytest.mark.example("WAB-EX-02")
def test_general_and_standard() -> None:
    assert stands_after(near(10), [3, 4], [True])
    assert not stands_after(near(10), [5, 4], [True])
    assert not stands_after(near(10, formation="skirmish"), [3, 4], [])


def test_on_a_target_below_two_no_dice_are_thrown() -> None:
    """WAB-R-95."""
    craven = U("ours", 0, ((changed(WARRIOR, Ld=2), 5),), block=(30, 20, 0, 5), status=Status(began=20))
    assert not stands_after(battle(craven, FOE), [], [])

"""Errors in WAB scenarios, each reported with its line."""

import pytest

from pilein.kernel.errors import BadScenario
from pilein.rulesets.wab.checking import check
from pilein.rulesets.wab.vocabulary import VOCABULARY
from pilein.tabletop.loading import loads

HEAD = """\
ruleset = "wab"
active = "red"
[profiles.man]
M = 4
WS = 3
S = 3
T = 3
W = 2
I = 3
A = 1
Ld = 7
[[unit]]
name = "reds"
side = "red"
profile = "man"
models = 6
formation = "{formation}"
{reds}
[[unit]]
name = "blues"
side = "blue"
profile = "man"
models = 6
formation = "open"
{blues}
"""
PRESS = '[press]\npairs = [["reds", "blues"]]\n'
TABLE = "[table]\nwidth = 48\ndepth = 48\n"
FAR = "place = { x = 24, y = 40, facing = 180, files = 3 }"
NEAR = "place = { x = 24, y = 10, facing = 0, files = 3 }"
LINE_OF_REDS = 18


def judge(reds: str = "", blues: str = "", *, ground: str = PRESS, formation: str = "open") -> BadScenario | None:
    text = HEAD.format(reds=reds, blues=blues, formation=formation) + ground
    try:
        check(loads(text, lambda _: VOCABULARY))
    except BadScenario as fault:
        return fault
    return None


def apart(reds: str) -> BadScenario | None:
    """Return the error for a scenario of units that are out of contact on a table, or None."""
    return judge(f"{NEAR}\n{reds}", FAR, ground=TABLE)


def test_a_scenario_of_a_fight_in_the_press_passes_validation() -> None:
    assert judge("charged = true\nfiles = 3", "fought = false\nbegan = 12\ncounter_charged = true") is None


def test_a_scenario_of_armies_out_of_contact_passes_validation() -> None:
    assert apart("fleeing = true\nbegan = 12\nmove = 'marched'\nignored = 'blues'") is None


@pytest.mark.parametrize(
    ("reds", "words"),
    [
        ("members = [{ lost = 2 }]", "a model with the profile 'man' has lost 2 of its 2 wounds, so it is dead"),
        ("files = 9", "the unit has 9 files for 6 models"),
        ("counter_charged = true", "'reds' cannot have counter-charged in the turn of their own side"),
        ("began = 4", "'reds' began with 4 models but now have 6"),
        ("flank = 'reds'", "'reds' is a friend, not an enemy"),
        ("members = [{ general = true }, { general = true }]", "the side 'red' already has a General in 'reds'"),
        (
            "members = [{ battle_standard = true, models = 2 }]",
            "the side 'red' already has a battle standard in 'reds'",
        ),
        ("charged = true\nfleeing = true", "'reds' have charged, yet they are fleeing"),
    ],
)
def test_an_impossible_value_in_a_scenario_is_reported_at_its_line(reds: str, words: str) -> None:
    fault = judge(reds)
    assert fault is not None
    assert fault.message == words
    assert fault.line == LINE_OF_REDS


def test_only_units_of_the_active_side_may_be_marked_as_having_charged() -> None:
    fault = judge(blues="charged = true")
    assert fault is not None
    assert fault.message == "'blues' cannot have charged, because it is the turn of 'red'"


def test_a_block_on_a_table_gives_its_files_as_part_of_its_place_and_skirmishers_have_no_files() -> None:
    fault = judge("files = 3", formation="skirmish")
    assert fault is not None
    assert fault.message == "a unit in skirmish cannot have files"
    fault = apart("files = 3")
    assert fault is not None
    assert fault.message == "a unit on a table gives its files in `place`"


@pytest.mark.parametrize(
    ("reds", "words"),
    [
        ("charged = true", "'reds' have charged, yet they touch no enemy"),
        ("fought = true", "'reds' have fought, yet they touch no enemy"),
        ("rear = 'blues'", "'reds' are attacking the rear of 'blues' but do not touch that unit"),
    ],
)
def test_on_a_table_a_unit_marked_as_having_charged_must_touch_an_enemy(reds: str, words: str) -> None:
    fault = apart(reds)
    assert fault is not None
    assert fault.message == words


@pytest.mark.parametrize(
    ("reds", "blues", "words"),
    [
        ("flank = 'blues'\nrear = 'blues'", "", "'reds' cannot be in both the flank and the rear of 'blues'"),
        ("flank = 'blues'", "rear = 'reds'", "'reds' and 'blues' cannot each be in the other's flank or rear"),
        ("won = true", "won = true", "'reds' and 'blues' cannot both have won the last round"),
        ("uphill = true", "uphill = true", "'reds' and 'blues' cannot both stand higher than the other"),
        ("off_table = true", "", "a unit in the press cannot be off the table"),
    ],
)
def test_contradictory_statuses_of_units_in_the_press_are_refused(reds: str, blues: str, words: str) -> None:
    fault = judge(reds, blues)
    assert fault is not None
    assert fault.message == words
    assert fault.line

"""WS-ME-06, WS-WM: Weapon Skill in rolls to hit, and its modifiers."""

import pytest

from pilein.rulesets.warstrike.events import Struck
from pilein.rulesets.warstrike.melee import strike
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.skill import Stat, adjusted, comparative, score_to_hit
from tests.rulesets.fielding import ground, told
from tests.rulesets.warstrike.builder import BLADE, TROOPER, armed, box, changed, lines, play, table_of
from tests.rulesets.warstrike.fights import lines_at, score_needed


@pytest.mark.clause("WS-WM-01")
def test_a_weapon_raises_or_lowers_the_skill_of_its_user():
    made = lines(TROOPER, TROOPER)
    assert [score_needed(made, weapon=Weapon("w", WS=bonus)) for bonus in (-1, 0, 2)] == [5, 4, 2]


def on_hills(own, *foes, rulings=None):
    """Return a battle of a model that touches enemies. The ground under each of the models has the given height."""
    spots = [(10, 11), (11, 10), (9, 10)][: len(foes)]
    heights = zip([(10, 10), *spots], [own, *foes], strict=True)
    hills = [ground("open", box(x - 0.4, y - 0.4, x + 0.4, y + 0.4), height) for (x, y), height in heights]
    return lines_at([(10, 10)], spots, grounds=hills, rulings=rulings)


@pytest.mark.clause("WS-WM-02", "WS-WM-03")
def test_a_position_above_all_enemies_raises_the_skill_and_one_below_all_of_them_lowers_it():
    assert score_needed(on_hills(2, 0)) == 3
    assert score_needed(on_hills(4, 0, 2)) == 3
    assert score_needed(on_hills(0, 2, 3)) == 5


@pytest.mark.clause("WS-WM-04")
def test_if_heights_are_mixed_or_equal_the_skill_is_unchanged():
    assert [score_needed(on_hills(*heights)) for heights in ((2, 0, 2), (0, 2, 0), (2, 4, 0), (1, 0), (2, 2))] == [
        4
    ] * 5


def score_without(sentence, *heights):
    made = on_hills(*heights)
    return score_to_hit(made, table_of(made, sentence), 0, BLADE, tuple(range(1, len(heights)))).need


def test_dropping_one_of_the_sentences_on_heights_changes_only_the_cases_it_covers():
    assert [score_without("WS-WM-02", *heights) for heights in ((2, 0), (0, 2), (2, 2))] == [4, 5, 4]
    assert [score_without("WS-WM-03", *heights) for heights in ((2, 0), (0, 2), (2, 2))] == [3, 4, 4]
    assert [score_without("WS-WM-04", *heights) for heights in ((2, 0, 2), (0, 2, 0), (2, 4, 0), (2, 2))] == [
        3,
        5,
        4,
        4,
    ]


@pytest.mark.parametrize("ruling", ["WS-R-54", "WS-R-55"])
def test_under_the_v052_ruling_height_has_no_effect(ruling):
    assert score_needed(on_hills(2, 0, rulings={ruling: "v052"})) == 4


def test_under_the_weapon_adds_ruling_the_skill_of_the_target_is_modified_by_its_weapon():
    """WS-R-19: by default, the target uses its printed WS."""
    foe = armed(Weapon("sword", WS=1))
    assert score_needed(lines(TROOPER, foe)) == 4
    assert score_needed(lines(TROOPER, foe, rulings={"WS-R-19": "weapon-adds"})) == 5


CHART = ["4567777", "3456777", "2345677", "1234567", "1123456", "1112345", "1111234"]


def scores(reading):
    table = table_of(lines(TROOPER, TROOPER, rulings={"WS-R-01": reading}))
    return [
        "".join(str(max(1, min(7, comparative(table, Stat(own), foe, 4).need))) for foe in range(7)) for own in range(7)
    ]


def test_a_ruling_selects_the_chart_of_the_comparative_test():
    """WS-R-01: the chart depends on the reading."""
    assert scores("default") == CHART
    assert scores("clamped")[0] == "4566666"
    assert scores("clamped")[6] == "2222234"
    assert scores("wh40k-wound")[1] == "3456677"
    assert scores("wh40k-wound")[6] == "2222234"
    assert scores("wh40k-ws")[2] == "3344455"


def test_an_opposed_test_rolls_one_die_against_one_die():
    """WS-R-01 `opposed`: WS 3 is tested against WS 3, and then Ar 3 against AP 3. The tester must roll the higher
    number.
    """
    made = lines(TROOPER, TROOPER, rulings={"WS-R-01": "opposed"})
    after, _ = play(made, strike, 0, dice=[3, 3])
    assert after.living(1) == 1
    after, _ = play(made, strike, 0, dice=[4, 3, 5, 5])
    assert after.living(1) == 0


@pytest.mark.parametrize(
    ("reading", "value", "modifier", "expected"),
    [
        ("default", 1, -3, Stat(0)),
        ("no-floor", 1, -3, Stat(-2)),
        ("die-modifier", 1, -3, Stat(1, -3)),
        ("default", 3, 1, Stat(4)),
    ],
)
def test_a_modifier_changes_the_characteristic_unless_a_ruling_applies_it_to_the_die(
    reading, value, modifier, expected
):
    assert adjusted(table_of(lines(TROOPER, TROOPER, rulings={"WS-R-02": reading})), value, modifier) == expected


def test_a_modifier_to_the_die_is_applied_after_the_chart():
    table = table_of(lines(TROOPER, TROOPER, rulings={"WS-R-01": "wh40k-ws"}))
    assert comparative(table, Stat(3, on_die=1), 3, 4).need == 3


@pytest.mark.clause("WS-ME-06")
def test_by_default_the_weapon_of_a_target_cannot_lower_the_skill_of_the_target_below_zero():
    clumsy = changed(armed(Weapon("maul", WS=-2)), WS=1)
    for floor, need in (("default", 4), ("no-floor", 3)):
        made = lines(changed(TROOPER, WS=0), clumsy, rulings={"WS-R-19": "weapon-adds", "WS-R-02": floor})
        _, script = play(made, strike, 0, dice=[1])
        assert [event.need for event in told(script, Struck)] == [need]

"""WS-ME, WS-WM, WS-EN: melee attacks, Weapon Skill and who is engaged."""

import pytest

from pilein.rulesets.warstrike.engaged import engaged, engaged_with, unengaged
from pilein.rulesets.warstrike.events import Struck, Suffered, Suppressed
from pilein.rulesets.warstrike.melee import melee_attacks, strike
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.skill import Stat, adjusted, comparative, score_to_hit
from tests.rulesets.fielding import ground, row, told
from tests.rulesets.warstrike.builder import BLADE, TROOPER, U, armed, battle, box, changed, lines, play, table_of

MISS = [1]


def need(made, model=0, weapon=BLADE):
    met = engaged(made, table_of(made), made.setup.unit_of[model])
    return score_to_hit(made, table_of(made), model, weapon, met[model]).need


def facing(own, foe, *more, own_traits=TROOPER, foe_traits=TROOPER, **options):
    units = U("own", 0, [(own_traits, len(own))], own), U("foe", 1, [(foe_traits, len(foe))], foe)
    return battle(*units, *more, **({"fight": (0, 1)} | options))


@pytest.mark.clause("WS-EN-01", "WS-ME-01")
def test_models_that_touch_an_enemy_are_engaged_and_may_attack():
    made = facing([(10, 10), (11.5, 10)], [(10, 11)])
    _, script = play(made, melee_attacks, 0, dice=MISS, answers=[True])
    assert [event.attacks for event in told(script, Struck)] == [1]
    _, script = play(made, melee_attacks, 0, answers=[False])
    assert told(script, Struck) == []


@pytest.mark.clause("WS-EN-02")
def test_every_other_model_is_unengaged():
    made = facing([(10, 10), (11.5, 10)], [(10, 11)])
    assert unengaged(made, table_of(made), 0) == (1,)


def test_without_the_sentence_on_contact_nobody_is_engaged_on_a_table_or_in_the_press():
    for made in (facing([(10, 10)], [(10, 11)]), lines(TROOPER, TROOPER)):
        assert engaged(made, table_of(made), 0) == {0: (1,)}
        assert engaged(made, table_of(made, "WS-EN-01"), 0) == {}
        assert engaged_with(made, table_of(made), 1, 0) == (1,)
        assert engaged_with(made, table_of(made, "WS-EN-01"), 1, 0) == ()


WALL = ground("obstacle", box(0, 10.5, 20, 11))


@pytest.mark.clause("WS-EN-03")
@pytest.mark.parametrize(("thick", "expected"), [(0.5, 1), (1.0, 1), (1.2, 0)])
def test_models_that_touch_both_sides_of_a_wall_are_engaged_within_an_inch(thick, expected):
    made = facing([(10, 10)], [(10, 11 + thick)], grounds=[ground("obstacle", box(0, 10.5, 20, 10.5 + thick))])
    assert len(engaged(made, table_of(made), 0)) == expected


def test_models_on_the_same_side_of_a_wall_are_not_engaged_by_it():
    made = facing([(10, 10)], [(11.5, 10)], grounds=[WALL])
    assert engaged(made, table_of(made), 0) == {}


def test_striking_across_a_wall_may_be_harder():
    """WS-R-42."""
    for reading, score in (("default", 4), ("wall-penalty", 5)):
        made = facing([(10, 10)], [(10, 11.5)], grounds=[WALL], rulings={"WS-R-42": reading})
        assert need(made) == score


def test_a_model_that_is_engaged_may_be_settled_as_the_half_cycle_begins():
    """WS-R-44."""
    made = facing([(10, 10)], [(10, 11)], rulings={"WS-R-44": "per-half-cycle"}).fighting(engaged=())
    assert engaged(made, table_of(made), 0) == {}
    assert engaged(made.fighting(engaged=((0, (1, 2)),)), table_of(made), 0) == {0: (1,)}


@pytest.mark.clause("WS-ME-02", "WS-ME-03")
def test_models_with_several_weapons_choose_one_each_time():
    heavy = Weapon("heavy", Atk=2, AP=3)
    made = lines(armed(BLADE, heavy), TROOPER, own_count=3)
    _, script = play(made, melee_attacks, 0, dice=[1] * 4, answers=[True, (2, 1)])
    assert [(event.weapon, event.attacks) for event in told(script, Struck)] == [("blade", 2), ("heavy", 2)]


@pytest.mark.clause("WS-ME-04", "WS-ME-05")
def test_a_model_rolls_as_many_dice_as_the_attacks_of_its_weapon():
    pair = Weapon("pair", Atk=3, AP=3, pair=True)
    _, script = play(lines(armed(pair), TROOPER, own_count=2), strike, 0, dice=[1] * 6)
    assert [event.attacks for event in told(script, Struck)] == [6]


@pytest.mark.clause("WS-ME-06")
def test_the_highest_skill_among_the_enemies_it_is_engaged_with_is_to_be_beaten():
    units = (
        U("own", 0, [(TROOPER, 1)], [(10, 10)]),
        U("foe", 1, [(changed(TROOPER, WS=2), 1), (TROOPER, 1)], [(10, 11), (11, 10)]),
    )
    assert need(battle(*units, fight=(0, 1))) == 4
    far = U("foe", 1, [(changed(TROOPER, WS=2), 1), (TROOPER, 1)], [(10, 11), (12, 10)])
    assert need(battle(units[0], far, fight=(0, 1))) == 3


@pytest.mark.clause("WS-ME-07", "WS-ME-08")
def test_hits_go_to_the_counter_and_each_time_it_passes_six_there_is_a_marker():
    """Seven hits, all saved: the seventh is a marker, and one is left on the counter."""
    made = lines(armed(Weapon("claws", Atk=7, AP=0)), TROOPER)
    after, script = play(made, strike, 0, dice=[4] * 7)
    assert (after.status(1).hits, after.status(1).markers) == (1, 1)
    assert [event.reason for event in told(script, Suppressed)] == ["hits"]


@pytest.mark.parametrize(
    ("reading", "before", "hits", "expected"),
    [
        ("default", 0, 6, (6, 0)),
        ("default", 6, 1, (1, 1)),
        ("default", 5, 14, (1, 3)),
        ("every6", 0, 6, (0, 1)),
        ("every6", 5, 1, (0, 1)),
    ],
)
def test_when_the_counter_passes_six(reading, before, hits, expected):
    """WS-R-17."""
    made = lines(armed(Weapon("claws", Atk=hits, AP=0)), TROOPER, rulings={"WS-R-17": reading}).having(1, hits=before)
    after, _ = play(made, strike, 0, dice=[4] * hits)
    assert (after.status(1).hits, after.status(1).markers) == expected


@pytest.mark.clause("WS-WM-01")
def test_the_weapon_changes_its_users_skill_up_or_down():
    made = lines(TROOPER, TROOPER)
    assert [need(made, weapon=Weapon("w", WS=bonus)) for bonus in (-1, 0, 2)] == [5, 4, 2]


def on_hills(own, *foes, rulings=None):
    """A model on ground so high, touching enemies on ground so high."""
    spots = [(10, 11), (11, 10), (9, 10)][: len(foes)]
    heights = zip([(10, 10), *spots], [own, *foes], strict=True)
    hills = [ground("open", box(x - 0.4, y - 0.4, x + 0.4, y + 0.4), height) for (x, y), height in heights]
    return facing([(10, 10)], spots, grounds=hills, rulings=rulings)


@pytest.mark.clause("WS-WM-02", "WS-WM-03")
def test_higher_ground_than_all_enemies_helps_and_lower_than_all_hinders():
    assert need(on_hills(2, 0)) == 3
    assert need(on_hills(4, 0, 2)) == 3
    assert need(on_hills(0, 2, 3)) == 5


@pytest.mark.clause("WS-WM-04")
def test_in_mixed_and_level_cases_height_changes_nothing():
    assert [need(on_hills(*heights)) for heights in ((2, 0, 2), (0, 2, 0), (2, 4, 0), (1, 0), (2, 2))] == [4] * 5


def score_without(sentence, *heights):
    made = on_hills(*heights)
    return score_to_hit(made, table_of(made, sentence), 0, BLADE, tuple(range(1, len(heights)))).need


def test_without_a_sentence_on_heights_the_cases_that_it_speaks_of_alone_are_otherwise():
    assert [score_without("WS-WM-02", *heights) for heights in ((2, 0), (0, 2), (2, 2))] == [4, 5, 4]
    assert [score_without("WS-WM-03", *heights) for heights in ((2, 0), (0, 2), (2, 2))] == [3, 4, 4]
    assert [score_without("WS-WM-04", *heights) for heights in ((2, 0, 2), (0, 2, 0), (2, 4, 0), (2, 2))] == [
        3,
        5,
        4,
        4,
    ]


@pytest.mark.parametrize("ruling", ["WS-R-54", "WS-R-55"])
def test_height_may_not_count_at_all(ruling):
    assert need(on_hills(2, 0, rulings={ruling: "v052"})) == 4


def test_the_targets_weapon_may_add_to_its_skill():
    """WS-R-19."""
    foe = armed(Weapon("sword", WS=1))
    assert need(lines(TROOPER, foe)) == 4
    assert need(lines(TROOPER, foe, rulings={"WS-R-19": "weapon-adds"})) == 5


CHART = ["4567777", "3456777", "2345677", "1234567", "1123456", "1112345", "1111234"]


def scores(reading):
    table = table_of(lines(TROOPER, TROOPER, rulings={"WS-R-01": reading}))
    return [
        "".join(str(max(1, min(7, comparative(table, Stat(own), foe, 4).need))) for foe in range(7)) for own in range(7)
    ]


def test_the_chart_of_the_comparative_test():
    """WS-R-01."""
    assert scores("default") == CHART
    assert scores("clamped")[0] == "4566666"
    assert scores("clamped")[6] == "2222234"
    assert scores("wh40k-wound")[1] == "3456677"
    assert scores("wh40k-wound")[6] == "2222234"
    assert scores("wh40k-ws")[2] == "3344455"


def test_an_opposed_test_is_one_die_against_another():
    """WS-R-01: WS 3 against 3, then Ar 3 against AP 3; the tester must be higher."""
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
def test_modifiers_change_the_stat_or_the_die(reading, value, modifier, expected):
    """WS-R-02."""
    assert adjusted(table_of(lines(TROOPER, TROOPER, rulings={"WS-R-02": reading})), value, modifier) == expected


def test_a_modifier_of_the_die_counts_after_the_chart():
    table = table_of(lines(TROOPER, TROOPER, rulings={"WS-R-01": "wh40k-ws"}))
    assert comparative(table, Stat(3, on_die=1), 3, 4).need == 3


def test_models_strike_in_the_order_of_their_unit():
    """WS-R-60: the need of the second is another, so its die is a volley of its own."""
    own = U("own", 0, [(TROOPER, 1), (changed(TROOPER, WS=4), 1), (TROOPER, 1)])
    made = battle(own, U("foe", 1, [(TROOPER, 3)]), pairs=[(0, 1)], fight=(0, 1))
    after, script = play(made, strike, 0, dice=[3, 3, 3, 6])
    assert [event.need for event in told(script, Struck)] == [4, 3, 4]
    assert [event.hits for event in told(script, Suffered)] == [1]
    assert after.living(1) == 3


def test_an_enemy_may_have_to_be_named_first():
    """WS-R-20: its WS and its unit then count."""
    units = (
        U("own", 0, [(TROOPER, 1)], [(10, 10)]),
        U("foe", 1, [(TROOPER, 1)], [(10, 11)]),
        U("weak", 1, [(changed(TROOPER, WS=1), 1)], row(11, 10, 1)),
    )
    made = battle(*units, fight=(0, 1, 2), rulings={"WS-R-20": "declare-target"})
    after, script = play(made, melee_attacks, 0, dice=[2, 3], answers=[True, 2])
    assert [event.need for event in told(script, Struck)] == [2]
    assert (after.living(1), after.living(2)) == (1, 0)

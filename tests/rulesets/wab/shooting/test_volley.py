"""Volleys with each of the eleven weapons, under modifiers, with scores above six, and by massed missiles."""

import pytest
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.combat_events import Shot
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.shooting.hits import hit_needed
from pilein.rulesets.wab.shooting.phase import shooting_phase
from pilein.rulesets.wab.shooting.shooters import Aimed, ChartLine, line_of, may_shoot, shooters, weapon_of
from pilein.rulesets.wab.shooting.volley import shoot
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import LEGIONARY, RIDER, WARRIOR, G, U, armed, battle, changed, missile
from tests.rulesets.wab.fights import fought
from tests.rulesets.wab.playing import table_of
from tests.rulesets.wab.shooting.ranges import ARCHER, FOE, HEDGE, WALL, shooting

CHART = {
    "thrown rocks": (4, ChartLine(3, 0), ChartLine(3, 0)),
    "javelin": (8, ChartLine(3, 0), ChartLine(3, 0)),
    "darts": (12, ChartLine(2, 0), ChartLine(2, 0)),
    "handgun": (18, ChartLine(3, -1), ChartLine(4, -2)),
    "light crossbow": (18, ChartLine(3, 0), ChartLine(3, 0)),
    "short bow": (18, ChartLine(3, 0), ChartLine(3, 0)),
    "sling": (18, ChartLine(3, 0), ChartLine(2, 0, 2)),
    "bow": (24, ChartLine(3, 0), ChartLine(3, 0)),
    "staff sling": (24, ChartLine(3, 0), ChartLine(4, -1)),
    "crossbow": (30, ChartLine(3, 0), ChartLine(4, -1)),
    "long bow": (30, ChartLine(3, 0), ChartLine(3, -1)),
}


def need(state: Battle, *, is_long: bool = False, reaction: bool = False) -> int:
    weapon = state.traits(0).missiles[0]
    return hit_needed(state, table_of(state), Aimed(0, 1, 0, is_long=is_long, reaction=reaction), weapon)


def shooting_models(state: Battle, *, reaction: bool = False) -> int:
    return sum(shooters(state, table_of(state), 0, 1, reaction=reaction).values())


@pytest.mark.clause("WAB-MW-01", "WAB-MW-02", "WAB-MW-08")
@pytest.mark.parametrize("name", CHART)
def test_the_eleven_missile_weapons_have_the_ranges_and_strengths_of_the_chart(name: str) -> None:
    reach, far, near = CHART[name]
    table = table_of(shooting(name, 3))
    assert missile(name).range == reach * INCH
    assert line_of(missile(name), table, is_long=True) == far
    assert line_of(missile(name), table, is_long=False) == near
    assert shooting_models(shooting(name, reach)) == 1
    assert shooting_models(shooting(name, reach + 0.01)) == 0


@pytest.mark.parametrize(
    ("reading", "name", "near", "far"),
    [
        ("sling-s3-both", "sling", ChartLine(3, 0, 2), ChartLine(3, 0)),
        ("sling-s3-one-shot", "sling", ChartLine(3, 0, 1), ChartLine(3, 0)),
        ("save-mod-additional", "crossbow", ChartLine(4, -2), ChartLine(3, 0)),
        ("save-mod-additional", "handgun", ChartLine(4, -3), ChartLine(3, -1)),
        ("save-mod-additional", "long bow", ChartLine(3, -1), ChartLine(3, 0)),
        ("xbow-both", "crossbow", ChartLine(4, -1), ChartLine(3, -1)),
        ("xbow-both", "staff sling", ChartLine(4, 0), ChartLine(3, 0)),
    ],
)
def test_rulings_change_the_strength_or_save_modifier_of_some_missile_weapons(
    reading: str, name: str, near: ChartLine, far: ChartLine
) -> None:
    ruling = "WAB-R-13" if reading.startswith("sling") else "WAB-R-14"
    table = table_of(shooting(name, 3, rulings={ruling: reading}))
    assert line_of(missile(name), table, is_long=False) == near
    assert line_of(missile(name), table, is_long=True) == far


def test_without_the_short_range_lines_a_sling_has_one_strength_and_still_fires_twice() -> None:
    """WAB-MW-02 concerns lines of the chart. The rule that slings fire twice is WAB-MW-08."""
    lacking = Table(shooting("sling", 3).setup.readings, struck=frozenset({"WAB-MW-02"}))
    assert line_of(missile("sling"), lacking, is_long=False) == ChartLine(3, 0, 2)
    assert line_of(missile("crossbow"), lacking, is_long=False) == ChartLine(3, 0)


@pytest.mark.parametrize(
    ("reading", "notes"),
    [
        ("default", {"light crossbow": ("free", ""), "short bow": ("", "stationary"), "sling": ("", "")}),
        ("sbow-plain", {"light crossbow": ("free", "stationary"), "short bow": ("", "")}),
        ("lxbow-plain", {"light crossbow": ("", ""), "short bow": ("free", "stationary")}),
        ("sling-massed", {"sling": ("", "stationary"), "bow": ("", ""), "short bow": ("", "stationary")}),
    ],
)
def test_rulings_change_the_special_notes_on_some_missile_weapons(
    reading: str, notes: dict[str, tuple[str, str]]
) -> None:
    table = table_of(shooting("bow", 3, rulings={"WAB-R-16": reading}))
    for name, (moving, massed) in notes.items():
        weapon = weapon_of(missile(name), table)
        assert (weapon.moving, weapon.massed) == (moving, massed)


@pytest.mark.clause("WAB-SH-03")
@pytest.mark.parametrize("skill", range(1, 11))
def test_the_score_to_hit_with_missiles_is_seven_minus_the_skill(skill: int) -> None:
    assert need(shooting("bow", 5, own=changed(ARCHER, BS=skill))) == 7 - skill


@pytest.mark.clause("WAB-SH-04")
def test_modifiers_to_hit_with_missiles_add_up() -> None:
    assert need(shooting("bow", 15), is_long=True) == 5
    assert need(shooting("bow", 15).having(0, move="moved")) == 5
    assert need(shooting("bow", 15, grounds=[HEDGE])) == 5
    assert need(shooting("bow", 15, grounds=[WALL])) == 6
    assert need(shooting("bow", 15, grounds=[WALL]).having(0, move="moved"), is_long=True) == 8
    assert need(shooting("bow", 15, foe=changed(FOE, type="elephant"), foes=1)) == 3
    assert need(shooting("bow", 15, foe=changed(FOE, rules=("Large Target",)))) == 3
    assert need(shooting("bow", 15, foe=changed(FOE, type="character"), foes=1)) == 5
    chariot = shooting("bow", 15, foe=changed(FOE, type="light chariot"), foes=1)
    assert need(chariot) == 4
    moves = {"moved": 5, "reformed": 5, "fled": 5, "disengaged": 5, "still": 4}
    assert {move: need(chariot.having(1, move=move)) for move in moves} == moves


@pytest.mark.parametrize(("reading", "lone"), [("default", 5), ("char-and-skirmish-both", 6)])
def test_skirmishers_are_harder_to_hit_with_missiles_than_units_in_ranks(reading: str, lone: int) -> None:
    for traits, models, expected in ((FOE, 2, 5), (changed(FOE, type="character"), 1, lone)):
        red = U("red", 0, ((armed(ARCHER, "bow"), 1),), block=(30, 10, 0, 1))
        spots = [(30 + one, 20, 180) for one in range(models)]
        blue = U("blue", 1, ((traits, models),), at=spots, formation="skirmish")
        assert need(battle(red, blue, rulings={"WAB-R-75": reading})) == expected


@pytest.mark.clause("WAB-SH-05")
def test_exactly_half_the_range_counts_as_short_range() -> None:
    """WAB-R-74: half the printed range is the limit of short range."""
    table = table_of(shooting("bow", 12))
    assert shooters(shooting("bow", 12), table, 0, 1, reaction=False) == {(0, 0): 1}
    assert shooters(shooting("bow", 12.01), table, 0, 1, reaction=False) == {(0, 1): 1}


@pytest.mark.clause("WAB-MW-03")
@pytest.mark.parametrize("name", ["thrown rocks", "javelin", "darts"])
def test_some_weapons_have_no_penalty_at_long_range(name: str) -> None:
    assert need(shooting(name, 3), is_long=True) == 4


@pytest.mark.clause("WAB-MW-04")
@pytest.mark.parametrize(("reading", "score"), [("default", 4), ("permission-only", 5)])
@pytest.mark.parametrize("name", ["javelin", "darts", "light crossbow"])
def test_under_the_default_ruling_some_weapons_have_no_penalty_for_moving(name: str, reading: str, score: int) -> None:
    assert need(shooting(name, 3, rulings={"WAB-R-72": reading}).having(0, move="moved")) == score


@pytest.mark.clause("WAB-MW-05")
@pytest.mark.parametrize("name", ["handgun", "staff sling", "crossbow"])
def test_some_weapons_may_not_be_fired_by_a_unit_that_has_moved_except_as_a_reaction(name: str) -> None:
    """WAB-R-40: such weapons may be fired as a reaction, because the unit's move was in an earlier turn."""
    moved = shooting(name, 5).having(0, move="moved")
    assert not may_shoot(moved, table_of(moved), 0)
    assert shooting_models(moved) == 0
    assert shooting_models(moved, reaction=True) == 1


@pytest.mark.clause("WAB-MW-06", "WAB-MW-07")
@pytest.mark.parametrize(("name", "still", "moving"), [("darts", 12, 12), ("bow", 12, 6), ("crossbow", 6, 6)])
def test_massed_missiles_are_also_fired_from_behind_the_front_rank(name: str, still: int, moving: int) -> None:
    """WAB-R-71: half of the models of each rank behind the first shoot."""
    state = shooting(name, 5, models=18, files=6)
    assert shooting_models(state) == still
    moved = state.having(0, move="moved")
    assert shooting_models(moved) == (0 if name == "crossbow" else moving)


@pytest.mark.parametrize(("reading", "models"), [("massed-second-rank", 12), ("massed-all", 18), ("massed-off", 6)])
def test_a_ruling_sets_how_many_models_shoot_from_behind_the_front_rank(reading: str, models: int) -> None:
    """WAB-R-71: the readings let the whole second rank, all ranks or only the front rank shoot."""
    assert shooting_models(shooting("bow", 5, models=18, files=6, rulings={"WAB-R-71": reading})) == models


@pytest.mark.parametrize(("reading", "models"), [("default", 12), ("sns-no-massed", 6)])
def test_a_ruling_decides_whether_massed_missiles_are_fired_as_a_reaction(reading: str, models: int) -> None:
    state = shooting("bow", 5, models=18, files=6, rulings={"WAB-R-40": reading}).having(0, move="moved")
    assert shooting_models(state, reaction=True) == models


@pytest.mark.parametrize(("reading", "models"), [("default", 1), ("sns-out-of-range-none", 0)])
def test_a_ruling_decides_whether_a_unit_shoots_at_chargers_that_start_beyond_its_range(
    reading: str, models: int
) -> None:
    """WAB-R-40: under `sns-out-of-range-none`, such chargers are not shot at."""
    assert shooting_models(shooting("javelin", 12, rulings={"WAB-R-40": reading}), reaction=True) == models


@pytest.mark.parametrize(("reading", "models"), [("default", 5), ("two-ranks-on-hill", 10)])
def test_under_the_two_ranks_on_hill_ruling_two_ranks_shoot_from_a_hill(reading: str, models: int) -> None:
    """WAB-R-70: by default, only the front rank shoots."""
    hill = G("open", [(20, 2), (40, 2), (40, 11), (20, 11)], height=2)
    state = shooting("crossbow", 5, models=10, files=5, rulings={"WAB-R-70": reading}, grounds=[hill])
    assert shooting_models(state) == models


@pytest.mark.clause("WAB-SH-06")
def test_a_charging_enemy_is_harder_to_hit_with_missiles_than_a_stationary_one() -> None:
    assert need(shooting("bow", 5), reaction=True) == 5


@pytest.mark.parametrize(("reading", "score"), [("default", 6), ("sixes-after-modifiers", 7)])
def test_a_unit_hits_only_on_a_6_when_shooting_if_it_failed_its_fear_test(reading: str, score: int) -> None:
    """WAB-R-62: the 6 must be natural, and it is needed even if the chart asks for less."""
    state = shooting("bow", 5, rulings={"WAB-R-62": reading}).having(0, sixes_only=True)
    assert need(state, reaction=True) == score


@pytest.mark.example("WAB-EX-03")
def test_in_example_ex03_a_volley_at_chargers_kills_as_many_models_as_the_text_states() -> None:
    foe = changed(LEGIONARY, shield="shield", armour="light")
    state = shooting("bow", 9, models=10, foe=foe)
    after = fought(state, shoot, 0, 1, 1, dice=[1, 5, 6, 2, 5, 3, 4, 6, 2, 1, 4, 2, 6, 3, 5, 1])
    assert (after.living(1), after.status(1).shot_down) == (19, 1)


@pytest.mark.example("WAB-EX-10")
@pytest.mark.clause("WAB-MW-08", "WAB-SH-01", "WAB-SH-02")
def test_in_example_ex10_slings_at_short_range_kill_as_many_models_as_the_text_states() -> None:
    state = shooting("sling", 7, models=8, foe=changed(FOE, armour="light"))
    hits = [4, 6, 1, 2, 5, 3, 3, 4, 6, 2, 1, 4, 5, 2, 3, 1]
    after = fought(state, shooting_phase, dice=[*hits, 5, 1, 6, 2, 4, 3, 5, 6, 4, 2], answers=[1])
    assert after.living(1) == 18
    far = fought(shooting("sling", 10, models=8), shooting_phase, dice=[4] * 8, answers=[1])
    assert far.living(1) == 20


@pytest.mark.example("WAB-EX-11")
@pytest.mark.parametrize(("facing", "left"), [(180, 5), (90, 4)])
def test_half_barding_improves_the_save_only_against_shots_from_the_front(facing: int, left: int) -> None:
    rider = changed(RIDER, armour="heavy", shield="shield", barding="half plate")
    red = U("red", 0, ((armed(ARCHER, "crossbow"), 1),), block=(30, 10, 0, 1))
    blue = U("blue", 1, ((rider, 5),), block=(30, 23, facing, 5))
    after = fought(battle(red, blue), shoot, 0, 1, 0, dice=[4, 4, 3])
    assert after.living(1) == left


@pytest.mark.example("WAB-EX-13")
@pytest.mark.parametrize(("formation", "dice", "left"), [("skirmish", [5, 4, 6], 2), ("open", [4, 4], 1)])
def test_a_buckler_improves_the_save_against_missiles_only_for_skirmishers(
    formation: str, dice: list[int], left: int
) -> None:
    foe = changed(FOE, shield="buckler")
    red = U("red", 0, ((armed(ARCHER, "bow"), 1),), block=(30, 10, 0, 1))
    blue = U("blue", 1, ((foe, 2),), block=(30, 20, 180, 2), formation=formation)
    after = fought(battle(red, blue), shoot, 0, 1, 0, dice=dice)
    assert after.living(1) == left


@pytest.mark.parametrize(
    ("reading", "dice", "left"),
    [
        ("default", [6, 4, 4], 19),
        ("default", [6, 3], 20),
        ("six-lower-strength", [6, 4], 20),
        ("six-lower-strength", [6, 5], 19),
        ("over6-impossible", [], 20),
        ("six-always-hits", [6, 4], 19),
    ],
)
def test_by_default_a_6_followed_by_a_4_or_more_hits_if_the_shot_needs_a_7(
    reading: str, dice: list[int], left: int
) -> None:
    state = shooting("bow", 15, grounds=[WALL], rulings={"WAB-R-73": reading})
    after = fought(state, shoot, 0, 1, 0, dice=dice)
    assert after.living(1) == left


def test_the_log_counts_all_shots_and_not_only_those_that_need_a_second_die() -> None:
    """WAB-R-73: the log also counts the shots that missed on the first die."""
    script = Script(RULESET, dice=[6, 1, 6, 5, 4, 3, 4])
    script.begin(shooting("bow", 15, models=4, grounds=[WALL]), shoot, 0, 1, 0)
    assert [(one.shots, one.hit, one.fallen) for one in script.events if isinstance(one, Shot)] == [(4, 7, 1)]


@pytest.mark.parametrize(("answer", "dice"), [(True, [4, 4]), (False, [4, 4, 5, 5])])
def test_under_the_sling_choose_ruling_a_slinger_may_choose_one_strong_shot_instead_of_two_weak_ones(
    answer: bool, dice: list[int]
) -> None:
    """WAB-R-13 `sling-choose`: one shot at S 3 replaces two shots at S 2."""
    state = shooting("sling", 5, rulings={"WAB-R-13": "sling-choose"})
    after = fought(state, shoot, 0, 1, 0, dice=dice, answers=[answer])
    assert after.living(1) == (19 if answer else 18)


@pytest.mark.parametrize(
    ("move", "ruling", "reading"),
    [("marched", "WAB-R-49", "march-shoot-minus1"), ("declared", "WAB-R-70", "failed-charger-shoots")],
)
def test_a_unit_that_marched_or_declared_a_charge_or_reformed_or_rallied_may_not_shoot(
    move: str, ruling: str, reading: str
) -> None:
    """WAB-R-49, WAB-R-70: each of the four actions bars the unit from shooting in the same turn."""
    for chosen in ("default", reading):
        state = shooting("bow", 5, rulings={ruling: chosen}).having(0, move=move)
        assert may_shoot(state, table_of(state), 0) is (chosen == reading)
    for hindered in ("reformed", "rallied", "still", "fled"):
        state = shooting("bow", 5).having(0, move=hindered)
        assert not may_shoot(state, table_of(state), 0)


def engaged(reading: str) -> Battle:
    red = U("archers", 0, ((armed(ARCHER, "bow"), 2),), block=(30, 10, 0, 2))
    friend = U("friends", 0, ((WARRIOR, 5),), block=(35, 20, 0, 5))
    blue = U("blue", 1, ((WARRIOR, 5),), block=(35, 20, 180, 5))
    return battle(red, friend, blue, rulings={"WAB-R-76": reading})


def test_no_unit_shoots_into_combat_unless_a_ruling_allows_it() -> None:
    """WAB-R-76: under `shoot-into-combat`, half of the hits strike friends."""
    fought(engaged("default"), shooting_phase)
    # two hits, one on each side; both wound and are not saved
    after = fought(engaged("shoot-into-combat"), shooting_phase, dice=[4, 4, 3, 4, 4, 1, 4, 1], answers=[2])
    assert (after.living(1), after.living(2)) == (4, 4)


@pytest.mark.parametrize(("reading", "answers"), [("default", [1]), ("premeasure", [])])
def test_targets_are_named_before_distances_are_measured(reading: str, answers: list[int]) -> None:
    """WAB-R-76: shots at a target that turns out to be beyond range miss."""
    fought(shooting("bow", 30, rulings={"WAB-R-76": reading}), shooting_phase, answers=answers)


def test_under_the_free_split_ruling_models_choose_their_own_targets() -> None:
    red = U("red", 0, ((armed(ARCHER, "bow"), 3),), block=(30, 10, 0, 3))
    blue = [U(name, 1, ((FOE, 10),), block=(x, 18, 180, 5)) for name, x in (("one", 28), ("two", 33))]
    state = battle(red, *blue, rulings={"WAB-R-76": "free-split"})
    after = fought(state, shooting_phase, dice=[4, 4, 4, 4, 4, 4], answers=[(2, 1)])
    assert (after.living(1), after.living(2)) == (8, 9)


@pytest.mark.parametrize("reading", ["default", "immediate"])
def test_a_unit_flees_if_it_loses_a_quarter_of_its_models_to_shooting_and_fails_its_panic_test(reading: str) -> None:
    """WAB-R-59: losses are compared with the number of models at the start of the phase."""
    state = shooting("bow", 5, models=2, foes=5, foe=changed(FOE, Ld=2), rulings={"WAB-R-59": reading})
    after = fought(state, shooting_phase, dice=[4, 4, 4, 4, 1, 2, 3, 3], answers=[1])
    assert after.status(1).fleeing


def test_under_the_count_sns_ruling_losses_to_shots_fired_as_a_reaction_count_in_the_combat_result() -> None:
    for reading, volleyed in (("default", 0), ("count-sns", 1)):
        state = shooting("bow", 5, rulings={"WAB-R-88": reading})
        assert fought(state, shoot, 0, 1, 1, dice=[5, 4]).status(0).volleyed == volleyed


def test_models_and_woods_between_a_shooter_and_its_target_hide_the_target() -> None:
    """WAB-R-70: a model needs a clear line to its target."""
    red = U("red", 0, ((armed(ARCHER, "bow"), 1),), block=(30, 10, 0, 1))
    blue = U("blue", 1, ((FOE, 2),), block=(30, 20, 180, 2))
    wood = replace(G("difficult", [(20, 14), (40, 14), (40, 16), (20, 16)]), blocks_sight=True)
    assert shooting_models(battle(red, blue)) == 1
    assert shooting_models(battle(red, blue, grounds=[wood])) == 0
    screen = U("screen", 0, ((WARRIOR, 20),), block=(30, 15, 0, 20))
    assert shooting_models(battle(red, blue, screen)) == 0

"""Errors in Scrollhammer scenarios are reported with their line."""

import pytest

import pilein
from pilein.kernel.errors import BadScenario
from pilein.rulesets.scrollhammer.checking import check, hints
from pilein.rulesets.scrollhammer.opening import opened
from pilein.rulesets.scrollhammer.vocabulary import VOCABULARY
from pilein.tabletop.loading import loads

HEAD = """\
ruleset = "scrollhammer"
active = "red"
[rulings]
{rulings}
[profiles.guard]
WS = 4
S = 3
T = 3
W = 2
I = 4
A = 1
Ld = 8
base = "25mm"
[[unit]]
name = "guards"
side = "red"
profile = "guard"
models = 3
formation = "{formation}"
{guards}
[[unit]]
name = "reavers"
side = "blue"
profile = "guard"
models = 3
formation = "skirmish"
{reavers}
"""
TABLE = "[table]\nwidth = 48\ndepth = 48\n"
PRESS = '[press]\npairs = [["guards", "reavers"]]\n'
LINE_OF_GUARDS = 20


def judge(
    guards: str = "", reavers: str = "", *, ground: str = PRESS, formation: str = "skirmish", rulings: str = ""
) -> BadScenario | None:
    text = HEAD.format(guards=guards, reavers=reavers, formation=formation, rulings=rulings) + ground
    try:
        check(loads(text, lambda _: VOCABULARY))
    except BadScenario as fault:
        return fault
    return None


def on_a_table(
    guards: str,
    reavers: str = "positions = [[20, 25], [21, 25], [22, 25]]",
    *,
    formation: str = "skirmish",
    rulings: str = "",
) -> BadScenario | None:
    return judge(guards, reavers, ground=TABLE, formation=formation, rulings=rulings)


def told(fault: BadScenario | None) -> str:
    assert fault is not None
    return str(fault)


def test_a_scenario_with_a_unit_out_of_coherency_is_reported_at_the_line_of_the_stray_model() -> None:
    """SH-R-06: the widest legal gap is 2". Bases of 25 mm whose centres are 3" apart have a gap of 2.02"."""
    fault = on_a_table("positions = [\n[20, 20],\n[21, 20],\n[24.0, 20]]")
    assert fault is not None
    assert fault.line == LINE_OF_GUARDS + 3
    assert fault.key == "unit[1].positions[3]"
    assert fault.message == "model 3 of 'guards' is out of coherency, 2.02\" from the other models"
    assert on_a_table("positions = [[20, 20], [21, 20], [23.98, 20]]") is None


def test_the_coherency_distance_in_a_scenario_depends_on_the_ruling_and_the_formation() -> None:
    """SH-R-06: `skirmish-1` and `horde-1` shorten the distance for the formation that they name."""
    apart = "positions = [[20, 20], [21, 20], [23.5, 20]]"
    assert on_a_table(apart) is None
    assert on_a_table(apart, rulings='"SH-R-06" = "skirmish-1"') is not None
    assert on_a_table(apart, formation="horde", rulings='"SH-R-06" = "skirmish-1"') is None


def test_a_model_that_has_lost_all_its_wounds_in_a_scenario_is_refused_at_its_line() -> None:
    fault = judge("members = [\n{ standard = true },\n{ lost = 2 }]")
    assert fault is not None
    assert fault.line == LINE_OF_GUARDS + 2
    assert "a model with the profile 'guard' has lost 2 of its 2 wounds, so it is dead; write lost = 1 or less" in str(
        fault
    )
    assert judge("members = [{ lost = 1 }]") is None


def test_a_weapon_with_only_an_effect_or_only_a_trigger_is_refused() -> None:
    """SH-AE-01: a scenario that gives only one of the two is rejected."""

    def net(keys: str) -> BadScenario | None:
        return judge('weapons = ["net"]', ground=f"[weapons.net]\n{keys}\n{PRESS}")

    fault = net('effect = "stopped"')
    assert fault is not None
    assert fault.key == "weapons.net.effect"
    assert (
        'an effect, but no effect_on to say when it happens; write effect_on = "unsaved", "wounding" or "hitting"'
        in str(fault)
    )
    assert "'net' has effect_on, but no effect; write effect = \"stopped\"" in told(net('effect_on = "hitting"'))
    assert net('effect = "stopped"\neffect_on = "hitting"') is None


def test_the_effect_that_stops_models_from_striking_is_recognised_in_upper_or_lower_case() -> None:
    """SH-AE-01: capital letters make no difference."""
    net = '[weapons.net]\neffect = "Stopped"\neffect_on = "hitting"\n'
    text = HEAD.format(guards='weapons = ["net"]', reavers="", formation="skirmish", rulings="") + net + PRESS
    traits = opened(loads(text, lambda _: VOCABULARY).scenario).state.traits(0)
    assert [effect.mark for weapon in traits.weapons for effect in weapon.effects] == ["stopped"]


def test_only_a_block_in_the_press_may_have_its_files_stated_separately() -> None:
    assert "a unit in skirmish cannot have files" in told(judge("files = 2"))
    assert "4 files for 3 models" in told(judge("files = 4", formation="ranks"))
    assert judge("files = 3", formation="ranks") is None
    block = "place = { x = 20, y = 20, files = 3 }"
    assert "a unit on a table gives its files in `place`" in told(on_a_table(f"{block}\nfiles = 3", formation="ranks"))


@pytest.mark.parametrize(
    ("guards", "reavers", "words"),
    [
        ("", "charged = true", "'reavers' cannot have charged, because it is the turn of 'red'"),
        ("counter_attacked = true", "", "'guards' cannot have counter-attacked in the turn of their own side"),
        ('fired_at = "guards"', "", "'guards' is a friend, not an enemy; name an enemy unit"),
        ("", "falling_back = true", "'reavers' are falling back, yet touch an enemy"),
        (
            'has_fought = true\nfired_at = "reavers"',
            "",
            "locked in a combat from an earlier turn, so they cannot have fired",
        ),
        (
            "has_fought = true\nmarched = true",
            "",
            "locked in a combat from an earlier turn, so they cannot have marched",
        ),
        (
            "",
            "has_fought = true\ngone_to_ground = true",
            "combat from an earlier turn, so they cannot have gone to ground",
        ),
    ],
)
def test_statuses_that_no_game_can_reach_are_refused_in_a_scenario(guards: str, reavers: str, words: str) -> None:
    assert words in told(judge(guards, reavers))


def test_a_scenario_set_in_a_later_round_treats_every_unit_that_has_not_charged_as_having_fought() -> None:
    """SH-LK-01: `round` sets `has_fought` for every unit except one that has just charged."""

    def second_round(guards: str) -> BadScenario | None:
        text = HEAD.format(guards=guards, reavers="", formation="skirmish", rulings="") + PRESS
        try:
            check(loads("round = 2\n" + text, lambda _: VOCABULARY))
        except BadScenario as fault:
            return fault
        return None

    assert "combat from an earlier turn, so they cannot have fired" in told(second_round('fired_at = "reavers"'))
    assert "combat from an earlier turn, so they cannot have marched" in told(second_round("marched = true"))
    assert second_round('charged = true\nfired_at = "reavers"') is None


def test_a_scenario_may_not_mark_a_unit_as_having_charged_if_it_has_been_fighting_since_an_earlier_turn() -> None:
    """SH-CH-06, SH-R-33: a unit that is locked may not declare a charge, and a unit that was locked before does not
    counter-attack either.
    """
    fault = judge('has_fought = true\ncharged = true\nfired_at = "reavers"')
    assert fault is not None
    assert fault.key == "unit[1].charged"
    assert fault.line == LINE_OF_GUARDS + 1
    assert "'guards' fought in their combat in an earlier turn, so they cannot have charged in this turn" in str(fault)
    assert "remove charged or has_fought" in str(fault)
    assert "cannot have counter-attacked" in told(judge("", "has_fought = true\ncounter_attacked = true"))
    assert judge("charged = true", "has_fought = true") is None


def test_a_scenario_may_state_that_a_charged_unit_has_gone_to_ground() -> None:
    assert judge("charged = true", "gone_to_ground = true") is None


def test_a_unit_marked_as_having_charged_must_touch_an_enemy() -> None:
    places = "positions = [[20, 20], [21, 20], [22, 20]]"
    assert "have charged, yet touch no enemy" in told(on_a_table(f"charged = true\n{places}"))
    near = "positions = [[20, 20.985], [21, 20.985], [22, 20.985]]"
    assert on_a_table(f"charged = true\n{places}", near) is None
    counter = f"counter_attacked = true\n{near}"
    assert on_a_table(f"charged = true\n{places}", counter) is None


def test_under_the_fight_ruling_a_scenario_may_place_a_unit_falling_back_in_contact_with_an_enemy() -> None:
    assert judge("charged = true", "falling_back = true", rulings='"SH-R-15" = "fight"') is None


@pytest.mark.parametrize(("melee", "told_so"), [("", True), ("melee = false", False), ("melee = true", True)])
def test_a_hint_names_a_ranged_weapon_that_may_also_be_used_to_strike(melee: str, told_so: bool) -> None:
    """SH-WP-02: a hint names weapons that shoot and also count as close combat weapons."""
    pistol = f"[weapons.pistol]\nshots = 1\nrange = 12\n{melee}\n"
    units = HEAD.format(rulings="", guards='weapons = ["pistol"]', reavers="", formation="skirmish")
    scenario = loads(units + PRESS + pistol, lambda _: VOCABULARY).scenario
    assert any("the weapon 'pistol' both shoots and strikes in combat" in line for line in hints(scenario)) == told_so


@pytest.mark.parametrize("example", ["scrollhammer/horde_against_ranks.toml", "wab/press.toml"])
def test_zero_files_are_refused(example):
    fight = pilein.load(f"examples/{example}")
    unit = next(one.name for one in fight.units if one.statuses["files"])
    with pytest.raises(BadScenario, match="files: 0 is too small; write a number from 1 to 40"):
        fight.with_unit(unit, files=0)

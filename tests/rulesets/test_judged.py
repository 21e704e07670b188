"""Regression tests for findings of reviewers who compared forty sentences of each text with the code by playing."""

import pytest

import pilein
from pilein.rulesets.wab.columns import is_in_column
from pilein.rulesets.warstrike.engaged import unengaged

RIDERS = """
ruleset = "wab"
active = "red"
[profiles.rider]
type = "cavalry"
M = 8
WS = 3
BS = 3
S = 3
T = 3
I = 3
A = 1
Ld = 7
base = "25x50mm"
[profiles.hero]
type = "character"
mounted = true
M = 8
WS = 4
BS = 3
S = 4
T = 4
W = 2
I = 4
A = 2
Ld = 8
base = "25x50mm"
[table]
width = 60
depth = 60
[[unit]]
name = "horse"
side = "red"
profile = "rider"
models = HORSE
formation = "open"
place = { x = 20, y = 10, facing = FACING, files = FILES }
[[unit]]
name = "foes"
side = "blue"
members = [FOES]
formation = "open"
place = { x = 20, y = 22.0, facing = 180, files = 4 }
"""
ONE_RIDER = "{ profile = 'rider', models = 7 }"
HERO = "{ profile = 'hero' }"
HORDE = """
ruleset = "wwpd"
active = "red"
[profiles.man]
base = "25mm"
rate = 0
[table]
width = 48
depth = 48
[[unit]]
name = "red men"
side = "red"
profile = "man"
models = 2
positions = [[20, 20], [20, 28]]
[[unit]]
name = "blue men"
side = "blue"
profile = "man"
models = 2
positions = [[20, 20.985], [20, 38]]
[[unit]]
name = "bystander"
side = "blue"
profile = "man"
models = 1
positions = [[26, 34]]
"""
SHOOTERS = """
ruleset = "warstrike"
active = "red"
[profiles.man]
Mv = 6
WS = 3
BS = 4
Ev = 3
Str = 3
Ar = 3
Ld = 2
Nv = 4
base = "25mm"
[table]
width = 40
depth = 40
[[unit]]
name = "attacker"
side = "red"
profile = "man"
models = 1
weapons = ["pistol"]
positions = [[20, 1.477]]
[[unit]]
name = "at the edge"
side = "blue"
profile = "man"
models = 1
weapons = ["close combat weapon"]
markers = 1
positions = [[20, 0.4922]]
[[unit]]
name = "shooter"
side = "blue"
profile = "man"
models = 1
weapons = ["pistol"]
positions = [[20, 6]]
"""


def riders(foes: tuple[str, ...], horse: int = 8, files: int = 4, facing: int = 0) -> pilein.Scenario:
    """Return a scenario of cavalry against cavalry led by a hero. `foes` is the order in which the file lists the
    models of the hero's unit.
    """
    text = RIDERS.replace("FOES", ", ".join(foes)).replace("HORSE", str(horse))
    return pilein.Scenario.from_text(text.replace("FILES", str(files)).replace("FACING", str(facing)))


@pytest.mark.parametrize("foes", [(HERO, ONE_RIDER), (ONE_RIDER, HERO)])
def test_cavalry_led_by_a_hero_may_counter_charge_wherever_the_hero_is_listed_in_the_unit(
    foes: tuple[str, ...],
) -> None:
    """WAB-RX-02 allows the reaction whatever the hero's place in the unit."""
    game = pilein.Game(riders(foes), "ask", seed=1)
    while game.pending is not None and game.pending.clause != "WAB-RX-01":
        charge = next((one for one in game.options if "horse" in one.words and "foes" in one.words), game.options[0])
        game.answer(charge.answer)
    assert "counter-charge" in [one.words for one in game.options]


@pytest.mark.parametrize("horse", [15, 16])
def test_a_wide_block_that_has_turned_about_does_not_count_as_a_column(horse: int) -> None:
    """WAB-FM-02: once the block has turned about, its incomplete rank is in front."""
    game = pilein.Game(riders((ONE_RIDER, HERO), horse, 5, 180), "sensible", seed=1, phases=3)
    assert game.events
    turned = pilein.Game(riders((ONE_RIDER, HERO), horse, 5, 180), "ask", seed=1)
    while turned.pending is not None and turned.pending.clause != "WAB-SEQ-04":
        turned.choose(len(turned.options) - 1)
    turned.answer(("normal", (("about",),)))
    assert not is_in_column(turned.state, turned.state.preview_table(), 0)


@pytest.mark.clause("WW-EN-05")
def test_a_unit_waits_until_its_own_side_piles_in_when_an_enemy_approaches_it_by_piling_in() -> None:
    """The red model that piles in comes within 8 inches of a blue model whose unit also stays in the Melee."""
    game = pilein.play(pilein.Scenario.from_text(HORDE), "first", seed=1)
    movers = [event.fields()["unit"] for event in game.events if type(event).__name__ == "Moved"]
    assert movers.index("red men") < movers.index("blue men")


@pytest.mark.clause("WW-EN-02")
def test_a_unit_counts_as_having_been_in_a_firefight_even_if_only_some_of_its_models_have_fired() -> None:
    """WW-R-25: shots by models of a unit count for the unit."""
    plain, fired = "[[26, 34]]", "[[26, 34], [26, 36]]\nmembers = [{ fired = true }]\nsuppressed = true"
    scenario = pilein.Scenario.from_text(HORDE.replace(plain, fired))
    tested = [event for event in pilein.play(scenario, "first", seed=1).events if event.clause == "WW-EN-02"]
    assert [event.fields()["unit"] for event in tested] == ["bystander"]


@pytest.mark.clause("WS-EN-02")
def test_a_unit_still_counts_as_engaged_if_it_touches_an_enemy_that_failed_to_flee() -> None:
    """The unit at the table edge flees 0 inches and counts as broken off, but the unit in contact with it still may not
    be shot at.
    """
    scenario = pilein.Scenario.from_text(SHOOTERS)
    battle = pilein.Game(scenario, "ask").state.having(1, broken_off=True)
    assert unengaged(battle, battle.preview_table(), 0) == ()


WALKERS = """
ruleset = "warstrike"
active = "red"
[profiles.strong]
Mv = 6
WS = 6
Str = 6
Ar = 0
Ld = 2
Nv = 4
base = "25mm"
[profiles.weak]
Mv = 6
WS = 0
Str = 1
Ar = 0
Ld = 2
Nv = 4
base = "25mm"
[weapons.axe]
AP = 10
Atk = 2
[table]
width = 48
depth = 48
[[unit]]
name = "walker"
side = "red"
profile = "strong"
models = 1
weapons = ["axe"]
positions = [[16, 20]]
[[unit]]
name = "killer"
side = "red"
profile = "strong"
models = 1
weapons = ["axe"]
positions = [[20.985, 20]]
[[unit]]
name = "left behind"
side = "blue"
profile = "weak"
models = 1
markers = 1
positions = [[10, 20]]
[[unit]]
name = "victim"
side = "blue"
profile = "weak"
models = 1
positions = [[20, 20]]
"""
TOWARDS = (0, 2349500, 2730500, 0)  # the walker, 2.92 inches away


def test_defenders_may_remove_markers_only_if_all_attackers_have_walked_away() -> None:
    """WS-SU-05: one attacker kills its enemy and stays while the other walks off, so no unit may remove a marker."""
    answers = [[0, 1], [], [], 1, True, [], [list(TOWARDS)]]
    played = pilein.play(pilein.Scenario.from_text(WALKERS), "ask", answers=answers)
    told = [event.clause for event in played.events]
    assert "WS-EC-01" in told
    assert "WS-SU-05" not in told

"""Worked examples of the register are played with the dice that they state."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.position import Position
from pilein.kernel.table import Table
from pilein.rulesets.scorched.events import Collided, Focused, Moved
from pilein.rulesets.scorched.knock_back import BOTH, push
from pilein.rulesets.scorched.phase import combat_phase
from pilein.rulesets.scorched.piercing import armour_piercing
from pilein.rulesets.scorched.ruleset import RULESET
from pilein.rulesets.scorched.saving import save
from pilein.rulesets.scorched.state import Fight, Strike
from tests.rulesets.scorched.builder import M, battle, played

NO_PARRY = (-1, 0)


def saving(*strikes, dice, rulings=None, units):
    """Return the wounds that the opposing side's first model takes if only the saves against the given hits
    are rolled.
    """
    made = battle(*units, rulings=rulings).changed(fight=Fight(((0, 1),), strikes=strikes))
    script = Script(RULESET, dice=dice)
    after = script.begin(made, save, BOTH)
    script.assert_used_up()
    return after.wounds_taken(1)


@pytest.mark.example("CP-X-01")
@pytest.mark.clause("CP-AT-01", "CP-AT-02", "CP-AT-03", "CP-AT-04")
def test_in_example_x_01_the_wounded_lieutenant_rolls_two_dice_and_scores_ten():
    game = played(M("lieutenant", 0, WS=5, W=3, lost=1), M("foe", 1, WS=6), dice=[4, 5, 4])
    assert game.scores() == {"lieutenant": 10, "foe": 10}


@pytest.mark.example("CP-X-02")
@pytest.mark.clause("CP-HT-01", "CP-HT-02", "CP-SV-01", "CP-SV-02", "CP-PA-04")
def test_the_one_on_one_example_gives_the_scores_and_hits_stated_in_the_text():
    game = played(M("x", 0, WS=5, W=2), M("y", 1, more={"Sv": 4}), dice=[4, 5, 3, 2, 4, 6])
    assert game.scores() == {"x": 10, "y": 7}
    assert game.hits() == [("x", "y", 3, 0)]
    assert game.slain() == ["y"]


@pytest.mark.example("CP-X-04")
@pytest.mark.clause("CP-OU-01", "CP-OU-02", "CP-HT-03")
def test_the_example_of_an_outnumbered_winner_gives_the_hits_stated_in_the_text():
    game = played(M("x", 0, WS=5, W=2), M("a", 1), M("b", 1, WS=3), dice=[6, 2, 4, 6], answers=[1])
    assert game.scores() == {"x": 9, "a": 8, "b": 9}
    assert game.hits() == [("x", "a", 1, 0)]
    assert game.slain() == ["a"]


@pytest.mark.example("CP-X-05")
@pytest.mark.clause("CP-OU-01", "CP-HT-01")
def test_in_the_outnumbering_example_both_losing_models_fall_at_the_same_time():
    game = played(M("x", 0, WS=5, W=2), M("a", 1), M("b", 1, WS=3), dice=[4, 3, 5, 2], answers=[1])
    assert game.scores() == {"x": 7, "a": 9, "b": 5}
    assert game.hits() == [("x", "b", 2, 0), ("a", "x", 2, 0)]
    assert game.slain() == ["x", "b"]


@pytest.mark.example("CP-X-06")
@pytest.mark.clause("CP-SW-01")
def test_the_parry_example_gives_the_scores_and_hits_stated_in_the_text():
    game = played(M("a", 0, weapons=["sword"]), M("b", 1), dice=[3, 6, 2], answers=[(1, 6)])
    assert game.scores() == {"a": 7, "b": 6}
    assert game.slain() == ["b"]


@pytest.mark.example("CP-X-08")
@pytest.mark.clause("CP-SH-01", "CP-SH-02", "CP-SH-03")
def test_the_shielding_example_gives_the_scores_and_hits_stated_in_the_text():
    units = M("x", 0, W=1, weapons=["shield"]), M("y", 1, WS=5, W=2)
    game = played(*units, dice=[3, 6, 4], answers=[True])
    assert game.scores() == {"x": 14, "y": 11}
    assert game.hits() == []
    assert played(*units, dice=[3, 6, 4], answers=[False]).hits() == [("y", "x", 4, 0)]


@pytest.mark.example("CP-X-10")
@pytest.mark.clause("CP-IX-26", "CP-SH-02")
def test_the_example_of_shielding_while_outnumbered_gives_the_scores_and_hits_stated_in_the_text():
    game = played(M("x", 0, weapons=["shield"]), M("a", 1, WS=5), M("b", 1, WS=5), dice=[3, 4, 6], answers=[1, True])
    assert game.scores() == {"x": 10, "a": 9, "b": 11}
    assert game.hits() == [("b", "x", 1, 0)]


@pytest.mark.example("CP-X-11")
@pytest.mark.clause("CP-IX-10", "CP-DG-01", "CP-TH-01", "CP-TH-02", "CP-TH-03")
def test_the_example_of_gap_stab_with_cleave_gives_the_scores_and_hits_stated_in_the_text():
    stabber, foe = M("a", 0, W=2, weapons=["dagger+two-handed"]), M("b", 1, more={"Sv": 3})
    game = played(stabber, foe, dice=[6, 3, 2, 6, 5, 1])
    assert game.scores() == {"a": 9, "b": 6}
    assert game.hits() == [("a", "b", 3, 3)]
    assert game.slain() == ["b"]


@pytest.mark.example("CP-X-13")
@pytest.mark.clause("CP-CH-01", "CP-CH-02")
def test_the_shred_example_gives_the_hits_and_saves_stated_in_the_text():
    units = M("a", 0, weapons=["chain sword"]), M("b", 1, W=3, more={"Sv": 4})
    assert saving(Strike(0, 1, 2, 0), dice=[1, 1, 4, 5], units=units) == 2


@pytest.mark.example("CP-X-14")
def test_in_the_shred_example_no_further_hit_follows_if_the_armour_is_negated():
    units = M("a", 0, weapons=["axe+chain+power"]), M("b", 1, W=3, more={"Sv": 6})
    assert saving(Strike(0, 1, 2, 1), dice=[], units=units) == 2


@pytest.mark.example("CP-X-16")
@pytest.mark.clause("CP-DW-01", "CP-IX-08")
def test_the_bearer_in_the_possession_example_is_slain_unless_the_enemy_parries():
    units = M("bearer", 0, WS=5, W=3, weapons=["daemon weapon"]), M("enemy", 1, weapons=["sword"])
    game = played(*units, dice=[1, 1, 1, 2], answers=[NO_PARRY])
    assert game.slain() == ["bearer"]
    assert game.left("enemy") == 1
    game = played(*units, dice=[1, 1, 1, 2, 4], answers=[(0, 1)])
    assert game.scores() == {"bearer": 9, "enemy": 6}
    assert game.slain() == ["enemy"]
    assert game.left("bearer") == 1


@pytest.mark.example("CP-X-17")
@pytest.mark.clause("CP-MA-01", "CP-MA-02")
@pytest.mark.parametrize(("wall", "moved", "wounds"), [(True, 2.5, 1), (False, 4, 0)])
def test_the_knock_back_example_gives_the_pushes_and_wounds_stated_in_the_text(wall, moved, wounds):
    grounds = [("impassable", [(5, 14), (15, 14), (15, 15), (5, 15)])] if wall else []
    mace, foe = M("mace", 0, weapons=["mace"], at=[(10, 10)]), M("foe", 1, W=3, at=[(10, 11)])
    made = battle(mace, foe, grounds=grounds)
    made = made.changed(fight=Fight(((0, 1),)))
    script = Script(RULESET)
    after = script.begin(made, push, 0, 1, 4, 10 * INCH, 10 * INCH)
    assert after.plane.place(1).y / INCH == pytest.approx(11 + moved, abs=0.001)
    assert after.wounds_taken(1) == wounds
    assert [type(event) for event in script.events if isinstance(event, Moved | Collided)] == (
        [Moved, Collided] if wall else [Moved]
    )


@pytest.mark.example("CP-X-19")
@pytest.mark.clause("CP-LA-01")
def test_in_the_lance_example_the_lance_has_better_ap_only_in_the_round_of_its_charge():
    lancer, foe = M("lancer", 0, W=2, weapons=["lance"], charged=True), M("foe", 1, W=3, more={"Sv": 5})
    game = played(lancer, foe, dice=[6, 1, 5, 1, 1, 5])
    assert game.hits() == [("lancer", "foe", 1, 1)]
    assert game.left("foe") == 2
    script = Script(RULESET, dice=[6, 1, 5, 1, 5])
    after = script.begin(game.after, combat_phase)
    script.assert_used_up()
    assert after.wounds_taken(1) == 1


@pytest.mark.example("CP-X-20")
@pytest.mark.clause("CP-PA-01", "CP-PA-02", "CP-PH-01")
def test_the_models_of_the_pairing_example_are_paired_without_asking_a_player():
    """A touches X, and B touches X and Y. No pairing question is asked, and the players choose which of the two combats
    to fight first.
    """
    a, b = M("a", 0, at=[(10, 10)]), M("b", 0, at=[(12, 10)])
    x, y = M("x", 1, at=[(11, 10)]), M("y", 1, at=[(13, 10)])
    made = battle(a, b, x, y)
    assert made.plane.contacts.enemies == {0: (2,), 1: (2, 3), 2: (0, 1), 3: (1,)}
    script = Script(RULESET)
    position = script.play(Position(made, ((combat_phase.key,),)), until="next_combat")
    assert position.state.combats == (((0, 2),), ((1, 3),))


@pytest.mark.example("CP-X-22")
@pytest.mark.clause("CP-RW-01", "CP-IX-28")
@pytest.mark.parametrize(("held", "wounds"), [("sword+power+relic", 1), ("sword+power", 0)])
def test_the_relic_example_gives_the_saves_stated_in_the_text(held, wounds):
    units = M("a", 0, weapons=[held]), M("b", 1, W=3, more={"Sv": 4, "Inv": 4, "FNP": 5})
    assert saving(Strike(0, 1, 2, 1), dice=[4, 5], units=units) == wounds


@pytest.mark.example("CP-X-23")
@pytest.mark.clause("CP-FW-01")
@pytest.mark.parametrize(("ruling", "dice"), [({}, [6, 5]), ({"CP-R-02": "wound_chart"}, [6, 5, 2])])
def test_the_focus_example_gives_the_wounds_stated_in_the_text(ruling, dice):
    """Two charges raise S to 6, which wounds T 4 on 2+ instead of 4+ under readings with a roll to wound."""
    psyker = M("psyker", 0, weapons=["force weapon"], more={"charges": 3, "rules": ("Psyker",)})
    game = played(psyker, M("foe", 1), dice=dice, answers=[2], rulings=ruling)
    (event,) = game.events(Focused)
    assert (event.S, event.charges, event.matters) == (6, 2, bool(ruling))
    assert game.after.spent == ((0, 2),)
    assert game.slain() == ["foe"]


@pytest.mark.example("CP-X-25")
@pytest.mark.parametrize(
    ("held", "pierces", "armour", "dice", "wounds"),
    [("power sword", 1, 2, [], 2), ("great axe", 6, 6, [], 2), ("great axe", 6, 5, [5, 4], 1)],
)
def test_the_example_of_the_threshold_ruling_gives_the_wounds_stated_in_the_text(held, pierces, armour, dice, wounds):
    units = M("a", 0, weapons=[held]), M("b", 1, W=3, more={"Sv": armour})
    threshold = {"CP-R-01": "threshold"}
    made = battle(*units, rulings=threshold).changed(fight=Fight(((0, 1),)))
    assert armour_piercing(made, Table(made.setup.readings, struck=made.setup.struck), 0, six=False) == pierces
    assert saving(Strike(0, 1, 2, pierces), dice=dice, rulings=threshold, units=units) == wounds


@pytest.mark.example("CP-X-26")
@pytest.mark.clause("CP-HH-01", "CP-IX-15")
def test_the_example_of_a_hand_and_a_half_weapon_with_a_shield_gives_the_scores_stated_in_the_text():
    units = M("a", 0, weapons=["hand-and-a-half weapon", "shield"]), M("b", 1, W=2)
    game = played(*units, dice=[4, 2, 1], answers=[False, True])
    assert game.scores() == {"a": 6, "b": 6}
    game = played(*units, dice=[5, 1, 1], answers=[False, True])
    assert game.hits() == [("a", "b", 2, 1)]
    game = played(*units, dice=[4, 2, 1], answers=[True])
    assert game.scores() == {"a": 16, "b": 6}

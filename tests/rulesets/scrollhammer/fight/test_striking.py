"""SH-FS-05 to SH-FS-07, SH-IN-06, SH-HI-02, SH-WO-06, SH-MU-03 to SH-MU-05: attacks of a step."""

from fractions import Fraction

import pytest

from pilein.dice import Pool, chance
from pilein.engine.script import Script
from pilein.kernel.position import Position
from pilein.rulesets.scrollhammer.charge_events import Slain
from pilein.rulesets.scrollhammer.combat_events import Struck, Suffered
from pilein.rulesets.scrollhammer.fight.directing import declare_attacks
from pilein.rulesets.scrollhammer.fight.striking import strike
from pilein.rulesets.scrollhammer.fight.sub_phase import next_step
from pilein.rulesets.scrollhammer.profile import Effect, Weapon
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Status
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, IMP, OGRE, REAVER, U, battle, changed, fight_of

HERO = changed(GUARD, WS=5, S=4, T=4, I=5, A=4, Sv=7)


def press(*units, step, rulings=None, pairs=((0, 1),)):
    made = battle(*units, pairs=pairs, rulings=rulings)
    return made.beginning(fight_of(tuple(range(len(units))), step=step, met=tuple(pairs)))


def declared(made, dice=(), answers=()):
    """Declare and strike the attacks of one step and apply its losses. Every die and answer must be used."""
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.play(Position(made, ((declare_attacks.key,), (strike.key,)))).state
    script.assert_used_up()
    return after, script


def pool(made, answers=()):
    script = Script(RULESET, dice=[1] * 999, answers=answers)
    script.play(Position(made, ((declare_attacks.key,), (strike.key,))))
    return next(asked for asked in script.asked if isinstance(asked, Pool))


@pytest.mark.clause("SH-IN-06", "SH-FS-05", "SH-SV-08", "SH-FS-07", "SH-FS-06", "SH-AL-02")
@pytest.mark.example("SH-X-10")
def test_attacks_of_one_initiative_step_are_simultaneous():
    made = press(U("own", 0, [(GUARD, 2)]), U("foe", 1, [(GUARD, 2)]), step=4)
    after, script = declared(made, [4, 5, 6, 4, 4, 1, 5, 1, 3, 2])
    assert (after.living(0), after.living(1)) == (1, 0)
    assert after.fight.lead == 1
    assert [event for event in script.events if isinstance(event, Slain)] == [
        Slain(unit="own", count=1, clause="SH-FS-07"),
        Slain(unit="foe", count=2, clause="SH-FS-07"),
    ]


@pytest.mark.example("SH-X-11")
@pytest.mark.clause("SH-FS-02", "SH-CR-01", "SH-CR-11")
def test_a_hero_that_strikes_first_may_still_fall_to_the_only_surviving_guard():
    made = press(U("hero", 0, [(HERO, 1)]), U("guards", 1, [(GUARD, 4)]), step=5)
    after, _ = declared(made, [3, 4, 5, 6, 3, 3, 4, 1, 1, 2, 3])
    assert after.living(1) == 1
    after, _ = declared(after.fighting(step=4), [4, 5])
    assert (after.living(0), after.living(1)) == (0, 1)
    assert after.fight.lead == 3 - 1


@pytest.mark.clause("SH-WO-03")
@pytest.mark.example("SH-X-13")
def test_no_die_to_wound_is_rolled_if_the_wound_chart_has_a_dash():
    tough = U("tough", 1, [(changed(GUARD, T=2), 1), (changed(GUARD, T=5), 3)])
    made = press(U("imps", 0, [(IMP, 3)]), tough, step=2)
    after, script = declared(made, [6, 6, 6])
    assert after.living(1) == 4
    assert [event.wound for event in script.events if isinstance(event, Struck)] == [7]


@pytest.mark.clause("SH-HI-02")
def test_attacks_with_different_scores_to_hit_are_rolled_separately_and_attacks_with_the_same_score_together():
    champion = changed(GUARD, A=2)
    bearer = changed(GUARD, standard=True)
    units = U("own", 0, [(changed(GUARD, WS=5), 1), (champion, 1), (bearer, 1), (GUARD, 2)]), U("foe", 1, [(REAVER, 3)])
    volleys = pool(press(*units, step=4)).volleys
    assert [(volley.dice, volley.hit) for volley in volleys] == [(1, 3), (5, 3)]
    slow = U("own", 0, [(changed(GUARD, WS=2), 1), (GUARD, 2)])
    assert [(volley.dice, volley.hit) for volley in pool(press(slow, units[1], step=4)).volleys] == [(1, 4), (2, 3)]


def test_the_wounds_from_ten_attacks_by_a_guard_on_a_guard_match_figure_f_03():
    """SH-FS-06, register figure F-03: each attack causes an unsaved wound with probability 1/8."""
    made = press(U("own", 0, [(changed(GUARD, A=2), 5)]), U("foe", 1, [(changed(GUARD, I=1), 20)]), step=4)
    distribution = pool(made).weights()
    assert chance(distribution, lambda outcome: outcome[1] == (0,)) == Fraction(282475249, 1073741824)
    assert chance(distribution, lambda outcome: outcome[1] == (1,)) == Fraction(201768035, 536870912)
    assert chance(distribution, lambda outcome: outcome[1] == (4,)) == Fraction(12353145, 536870912)
    assert chance(distribution, lambda outcome: outcome[1] != (0,)) == Fraction(791266575, 1073741824)


def test_the_odds_of_five_against_five_equal_models_match_figure_f_11():
    """SH-IN-06, register figure F-11: the odds are those of equal wounds and of either side being ahead."""
    made = press(U("own", 0, [(GUARD, 5)]), U("foe", 1, [(GUARD, 5)]), step=4)
    distribution = pool(made).weights()
    assert chance(distribution, lambda outcome: outcome[1][0] == outcome[1][1]) == Fraction(109650375, 268435456)
    assert chance(distribution, lambda outcome: outcome[1][0] > outcome[1][1]) == Fraction(158785081, 536870912)
    assert chance(distribution, lambda outcome: outcome[1][0] == 2) == Fraction(3430, 32768)


@pytest.mark.clause("SH-WP-04", "SH-WP-05")
def test_attacks_may_be_split_between_two_weapons_or_all_made_with_one():
    flame = Weapon("flame sword", "hand weapon", AP=1)
    two = changed(GUARD, weapons=(flame, HAND_WEAPON))
    for shares, expected in (((2, 1), [(2, 5), (1, 4)]), ((3, 0), [(3, 5)])):
        made = press(
            U("own", 0, [(two, 1)], status=Status(charged=True)), U("foe", 1, [(changed(GUARD, I=1), 9)]), step=4
        )
        assert [(volley.dice, volley.save) for volley in pool(made, answers=[shares]).volleys] == expected


@pytest.mark.clause("SH-MU-03", "SH-MU-04", "SH-MU-05")
@pytest.mark.example("SH-X-19")
def test_a_model_divides_its_attacks_only_between_units_that_it_touches():
    ogre = U("ogre", 0, [(OGRE, 1)], at=[(10, 10)], base=changed(U("x", 0, []).base, width=254000, depth=254000))
    imp = U("imp", 0, [(changed(IMP, I=2), 1)], at=[(10, 8.5)])
    one, two = (U(name, 1, [(changed(REAVER, I=1), 1)], at=[(x, 11.5)]) for name, x in (("A1", 9.5), ("A2", 10.5)))
    made = battle(ogre, imp, one, two).beginning(fight_of((0, 1, 2, 3), step=2))
    script = Script(RULESET, answers=[(2, 1), (0, 1)])
    after = script.begin(made, declare_attacks)
    script.assert_used_up()
    assert [(b.unit, b.foe, b.attacks) for b in after.fight.exchange.declared] == [(0, 2, 2), (0, 3, 1), (1, 3, 1)]
    alone = battle(ogre, imp, one, U("A2", 1, [(changed(REAVER, I=1), 1)], at=[(20, 11.5)]))
    script = Script(RULESET)
    after = script.begin(alone.beginning(fight_of((0, 1, 2), step=2)), declare_attacks)
    assert [(b.unit, b.foe, b.attacks) for b in after.fight.exchange.declared] == [(0, 2, 3), (1, 2, 1)]


@pytest.mark.clause("SH-MU-03")
def test_in_a_multiple_combat_a_model_touching_one_unit_strikes_it_without_a_question():
    two = U("a", 0, [(GUARD, 1)]), U("b", 0, [(GUARD, 1)])
    made = press(*two, U("c", 1, [(REAVER, 1)]), U("d", 1, [(REAVER, 1)]), step=4, pairs=((0, 2), (0, 3), (1, 3)))
    script = Script(RULESET, answers=[(1, 0)])
    after = script.begin(made, declare_attacks)
    script.assert_used_up()
    assert [(b.unit, b.foe) for b in after.fight.exchange.declared] == [(0, 2), (1, 3)]


def test_a_model_with_hatred_rerolls_its_misses_in_the_first_round():
    hating = changed(GUARD, rules=("Hatred",))
    foe = U("foe", 1, [(changed(GUARD, I=1), 3)])
    after, _ = declared(press(U("own", 0, [(hating, 2)]), foe, step=4), [1, 5, 4, 4, 4, 1, 1])
    assert after.living(1) == 1
    later = U("own", 0, [(hating, 2)], status=Status(has_fought=True))
    after, _ = declared(press(later, foe, step=4), [1, 5, 4, 1])
    assert after.living(1) == 2


def test_the_attacker_may_save_a_wound_from_the_backfire_of_its_own_weapon():
    """SH-CR-13: a wound by Backfire counts for the opposing side."""
    wild = changed(GUARD, rules=("Backfire",))
    made = press(U("own", 0, [(wild, 2)]), U("foe", 1, [(changed(GUARD, I=1), 3)]), step=4)
    after, script = declared(made, [1, 2, 3])
    assert after.living(0) == 1
    assert after.fight.lead == -1
    assert Suffered(unit="own", wounds=1, clause="SH-AL-01") in script.events
    assert declared(made, [1, 2, 4])[0].living(0) == 2


@pytest.mark.clause("SH-WO-06")
def test_rending_wounds_are_kept_separate_from_other_wounds_and_have_ap_5():
    rending = changed(GUARD, rules=("Rending",))
    made = press(U("own", 0, [(rending, 3)]), U("foe", 1, [(changed(GUARD, I=1, Sv=2), 5)]), step=4)
    after, _ = declared(made, [4, 4, 4, 6, 4, 3, 2], answers=[0])
    assert after.living(1) == 4


def test_a_rending_6_wounds_regardless_of_toughness():
    rending = changed(GUARD, S=1, rules=("Rending",))
    made = press(U("own", 0, [(rending, 1)]), U("foe", 1, [(changed(OGRE, I=1), 1)]), step=4)
    after, _ = declared(made, [6, 6])
    assert after.fight.lead == 1


@pytest.mark.clause("SH-CR-12")
def test_a_killing_blow_takes_all_wounds_of_a_model_and_each_of_the_wounds_is_scored():
    """SH-R-80: the score counts all Wounds that the slain model had left."""
    killer = changed(GUARD, rules=("Killing Blow",))
    made = press(U("own", 0, [(killer, 1)]), U("foe", 1, [(changed(OGRE, I=1), 2)]), step=4)
    after, _ = declared(made, [6, 6])
    assert after.living(1) == 1
    assert after.fight.lead == 3


def test_an_attack_slays_outright_if_its_strength_is_twice_the_toughness_except_under_the_named_only_ruling():
    """SH-R-80: under `named-only`, a model is slain outright only by a weapon or rule that says so."""
    strong = changed(GUARD, S=10)
    for reading, lost in (("default", 3), ("named-only", 1)):
        made = press(
            U("own", 0, [(strong, 1)]), U("foe", 1, [(changed(OGRE, I=1), 2)]), step=4, rulings={"SH-R-80": reading}
        )
        assert declared(made, [6, 6])[0].fight.lead == lost


@pytest.mark.clause("SH-AE-01", "SH-AE-03", "SH-AE-04", "SH-AE-05", "SH-AE-06", "SH-AE-07", "SH-AE-08")
@pytest.mark.example("SH-X-22")
def test_the_effect_of_a_weapon_marks_one_model_for_each_hit_that_did_not_wound_or_for_each_saved_wound():
    def with_effect(trigger, answers):
        net = Weapon("net", "net", effects=(Effect(trigger, "netted"),))
        made = press(
            U("own", 0, [(changed(GUARD, A=5, weapons=(net,)), 1)]), U("foe", 1, [(changed(GUARD, I=1), 6)]), step=4
        )
        return declared(made, [6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 4, 1, 1], answers)[0]

    after = with_effect("hitting", [(5, 6)])
    assert (after.living(1), len(after.marks)) == (4, 2)
    assert len(with_effect("wounding", [(5,)]).marks) == 1


def marked_in_a_line(trigger, dice):
    """Return the models that are marked after one Guard has struck five times in front of six enemies, two of which are
    engaged.
    """
    net = Weapon("net", "net", effects=(Effect(trigger, "netted"),))
    units = U("own", 0, [(changed(GUARD, A=5, weapons=(net,)), 1)]), U("foe", 1, [(changed(GUARD, I=1), 6)])
    made = battle(*units, pairs=[(0, 1)], frontage=1).beginning(fight_of((0, 1), step=4, met=((0, 1),)))
    return [model for model, _ in declared(made, dice)[0].marks]


@pytest.mark.clause("SH-AE-05")
def test_only_models_that_a_weapon_could_have_wounded_can_be_marked_by_its_wounds():
    assert marked_in_a_line("wounding", [6] * 15) == [1, 2]


@pytest.mark.clause("SH-AE-08")
def test_only_models_that_a_weapon_could_have_hit_can_be_marked_by_its_hits():
    assert marked_in_a_line("hitting", [6] * 5 + [1] * 5) == [1, 2]


@pytest.mark.clause("SH-AE-02")
def test_the_effect_of_an_unsaved_wound_falls_on_the_model_that_suffered_it():
    net = Weapon("net", "net", effects=(Effect("unsaved", "netted"),))
    netting = U("own", 0, [(changed(GUARD, weapons=(net,)), 1)])
    after, _ = declared(press(netting, U("foe", 1, [(changed(OGRE, I=1), 2)]), step=4), [6, 6])
    assert after.marks == ((1, "netted"),)
    after, _ = declared(press(netting, U("foe", 1, [(changed(GUARD, I=1), 2)]), step=4), [6, 6, 1])
    assert after.marks == ()


@pytest.mark.clause("SH-AE-01")
def test_each_effect_of_a_weapon_applies_only_on_its_own_trigger():
    """The weapon marks a model "netted" if it wounds the model, whether or not the wound is saved, and "bound" if the
    wound is not saved. A weapon without effects marks no model.
    """
    both = Weapon("net", "net", effects=(Effect("wounding", "netted"), Effect("unsaved", "bound")))
    foe = U("foe", 1, [(changed(OGRE, I=1, Sv=4), 1)])
    for weapon, dice, marks in (
        (both, [6, 6, 1], ["bound", "netted"]),
        (both, [6, 6, 6], ["netted"]),
        (both, [6, 1], []),
        (Weapon("blade", "blade"), [6, 6, 1], []),
    ):
        own = U("own", 0, [(changed(GUARD, weapons=(weapon,)), 1)])
        after, _ = declared(press(own, foe, step=4), dice)
        assert sorted(mark for _, mark in after.marks) == marks, (weapon.name, dice)


def test_under_the_literal_ruling_effects_of_hits_apply_only_to_units_with_an_unsaved_wound():
    net = Weapon("net", "net", effects=(Effect("hitting", "netted"),))
    netting = U("own", 0, [(changed(GUARD, A=2, weapons=(net,)), 1)])
    foe = U("foe", 1, [(changed(GUARD, I=1), 2)])
    literal = {"SH-R-58": "literal"}
    assert len(declared(press(netting, foe, step=4), [6, 6, 1, 6, 6], [(1,)])[0].marks) == 1
    assert len(declared(press(netting, foe, step=4, rulings=literal), [6, 6, 1, 6, 6])[0].marks) == 0
    after, _ = declared(press(netting, foe, step=4, rulings=literal), [6, 6, 1, 6, 1])
    assert len(after.marks) == 1


def test_under_the_saves_per_group_ruling_saves_are_rolled_after_each_attack_group():
    units = U("own", 0, [(GUARD, 1)]), U("foe", 1, [(GUARD, 1)])
    after, _ = declared(press(*units, step=4, rulings={"SH-R-03": "saves-per-group"}), [6, 6, 1, 6, 6, 5])
    assert (after.living(0), after.living(1)) == (1, 0)


def test_under_the_six_wounds_ruling_a_natural_6_always_wounds():
    units = U("imps", 0, [(IMP, 2)]), U("tough", 1, [(changed(GUARD, T=9), 2)])
    after, _ = declared(press(*units, step=2, rulings={"SH-R-53": "six-wounds"}), [6, 6, 6, 5, 1])
    assert after.living(1) == 1


def test_under_the_six_wounds_ruling_a_natural_6_wounds_even_if_saves_differ():
    """SH-R-53 `six-wounds`: the wound is allocated like any other wound, at the AP of its weapon."""
    mixed = U("tough", 1, [(changed(GUARD, T=9), 1), (changed(GUARD, T=9, Sv=7), 1)])
    six = {"SH-R-53": "six-wounds"}
    after, _ = declared(press(U("imps", 0, [(IMP, 2)]), mixed, step=2, rulings=six), [6, 6, 6, 5, 3], [2])
    assert after.living(1) == 1
    after, _ = declared(press(U("imps", 0, [(IMP, 2)]), mixed, step=2, rulings=six), [6, 6, 6, 5, 4], [2])
    assert after.living(1) == 2


@pytest.mark.clause("SH-HI-02")
def test_attack_groups_keep_the_order_of_the_scenario_even_if_a_player_had_to_answer_a_question_about_one():
    """SH-R-03: a group whose attacks needed an answer keeps its place in the order."""
    flame = Weapon("flame sword", "hand weapon", AP=1)
    champion = changed(GUARD, WS=5, weapons=(flame, HAND_WEAPON))
    units = U("own", 0, [(champion, 1), (GUARD, 3)]), U("foe", 1, [(REAVER, 6)])
    volleys = pool(press(*units, step=4), answers=[(1, 1)]).volleys
    assert [(volley.dice, volley.save) for volley in volleys] == [(1, 7), (1, 6), (3, 6)]


def test_the_saves_of_the_enemy_are_rolled_before_those_of_the_active_side_even_if_they_are_taken_one_by_one():
    """SH-R-03: an active Guard fights two enemies with different saves."""
    hero = changed(GUARD, Sv=2)
    units = U("own", 0, [(GUARD, 1)]), U("foe", 1, [(hero, 1), (GUARD, 1)])
    active, other = [6, 6], [6, 1, 6]  # to hit and to wound
    after, _ = declared(press(*units, step=4), [*active, *other, 1, 4], [1])
    assert (after.living(0), after.living(1)) == (1, 1)


@pytest.mark.clause("SH-AE-02")
def test_a_model_that_survives_an_unsaved_wound_also_takes_the_effects_triggered_by_hits_and_wounds():
    """SH-R-59: the surviving model does not count towards the models still to be marked."""
    for trigger in ("unsaved", "wounding", "hitting"):
        net = Weapon("net", "net", effects=(Effect(trigger, "netted"),))
        netting = U("own", 0, [(changed(GUARD, weapons=(net,)), 1)])
        after, _ = declared(press(netting, U("foe", 1, [(changed(OGRE, I=1), 2)]), step=4), [6, 6])
        assert after.marks == ((1, "netted"),), trigger


def test_equal_wounds_from_different_strikers_form_one_group():
    """SH-R-55: the attacker puts only different wounds in order."""
    own = U("own", 0, [(changed(GUARD, WS=5), 1), (GUARD, 1)])
    foe = U("foe", 1, [(changed(GUARD, I=1), 1), (changed(GUARD, I=1, Sv=2), 1)])
    after, _ = declared(press(own, foe, step=4), [6, 6, 6, 6, 1, 1], [2])
    assert after.living(1) == 0


def test_a_rending_wound_keeps_the_instant_death_rule_of_its_attack():
    """SH-WO-06: the wound from a natural 6 takes all Wounds of an Ogre."""
    rending = changed(GUARD, rules=("Rending", "Instant Death"))
    foe = U("foe", 1, [(changed(OGRE, I=1), 2)])
    assert declared(press(U("own", 0, [(rending, 1)]), foe, step=4), [6, 6])[0].fight.lead == 3


def test_no_model_ever_bears_the_same_mark_twice():
    net = Weapon("net", "net", effects=(Effect("unsaved", "netted"),))
    netting = U("own", 0, [(changed(GUARD, S=4, weapons=(net,)), 1), (changed(GUARD, weapons=(net,)), 1)])
    after, _ = declared(press(netting, U("foe", 1, [(changed(OGRE, I=1), 1)]), step=4), [6, 6, 6, 6], [0])
    assert after.field.wounds_lost(2) == 2
    assert after.marks == ((2, "netted"),)


@pytest.mark.clause("SH-AE-07")
def test_a_model_marked_in_an_earlier_step_or_by_a_different_weapon_may_be_marked_again():
    """SH-R-59: one weapon marks a model only once in a step. A net in a later step may fall on the same model."""
    net, rope = (Weapon(name, name, effects=(Effect("hitting", "netted"),)) for name in ("net", "rope"))
    quick, slow, roped = (changed(GUARD, I=step, weapons=(one,)) for step, one in ((5, net), (4, net), (4, rope)))
    foe = U("foe", 1, [(changed(GUARD, I=1), 2)])
    made = press(U("own", 0, [(quick, 1), (slow, 1)]), foe, step=4).marked(((2, "netted"),))
    assert declared(made, [6, 1], [(2,)])[0].marks == ((2, "netted"),)
    both = press(U("own", 0, [(slow, 1), (roped, 1)]), foe, step=4)
    assert declared(both, [6, 1, 6, 1], [(2,), (2,)])[0].marks == ((2, "netted"),)
    alone = press(U("own", 0, [(changed(slow, A=2), 1)]), foe, step=4)
    assert declared(alone, [6, 6, 1, 1])[0].marks == ((1, "netted"), (2, "netted"))


@pytest.mark.clause("SH-AE-07")
def test_one_weapon_may_mark_a_model_again_in_a_later_step():
    """SH-R-59: two guards of one unit, with Initiative 5 and 4, have nets. Both hit and fail to wound."""
    net = Weapon("net", "net", effects=(Effect("hitting", "netted"),))
    own = U("own", 0, [(changed(GUARD, I=5, weapons=(net,)), 1), (changed(GUARD, I=4, weapons=(net,)), 1)])
    made = press(own, U("foe", 1, [(changed(GUARD, I=1), 2)]), step=6)
    script = Script(RULESET, dice=[6, 1, 6, 1, 1, 1], answers=[(2,), (2,)])
    assert script.play(Position(made, ((next_step.key,),))).state.marks == ((2, "netted"),)
    script.assert_used_up()

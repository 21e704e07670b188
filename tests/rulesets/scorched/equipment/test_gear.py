"""CP-EQ, CP-IX: the rows of the equipment table one by one, and their interactions."""

import pytest

from tests.rulesets.scorched.builder import M, played

NO_PARRY = (-1, 0)
FOE = M("foe", 1, W=3)


def hit_by(*weapons, dice=(6, 1, 1, 1), answers=(), foe=FOE, **how):
    """Return the hits that a model with the given weapons, WS 4 and one wound lands on an enemy whose best die
    is a 1.
    """
    charged = how.pop("charged", False)
    return played(M("x", 0, weapons=weapons, charged=charged), foe, dice=dice, answers=answers, **how).hits()


@pytest.mark.clause("CP-EQ-01")
def test_a_weapon_listed_in_several_table_rows_gives_its_model_the_effects_of_all_of_them():
    """The weapon has three table rows, which give its grip, its AP and its Parry."""
    held = "sword+power+two-handed"
    assert hit_by(held, answers=[NO_PARRY]) == [("x", "foe", 4, 2)]


@pytest.mark.clause("CP-PU-01")
@pytest.mark.parametrize("held", [(), ("punch",), ("gun butt",), ("power fist",)])
def test_fists_have_no_ap_even_with_equipment_that_gives_ap(held):
    assert hit_by(*held) == [("x", "foe", 5, 0)]


def test_fists_listed_beside_a_real_weapon_do_not_worsen_its_ap_unless_a_ruling_says_so():
    assert hit_by("power weapon", "punch") == [("x", "foe", 5, 1)]
    assert hit_by("power weapon", "punch", rulings={"CP-R-29": "always"}) == [("x", "foe", 5, 0)]


@pytest.mark.clause("CP-SW-01")
def test_a_parried_die_is_rerolled_and_its_new_face_counts():
    units = M("a", 0, weapons=["sword"]), M("b", 1)
    assert played(*units, dice=[3, 3], answers=[NO_PARRY]).hits() == []
    assert played(*units, dice=[3, 3, 6], answers=[(1, 3)]).hits() == [("b", "a", 3, 0)]


@pytest.mark.clause("CP-SW-01")
def test_any_die_of_an_enemy_may_be_parried():
    units = M("a", 0, weapons=["sword"]), M("b", 1, W=3)
    assert played(*units, dice=[3, 6, 5, 2, 1], answers=[(1, 5)]).scores()["b"] == 10
    assert played(*units, dice=[3, 6, 5, 2, 1], answers=[(1, 6)]).scores()["b"] == 9


@pytest.mark.clause("CP-DG-01")
def test_a_dagger_has_better_ap_on_a_6():
    assert hit_by("dagger") == [("x", "foe", 5, 2)]
    assert hit_by("dagger", dice=(5, 1, 1, 1)) == [("x", "foe", 4, 0)]


@pytest.mark.clause("CP-AX-01", "CP-IX-01", "CP-IX-03")
def test_an_axe_prevents_every_parry_by_the_enemies_of_its_bearer():
    swords = M("a", 0, weapons=["sword"], models=2)
    game = played(swords, M("b", 1, weapons=["axe"]), dice=[6, 6, 1])
    assert len(game.hits()) == 2
    both = M("a", 0, weapons=["sword", "axe"]), M("b", 1, weapons=["axe", "sword"])
    assert played(*both, dice=[3, 3]).hits() == []


@pytest.mark.clause("CP-AX-02", "CP-IX-02")
def test_an_axe_prevents_the_enemies_of_its_bearer_from_shielding():
    game = played(M("a", 0, weapons=["shield"]), M("b", 1, weapons=["axe"]), dice=[3, 3])
    assert game.scores() == {"a": 7, "b": 7}


@pytest.mark.clause("CP-LA-01")
def test_a_lance_counts_only_after_a_charge():
    assert hit_by("lance", charged=True) == [("x", "foe", 5, 1)]
    assert hit_by("lance") == [("x", "foe", 5, 0)]


def test_under_the_both_models_ruling_a_lance_counts_even_against_a_charging_enemy():
    """CP-R-40 `both-models`: the lance counts both for the model that moved into contact and for the model that it
    touched.
    """
    foe = M("foe", 1, W=3, charged=True)
    assert hit_by("lance", foe=foe) == [("x", "foe", 5, 0)]
    assert hit_by("lance", foe=foe, rulings={"CP-R-40": "both-models"}) == [("x", "foe", 5, 1)]


@pytest.mark.clause("CP-SH-01", "CP-SH-02", "CP-SH-03")
def test_a_shielding_model_doubles_its_score_and_lands_no_hits():
    game = played(M("a", 0, weapons=["shield"]), FOE, dice=[6, 1, 1, 1], answers=[True])
    assert game.scores()["a"] == 20
    assert game.hits() == []


@pytest.mark.clause("CP-TH-01", "CP-TH-02", "CP-TH-03")
@pytest.mark.parametrize(("face", "score"), [(1, 4), (2, 4), (3, 5), (4, 6), (5, 7), (6, 9)])
def test_a_two_handed_weapon_lowers_the_skill_and_has_ap_1(face, score):
    game = played(M("a", 0, weapons=["two-handed weapon"]), M("b", 1, WS=0, W=9), dice=[face, *[1] * 9])
    assert game.scores()["a"] == score
    assert game.hits()[0][3] == 1


@pytest.mark.clause("CP-HH-01")
def test_a_hand_and_a_half_weapon_may_be_used_with_one_hand_or_both():
    held = "hand-and-a-half weapon"
    assert hit_by(held, answers=[True]) == [("x", "foe", 4, 1)]
    assert hit_by(held, answers=[False]) == [("x", "foe", 5, 0)]


@pytest.mark.clause("CP-DS-01")
def test_two_weapons_of_one_kind_add_a_die():
    assert hit_by("chain weapon", "chain weapon", dice=(1, 6, 1, 1, 1)) == [("x", "foe", 5, 0)]


@pytest.mark.clause("CP-DD-01")
def test_the_effects_of_two_different_weapons_both_apply():
    assert hit_by("axe", "power weapon") == [("x", "foe", 5, 1)]
    assert hit_by("power weapon", "dagger") == [("x", "foe", 5, 2)]


@pytest.mark.clause("CP-PW-01")
def test_a_power_weapon_has_ap_1():
    assert hit_by("power weapon") == [("x", "foe", 5, 1)]


@pytest.mark.clause("CP-DW-02")
def test_a_daemon_weapon_slays_outright():
    game = played(M("a", 0, weapons=["daemon weapon"]), M("b", 1, W=3, more={"Sv": 4}), dice=[5, 4, 4, 4, 3])
    assert game.hits() == [("a", "b", 1, 0)]
    assert game.slain() == ["b"]


@pytest.mark.clause("CP-CH-03")
def test_shred_adds_no_hit_if_ap_negates_the_armour():
    """AP 1 negates a save of 6+, so the Invulnerable save is rolled instead. A 1 fails that save but adds no hit
    (CP-R-46).
    """
    foe = M("b", 1, W=3, more={"Sv": 6, "Inv": 5})
    game = played(M("a", 0, weapons=["chain+power"]), foe, dice=[5, 4, 4, 4, 1])
    assert game.left("b") == 2


@pytest.mark.clause("CP-SP-01")
def test_a_spear_lends_a_die_to_a_friend_that_its_bearer_touches():
    spear = M("spear", 0, weapons=["spear"], at=[(10, 9)])
    game = played(M("a", 0, at=[(10, 10)]), spear, M("b", 1, at=[(10, 11)]), dice=[1, 6, 4])
    assert game.hits() == [("a", "b", 2, 0)]


def test_under_the_cannot_hit_ruling_a_model_without_a_weapon_lands_no_hits():
    """CP-R-59: by default, a model without a weapon fights with Punch/Gun Butt."""
    ruling = {"CP-R-59": "cannot-hit"}
    assert hit_by(rulings=ruling) == []
    assert hit_by("power fist", rulings=ruling) == []
    assert hit_by("power weapon", rulings=ruling) == [("x", "foe", 5, 1)]


@pytest.mark.clause("CP-IX-04")
def test_a_model_with_a_sword_and_an_axe_parries_and_cannot_be_parried():
    game = played(M("a", 0, weapons=["sword", "axe"]), M("b", 1, weapons=["sword"]), dice=[3, 6, 1], answers=[(1, 6)])
    assert game.hits() == [("a", "b", 2, 0)]


@pytest.mark.clause("CP-IX-05")
def test_a_model_with_a_sword_and_a_shield_may_parry_and_shield():
    game = played(M("a", 0, weapons=["sword", "shield"]), M("b", 1), dice=[1, 6, 2], answers=[True, (1, 6)])
    assert game.scores() == {"a": 10, "b": 6}


@pytest.mark.clause("CP-IX-06")
def test_two_shielding_models_double_their_scores_and_land_no_hits():
    game = played(M("a", 0, weapons=["shield"]), M("b", 1, weapons=["shield"]), dice=[6, 1], answers=[True, True])
    assert game.scores() == {"a": 20, "b": 10}
    assert game.hits() == []


@pytest.mark.clause("CP-IX-07")
def test_a_parried_6_finds_no_gap_but_a_6_on_the_reroll_does():
    units = M("a", 0, WS=9, W=2, weapons=["dagger"]), M("b", 1, W=3, weapons=["sword"])
    assert played(*units, dice=[6, 5, 1, 1, 1, 2], answers=[(0, 6)]).hits() == [("a", "b", 9, 0)]
    assert played(*units, dice=[4, 5, 1, 1, 1, 6], answers=[(0, 4)]).hits() == [("a", "b", 10, 2)]
    assert played(*units, dice=[6, 6, 1, 1, 1, 2], answers=[(0, 6)]).hits() == [("a", "b", 10, 2)]


@pytest.mark.clause("CP-IX-08", "CP-DW-01")
def test_only_the_final_face_of_a_parried_die_triggers_a_daemon_weapon():
    units = M("a", 0, W=3, weapons=["daemon weapon"]), M("b", 1, W=2, weapons=["sword"])
    assert played(*units, dice=[2, 1, 3, 5, 5, 6], answers=[(0, 1)]).left("a") == 3
    assert played(*units, dice=[2, 1, 3, 2, 2, 1], answers=[(0, 3)]).left("a") == 1


@pytest.mark.clause("CP-IX-09")
def test_cleave_applies_after_the_parry():
    units = M("a", 0, weapons=["two-handed weapon"]), M("b", 1, W=9, weapons=["sword"])
    game = played(*units, dice=[6, *[1] * 9, 5], answers=[(0, 6)])
    assert game.scores()["a"] == 3 + 4


@pytest.mark.clause("CP-IX-10", "CP-IX-11", "CP-IX-12")
@pytest.mark.parametrize(
    ("held", "charged", "with_six", "without"),
    [
        ("dagger+two-handed", False, 3, 1),
        ("dagger+power", False, 2, 1),
        ("power+two-handed", False, 2, 2),
        ("lance+power", True, 2, 2),
        ("lance+power+two-handed", True, 3, 3),
    ],
)
def test_improvements_are_added_to_the_best_ap_that_any_effect_sets(held, charged, with_six, without):
    for face, expected in ((6, with_six), (5, without)):
        game = played(M("a", 0, WS=6, weapons=[held], charged=charged), M("b", 1, W=9), dice=[face, *[1] * 9])
        assert [hit[3] for hit in game.hits()] == [expected]


@pytest.mark.clause("CP-IX-13")
def test_two_daggers_add_a_die_and_any_6_finds_the_gap():
    game = played(M("a", 0, weapons=["dagger", "dagger"]), M("b", 1, W=9), dice=[2, 6, *[1] * 9])
    assert game.hits() == [("a", "b", 5, 2)]


@pytest.mark.clause("CP-IX-14")
@pytest.mark.parametrize(("face", "rolls"), [(6, [1]), (5, [1, 4])])
def test_a_model_with_a_dagger_and_a_chain_weapon_shreds_nothing_if_a_6_negates_the_armour(face, rolls):
    """AP 2 negates a save of 6+, so only the Invulnerable save of 3+ is rolled. A 1 on that save shreds only if no 6
    was rolled to hit.
    """
    foe = M("b", 1, WS=face + 3, W=3, more={"Sv": 6, "Inv": 3})
    game = played(M("a", 0, WS=9, weapons=["dagger", "chain weapon"]), foe, dice=[face, 5, 5, 5, *rolls])
    assert [hit[2:] for hit in game.hits()] == [(face + 9 - face - 8, 2 if face == 6 else 0)]
    assert game.left("b") == 2


@pytest.mark.clause("CP-IX-15")
def test_a_weapon_taken_in_both_hands_puts_the_second_item_out_of_use():
    """The second item gives no Parry, no Flurry and none of the effects of its table rows."""
    units = M("a", 0, weapons=["hand-and-a-half weapon", "sword"]), M("b", 1)
    assert played(*units, dice=[6, 1], answers=[True]).hits() == [("a", "b", 4, 1)]
    held = ["bastard sword", "bastard sword"]
    assert played(M("a", 0, weapons=held), M("b", 1), dice=[6, 1], answers=[True, NO_PARRY]).hits() == [
        ("a", "b", 4, 1)
    ]
    shield = M("a", 0, weapons=["shield", "hand-and-a-half weapon"])
    assert played(shield, M("b", 1), dice=[6, 1], answers=[False, True]).hits() == [("a", "b", 4, 1)]


@pytest.mark.clause("CP-IX-16")
@pytest.mark.parametrize(("armour", "rolls", "left"), [(6, [1], 2), (5, [1, 6], 2)])
def test_a_chain_weapon_with_cleave_shreds_only_if_the_armour_save_is_not_negated(armour, rolls, left):
    """AP 1 negates a save of 6+, so a 1 on the Invulnerable save shreds nothing. A save of 5+ only worsens to 6+, and a
    1 on it shreds.
    """
    more = {"Sv": armour, "Inv": 6} if armour == 6 else {"Sv": armour}
    foe = M("b", 1, W=3, WS=6, more=more)
    game = played(M("a", 0, weapons=["chain+two-handed"]), foe, dice=[6, 2, 2, 2, *rolls])
    assert game.hits() == [("a", "b", 1, 1)]
    assert game.left("b") == left


@pytest.mark.clause("CP-IX-17")
def test_a_chain_relic_shreds_armour_and_allows_no_further_save():
    foe = M("b", 1, W=3, WS=6, more={"Sv": 5, "Inv": 2, "FNP": 2})
    game = played(M("a", 0, WS=3, weapons=["chain+relic"]), foe, dice=[6, 2, 1, 1, 1, 4])
    assert game.left("b") == 1


@pytest.mark.clause("CP-IX-18")
def test_even_an_extra_hit_from_a_chain_daemon_weapon_slays_outright():
    """The first hit is saved on a 2. The save against the hit added by Shred fails on a 1, and that hit slays."""
    units = M("a", 0, WS=6, weapons=["chain+daemon"]), M("b", 1, W=3, more={"Sv": 2})
    game = played(*units, dice=[5, 5, 5, 5, 2, 1])
    assert game.slain() == ["b"]


@pytest.mark.clause("CP-IX-19")
def test_even_the_die_of_a_second_daemon_weapon_may_hurt_the_bearer():
    units = M("a", 0, W=2, weapons=["daemon weapon", "daemon weapon"]), M("b", 1)
    assert played(*units, dice=[6, 5, 1, 5]).left("a") == 1


def test_even_the_die_of_a_supporting_spear_may_trigger_a_daemon_weapon():
    daemon = M("a", 0, W=2, weapons=["daemon weapon"], at=[(10, 10)])
    spear = M("spear", 0, weapons=["spear"], at=[(10, 9)])
    assert played(daemon, spear, M("b", 1, at=[(10, 11)]), dice=[5, 5, 1, 5]).left("a") == 1


@pytest.mark.clause("CP-IX-20")
def test_a_daemon_weapon_hurts_even_a_shielding_bearer():
    units = M("a", 0, W=2, weapons=["daemon weapon", "shield"]), M("b", 1)
    game = played(*units, dice=[6, 1, 1], answers=[True])
    assert game.left("a") == 1
    assert game.hits() == []


@pytest.mark.clause("CP-IX-21")
def test_instant_death_allows_an_invulnerable_save_but_does_not_allow_feel_no_pain():
    foe = M("b", 1, W=3, more={"Inv": 5, "FNP": 2})
    game = played(M("a", 0, weapons=["daemon weapon"]), foe, dice=[6, 5, 5, 5, 4])
    assert game.slain() == ["b"]
    assert played(M("a", 0, weapons=["daemon weapon"]), foe, dice=[6, 5, 5, 5, 5]).left("b") == 3


def test_a_daemon_relic_allows_neither_an_invulnerable_save_nor_feel_no_pain():
    foe = M("b", 1, W=3, more={"Inv": 2, "FNP": 2})
    assert played(M("a", 0, weapons=["daemon+relic"]), foe, dice=[6, 5, 5, 5]).slain() == ["b"]


@pytest.mark.clause("CP-IX-22")
def test_even_extra_hits_from_a_chain_mace_push_the_enemy():
    mace = M("a", 0, weapons=["mace+chain"], at=[(10, 10)])
    foe = M("b", 1, W=3, at=[(10, 11)], more={"Sv": 4})
    game = played(mace, foe, dice=[6, 5, 5, 5, 1, 4])
    assert game.hits() == [("a", "b", 1, 0)]
    assert game.place("b")[1] == pytest.approx(13, abs=0.001)


@pytest.mark.clause("CP-IX-23")
def test_a_shielding_model_with_a_mace_pushes_no_enemy():
    mace = M("a", 0, weapons=["mace", "shield"], at=[(10, 10)])
    game = played(mace, M("b", 1, W=3, at=[(10, 11)]), dice=[6, 1, 1, 1], answers=[True])
    assert game.place("b") == (10, 11)


@pytest.mark.clause("CP-IX-24")
def test_a_push_by_a_mace_takes_no_support_away_from_combats_already_fought():
    """The friend that the mace pushes away has already used its support die. A later combat uses the contacts that
    exist when it is fought.
    """
    mace, foe = M("mace", 0, weapons=["mace"], at=[(20, 10)]), M("foe", 1, W=9, at=[(20, 11)])
    helper = M("helper", 1, weapons=["spear"], at=[(20, 12)])
    units = (mace, foe, helper)
    game = played(*units, dice=[6, *[5] * 10])
    assert game.hits() == [("mace", "foe", 1, 0)]
    assert [event.friend for event in game.script.events if type(event).__name__ == "Supported"] == ["foe"]


@pytest.mark.clause("CP-IX-25")
def test_a_supporter_neither_shields_nor_parries_nor_prevents_a_parry():
    spear = M("spear", 0, weapons=["spear", "axe"], at=[(10, 9)])
    foe = M("b", 1, weapons=["shield"], at=[(10, 11)])
    game = played(M("a", 0, at=[(10, 10)]), spear, foe, dice=[1, 4, 3], answers=[True])
    assert game.scores() == {"a": 8, "b": 14}
    shield = M("spear", 0, weapons=["spear", "shield"], at=[(10, 9)])
    game = played(M("a", 0, at=[(10, 10)]), shield, M("b", 1, at=[(10, 11)]), dice=[1, 4, 3])
    assert game.scores() == {"a": 8, "b": 7}


@pytest.mark.clause("CP-IX-26")
def test_shielding_doubles_the_score_after_the_skill_is_lowered():
    game = played(M("a", 0, WS=3, weapons=["shield"]), M("b", 1, models=2), dice=[2, 1, 1], answers=[True])
    assert game.scores()["a"] == 2 * (2 + 1)


@pytest.mark.clause("CP-IX-27")
def test_the_reductions_in_skill_from_being_outnumbered_and_from_cleave_add_up():
    units = M("a", 0, WS=5, weapons=["two-handed weapon"]), M("b", 1, models=2)
    assert played(*units, dice=[4, 1, 1]).scores()["a"] == 3 + 5 - 2 - 1


@pytest.mark.clause("CP-IX-28", "CP-RW-01")
def test_a_relic_negates_feel_no_pain_but_not_the_armour_save():
    foe = M("b", 1, W=2, WS=5, more={"Sv": 2, "FNP": 2})
    assert played(M("a", 0, weapons=["relic weapon"]), foe, dice=[6, 3, 3, 2, 1]).left("b") == 1

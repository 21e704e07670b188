"""The rows of the equipment table, one by one."""

import pytest

from tests.rulesets.scorched.builder import M, played

NO_PARRY = (-1, 0)
FOE = M("foe", 1, W=3)


def hit_by(*weapons, dice=(6, 1, 1, 1), answers=(), foe=FOE, **how):
    """The hits of a model with these weapons, WS 4 and one wound, on a foe who shows at best a 1."""
    charged = how.pop("charged", False)
    return played(M("x", 0, weapons=weapons, charged=charged), foe, dice=dice, answers=answers, **how).hits()


@pytest.mark.clause("CP-EQ-01")
def test_a_model_has_the_rows_of_its_weapon():
    """Three rows in one weapon: the grip, the AP it sets, and the Parry."""
    held = "sword+power+two-handed"
    assert hit_by(held, answers=[NO_PARRY]) == [("x", "foe", 4, 2)]


@pytest.mark.clause("CP-PU-01")
@pytest.mark.parametrize("held", [(), ("punch",), ("gun butt",), ("power fist",)])
def test_fists_have_no_ap_whatever_else_they_are(held):
    assert hit_by(*held) == [("x", "foe", 5, 0)]


def test_fists_beside_a_real_weapon_take_nothing_away():
    """CP-R-29; under `always` they do."""
    assert hit_by("power weapon", "punch") == [("x", "foe", 5, 1)]
    assert hit_by("power weapon", "punch", rulings={"CP-R-29": "always"}) == [("x", "foe", 5, 0)]


@pytest.mark.clause("CP-SW-01")
def test_a_parry_is_the_owners_choice_and_the_new_face_stands():
    units = M("a", 0, weapons=["sword"]), M("b", 1)
    assert played(*units, dice=[3, 3], answers=[NO_PARRY]).hits() == []
    assert played(*units, dice=[3, 3, 6], answers=[(1, 3)]).hits() == [("b", "a", 3, 0)]


@pytest.mark.clause("CP-SW-01")
def test_any_die_may_be_parried():
    units = M("a", 0, weapons=["sword"]), M("b", 1, W=3)
    assert played(*units, dice=[3, 6, 5, 2, 1], answers=[(1, 5)]).scores()["b"] == 10
    assert played(*units, dice=[3, 6, 5, 2, 1], answers=[(1, 6)]).scores()["b"] == 9


@pytest.mark.clause("CP-DG-01")
def test_a_dagger_finds_the_gap_on_a_six():
    assert hit_by("dagger") == [("x", "foe", 5, 2)]
    assert hit_by("dagger", dice=(5, 1, 1, 1)) == [("x", "foe", 4, 0)]


@pytest.mark.clause("CP-AX-01", "CP-IX-01", "CP-IX-03")
def test_an_axe_stops_every_parry_of_its_enemies():
    swords = M("a", 0, weapons=["sword"], models=2)
    game = played(swords, M("b", 1, weapons=["axe"]), dice=[6, 6, 1])
    assert len(game.hits()) == 2
    both = M("a", 0, weapons=["sword", "axe"]), M("b", 1, weapons=["axe", "sword"])
    assert played(*both, dice=[3, 3]).hits() == []


@pytest.mark.clause("CP-AX-02", "CP-IX-02")
def test_an_axe_forbids_shielding():
    game = played(M("a", 0, weapons=["shield"]), M("b", 1, weapons=["axe"]), dice=[3, 3])
    assert game.scores() == {"a": 7, "b": 7}


@pytest.mark.clause("CP-LA-01")
def test_a_lance_needs_a_charge():
    assert hit_by("lance", charged=True) == [("x", "foe", 5, 1)]
    assert hit_by("lance") == [("x", "foe", 5, 0)]


def test_a_lance_met_by_a_charge_counts_where_both_do():
    """CP-R-40."""
    foe = M("foe", 1, W=3, charged=True)
    assert hit_by("lance", foe=foe) == [("x", "foe", 5, 0)]
    assert hit_by("lance", foe=foe, rulings={"CP-R-40": "both-models"}) == [("x", "foe", 5, 1)]


@pytest.mark.clause("CP-SH-01", "CP-SH-02", "CP-SH-03")
def test_a_shield_doubles_the_score_and_lands_nothing():
    game = played(M("a", 0, weapons=["shield"]), FOE, dice=[6, 1, 1, 1], answers=[True])
    assert game.scores()["a"] == 20
    assert game.hits() == []


@pytest.mark.clause("CP-TH-01", "CP-TH-02", "CP-TH-03")
@pytest.mark.parametrize(("face", "score"), [(1, 4), (2, 4), (3, 5), (4, 6), (5, 7), (6, 9)])
def test_two_handed(face, score):
    game = played(M("a", 0, weapons=["two-handed weapon"]), M("b", 1, WS=0, W=9), dice=[face, *[1] * 9])
    assert game.scores()["a"] == score
    assert game.hits()[0][3] == 1


@pytest.mark.clause("CP-HH-01")
def test_a_hand_and_a_half_weapon_may_be_used_either_way():
    held = "hand-and-a-half weapon"
    assert hit_by(held, answers=[True]) == [("x", "foe", 4, 1)]
    assert hit_by(held, answers=[False]) == [("x", "foe", 5, 0)]


@pytest.mark.clause("CP-DS-01")
def test_two_of_a_kind_add_a_die():
    assert hit_by("chain weapon", "chain weapon", dice=(1, 6, 1, 1, 1)) == [("x", "foe", 5, 0)]


@pytest.mark.clause("CP-DD-01")
def test_two_different_weapons_give_both_their_rows():
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
def test_nothing_is_shredded_where_ap_negates_the_armour():
    """Sv 6+ against AP 1: the Invulnerable save is rolled, and a 1 fails without another hit (CP-R-46)."""
    foe = M("b", 1, W=3, more={"Sv": 6, "Inv": 5})
    game = played(M("a", 0, weapons=["chain+power"]), foe, dice=[5, 4, 4, 4, 1])
    assert game.left("b") == 2


@pytest.mark.clause("CP-SP-01")
def test_a_spear_lends_a_die_to_a_friend_it_touches():
    spear = M("spear", 0, weapons=["spear"], at=[(10, 9)])
    game = played(M("a", 0, at=[(10, 10)]), spear, M("b", 1, at=[(10, 11)]), dice=[1, 6, 4])
    assert game.hits() == [("a", "b", 2, 0)]


def test_a_model_that_has_no_hits_to_land_without_a_weapon():
    """CP-R-59 `cannot-hit`."""
    ruling = {"CP-R-59": "cannot-hit"}
    assert hit_by(rulings=ruling) == []
    assert hit_by("power fist", rulings=ruling) == []
    assert hit_by("power weapon", rulings=ruling) == [("x", "foe", 5, 1)]

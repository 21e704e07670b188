"""CP-SV-02: AP, armour, wounds, Shred, Excise, Possession and instant death."""

import pytest

from pilein.rulesets.scorched.events import Withstood
from tests.rulesets.scorched.builder import M, played


def hit(held=(), foe=None, saves=(), **how):
    """Return the wounds left on an enemy with WS 4 and three wounds after one hit by a model with WS 4, if both roll
    4s.
    """
    foe = {"W": 3, **(foe or {})}
    traits = {key: foe.pop(key) for key in list(foe) if key in {"Sv", "Inv", "FNP", "T", "rules"}}
    game = played(M("a", 0, weapons=held), M("b", 1, more=traits, **foe), dice=[5, 4, 4, 4, *saves], **how)
    return game.left("b")


@pytest.mark.clause("CP-SV-01")
@pytest.mark.parametrize(("armour", "rolls", "left"), [(4, [4], 3), (4, [3], 2), (2, [1], 2), (None, [], 2)])
def test_each_hit_is_saved_separately(armour, rolls, left):
    assert hit(foe={"Sv": armour} if armour else {}, saves=rolls) == left


def test_under_the_one_plus_ruling_a_save_of_1_or_better_needs_no_roll():
    """CP-R-03: by default, a natural 1 fails. Under `one-plus`, no die is rolled."""
    assert hit(foe={"Sv": 1}, saves=[1]) == 2
    assert hit(foe={"Sv": 1}, rulings={"CP-R-03": "one-plus"}) == 3


@pytest.mark.parametrize(
    ("toughness", "rolls", "left"),
    [(4, [4, 3], 2), (4, [3], 3), (2, [2, 3], 2), (7, [6, 3], 2), (8, [], 3), (3, [3, 4], 3)],
)
def test_under_the_wound_chart_ruling_hits_must_be_rolled_to_wound(toughness, rolls, left):
    """CP-R-02 `wound-chart`: a hit of S 4 is first rolled to wound, and the save is then made on 4+."""
    found = hit(foe={"Sv": 4, "T": toughness}, saves=rolls, rulings={"CP-R-02": "wound-chart"})
    assert found == left


@pytest.mark.parametrize(("toughness", "roll", "left"), [(4, 4, 3), (3, 4, 2), (2, 5, 2), (6, 4, 3)])
def test_under_the_s_vs_sv_ruling_strength_worsens_the_save(toughness, roll, left):
    """CP-R-02 `s-vs-sv`: the save worsens by one for each point by which S exceeds T."""
    assert hit(foe={"Sv": 4, "T": toughness}, saves=[roll], rulings={"CP-R-02": "s-vs-sv"}) == left


def test_the_better_of_two_saves_is_used():
    """CP-R-49: if both saves are equal, the armour save is used."""
    assert hit(foe={"Sv": 5, "Inv": 3}, saves=[3]) == 3
    assert hit(foe={"Sv": 3, "Inv": 5}, saves=[3]) == 3
    assert hit(("power weapon",), foe={"Sv": 4, "Inv": 5}, saves=[5]) == 3


def test_under_the_both_saves_ruling_the_invulnerable_save_follows_a_failed_armour_save():
    ruling = {"CP-R-49": "both-saves"}
    assert hit(foe={"Sv": 4, "Inv": 5}, saves=[3, 5], rulings=ruling) == 3
    assert hit(foe={"Sv": 4, "Inv": 5}, saves=[4], rulings=ruling) == 3
    assert hit(foe={"Sv": 4, "Inv": 5}, saves=[3, 4], rulings=ruling) == 2


@pytest.mark.parametrize(("reading", "roll", "left"), [("default", 5, 3), ("default", 4, 2), ("fnp-4", 4, 3)])
def test_feel_no_pain_uses_its_own_score_except_under_the_fnp_4_ruling_where_it_needs_a_4(reading, roll, left):
    assert hit(foe={"Sv": 4, "FNP": 5}, saves=[1, roll], rulings={"CP-R-49": reading}) == left


@pytest.mark.clause("CP-CH-01", "CP-CH-02")
def test_shred_continues_while_1s_are_rolled_and_the_model_lives():
    assert hit(("chain weapon",), foe={"Sv": 4}, saves=[1, 1, 3]) is None
    assert hit(("chain weapon",), foe={"Sv": 4}, saves=[1, 1, 1]) is None
    assert hit(("chain weapon",), foe={"Sv": 4}, saves=[1, 1, 5]) == 1


def test_feel_no_pain_follows_each_extra_hit_from_shred():
    """CP-R-60: the save is rolled first, then Feel No Pain, and only then the extra hit."""
    assert hit(("chain weapon",), foe={"Sv": 4, "FNP": 5}, saves=[1, 5, 1, 4, 4]) == 2


@pytest.mark.parametrize(
    ("reading", "rolls", "left"), [("hit-only", [1, 1, 1, 1, 4], 3), ("once", [1, 1], 1), ("once", [1, 4], 2)]
)
def test_the_hit_only_and_once_rulings_limit_shred(reading, rolls, left):
    """CP-R-44: under `hit-only`, the 1 does not wound; under `once`, each hit causes at most one extra hit."""
    assert hit(("chain weapon",), foe={"Sv": 4}, saves=rolls, rulings={"CP-R-44": reading}) == left


def test_under_the_armour_only_ruling_a_1_on_an_invulnerable_save_does_not_shred():
    """CP-R-46: by default, even a 1 on an Invulnerable save shreds."""
    assert hit(("chain weapon",), foe={"Inv": 4}, saves=[1, 4]) == 2
    assert hit(("chain weapon",), foe={"Inv": 4}, saves=[1], rulings={"CP-R-46": "armour-only"}) == 2
    assert hit(("chain weapon",), foe={"Sv": 4}, saves=[1, 4], rulings={"CP-R-46": "armour-only"}) == 2


def test_under_the_all_enemies_ruling_a_relic_works_against_every_enemy_of_its_bearer():
    """CP-R-48 `all-enemies`: Feel No Pain is not rolled against hits by a friend of the relic's bearer either."""
    units = M("a", 0), M("relic", 0, WS=1, weapons=["relic weapon"]), M("b", 1, W=3, more={"FNP": 2})
    assert played(*units, dice=[6, 1, 4, 4, 4, 1, 1, 2, 2], answers=[2]).left("b") == 1
    game = played(*units, dice=[6, 1, 4, 4, 4], answers=[2], rulings={"CP-R-48": "all-enemies"})
    assert game.left("b") is None


DAEMON = M("a", 0, W=3, weapons=["daemon weapon"], more={"Sv": 4, "FNP": 5})


@pytest.mark.clause("CP-DW-01")
def test_a_wound_from_possession_allows_feel_no_pain_but_no_save():
    game = played(DAEMON, M("b", 1), dice=[1, 1, 6, 1, 5, 4])
    assert game.left("a") == 2
    assert game.told().index("TookWounds") < game.told().index("Slain")


def test_under_the_with_others_ruling_possession_is_resolved_together_with_all_other_wounds():
    """CP-R-50 `with-others`: a model slain by its daemon weapon still lands its hits."""
    units = M("a", 0, WS=9, weapons=["daemon weapon"]), M("b", 1, W=2)
    assert played(*units, dice=[1, 1, 1]).slain() == ["a"]
    assert played(*units, dice=[1, 1, 1], rulings={"CP-R-50": "with-others"}).slain() == ["a", "b"]


def test_a_model_already_slain_by_its_daemon_weapon_is_not_reported_as_unhurt():
    units = (M("a", 0, W=1, weapons=["sword+daemon"]), M("b", 1, WS=5, weapons=["axe"]))
    game = played(*units, dice=[1, 6], rulings={"CP-R-50": "with-others"})
    assert game.slain() == ["a"]
    assert game.events(Withstood) == []


def test_under_the_armour_save_ruling_possession_allows_an_armour_save():
    """CP-R-50 `armour-save`: no AP applies to this save."""
    game = played(DAEMON, M("b", 1), dice=[1, 1, 6, 1, 4, 3, 4], rulings={"CP-R-50": "armour-save"})
    assert game.left("a") == 2


def test_under_the_instant_death_ruling_possession_slays_outright():
    game = played(DAEMON, M("b", 1), dice=[1, 6, 6, 1], rulings={"CP-R-50": "instant-death"})
    assert game.slain() == ["a"]


@pytest.mark.parametrize(("reading", "left"), [("default", None), ("eternal-warrior", 2)])
def test_a_ruling_decides_whether_instant_death_kills_eternal_warriors(reading, left):
    """CP-R-51: under `eternal-warrior`, an Eternal Warrior loses only one wound to instant death."""
    game = played(
        M("a", 0, weapons=["daemon weapon"]),
        M("b", 1, W=3, more={"rules": ("Eternal Warrior",)}),
        dice=[5, 4, 4, 4],
        rulings={"CP-R-51": reading},
    )
    assert game.left("b") == left


def test_a_save_is_rolled_for_every_hit_on_a_model_even_after_one_has_slain_it():
    """CP-R-11: saves are rolled for all hits that landed."""
    game = played(M("a", 0, WS=6), M("b", 1, more={"Sv": 4}), dice=[5, 4, 1, 2, 3])
    assert game.slain() == ["b"]


@pytest.mark.clause("CP-DW-01", "CP-IX-15")
def test_a_daemon_weapon_out_of_use_does_not_hurt_its_bearer():
    """CP-R-42 `after-roll`: Possession applies only to a weapon in use."""
    units = M("a", 0, W=2, weapons=["daemon weapon", "hand-and-a-half weapon"]), M("b", 1)
    after = {"CP-R-42": "after-roll"}
    assert played(*units, dice=[6, 1, 1], answers=[True], rulings=after).left("a") == 2
    assert played(*units, dice=[6, 1, 1], answers=[False], rulings=after).left("a") == 1


def test_a_relic_does_not_negate_the_feel_no_pain_of_a_bystander_outside_its_combat():
    """CP-RW-01, CP-R-48 `all-enemies`, CP-R-34 `both-hurt`: a bystander hit by a pushed model still rolls Feel
    No Pain.
    """
    mace = M("mace", 0, weapons=["mace+relic"], at=[(10, 10)])
    units = mace, M("foe", 1, W=9, at=[(10, 11)]), M("by", 1, at=[(10, 12)], more={"FNP": 2})
    rulings = {"CP-R-48": "all-enemies", "CP-R-34": "both-hurt"}
    assert played(*units, dice=[6, *[4] * 9, 2], rulings=rulings).left("by") == 1


AFTER_ROLL = {"CP-R-42": "after-roll"}
ONES = [1] * 9


@pytest.mark.clause("CP-RW-01")
@pytest.mark.parametrize(("first", "left"), [(0, 8), (1, 9)])
def test_a_relic_negates_the_feel_no_pain_of_its_enemies_for_the_whole_phase(first, left):
    """CP-R-48 `all-enemies`, CP-R-34 `both-hurt`: F fights the relic's bearer before or after G is pushed into F."""
    units = (
        M("relic", 0, weapons=["relic weapon"], at=[(10, 12)]),
        M("f", 1, W=9, at=[(10, 13)], more={"FNP": 2}),
        M("mace", 0, weapons=["mace"], at=[(13, 13)]),
        M("g", 1, W=9, at=[(12, 13)]),
    )
    rulings = {"CP-R-48": "all-enemies", "CP-R-34": "both-hurt"}
    dice = [1, *ONES, 4, *ONES] if first == 0 else [4, *ONES, 2, 1, *ONES]
    assert played(*units, dice=dice, answers=[first], rulings=rulings).left("f") == left


@pytest.mark.clause("CP-DW-01")
@pytest.mark.parametrize(("reading", "left"), [("default", None), ("eternal-warrior", 2)])
def test_eternal_warriors_lose_only_one_wound_to_their_own_daemon_weapons(reading, left):
    """The readings CP-R-50 `instant-death` and CP-R-51 `eternal-warrior` apply together."""
    units = M("a", 0, W=3, weapons=["daemon weapon"], more={"rules": ("Eternal Warrior",)}), M("b", 1)
    rulings = {"CP-R-50": "instant-death", "CP-R-51": reading}
    assert played(*units, dice=[1, 2, 3, 1], rulings=rulings).left("a") == left


@pytest.mark.clause("CP-DW-01", "CP-HH-01", "CP-IX-15")
@pytest.mark.parametrize(("both", "left", "slain"), [(True, 1, ["b"]), (False, 2, [])])
def test_a_daemon_weapon_hurts_its_bearer_even_if_it_is_taken_in_both_hands_after_the_roll(both, left, slain):
    """CP-R-18 `named-weapon`, CP-R-42 `after-roll`: the axe was named, but the daemon weapon strikes."""
    units = M("a", 0, W=2, weapons=["daemon+hand-and-a-half", "axe"]), M("b", 1, W=9)
    rulings = {**AFTER_ROLL, "CP-R-18": "named-weapon"}
    game = played(*units, dice=[5, 1, *ONES], answers=[1, both], rulings=rulings)
    assert (game.left("a"), game.slain()) == (left, slain)


@pytest.mark.clause("CP-SV-01", "CP-CH-01")
def test_no_invulnerable_save_is_taken_against_a_chain_weapon_after_an_armour_save_that_cannot_fail():
    """CP-R-03 `one-plus`, CP-R-49 `both-saves`: the armour save cannot fail, so no save is rolled."""
    units = M("a", 0, weapons=["chain weapon"]), M("b", 1, more={"Sv": 1, "Inv": 6})
    game = played(*units, dice=[6, 1], rulings={"CP-R-03": "one-plus", "CP-R-49": "both-saves"})
    assert game.left("b") == 1


@pytest.mark.clause("CP-IX-18")
def test_the_extra_hits_of_a_chain_daemon_weapon_slay_outright_under_the_hit_only_ruling():
    """CP-R-44 `hit-only`: with a chain and daemon weapon, a 1 adds a hit and does not fail the first save."""
    units = M("a", 0, WS=5, weapons=["chain+daemon"]), M("b", 1, W=3, more={"Sv": 4})
    ruling = {"CP-R-44": "hit-only"}
    assert played(*units, dice=[5, 5, 5, 5, 1, 3], rulings=ruling).slain() == ["b"]
    assert played(*units, dice=[5, 5, 5, 5, 1, 3], rulings=ruling, struck=("CP-IX-18",)).left("b") == 2


def test_a_daemon_weapon_still_slays_outright_if_the_sentence_on_chain_and_daemon_is_struck():
    """If CP-IX-18 is struck from the text, hits that have landed still slay outright. In version 1, they did not."""
    units = M("a", 0, WS=5, weapons=["chain+daemon"]), M("b", 1, W=3, more={"Sv": 4})
    assert played(*units, dice=[5, 5, 5, 5, 3], struck=("CP-IX-18",)).slain() == ["b"]


def test_a_hit_that_lands_still_denies_the_invulnerable_save_if_the_sentence_on_chain_and_relic_is_struck():
    """If CP-IX-17 is struck from the text, only the hits that Shred adds allow an Invulnerable save."""
    foe = M("b", 1, W=3, WS=6, more={"Sv": 5, "Inv": 2})
    units = M("a", 0, WS=3, weapons=["chain+relic"]), foe
    assert played(*units, dice=[6, 2, 1, 1, 4], struck=("CP-IX-17",)).left("b") == 2
    assert played(*units, dice=[6, 2, 1, 1, 1, 4], struck=("CP-IX-17",)).left("b") == 2
    assert played(*units, dice=[6, 2, 1, 1, 1, 4]).left("b") == 1

"""WS-SV, WS-MX, WS-KL: saves, the distribution of hits, and rolls to kill."""

import pytest

from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.events import Suffered, Suppressed
from pilein.rulesets.warstrike.melee import strike
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.saves import killing_strength, save_score, toughness_test
from pilein.rulesets.warstrike.shares import Shares
from pilein.rulesets.warstrike.shooting import close_combat_shooting
from tests.rulesets.fielding import row, told
from tests.rulesets.warstrike.builder import BLADE, TROOPER, U, armed, battle, changed, lines, play, table_of
from tests.rulesets.warstrike.fights import overlapping

CLAWS = Weapon("claws", Atk=3, AP=3)


def suffered(script):
    return [(event.unit, event.hits, event.casualties) for event in told(script, Suffered)]


@pytest.mark.clause("WS-SV-01", "WS-SV-02")
def test_the_save_against_each_hit_compares_armour_with_the_piercing_of_the_weapon():
    """Three hits with AP 3 on models with Ar 3 are each saved on 4+."""
    after, script = play(lines(armed(CLAWS), TROOPER, foe_count=5), strike, 0, dice=[4, 4, 4, 3, 4, 6], until="fall")
    assert suffered(script) == [("foe", 3, 1)]
    assert after.status(1).hits == 3


@pytest.mark.clause("WS-SV-02")
def test_the_save_chart_has_a_row_for_each_armour_value_and_a_column_for_each_piercing_value():
    """WS-R-25: the chart has a row for each Ar and a column for each AP."""
    table = table_of(lines(TROOPER, TROOPER))
    assert [save_score(table, 3, piercing).need for piercing in (0, 2, 5)] == [1, 3, 6]


@pytest.mark.clause("WS-SV-03")
def test_the_first_failed_save_adds_a_marker():
    after, script = play(lines(armed(CLAWS), TROOPER, foe_count=5), strike, 0, dice=[4, 4, 4, 3, 3, 6], until="fall")
    assert after.status(1).markers == 1
    assert [event.reason for event in told(script, Suppressed)] == ["a failed save"]
    after, _ = play(lines(armed(CLAWS), TROOPER), strike, 0, dice=[4, 4, 4, 4, 4, 4])
    assert after.status(1).markers == 0


def test_an_impossible_save_counts_as_failed():
    """WS-R-25: the failure counts for WS-SV-03."""
    after, _ = play(lines(armed(Weapon("beam", AP=9)), changed(TROOPER, To=1)), strike, 0, dice=[4, 6])
    assert (after.status(1).markers, after.living(1)) == (1, 1)


@pytest.mark.parametrize(("reading", "markers"), [("default", 2), ("per-half-cycle", 1), ("per-phase", 1)])
def test_a_ruling_sets_how_often_the_first_failed_save_adds_a_marker(reading, markers):
    """WS-R-18: depending on the reading, it does so once per volley, per half-cycle or per phase."""
    foe = changed(TROOPER, To=1)
    made = lines(armed(BLADE), foe, rulings={"WS-R-18": reading})
    once, _ = play(made, strike, 0, dice=[4, 3, 6])
    twice, _ = play(once, strike, 0, dice=[4, 3, 6])
    assert (once.status(1).markers, twice.status(1).markers) == (1, markers)


def three_units(*, own=TROOPER, rulings=None, foe_armour=3):
    """Return a battle of three models that touch two models of P (Ar 3) and one of Q (Ar 4)."""
    units = (
        U("A", 0, [(own, 3)], row(10, 10, 3)),
        U("P", 1, [(changed(TROOPER, Ar=foe_armour), 2)], row(10, 11, 2)),
        U("Q", 1, [(changed(TROOPER, Ar=4), 1)], [(12, 11)]),
    )
    return battle(*units, fight=(0, 1, 2), rulings=rulings)


@pytest.mark.clause("WS-MX-01")
def test_no_model_may_be_dealt_two_more_hits_than_any_other_model_that_may_take_them():
    made = three_units(own=armed(Weapon("claws", Atk=2, AP=3)))
    for split, legal in (((4, 1), True), ((3, 2), True), ((5, 0), False), ((2, 3), False)):
        dice = [4, 4, 4, 4, 4, 1, *([5] * 5 if legal else [])]
        if legal:
            _, script = play(made, strike, 0, dice=dice, answers=[split])
            assert suffered(script) == [("P", split[0], 0), ("Q", split[1], 0)]
        else:
            with pytest.raises(IllegalAnswer, match="takes from"):
                play(made, strike, 0, dice=dice, answers=[split])


@pytest.mark.clause("WS-MX-02")
def test_saves_are_rolled_separately_for_each_unit_that_was_hit():
    made = three_units(own=armed(Weapon("claws", Atk=2, AP=3)))
    after, script = play(made, strike, 0, dice=[4, 4, 4, 4, 4, 1, 4, 4, 6, 3, 2], answers=[(3, 2)])
    assert suffered(script) == [("P", 3, 0), ("Q", 2, 1)]
    assert (after.status(1).markers, after.status(2).markers) == (0, 1)
    assert (after.status(1).hits, after.status(2).hits) == (3, 2)


def test_hits_of_higher_piercing_are_dealt_first_and_all_hits_are_dealt_evenly():
    """WS-R-21: two hits with AP 4 are dealt to two of three models, and one hit with AP 1 is then dealt to the
    third.
    """
    units = (
        U("A", 0, [(armed(Weapon("knife", AP=1)), 1), (armed(Weapon("drill", AP=4)), 2)], row(10, 10, 3)),
        U("P", 1, [(TROOPER, 2)], row(10, 11, 2)),
        U("Q", 1, [(changed(TROOPER, Ar=4), 1)], [(12, 11)]),
    )
    made = battle(*units, fight=(0, 1, 2))
    _, script = play(made, strike, 0, dice=[4, 4, 4, 5, 5], answers=[(2, 0)])
    assert [(request.total, request.most) for request in script.asked if hasattr(request, "most")] == [(2, (2, 1))]
    assert suffered(script) == [("P", 2, 0), ("Q", 1, 0)]


def test_under_the_touched_only_ruling_only_touched_models_take_the_hits():
    made = three_units(rulings={"WS-R-21": "touched-only"})
    _, script = play(made, strike, 0, dice=[4, 4, 4, 6, 6, 6], answers=[])
    assert suffered(script) == [("P", 2, 0), ("Q", 1, 0)]


def mixed_unit(rulings=None):
    foe = U("foe", 1, [(changed(TROOPER, Ar=2), 1), (changed(TROOPER, Ar=4), 2)])
    return battle(U("own", 0, [(armed(CLAWS), 1)]), foe, pairs=[(0, 1)], fight=(0, 1), rulings=rulings)


def test_in_a_unit_with_mixed_armour_each_model_saves_with_its_own_armour():
    """WS-R-24: each of the three models takes one hit."""
    _, script = play(mixed_unit(), strike, 0, dice=[4, 4, 4, 5, 3, 3])
    assert suffered(script) == [("foe", 3, 0)]


@pytest.mark.parametrize("reading", ["majority", "best"])
def test_a_ruling_may_give_a_unit_with_mixed_armour_a_single_armour_value(reading):
    """WS-R-24: depending on the reading, it is the Ar of the majority or the best Ar."""
    _, script = play(mixed_unit({"WS-R-24": reading}), strike, 0, dice=[4, 4, 4, 3, 3, 3])
    assert suffered(script) == [("foe", 3, 0)]


@pytest.mark.clause("WS-KL-01")
def test_for_models_without_toughness_each_failed_save_is_a_casualty():
    after, _ = play(lines(TROOPER, TROOPER), strike, 0, dice=[4, 3])
    assert after.living(1) == 0
    assert toughness_test(table_of(after), 0, 3) == (0, 3)


@pytest.mark.clause("WS-KL-02", "WS-KL-03", "WS-KL-04")
def test_a_model_with_toughness_takes_a_test_with_all_its_dice_for_each_failed_save():
    """With Str 4 against To 2, the dice (2, 4) kill and the dice (5, 1) do not. The tests are rolled one after the
    other.
    """
    made = lines(
        armed(Weapon("claws", Atk=2, AP=3), traits=changed(TROOPER, Str=4)), changed(TROOPER, To=2), foe_count=2
    )
    after, script = play(made, strike, 0, dice=[4, 4, 3, 3, 2, 4, 5, 1], until="fall")
    assert suffered(script) == [("foe", 2, 1)]
    assert after.status(1).markers == 1


@pytest.mark.clause("WS-KL-05")
def test_the_strength_of_a_melee_weapon_is_added_to_that_of_its_user_before_the_roll_to_kill():
    table = table_of(lines(TROOPER, TROOPER))
    assert killing_strength(table, TROOPER, Weapon("hammer", Str=2)) == 5
    assert killing_strength(table, TROOPER, Weapon("gun", ranged=True, firepower=4, Str=9)) == 4


def test_failed_saves_kill_without_the_sentence_on_toughness_but_guns_need_no_sentence_on_strength():
    made = lines(TROOPER, TROOPER)
    assert toughness_test(table_of(made, "WS-KL-02"), 2, 4) == (0, 4)
    gun, hammer = Weapon("gun", ranged=True, firepower=4), Weapon("hammer", Str=2)
    assert [killing_strength(table_of(made, "WS-KL-05"), TROOPER, weapon) for weapon in (gun, hammer)] == [4, 3]


def test_a_toughness_test_against_strength_6_always_kills_and_one_against_strength_0_never_does():
    tough = changed(TROOPER, To=2)
    assert play(lines(changed(TROOPER, Str=6), tough), strike, 0, dice=[4, 3])[0].living(1) == 0
    assert play(lines(changed(TROOPER, Str=0), tough), strike, 0, dice=[4, 3])[0].living(1) == 1
    made = lines(changed(TROOPER, Str=6), tough, rulings={"WS-R-26": "six-fails"})
    assert play(made, strike, 0, dice=[4, 3, 5, 6])[0].living(1) == 1
    assert toughness_test(table_of(made), 2, 7) == (2, 5)


IDLE = changed(TROOPER, weapons=())
GUN = Weapon("gun", ranged=True, AP=3, firepower=3)


def hits_suffered(script):
    return [(event.unit, event.hits) for event in told(script, Suffered)]


@pytest.mark.clause("WS-SV-02", "WS-KL-02")
@pytest.mark.parametrize(("reading", "saves"), [("majority", [4, 4, 4]), ("best", [2, 2, 2])])
def test_a_ruling_that_unifies_armour_values_leaves_each_model_its_own_toughness(reading, saves):
    """Two models have Ar 3, one with To 2 and one with To 3, and a third has Ar 5 and no To. The two models with To
    survive on a 4.
    """
    kinds = [(changed(TROOPER, To=2), 1), (changed(TROOPER, To=3), 1), (changed(TROOPER, Ar=5), 1)]
    own = armed(Weapon("claws", Atk=3, AP=3))
    foe = U("foe", 1, kinds, [(10, 11), (9, 10), (11, 10)])
    made = battle(U("own", 0, [(own, 1)], [(10, 10)]), foe, fight=(0, 1), rulings={"WS-R-24": reading})
    _, script = play(made, strike, 0, dice=[4, 4, 4, *saves])
    assert [(event.hits, event.casualties) for event in told(script, Suffered)] == [(3, 0)]
    dice = [4, 4, 4, *(face - 1 for face in saves), 4, 1, 4, 1, 1]
    _, script = play(made, strike, 0, dice=dice, until="fall")
    assert [(event.hits, event.casualties) for event in told(script, Suffered)] == [(3, 1)]


@pytest.mark.clause("WS-MX-01")
def test_of_two_models_that_may_take_a_hit_the_one_with_fewer_hits_takes_it():
    """The hit that only P can take is dealt first. No model may have two hits while another has none."""
    after, script = play(overlapping(), strike, 0, dice=[4, 4, 6, 6])
    assert hits_suffered(script) == [("P", 1), ("Q", 1)]
    assert not [one for one in script.asked if isinstance(one, Shares)]
    assert after.combat.dealt == ()


@pytest.mark.clause("WS-MX-01")
def test_earlier_hits_are_counted_when_hits_of_lower_piercing_are_dealt_evenly():
    """The hits of the second model have the higher AP, and only P may take them."""
    made = overlapping(armed(Weapon("claws", Atk=2, AP=2)), armed(Weapon("drill", AP=5)))
    _, script = play(made, strike, 0, dice=[4, 4, 4, *[6] * 3], answers=[(1, 1)])
    asked = [one for one in script.asked if isinstance(one, Shares)]
    assert [(one.total, one.least, one.most) for one in asked] == [(2, (0, 1), (1, 2))]


@pytest.mark.clause("WS-MX-01", "WS-SV-02")
def test_hits_that_reach_only_some_models_are_counted_when_those_that_reach_all_are_dealt_evenly():
    """WS-R-24: only one of two models is within 6 inches of the cannon. The other takes the hit from the gun, which
    reaches both.
    """
    cannon = Weapon("cannon", ranged=True, AP=5, firepower=3)
    own = [(changed(TROOPER, BS=8, weapons=(weapon,)), 1) for weapon in (GUN, cannon)]
    units = (
        U("A", 0, own, [(20, 20), (26, 20)]),
        U("D", 1, [(changed(IDLE, Ar=3), 1), (changed(IDLE, Ar=5), 1)], [(19, 25), (22, 25)]),
    )
    _, script = play(battle(*units, fight=(0, 1)), close_combat_shooting, 0, dice=[4, 4], answers=[True])
    assert hits_suffered(script) == [("D", 2)]


@pytest.mark.clause("WS-MX-01")
def test_the_question_about_hits_states_how_models_with_the_same_armour_differ():
    """The models have the same Ar, so the Ar does not tell them apart."""
    kinds = [(TROOPER, 1), (changed(TROOPER, To=2), 1)]
    foe = U("foe", 1, kinds, [(10, 11), (9, 10)])
    made = battle(U("own", 0, [(TROOPER, 1)], [(10, 10)]), foe, fight=(0, 1))
    _, script = play(made, strike, 0, dice=[4, 6], answers=[(1, 0)])
    asked = next(one for one in script.asked if isinstance(one, Shares))
    assert asked.among == ("foe (Ar 3, no To)", "foe (Ar 3, To 2)")


CLAW = Weapon("claws", Atk=1, AP=3)


@pytest.mark.clause("WS-KL-03")
@pytest.mark.parametrize(
    ("toughness", "dice", "kills"), [(1, [4], 1), (1, [5], 0), (3, [4, 4, 4], 1), (3, [4, 4, 5], 0)]
)
def test_a_toughness_test_kills_if_no_die_exceeds_the_strength(toughness: int, dice: list[int], kills: int) -> None:
    """With Str 4, the test rolls either a single die or three dice, of which only the last may show more than 4."""
    made = lines(armed(CLAW, traits=changed(TROOPER, Str=4)), changed(TROOPER, To=toughness))
    _, script = play(made, strike, 0, dice=[4, 3, *dice], until="fall")
    assert sum(event.casualties for event in told(script, Suffered)) == kills

"""SH-AL, SH-FS-07: models that take wounds."""

from math import cos, radians, sin

import pytest
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.kernel.position import Position
from pilein.rulesets.scrollhammer.fight import allocation
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Began, Wounds
from tests.rulesets.scrollhammer.builder import GUARD, OGRE, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.logs import Case, log_of
from tests.rulesets.scrollhammer.press import BARE, IDLE, PRESSED

BACKFIRING = changed(BARE, A=3, rules=("Backfire",))

KEYS = allocation.__name__  # importing it registers the clauses that are played by their keys here

ALLOCATE_CASUALTIES = (("fell", 1), ("take_off", 1, 0))
HERO = changed(GUARD, W=2, Sv=2, champion=True)


def falling(made, dice=(), answers=(), steps=ALLOCATE_CASUALTIES):
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.play(Position(made, steps)).state
    script.assert_used_up()
    return after


def column(count=4, traits=REAVER, rulings=None, **fight):
    """Return a battle of one guard at the head of a column of enemies numbered from 1. The guard strikes in
    this step.
    """
    guard = U("guard", 0, [(GUARD, 1)], at=[(10, 10)])
    foes = U("foes", 1, [(traits, count)], at=[(10, 11 + place) for place in range(count)])
    return battle(guard, foes, rulings=rulings).beginning(fight_of((0, 1), step=4, struck=(0,), **fight))


def fallen(made, after):
    return sorted(set(made.field.models(1)) - set(after.field.models(1)))


@pytest.mark.clause("SH-AL-02")
def test_models_touching_a_striker_fall_first_then_engaged_models_and_then_the_nearest_models():
    for wounds, expected in ((1, [1]), (2, [1, 2]), (3, [1, 2, 3])):
        made = column(unsaved=(0, wounds))
        assert fallen(made, falling(made)) == expected


@pytest.mark.clause("SH-AL-02")
def test_a_model_falls_no_earlier_than_other_engaged_models_if_the_only_enemy_it_touches_has_yet_to_strike():
    """SH-R-54: the foe beside the guard falls first. The slow model beside the second foe has yet to strike."""
    guard = U("guard", 0, [(GUARD, 1)], at=[(10, 10)])
    slow = U("slow", 0, [(changed(GUARD, I=1), 1)], at=[(14, 10)])
    foes = U("foes", 1, [(REAVER, 2)], at=[(14, 11), (10, 11)])
    made = battle(guard, slow, foes).beginning(fight_of((0, 1, 2), step=4, struck=(0,)))
    after = falling(made.exchanging(unsaved=(0, 0, 1)), steps=(("fell", 2), ("take_off", 2, 0)))
    assert after.field.models(2) == (2,)


@pytest.mark.clause("SH-AL-02")
@pytest.mark.parametrize("turn", [0, 17, 45, 211])
def test_the_owner_chooses_the_casualty_among_models_whose_distances_differ_only_by_rounding(turn):
    """Two models stand behind the engaged one, on its left and right. The table is rotated by several angles."""
    cosine, sine = cos(radians(turn)), sin(radians(turn))

    def turned(right, ahead):
        return 24 + right * cosine + ahead * sine, 24 - right * sine + ahead * cosine, turn

    guard = U("guard", 0, [(GUARD, 1)], at=[turned(0, 0)])
    foes = U("foes", 1, [(REAVER, 3)], at=[turned(0, 1), turned(-1, 2), turned(1, 2)])
    made = battle(guard, foes).beginning(fight_of((0, 1), step=4, struck=(0,), unsaved=(0, 2)))
    assert fallen(made, falling(made, answers=[(3,)])) == [1, 3]


@pytest.mark.clause("SH-SV-07")
@pytest.mark.parametrize("rulings", [{}, {"SH-R-54": "engaged-only"}])
def test_even_without_the_sentence_on_slain_models_no_model_dies_twice(rulings):
    """If SH-SV-07 is struck from the text, a slain model stays engaged, but the next wound still goes to a living
    model.
    """
    made = column(2, rulings=rulings, unsaved=(0, 1))
    setup = replace(made.setup, struck=frozenset({"SH-SV-07"}))
    made = replace(made, setup=setup, field=replace(made.field, setup=setup))
    made = made.fighting(began=Began(opened=((0, 0, (1,)), (1, 0, (0,)), (2, 1, (0,)))))
    fewer = made.on(made.plane.without(frozenset({1})))
    assert fallen(fewer, falling(fewer)) == [2]


@pytest.mark.clause("SH-AL-02")
def test_the_owner_chooses_casualties_among_models_of_equal_rank():
    guard = U("guard", 0, [(GUARD, 1)], at=[(10, 10)])
    foes = U("foes", 1, [(REAVER, 3)], at=[(9, 11), (10, 11), (11, 11)])
    made = battle(guard, foes).beginning(fight_of((0, 1), step=4, struck=(0,), unsaved=(0, 2)))
    assert fallen(made, falling(made, answers=[(3, 1)])) == [1, 3]


@pytest.mark.clause("SH-AL-02")
def test_a_wounded_model_takes_the_next_wound():
    guard = U("guard", 0, [(GUARD, 1)], at=[(10, 10)])
    foes = U("foes", 1, [(changed(OGRE), 2)], at=[(9.5, 11), (10.5, 11)])
    made = battle(guard, foes).beginning(fight_of((0, 1), step=4, struck=(0,), unsaved=(0, 3)))
    made = made.on(made.plane.wounded(2, 2))
    after = falling(made)
    assert fallen(made, after) == [2]
    assert after.field.wounds_lost(1) == 2


@pytest.mark.clause("SH-FS-07")
def test_a_model_that_loses_its_last_wound_is_removed_and_further_wounds_fall_on_the_next_model():
    made = column(2, changed(REAVER, W=2), unsaved=(0, 3))
    after = falling(made)
    assert after.field.models(1) == (2,)
    assert after.field.wounds_lost(2) == 1
    assert after.fight.lead == 3


def test_under_the_rear_rank_ruling_casualties_come_from_the_rear():
    made = column(unsaved=(0, 2), rulings={"SH-R-54": "rear-rank"})
    assert fallen(made, falling(made)) == [3, 4]


def test_under_the_engaged_only_ruling_surplus_wounds_are_lost():
    made = column(unsaved=(0, 3), rulings={"SH-R-54": "engaged-only"})
    assert fallen(made, falling(made)) == [1, 2]


def waiting(*wounds, traits, rulings=None):
    units = U("own", 0, [(GUARD, 1)]), U("foes", 1, list(traits))
    made = battle(*units, pairs=[(0, 1)], rulings=rulings)
    return made.beginning(fight_of((0, 1), step=4, struck=(0,), wounds=wounds))


ALLOCATED = (("allocate", 1), ("take_off", 1, 0))


def test_under_the_spread_ruling_every_model_takes_a_wound_before_any_takes_a_second():
    lot = Wounds(1, 0, 2, S=3)
    ogres = [(changed(OGRE, W=2), 2)]
    for reading, answers, expected in (("default", (), 1), ("spread", (), 2)):
        made = waiting(lot, traits=ogres, rulings={"SH-R-54": reading})
        assert falling(made, answers=answers, steps=ALLOCATED).living(1) == expected


@pytest.mark.clause("SH-AL-01")
def test_each_wound_is_allocated_saved_and_applied_before_the_next_wound():
    made = waiting(Wounds(1, 0, 3, S=3), traits=[(HERO, 1), (REAVER, 2)])
    hero, reaver = 1, 2
    after = falling(made, dice=[2, 1, 5], answers=[hero, reaver, hero], steps=ALLOCATED)
    assert (after.living(1), after.field.wounds_lost(hero)) == (2, 0)
    after = falling(made, dice=[1, 2, 1], answers=[hero], steps=ALLOCATED)
    assert after.living(1) == 2


@pytest.mark.clause("SH-AL-01")
def test_no_further_saves_are_rolled_once_a_unit_is_dead():
    made = waiting(Wounds(1, 0, 9, S=3, instant=True), traits=[(REAVER, 2)])
    assert falling(made, dice=[1, 1], steps=ALLOCATED).living(1) == 0
    made = waiting(Wounds(1, 0, 9, S=3, instant=True), traits=[(changed(OGRE, Sv=6), 2)])
    assert falling(made, dice=[1, 6, 1], steps=ALLOCATED).fight.lead == 2 * OGRE.W


@pytest.mark.clause("SH-AL-01")
def test_the_attacker_chooses_the_order_in_which_different_wounds_are_allocated():
    """SH-R-55: the attacker is asked for the order only if the wounds differ."""
    lots = Wounds(1, 0, 1, S=3), Wounds(1, 0, 1, S=3, AP=5)
    made = waiting(*lots, traits=[(GUARD, 1)])
    assert falling(made, dice=[4], answers=[0], steps=ALLOCATED).living(1) == 0
    assert falling(made, answers=[1], steps=ALLOCATED).living(1) == 0


@pytest.mark.clause("SH-AL-01")
def test_no_player_is_asked_for_the_order_of_wounds_once_the_unit_is_dead():
    lots = Wounds(1, 0, 1, S=3, AP=5), Wounds(1, 0, 1, S=3), Wounds(1, 0, 1, S=3, AP=1)
    assert falling(waiting(*lots, traits=[(GUARD, 1)]), answers=[0], steps=ALLOCATED).living(1) == 0


@pytest.mark.clause("SH-AL-01")
@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"S": 6}, ["1 by own, AP 0, Strength 3", "1 by own, AP 0, Strength 6"]),
        ({"no_armour": True}, ["1 by own, AP 0", "1 by own, AP 0, no armour save"]),
        ({"source": "fire_net"}, ["1 by own, AP 0", "1 by own, AP 0, with fire net"]),
        ({"AP": 1}, ["1 by own, AP 0", "1 by own, AP 1"]),
    ],
)
def test_wounds_that_slay_outright_are_listed_separately_in_the_question_about_the_order_of_wounds(other, words):
    """SH-WO-06, SH-R-80: hits of Strength 6 slay a model of Toughness 3 outright, but hits of Strength 3 do not."""
    plain, offered = Wounds(1, 0, 1, S=3), []

    def first_of(choice):
        offered.extend(label for label, _ in choice.candidates())
        return 0

    made = waiting(plain, replace(plain, **other), traits=[(changed(GUARD, W=3), 1)])
    script = Script(RULESET, dice=[6, 6], answers=[first_of])
    script.play(Position(made, ALLOCATED))
    assert offered == words


def test_under_the_pool_ruling_all_saves_are_rolled_before_any_wound_is_allocated():
    """SH-R-55 `pool`: all saves are those of the model that is first to take a wound, and all are rolled even if the
    wounds outnumber the models.
    """
    lot = Wounds(1, 0, 4, S=3)
    for reading, dice, answers, left in (("default", [1, 1], [], 0), ("pool", [1, 1, 6, 6], [], 0)):
        made = waiting(lot, traits=[(REAVER, 2)], rulings={"SH-R-55": reading})
        assert falling(made, dice=dice, answers=answers, steps=ALLOCATED).living(1) == left
    made = waiting(Wounds(1, 0, 2, S=3), traits=[(HERO, 1), (REAVER, 2)], rulings={"SH-R-55": "pool"})
    after = falling(made, dice=[2, 1], answers=[1, 2], steps=ALLOCATED)
    assert after.living(1) == 2


@pytest.mark.parametrize("other", [{}, {"instant": True}])
def test_under_the_pool_ruling_wounds_are_allocated_only_after_all_saves_whatever_the_effects_of_the_wounds(other):
    """SH-R-55 `pool`: the owner chooses the model to take the first wound only after the second has been saved, and is
    not asked again.
    """
    lots = Wounds(1, 0, 1, S=3, **other), Wounds(1, 0, 1, S=3, AP=1)
    traits = [(changed(GUARD, W=3, champion=True), 1), (GUARD, 1)]
    made = waiting(*lots, traits=traits, rulings={"SH-R-55": "pool"})
    script = Script(RULESET, dice=[1, 6], answers=[2])
    after = script.play(Position(made, ALLOCATED)).state
    script.assert_used_up()
    assert [getattr(one, "clause", "saves") for one in script.asked] == ["saves", "saves", "SH-AL-02"]
    assert (after.field.models(1), after.fight.lead) == ((1,), 1)


@pytest.mark.clause("SH-AL-02")
def test_the_owner_chooses_which_wounded_model_suffers_even_if_every_model_of_a_rank_is_wounded():
    """SH-R-54: four wounds on two Ogres slay one Ogre and cost the other a Wound. The owner chooses the Ogre that is
    slain.
    """
    guard = U("guard", 0, [(GUARD, 1)], at=[(10, 10)])
    foes = U("foes", 1, [(OGRE, 2)], at=[(9.5, 11), (10.5, 11)])
    made = battle(guard, foes).beginning(fight_of((0, 1), step=4, struck=(0,), unsaved=(0, 4)))
    after = falling(made, answers=[(2, 1)])
    assert after.field.models(1) == (1,)
    assert after.field.wounds_lost(1) == 1


@pytest.mark.clause("SH-AL-02")
def test_the_owner_chooses_between_wounded_models_for_the_next_wound():
    """SH-R-54: two Ogres were wounded in earlier steps, and the third was not."""
    guard = U("guard", 0, [(GUARD, 1)], at=[(10, 10)])
    foes = U("foes", 1, [(OGRE, 3)], at=[(9.5, 11), (10.5, 11), (9.4, 10)])
    made = battle(guard, foes)
    made = made.on(made.field.after({1: 1, 2: 1}, frozenset()))
    made = made.beginning(fight_of((0, 1), step=4, struck=(0,), unsaved=(0, 1)))
    assert [falling(made, answers=[2]).field.wounds_lost(model) for model in (1, 2, 3)] == [1, 2, 0]
    after = falling(made.exchanging(unsaved=(0, 3)), answers=[1])
    assert (after.field.models(1), after.field.wounds_lost(2)) == ((2, 3), 2)
    assert falling(made.exchanging(unsaved=(0, 5))).field.models(1) == (3,)


def test_the_question_about_casualties_mentions_removal_only_if_no_chosen_model_can_survive():
    """The question is checked for Ogres, which have 3 Wounds, and for Reavers, which have 1."""
    for traits, word in ((OGRE, "take the wounds"), (REAVER, "are removed")):
        foes = U("foes", 1, [(traits, 2)], at=[(9.5, 11), (10.5, 11)])
        made = battle(U("guard", 0, [(GUARD, 1)], at=[(10, 10)]), foes)
        script = Script(RULESET, answers=[(1,)])
        made = made.beginning(fight_of((0, 1), step=4, struck=(0,), unsaved=(0, 1)))
        script.play(Position(made, ALLOCATE_CASUALTIES))
        assert script.asked[0].words == f"foes: which models {word}?"


@pytest.mark.clause("SH-AL-02")
@pytest.mark.parametrize(("wounds", "in_turn"), [(3, False), (4, True), (6, False)])
def test_the_owner_names_casualties_in_order_if_the_last_one_may_survive(wounds, in_turn):
    """Four wounds on three Ogres slay the first Ogre named and cost the second a single Wound, so the question offers
    the order.
    """
    foes = U("foes", 1, [(OGRE, 3)], at=[(9, 11), (10, 11), (11, 11)])
    made = battle(U("guard", 0, [(GUARD, 1)], at=[(10, 10)]), foes)
    script = Script(RULESET, answers=[(3, 1) if wounds > 3 else (3,)])
    made = made.beginning(fight_of((0, 1), step=4, struck=(0,), unsaved=(0, wounds)))
    after = script.play(Position(made, ALLOCATE_CASUALTIES)).state
    offered = [answer for _, answer in script.asked[0].candidates()]
    assert (script.asked[0].words.endswith(", one after the other?"), (3, 1) in offered) == (in_turn, in_turn)
    assert after.field.models(1) == ((2,) if wounds == 6 else (1, 2))


def test_under_the_rear_rank_ruling_a_wounded_model_is_the_first_casualty():
    """SH-R-54 `rear-rank`: in the press as on a table, wounds accumulate on one model before the next suffers any."""
    units = U("own", 0, [(GUARD, 1)]), U("foes", 1, [(OGRE, 3)])
    rear = {"SH-R-54": "rear-rank"}
    made = battle(*units, pairs=[(0, 1)], rulings=rear).beginning(fight_of((0, 1), step=4))
    for _ in range(3):
        made = falling(made.exchanging(struck=(0,), unsaved=(0, 1)))
    assert made.living(1) == 2


def test_in_the_press_marks_stay_with_their_models_when_the_models_are_renumbered():
    """Living models of a kind have the lowest numbers of that kind, so a mark moves to its model's new number."""
    units = U("own", 0, [(GUARD, 1)]), U("foes", 1, [(REAVER, 3)])
    made = battle(*units, pairs=[(0, 1)]).beginning(fight_of((0, 1), step=4)).marked(((3, "stopped"),))
    made = made.exchanging(struck=(0,), unsaved=(0, 1))
    assert falling(made, answers=[(1,)]).marks == ((2, "stopped"),)
    assert falling(made, answers=[(3,)]).marks == ()


def test_in_the_press_a_mark_distinguishes_a_model_from_otherwise_identical_ones():
    made = waiting(Wounds(1, 0, 1, S=3), traits=[(HERO, 1), (REAVER, 3)]).marked(((3, "stopped"),))
    script = Script(RULESET, dice=[1], answers=[3])
    after = script.play(Position(made, ALLOCATED)).state
    assert script.asked[0].options == (1, 2, 3)
    assert (after.living(1), after.marks) == (3, ())


def test_under_the_pool_ruling_wounds_slay_outright_if_their_strength_is_twice_the_toughness():
    """SH-R-55 `pool`, SH-R-80: a wound of twice the target's Toughness slays a model outright, even from a pool."""
    made = waiting(Wounds(1, 0, 1, S=10), traits=[(OGRE, 2)], rulings={"SH-R-55": "pool"})
    after = falling(made, steps=ALLOCATED)
    assert (after.living(1), after.fight.lead) == (1, 3)


def test_under_the_pool_ruling_wounds_confined_to_one_kind_of_model_stay_with_that_kind():
    """SH-R-55 `pool`: wounds from a Backfire are an example."""
    made = waiting(Wounds(1, 1, 1, kind=1), traits=[(HERO, 1), (REAVER, 2)], rulings={"SH-R-55": "pool"})
    assert falling(made, dice=[1], answers=[], steps=ALLOCATED).field.wounds_lost(1) == 1


def test_no_player_is_asked_for_the_order_of_identical_wounds_on_two_units():
    """SH-R-55: the attacker chooses only the order of wounds that differ."""
    units = U("own", 0, [(GUARD, 1)]), U("foes", 1, [(GUARD, 3)]), U("more", 0, [(GUARD, 1)])
    lots = Wounds(1, 0, 1, S=3), Wounds(1, 2, 1, S=3)
    made = battle(*units, pairs=[(0, 1), (2, 1)])
    made = made.beginning(fight_of((0, 1, 2), step=4, struck=(0,), wounds=lots))
    assert falling(made, dice=[1, 6], steps=ALLOCATED).living(1) == 2


def test_the_active_side_chooses_the_order_of_wounds_if_both_sides_caused_some():
    """SH-R-55, SH-R-03: the active side orders wounds caused by both sides."""
    lots = Wounds(1, 1, 1, kind=1), Wounds(1, 0, 1, S=3, AP=1)
    made = waiting(*lots, traits=[(GUARD, 2)])
    script = Script(RULESET, dice=[6, 6], answers=[0])
    script.begin(made, allocation.allocate, 1)
    assert [asked.side for asked in script.asked if hasattr(asked, "side")] == [made.active]


LOGS: dict[str, Case] = {
    "SH-AL-01 wounds that nobody is left to take do not spare the others": Case(
        battle(
            U("own", 0, [(BACKFIRING, 1), (changed(IDLE, Sv=6), 3)]),
            U("foe", 1, [(changed(BARE, A=2), 1)]),
            pairs=PRESSED,
        ),
        (
            "step 4",
            "own strikes foe: 3 at 4+ and 4+",
            "foe strikes own: 2 at 4+ and 4+",
            "own loses 3",
            "blue wins by 3",
            "own holds",
        ),
        [1, 1, 1, 6, 6, 6, 6, 1, 1, 1, 1],
        [0, 0],
    ),
}


@pytest.mark.clause("SH-AL-01")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_the_allocation_of_wounds(name: str) -> None:
    assert log_of(LOGS[name], fight_sub_phase) == LOGS[name].told

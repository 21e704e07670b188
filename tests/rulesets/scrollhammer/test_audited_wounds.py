"""Wounds and marks: what an audit of version 1 found, each finding by its number, with its dice."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.position import Position
from pilein.lab.sentences import sentence
from pilein.rulesets.scrollhammer.combat_events import Marked, Struck
from pilein.rulesets.scrollhammer.directing import declare_attacks
from pilein.rulesets.scrollhammer.profile import Effect, Weapon
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.striking import strike
from tests.rulesets.scrollhammer.builder import GUARD, IMP, OGRE, U, battle, changed, fight_of

MONSTER = changed(OGRE, T=4, W=4, I=1, type="monster")


def struck(weapon, own, foe, dice, answers=()):
    """One step in the press in which the own models, armed with a weapon, strike."""
    count, traits = own
    units = U("own", 0, [(changed(traits, weapons=(weapon,)), count)]), U("foe", 1, [(foe[1], foe[0])])
    made = battle(*units, pairs=[(0, 1)]).beginning(fight_of((0, 1), step=traits.I, met=((0, 1),)))
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.play(Position(made, ((declare_attacks.key,), (strike.key,)))).state
    script.assert_used_up()
    return after, script


def having(rule):
    return Weapon("blade", "blade", rules=(rule,))


@pytest.mark.parametrize(
    ("rule", "strength", "dice", "lost"),
    [
        ("Instant Death", 4, [3, 4], 4),
        ("Killing Blow", 10, [3, 5], 4),
        ("Killing Blow", 10, [3, 6], 4),
        ("Killing Blow", 4, [3, 6], 1),
        ("Killing Blow", 4, [3, 5], 1),
    ],
)
@pytest.mark.clause("SH-CR-12")
def test_d3_a_monster_is_spared_by_killing_blows_alone(rule, strength, dice, lost):
    """SH-R-80: Instant Death and Strength of twice the Toughness slay monsters too."""
    hero = changed(GUARD, WS=10, S=strength)
    after, _ = struck(having(rule), (1, hero), (1, MONSTER), dice)
    assert (after.living(1), after.fight.lead) == (int(lost < 4), lost)


def marks_told(trigger, own, foe, dice, answers=()):
    net = Weapon("net", "net", effects=(Effect(trigger, "netted"),))
    _, script = struck(net, own, foe, dice, answers)
    asked = [one.clause for one in script.asked if getattr(one, "clause", "").startswith("SH-AE")]
    return [(event.clause, event.models) for event in script.events if isinstance(event, Marked)], asked


@pytest.mark.clause("SH-AE-04", "SH-AE-07")
def test_l1_marks_name_the_sentence_that_they_come_from():
    slow = changed(GUARD, I=1)
    told = marks_told("hitting", (1, GUARD), (2, slow), [6, 1], [(2,)])
    assert told == ([("SH-AE-07", (2,))], ["SH-AE-07"])
    told = marks_told("wounding", (1, GUARD), (2, slow), [6, 6, 6], [(2,)])
    assert told == ([("SH-AE-04", (2,))], ["SH-AE-04"])


@pytest.mark.clause("SH-AE-02")
def test_l1_marks_on_those_who_suffered_a_wound_are_told_if_they_live():
    ogre = changed(OGRE, I=1)
    assert marks_told("unsaved", (1, GUARD), (2, ogre), [6, 6]) == ([("SH-AE-02", (1,))], [])
    assert marks_told("unsaved", (1, GUARD), (2, changed(GUARD, I=1)), [6, 6, 1]) == ([], [])


@pytest.mark.clause("SH-WO-03")
def test_l5_a_dash_is_not_a_score():
    _, script = struck(Weapon("claw", "claw"), (1, IMP), (1, changed(GUARD, T=5)), [6])
    assert [sentence(event) for event in script.events if isinstance(event, Struck)] == [
        "own struck foe: 1 attack with claw, 4+ to hit, impossible to wound"
    ]


def test_a_hit_that_takes_no_die_is_certain():
    """SH-R-51: a target of WS 0."""
    _, script = struck(Weapon("claw", "claw"), (1, GUARD), (1, changed(GUARD, WS=0)), [3])
    assert [sentence(event) for event in script.events if isinstance(event, Struck)] == [
        "own struck foe: 1 attack with claw, certain to hit, 4+ to wound"
    ]


def test_l5_where_a_natural_six_wounds_in_spite_of_a_dash_a_six_is_needed():
    _, script = struck(having("Rending"), (1, IMP), (1, changed(GUARD, T=5)), [6, 5])
    assert [event.wound for event in script.events if isinstance(event, Struck)] == [6]

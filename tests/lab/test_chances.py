"""Exact distributions equal, as fractions, those found by playing out every outcome and every face of every die."""

from fractions import Fraction

import pytest

from pilein.kernel.errors import BadInput, UnknownRule
from pilein.kernel.requests import first
from pilein.lab.chances import chances
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_to_the_end
from pilein.rulesets.scrollhammer.phase import close_combat_phase
from pilein.rulesets.scrollhammer.profile import Effect, Weapon
from pilein.rulesets.scrollhammer.result.result import work_out
from tests.enumeration import ends, ends_face_by_face, noticed, spread
from tests.rulesets.scrollhammer.builder import GUARD, IMP, OGRE, REAVER, U, battle, changed

NET = Weapon("net", "net", effects=(Effect("hitting", "stopped"),))
SWORDS = (Weapon("sword", "sword", AP=1), Weapon("great sword", "great weapon", hands=2, S=1))
FIGHTS = [
    ([(GUARD, 3)], [(REAVER, 3)]),
    ([(GUARD, 2)], [(OGRE, 1)]),
    ([(IMP, 4)], [(OGRE, 1)]),
    ([(GUARD, 2), (changed(GUARD, A=2, champion=True), 1)], [(changed(REAVER, standard=True), 3)]),
    ([(changed(GUARD, weapons=SWORDS), 2)], [(changed(REAVER, Sv=3), 2)]),
    ([(changed(GUARD, weapons=(NET,)), 2)], [(changed(REAVER, Ward=5), 2)]),
    ([(changed(GUARD, rules=("Rending",)), 2)], [(changed(OGRE, Sv=3), 1)]),
    ([(changed(GUARD, rules=("Backfire",)), 2)], [(changed(REAVER, I=4), 2)]),
    ([(changed(GUARD, rules=("Instant Death",)), 2)], [(changed(OGRE, I=4, A=1), 1)]),
    ([(changed(GUARD, rules=("Stubborn",)), 2)], [(changed(GUARD, rules=("Hatred",)), 2)]),
]


def in_the_press(own, foe):
    return battle(U("own", 0, own), U("foe", 1, foe), pairs=[(0, 1)])


def fates(after):
    return tuple((after.living(unit), after.status(unit).falling_back) for unit in (0, 1))


def kind_of_event(event):
    return type(event).__name__


@pytest.mark.parametrize(("own", "foe"), FIGHTS)
def test_the_exact_distribution_of_a_phase_matches_that_found_by_playing_out_all_outcomes(own, foe):
    made = in_the_press(own, foe)
    found = chances("scrollhammer", made, close_combat_phase, policy=lambda _state, choice: first(choice))
    assert found.distribution(fates) == spread(ends(made, close_combat_phase), fates)


@pytest.mark.parametrize(
    ("own", "foe"),
    [
        (GUARD, REAVER),
        (changed(GUARD, weapons=(NET,)), changed(REAVER, Ward=5)),
        (changed(GUARD, rules=("Rending",)), changed(OGRE, A=1)),
        (changed(GUARD, rules=("Instant Death",)), changed(OGRE, I=4, A=1)),
        (changed(GUARD, weapons=SWORDS), changed(GUARD, rules=("Backfire",))),
    ],
)
def test_the_exact_distribution_of_a_fight_of_one_against_one_matches_an_enumeration_of_all_dice(own, foe):
    made = in_the_press([(own, 1)], [(foe, 1)])
    clause = (fight_to_the_end, 0, 1)
    distribution = spread(ends_face_by_face(made, clause, until="work_out"), fates)
    assert chances("scrollhammer", made, clause, until=work_out).distribution(fates) == distribution


def test_the_exact_distribution_of_events_matches_that_found_by_playing_out_all_outcomes():
    made = in_the_press([(GUARD, 1)], [(REAVER, 1)])
    found = chances("scrollhammer", made, close_combat_phase, keep=kind_of_event)
    assert found.sequences() == noticed(ends(made, close_combat_phase, notice=kind_of_event))
    wiped = sum(chance for told, chance in found.sequences().items() if "WipedOut" in told)
    assert found.ever("WipedOut") == wiped > 0


def test_an_exact_distribution_can_be_taken_just_before_a_given_clause():
    made = in_the_press([(GUARD, 1)], [(changed(GUARD, A=0), 1)])
    found = chances("scrollhammer", made, (fight_to_the_end, 0, 1), until=work_out)
    assert found.distribution(lambda after: after.fight.lead) == {0: Fraction(7, 8), 1: Fraction(1, 8)}
    assert found.mean(lambda after: after.fight.lead) == Fraction(1, 8)
    assert found.chance(lambda after: after.living(1) == 0) == Fraction(1, 8)


def test_play_can_be_ended_just_before_a_clause_named_by_its_key():
    made = in_the_press([(GUARD, 1)], [(changed(GUARD, A=0), 1)])
    found = chances("scrollhammer", made, ("fight_to_the_end", 0, 1), until="work_out")
    assert found.chance(lambda after: after.fight.lead == 1) == Fraction(1, 8)


def test_an_unknown_clause_is_reported_if_play_should_end_before_it():
    made = in_the_press([(GUARD, 1)], [(GUARD, 1)])
    with pytest.raises(UnknownRule, match=r"there is no clause 'work_ou'"):
        chances("scrollhammer", made, "work_ou")


def test_an_exact_distribution_under_a_random_policy_is_refused():
    with pytest.raises(BadInput, match="do not support random policies"):
        chances("scrollhammer", in_the_press([(GUARD, 1)], [(GUARD, 1)]), close_combat_phase, policy="random")

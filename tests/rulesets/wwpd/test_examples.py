"""Worked examples of the register are played with the dice that they state."""

import pytest
from msgspec.structs import replace

from pilein.geometry.shapes import disc
from pilein.geometry.ticks import INCH
from pilein.rulesets.wwpd.charging import move_chargers
from pilein.rulesets.wwpd.events import Dealt, LeadershipTested, WillFallBack
from pilein.rulesets.wwpd.falling_back import ROUND
from pilein.rulesets.wwpd.flight_ways import Flight, worth_of
from pilein.rulesets.wwpd.involved import involved
from pilein.rulesets.wwpd.leadership import take_tests
from pilein.rulesets.wwpd.melees import divide
from pilein.rulesets.wwpd.phase import end_moves
from pilein.rulesets.wwpd.pile_in import pile_in
from pilein.rulesets.wwpd.state import Melee, Status
from pilein.tabletop.events import Moved, Slain
from tests.rulesets.fielding import told, where
from tests.rulesets.wwpd.builder import U, battle, man, nearest, played

AT_4 = "next_melee"


def enemies(made, model):
    return made.plane.contacts.enemies[model]


def charging(*more, fired=()):
    """Return a battle in which the models of A1 are 3, 5 and 7 inches from B1, and a2 is 6 inches from b2."""
    reds = U("A1", 0, [(10, 16), (12.5, 14.54), (7, 12.6)])
    return battle(reds, U("B1", 1, [(10, 20), (14.25, 21.31), *more]), fired=fired)


@pytest.mark.example("WW-X-01")
def test_in_example_x_01_the_chargers_move_in_the_order_stated_in_the_text():
    after, script = played(charging(), move_chargers, 0, answers=[nearest] * 3)
    assert [event.model for event in told(script, Moved)] == [0, 1, 2]
    assert (enemies(after, 0), enemies(after, 1), enemies(after, 2)) == ((3,), (4,), ())
    assert after.plane.contacts.friends[2]
    fighting = replace(after, melee=Melee((0, 1)))
    assert involved(fighting, _defaults(), 0) == (0, 1, 2)


@pytest.mark.example("WW-X-02")
def test_in_example_x_02_models_that_have_fired_may_not_charge():
    made = battle(U("A1", 0, [(10, 16), (12, 14), (7, 15)]), U("B1", 1, [(10, 20), (12, 21)]), fired=(1,))
    after, script = played(made, move_chargers, 0, answers=[nearest] * 2)
    assert [event.model for event in told(script, Moved)] == [0, 2]
    assert (where(after, 1), enemies(after, 0), enemies(after, 2)) == ((12, 14), (3,), (4,))


@pytest.mark.example("WW-X-04")
def test_in_example_x_04_only_one_model_piles_in():
    reds = [(10, 19), (14.25, 20.31), (10, 18)]
    blues = [(10, 20), (14.25, 21.31), (4, 18), (10, 30.05)]
    made = battle(U("A1", 0, reds), U("B1", 1, blues), U("B2", 1, [(9, 14)]), fired=(5,))
    after, script = played(made, pile_in, answers=[nearest])
    assert [event.model for event in told(script, Moved)] == [5]
    assert enemies(after, 5) == (2,)
    assert (where(after, 6), where(after, 7)) == ((10, 30.05), (9, 14))


@pytest.mark.example("WW-X-05")
def test_in_example_x_05_the_bystander_is_drawn_into_the_melee():
    made = battle(U("A1", 0, [(10, 19)]), U("A2", 0, [(14, 24)]), U("B1", 1, [(10, 20), (14, 28)]))
    made = replace(made, chargers=(0,))
    after, _ = played(made, pile_in, answers=[nearest])
    assert enemies(after, 3) == (1,)
    divided, _ = played(after, divide, until=AT_4)
    assert divided.melees == ((0, 1, 2),)
    assert where(after, 1) == (14, 24)


def grouped(reds, blues, *pairs):
    names = [U(f"A{one + 1}", 0, kinds=[(man(), 1)]) for one in range(reds)]
    names += [U(f"B{one + 1}", 1, kinds=[(man(), 1)]) for one in range(blues)]
    made, _ = played(battle(*names, pairs=pairs), divide, until=AT_4)
    return tuple(tuple(made.unit(unit).name for unit in melee) for melee in made.melees)


@pytest.mark.example("WW-X-07")
def test_in_example_x_07_the_units_form_two_melees():
    assert grouped(2, 2, (0, 2), (1, 3)) == (("A1", "B1"), ("A2", "B2"))


@pytest.mark.example("WW-X-08")
def test_in_example_x_08_three_units_form_one_melee_and_two_units_another():
    assert grouped(3, 2, (0, 3), (1, 3), (2, 4)) == (("A1", "A2", "B1"), ("A3", "B2"))


@pytest.mark.example("WW-X-10")
def test_in_example_x_10_contact_between_two_friends_does_not_merge_their_separate_melees():
    made = battle(U("A1", 0, [(10, 19)]), U("A2", 0, [(11, 19)]), U("B1", 1, [(10, 20)]), U("B2", 1, [(11.6, 19.8)]))
    made, _ = played(made, divide, until=AT_4)
    assert made.plane.contacts.friends[0] == (1,)
    assert made.melees == ((0, 2), (1, 3))


@pytest.mark.example("WW-X-11")
@pytest.mark.parametrize(("reading", "melees"), [("default", ((0, 1, 2),)), ("enemy_contact_only", ((0, 2),))])
def test_in_example_x_11_the_supporter_is_in_the_melee_of_its_friend_unless_a_ruling_excludes_supporters(
    reading, melees
):
    units = U("A1", 0, [(10, 19)]), U("A3", 0, [(10, 18)]), U("B1", 1, [(10, 20)])
    made, _ = played(battle(*units, rulings={"WW-R-19": reading}), divide, until=AT_4)
    assert made.melees == melees


def full(**more):
    """Return a battle on a table in which three models face three others and each model touches one enemy."""
    guard = man(skill=4, rate=2, ap=1, toughness=1, armor=2, melee_defense=1)
    reds = U("A1", 0, [(10, 19), (12, 19), (14, 19)], kinds=[(guard, 3)])
    blues = U("B1", 1, [(10, 20), (12, 20), (14, 20)], kinds=[(man(skill=3, rate=1, armor=1), 3)])
    return battle(reds, blues, **more)


HITS = [1, 3, 4, 2, 6, 5, 5, 2, 6]
REST = [1, 2, 5, 6, 5, 3, 3, 4, 5, 1]


@pytest.mark.example("WW-X-12")
def test_in_example_x_12_a_complete_melee_gives_the_casualties_stated_in_the_text():
    made = full()
    after, script = played(made, divide, dice=HITS + REST, answers=[(0, 1), (3,)], until="after_the_melees")
    assert [event.hits for event in told(script, Dealt)] == [(1, 1), (2, 1, 1)]
    assert [(event.unit, event.models) for event in told(script, Slain)] == [("A1", (0,)), ("B1", (3, 5))]
    assert (after.living(0), after.living(1)) == (2, 1)


@pytest.mark.example("WW-X-14")
def test_in_example_x_14_the_unit_passes_its_break_test_but_fails_its_suppression_test_and_falls_back():
    answers = [(0, 1), (3,)]
    made, _ = played(full(), divide, dice=HITS + REST, answers=answers, until="take_tests")
    assert made.status(1).suppressed
    _, script = played(made, take_tests, dice=[4, 2])
    taken = [(event.unit, event.reason, event.passed) for event in told(script, LeadershipTested)]
    assert taken == [("B1", "Break", True), ("B1", "Suppression", False)]
    assert told(script, WillFallBack)[0].unit == "B1"
    made = full(rulings={"WW-R-08": "firefight_only"})
    made, _ = played(made, divide, dice=HITS + REST, answers=answers, until="take_tests")
    assert not played(made, take_tests, dice=[4])[0].status(1).falls_back


@pytest.mark.example("WW-X-16")
def test_in_example_x_16_units_fall_back_before_others_pile_in_or_follow_up():
    made = battle(
        U("A1", 0, [(10, 19)]), U("A2", 0, [(20, 19)]),
        U("B1", 1, [(10, 20)], status=Status(falls_back=True)), U("B2", 1, [(20, 20), (14, 20)]),
    )  # fmt: skip
    made = replace(made, melees=((0, 2), (1, 3)))
    after, script = played(made, end_moves, answers=[nearest])
    assert [(event.unit, event.manner) for event in told(script, Moved)] == [("B1", "fell back"), ("B2", "piled in")]
    assert enemies(after, 0) == (4,)
    assert "offer_to_follow_up" not in script.played


@pytest.mark.example("WW-X-17")
def test_in_example_x_17_the_unit_falls_back_in_the_direction_stated_in_the_text():
    points = [(1, 0), (0, 1), (-3, 0)]
    flight = Flight(battle(U("A1", 0, [(20, 20)]), U("B1", 1, [(30, 20)])), 0, 6 * INCH)
    flight.__dict__["bodies"] = {0: disc(0, 0, 0)}
    flight.__dict__["foes"] = tuple(disc(x * INCH, y * INCH, 0) for x, y in points)
    worth = {way: worth_of(flight, {0: (way[0] * 6 * INCH, way[1] * 6 * INCH)}) for way in ROUND}
    best = max(worth, key=worth.get)
    assert (round(best[0] * 6, 3), round(best[1] * 6, 3)) == (-1.042, -5.909)
    assert ROUND.index(best) * 5 == 260
    assert worth[best].enemies_left_behind == 3
    assert round(worth[best].nearest / INCH, 3) == 6.225
    assert round(worth[best].distances / INCH, 2) == round(6.252 + 6.987 + 6.225, 2)
    down, aside = worth[ROUND[54]], worth[ROUND[45]]
    assert (round(down.nearest / INCH, 2), round(aside.nearest / INCH, 2)) == (6.08, 4.42)
    assert down > aside


@pytest.mark.example("WW-X-19")
@pytest.mark.parametrize(
    ("skills", "dice", "hits"),
    [((7, 3), [1, 1], 0), ((7, 3), [1, 4], 1), ((1, 4), [6, 6], 1), ((1, 4), [6, 5], 0)],
)
def test_in_example_x_19_extreme_scores_need_a_second_die(skills, dice, hits):
    units = U("A", 0, kinds=[(man(skill=skills[0]), 1)]), U("B", 1, kinds=[(man(skill=skills[1], rate=0), 1)])
    rest = [1] if hits else []
    after, _ = played(battle(*units, pairs=[(0, 1)]), divide, dice=dice + rest, until="after_the_melees")
    assert after.living(1) == 1


class _Defaults:
    def rule(self, _ruling):
        return "default"


def _defaults():
    return _Defaults()

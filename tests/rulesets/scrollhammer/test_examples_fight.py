"""Worked examples of fights, each played through all its steps to the result or to the end of the phase."""

import pytest

from pilein.dice import Pool
from pilein.engine.script import Script
from pilein.geometry.blocks import outline
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.errors import IllegalAnswer
from pilein.kernel.position import Position
from pilein.kernel.requests import Split, first, is_choice
from pilein.rulesets.scrollhammer.combat_events import Broke, CombatDrawn, CombatWon, Held, StepBegan, Struck, WipedOut
from pilein.rulesets.scrollhammer.contact import locked_with
from pilein.rulesets.scrollhammer.end.reform import ReformPlace
from pilein.rulesets.scrollhammer.fight.directing import declare_attacks
from pilein.rulesets.scrollhammer.fight.striking import strike
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_to_the_end, next_step
from pilein.rulesets.scrollhammer.phase import close_combat_phase
from pilein.rulesets.scrollhammer.profile import Effect, Weapon
from pilein.rulesets.scrollhammer.result.result import work_out
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Status
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, IMP, OGRE, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.charging import kinds, told

SECOND_ROUND = Status(has_fought=True)
HERO = changed(GUARD, WS=5, S=4, T=4, I=5, A=4, Sv=7, W=3)
HARMLESS = changed(GUARD, A=0, I=1)
BIG = Base("rectangle", 2 * INCH, 2 * INCH)
SWORD, SPEAR = Weapon("sword", "hand weapon"), Weapon("spear", "spear")
FLAME_SWORD = Weapon("flame sword", "hand weapon", AP=1)
BOW, STAFF = Weapon("bow", "bow", hands=2, melee=False, shots=1, range=100), Weapon("staff", "staff", melee=False)


def play(made, clause, *more, dice=(), answers=(), until=""):
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.begin(made, clause, *more, until=until)
    script.assert_used_up()
    return after, script


def struck(script):
    return [(one.unit, one.attacks, one.hit, one.wound) for one in script.events if isinstance(one, Struck)]


@pytest.mark.example("SH-X-10")
def test_in_example_x_10_the_side_with_a_surviving_model_wins_without_a_morale_check():
    """On a table, the only questions are which of the two guards falls and whether the surviving guard consolidates."""
    made = battle(
        U("own", 0, [(GUARD, 2)], at=[(10, 10), (12, 10)], status=SECOND_ROUND),
        U("foe", 1, [(GUARD, 2)], at=[(10, 11), (12, 11)], status=SECOND_ROUND),
    )
    after, script = play(made, close_combat_phase, dice=[4, 5, 6, 4, 4, 1, 5, 1, 3, 2], answers=[(0,), False])
    assert struck(script) == [("own", 2, 4, 4), ("foe", 2, 4, 4)]
    assert (after.living(0), after.living(1)) == (1, 0)
    assert told(script, "WipedOut") == WipedOut(side="blue", winner="red", clause="SH-CR-09")
    assert not {"Held", "Broke", "CombatWon"} & set(kinds(script))


def hero_among_guards():
    made = battle(
        U("hero", 0, [(HERO, 1)], at=[(10, 10)], status=SECOND_ROUND),
        U("guards", 1, [(GUARD, 4)], at=[(10, 11), (10, 9), (9, 10), (11, 10)], status=SECOND_ROUND),
    )
    return made.on(made.plane.wounded(0, 2))


@pytest.mark.example("SH-X-11")
def test_in_example_x_11_a_side_that_is_wiped_out_loses_even_when_leading_3_to_1():
    dice = [3, 4, 5, 6, 3, 3, 4, 1, 1, 2, 3, 4, 5]
    before, _ = play(hero_among_guards(), fight_to_the_end, 0, 1, dice=dice, answers=[(1, 2, 3)], until="work_out")
    assert before.fight.lead == 3 - 1
    after, script = play(hero_among_guards(), close_combat_phase, dice=dice, answers=[(1, 2, 3), False])
    assert struck(script) == [("hero", 4, 3, 3), ("guards", 1, 4, 5)]
    assert told(script, "WipedOut") == WipedOut(side="red", winner="blue", clause="SH-CR-09")
    assert (after.living(0), after.living(1)) == (0, 1)


@pytest.mark.example("SH-X-13")
def test_in_example_x_13_hits_that_cannot_wound_are_not_rolled_to_wound():
    tough = U("tough", 1, [(changed(HARMLESS, T=2), 1), (changed(HARMLESS, T=5), 3)])
    made = battle(U("imps", 0, [(IMP, 3)]), tough, pairs=[(0, 1)])
    after, script = play(made, fight_to_the_end, 0, 1, dice=[6, 6, 6], until="work_out")
    assert struck(script) == [("imps", 3, 4, 7)]
    assert (after.living(1), after.fight.lead) == (4, 0)


@pytest.mark.example("SH-X-14")
@pytest.mark.parametrize(
    ("ap", "ward", "dice", "answers", "lives"),
    [
        (2, 5, [6, 6, 5], ["ward"], True),
        (2, 5, [6, 6, 5], ["armour"], False),
        (2, 5, [6, 6, 6], ["armour"], True),
        (3, 5, [6, 6, 5], [], True),
        (3, 5, [6, 6, 4], [], False),
        (3, 7, [6, 6], [], False),
    ],
)
def test_in_example_x_14_the_target_of_an_attack_with_ap_has_the_saves_stated_in_the_text(
    ap, ward, dice, answers, lives
):
    piercing = changed(GUARD, weapons=(Weapon("pick", "pick", AP=ap),))
    foe = U("foe", 1, [(changed(HARMLESS, Ward=ward), 1)])
    made = battle(U("own", 0, [(piercing, 1)]), foe, pairs=[(0, 1)])
    after, _ = play(made, fight_to_the_end, 0, 1, dice=dice, answers=answers, until="work_out")
    assert after.living(1) == lives


@pytest.mark.example("SH-X-16")
@pytest.mark.parametrize(("dice", "told_of"), [([1, 1], Held), ([1, 2], Broke)])
def test_the_crushing_defeat_of_example_x_16_ends_as_the_text_states(dice, told_of):
    made = battle(U("guards", 0, [(GUARD, 5)]), U("reavers", 1, [(REAVER, 5)]), pairs=[(0, 1)])
    made = made.beginning(fight_of((0, 1), lead=-7, met=((0, 1),)))
    after, script = play(made, work_out, dice=dice, until="sweep")
    assert [type(event) for event in script.events] == [CombatWon, told_of]
    assert script.events[0].margin == 7
    assert after.status(0).falling_back == (told_of is Broke)
    if told_of is Held:
        drawn, rest = play(made, work_out, dice=dice)
        assert locked_with(drawn, 0) == (1,)
        assert not {"Caught", "GotAway"} & set(kinds(rest))


@pytest.mark.example("SH-X-17")
@pytest.mark.parametrize(
    ("reading", "morale", "results"),
    [
        (
            "default",
            [3, 4],
            [
                CombatWon(winner="blue", margin=1, wounds=2, ranks=-1, number=1, standards=-1, clause="SH-CR-06"),
                Held(unit="guards", margin=1, clause="SH-MO-03"),
            ],
        ),
        ("ranks-before", [], [CombatDrawn(reason="equal scores", clause="SH-CR-08")]),
    ],
)
def test_the_ranks_and_numbers_and_standard_decide_the_combat_of_example_x_17_in_the_press(reading, morale, results):
    """Ten models fight on each side. Two imps fall, then four guards, none of them the standard bearer."""
    units = (
        U("guards", 0, [(changed(GUARD, standard=True), 1), (GUARD, 14)], formation="ranks", files=5),
        U("imps", 1, [(IMP, 20)], formation="horde"),
    )
    made = battle(*units, pairs=[(0, 1)], frontage=5, rulings={"SH-R-61": reading})
    guards_strike = [*[3] * 2, *[1] * 8, 3, 3]
    imps_strike = [*[4] * 4, *[1] * 6, *[6] * 4, *[1] * 4]
    dice = [*guards_strike, *imps_strike, *morale]
    after, script = play(made, fight_to_the_end, 0, 1, dice=dice, answers=[(1, 2, 3, 4)])
    assert [one[:2] for one in struck(script)] == [("guards", 10), ("imps", 10)]
    assert (after.living(0), after.living(1)) == (11, 18)
    found = [event for event in script.events if isinstance(event, CombatWon | CombatDrawn | Held | Broke)]
    assert found == results


@pytest.mark.example("SH-X-17")
@pytest.mark.parametrize(("reading", "margin"), [("default", 1), ("ranks-before", 0)])
def test_the_ranks_and_numbers_and_standard_decide_the_combat_of_example_x_17_on_a_table(reading, margin):
    """Five files face five others between two walls. In this test, the imps strike in the same step as the guards, so
    no pile-in comes between the attacks of the two units.
    """
    units = (
        U("guards", 0, [(changed(GUARD, standard=True), 1), (GUARD, 14)], block=(20, 20, 0, 5), formation="ranks"),
        U("imps", 1, [(changed(IMP, I=4), 20)], at=[(18 + n % 5, 20.5 + n // 5) for n in range(20)], formation="horde"),
    )
    walls = [("impassable", [(x, 20), (x + 5, 20), (x + 5, 30), (x, 30)]) for x in (12.4, 22.6)]
    made = battle(*units, grounds=walls, rulings={"SH-R-61": reading})
    dice = [*[3] * 2, *[1] * 8, 3, 3, *[4] * 4, *[1] * 6, *[6] * 4, *[1] * 4, *([3, 4] if margin else [])]

    def policy(choice):
        return (1, 2, 3, 4) if choice.clause == "SH-AL-02" and choice.side == 0 else first(choice)

    script = Script(RULESET, dice=dice, answers=None, policy=policy)
    after = script.begin(made, close_combat_phase)
    script.assert_used_up()
    assert [one[:2] for one in struck(script)] == [("guards", 10), ("imps", 10)]
    assert (after.living(0), after.living(1)) == (11, 18)
    won = [event for event in script.events if isinstance(event, CombatWon)]
    assert [(event.winner, event.margin, event.wounds) for event in won] == ([("blue", 1, 2)] if margin else [])
    assert locked_with(after, 0) == (1,)


def step_of_an_ogre():
    """Return a battle in a step in which the ogre touches A1 and A2. The first imp touches only the ogre. The second
    imp touches only a guard, which in turn touches only A1 among the enemies.
    """
    foe = changed(REAVER, I=1)
    return battle(
        U("ogre", 0, [(OGRE, 1)], at=[(10, 10)], base=BIG),
        U("imp", 0, [(IMP, 1)], at=[(10, 8.5)]),
        U("guard", 0, [(GUARD, 1)], at=[(8.5, 11.6)]),
        U("other imp", 0, [(IMP, 1)], at=[(7.5, 11.6)]),
        U("A1", 1, [(foe, 1)], at=[(9.5, 11.5)]),
        U("A2", 1, [(foe, 1)], at=[(10.5, 11.5)]),
    ).beginning(fight_of((0, 1, 2, 3, 4, 5), step=2))


@pytest.mark.example("SH-X-19")
def test_in_example_x_19_attacks_are_directed_before_any_roll_and_only_against_enemies_in_reach():
    script = Script(RULESET, dice=[1] * 5, answers=[(2, 1), (0, 1)])
    script.play(Position(step_of_an_ogre(), ((declare_attacks.key,), (strike.key,))))
    script.assert_used_up()
    assert [type(request) for request in script.asked] == [Split, Split, Pool]
    assert [(one.unit, one.foe, one.attacks) for one in script.events if isinstance(one, Struck)] == [
        ("ogre", "A1", 2),
        ("ogre", "A2", 1),
        ("imp", "A2", 1),
        ("other imp", "A1", 1),
    ]


@pytest.mark.example("SH-X-20")
@pytest.mark.parametrize(("gap", "steps"), [(6.5, []), (6.0, [3])])
def test_in_example_x_20_the_combat_goes_straight_to_its_result_once_contact_is_lost(gap, steps):
    """No model is in contact after step 4, and only models of Initiative 3 have yet to strike. They lose their attacks
    if the sides are 6.5 inches apart, but pile in and strike if they are 6 inches apart.
    """
    made = battle(
        U("own", 0, [(REAVER, 2)], at=[(10, 10), (11.5, 10)]),
        U("foe", 1, [(REAVER, 2)], at=[(10, 11 + gap), (11.5, 11 + gap)]),
    ).beginning(fight_of((0, 1), step=4))
    script = Script(RULESET, dice=[1] * 4 * len(steps), answers=None, policy=first)
    after = script.begin(made, next_step)
    script.assert_used_up()
    assert [event.step for event in script.events if isinstance(event, StepBegan)] == steps
    assert ("CombatStopped" in kinds(script)) == (not steps)
    assert told(script, "CombatDrawn").reason == "equal scores"
    assert locked_with(after, 0) == ((1,) if steps else ())


def netted(trigger, answers):
    """Return the models marked and the models alive after five hits and three wounds on six models in contact. One of
    the wounds is saved.
    """
    net = Weapon("net", "net", effects=(Effect(trigger, "netted"),))
    own = U("own", 0, [(changed(GUARD, A=5, weapons=(net,)), 1)])
    made = battle(own, U("foe", 1, [(HARMLESS, 6)]), pairs=[(0, 1)])
    dice = [*[6] * 5, 6, 6, 6, 1, 1, 4, 1, 1]
    after, script = play(made, fight_to_the_end, 0, 1, dice=dice, answers=answers, until="work_out")
    asked = [request for request in script.asked if is_choice(request)]
    assert all(choice.side == 1 for choice in asked)
    return after.field.models(1), after.marks


@pytest.mark.example("SH-X-22")
@pytest.mark.parametrize(("trigger", "count"), [("hitting", 2), ("wounding", 1), ("unsaved", 0)])
def test_in_example_x_22_only_the_surviving_models_are_marked(trigger, count):
    offered = []

    def owner(choice):
        offered.append(choice.of)
        assert choice.least == choice.most == count
        return choice.of[-count:]

    living, marks = netted(trigger, [owner] if count else [])
    assert len(living) == 4
    assert len(marks) == count
    assert {model for model, _ in marks} <= set(living)
    assert [len(models) for models in offered] == ([4] if count else [])


@pytest.mark.example("SH-X-23")
@pytest.mark.parametrize(
    ("weapons", "charged", "answers", "declared"),
    [
        ((HAND_WEAPON, HAND_WEAPON), True, [], [("hand weapon", 3)]),
        ((SWORD, SWORD, SWORD, SWORD), True, [], [("sword", 3)]),
        ((SWORD, SPEAR), True, [(1, 1)], [("sword", 1), ("spear", 1)]),
        ((SWORD, SPEAR), True, [(0, 2)], [("spear", 2)]),
        ((FLAME_SWORD, SWORD), True, [(2, 1)], [("flame sword", 2), ("sword", 1)]),
        ((FLAME_SWORD, SWORD), True, [(0, 3)], [("sword", 3)]),
        ((BOW,), True, [], [("bare weapon", 2)]),
        ((STAFF,), True, [], [("bare weapon", 2)]),
        ((HAND_WEAPON, HAND_WEAPON), False, [], [("hand weapon", 2)]),
        ((SWORD, SWORD, SWORD, SWORD), False, [], [("sword", 2)]),
        ((SWORD, SPEAR), False, [(1, 0)], [("sword", 1)]),
        ((FLAME_SWORD, SWORD), False, [(1, 1)], [("flame sword", 1), ("sword", 1)]),
        ((BOW,), False, [], [("bare weapon", 1)]),
        ((STAFF,), False, [], [("bare weapon", 1)]),
    ],
)
def test_a_model_makes_as_many_attacks_as_stated_in_example_x_23(weapons, charged, answers, declared):
    own = U("own", 0, [(changed(GUARD, weapons=weapons), 1)], status=Status(charged=charged))
    made = battle(own, U("foe", 1, [(HARMLESS, 1)]), pairs=[(0, 1)])
    dice = [1] * sum(attacks for _, attacks in declared)
    _, script = play(made, fight_to_the_end, 0, 1, dice=dice, answers=answers, until="work_out")
    assert [(one.weapon, one.attacks) for one in script.events if isinstance(one, Struck)] == declared


def victory(own):
    """Return a battle in which the only enemy in contact falls to the first attack and a second enemy unit stands
    3.5 inches straight ahead.
    """
    return battle(
        own,
        U("victim", 1, [(HARMLESS, 1)], at=[(11, 10)]),
        U("others", 1, [(REAVER, 1)], at=[(10, 14.5)]),
    )


@pytest.mark.example("SH-X-25")
def test_in_example_x_25_the_victor_may_consolidate_at_most_two_and_a_half_inches_straight_ahead():
    made = victory(U("guards", 0, [(GUARD, 1)], at=[(10, 10)], status=SECOND_ROUND))
    for y in (12.51, 13.0):
        with pytest.raises(IllegalAnswer, match='within 1"'):
            play(made, close_combat_phase, dice=[4, 4, 3], answers=[True, (0, ticks(10), ticks(y), 0)])
    after, script = play(made, close_combat_phase, dice=[4, 4, 3], answers=[True, (0, ticks(10), ticks(12.5), 0)])
    assert told(script, "Moved").inches == 2.5
    assert locked_with(after, 0) == ()


@pytest.mark.example("SH-X-25")
def test_in_example_x_25_a_victor_in_ranks_reforms_about_its_centre():
    block = U("guards", 0, [(GUARD, 4)], block=(9.5, 10.5, 0, 2), formation="ranks", status=SECOND_ROUND)
    made = victory(block)

    def in_one_rank(choice):
        assert isinstance(choice, ReformPlace)
        return next(answer for label, answer in choice.candidates() if label == "facing right, 4 files")

    after, script = play(made, close_combat_phase, dice=[4, 1, 1, 1, 4, 3], answers=[in_one_rank])
    now, before = after.plane.standings[0], made.plane.standings[0]
    assert (now.facing, now.files) == (9000, 4)
    assert (outline(now).x, outline(now).y) == (outline(before).x, outline(before).y)
    assert {"Reformed"} == {"Reformed", "Moved"} & set(kinds(script))

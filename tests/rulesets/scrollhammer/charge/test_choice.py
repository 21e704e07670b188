"""SH-MV-22: the question of which model moves next and where it ends."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import ticks
from pilein.rulesets.scrollhammer.charge.choice import ChargeMove
from pilein.rulesets.scrollhammer.charge.moves import charge_move
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, rank, reavers, under_way

STRAGGLERS = [(10, 10), (11.9, 10), (13.8, 6), (17, 3)]


def test_every_charge_place_offered_is_legal_even_if_some_models_cannot_keep_up():
    offers, refused = [], []

    def last(choice):
        offered = [answer for _, answer in choice.candidates()]
        offers.extend(offered)
        refused.extend((answer, choice.why_not(answer)) for answer in offered if choice.why_not(answer))
        return offered[-1]

    script = Script(RULESET, answers=None, policy=last)
    after = script.begin(under_way(battle(guards(STRAGGLERS), reavers(row(10, 14, 2))), 1, range=4), charge_move)
    assert len(after.charge.moved) == len(STRAGGLERS)
    assert len(offers) > len(STRAGGLERS)
    assert refused == []


def why_not_at(x, y):
    """Return the reason why guard 1 may not end a charge on the reavers at (x, y). A unit that is not a target stands
    on one side, and a crag lies on the other.
    """
    crag = ("impassable", [(14, 12), (16, 12), (16, 14), (14, 14)])
    strangers = reavers([(6, 14)], name="strangers")
    made = battle(guards(row(10, 10, 2)), reavers([(10, 14)]), strangers, grounds=[crag])
    found = []

    def asked(choice):
        if isinstance(choice, ChargeMove):
            found.append(choice.why_not((1, ticks(x), ticks(y), 0)))
        return next(choice.candidates())[1]

    Script(RULESET, answers=None, policy=asked).begin(under_way(made, 1, range=8), charge_move)
    return found[0]


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        (0.2, 13, "there the model would leave the table"),
        (10, 14.5, "there the model would overlap model 2 of reavers"),
        (6, 13, "there the model would touch model 3 of strangers, a unit that is not a target"),
        (15, 13, "there the model would stand on impassable ground"),
    ],
)
def test_the_refusal_of_a_charge_place_without_room_gives_the_specific_reason(x, y, reason):
    assert why_not_at(x, y) == reason


AVOIDED = "it may not avoid terrain by a longer path"
STRIP = [(9.2, 11.5), (9.7, 11.5), (9.7, 13), (9.2, 13)]


@pytest.mark.clause("SH-MV-03")
@pytest.mark.parametrize(
    ("ground", "x", "reason"),
    [
        ("dangerous", 10, None),
        ("dangerous", 10.4, None),
        ("dangerous", 10.99, AVOIDED),
        ("difficult", 10.99, AVOIDED),
        ("open", 10.99, None),
    ],
)
def test_a_charger_may_not_end_to_one_side_of_the_enemy_to_avoid_ground_on_the_shortest_route(ground, x, reason):
    """The shortest path leads straight ahead and crosses the edge of a strip of ground. So does the path to x =
    10.4.
    """
    made = battle(
        guards([(10, 10), (12, 10)]), reavers([(10, 15), (12, 15)], formation="horde"), grounds=[(ground, STRIP)]
    )
    found = []

    def asked(choice):
        if isinstance(choice, ChargeMove):
            found.append(choice.why_not((0, ticks(x), ticks(14), 0)))
            found.extend(filter(None, (choice.why_not(answer) for _, answer in choice.candidates())))
        return 1 if choice.clause == "SH-MV-20" else next(choice.candidates())[1]

    dice = [2] if ground == "dangerous" else []
    Script(RULESET, dice=dice, answers=None, policy=asked).begin(under_way(made, 1, range=8), charge_move)
    assert found == [reason]


@pytest.mark.clause("SH-MV-03", "SH-MV-24")
def test_either_of_two_equally_near_enemies_may_be_charged_even_if_terrain_is_in_front_of_one_of_them():
    """Both enemies are four inches away. The strip lies on the path to the left enemy, and this path is slightly
    shorter.
    """
    strip = [("dangerous", [(9.2, 13), (9.6, 13), (9.6, 13.5), (9.2, 13.5)])]
    made = battle(guards([(12.4, 10), (10.3, 10)]), reavers([(12.4, 14.5), (10, 15), (11, 15)]), grounds=strip)
    found = []

    def asked(choice):
        if isinstance(choice, ChargeMove):
            found.extend(choice.why_not((1, ticks(x), ticks(14), 0)) for x in (10, 11))
        return next(choice.candidates())[1]

    Script(RULESET, dice=[2], answers=None, policy=asked).begin(under_way(made, 1, range=8), charge_move)
    assert found == [None, None]


LOOSE, BLOCK = reavers([(10, 15), (11.2, 15), (13.2, 15)]), rank(3, 11.4, 14.5, 180)


@pytest.mark.clause("SH-MV-12")
@pytest.mark.parametrize(
    ("foes", "x", "is_legal"),
    [(BLOCK, 11.4, True), (BLOCK, 12.4, False), (LOOSE, 11.2, True), (LOOSE, 12.1, True), (LOOSE, 12.2, False)],
)
def test_a_charger_that_can_end_in_line_with_the_nearest_enemy_may_not_touch_it_with_only_a_corner(foes, x, is_legal):
    """SH-R-25: the charger ends neither in line with the enemy's neighbour in the block nor between two
    loose enemies.
    """
    found = []

    def asked(choice):
        if isinstance(choice, ChargeMove):
            found.append(choice.why_not((1, ticks(x), ticks(14), 0)))
        return next(choice.candidates())[1]

    made = under_way(battle(guards([(10, 10), (11.1, 10)]), foes), 1, range=12, arcs=("front",))
    Script(RULESET, answers=None, policy=asked).begin(made, charge_move)
    assert [reason is None for reason in found] == [is_legal]

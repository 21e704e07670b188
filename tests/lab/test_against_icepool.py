"""The odds of one fight of each ruleset match those that icepool finds independently. Run these tests with `make
bench-check`.
"""

from fractions import Fraction

import pytest

from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.lab.chances import chances
from pilein.lab.odds import odds
from pilein.tabletop.loading import loads
from tests.lab.lines import FEW_MEN, FEW_ROUNDS, in_the_press, of_another

icepool = pytest.importorskip("icepool", reason="icepool is not installed: requirements/bench.txt has it")


def scenario(text):
    return loads(text, vocabulary).scenario


def coin(chance):
    """Return a die that shows 1 with the given probability, and 0 otherwise."""
    return icepool.Die({1: chance.numerator, 0: chance.denominator - chance.numerator})


def distribution(die):
    return {outcome: die.probability(outcome) for outcome in die.outcomes()}


def test_a_scrollhammer_fight_of_four_against_four_in_order_of_initiative_matches_icepool():
    """Guards have Initiative 4, hit on 3+ and wound on 4+, and their enemies save on 6+. The surviving reavers hit on
    4+ and wound on 3+, and the guards save on 4+.
    """
    guard, reaver = coin(Fraction(4 * 3 * 5, 6 * 6 * 6)), coin(Fraction(3 * 4 * 3, 6 * 6 * 6))

    def struck_back(fallen):
        left = 4 - fallen
        return (left @ reaver if left else icepool.Die([0])).map(lambda lost: (4 - lost, left))

    state = (
        ruleset_named("scrollhammer").opened(scenario(in_the_press(guards=4, reavers=4, weapon="hand weapon"))).state
    )
    found = chances("scrollhammer", state, ("fight_to_the_end", 0, 1), until="work_out")
    assert found.distribution(lambda after: (after.living(0), after.living(1))) == distribution(
        (4 @ guard).map(struck_back)
    )


def test_two_rounds_of_a_scorched_duel_with_axes_match_icepool():
    """A model with WS 4, two wounds and a save of 4+ fights a model with WS 5, one wound and a save of 5+. A model's
    score is its best die plus WS, and the difference between the two scores is the number of hits.
    """
    saves = 4, 5

    def scored(wounds, skill):
        return icepool.highest(*[icepool.d6] * wounds) + skill if wounds > 1 else icepool.d6 + skill

    def fought(*wounds):
        def landed(one, other):
            struck = int(one > other)
            lost = abs(one - other) @ coin(Fraction(saves[struck] - 1, 6)) if one != other else icepool.Die([0])
            return lost.map(
                lambda more: tuple(max(0, left - more * (side == struck)) for side, left in enumerate(wounds))
            )

        return icepool.map(landed, scored(wounds[0], 4), scored(wounds[1], 5)) if all(wounds) else wounds

    ends = icepool.Die([(2, 1)]).map(fought, star=True).map(fought, star=True)
    expected = ends.map(
        lambda one, other: ("blue wins" if not one else "red wins") if not one or not other else "on", star=True
    )
    text = of_another("scorched", 1, 1, on_table=False).replace('"sword"', '"axe"')
    outcome = dict(odds(scenario(text), phases=2, exact=True).figures.outcome)
    assert {"on": outcome.pop("still fighting"), **outcome} == distribution(expected)


def test_four_half_cycles_of_a_warstrike_duel_match_icepool():
    """Red hits on 5+. Blue saves on 3+ and passes a Ld check if either of two dice shows 3 or less. Blue hits on 3+.
    Red saves on 4+ and passes a Ld check if either die shows 4 or less.
    """
    kills = coin(Fraction(2, 6) * Fraction(2, 6)), coin(Fraction(4, 6) * Fraction(3, 6))
    stays = coin(1 - Fraction(2, 6) ** 2), coin(1 - Fraction(3, 6) ** 2)

    def attacked(state, side):
        if state != "on":
            return state
        won = ("red wins", "blue wins")[side]
        return kills[side].map({1: won, 0: stays[1 - side].map({1: "on", 0: won})})

    end = icepool.Die(["on"])
    for half_cycle in range(4):
        end = end.map(lambda state, side=half_cycle % 2: attacked(state, side))
    text = of_another("warstrike", 1, 1, on_table=False, rulings=FEW_ROUNDS % 4)
    outcome = dict(odds(scenario(text), exact=True, phases=1).figures.outcome)
    assert {"on": outcome.pop("still fighting"), **outcome} == distribution(end)


@pytest.mark.parametrize(("unit", "attacks", "hit", "wound", "leadership"), [(0, 3, 4, 5, 4), (1, 6, 2, 4, 3)])
def test_a_wwpd_fight_of_three_against_three_with_the_tests_after_combat_matches_icepool(
    unit, attacks, hit, wound, leadership
):
    """Hits are dealt evenly, and models save on 5+. After the combat come the Break test and the tests of Suppressed
    units.
    """
    unsaved, saved = icepool.Vector((1, 1)), icepool.Vector((1, 0))
    nothing = icepool.Die([icepool.Vector((0, 0))])

    def taken(hits):
        """Return the number of wounds that a model takes, and whether it falls."""
        each = coin(Fraction(wound, 6)).map({1: icepool.Die({unsaved: 4, saved: 2}), 0: nothing})
        both = hits @ each if hits else nothing
        return both.map(lambda wounds, failed: icepool.Vector((wounds, min(1, failed))), star=True)

    def dealt(hits):
        return sum((taken(len(range(model, hits, 3))) for model in range(3)), start=nothing)

    def tested(wounds, fallen):
        if fallen == 3:
            return "destroyed"
        passes = icepool.d6 >= leadership
        held = passes.map({True: "stays", False: "fallen back"}) if wounds >= 3 else "stays"
        return passes.map({True: held, False: "broken"}) if fallen == 2 else held

    expected = (attacks @ coin(Fraction(hit, 6))).map(dealt).map(tested, star=True)
    fates = (
        odds(scenario(of_another("wwpd", 3, 3, on_table=False)), "first", exact=True, phases=1)
        .figures.units[unit]
        .fates
    )
    told = dict(fates)
    told["stays"] = told.pop("engaged") + told.pop("standing")
    assert told == distribution(expected)


@pytest.mark.parametrize("unit", [0, 1])
def test_a_wab_fight_of_three_against_three_with_flight_and_pursuit_matches_icepool(unit):
    """Guards strike first, hit on 3+ and wound on 4+, and reavers save on 6+. Reavers hit on 4+ and wound on 3+, and
    guards have no save. The side that loses takes a test and, if it fails, flees and is pursued.
    """
    guard, reaver = coin(Fraction(4 * 3 * 5, 6 * 6 * 6)), coin(Fraction(3 * 4, 6 * 6))
    leaderships = 8, 7

    def struck_back(fallen):
        left = 3 - fallen
        return (left @ reaver if left else icepool.Die([0])).map(lambda lost: (3 - lost, left))

    def tested(*left):
        if not all(left):
            return "standing" if left[unit] else "destroyed"
        behind = left[1 - unit] - left[unit]
        loser = unit if behind > 0 else 1 - unit
        if behind == 0:
            return "in combat"
        flight = (2 @ icepool.d6 <= 2 @ icepool.d6).map({True: "destroyed", False: "fleeing"})
        broken = flight if behind > 0 else icepool.Die(["standing"])
        passes = 2 @ icepool.d6 <= leaderships[loser] - abs(behind)
        return passes.map({True: "in combat", False: broken})

    expected = (3 @ guard).map(struck_back).map(tested, star=True)
    text = of_another("wab", 3, 3, on_table=False, rulings=FEW_MEN)
    assert dict(odds(scenario(text), exact=True, phases=1).figures.units[unit].fates) == distribution(expected)

"""SH-TE-03, SH-MC-03: Counter-Attacks by charged units."""

from fractions import Fraction

import pytest

from pilein.dice import Test, chance
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.charge.declaring import charge_sub_phase
from pilein.rulesets.scrollhammer.charge.reactions import counter_attack
from tests.rulesets.scrollhammer.builder import GUARD, battle
from tests.rulesets.scrollhammer.charging import guards, kinds, play, rank, reavers, told, under_way
from tests.rulesets.scrollhammer.logs import Case, log_of

WOOD = [("difficult", [(11, 12), (15, 12), (15, 13), (11, 13)])]
TWO = guards([(10, 10), (12, 10)])
NAMED, NAMED_TWO = [(0, 1), "hold"], [(0, 1, 2), "hold", "hold"]
CHARGED = ("guards 0 charged 5.0", "guards 1 charged 5.0")


def charged(option="default", at=((10, 10),), crossed=(0,), more=(), **options):
    made = battle(guards(at), reavers([(10, 11)], **options), *more, rulings={"SH-R-33": option})
    return under_way(made, range=7, crossed=crossed, moved=(0,))


def attempt(made, dice=(), answers=(True,)):
    return play(made, dice, list(answers), counter_attack, 1)


@pytest.mark.clause("SH-TE-03")
def test_skirmishers_charged_through_difficult_ground_may_counter_attack():
    after, script = attempt(charged(), [3, 4])
    assert after.status(1).counter_attacked
    assert kinds(script) == ["LeadershipTested", "CounterAttacked"]
    assert script.asked[0].side == 1
    assert chance(Test(7).weights(), bool) == Fraction(7, 12)


@pytest.mark.clause("SH-TE-03")
def test_a_counter_attack_requires_a_leadership_test():
    after, script = attempt(charged(), [4, 4])
    assert not after.status(1).counter_attacked
    assert not told(script, "LeadershipTested").passed


@pytest.mark.clause("SH-TE-03")
def test_a_unit_may_decline_to_counter_attack():
    assert not attempt(charged(), answers=[False])[0].status(1).counter_attacked


@pytest.mark.clause("SH-TE-03")
def test_only_skirmishers_charged_through_difficult_ground_counter_attack():
    assert attempt(charged(crossed=()), answers=())[1].asked == []
    assert attempt(charged(formation="horde"), answers=())[1].asked == []
    friends = guards([(10, 12)], name="friends")
    assert attempt(charged(more=(friends,)), answers=())[1].asked == []


@pytest.mark.clause("SH-TE-03")
def test_skirmishers_do_not_counter_attack_a_block_that_charged_along_a_clear_route():
    """The block had to roll three dice because the shortest paths of its models cross difficult ground, but it did not
    take those paths.
    """
    made = battle(rank(3, 10, 10.5, 0, GUARD, side=0, name="guards"), reavers([(10, 11)]))
    made = under_way(made, range=7, through_difficult=True, moved=(0, 1, 2))
    assert attempt(made, answers=())[1].asked == []


@pytest.mark.clause("SH-MC-03")
def test_a_unit_that_no_charger_touches_is_not_asked_to_counter_attack():
    assert attempt(charged(at=((10, 9),)), answers=())[1].asked == []


def test_under_the_automatic_ruling_a_counter_attack_needs_no_test():
    assert attempt(charged("automatic"))[0].status(1).counter_attacked


def test_under_the_initiative_test_ruling_a_die_is_rolled_against_initiative():
    assert attempt(charged("initiative-test"), [3])[0].status(1).counter_attacked
    assert not attempt(charged("initiative-test"), [4])[0].status(1).counter_attacked


LOGS: dict[str, Case] = {
    "SH-TE-03 one of two models through the wood is enough": Case(
        battle(TWO, reavers([(10, 16), (12, 16)]), grounds=WOOD),
        ("guards rolls 6", *CHARGED, "reavers passes to counter-attack"),
        [3, 3, 6, 3, 4],
        [*NAMED, first, first, True],
    ),
    "SH-TE-03 of two targets only that which is charged through the wood": Case(
        battle(TWO, reavers([(10, 16)], name="in the open"), reavers([(12, 16)], name="behind it"), grounds=WOOD),
        ("guards rolls 6", *CHARGED, "behind it fails to counter-attack"),
        [3, 3, 6, 4, 4],
        [*NAMED_TWO, first, first, True],
    ),
}


@pytest.mark.clause("SH-TE-03")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_a_counter_attack(name: str) -> None:
    assert log_of(LOGS[name], charge_sub_phase) == LOGS[name].told

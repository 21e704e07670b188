"""WW-RS-01, WW-RS-03 to WW-RS-05: hits are allocated, rolled to wound and saved; casualties come off together."""

import pytest

from pilein.kernel.errors import IllegalAnswer
from pilein.kernel.requests import Several
from pilein.rulesets.wwpd.events import Dealt, Hurt, Suppressed
from pilein.rulesets.wwpd.melees import divide
from pilein.tabletop.events import Slain
from tests.rulesets.fielding import row, told
from tests.rulesets.wwpd.builder import U, battle, man, played

HARMLESS = man(rate=0)
END = "after_the_melees"


def lines(reds, blues, kind=HARMLESS, striker=None, **more):
    """Men in a row against others on a table, each touching one."""
    return battle(
        U("reds", 0, row(10, 19, reds, 1.1), kinds=[(striker or man(), reds)]),
        U("blues", 1, row(10, 20, blues, 1.1), kinds=[(kind, blues)]),
        **more,
    )


def fought(made, dice, answers=()):
    return played(made, divide, dice=dice, answers=answers, until=END)


@pytest.mark.clause("WW-RS-03")
def test_hits_are_dealt_evenly_and_the_owner_says_who_gets_one_more():
    after, script = fought(lines(2, 2, striker=man(rate=2)), [4, 4, 4, 1, 2, 2, 2, 4, 4, 6], answers=[(3,)])
    assert told(script, Dealt) == [Dealt(unit="blues", models=(2, 3), hits=(1, 2), clause="WW-RS-03")]
    assert script.asked[1].side == 1
    assert after.living(1) == 0
    with pytest.raises(IllegalAnswer):
        fought(lines(2, 2, striker=man(rate=2)), [4, 4, 4, 1], answers=[(2, 3)])


@pytest.mark.clause("WW-RS-03")
def test_if_all_get_as_many_nobody_is_asked():
    _, script = fought(lines(2, 2), [4, 4, 1, 1])
    assert told(script, Dealt)[0].hits == (1, 1)


def test_the_striker_may_allocate():
    made = lines(1, 2, rulings={"WW-R-20": "attacker-allocates"})
    made = battle(
        U("reds", 0, [(10, 19)]), U("blues", 1, [(10, 20), (10, 21)], kinds=[(HARMLESS, 2)]),
        rulings={"WW-R-20": "attacker-allocates"},
    )  # fmt: skip
    _, script = fought(made, [4, 2, 6], answers=[(2,)])
    assert script.asked[1].side == 0


def test_the_active_player_allocates_first_whoever_allocates():
    """WW-R-39. By the default the owner of the unit struck, under `attacker-allocates` the striker's."""
    units = U("reds", 0, [(10, 19), (10, 18)]), U("blues", 1, [(10, 20), (10, 21)])
    dice, answers = [4, 1, 4, 1, 1, 1], [(0,), (2,)]
    _, script = fought(battle(*units), dice, answers)
    assert [(one.side, one.of) for one in script.asked if isinstance(one, Several)] == [(0, (0, 1)), (1, (2, 3))]
    _, script = fought(battle(*units, rulings={"WW-R-20": "attacker-allocates"}), dice, answers[::-1])
    assert [(one.side, one.of) for one in script.asked if isinstance(one, Several)] == [(0, (2, 3)), (1, (0, 1))]


SECOND_RANK = (
    U("reds", 0, [(10, 19)]), U("blues", 1, [(10, 20), (10, 21), (10, 24)], kinds=[(HARMLESS, 3)])
)  # fmt: skip


@pytest.mark.parametrize(
    ("rulings", "offered"),
    [
        ({}, (1, 2)),
        ({"WW-R-14": "any-model"}, (1, 2, 3)),
        ({"WW-R-20": "any-model"}, (1, 2, 3)),
    ],
)
def test_the_models_that_may_be_hit_depend_on_the_ruling(rulings, offered):
    _, script = fought(battle(*SECOND_RANK, rulings=rulings), [4, 1], answers=[(1,)])
    assert script.asked[1].of == offered


def test_only_the_engaged_may_be_hit_by_another_reading():
    _, script = fought(battle(*SECOND_RANK, rulings={"WW-R-14": "engaged-only"}), [4, 1])
    assert told(script, Dealt)[0].models == (1,)


@pytest.mark.clause("WW-RS-04", "WW-RS-05")
def test_each_hit_wounds_or_not_and_each_wound_is_saved_or_not():
    after, script = fought(lines(3, 3), [4, 4, 4, 1, 2, 2, 4, 5])
    assert told(script, Slain) == [
        Slain(unit="blues", count=1, models=(4,), places=((round(11.1 * 127000), 20 * 127000),), clause="WW-RS-01")
    ]
    assert after.living(1) == 2


def test_further_wounds_on_one_model_are_lost_or_spill_over():
    two = man(rate=4, skill=3)
    units = U("reds", 0, [(10, 19)], kinds=[(two, 1)]), U("blues", 1, [(10, 20), (10, 21)], kinds=[(HARMLESS, 2)])
    dice = [4, 4, 4, 1, 2, 2, 1, 4, 4]
    after, _ = fought(battle(*units), dice, answers=[(1,)])
    assert after.living(1) == 1
    after, _ = fought(battle(*units, rulings={"WW-R-23": "spill-over"}), dice, answers=[(1,)])
    assert after.living(1) == 0


def test_in_the_press_too_wounds_spill_over_to_the_next_model():
    """WW-R-23 `spill-over`: the second of two like men has two wounds, so the leader after him falls, not the first."""
    blues = U("blues", 1, kinds=[(HARMLESS, 2), (man(rate=0, leader=True), 1)])
    made = battle(
        U("reds", 0, kinds=[(man(rate=5), 1)]), blues, pairs=[(0, 1)], rulings={"WW-R-23": "spill-over"}
    )  # fmt: skip
    after, _ = fought(made, [4, 4, 4, 4, 4, 1, 1, 6, 6, 1, 1, 1], answers=[(1, 2)])
    assert [after.traits(model).leader for model in after.field.models(1)] == [False]


def test_a_model_of_several_wounds_loses_one_at_a_time():
    after, script = fought(lines(1, 1, man(rate=0, wounds=2)), [4, 2, 4])
    assert told(script, Hurt)[0].wounds == 1
    assert after.plane.wounds_lost(1) == 1


@pytest.mark.clause("WW-RS-01")
def test_a_model_that_is_killed_strikes_all_the_same_and_both_come_off_together():
    after, script = fought(lines(1, 1, man()), [4, 4, 2, 2, 4, 4])
    assert (after.living(0), after.living(1)) == (0, 0)
    assert [event.unit for event in told(script, Slain)] == ["reds", "blues"]
    assert after.melee is None


def test_as_many_wounds_as_models_suppress_a_unit():
    after, script = fought(lines(2, 2), [4, 4, 2, 2, 5, 5])
    assert told(script, Suppressed) == [Suppressed(unit="blues", clause="WW-EN-02")]
    assert after.status(1).suppressed
    assert not fought(lines(2, 2), [4, 4, 2, 1, 5])[0].status(1).suppressed


@pytest.mark.parametrize(("reading", "flag"), [("half-models", "suppressed"), ("any-wound", "wounded")])
def test_fewer_wounds_may_suppress_it(reading, flag):
    after, _ = fought(lines(2, 2, rulings={"WW-R-08": reading}), [4, 4, 2, 1, 5])
    assert getattr(after.status(1), flag)


def test_wounds_of_melee_may_suppress_nobody():
    after, _ = fought(lines(2, 2, rulings={"WW-R-08": "firefight-only"}), [4, 4, 2, 2, 5, 5])
    assert not after.status(1).suppressed


def test_below_half_its_strength_a_unit_is_eligible_to_break():
    dice = [4, 4, 4, 2, 2, 2, 4, 4]
    after, _ = fought(lines(3, 3), [*dice, 6])
    assert after.status(1).may_break
    after, _ = fought(lines(3, 3), [*dice[:6], 4, 6, 6])
    assert not after.status(1).may_break

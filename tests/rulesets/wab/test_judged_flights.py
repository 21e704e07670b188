"""Findings in WAB of readers who played forty of its sentences once more: flights, returns, tests of panic."""

from collections.abc import Sequence
from typing import Any

import pytest

from pilein.engine.script import Script
from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.rulesets.wab import movement_events
from pilein.rulesets.wab.combat_events import Shot
from pilein.rulesets.wab.combat_phase import close_combat_phase
from pilein.rulesets.wab.compulsory import compulsory_moves
from pilein.rulesets.wab.declaring import movement_phase
from pilein.rulesets.wab.flight import run_away
from pilein.rulesets.wab.movement_events import RanAway
from pilein.rulesets.wab.pursuit import pursuits
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.shooting_phase import shooting_phase
from pilein.rulesets.wab.start_phase import returns, start_of_turn
from pilein.rulesets.wab.state import NOBODY, Absent, Aftermath, Battle, Rout
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, armed, battle, changed
from tests.rulesets.wab.fights import front

BOWMAN = armed(changed(WARRIOR, BS=10, shield="none"), "bow")
BARE = changed(WARRIOR, shield="none")
LORD = changed(BARE, type="character", general=True, Ld=9)


def played(state: Battle, clause: Any, dice: Sequence[int], answers: Sequence[Any] = ()) -> tuple[Battle, Script]:
    script = Script(RULESET, dice=dice, answers=answers)
    after: Battle = script.begin(state, clause)
    script.assert_used_up()
    return after, script


def causes_of(script: Script, unit: str) -> list[str]:
    """The sentences by which a unit has been tested."""
    return [one.clause for one in script.events if isinstance(one, movement_events.Tested) and one.unit == unit]


# --- Units come back where they left (WAB-ST-01, WAB-R-28, WAB-R-45) ----------------------------------------------


def back_in(state: Battle) -> tuple[Block, Battle]:
    after, _ = played(state, returns, [1, 1])
    return front(after, 0), after


@pytest.mark.clause("WAB-ST-01")
def test_a_deep_pursuer_returns_at_the_edge_it_ran_over() -> None:
    """Four ranks of horse run over the western edge, their middle nearer to the southern one."""
    state = battle(
        U("horse", 0, ((RIDER, 20),), block=(6, 3, 270, 5), base=HORSE),
        U("runners", 1, ((WARRIOR, 10),), block=(4, 3, 270, 5)),
        U("foes", 1, ((WARRIOR, 5),), block=(60, 40, 180, 5)),
    )
    state = state.on(state.plane.without(frozenset(state.plane.models(1))))
    routs = (Rout(1, 0, broken=True, distance=12),)
    state, _ = played(state.changed(routs=routs, aftermath=Aftermath(pursuits=((0, 1),))), pursuits, [3, 3, 3])
    assert not state.lives(0)
    block, _ = back_in(state)
    assert (block.facing, block.y) == (9000, 3 * INCH)


@pytest.mark.clause("WAB-ST-01")
def test_a_fleeing_unit_returns_at_the_edge_it_ran_over() -> None:
    """WAB-R-45 `fleers-may-return`: it began to run 8" from the edge it left by, and nearer to another one."""
    state = battle(
        U("runners", 0, ((WARRIOR, 10),), block=(8, 5, 270, 5)),
        U("horse", 1, ((RIDER, 10),), block=(20, 5, 270, 5), base=HORSE),
        rulings={"WAB-R-45": "fleers-may-return"},
    ).having(0, fleeing=True)
    script = Script(RULESET, dice=[6, 6])
    block, after = back_in(script.begin(state, run_away, 0, 1))
    assert block.facing == 9000
    assert min(after.plane.shape(model).x - 0.4 * INCH for model in after.plane.models(0)) < 0.1 * INCH
    assert abs(block.y - 5 * INCH) < 0.2 * INCH


# --- One flight in a turn (WAB-R-44) ------------------------------------------------------------------------------


def charging(*units: U, rulings: dict[str, str]) -> Battle:
    return battle(*units, U("bowmen", 1, ((BOWMAN, 10),), block=(24, 16, 180, 10)), rulings=rulings)


@pytest.mark.clause("WAB-BR-08")
def test_a_charger_shot_below_five_runs_once() -> None:
    """WAB-R-91 `under5-any-time`: its flight begins in its own turn, so it runs in the compulsory step."""
    chargers = U("chargers", 0, ((BARE, 5),), block=(24, 10, 0, 5))
    state = charging(chargers, rulings={"WAB-R-91": "under5-any-time"})
    volley = [6] * 10 + [4] + [1] * 9
    after, script = played(state, movement_phase, [*volley, 1, 2], [(1, 0), "shoot"])
    assert (after.living(0), after.status(0).move) == (4, "fled")
    assert [event.inches for event in script.events if isinstance(event, RanAway)] == [3]


@pytest.mark.clause("WAB-PA-07")
def test_a_unit_that_mourns_a_general_shot_in_its_charge_runs_once_and_does_not_rally() -> None:
    """WAB-R-58 `immediate`, WAB-R-46."""
    lord = U("lord", 0, ((LORD, 1),), at=[(24, 10)], formation="skirmish")
    friends = U("friends", 0, ((WARRIOR, 10),), block=(40, 20, 0, 5))
    state = charging(lord, friends, rulings={"WAB-R-58": "immediate"})
    volley = [6] * 10 + [6] * 10
    after, script = played(state, movement_phase, [*volley, 6, 6, 1, 2], [(2, 0), "shoot"])
    assert (after.living(0), after.status(1).move) == (0, "fled")
    assert [event.inches for event in script.events if isinstance(event, RanAway)] == [3]


@pytest.mark.clause("WAB-PA-07")
def test_a_general_who_runs_off_the_table_is_mourned_before_others_move() -> None:
    """WAB-R-58 `immediate`: and whoever fails runs before the next compulsory move."""
    state = battle(
        U("lord", 0, ((LORD, 1),), at=[(24, 2)], formation="skirmish"),
        U("runners", 0, ((WARRIOR, 6),), block=(60, 20, 180, 6)),
        U("friends", 0, ((WARRIOR, 10),), block=(40, 20, 0, 5)),
        U("foes", 1, ((WARRIOR, 5),), block=(40, 40, 180, 5)),
        rulings={"WAB-R-58": "immediate"},
    )
    state = state.having(0, fleeing=True).having(1, fleeing=True)
    _, script = played(state, compulsory_moves, [6, 6, 6, 6, 1, 1, 2, 2], [0])
    runs = [(event.unit, event.inches) for event in script.events if isinstance(event, RanAway)]
    assert [unit for unit, _ in runs] == ["lord", "friends", "runners"]


@pytest.mark.clause("WAB-PA-07")
@pytest.mark.parametrize(("option", "runs"), [("default", []), ("flee-now-and-again", [3])])
def test_a_unit_that_panics_for_a_general_that_never_returns_runs_as_others_do_at_the_start(
    option: str, runs: list[int]
) -> None:
    """WAB-R-28 `return-never`: in the compulsory step, and does not rally before."""
    state = battle(
        U("lord", 0, ((LORD, 1),), at=[(24, 2)], formation="skirmish"),
        U("friends", 0, ((WARRIOR, 10),), block=(40, 20, 0, 5)),
        U("foes", 1, ((WARRIOR, 5),), block=(40, 40, 180, 5)),
        rulings={"WAB-R-28": "return-never", "WAB-R-44": option},
    )
    lost = Absent(0, state.plane.standings[0])
    state = state.on(state.plane.without(frozenset(state.plane.models(0)))).changed(absent=(lost,))
    after, script = played(state, start_of_turn, [6, 6, *([1, 2] if runs else [])])
    assert [event.inches for event in script.events if isinstance(event, RanAway)] == runs
    assert (after.status(1).fleeing, after.status(1).move) == (True, "fled")


@pytest.mark.clause("WAB-PA-07")
def test_a_unit_that_panics_for_a_general_that_runs_off_at_the_start_runs_as_others_do_then() -> None:
    """WAB-R-44 `flee-now-and-again`, WAB-R-46: at once and again in the compulsory step, and does not rally between."""
    state = battle(
        U("lord", 0, ((LORD, 1),), at=[(24, 2)], formation="skirmish"),
        U("friends", 0, ((WARRIOR, 10),), block=(40, 20, 0, 5)),
        U("terror", 1, ((changed(WARRIOR, rules=("Terror",)), 5),), block=(24, 8, 180, 5)),
        rulings={"WAB-R-44": "flee-now-and-again"},
    )
    after, script = played(state, start_of_turn, [6, 6, 3, 3, 6, 6, 1, 2])
    assert [event.unit for event in script.events if isinstance(event, RanAway)] == ["lord", "friends"]
    assert (after.status(1).fleeing, after.status(1).move) == (True, "fled")


# --- Tests of panic: one of a kind in a phase (WAB-R-32, WAB-R-56, WAB-R-59) --------------------------------------


def two_volleys(option: str) -> Battle:
    bows = [U(f"bowmen {place}", 0, ((BOWMAN, 10),), block=(27 + 9 * place, 10, 0, 10)) for place in range(2)]
    return battle(*bows, U("foes", 1, ((BARE, 20),), block=(31, 16, 180, 10)), rulings={"WAB-R-59": option})


FIVE_FALL = [6] * 10 + [6] * 5 + [1] * 5


@pytest.mark.clause("WAB-PA-08")
@pytest.mark.parametrize(
    ("option", "dice"),
    [("default", [*FIVE_FALL, *FIVE_FALL, 1, 1]), ("immediate", [*FIVE_FALL, 1, 1, *FIVE_FALL])],
)
def test_a_quarter_lost_is_one_test(option: str, dice: list[int]) -> None:
    """WAB-R-59: losses that follow in the same phase are no further test."""
    _, script = played(two_volleys(option), shooting_phase, dice, [2, 2])
    assert causes_of(script, "foes") == ["WAB-PA-08"]


@pytest.mark.clause("WAB-PA-08")
def test_a_unit_that_panics_at_once_runs_before_the_next_volley() -> None:
    """WAB-R-59 `immediate`: 6" off and 12" further they are shot at in their backs at long range."""
    dice = [*FIVE_FALL, 6, 6, 6, 6, *[1] * 10]
    after, script = played(two_volleys("immediate"), shooting_phase, dice, [2, 2])
    assert after.status(2).fleeing
    assert [type(event) for event in script.events if isinstance(event, Shot | RanAway)][:2] == [Shot, RanAway]


@pytest.mark.clause("WAB-PA-04")
def test_friends_test_once_though_combats_are_fought_one_at_a_time() -> None:
    """WAB-R-56, WAB-R-94 `one-combat-at-a-time`: two units break one after the other."""
    weak = changed(BARE, A=0, T=1, Ld=2)
    units = []
    for place in range(2):
        units.append(U(f"strong {place}", 0, ((BARE, 5),), block=(20 + 20 * place, 20, 0, 5)))
        units.append(U(f"weak {place}", 1, ((weak, 10),), block=(20 + 20 * place, 20, 180, 5)))
    friends = U("friends", 1, ((WARRIOR, 10),), block=(30, 26, 0, 5))
    state = battle(*units, friends, rulings={"WAB-R-94": "one-combat-at-a-time"})
    blows = [6] * 5 + [6] * 5
    _, script = played(state, close_combat_phase, [*blows, 1, 1, 1, 1, 1, 1, *blows, 1, 1, 1, 1], [NOBODY, NOBODY])
    assert causes_of(script, "friends") == ["WAB-PA-04"]

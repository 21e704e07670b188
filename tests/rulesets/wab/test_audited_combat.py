"""Combat and who chooses in it: what an audit of version 1 found, each finding by its number; lengths in inches."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.position import Position
from pilein.kernel.requests import Split, first
from pilein.rulesets.wab.break_tests import break_tests
from pilein.rulesets.wab.characteristics import living_traits
from pilein.rulesets.wab.combat_phase import fight_combat, shaken_friends
from pilein.rulesets.wab.leadership import bearer_of
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import NOBODY, Aftermath, Battle, Fight
from pilein.rulesets.wab.striking import strike, take_losses
from pilein.rulesets.wab.who_fights import announce
from pilein.tabletop.events import CombatBegan
from tests.rulesets.wab.builder import WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import fought

WEAK = changed(WARRIOR, A=0, Ld=5)
GENERAL = changed(WARRIOR, A=0, Ld=9, general=True)
BEARER = changed(WARRIOR, A=0, Ld=5, battle_standard=True)
ENEMY = changed(WARRIOR, A=0, Ld=10)


def beaten_beside(leader, *, leader_first: bool) -> Battle:
    """Two red units beaten by 3; `leader` stands in the first of them."""
    led = U("kings men", 0, ((WEAK, 9), (leader, 1)), block=(12, 24, 0, 10))
    others = U("others", 0, ((WEAK, 10),), block=(24, 24, 0, 10))
    reds = (led, others) if leader_first else (others, led)
    blues = (U(f"E{x}", 1, ((ENEMY, 15),), block=(x, 24, 180, 5), formation="close") for x in (12, 24))
    return battle(*reds, *blues).changed(aftermath=Aftermath(beaten=((0, 3), (1, 3))))


@pytest.mark.parametrize("leader_first", [True, False])
def test_2_a_broken_general_lends_his_leadership_till_he_flees(leader_first) -> None:
    """WAB-LT-04, WAB-R-31: the kings men roll 11 against 6, the others 6 against 6, whoever comes first."""
    dice = [6, 5, 3, 3] if leader_first else [3, 3, 6, 5]
    state = beaten_beside(GENERAL, leader_first=leader_first)
    after = fought(state, break_tests, dice=dice, answers=[True])
    assert [rout.unit for rout in after.routs] == [0 if leader_first else 1]


@pytest.mark.parametrize("leader_first", [True, False])
def test_2_a_broken_standard_lets_others_roll_again(leader_first) -> None:
    """WAB-LT-06: both units test on 2 and may roll again."""
    state = beaten_beside(BEARER, leader_first=leader_first)
    dice = [6, 5, 6, 5, 3, 3, 1, 1] if leader_first else [3, 3, 1, 1, 6, 5, 6, 5]
    after = fought(state, break_tests, dice=dice, answers=[True, True])
    assert [rout.unit for rout in after.routs] == [0 if leader_first else 1]


def test_2_the_standard_serves_in_flight_the_general_does_not() -> None:
    """WAB-R-31 speaks of the General only."""
    for leader, duty, serves in ((GENERAL, "general", False), (BEARER, "battle_standard", True)):
        state = beaten_beside(leader, leader_first=True).having(0, fleeing=True)
        assert (bearer_of(state, 0, duty) != NOBODY) is serves


def locked(rounds: int) -> Battle:
    """Blocks in contact that have fought so many rounds, and two more that have fought none."""
    pairs = [U(f"{name} {x}", side, ((ENEMY, 5),), block=(x, 24, 180 * side, 5))
             for x in (12, 40) for side, name in ((0, "red"), (1, "blue"))]  # fmt: skip
    state = battle(*pairs)
    return state.having(0, rounds=rounds).having(1, rounds=rounds)


@pytest.mark.parametrize(("rounds", "combats"), [(29, 2), (30, 1)])
def test_10_a_combat_is_left_as_it_stands_after_thirty_turns_of_its_own(rounds, combats) -> None:
    """WAB-R-83: others go on."""
    script = Script(RULESET, answers=None, policy=first)
    after = script.begin(locked(rounds), RULESET.find("close_combat_phase"))
    assert len([event for event in script.events if isinstance(event, CombatBegan)]) == combats
    assert [after.status(unit).rounds for unit in range(4)] == [30, 30, 1, 1]
    assert RULESET.is_fighting(after)


def test_10_a_battle_goes_on_beyond_thirty_player_turns() -> None:
    """WAB-R-83: the thirty are not those of the battle."""
    assert RULESET.next_phase(Position(locked(30), ()), 64) is not None
    alone = locked(30).having(2, rounds=30).having(3, rounds=30)
    assert not RULESET.is_fighting(alone)


STILL = changed(WARRIOR, A=0)
LORD = changed(WARRIOR, A=1, I=1, W=1, Ld=9, type="character", general=True)


def between(beast, **more) -> Battle:
    """A single model that touches two units."""
    one, two = (U(name, 1, ((STILL, 4),), files=4) for name in ("one", "two"))
    return battle(U("beast", 0, ((beast, 1),)), one, two, pairs=[(0, 1), (0, 2)], **more)


def test_6_attacks_are_shared_out_not_models() -> None:
    """WAB-CC-02, WAB-R-76: an elephant with four attacks touches two units and strikes both."""
    elephant = changed(WARRIOR, A=4, W=6, type="elephant")
    after = fought(between(elephant), fight_combat, 0, 1, 2, dice=[4, 4, 4, 4, 4, 1, 1, 1, 4, 4, 1], answers=[(3, 1)])
    assert (after.living(1), after.living(2)) == (2, 3)


def test_6_a_model_slain_before_it_strikes_strikes_nobody() -> None:
    """WAB-R-80: neither half of its attacks is made."""
    swift = U("swift", 1, ((changed(WARRIOR, I=9), 4),), files=4)
    state = battle(U("beast", 0, ((changed(WARRIOR, A=4), 1),)), swift, U("two", 1, ((STILL, 4),), files=4),
                   pairs=[(0, 1), (0, 2)])  # fmt: skip
    fought(state, fight_combat, 0, 1, 2, dice=[4, 1, 1, 1, 4, 1], answers=[(2, 2)])


def led(*, pressed: bool = False, strikers: int = 4) -> Battle:
    """Warriors with two attacks before three of the rank and file and their General, in one rank."""
    twice = changed(WARRIOR, A=2, I=5)
    place, there = (None, None) if pressed else ((24, 24, 0, strikers), (24, 24, 180, 4))
    red = U("red", 0, ((twice, strikers),), files=strikers, block=place)
    blue = U("blue", 1, ((STILL, 3), (LORD, 1)), files=4, block=there)
    return battle(red, blue, pairs=[(0, 1)] if pressed else None)


def asked(state: Battle) -> list[tuple[int, tuple[str, ...]]]:
    """Targets in each of red's questions about sharing out attacks, all of them aimed at the first named."""
    script = Script(RULESET, dice=[1] * 40, answers=None, policy=first)
    script.begin(state, announce, 0)
    return [(one.total, one.among) for one in script.asked if isinstance(one, Split)]


def test_6_a_character_in_the_line_can_be_struck() -> None:
    """WAB-CC-02: by those who touch him, rank and file named first; on a table two face him or stand by his corner."""
    state = led().changed(fight=Fight((0, 1)))
    (lord,) = {name for _, among in asked(state) for name in among if name != "blue"}
    assert lord.endswith("of blue")
    assert sorted(asked(state)) == [(4, ("blue", lord))]
    struck = fought(led(), fight_combat, 0, 1, dice=[1] * 4 + [4] * 8 + [1] * 4, answers=[(0, 4)])
    assert (struck.living(1), any(kind.general for kind in living_traits(struck, 1))) == (3, False)


@pytest.mark.parametrize(("strikers", "total"), [(2, 4), (5, 6)])
def test_6_in_the_press_as_many_may_strike_him_as_would_on_a_table(strikers, total) -> None:
    state = led(pressed=True, strikers=strikers).changed(fight=Fight((0, 1)))
    assert [number for number, _ in asked(state)] == [total]


def test_6_who_dies_before_the_blow_that_was_meant_for_him_takes_no_more() -> None:
    """WAB-R-76: announced before dice; no die is rolled at whoever is gone (WAB-R-95)."""
    state = led(pressed=True, strikers=3).changed(fight=Fight((0, 1)))
    gone = state.on(state.field.after({}, frozenset({state.field.models(1)[-1]})))
    fought(gone, strike, 0, 0, 1, 0, 3, 2)


def test_6_the_slain_general_strikes_no_blow_and_is_mourned() -> None:
    """WAB-PA-07, WAB-R-80."""
    friends = U("friends", 1, ((WARRIOR, 5),), block=(60, 10, 0, 5))
    red = U("red", 0, ((changed(WARRIOR, I=5), 1),), block=(24, 24, 0, 1))
    blue = U("blue", 1, ((STILL, 9), (LORD, 1)), block=(24, 24, 180, 1))
    state = battle(red, blue, friends)
    assert fought(state.changed(fight=Fight((0, 1))), take_losses, 0, 1, 1, 2).living(1) == 9
    mourned = fought(state.on(state.field.after({}, frozenset({10}))), shaken_friends, dice=[1, 1, 1, 1])
    assert mourned.mourned == (1,)

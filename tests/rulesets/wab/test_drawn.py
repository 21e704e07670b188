"""What readers found in WAB who played forty sentences drawn by lot: hills, and rounds that were won."""

import pytest

from pilein.engine.script import Script
from pilein.lab.sentences import sentence
from pilein.rulesets.wab.combat_events import CombatWon, Struck
from pilein.rulesets.wab.combat_phase import close_combat_phase
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import WARRIOR, G, U, battle, changed

IDLE = changed(WARRIOR, A=0, shield="none")
KILLER = changed(WARRIOR, WS=5, S=5, I=6, Ld=8)


def played(state: Battle, dice: list[int], answers: list[object]) -> Script:
    """The script that has played the close combat phase, every die and answer used up."""
    script = Script(RULESET, dice=dice, answers=answers)
    script.begin(state, close_combat_phase)
    script.assert_used_up()
    return script


def told(script: Script) -> list[str]:
    """All that was told, each in a sentence."""
    return [sentence(event) for event in script.events]


# --- Uphill of the enemy (WAB-CR-06) ------------------------------------------------------------------------------


@pytest.mark.clause("WAB-CR-06")
@pytest.mark.parametrize(
    ("brow", "parts"),
    [
        (24, ()),  # nobody is on the hill
        (22.5, ()),  # one rank of the defenders is
        (21.7, ("high ground +1",)),  # half of them are
        (20, ("high ground +1",)),
        (19, ("high ground +1",)),  # the first rank of the attackers has come up
        (18.5, ()),  # half of them have
        (14, ()),
    ],
)
def test_who_holds_a_hill_is_uphill_of_those_who_come_up(brow: float, parts: tuple[str, ...]) -> None:
    """Four ranks of five on each side, 3.15" deep, meet at 20"; the hill begins at its brow and goes on behind."""
    hill = G("open", [(10, brow), (40, brow), (40, 40), (10, 40)], height=2)
    red = U("red", 0, ((IDLE, 20),), block=(24, 20, 0, 5))
    blue = U("blue", 1, ((IDLE, 20),), block=(24, 20, 180, 5))
    script = played(battle(red, blue, grounds=[hill]), [1, 1] if parts else [], [])
    assert [event.parts for event in script.events if isinstance(event, CombatWon)] == ([parts] if parts else [])


# --- A round that was won (WAB-PA-05) -----------------------------------------------------------------------------


LOST, WON = [3, 3, 3, 3, 3, 2, 2, 2, 2, 2], [3, 3, 3, 1, 1, 2, 2, 2]  # by five wounds, with three
RUN = [6, 6, 1, 1]  # a flight, and a pursuit that is too short


def two_combats(option: str, *, winners_first: bool) -> Battle:
    """Side by side red losers before blue killers, and red winners before blue foes."""
    losers = [U("losers", 0, ((IDLE, 10),), block=(20, 20, 0, 5)), U("E1", 1, ((KILLER, 10),), block=(20, 20, 180, 5))]
    winners = [
        U("winners", 0, ((KILLER, 10),), block=(30, 20, 0, 5)),
        U("E2", 1, ((IDLE, 10),), block=(30, 20, 180, 5)),
    ]
    units = (*winners, *losers) if winners_first else (*losers, *winners)
    return battle(*units, rulings={"WAB-R-94": option})


@pytest.mark.clause("WAB-PA-05", "WAB-BR-04", "WAB-BR-05")
def test_who_has_won_its_own_round_may_try_again_when_friends_break() -> None:
    script = played(two_combats("default", winners_first=False), [*LOST, *WON, 6, 6, 1, 1, 6, 6, 1, 1, *RUN], [True, 0])
    assert "winners passed their panic test on 8" in told(script)


@pytest.mark.clause("WAB-PA-05")
def test_who_won_the_round_of_another_turn_may_not() -> None:
    """WAB-R-56, WAB-R-94: its own round of this phase is still to be fought."""
    state = two_combats("one-combat-at-a-time", winners_first=False)
    state = state.having(2, won=True, fought=(3,)).having(3, fought=(2,))
    script = played(state, [*LOST, 6, 6, 6, 5, 6, 6, 6, 6, 1, 1, 1, 1], [0, 2])
    assert "winners failed their panic test on 8" in told(script)


@pytest.mark.clause("WAB-PA-05")
def test_who_has_won_a_combat_that_is_over_may() -> None:
    state = two_combats("one-combat-at-a-time", winners_first=True)
    script = played(state, [*WON, 1, 1, *LOST, 6, 6, 6, 6, 1, 1, *RUN], [True, 2])
    assert "winners passed their panic test on 8" in told(script)


# --- A weapon in each hand (WAB-CC-03) ----------------------------------------------------------------------------


@pytest.mark.clause("WAB-CC-03")
@pytest.mark.parametrize("hero_does", [True, False])
@pytest.mark.parametrize("men_do", [True, False])
def test_a_hero_and_his_men_choose_each_for_themselves(*, hero_does: bool, men_do: bool) -> None:
    """WAB-R-81: one of the men is wounded; if they strike with both hands, no shield saves him and red is beaten."""
    hero, man = (changed(WARRIOR, type=kind, two_weapons=True) for kind in ("character", "infantry"))
    foe = changed(IDLE, I=1)
    red = U("red", 0, ((hero, 1), (man, 15)), block=(24, 20, 0, 4))
    blue = U("blue", 1, ((changed(foe, A=1), 1), (foe, 15)), block=(24, 20, 180, 4))
    attacks = [6 if men_do else 3, 2 if hero_does else 1]
    saved = [1, 1] if men_do else [6]  # or else a break test
    script = played(battle(red, blue), [*[1] * sum(attacks), 4, 4, *saved], [hero_does, men_do])
    assert [event.attacks for event in script.events if isinstance(event, Struck) and event.unit == "red"] == attacks

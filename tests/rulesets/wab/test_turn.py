"""One player's turn, sentence by sentence, with a case for each rule."""

from typing import Any

import pytest

from pilein.engine.script import Script
from pilein.kernel.requests import Several
from pilein.lab.sentences import sentence
from pilein.rulesets.wab.charge.declaring import movement_phase
from pilein.rulesets.wab.fight.combat_phase import close_combat_phase
from pilein.rulesets.wab.movement.rallying import rallies
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.shooting.phase import shooting_phase
from pilein.rulesets.wab.start_phase import start_of_turn
from pilein.rulesets.wab.state import NOBODY, Battle
from pilein.rulesets.wab.status import Status
from pilein.rulesets.wab.turn import player_turn
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, G, U, armed, battle, changed
from tests.rulesets.wab.charging import ARCHER, GO, foot_at_archers
from tests.rulesets.wab.playing import script_of


def test_a_question_about_the_order_of_several_units_offers_each_of_them_exactly_once_as_the_first() -> None:
    order = Several(0, "X-1", "in which order?", (3, 5, 8), 3, 3, ("a", "b", "c"))
    assert list(order.candidates()) == [("a, b, c", (3, 5, 8)), ("b, a, c", (5, 3, 8)), ("c, a, b", (8, 3, 5))]
    assert len(list(Several(0, "X-1", "which?", (3, 5, 8), 2, 2).candidates())) == 3


IDLE = changed(WARRIOR, A=0, shield="none")
KILLER = changed(WARRIOR, WS=5, S=5, I=6, Ld=8)


def told(script: Script) -> list[str]:
    return [sentence(event) for event in script.events]


FAR = U("far foes", 1, ((WARRIOR, 5),), block=(66, 44, 180, 5))
FLEEING = Status(fleeing=True)
GENERAL = changed(IDLE, type="character", general=True, Ld=9)
BEARER = changed(IDLE, type="character", battle_standard=True)
FRENZIED = changed(IDLE, M=4, rules=("Frenzy",))
FEARED = changed(WARRIOR, rules=("Fear",))
HATER = changed(KILLER, hates=("foes",))
SLINGER = armed(changed(WARRIOR, M=4, BS=3, Ld=6, shield="none", musician=True), "sling")


def at_foes(ours: Traits, models: int = 10, foe: Traits = IDLE, foes: int = 10, *, wall: bool = False) -> Battle:
    """Return a battle of a unit in contact with its enemy after earlier rounds, with five files on each side and, if
    requested, a wall between them.
    """
    walls = [G("obstacle", ((10, 20), (40, 20), (40, 20.3), (10, 20.3)))] if wall else []
    blocks = U("ours", 0, ((ours, models),), block=(24, 20, 0, 5)), U("foes", 1, ((foe, foes),), block=(24, 20, 180, 5))
    return battle(*blocks, grounds=walls).having(0, fought=(1,)).having(1, fought=(0,))


def in_flight(models: int, began: int, *, gone: tuple[int, ...] = ()) -> Battle:
    """Return a battle in which a fleeing unit that has lost some of its models is far from every enemy."""
    ours = U("ours", 0, ((IDLE, models),), block=(20, 20, 0, 5), status=Status(fleeing=True, began=began))
    state = battle(ours, FAR)
    return state.on(state.field.without(frozenset(gone)))


def before_a_turn() -> Battle:
    """Return a battle in which each side has a fleeing unit with friends within 4". Among red's friends are stubborn,
    frenzied and half-strength units.
    """
    units = (
        U("runners", 0, ((IDLE, 5),), block=(20, 20, 0, 5), status=FLEEING),
        U("stubborn", 0, ((changed(IDLE, rules=("Stubborn",)), 5),), block=(25, 20, 0, 5)),
        U("frenzied", 0, ((FRENZIED, 5),), block=(15, 20, 0, 5)),
        U("half", 0, ((IDLE, 5),), block=(20, 24, 0, 5), status=Status(began=10)),
        U("blue runners", 1, ((IDLE, 5),), block=(50, 20, 0, 5), status=FLEEING),
        U("blue others", 1, ((IDLE, 5),), block=(55, 20, 0, 5)),
    )
    return battle(*units)


def kings_men(place: tuple[float, float, float, int], status: Status, *more: U) -> Battle:
    """Return a battle of the General with nine men. Ten friends and ten frenzied models stand far away."""
    lord = U("lord", 0, ((GENERAL, 1), (IDLE, 9)), block=place, status=status)
    friends = U("friends", 0, ((IDLE, 10),), block=(60, 10, 0, 5))
    return battle(lord, friends, U("frenzied", 0, ((FRENZIED, 10),), block=(50, 10, 0, 5)), *more)


def near_standard(x: float) -> Battle:
    """Return a battle in which ten models are beaten by five. The bearer of the battle standard stands at (`x`, 20)."""
    losers = U("losers", 0, ((IDLE, 10),), block=(20, 20, 0, 5))
    bearer = U("bearer", 0, ((BEARER, 1),), at=((x, 20),), formation="skirmish")
    return battle(losers, bearer, U("foes", 1, ((KILLER, 5),), block=(20, 20, 180, 5)))


Case = tuple[tuple[Battle, list[int], list[Any], Any], list[str]]  # what is played, and what is told
CASES: dict[str, Case] = {
    "WAB-SEQ-02 WAB-SB-01 WAB-FZ-06 WAB-PA-02: one test of all, on one less": (
        (before_a_turn(), [3, 4], [], start_of_turn),
        ["half failed their panic test on 6 (Leadership 7, less 1)", "half panicked", "half began to flee"],
    ),
    "WAB-RL-04: four never rally": ((in_flight(4, 4), [], [], rallies), []),
    "WAB-RL-05: five of ten fail on 7": (
        (in_flight(5, 10), [3, 4], [True], rallies),
        ["ours failed their rally test on 6 (Leadership 7, less 1)"],
    ),
    "WAB-RL-05: five of nine pass on 7": (
        (in_flight(5, 9), [3, 4], [True, ()], rallies),
        ["ours passed their rally test on 7", "ours rallied"],
    ),
    "WAB-RX-12: a flight is at least none": (
        (foot_at_archers(7, M=6), [1] * 10 + [1, 1, 6], [GO, "fire and flee"], movement_phase),
        ['archers fled 0"'],
    ),
    "WAB-RX-11 WAB-RX-12 WAB-FL-01: at a rate of 7 three dice less two": (
        (foot_at_archers(7, M=7), [1] * 10 + [6, 6, 6, 1, 2], [GO, "fire and flee"], movement_phase),
        ['archers fled 15"'],
    ),
    "WAB-RX-05 WAB-RX-10: shots stop the charge, and the shooters run all the same": (
        (foot_at_archers(7), [6] * 20 + [1] * 10 + [6, 6, 3, 3, 1, 2, 2], [GO, "fire and flee"], movement_phase),
        ["foot failed their panic test on 6 (Leadership 7, less 1)", 'archers fled 5"', 'foot fled 4"'],
    ),
    "WAB-FE-06: no charge, no move, no shot": (
        (
            battle(
                U("slingers", 0, ((SLINGER, 10),), block=(20, 10, 0, 5)),
                U("feared", 1, ((FEARED, 10),), block=(20, 15, 180, 5)),
            ),
            [4, 3],
            [GO],
            player_turn,
        ),
        ["slingers failed their fear test on 6", "slingers did not dare to charge"],
    ),
    "WAB-FE-03: as many as the chargers stand": (
        (
            battle(
                U("feared", 0, ((FEARED, 10),), block=(20, 10, 0, 5)),
                U("foes", 1, ((WARRIOR, 10),), block=(20, 15, 180, 5)),
            ),
            [6, 6],
            [GO, "hold", 0],
            movement_phase,
        ),
        ["foes failed their fear test on 7", "foes were afraid, but stood"],
    ),
    "WAB-FE-08: nine left against nine feared ones are tested": (
        (at_foes(changed(KILLER, rules=("Fear",)), 9, foes=11), [3, 3, 1, 1, 1, 2, 2, 3, 3], [], close_combat_phase),
        ["foes passed their break test on 6 (Leadership 7, less 1)"],
    ),
    "WAB-FZ-01: whom they reach must be charged, not another": (
        (
            battle(
                U("frenzied", 0, ((FRENZIED, 10),), block=(20, 10, 0, 5)),
                U("foes", 1, ((IDLE, 10),), block=(20, 16, 180, 5), status=FLEEING),
                U("others", 1, ((IDLE, 10),), block=(26, 19, 180, 5)),
            ),
            [6, 6],
            [lambda choice: next(iter(dict(choice.candidates()).values()))],
            movement_phase,
        ),
        ["frenzied declared a charge against foes", 'frenzied failed their charge and moved 4.00"'],
    ),
    "WAB-FZ-08: broken, not frenzied": (
        (at_foes(KILLER, foe=FRENZIED), [3] * 5 + [2] * 5 + [6, 6, 6, 6, 1, 1], [1], close_combat_phase),
        ["foes broke", 'foes fled 12"'],
    ),
    "WAB-PA-07: fled off the table": (
        (
            kings_men((20, 2, 180, 5), FLEEING, FAR),
            [6, 6, 6, 6, 1, 1],
            [(), False, *[("stay", ())] * 2],
            movement_phase,
        ),
        ["lord fled off the table", "friends failed their panic test on 7"],
    ),
    "WAB-PA-07: ridden down": (
        (
            kings_men((20, 20, 0, 5), Status(), U("foes", 1, ((KILLER, 10),), block=(20, 20, 180, 5))),
            [3] * 5 + [2] * 5 + [6, 6, 2, 2, 6, 6, 6, 6, 1, 1],
            [(2, 0), 0],
            close_combat_phase,
        ),
        ["lord were destroyed in flight", "friends failed their panic test on 7"],
    ),
    "WAB-PA-07: fled off the table under fire": (
        (
            kings_men((20, 6, 0, 5), Status(), U("bows", 1, ((ARCHER, 8),), block=(20, 16, 180, 8))).changed(active=1),
            [*[4] * 3, *[1] * 5, *[4] * 3, 6, 6, 6, 6, 6, 6, 1, 1],  # a volley, his test and flight, theirs
            [0],
            shooting_phase,
        ),
        ["lord fled off the table", "friends failed their panic test on 7", "friends panicked", 'friends fled 2"'],
    ),
    "WAB-PA-07: fled off the table after friends were ridden down": (
        (
            battle(
                U("riders", 0, ((changed(RIDER, WS=5, S=5, I=6), 10),), block=(30, 12, 0, 5), base=HORSE),
                U("foes", 1, ((IDLE, 10),), block=(30, 12, 180, 5)),
                U("lord", 1, ((GENERAL, 1), (IDLE, 9)), block=(30, 33, 180, 5)),
                U("friends", 1, ((IDLE, 10),), block=(60, 10, 0, 5)),
                size=(72, 42),
            ),
            [*[3] * 5, *[2] * 5, 6, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 1, 1],
            [1],
            close_combat_phase,
        ),
        ["foes were destroyed in flight", "lord fled off the table", "friends panicked", 'friends fled 2"'],
    ),
    "WAB-LT-06: eleven inches off a failed test is rolled again": (
        (near_standard(33.4), [3, 3, 1, 1, 1, 2, 2, 6, 6, 2, 2], [True], close_combat_phase),
        ["losers passed their break test on 6 (Leadership 7, less 1)"],
    ),
    "WAB-LT-06: thirteen inches off it is not": (
        (near_standard(35.4), [3, 3, 1, 1, 1, 2, 2, 6, 6, 6, 6, 1, 1], [0], close_combat_phase),
        ["losers failed their break test on 6 (Leadership 7, less 1)"],
    ),
    "WAB-CR-11: in the rear": (
        (
            battle(
                U("riders", 0, ((changed(RIDER, A=0), 10),), block=(30, 10, 0, 5), base=HORSE),
                U("foes", 1, ((IDLE, 20),), block=(30, 20, 0, 5)),
            ),
            [1, 1, 1, 1],
            [GO, "hold", 0],
            player_turn,
        ),
        ["red won the combat by 1 (ranks -2, momentum +1, rear +2)"],
    ),
    "WAB-HA-03: no question": (
        (at_foes(HATER), [3] * 5 + [2] * 5 + [6, 6, 1, 1, 1, 1], [], close_combat_phase),
        ["foes were destroyed in flight"],
    ),
    "WAB-HA-04: behind a wall they may hold": (
        (
            at_foes(HATER, wall=True),
            [3] * 5 + [2] * 5 + [6, 6, 1, 1],
            [NOBODY],
            close_combat_phase,
        ),
        ['foes fled 2"'],
    ),
    "WAB-CC-04 WAB-CC-09: slow chargers, then the quick, then who stood beside them": (
        (
            battle(
                U("chargers", 0, ((changed(WARRIOR, I=1), 5),), block=(28, 20, 0, 5), status=Status(charge="charged")),
                U("others", 0, ((changed(WARRIOR, I=2), 5),), block=(33, 20, 0, 5)),
                U("foes", 1, ((changed(WARRIOR, I=5, Ld=10), 10),), block=(30.5, 20, 180, 10)),
            ),
            [1] * 20 + [1, 1],
            [],
            close_combat_phase,
        ),
        ["chargers struck", "foes struck", "foes struck", "others struck"],
    ),
    "WAB-MW-02 WAB-SH-02: a handgun at nine inches": (
        (
            battle(
                U("guns", 0, ((armed(ARCHER, "handgun"), 1),), block=(30, 10, 0, 1)),
                U("foes", 1, ((IDLE, 5),), block=(30, 19, 180, 5)),
                U("others", 1, ((IDLE, 5),), block=(38, 19, 180, 5)),
            ),
            [4, 3],
            [1],
            shooting_phase,
        ),
        ["guns shot at foes: 1 shot with handgun, 4+ to hit, 3+ to wound: 1 wound, 1 model lost"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_log_of_a_turn_describes_its_events(case: str) -> None:
    """The expected sentences, or their beginnings, occur among the events in the given order."""
    (state, dice, answers, clause), expected = CASES[case]
    left = list(expected)
    for words in told(script_of(state, dice, answers, clause)):
        if left and words.startswith(left[0]):
            left.pop(0)
    assert left == []

"""The melee phase of one player turn, sentence by sentence, with a case for each rule."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import Struct

import pilein
from pilein.kernel.requests import Answer, Choice, first
from tests.rulesets.wwpd.scenarios import LONG_WALL, Unit, blue, red, scenario_of

WALL = '[[terrain]]\nkind = "impassable"\npolygon = [[4, 13], [16, 13], [16, 14], [4, 14]]\n'
SUPPRESSED, FIREFIGHT = "suppressed = true\n", "took_part_in_firefight = true\n"


class Case(Struct, frozen=True):
    """A phase to be played, with units, terrain, all dice, the answers that differ from the first offer, and the
    expected events.
    """

    units: tuple[Unit, ...]
    told: tuple[str, ...]
    dice: tuple[int, ...] = ()
    terrain: str = ""
    answers: Mapping[str, Answer] = {}


def told(played: Any) -> tuple[str, ...]:
    return tuple(filter(None, (_short(type(event).__name__, event.fields()) for event in played.events)))


def _short(kind: str, said: Mapping[str, Any]) -> str:
    unit = said.get("unit", "")
    if kind == "Moved":
        return f"{unit} {said['model']} {said['manner']} {said['inches']:.1f}"
    if kind == "CombatBegan":
        return "melee of " + ", ".join(said["units"])
    if kind == "Struck":
        return f"{unit} strikes {said['foe']}: {said['attacks']} at {said['hit']}+"
    if kind == "LeadershipTested":
        return f"{unit} {'passes' if said['passed'] else 'fails'} for {said['reason']}"
    if kind == "Slain":
        return f"{unit} loses {', '.join(map(str, said['models']))}"
    plain = {"Suppressed": "is suppressed", "Hurt": "is hurt", "Cornered": "is cornered", "StoodStill": "stands still"}
    return f"{unit} {plain[kind]}" if kind in plain else ""


def played(case: Case) -> Any:
    """Play the phase of a case. All red units charge, and a question without a given answer is answered with the first
    offer.
    """

    def answer(_state: object, choice: Choice) -> Answer:
        if choice.clause in case.answers:
            return case.answers[choice.clause]
        return tuple(getattr(choice, "of", ())) if choice.clause == "WW-DE-01" else first(choice)

    return pilein.play(scenario_of(case.units, case.terrain), answer, dice=list(case.dice))


JOINED = ("red 0 charged 4.0", "melee of red, blue")
CASES: dict[str, Case] = {
    "WW-CH-03 just within reach": Case((red((10, 10)), blue((10, 19))), ("red 0 charged 8.0", "melee of red, blue")),
    "WW-CH-03 just out of reach": Case((red((10, 10)), blue((10, 19.02))), ("red 0 charged 8.0",)),
    "WW-CH-03 an enemy behind a wall is passed over for one that can be touched": Case(
        (red((10, 10)), blue((10, 16)), blue((17, 10), name="other")),
        ("red 0 charged 6.0", "melee of red, other"),
        terrain=WALL,
    ),
    "WW-CH-03 the way round a wall is gone though it ends no nearer as the crow flies": Case(
        (red((14, 12.5)), blue((14, 16))), ("red 0 charged 8.0",), terrain=LONG_WALL
    ),
    "WW-CH-04 the second closest moves second": Case(
        (red((10, 13), (12, 14)), blue((10, 19), (12, 19))),
        ("red 1 charged 4.0", "red 0 charged 5.0", "melee of red, blue"),
    ),
    "WW-CH-05 an engaged enemy in range comes before a free one out of it": Case(
        (red((10, 14), (12, 12)), blue((10, 19), name="blue"), blue((21.5, 12), name="far")),
        ("red 0 charged 4.0", "red 1 charged 5.3", "melee of red, blue"),
    ),
    "WW-CH-05 who touches an engaged friend has joined it": Case(
        (red((10, 10)), red((10, 9), name="behind"), blue((10, 11))),
        ("behind stands still", "melee of red, behind, blue"),
    ),
    "WW-PI-02 within 8 inches of an enemy": Case(
        (red((10, 14)), blue((10, 19), (10, 27))), (JOINED[0], "blue 2 piled in 7.0", JOINED[1])
    ),
    "WW-PI-02 beyond 8 inches of every enemy": Case((red((10, 14)), blue((10, 19), (10, 27.02))), JOINED),
    "WW-PI-04 only the unit that is touched piles in": Case(
        (red((10, 14)), blue((13, 14)), blue((14, 18), name="near")), ("red 0 charged 2.0", "melee of red, blue")
    ),
    "WW-ML-03 WW-ML-05 a chain of four and a pair": Case(
        (
            red((10, 10), name="a"),
            blue((10, 11), (12, 11), name="b"),
            red((12, 12), (14, 12), name="c"),
            blue((14, 13), name="d"),
            red((30, 10), name="e"),
            blue((30, 11), name="f"),
        ),
        ("melee of a, b, c, d", "melee of e, f"),
    ),
    "WW-RS-01 both fall": Case(
        (red((10, 10), profile="man"), blue((10, 11), profile="man")),
        ("melee of red, blue", "red strikes blue: 1 at 4+", "blue strikes red: 1 at 4+", "red loses 0", "blue loses 1"),
        dice=(4, 4, 2, 2, 4, 4),
    ),
    "WW-RS-04 Massive cancels Toughness and no Armor": Case(
        (red((10, 10), profile="man", more='weapons = ["maul"]\n'), blue((10, 11), profile="tough")),
        ("melee of red, blue", "red strikes blue: 1 at 4+"),
        dice=(4, 2),
    ),
    "WW-RS-04 AP cancels Armor and no Toughness": Case(
        (red((10, 10), profile="man", more='weapons = ["pick"]\n'), blue((10, 11), profile="tough")),
        ("melee of red, blue", "red strikes blue: 1 at 4+", "blue loses 1"),
        dice=(4, 3, 4),
    ),
    "WW-RS-05 WW-EN-02 one save of two suppresses a model of two Wounds, which stays": Case(
        (red((10, 10), profile="brute"), blue((10, 11), profile="big")),
        (
            "melee of red, blue",
            "red strikes blue: 2 at 1+",
            "blue is hurt",
            "blue is suppressed",
            "blue passes for Suppression",
        ),
        dice=(2, 3, 2, 2, 4, 5, 4),
    ),
    "WW-EN-01 half its strength is not below half": Case(
        (red((10, 10), profile="brute"), blue((10, 11), (11, 11), (12, 11), more="starting_strength = 4\n")),
        ("blue 3 piled in 2.1", "melee of red, blue", "red strikes blue: 2 at 1+", "blue loses 1"),
        dice=(2, 2, 2, 1, 4),
    ),
    "WW-EN-01 two of five is below half": Case(
        (red((10, 10), profile="brute"), blue((10, 11), (11, 11), (12, 11), more="starting_strength = 5\n")),
        (
            "blue 3 piled in 2.1",
            "melee of red, blue",
            "red strikes blue: 2 at 1+",
            "blue loses 1",
            "blue passes for Break",
        ),
        dice=(2, 2, 2, 1, 4, 4),
    ),
    "WW-EN-01 below half since earlier, and nobody lost in this phase": Case(
        (red((10, 10), profile="brute"), blue((10, 11), (11, 11), more="starting_strength = 9\n")),
        ("melee of red, blue", "red strikes blue: 2 at 1+"),
        dice=(2, 2, 2, 1, 5),
    ),
    "WW-EN-02 a Firefight is enough, and to be suppressed without it is not": Case(
        (red((10, 10), more=SUPPRESSED), blue((30, 11), more=SUPPRESSED + FIREFIGHT)),
        ("blue passes for Suppression",),
        dice=(4,),
    ),
    "WW-EN-03 the Break test passed, that for Suppression failed": Case(
        (red((10, 10), profile="brute"), blue((10, 11), (11, 11), more="starting_strength = 4\n")),
        (
            "melee of red, blue",
            "red strikes blue: 2 at 1+",
            "blue loses 1",
            "blue is suppressed",
            "blue passes for Break",
            "blue fails for Suppression",
            "blue 2 fell back 6.0",
        ),
        dice=(2, 2, 2, 2, 4, 5, 4, 3),
    ),
    "WW-EN-04 who passes may go": Case(
        (red((10, 10), profile="man", more=SUPPRESSED), blue((10, 11))),
        ("melee of red, blue", "red strikes blue: 1 at 4+", "red passes for Suppression", "red 0 fell back 6.0"),
        dice=(3, 4),
        answers={"WW-EN-04": "fall back"},
    ),
    "WW-FB-01 WW-EN-05 who cannot get away stays engaged": Case(
        (red((0.5, 0.5), more=SUPPRESSED), blue((0.5, 1.5), (1.5, 0.5))),
        ("melee of red, blue", "red fails for Suppression", "red is cornered"),
        dice=(3,),
    ),
    "WW-FB-02 of ways from all enemies the one that no wall cuts short": Case(
        (red((10, 20), (12, 20), more=SUPPRESSED), blue((10, 21), (12, 21))),
        ("melee of red, blue", "red fails for Suppression", "red 0 fell back 6.0", "red 1 fell back 6.0"),
        dice=(3,),
        terrain=WALL.replace("13]", "17]").replace("14]", "18]").replace("16,", "11.2,"),
    ),
}


@pytest.mark.clause("WW-CH-03", "WW-CH-04", "WW-CH-05", "WW-PI-02", "WW-PI-04", "WW-ML-03", "WW-ML-05", "WW-RS-01")
@pytest.mark.clause("WW-RS-04", "WW-RS-05", "WW-EN-01", "WW-EN-02", "WW-EN-03", "WW-EN-04", "WW-EN-05", "WW-FB-01")
@pytest.mark.clause("WW-FB-02")
@pytest.mark.parametrize("name", CASES)
def test_the_log_of_a_phase_describes_its_events(name: str) -> None:
    case = CASES[name]
    assert told(played(case)) == case.told

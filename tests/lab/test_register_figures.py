"""The exact figures of Scrollhammer's register, to the fraction, as a person gets them: from odds of scenario files.

Where a figure is of one clause, `chances` plays that clause alone.
"""

from fractions import Fraction
from pathlib import Path

import pytest

from pilein.kernel.requests import first
from pilein.lab.chances import chances
from pilein.lab.odds import odds
from pilein.lab.rulesets import rules
from pilein.lab.scenarios import load
from pilein.rulesets.scrollhammer.charge.declaring import charge_sub_phase
from pilein.rulesets.scrollhammer.events.charging import RangeRolled
from pilein.rulesets.scrollhammer.ground.dangerous import dangerous_test
from pilein.rulesets.scrollhammer.phase import close_combat_phase
from pilein.rulesets.scrollhammer.result.result import work_out
from pilein.rulesets.scrollhammer.state import Fight

FOLDER = Path(__file__).parent / "figures"
OPEN = "35/36 11/12 5/6 13/18 7/12 5/12 5/18 1/6 1/12 1/36"
ROUGH = "25/27 173/216 139/216 103/216 23/72 7/36 23/216 11/216 1/54 1/216"
LOWEST_TWO = {2: 16, 3: 27, 4: 34, 5: 36, 6: 34, 7: 27, 8: 19, 9: 12, 10: 7, 11: 3, 12: 1}
MORALE = {
    5: "1/6 1/12 1/36 1/36 1/36 1/36",
    6: "5/18 1/6 1/12 1/36 1/36 1/36",
    7: "5/12 5/18 1/6 1/12 1/36 1/36",
    8: "7/12 5/12 5/18 1/6 1/12 1/36",
    9: "13/18 7/12 5/12 5/18 1/6 1/12",
    10: "5/6 13/18 7/12 5/12 5/18 1/6",
}
LEADERSHIP = {4: "1/6", 5: "5/18", 6: "5/12", 7: "7/12", 8: "13/18", 9: "5/6", 10: "11/12"}


@pytest.fixture
def changed(tmp_path):
    """A scenario file of these figures with some of its words exchanged."""

    def written(name, *exchanges):
        text = (FOLDER / f"{name}.toml").read_text()
        for old, new in exchanges:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / f"{name}.toml"
        path.write_text(text)
        return path

    return written


def opened(path):
    scenario = load(path)
    return rules(scenario.ruleset).opened(scenario).state


def listed(words):
    return [Fraction(word) for word in words.split()]


@pytest.mark.parametrize(("name", "expected"), [("charge", OPEN), ("charge_through_difficult", ROUGH)])
@pytest.mark.parametrize("inches", range(3, 13))
def test_f_01_the_chance_to_reach_an_enemy(changed, name, expected, inches):
    found = odds(changed(name, ("[10, 14]", f"[10, {11 + inches}]")), "first", exact=True)
    assert found.chance("ChargeMade", "guards") == listed(expected)[inches - 3]


def test_f_01_the_laws_of_the_range():
    def rolled(event):
        return event.inches if isinstance(event, RangeRolled) else None

    def law(name):
        found = chances("scrollhammer", opened(FOLDER / f"{name}.toml"), charge_sub_phase, keep=rolled)
        return {inches: chance for (inches,), chance in found.told().items()}

    assert sum(inches * chance for inches, chance in law("charge").items()) == 7
    rough = law("charge_through_difficult")
    assert rough == {inches: Fraction(weight, 216) for inches, weight in LOWEST_TWO.items()}
    assert sum(inches * chance for inches, chance in rough.items()) == Fraction(133, 24)


def test_f_03_ten_attacks_of_guards_on_guards():
    losses = odds(FOLDER / "ten_attacks.toml", exact=True).figures.units[1].losses
    assert losses.mean == Fraction(5, 4)
    law = dict(losses.chances)
    assert [law[lost] for lost in range(5)] == [
        Fraction(282475249, 1073741824),
        Fraction(201768035, 536870912),
        Fraction(259416045, 1073741824),
        Fraction(12353145, 134217728),
        Fraction(12353145, 536870912),
    ]
    assert 1 - law[0] == Fraction(791266575, 1073741824)


@pytest.mark.parametrize("leadership", MORALE)
@pytest.mark.parametrize("margin", range(1, 7))
def test_f_05_the_chance_to_hold_after_losing(changed, leadership, margin):
    battle = opened(changed("lost_combat", ("Ld = 8", f"Ld = {leadership}")))
    lost = battle.beginning(Fight((0, 1), lead=-margin, met=((0, 1),)))
    found = chances("scrollhammer", lost, work_out, until="sweep.sweep")
    assert found.chance(lambda after: not after.fight.broken) == listed(MORALE[leadership])[margin - 1]


@pytest.mark.parametrize(
    ("models", "save", "unharmed"),
    [
        (1, False, Fraction(5, 6)),
        (1, True, Fraction(11, 12)),
        (5, False, Fraction(3125, 7776)),
        (5, True, Fraction(161051, 248832)),
        (10, False, Fraction(9765625, 60466176)),
        (10, True, Fraction(25937424601, 61917364224)),
    ],
)
def test_f_07_dangerous_terrain(changed, models, save, unharmed):
    battle = opened(changed("dangerous", *([] if save else [("Sv = 4\n", "")])))
    found = chances("scrollhammer", battle, *((dangerous_test, model, 1, 0) for model in range(models)))
    assert found.chance(lambda after: after.living(0) == 10) == unharmed
    assert found.mean(lambda after: 10 - after.living(0)) == Fraction(models, 12 if save else 6)


@pytest.mark.parametrize(("leadership", "expected"), LEADERSHIP.items())
def test_f_09_an_unmodified_leadership_test(changed, leadership, expected):
    brave = ("Ld = 7", f"Ld = {leadership}")
    near = ("[10, 14]", "[10, 13]")
    for path in (
        changed("stand_and_shoot", brave),
        changed("charge_through_difficult", brave, near),
        changed("charge", brave, near, ("facing = 180", "facing = 180\nfalling_back = true")),
    ):
        found = odds(path, "first", exact=True)
        assert found.chance("LeadershipTested", "reavers", passed=True) == Fraction(expected)


def test_f_11_a_mirror_of_five():
    found = odds(FOLDER / "mirror.toml", exact=True)
    for unit in found.figures.units:
        law = dict(unit.losses.chances)
        assert [law[lost] * 32768 for lost in range(6)] == [16807, 12005, 3430, 490, 35, 1]
    margin = dict(found.figures.margin.chances)
    assert margin[0] == Fraction(109650375, 268435456)
    ahead = sum(chance for lead, chance in margin.items() if lead > 0)
    assert ahead + found.chance("WipedOut", "red") == Fraction(158785081, 536870912)


@pytest.mark.parametrize(("attempts", "expected"), [(False, Fraction(1, 6)), (True, Fraction(19, 72))])
def test_f_13_what_a_counter_attack_is_worth(changed, attempts, expected):
    """The whole phase up to the result; the Guard does not strike and has Wounds for two blows."""
    path = changed("charge_through_difficult", ("[10, 14]", "[10, 13]"), ("W = 1\nI = 4\nA = 1", "W = 2\nI = 4\nA = 0"))

    def policy(_state, choice):
        return attempts if choice.clause == "SH-TE-03" else first(choice)

    found = chances("scrollhammer", opened(path), close_combat_phase, policy=policy, until=work_out)
    assert found.mean(lambda after: -after.fight.lead) == expected

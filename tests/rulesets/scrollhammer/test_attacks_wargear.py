"""SH-AT-06: special rules that wargear gives its bearer."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.position import Position
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.attacks import pair_bonus, weapons_to_fight_with
from pilein.rulesets.scrollhammer.checking import hints
from pilein.rulesets.scrollhammer.combat_events import Struck
from pilein.rulesets.scrollhammer.fight.directing import declare_attacks
from pilein.rulesets.scrollhammer.fight.striking import strike
from pilein.rulesets.scrollhammer.opening import opened
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Status
from pilein.rulesets.scrollhammer.vocabulary import VOCABULARY
from pilein.tabletop.fielding import in_force
from pilein.tabletop.loading import loads
from tests.rulesets.scrollhammer.builder import fight_of

FILE = """\
ruleset = "scrollhammer"
active = "red"
[profiles.guard]
WS = 4
S = 4
T = 3
W = 1
I = 4
A = 1
Ld = 8
Ward = 5
[weapons."mad axe"]
rules = ["Rampage", "Rending"]
[weapons.pavise]
shield = true
melee = false
rules = ["Parry"]
[[unit]]
name = "guards"
side = "red"
profile = "guard"
models = 1
formation = "skirmish"
weapons = ["mad axe"]
[[unit]]
name = "reavers"
side = "blue"
profile = "guard"
models = 4
formation = "skirmish"
weapons = ["hand weapon", "pavise"]
[press]
pairs = [["guards", "reavers"]]
"""


def start(text=FILE):
    return opened(loads(text, lambda _: VOCABULARY).scenario).state


def attacks_of_guards(text):
    """Return the number of attacks of a guard with the weapons in the given text, and the number of weapons with which
    it may fight.
    """
    traits = start(text).setup.kinds[0].traits
    table = Table(in_force(loads(text, lambda _: VOCABULARY).scenario, VOCABULARY))
    return 1 + pair_bonus(traits, Status(), table), weapons_to_fight_with(traits, Status(), table)


@pytest.mark.clause("SH-AT-06")
def test_a_model_with_a_rampage_weapon_rolls_for_more_attacks():
    """SH-WO-06: one axe bearer against four enemies makes D3 more attacks, each of which rends on a natural
    6 to wound.
    """
    made = start()
    ready = made.beginning(fight_of((0, 1), step=4, met=((0, 1),)))
    script = Script(RULESET, dice=[5, 1, 1, 1, 1, 1, 1, 1, 1], policy=None)
    script.play(Position(ready, ((declare_attacks.key,), (strike.key,))))
    script.assert_used_up()
    struck = [(event.unit, event.attacks) for event in script.events if isinstance(event, Struck)]
    assert struck == [("guards", 1 + 3), ("reavers", 4)]


def test_a_weapon_rule_about_attacks_applies_to_the_weapon_and_any_other_rule_to_its_bearer():
    red, blue = (kind.traits for kind in start().setup.kinds)
    assert red.rules == ("Rampage",)
    assert red.weapons[0].rules == ("Rampage", "Rending")
    assert blue.rules == ("Parry",)


def test_the_check_for_idle_wargear_does_not_report_a_parrying_shield():
    assert [line for line in hints(loads(FILE, lambda _: VOCABULARY).scenario) if "shield" in line] == []


@pytest.mark.clause("SH-AT-04")
@pytest.mark.parametrize("written", ["hand_weapon", "Hand Weapon", "hand weapon"])
def test_base_types_of_weapons_are_compared_regardless_of_spelling(written):
    pair = FILE.replace('rules = ["Rampage", "Rending"]', f'base_type = "{written}"')
    attacks, _ = attacks_of_guards(pair.replace('weapons = ["mad axe"]', 'weapons = ["sword", "mad axe"]'))
    assert attacks == 1 + 1


@pytest.mark.parametrize(("rules", "fought_with"), [('["melee"]', "staff"), ("[]", "bare weapon")])
def test_the_special_rules_of_a_unit_may_allow_its_models_to_strike_with_staffs(rules, fought_with):
    text = FILE.replace('weapons = ["mad axe"]', f'weapons = ["staff"]\nrules = {rules}')
    _, weapons = attacks_of_guards(text)
    assert [weapon.name for weapon in weapons] == [fought_with]

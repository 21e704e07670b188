"""Equal fights are solved only once and get the same result as if each were solved separately. Unequal fights are kept
apart.
"""

from functools import partial

import pytest

import pilein
from pilein.chain.explore.compiler import compiled
from pilein.engine.budget import UNMETERED
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.lab import known_fights, matrix, sensitivity, treatments
from pilein.lab.known_fights import KnownFights
from pilein.lab.scenarios import scenario_of
from pilein.lab.sweeping import sweep
from pilein.tabletop.loading import loads

WEAPONS = 6
PRESS = """
ruleset = "warstrike"
active = "watch"

[profiles.trooper]
Mv = 6
Aw = 12
WS = 3
Str = 3
Ar = 2
Ld = 2
Nv = 3
base = "25mm"

[[unit]]
name = "squad"
side = "watch"
profile = "trooper"
models = 1
weapons = ["{one}"]

[[unit]]
name = "raiders"
side = "raiders"
profile = "trooper"
models = 1
weapons = ["{other}"]

[press]
pairs = [["squad", "raiders"]]
"""


def scenario(one="rifle", other="rifle", *changes):
    text = PRESS.format(one=one, other=other)
    for before, after in changes:
        text = text.replace(before, after, 1)
    return scenario_of(loads(text, vocabulary).scenario, {})


def results_of(*scenarios):
    """Return the result of each fight, and the indices of the fights that were solved rather than reused."""
    fights, solved = KnownFights(), []

    def result(number, one):
        rules = ruleset_named(one.ruleset)
        begun = rules.opened(one)

        def solve():
            solved.append(number)
            return compiled(rules, begun, (rules.policy, rules.policy)).model, number

        return fights.result("", begun, UNMETERED, solve)

    return [result(number, one) for number, one in enumerate(scenarios)], solved


def test_fights_whose_weapons_differ_only_outside_close_combat_are_solved_once():
    found, solved = results_of(scenario(), scenario("carbine"), scenario("carbine", "carbine"))
    assert found == [0, 0, 0]
    assert solved == [0]


def test_fights_that_differ_in_weapons_or_models_or_profiles_are_all_solved():
    weapons = results_of(scenario(), scenario("heavy blade"), scenario("rifle", "heavy blade"))
    assert weapons == ([0, 1, 2], [0, 1, 2])
    models = results_of(scenario(), scenario("rifle", "rifle", ("models = 1", "models = 3")))
    assert models == ([0, 1], [0, 1])
    protected = results_of(scenario(), scenario("rifle", "rifle", ("Ld = 2", "Ld = 3")))
    assert protected == ([0, 1], [0, 1])


def test_fights_that_differ_only_in_a_ruling_that_is_never_consulted_are_solved_once():
    plain = scenario()
    unasked, asked = (scenario_of(plain, rulings) for rulings in ({"WS-R-15": "one-target"}, {"WS-R-03": "zero-auto"}))
    assert results_of(plain, unasked)[0] == [0, 0]
    assert results_of(plain, asked)[0] == [0, 1]


def test_a_second_question_about_the_same_fight_is_solved_separately():
    fights, rules = KnownFights(), ruleset_named("warstrike")
    begun = rules.opened(scenario())
    model = compiled(rules, begun, (rules.policy, rules.policy)).model
    assert fights.result("wins", begun, UNMETERED, lambda: (model, 1)) == 1
    assert fights.result("losses", begun, UNMETERED, lambda: (model, 2)) == 2
    assert fights.result("wins", begun, UNMETERED, lambda: (model, 3)) == 1


def test_fights_are_no_longer_compared_with_earlier_ones_after_too_many_misses(monkeypatch):
    monkeypatch.setattr(known_fights, "WASTED", 0)
    monkeypatch.setattr(known_fights, "AT_FIRST", 0)
    unlike = scenario("heavy blade")
    assert results_of(scenario(), unlike, scenario("carbine"))[1] == [0, 1, 2]
    assert results_of(scenario(), scenario())[1] == [0]


def test_fights_with_too_many_clauses_are_not_cached(monkeypatch):
    monkeypatch.setattr(known_fights, "MOST_CLAUSES", 10)
    assert results_of(scenario(), scenario())[1] == [0, 1]


class Counted:
    def __init__(self, monkeypatch, module):
        self.times = 0
        monkeypatch.setattr(module, "compiled", self)

    def __call__(self, *arguments, **named):
        self.times += 1
        return compiled(*arguments, **named)


def up_to_one_row(done, _wanted):
    if done == WEAPONS:
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("module", "ask"),
    [
        (matrix, lambda: pilein.matrix(scenario(), phases=1, progress=up_to_one_row)),
        (sensitivity, lambda: pilein.worth(scenario(), of="squad", explain=0)),
        (treatments, lambda: sweep(scenario(), {"profiles.trooper.Aw": range(4, 8)})),
    ],
    ids=["matrix", "worth", "sweep"],
)
def test_figures_reused_from_an_equal_fight_match_separately_solved_ones_to_the_last_bit(module, ask, monkeypatch):
    shared = Counted(monkeypatch, module)
    found = ask()
    monkeypatch.setattr(KnownFights, "_nearest", lambda *_: [])
    alone = Counted(monkeypatch, module)
    assert found.to_dict() == ask().to_dict()
    assert shared.times < alone.times


def test_a_sensitivity_analysis_is_the_same_whether_or_not_equal_fights_are_reused(monkeypatch):
    """In one pair of fights, a unit lacks the weapon that its counterpart names. These fights must count as different
    and raise no error.
    """
    ask = partial(pilein.worth, "examples/scrollhammer/duel.toml", vary="weapons", phases=1, explain=0)
    found = ask()
    monkeypatch.setattr(KnownFights, "_nearest", lambda *_: [])
    assert found.to_dict() == ask().to_dict()

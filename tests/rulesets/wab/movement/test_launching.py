"""Which answers launch a charge, and the odds of charges by distance."""

from fractions import Fraction

import pytest

import pilein
from pilein.kernel.requests import OneOf
from pilein.rulesets.wab.movement.charge_choice import NO_MORE, ChargeChoice, Offer
from pilein.rulesets.wab.movement.launching import declared
from tests.rulesets.wab.movement.charging import foot_at_archers

SCENE = """
ruleset = "wab"
active = "red"

[table]
width = 48
depth = 48

[profiles.man]
M = 4
WS = 3
S = 3
T = 3
I = 3
A = 1
Ld = 7
base = "20mm square"

[[unit]]
name = "foot"
side = "red"
profile = "man"
models = 20
formation = "close"
place = { x = 24, y = 10, facing = 0, files = 5 }

[[unit]]
name = "archers"
side = "blue"
profile = "man"
models = 10
formation = "open"
place = { x = 24, y = 20, facing = 180, files = 10 }
"""


def flees(_state, choice):
    answers = dict(choice.candidates())
    return answers.get("flee", next(iter(answers.values())))


def test_the_answer_is_a_charge_alone_where_that_is_legal() -> None:
    state = foot_at_archers(8)
    choice = ChargeChoice(0, (Offer(0, (1,)),), ("foot", "archers"))
    assert declared(state, choice, 0, 1) == (1, 0)
    assert declared(state, OneOf(0, "WAB-CH-02", "?", (False, True)), 0, 1) is None


def test_nobody_charges_beside_it_who_does_not_have_to() -> None:
    state = foot_at_archers(8)
    others = ChargeChoice(0, (Offer(2, (1, 3)),), ("foot", "archers", "horse", "slingers"))
    assert declared(state, others, 0, 1) == NO_MORE
    bound = ChargeChoice(0, (Offer(2, (1,), must=True),), ("foot", "archers", "fanatics"))
    assert declared(state, bound, 0, 1) is None


@pytest.mark.example("WAB-EX-04")
def test_a_charge_arrives_up_to_twice_the_rate_and_catches_slow_fleers(tmp_path) -> None:
    """4 inches and 2D6 of flight are no more than 8 in 6 cases of 36."""
    path = tmp_path / "charge.toml"
    path.write_text(SCENE, encoding="utf-8")
    held = pilein.charge(path, distances=[4, 8, 9], policy="first")
    assert [row.arrives for row in held.rows] == [1, 1, 0]
    fled = pilein.charge(path, distances=[4, 8], policy=("first", flees))
    assert [row.arrives for row in fled.rows] == [Fraction(1, 6), 0]
    assert [row.flees for row in fled.rows] == [1, 1]

"""The question who charges whom, which answers launch a charge, and the odds of charges by distance."""

from fractions import Fraction

import pytest

import pilein
from pilein.engine.log import said
from pilein.kernel.requests import OneOf
from pilein.rulesets.wab.charge_choice import NO_MORE, ChargeChoice, Offer, declared
from tests.rulesets.wab.movement.charging import foot_at_archers

NAMES = ("spears", "bows", "horse", "others")


def test_single_charges_come_first_then_none_then_several_together() -> None:
    choice = ChargeChoice(0, (Offer(0, (2, 3)), Offer(1, (2,))), NAMES)
    assert list(choice.candidates()) == [
        ("spears at horse", (2, 0)),
        ("bows at horse", (2, 1)),
        ("spears at others", (3, 0)),
        ("no more charges", ()),
        ("spears and bows at horse", (2, 0, 1)),
    ]
    assert all(choice.why_not(answer) is None for _, answer in choice.candidates())


def test_every_answer_has_words_offered_or_not() -> None:
    choice = ChargeChoice(0, (Offer(0, (3,)), Offer(1, (3,)), Offer(2, (3,))), NAMES)
    assert choice.why_not((3, 2, 0)) is None
    assert [said(choice, answer) for answer in ((3, 2, 0), (3, 1), ())] == [
        "horse and spears at others",
        "bows at others",
        "no more charges",
    ]


def test_the_refusal_of_an_answer_gives_the_reason() -> None:
    choice = ChargeChoice(0, (Offer(0, (2, 3)), Offer(1, (2,))), NAMES)
    assert choice.why_not((3, 1)) == "others is not a target for bows"
    assert choice.why_not((2, 2)) == "horse may not declare a charge"
    assert choice.why_not((2, 9)) == "unit 9 may not declare a charge"
    assert choice.why_not((2,)) == "name one or more different chargers after the target"
    assert choice.why_not((2, 0, 0)) == "name one or more different chargers after the target"
    assert choice.why_not("no") == "the answer is a target and its chargers by number, or nothing"


def test_a_unit_that_has_to_charge_leaves_no_way_out() -> None:
    choice = ChargeChoice(0, (Offer(0, (2,), must=True),), NAMES)
    assert choice.why_not(()) == "WAB-FZ-01: spears must charge"
    assert [answer for _, answer in choice.candidates()] == [(2, 0)]


def test_nobody_else_takes_the_only_target_from_who_has_to_charge() -> None:
    """WAB-FZ-01, WAB-R-35: all who charge one enemy are named together."""
    mad, madder, free = Offer(0, (3,), must=True), Offer(1, (3,), must=True), Offer(2, (3,))
    choice = ChargeChoice(0, (mad, madder, free), ("mad", "madder", "free", "foe"))
    assert choice.why_not((3, 2)) == "WAB-FZ-01: mad must charge foe too: it has no other target"
    assert choice.why_not((3, 2, 0)) == "WAB-FZ-01: madder must charge foe too: it has no other target"
    assert [choice.why_not(answer) for answer in ((3, 0, 1), (3, 2, 1, 0))] == [None, None]
    assert list(choice.candidates()) == [
        ("mad and madder at foe", (3, 0, 1)),
        ("mad and madder and free at foe", (3, 0, 1, 2)),
    ]
    elsewhere = ChargeChoice(0, (Offer(0, (3, 4), must=True), free), ("mad", "madder", "free", "foe", "other"))
    assert elsewhere.why_not((3, 2)) is None


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
    assert [row.run_down for row in fled.rows] == [Fraction(1, 6), 0]
    assert [row.gets_away for row in fled.rows] == [Fraction(5, 6), 1]
    assert [row.target_lost for row in fled.rows] == [Fraction(10, 6), 0]

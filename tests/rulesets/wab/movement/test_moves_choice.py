"""The question about a unit's move offers moves and refuses illegal ones."""

from typing import Any

import pytest
from msgspec.structs import replace

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import CHARIOT, RIDER, WARRIOR, G, U, battle, changed
from tests.rulesets.wab.moves import MARCHER, ahead, alone, choice, moved, refusal

FOE = U("foes", 1, ((WARRIOR, 5),), block=(40, 40, 180, 5))
LOOSE = U("ours", 0, ((WARRIOR, 3),), at=((20, 20), (22, 20), (21, 22)), formation="skirmish")
BATTLES = {
    "block": alone(FOE),
    "alone": alone(),
    "column": alone(FOE, models=8, files=1),
    "open order": alone(FOE, formation="open", models=14),
    "wood": alone(FOE, grounds=[G("difficult", ((10, 21), (40, 21), (40, 40), (10, 40)))]),
    "near": alone(U("foes", 1, ((WARRIOR, 5),), block=(25, 23, 180, 5))),
    "loose": battle(LOOSE, FOE),
    "corner": battle(U("ours", 0, ((MARCHER, 15),), block=(2.1, 2.5, 18000, 5)), FOE),
    "character": alone(FOE, traits=changed(WARRIOR, type="character"), models=1, files=1),
    "chariots": alone(FOE, traits=changed(RIDER, type="light chariot", musician=True), models=3, base=CHARIOT, files=3),
}


@pytest.mark.parametrize("name", BATTLES)
def test_all_moves_offered_are_legal_and_staying_is_always_one_of_them(name: str) -> None:
    state = BATTLES[name]
    offered = [answer for _, answer in choice(state).candidates()]
    assert ("stay", ()) in offered
    assert len(offered) == len(set(offered))
    assert all(choice(state).why_not(answer) is None for answer in offered)
    assert len({label for label, _ in choice(state).candidates()}) == len(offered)


@pytest.mark.clause("WAB-MA-08")
def test_a_marching_unit_may_turn_about_if_the_sentence_on_manoeuvres_in_a_march_is_struck() -> None:
    state = BATTLES["block"]
    setup = replace(state.setup, struck=frozenset({"WAB-MA-08"}))
    assert (choice(state).why_not(("march", (("about",),))) or "").startswith("WAB-MA-08")
    assert choice(replace(state, setup=setup)).why_not(("march", (("about",),))) is None


def test_the_first_move_offered_is_a_wheel_and_an_advance_towards_the_nearest_enemy() -> None:
    label, (pace, steps) = next(choice(BATTLES["block"]).candidates())
    assert (label, pace) == ('wheel 39.09 degrees right, move 1.11" towards the nearest enemy', "normal")
    assert [step[0] for step in steps] == ["wheel", "ahead"]
    after, _ = moved(BATTLES["block"], pace, *steps)
    standing = after.plane.standings[0]
    assert isinstance(standing, Block)
    across = (40 * INCH - standing.x) / (40 * INCH - standing.y)
    assert across == pytest.approx(16 / 20, abs=0.1)


def test_a_unit_already_facing_its_enemy_is_offered_no_wheel() -> None:
    state = alone(U("foes", 1, ((WARRIOR, 5),), block=(24, 40, 180, 5)))
    _, (_, steps) = next(choice(state).candidates())
    assert [step[0] for step in steps] == ["ahead"]


def test_a_wheel_that_uses_up_the_movement_is_offered_without_an_advance() -> None:
    behind = battle(U("ours", 0, ((changed(MARCHER, M=2), 30),), block=(24, 20, 0, 15)), FOE)
    label, (_, steps) = next(choice(behind).candidates())
    assert label == "wheel 9.68 degrees right towards the nearest enemy"
    assert [step[0] for step in steps] == ["wheel"]


def test_each_move_offered_states_its_distance() -> None:
    labels = [label for label, _ in choice(BATTLES["open order"]).candidates()]
    for label in ('march 8.00" straight on', "turn about", 'turn about, move 4.00"', "one rank more: 4 wide", "stay"):
        assert label in labels
    far = battle(U("ours", 0, ((changed(MARCHER, M=1), 30),), block=(24, 20, 0, 15)), FOE)
    assert any(label.startswith("march: wheel 9.68 degrees right") for label, _ in choice(far).candidates())


@pytest.mark.parametrize(
    "answer",
    [
        None,
        (),
        "stay",
        ("stay",),
        ("hop", ()),
        ("normal", ("ahead", 5)),
        ("normal", (("ahead",),)),
        ("normal", (("ahead", 1.5),)),
        ("normal", (("ahead", True),)),
        ("normal", (("jump", 5),)),
        ("normal", ((),)),
        ("normal", ()),
        ("stay", (("about",),)),
    ],
)
def test_malformed_move_answers_are_refused(answer: Any) -> None:
    assert choice(alone()).why_not(answer)


def test_movement_steps_for_loose_models_are_refused_for_units_in_ranks_and_vice_versa() -> None:
    assert refusal(alone(), "normal", ("shift", 0, INCH)).startswith("a unit in ranks")
    assert refusal(BATTLES["loose"], "normal", ahead(1)).startswith("loose models")


def test_the_question_about_a_move_names_the_unit_and_its_side() -> None:
    asked = choice(alone())
    assert (asked.side, asked.clause) == (0, "WAB-SEQ-04")


def states() -> list[Battle]:
    return list(BATTLES.values())


def test_two_move_questions_asked_from_the_same_state_are_equal() -> None:
    assert all(choice(state) == choice(state) for state in states())

"""`pilein.Game` offers questions, options, copies, dice and files to the programs that use it."""

import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import pilein
from pilein.kernel.errors import BadInput, IllegalAnswer, PileInError
from pilein.kernel.requests import OneOf, Several, Split

ROOT = Path(__file__).parents[2]
BOARDING = ROOT / "examples/warstrike/boarding.toml"
PRESS = ROOT / "examples/warstrike/press.toml"
DUEL = ROOT / "examples/scrollhammer/duel.toml"
EXAMPLES = sorted((ROOT / "examples").glob("*/*.toml"))
LOADED = """
import pickle, sys
game = pickle.load(sys.stdin.buffer)
game.choose(0)
sys.stdout.buffer.write(pickle.dumps(game))
"""


def begun() -> pilein.Game:
    return pilein.Game(BOARDING, seed=1)


# --- questions ------------------------------------------------------------


def test_a_new_game_runs_to_its_first_question():
    game = begun()
    assert isinstance(game.pending, pilein.Question)
    assert (game.pending.side, game.pending.kind) == ("crew", "one of")
    assert game.pending.schema() == {"enum": [1, -1]}
    assert [option.index for option in game.options] == [0, 1]


def test_the_options_of_a_forked_game_have_the_same_order_as_in_the_original_game():
    assert begun().options == begun().options
    assert begun().fork(9).options == begun().options


def test_an_answer_may_be_given_as_a_value_or_by_the_index_of_its_option():
    one, other = begun(), begun()
    one.choose(1)
    other.answer(other.options[1].answer)
    assert one.position == other.position


def test_an_answer_read_from_json_may_have_lists_in_place_of_tuples():
    game = pilein.Game(ROOT / "examples/wab/two_armies.toml", battle=True)
    while isinstance(game.pending, pilein.Question) and not isinstance(game.options[-1].answer, tuple):
        game.choose(0)
    game.answer(json.loads(json.dumps(game.options[-1].answer)))


def test_an_illegal_answer_in_a_game_is_refused_and_the_reason_is_given():
    game = begun()
    with pytest.raises(IllegalAnswer):
        game.answer(7)
    with pytest.raises(BadInput, match="give an index from 0 to 1"):
        game.choose(2)
    assert game.pending.why_not(7) == "it is not one of the options, which are 1, -1"
    over = pilein.Game(PRESS, "sensible")
    assert over.pending is None
    with pytest.raises(PileInError):
        over.answer(1)


@pytest.mark.parametrize(
    ("choice", "kind", "schema"),
    [
        (OneOf(0, "X-01", "which?", (1, 2)), "one of", {"enum": [1, 2]}),
        (
            Several(0, "X-01", "which?", ("a", "b"), 0, 2),
            "several",
            {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 0, "maxItems": 2, "uniqueItems": True},
        ),
        (
            Split(1, "X-01", "how many?", 3, ("a", "b")),
            "split",
            {
                "type": "array",
                "items": {"type": "integer", "minimum": 0, "maximum": 3},
                "minItems": 2,
                "maxItems": 2,
                "description": "adds up to 3",
            },
        ),
    ],
)
def test_a_question_describes_its_possible_answers_in_a_schema(choice, kind, schema):
    question = pilein.Question(choice, ("red", "blue"))
    assert (question.kind, question.schema(), question.is_complete) == (kind, schema, True)
    assert json.dumps(question.schema())
    assert question.side == ("red", "blue")[choice.side]


def test_every_option_of_a_question_about_a_move_is_a_legal_answer():
    game = pilein.Game(ROOT / "examples/wab/two_armies.toml", battle=True)
    while game.pending.kind != "other":
        game.choose(0)
    assert not game.pending.is_complete
    assert all(game.pending.why_not(option.answer) is None for option in game.options)
    json.dumps(game.pending.schema())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_first_position_of_every_example_can_be_drawn_as_text_and_viewed_as_json(path):
    game = pilein.Game(path)
    shown = str(game)
    assert max(map(len, shown.splitlines()[1:])) <= 120
    view = game.view()
    plain = json.loads(json.dumps(view.to_dict()))
    assert [unit["name"] for unit in plain["units"]] == [unit.name for unit in game.scenario.units]
    assert all(unit.name in shown for unit in view.units)
    assert all(len(unit.models) <= unit.left <= unit.before for unit in view.units)


# --- the view ------------------------------------------------------------


def test_the_view_of_a_game_has_positions_in_inches_and_the_statuses_of_units():
    game = begun()
    view = game.view()
    pirates = view.unit("pirates")
    place = game.scenario.units[0].positions[0]
    assert (pirates.models[0].x, pirates.models[0].y) == pytest.approx((place.x / 127000, place.y / 127000), abs=1e-4)
    assert pirates.statuses["routed"] is False
    assert (view.active, view.asked, view.sides) == ("boarders", "crew", ("boarders", "crew"))
    with pytest.raises(BadInput, match="pirate: there is no unit with this name; did you mean 'pirates'"):
        view.unit("pirate")


def test_models_in_the_press_have_no_position_in_the_view_of_a_game():
    view = pilein.Game(PRESS, "sensible", dice="ask").view()
    assert view.table is None
    assert {model.x for unit in view.units for model in unit.models} == {None}
    assert view.units[0].in_contact_with == ("blue squad",)


# --- copies ------------------------------------------------------------


def test_answering_in_a_copy_of_a_game_leaves_the_original_unchanged():
    game = begun()
    before = game.position
    twin = game.with_answer(game.options[0].answer)
    assert game.position == before
    game.choose(0)
    assert twin.position == game.position
    assert twin.record == game.record


def test_undo_takes_back_the_last_decision():
    game = begun()
    before = game.position
    game.choose(0)
    game.undo()
    assert game.position == before


def test_a_game_can_be_saved_and_loaded(tmp_path):
    game = begun()
    game.choose(0)
    game.save(tmp_path / "game.json")
    for again in (
        pilein.Game.load(tmp_path / "game.json"),
        pilein.Game.load(game.save()),
        pilein.Game.load(game.save().decode()),
        pilein.load(tmp_path / "game.json"),
    ):
        assert again.position == game.position
        assert again.options == game.options


def test_a_pickled_game_continues_in_a_second_process():
    game = begun()
    program = [sys.executable, "-c", LOADED]
    done = subprocess.run(program, input=pickle.dumps(game), capture_output=True, check=True)
    again = pickle.loads(done.stdout)
    game.choose(0)
    assert {game.position: "known"}[again.position] == "known"
    assert again.record == game.record


# --- chance ------------------------------------------------------------


def ends(game: pilein.Game, chance: Fraction = Fraction(1)) -> Iterator[tuple[str, Fraction]]:
    """Yield every possible end of a game whose dice have not been rolled, with the probability of that end."""
    if game.is_over:
        first, second = game.view().units
        yield ("red wins" if second.is_beaten > first.is_beaten else "other"), chance
    for outcome in game.outcomes:
        yield from ends(game.with_outcome(outcome), chance * outcome.chance)


def test_a_search_over_all_outcomes_of_a_duel_agrees_with_the_odds_of_the_duel():
    scenario = pilein.Scenario.load(ROOT / "examples/wwpd/knights_against_brutes.toml")
    names = [unit.name for unit in scenario.units]
    for name in names:
        scenario = scenario.with_unit(name, **_single(scenario, name))
    game = pilein.Game(scenario, "sensible", dice="ask")
    found = list(ends(game))
    assert sum(chance for _, chance in found) == 1
    first = scenario.sides[0].name
    exact = dict(pilein.odds(scenario, "sensible", exact=True, phases=1).figures.outcome)[f"{first} wins"]
    assert sum(chance for end, chance in found if end == "red wins") == exact


def _single(scenario: pilein.Scenario, name: str) -> dict[str, object]:
    unit = next(unit for unit in scenario.to_dict()["unit"] if unit["name"] == name)
    only: dict[str, object] = {"models": 1, "members": None}
    if "positions" in unit:
        only["positions"] = unit["positions"][:1]
    return only


def test_a_game_with_open_dice_waits_at_each_roll():
    game = pilein.Game(PRESS, "sensible", dice="ask")
    assert isinstance(game.pending, pilein.PendingRoll)
    assert sum(outcome.chance for outcome in game.outcomes) == 1
    assert [outcome.index for outcome in game.outcomes] == list(range(len(game.outcomes)))
    after = game.with_outcome(3)
    assert after.position == game.with_outcome(game.outcomes[3]).position
    assert after.position != game.position
    assert after.options == ()


def test_a_fork_with_open_dice_offers_the_outcomes_of_the_next_roll_to_a_search():
    game = pilein.Game(BOARDING, {"boarders": "sensible"}, seed=1)
    twin = game.fork(dice="ask")
    while isinstance(twin.pending, pilein.Question):
        twin.choose(0)
    assert twin.outcomes
    assert game.outcomes == ()


def test_a_game_with_chosen_outcomes_has_no_record_but_can_be_pickled():
    game = pilein.Game(PRESS, "sensible", dice="ask").with_outcome(0)
    with pytest.raises(PileInError, match="no record"):
        game.save()
    assert pickle.loads(pickle.dumps(game)).position == game.position


def test_a_roll_outcome_that_is_not_possible_is_refused():
    game = pilein.Game(PRESS, "sensible", dice="ask")
    with pytest.raises(BadInput, match="outcomes"):
        game.with_outcome(1000)
    with pytest.raises(IllegalAnswer):
        game.with_outcome(pilein.Outcome(0, 99, 1, Fraction(1)))


# --- pictures ------------------------------------------------------------


def test_a_game_can_be_drawn_and_its_repr_is_one_short_line():
    game = begun()
    assert game.to_svg().startswith("<svg")
    assert len(repr(game).splitlines()) == 1
    assert len(repr(game)) < 120


def test_a_single_lost_wound_is_worded_in_the_singular():
    game = pilein.Game(DUEL, ("sensible", "first"), seed=3)
    assert "1 noble (houses): locked in combat, 1 wound lost" in str(game)


def test_a_game_object_has_the_same_document_as_the_same_game_played_by_the_play_function():
    game = pilein.Game(DUEL, "sensible", seed=3)
    assert game.document() == pilein.play(DUEL, seed=3).document()

"""`import pilein` offers exactly the intended public names."""

import json
import subprocess
import sys
import typing
from io import BytesIO
from pathlib import Path

import pytest

import pilein
from pilein.engine.policies import first

ROOT = Path(__file__).parents[1]
DUEL = ROOT / "examples/scrollhammer/duel.toml"
PRESS = ROOT / "examples/warstrike/press.toml"
CHARGE = ROOT / "examples/wwpd/charge.toml"
BATTLE = ROOT / "examples/wwpd/plain_men.toml"
QUICK = "import sys, pilein; sys.exit(any(name.startswith('pilein.') or name == 'numpy' for name in sys.modules))"
RESULTS = {
    "play": lambda: pilein.play(DUEL, seed=3),
    "battle": lambda: pilein.battle(BATTLE, seed=3),
    "odds": lambda: pilein.odds(DUEL, phases=1),
    "simulate": lambda: pilein.simulate(DUEL, n=100, phases=1),
    "charge": lambda: pilein.charge(CHARGE, distances=(4, 8)),
    "matrix": lambda: pilein.matrix(BATTLE, phases=1, budget="20s,2GB"),
    "worth": lambda: pilein.worth(DUEL, of="noble", phases=1),
    "best": lambda: pilein.best(DUEL, phases=1),
    "compare": lambda: pilein.compare(DUEL, values={"SH-HI-03.even": 3}, phases=1),
    "sweep": lambda: pilein.sweep(DUEL, {"SH-HI-03.even": (3, 4)}, phases=1),
}


@pytest.fixture(scope="module", params=RESULTS)
def result(request):
    return RESULTS[request.param]()


# --- names ------------------------------------------------------------


def test_dir_and_help_list_exactly_the_public_names():
    assert dir(pilein) == sorted(pilein.__all__)
    for name in pilein.__all__:
        assert getattr(pilein, name) is not None
        assert name == "__version__" or name in (pilein.__doc__ or "") or name[0].isupper()


def test_importing_pilein_imports_none_of_its_large_modules():
    assert subprocess.run([sys.executable, "-c", QUICK], check=False).returncode == 0


def test_asking_pilein_for_an_unknown_name_raises_an_attribute_error():
    with pytest.raises(AttributeError, match="nothing"):
        _ = pilein.nothing


def test_every_public_function_has_explicit_keywords_and_a_parameter_for_policies():
    for name in ("play", "battle", "odds", "simulate", "charge", "matrix", "worth", "best", "compare", "sweep"):
        hints = typing.get_type_hints(getattr(pilein, name))
        assert "manner" not in hints
        assert "policy" in hints


def test_all_public_errors_share_a_base_class():
    errors = [getattr(pilein, name) for name in pilein.__all__ if isinstance(getattr(pilein, name), type)]
    errors = [one for one in errors if issubclass(one, BaseException)]
    assert len(errors) == 12
    assert all(issubclass(one, pilein.PileInError) for one in errors)


# --- results ----------------------------------------------------------


def test_every_result_is_a_report_with_a_document_a_picture_and_rows(result):
    assert isinstance(result, pilein.Report)
    assert json.loads(json.dumps(result.document()))
    assert result.to_svg().startswith("<svg")
    assert "<table>" in result._repr_html_()
    rows = result.to_dict()
    assert rows
    assert {tuple(row) for row in rows} == {tuple(rows[0])}


def test_the_rows_of_every_answer_can_be_written_as_a_parquet_file(result):
    arrow = pytest.importorskip("pyarrow.parquet", reason="the extra `report` is not installed")
    table = arrow.read_table(BytesIO(result.to_parquet()))
    assert table.num_rows == len(result.to_dict())
    assert table.column_names == list(result.to_dict()[0])


def test_the_repr_of_every_result_is_short(result):
    assert len(repr(result).splitlines()) == 1
    assert len(repr(result)) < 300
    assert len(str(result)) > 40


# --- policies ---------------------------------------------------------


TOLD = {
    "play": lambda policy: pilein.play(DUEL, policy, seed=3).events,
    "battle": lambda policy: pilein.battle(BATTLE, policy, seed=3, turns=1).events,
    "odds": lambda policy: pilein.odds(DUEL, policy, phases=1).document(),
    "simulate": lambda policy: pilein.simulate(DUEL, policy, n=50, phases=1).document(),
    "worth": lambda policy: pilein.worth(DUEL, policy, of="noble", vary="models", phases=1).document(),
    "best": lambda policy: pilein.best(DUEL, policy, phases=1).document(),
}


@pytest.mark.parametrize("ask", TOLD)
def test_every_function_accepts_policies_in_the_same_forms(ask):
    one, other = (side.name for side in pilein.Scenario.load(BATTLE if ask == "battle" else DUEL).sides)
    forms = ("first", first, ("first", first), {one: "first", other: first})
    told = [TOLD[ask](policy) for policy in forms]
    assert told == told[:1] * len(forms)


def test_the_sensible_policy_plays_a_side_for_which_no_policy_is_given():
    one = pilein.Scenario.load(DUEL).sides[0].name
    assert (
        pilein.odds(DUEL, {one: "first"}, phases=1).document()
        == pilein.odds(DUEL, ("first", "sensible"), phases=1).document()
    )


def test_an_unknown_side_in_the_policies_is_reported():
    with pytest.raises(pilein.BadInput, match="did you mean 'red'"):
        pilein.odds(PRESS, {"rde": "first"}, phases=1)
    with pytest.raises(pilein.BadInput, match="is not a policy"):
        pilein.play(PRESS, ("first", "first", "first"))


# --- dice and answers -------------------------------------------------


def test_a_game_played_with_recorded_dice_and_answers_equals_the_original():
    game = pilein.Game(ROOT / "examples/warstrike/boarding.toml", {"boarders": "sensible"}, seed=1)
    answers = []
    while game.pending:
        answers.append(game.options[0].answer)
        game.choose(0)
    record = game.record
    faces = [face for given in record.answers if given.kind == "roll" for face in given.answer]
    again = pilein.play(
        ROOT / "examples/warstrike/boarding.toml", {"boarders": "sensible"}, dice=faces, answers=answers
    )
    assert again.events == game.events


def test_the_play_function_refuses_dice_and_answers_that_are_left_unused():
    with pytest.raises(pilein.ScriptError, match="dice are unused"):
        pilein.play(PRESS, dice=[1] * 5000)
    with pytest.raises(pilein.ScriptError, match="some of the given answers are unused, beginning with 1"):
        pilein.play(DUEL, "sensible", answers=[{"answer": 1}, 2])
    with pytest.raises(pilein.BadInput, match="not a list of dice faces"):
        pilein.play(PRESS, dice="six")

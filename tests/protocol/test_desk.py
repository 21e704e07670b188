"""The desk answers requests about games, words, books, scenarios and odds, or refuses them."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

import pilein
from pilein.engine.rulesets import rulesets_from
from pilein.kernel.record import as_json
from pilein.lab.scenarios import Scenario
from pilein.lab.sensitivity_figures import Refused as Left
from pilein.protocol.desk import reply
from pilein.protocol.from_page import (
    AskBook,
    AskCharge,
    AskCheck,
    AskExample,
    AskGames,
    AskOdds,
    AskStory,
    AskToml,
    AskWords,
    AskWorth,
    Undo,
)
from pilein.protocol.messages import written
from pilein.protocol.replies import Games, Odds, Refused, ScenarioChecked, Words
from tests.protocol.sitting import example

FIVE = ("scorched", "scrollhammer", "wab", "warstrike", "wwpd")
DUEL = "scrollhammer/duel.toml"
FENCE = (Path(__file__).parents[1] / "duel.py").read_text(encoding="utf-8")


def all_examples():
    games = reply(AskGames(id=1))
    assert isinstance(games, Games)
    return [one.name for game in games.games for one in game.examples]


@pytest.mark.usefixtures("apart")
def test_the_desk_lists_every_game_with_its_title_its_policies_and_its_examples():
    games = reply(AskGames(id=7), is_served=True)
    assert isinstance(games, Games)
    assert (games.id, games.is_served, games.has_numpy) == (7, True, True)
    assert [game.title for game in games.games] == ["Scorched", "Scrollhammer", "WAB", "WarStrike", "WWPD"]
    assert all("sensible" in game.policies and game.examples for game in games.games)
    duel = next(one for game in games.games for one in game.examples if one.name == DUEL)
    assert (duel.is_press, duel.is_battle) == (True, False)


def test_an_external_ruleset_is_listed_at_the_desk_with_its_samples(tmp_path, apart):
    (tmp_path / "fence.py").write_text(FENCE, encoding="utf-8")
    rulesets_from(tmp_path)
    games = reply(AskGames(id=1))
    assert isinstance(games, Games)
    (found,) = next(game for game in games.games if game.ruleset == "duel").examples
    assert (found.name, found.is_press) == ("duel/sample.toml", True)
    assert found.title == "Two lines that strike in turn"
    checked = reply(AskExample(id=2, name=found.name))
    assert isinstance(checked, ScenarioChecked)
    assert checked.faults == ()
    other = reply(AskExample(id=3, name="duel/samples.toml"))
    assert isinstance(other, Refused)
    assert "duel/sample.toml" in other.remedy


@pytest.mark.parametrize("name", all_examples())
def test_every_example_is_valid_at_the_desk_and_unchanged_by_a_round_trip_through_its_data(name):
    found = reply(AskExample(id=1, name=name))
    assert isinstance(found, ScenarioChecked)
    assert (found.faults, found.board is None) == ((), False)
    again = reply(AskToml(id=2, scenario=found.scenario))
    assert (again.scenario, again.board, again.faults) == (found.scenario, found.board, ())
    assert pilein.Scenario.from_text(again.toml) == pilein.Scenario.from_text(found.toml)


def test_an_unknown_example_is_refused_at_the_desk_with_a_suggestion():
    refused = reply(AskExample(id=1, name="scrollhammer/dual.toml"))
    assert isinstance(refused, Refused)
    assert DUEL in refused.remedy


def test_all_faults_of_a_scenario_checked_at_the_desk_are_reported_with_lines_and_remedies():
    text = example(DUEL).replace("models = 1", "models = 0").replace("[press]", "[pres]")
    checked = reply(AskCheck(id=1, toml=text))
    assert isinstance(checked, ScenarioChecked)
    assert checked.board is None
    assert checked.scenario is not None
    assert len(checked.faults) >= 2
    assert all(fault.line and fault.remedy for fault in checked.faults)


def test_checking_text_that_is_not_toml_gives_a_fault_and_no_scenario_data():
    checked = reply(AskCheck(id=1, toml="x = "))
    assert (checked.scenario, checked.board, checked.faults[0].line) == (None, None, 1)


def test_the_odds_computed_at_the_desk_match_those_of_the_library():
    found = reply(AskOdds(id=1, toml=example(DUEL)))
    assert isinstance(found, Odds)
    exact = dict(pilein.odds(pilein.Scenario.from_text(example(DUEL))).figures.outcome)
    assert found.is_exact
    assert [Fraction(exact[side.wins.words]) == pytest.approx(side.wins.chance, abs=1e-15) for side in found.sides]
    assert [side.wins.chance for side in found.sides] == [float(exact[side.wins.words]) for side in found.sides]
    for side in found.sides:
        assert sum(how.chance for how in side.how) == pytest.approx(side.wins.chance)
    for unit in found.units:
        assert sum(one.chance for one in unit.losses) == pytest.approx(1)
        assert len(unit.losses) == unit.models + 1
    assert sum(one.chance for one in found.phases) == pytest.approx(1)
    assert found.assumes


def test_answers_fixed_at_the_desk_work_as_they_do_on_the_command_line():
    toml = example("wab/press.toml")
    kinds = {type(reply(AskOdds(id=1, toml=toml, phases=1, fixed=(one,)))) for one in ("WAB-FL-02=hold",)}
    assert kinds == {Odds}
    refused = reply(AskOdds(id=1, toml=toml, fixed=("hold",)))
    assert isinstance(refused, Refused)
    assert refused.key == "fixed"


@pytest.mark.parametrize("games", [0, -5, 10_001, 10**15])
def test_an_impossible_number_of_games_is_refused_at_the_desk(games):
    refused = reply(AskOdds(id=1, toml=example(DUEL), games=games))
    assert isinstance(refused, Refused)
    assert (refused.key, refused.remedy) == ("games", "ask for 1 to 10,000 games")


@pytest.mark.parametrize("kind", [AskCharge, AskWorth])
def test_an_overlong_unit_name_is_shortened_in_a_refusal_by_the_desk(kind):
    refused = reply(kind(id=1, toml=example("wwpd/charge.toml"), unit="x" * 100_000))
    assert isinstance(refused, Refused)
    assert max(len(refused.reason), len(refused.key), len(refused.remedy)) <= 1003


def test_the_desk_gives_the_probability_of_a_charge_by_distance():
    found = reply(AskCharge(id=1, toml=example("wwpd/charge.toml")))
    assert [(one.distance, one.outcomes[0].chance) for one in found.points][-2:] == [(11, 0.0), (12, 0.0)]
    assert found.why == ('from 9", 10", 11", 12": no charge arrives, whatever is rolled',)


def test_the_message_about_a_charge_contains_the_probability_of_every_outcome():
    toml = (Path(__file__).parents[1] / "lab/figures/charge_caught.toml").read_text(encoding="utf-8")
    found = reply(AskCharge(id=1, toml=toml))
    six = next(one for one in found.points if one.distance == 6)
    assert {one.words: pytest.approx(one.chance, abs=1e-6) for one in six.outcomes} == {
        "charge arrives": 13 / 18,  # the target holds: 2D6 of 6 or more
        "target run down": 0,
        "target gets away": 0,
        "charge fails": 5 / 18,
    }
    assert (six.lost, six.target_lost) == ("0.00", "0.00")


def test_the_desk_reports_the_effect_of_a_change_on_the_wins_of_both_sides():
    found = reply(AskWorth(id=1, toml=example(DUEL), unit="noble"))
    assert found.base[0] == pytest.approx(0.516, abs=1e-3)
    first = found.changes[0]
    assert (first.words, first.unit) == ("models 1 -> 2", "noble")
    assert first.wins[0] == pytest.approx(-first.wins[1], abs=1e-6)


def test_the_desk_distinguishes_changes_without_effect_from_changes_not_worked_out(monkeypatch):
    left_out = (
        Left("noble", "models 1 -> 2", "the limit of 60 s was reached; raise the limit with --limit", is_spent=True),
        Left("noble", "a standard", "exact odds take too many states"),
    )
    found = pilein.worth(Scenario.from_text(example(DUEL)), of="noble", vary="models", explain=0)
    monkeypatch.setattr(
        "pilein.protocol.odds_messages.worth", lambda *_, **__: replace(found, effects=(), left_out=left_out)
    )
    answer = reply(AskWorth(id=1, toml=example(DUEL), unit="noble"))
    assert (answer.without_effect, answer.out_of_time) == ((), ("noble: models 1 -> 2",))
    assert answer.left_out == ("noble: a standard (exact odds take too many states)",)


@pytest.mark.parametrize("ruleset", FIVE)
def test_the_desk_has_a_list_of_words_and_a_book_for_every_game(ruleset):
    words, book = reply(AskWords(id=1, ruleset=ruleset)), reply(AskBook(id=2, ruleset=ruleset))
    assert isinstance(words, Words)
    assert {"name", "side", "models", "weapons"} <= {field.key for field in words.unit}
    assert all(field.words for field in (*words.profile, *words.unit, *words.member, *words.weapon))
    keys = {one.key for one in book.sentences}
    assert all(set(ruling.sentences) <= keys for ruling in book.rulings)
    assert all(set(step.sentences) <= keys for step in book.order_of_play)
    assert any(one.clauses for one in book.sentences)
    assert b"pilein words" not in written(words)
    assert written(book)


def plain_unit(words, side, weapons):
    formation = next((field.options[0] for field in words.unit if field.key == "formation"), None)
    found = {"name": f"{side} unit", "side": side, "profile": "plain", "models": 10, "weapons": weapons}
    return found | ({"formation": formation} if formation else {})


@pytest.mark.parametrize("ruleset", FIVE)
def test_two_units_with_the_default_profile_can_fight_with_every_weapon(ruleset):
    words = reply(AskWords(id=1, ruleset=ruleset))
    plain = {field.key: field.plain for field in words.profile if field.is_required}
    assert all(field.plain is None for field in words.profile if not field.is_required)
    for weapon in (one.name for one in words.words if one.topic == "weapons"):
        scenario = {"ruleset": ruleset, "active": "red", "profiles": {"plain": plain}}
        scenario["unit"] = [plain_unit(words, "red", [weapon]), plain_unit(words, "blue", [])]
        scenario["press"] = {"pairs": [["red unit", "blue unit"]]}
        assert reply(AskToml(id=2, scenario=scenario)).faults == ()


@pytest.mark.parametrize("ruleset", FIVE)
def test_every_option_of_every_ruling_can_be_set_in_a_scenario_at_the_desk(ruleset):
    book = reply(AskBook(id=1, ruleset=ruleset))
    names = (one for one in all_examples() if one.startswith(f"{ruleset}/"))
    scenario = reply(AskExample(id=2, name=min(names, key=lambda one: len(example(one))))).scenario
    for ruling in book.rulings:
        for option, _ in ruling.options:
            reading = {"option": option, "n": 7} if option in ruling.numbered else option
            found = reply(AskToml(id=3, scenario=scenario | {"rulings": {ruling.key: reading}}))
            assert not any(fault.key.startswith("rulings") for fault in found.faults)


def test_a_preset_chosen_at_the_desk_sets_its_rulings_and_a_scenario_may_override_them():
    chosen = {one.key: one.included_by for one in reply(AskBook(id=1, ruleset="scrollhammer")).rulings}
    assert chosen["SH-R-01"] is None
    key, preset = next((key, preset) for key, preset in chosen.items() if preset is not None)
    assert (preset.ruling, preset.option) == ("SH-R-01", "fantasy-first")
    scenario = reply(AskExample(id=2, name="scrollhammer/duel.toml")).scenario
    for more, option in (({}, preset.chooses), ({key: "default"}, "default")):
        text = reply(AskToml(id=3, scenario=scenario | {"rulings": {"SH-R-01": "fantasy-first"} | more})).toml
        assert Scenario.from_text(text).rulings[key].option == option


def test_messages_meant_for_a_table_are_refused_at_the_desk():
    refused = reply(Undo(id=3))
    assert isinstance(refused, Refused)
    assert (refused.id, refused.remedy) == (3, "join a table first")


DEEP: dict[str, object] = {}
for _ in range(100):
    DEEP = {"a": DEEP}


@pytest.mark.parametrize(
    "scenario",
    [
        {},
        {"ruleset": None},
        {"ruleset": "wab", "x": [1, None]},
        DEEP,
        {"[evil]\nruleset": 1},
        {"unit": [{"a b": 1}]},
        {"profiles": 3},
        {"ruleset": "\u0000\u007f"},
        {"unit": {"a": {"b": "\ud800"}}},
        {"x": float("inf")},
    ],
)
def test_hostile_scenario_data_sent_to_the_desk_is_refused_or_gets_a_list_of_faults(scenario):
    found = reply(AskToml(id=1, scenario=scenario))
    assert isinstance(found, Refused) or (isinstance(found, ScenarioChecked) and found.faults)


@pytest.mark.parametrize(
    "toml",
    [
        "a=" + "[" * 100_000,
        "a." * 10_000 + "b=1",
        "x" * 300_000,
        'ruleset = "scrollhammer"\nunits = "/etc/passwd"\n',
        example(DUEL).replace("models = 1", "models = 99999999"),
        example(DUEL) + "\x00",
    ],
)
def test_hostile_scenario_text_sent_to_the_desk_is_refused_or_gets_a_list_of_faults(toml):
    found = reply(AskCheck(id=1, toml=toml))
    assert isinstance(found, ScenarioChecked)
    assert found.faults
    assert "root:" not in str(found)
    assert isinstance(reply(AskOdds(id=1, toml=toml)), Refused)


def test_every_line_of_a_replay_has_wording_even_for_a_roll_without_dice():
    game = pilein.Game("examples/scrollhammer/demo.toml", "sensible", seed=7)
    story = reply(AskStory(id=1, record=as_json(game.record).decode()))
    lines = [line for happened in story.happened for line in happened.lines]
    assert all(line.text for line in lines)
    assert any(line.kind == "roll" and not line.dice and "no dice to roll" in line.text for line in lines)

"""The numbers in a rules text can be changed in a scenario or for one run, and the change applies to play, records,
replays and odds.
"""

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import pilein
from pilein.cli.main import main
from pilein.engine.replay import check, replayed
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput, BadRuleset, BadScenario, UnknownRule
from pilein.kernel.numbers import Number, read_numbers, set_to
from pilein.kernel.record import as_json, read, sealed
from pilein.kernel.rulings import Reading
from pilein.kernel.table import Table
from pilein.lab.scenarios import scenario_of
from tests.rulesets.texts import NAMES

DUEL = "examples/scrollhammer/stubborn.toml"
WORTH = "worth --phases 1 --of legionaries --vary bearers --explain 0"
EVEN = "SH-HI-03.even"  # the score to hit between equals: 4 to 2 or 6


def written(tmp_path, lines, name="numbers.toml"):
    text = Path(DUEL).read_text()
    path = tmp_path / name
    place = text.index("[profiles")
    path.write_text(f"{text[:place]}[numbers]\n{lines}\n\n{text[place:]}")
    return path


# --- the files of the rulesets -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_each_number_in_a_rules_text_belongs_to_one_of_its_sentences(name):
    book = ruleset_named(name)
    assert len(book.numbers) >= 20
    assert [one for one in book.numbers.values() if one.sentence not in book.sentences] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_sentence_with_several_numbers_has_a_separate_name_for_each(name):
    """The ID of the sentence alone, such as `SH-CR-03`, would be ambiguous."""
    known = ruleset_named(name).numbers
    named = {one.sentence for one in known.values() if "." in one.id}
    assert [one for one in named if one in known] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_code_of_a_ruleset_reads_each_number_of_its_text_by_its_id(name):
    source = "".join(path.read_text() for path in Path(f"src/pilein/rulesets/{name}").rglob("*.py"))
    assert [one for one in ruleset_named(name).numbers if f'"{one}"' not in source] == []


def test_a_number_in_a_text_is_refused_if_its_default_is_out_of_its_bounds(tmp_path, monkeypatch):
    package = tmp_path / "hoplon_of_numbers"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "numbers.toml").write_text('[[number]]\nid = "HO-01"\nwords = ""\ndefault = 9\nleast = 0\nmost = 3\n')
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BadRuleset, match="HO-01: 9 is out of bounds; give a default from 0 to 3"):
        read_numbers("hoplon_of_numbers")


def test_a_clause_asking_the_table_for_a_number_gets_the_number_set_in_the_scenario():
    known = {"HO-01": Number("HO-01", "score to hit", 4, 2, 6)}
    assert Table(set_to(known, {})).number("HO-01") == 4
    assert Table(set_to(known, {"HO-01": 3})).number("HO-01") == 3
    assert Table({"HO-R-01": Reading("limit", 12)}).number("HO-R-01") == 12


# --- scenarios ----------------------------------------------------------------------------------------------------


def test_a_scenario_file_may_set_a_number_in_the_rules_text(tmp_path):
    scenario = pilein.load(written(tmp_path, f'"{EVEN}" = 3'))
    assert scenario.numbers == {EVEN: 3}
    assert pilein.Scenario.from_text(scenario.to_toml()) == scenario
    assert f'[numbers]\n"{EVEN}" = 3' in scenario.to_toml()


def test_setting_a_number_to_its_default_leaves_the_scenario_unchanged(tmp_path):
    assert pilein.load(written(tmp_path, f'"{EVEN}" = 4')) == pilein.load(DUEL)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f'"{EVEN}" = 9', "9 is out of bounds; give a number from 2 to 6"),
        (f'"{EVEN}" = "3"', "'3' is not a whole number; give a number from 2 to 6"),
        (f'"{EVEN}" = true', "'True' is not a whole number"),
        ('"SH-HI-3.even" = 3', "there is no number 'SH-HI-3.even'; did you mean 'SH-HI-03.even'?"),
        ('"SH-R-19" = 3', "choose an option for this ruling under"),
        (
            '"SH-CR-06" = 3',
            (
                "choose another sentence, since no number in this one can be set; "
                "`pilein rules scrollhammer --numbers` lists the numbers"
            ),
        ),
        ('"SH-CR-03" = 3', "the sentence contains these numbers: SH-CR-03.bonus, SH-CR-03.models, SH-CR-03.cap"),
        ("SH-HI-03.even = 3", 'the value must be a number, not a table; write the ID in quotes: "ID.name" = 2'),
    ],
)
def test_a_number_that_cannot_be_set_is_refused_and_its_location_and_a_remedy_are_given(tmp_path, line, words):
    path = written(tmp_path, line)
    with pytest.raises(BadScenario) as caught:
        pilein.load(path)
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"{path}:")
    assert caught.value.key.startswith("numbers.")


def test_a_number_in_the_rules_text_may_be_set_and_reset_in_python():
    scenario = pilein.load(DUEL).with_numbers({EVEN: 3, "SH-CR-04": 2})
    assert scenario.numbers == {EVEN: 3, "SH-CR-04": 2}
    assert scenario.with_numbers({EVEN: None}).numbers == {"SH-CR-04": 2}
    assert scenario_of(scenario, {EVEN: "default", "SH-CR-04": "default"}) == pilein.load(DUEL)
    with pytest.raises(BadScenario, match="SH-CR-04: 99 is out of bounds"):
        scenario.with_numbers({"SH-CR-04": 99})
    with pytest.raises(UnknownRule, match="there is no number 'SH-CR-98'"):
        scenario.with_numbers({"SH-CR-98": 1})
    with pytest.raises(BadInput, match=r"2\.5 is not a whole number"):
        scenario.with_numbers({"SH-CR-04": 2.5})
    with pytest.raises(BadScenario, match=r"numbers\.SH-CR-04: 99 is out of bounds"):
        pilein.play(msgspec.structs.replace(scenario, numbers={"SH-CR-04": 99}))


# --- play, records, odds, simulations -------------------------------------------------------------------------------


def test_a_changed_number_is_kept_in_the_record_and_used_in_replays():
    seeds = range(20)
    for seed in seeds:
        played = pilein.play(DUEL, seed=seed, phases="end", rulings={EVEN: "2"})
        record = read(as_json(played.record))
        assert record.scenario["numbers"] == {EVEN: 2}
        assert check(record, ruleset_named(record.ruleset)) is None
        assert replayed(record, ruleset_named(record.ruleset)).log == played.game.log
    games = (pilein.play(DUEL, seed=seed, phases="end", rulings={EVEN: "2"}).record for seed in seeds)
    without = [sealed(replace(one, scenario={**one.scenario, "numbers": {}})) for one in games]
    assert any(check(one, ruleset_named("scrollhammer")) is not None for one in without)


def test_a_record_made_before_numbers_could_be_set_can_still_be_replayed():
    record = pilein.play(DUEL, seed=3).record
    old = {key: value for key, value in record.scenario.items() if key != "numbers"}
    assert check(sealed(replace(record, scenario=old)), ruleset_named("scrollhammer")) is None


def test_a_saved_game_continues_with_its_changed_numbers(tmp_path):
    game = pilein.Game(pilein.load(DUEL).with_numbers({EVEN: 2}), seed=4)
    game.save(tmp_path / "game.json")
    assert pilein.load(tmp_path / "game.json").scenario.numbers == {EVEN: 2}


def test_exact_and_sampled_odds_agree_under_a_changed_number():
    exact = pilein.odds(DUEL, phases=1, rulings={EVEN: "2"})
    sample = pilein.simulate(DUEL, n=4000, phases=1, rulings={EVEN: "2"}, seed=2)
    for (word, chance), (same, estimate) in zip(exact.figures.outcome, sample.figures.outcome, strict=False):
        assert word == same
        assert abs(float(chance) - estimate.value) < 4 * max(estimate.error, 0.001)


def test_odds_under_a_changed_number_match_the_calculation_by_hand(tmp_path):
    """One attack is made against one model without a save. If the attack hits on 4+ and wounds on 4+, the model falls
    with probability 1/4. If it hits on 2+ instead, the model falls with probability 5/12.
    """
    man = pilein.Scenario.from_text(ONE_AGAINST_ONE)
    assert falls(man) == Fraction(1, 4)
    assert falls(man.with_numbers({EVEN: 2})) == Fraction(5, 12)
    assert falls(man.with_numbers({EVEN: 2, "SH-WO-02.even": 6})) == Fraction(5, 36)
    assert falls(man.with_numbers({"SH-AT-03": 0}).with_unit("red", charged=True)) == Fraction(1, 4)
    assert falls(man.with_numbers({"SH-AT-03": 2}).with_unit("red", charged=True)) == 1 - Fraction(3, 4) ** 3


def falls(scenario):
    """Return the probability that the model without attacks falls in a phase."""
    (struck,) = (unit for unit in pilein.odds(scenario, phases=1, exact=True).figures.units if unit.unit == "blue")
    return dict(struck.losses.chances)[1]


ONE_AGAINST_ONE = """\
ruleset = "scrollhammer"
active = "red"
[profiles.striker]
WS = 3
S = 3
T = 3
W = 1
I = 3
A = 1
Ld = 7
[profiles.struck]
WS = 3
S = 3
T = 3
W = 1
I = 1
A = 0
Ld = 10
[[unit]]
name = "red"
side = "red"
formation = "skirmish"
profile = "striker"
models = 1
[[unit]]
name = "blue"
side = "blue"
formation = "skirmish"
profile = "struck"
models = 1
[press]
pairs = [["red", "blue"]]
"""


def test_changed_numbers_are_listed_as_assumptions():
    found = pilein.odds(DUEL, phases=1, rulings={EVEN: "3"})
    assert found.assumptions["numbers"] == f"{EVEN}=3"
    assert "numbers" not in pilein.odds(DUEL, phases=1).assumptions


def test_worker_processes_play_with_a_changed_number(tmp_path):
    one, two = (
        pilein.simulate(DUEL, n=40, seed=3, way="games", workers=workers, rulings={EVEN: "2"}, phases=1)
        for workers in (1, 2)
    )
    assert one.figures == two.figures
    assert one.figures != pilein.simulate(DUEL, n=40, seed=3, way="games", phases=1).figures


def test_a_saved_simulation_is_refused_under_different_numbers(tmp_path):
    kept = tmp_path / "kept.json"
    pilein.simulate(DUEL, n=40, way="games", save=kept, rulings={EVEN: "2"})
    with pytest.raises(pilein.BadRecord, match="belongs to a simulation with a different"):
        pilein.simulate(DUEL, n=80, way="games", save=kept)


# --- commands -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["fight", "battle", "odds --phases 1", "simulate -n 20 --phases 1", WORTH])
def test_every_command_accepts_changed_numbers_and_reports_them(command, capsys):
    name, *options = command.split()
    seed = ["--seed", "1"] if name in ("fight", "battle", "simulate") else []
    assert main([name, DUEL, *options, *seed, "--set", f"{EVEN}=3"]) == 0
    assert f"{EVEN} = 3, not 4: To Hit chart" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--set", "SH-CR-04"], "'SH-CR-04' is not a number with its value; write it in the form SH-CR-04=2"),
        (["--set", "SH-CR-04=x"], "'x' is not a whole number"),
        (
            ["--set", "units.legion.models=3"],
            "not a number in the rules; change the file, or try the change with `pilein",
        ),
        (["--set", "SH-CR-04=99"], "99 is out of bounds; give a number from 0 to 5"),
        (["--set", "SH-CR-04=1", "--set", "SH-CR-04=2"], "SH-CR-04 is given twice"),
        (["--set", "SH-R-19=1"], "choose an option for this ruling"),
        (["--set", "SH-CR-04=1", "--without", "SH-CR-04"], "SH-CR-04 is both set to a number and excluded"),
    ],
)
def test_an_invalid_number_given_to_a_command_is_refused_in_one_sentence(options, words, capsys):
    assert main(["odds", DUEL, *options]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


def test_the_rules_command_lists_the_numbers_in_a_rules_text(capsys):
    assert main(["rules", "scrollhammer", "--numbers", "--json"]) == 0
    found = msgspec.json.decode(capsys.readouterr().out)["numbers"]
    words = "number bonus: points of a side with a horde and more models"
    assert {"id": "SH-CR-04", "words": words, "default": 1, "least": 0, "most": 5} in found
    assert main(["rules", "scrollhammer", "cr-03", "--numbers"]) == 0
    assert "SH-CR-03.cap" in capsys.readouterr().out
    assert main(["rules", "scrollhammer", "cr-06", "--numbers"]) == 2
    assert main(["rules", "--numbers"]) == 2

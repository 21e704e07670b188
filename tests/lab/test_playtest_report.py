"""The report of a playtest is checked with the hand-made text, whose probabilities are known."""

import re
import sys
from fractions import Fraction
from importlib.machinery import ModuleSpec
from io import BytesIO
from pathlib import Path
from types import ModuleType

import pytest

import pilein
from pilein.cli.main import parser_of
from pilein.kernel.errors import BadRecord, TooManyPositions
from pilein.lab import coverage_games, press, treatments
from pilein.lab.page import Part, page
from pilein.lab.parquet import as_parquet
from pilein.lab.sentence_effects import compare_without_each
from pilein.lab.table import LEFT, Section
from tests.lab.brawls import TEXTS

ARENA = ["press.toml"]


@pytest.fixture
def found(brawls):
    return pilein.report(ARENA, games=60, seed=3)


def test_a_report_has_a_summary_and_a_part_for_each_result(found):
    assert list(found.results) == ["coverage", "rulings", "sentences"]
    assert [part.title for part in found.parts] == [
        "Sentences used",
        "Rulings that matter",
        "Without a sentence",
    ]
    assert found.lead[1:] == tuple(part.words[0] for part in found.parts)
    assert repr(found) == "<PlaytestReport of brawl: coverage, rulings, sentences>"
    assert found.parts[0].words[0] in str(found)


def test_a_report_begins_with_its_assumptions(found, brawls):
    worked_out = "worked out by playing, solving and changing it."
    assert found.lead[0] == f"What this text did in press, {worked_out}"
    fights = pilein.report(["press.toml", "table.toml"], games=2).lead[0]
    assert fights == f"What this text did in press and table, {worked_out}"


def test_the_counts_of_sentences_by_status_in_a_report_add_up_to_the_total_number_of_sentences(found):
    numbers = [int(word) for word in re.findall(r"\d+", found.parts[0].words[0])]
    assert numbers[0] == sum(numbers[1:-2])


def test_sentences_are_listed_separately_if_no_model_is_lost_without_them(found):
    structural = {one.id for one in found.results["coverage"].structural}
    left = found.results["sentences"].by_sentence
    assert structural
    assert not structural & left.keys()
    assert f"Without these no fight takes place: {', '.join(sorted(structural))}." in found.parts[0].words


def test_the_effect_of_a_sentence_matches_the_exact_odds_with_and_without_it(found):
    scenario = pilein.load("press.toml")
    for one in found.results["sentences"].effects():
        assert one.games == 0
        before = pilein.odds(scenario).figures
        after = pilein.odds(scenario.without_sentences(one.sentence)).figures
        assert (one.old, one.new) == (share(before), share(after))


def share(figures):
    """Return the score of the first side, in which a draw counts half."""
    first, second = (dict(figures.outcome)[f"{side} wins"] for side in figures.sides)
    return first + (1 - first - second) / 2


def test_the_effect_of_a_sentence_is_the_shift_in_the_score_when_that_sentence_is_removed(brawls):
    """Red wins with probability 2/3 and blue with 1/6, so red scores 2/3 + 1/12 = 3/4.

    Without the bonus, red wins with probability 1/2 and blue with 1/4, so red scores 1/2 + 1/8 = 5/8. Without the
    answer, red wins with probability 2/3 and blue never wins, so red scores 2/3 + 1/6 = 5/6. Without the attack,
    neither side wins, so red scores 1/2.
    """
    found = compare_without_each("brawl", ARENA, ["BR-02", "BR-05", "BR-01", "BR-03"])
    assert [(one.sentence, one.side, one.old, one.new, one.shift) for one in found.effects()] == [
        ("BR-01", "red", Fraction(3, 4), Fraction(1, 2), Fraction(-1, 4)),
        ("BR-02", "red", Fraction(3, 4), Fraction(5, 8), Fraction(-1, 8)),
        ("BR-05", "red", Fraction(3, 4), Fraction(5, 6), Fraction(1, 12)),
        ("BR-03", "red", Fraction(3, 4), Fraction(3, 4), Fraction(0)),
    ]


def test_a_fight_cannot_be_won_without_its_essential_sentence(brawls):
    """Without the attack, neither side ever wins. Without the answer, red still wins with probability 2/3."""
    blow, answer = compare_without_each("brawl", ARENA, ["BR-01", "BR-05"]).effects()
    assert (blow.certainty, blow.is_settled) == (1, True)
    assert (answer.certainty, answer.is_settled) == (pytest.approx(2 / 3), False)


def test_a_report_strikes_every_sentence_used_in_its_fights_in_the_press(found):
    covered = found.results["coverage"]
    at_work = {one.id for one in covered.sentences if one.games and one not in covered.structural}
    assert found.results["sentences"].by_sentence.keys() == at_work


def test_a_report_solves_fights_in_the_press_and_plays_those_on_a_table(brawls):
    found = compare_without_each("brawl", ["press.toml", "table.toml"], ["BR-02"], games=20)
    fights = found.by_sentence["BR-02"].fights
    assert [(one.name, one.is_exact) for one in fights] == [("press", True), ("table", False)]
    (again,) = pilein.compare("press.toml", without=["BR-02"]).fights
    assert fights[0] == again


def test_a_fight_is_played_instead_of_solved_if_striking_a_sentence_makes_it_too_large_to_solve(brawls, monkeypatch):
    whole = treatments.solved

    def solved(games, meter, fights, *, anyway):
        if games.scenario.struck:
            raise TooManyPositions(10)
        return whole(games, meter, fights, anyway=anyway)

    monkeypatch.setattr(treatments, "solved", solved)
    (one,) = compare_without_each("brawl", ARENA, ["BR-02"], games=30).effects()
    assert (one.fight, one.games) == ("press", 30)
    assert float(one.old) == pytest.approx(3 / 4, abs=0.3)


def test_a_report_names_the_sentences_omitted_for_lack_of_time(brawls):
    found = compare_without_each("brawl", ARENA, ["BR-02", "BR-05"], budget="0.000001s")
    assert found.left_out == dict.fromkeys(["BR-02", "BR-05"], "limit reached")


def test_every_command_on_the_report_page_is_accepted_by_the_program(found):
    commands = [command for part in found.parts for command in part.commands]
    assert len(commands) == 3
    for command in commands:
        _, group, name, *arguments = command.split()
        parser_of(f"{group} {name}").parse_args(arguments)
        assert "SCENARIO" not in command


def test_the_command_shown_with_a_report_reproduces_its_figures(found):
    again = pilein.rulings("press.toml", games=60, seed=3)
    assert again.to_dict() == found.results["rulings"].to_dict()
    assert found.parts[1].commands == (f"pilein lab rulings press.toml -n 60 --seed 3 --rulesets {TEXTS}",)


def test_the_command_shown_with_the_effects_of_sentences_reproduces_the_largest_effect(found):
    (command,) = found.parts[2].commands
    assert command == f"pilein lab compare press.toml --without BR-02 --way exact --rulesets {TEXTS}"
    largest = found.results["sentences"].effects()[0]
    assert (largest.sentence, largest.shift) == ("BR-02", Fraction(-1, 8))


def test_commands_on_the_report_page_include_options_that_differ_from_the_default(brawls):
    found = pilein.report(ARENA, games=5, phases=2, policy=("first", "first"), budget="30s,500MB")
    options = f" --phases 2 --play first,first --rulesets {TEXTS} --limit 30s,500MB"
    assert found.parts[0].commands == (f"pilein lab coverage press.toml -n 5 --seed 0{options}",)


def test_a_sentence_that_cannot_be_struck_is_omitted_from_a_report_with_the_reason(brawls):
    duel = str(Path(__file__).parents[2] / "examples/scrollhammer/duel.toml")
    found = compare_without_each("scrollhammer", [duel], ["SH-EN-01"], games=1)
    assert "touch no enemy" in found.left_out["SH-EN-01"]
    assert not found.effects()


def test_the_report_page_makes_no_network_request(found):
    html = found.html()
    assert "default-src 'none'" in html
    assert not re.findall(r"(?:src|href)=\"(?!#)", html)
    assert set(re.findall(r"https?://[\w./]+", html)) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_ids_and_percentages_on_the_report_page_are_not_broken_across_lines(found):
    html = found.html()
    assert '<span class="id">BR-02</span>' in html
    assert re.search(r"\d&nbsp;%", html)
    assert not re.search(r"<p>[^<]*\d %", html)


def test_a_report_explains_rulings_by_their_questions_and_options(found):
    words = {table.title: table.rows for table in found.parts[1].tables}["these rulings in words"]
    assert ("BR-R-01", "How large is the bonus?", "One.", "none", "There is none.") in words


def test_text_from_files_is_escaped_on_the_report_page():
    html = page("<b>", ["<i>"], [Part("<u>", ("<s>",), commands=("<p>",))], "")
    assert not re.findall("<[bisup]>[^<]", html.split("</style>")[1].replace("<p>&lt;", ""))


def test_every_result_of_a_report_has_records_and_appears_in_the_document_of_the_report(found):
    tables = found.tables()
    assert {"without", "measure", "difference"} <= tables["sentences"][0].keys() if tables["sentences"] else True
    assert found.document()["results"].keys() == tables.keys()


def test_records_written_to_a_parquet_file_can_be_read_back():
    arrow = pytest.importorskip("pyarrow.parquet", reason="the extra `report` is not installed")
    content = as_parquet([{"a": Fraction(1, 4), "b": "x", "c": 1}, {"a": 1, "b": 2, "c": None}])
    assert arrow.read_table(BytesIO(content)).to_pylist() == [
        {"a": 0.25, "b": "x", "c": 1},
        {"a": 1.0, "b": "2", "c": None},
    ]


def test_a_report_with_random_fights_is_refused_for_a_ruleset_without_a_sample_scenario(brawls):
    with pytest.raises(pilein.BadInput, match="brawl has no sample scenario"):
        pilein.report(ARENA, random=2)


def test_a_report_with_neither_a_scenario_nor_a_unit_file_is_refused():
    with pytest.raises(pilein.BadInput, match="nothing to report on"):
        pilein.report()


def test_a_report_refuses_units_whose_ruleset_differs_from_that_of_the_scenarios(brawls):
    units = Path(__file__).parents[2] / "examples/wwpd/units/units.toml"
    with pytest.raises(pilein.BadInput, match="the scenarios are for brawl, but the units are for wwpd"):
        pilein.report(ARENA, units)


def test_a_report_on_a_missing_scenario_is_refused():
    with pytest.raises(pilein.BadInput, match="this file does not exist"):
        pilein.report("missing.toml")


def test_each_part_of_a_report_has_its_charts(found):
    """The bar of a ruling is labelled with the number that the table shows."""
    used, rulings, sentences = (part.charts for part in found.parts)
    assert len(used) == len(rulings) == len(sentences) == 1
    assert "Sentences that decided games" in used[0]
    assert "BR-R-01=none: -16.67" in rulings[0]
    assert "BR-02: -12.50" in sentences[0]
    assert found.html().count("<svg") == 3


def test_an_interrupted_report_continues_from_its_last_result(brawls, tmp_path, monkeypatch):
    """The report is interrupted while it examines sentences. Afterwards, neither the coverage nor the rulings nor any
    fight already solved is computed again.
    """
    asked, keep = {"games": 64, "seed": 3}, tmp_path / "kept"
    found, whole, done = pilein.report(ARENA, **asked), treatments.solved, []

    def stopping(games, meter, fights, *, anyway):
        if games.scenario.struck and len(done) == 1:
            raise KeyboardInterrupt
        done.extend([games] if games.scenario.struck else [])
        return whole(games, meter, fights, anyway=anyway)

    monkeypatch.setattr(treatments, "solved", stopping)
    part = pilein.report(ARENA, **asked, keep=keep)
    assert part.is_interrupted
    assert list(part.results) == ["coverage", "rulings"]
    assert str(part).endswith("\n\ninterrupted in the stage sentences")
    assert part.lead[-1] == "Interrupted in the stage sentences."
    assert sorted(one.name for one in keep.iterdir()) == ["coverage.json", "rulings.json", "sentences"]
    again = []
    monkeypatch.setattr(treatments, "solved", lambda *given, **asked: again.append(given) or whole(*given, **asked))
    monkeypatch.setattr(coverage_games._Playing, "_noted", None)
    monkeypatch.setattr(press.PressFight, "under", None)
    assert pilein.report(ARENA, **asked, keep=keep).html() == found.html()
    without = [games for games, *_ in again if games.scenario.struck]
    assert len(without) == len(found.results["sentences"].by_sentence) - 1, "one sentence is kept"


def test_a_report_saves_the_effects_of_sentences_in_fights_on_a_table(brawls, tmp_path):
    (tmp_path / "kept").mkdir()
    asked = {"games": 20, "keep": tmp_path / "kept"}
    first = compare_without_each("brawl", ["press.toml", "table.toml"], ["BR-02"], **asked)
    assert sorted(one.name for one in asked["keep"].iterdir()) == ["BR-02-auto.json", "BR-02-sampled.json"]
    assert (
        compare_without_each("brawl", ["press.toml", "table.toml"], ["BR-02"], **asked).document() == first.document()
    )


def test_results_saved_by_a_different_report_are_refused(brawls, tmp_path):
    pilein.report(ARENA, games=5, keep=tmp_path / "kept")
    with pytest.raises(BadRecord, match="belongs to a computation with a different"):
        pilein.report(ARENA, games=5, seed=1, keep=tmp_path / "kept")


def test_a_report_refuses_a_results_folder_that_is_a_file_or_cannot_be_created(brawls, tmp_path):
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "no" / "folder"):
        with pytest.raises(pilein.BadInput, match="cannot be used"):
            pilein.report(ARENA, games=1, keep=folder)


def test_a_table_without_headings_on_the_report_page_cannot_be_sorted():
    """Only a table with headings can be sorted. The assumptions of a fight fill two columns without headings."""
    assert "<thead>" not in _html_of(Section("assumed", (("", LEFT), ("", LEFT)), (("phases", "1"),)))
    assert "<thead>" in _html_of(Section("units", (("unit", LEFT),), (("levy",),)))


def test_cells_with_words_keep_a_minimum_width_on_a_narrow_screen():
    """Without a minimum width, the text "scores 65 % against it" would be broken after every letter."""
    html = _html_of(Section("strength", (("unit", LEFT), ("", LEFT)), (("levy", "scores 65 % against it"),)))
    assert '<td class="words" data-head="">scores' in html
    assert ".words { min-width" in html


def _html_of(table):
    return page("title", [], [Part("part", (), tables=(table,))], "")


@pytest.fixture
def frames(monkeypatch):
    """Install a stub of a data frame library whose data frames are simply the records."""
    library = ModuleType("frames_of_records")
    library.__spec__ = ModuleSpec(library.__name__, None)
    library.DataFrame = list
    monkeypatch.setitem(sys.modules, library.__name__, library)
    monkeypatch.setattr("pilein.lab.report.FRAMES", (library.__name__,))


def test_each_result_of_a_report_can_be_converted_to_a_data_frame(found, frames):
    assert len(found.to_frame("coverage")) == len(found.tables()["coverage"])
    with pytest.raises(pilein.BadInput, match="the report has no result 'duels'"):
        found.to_frame("duels")

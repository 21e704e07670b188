"""Rulesets are found in the package, in the user's folders and in installed packages."""

import sys
from importlib import metadata
from pathlib import Path
from unittest.mock import Mock

import pytest

from pilein.engine import rulesets
from pilein.engine.named_fields import assert_steps_fit, assert_templates_fit
from pilein.engine.rulesets import folders, names, ruleset_named, rulesets_from
from pilein.kernel.errors import BadRuleset, UnknownRule

DUEL = (Path(__file__).parents[1] / "duel.py").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path, apart):
    (tmp_path / "fence.py").write_text(DUEL, encoding="utf-8")
    return tmp_path


def refused(folder) -> BadRuleset:
    with pytest.raises(BadRuleset) as caught:
        rulesets_from(folder)
    return caught.value


def test_all_five_bundled_rulesets_are_found() -> None:
    assert "scrollhammer" in names()


@pytest.mark.parametrize("name", names())
def test_every_bundled_ruleset_has_clauses_and_rulings_with_its_own_prefix(name) -> None:
    found = ruleset_named(name)
    assert found.name == name
    assert found.rulings
    assert found.clauses
    assert all(one.startswith(f"{found.prefix}-") for one in (*found.rulings, *found.sentences))


@pytest.mark.parametrize("name", names())
def test_the_order_of_play_of_every_bundled_ruleset_names_existing_clauses(name) -> None:
    found = ruleset_named(name)
    for title, keys in found.sequence:
        assert title
        assert [key for key in keys if key not in found.clauses] == []


def test_the_error_for_an_unknown_ruleset_suggests_a_similar_one() -> None:
    with pytest.raises(UnknownRule, match="no ruleset 'Scrolhammer'; did you mean 'scrollhammer'"):
        ruleset_named("Scrolhammer")


def test_the_error_for_an_unknown_ruleset_lists_all_rulesets_and_explains_how_to_add_one() -> None:
    with pytest.raises(UnknownRule, match=r"use one of .*wwpd, or add a folder of rulesets"):
        ruleset_named("chess")


# --- folders -------------------------------------------------------------------------------------------------------


def test_a_single_python_file_in_a_folder_is_loaded_as_a_ruleset(folder) -> None:
    (found,) = rulesets_from(folder)
    assert found.name == "duel"
    assert ruleset_named("duel") is found
    assert "duel" in names()
    assert folders() == (str(folder),)
    assert rulesets_from(folder) == (found,)


def test_a_package_in_a_folder_may_define_a_ruleset_in_its_module_named_ruleset(tmp_path, apart) -> None:
    package = tmp_path / "fence"
    package.mkdir()
    (package / "__init__.py").write_text('"""Fencing."""\n')
    (package / "bouts.py").write_text(DUEL.partition("RULESET = ")[0], encoding="utf-8")
    ending = "RULESET = " + DUEL.partition("RULESET = ")[2]
    (package / "ruleset.py").write_text(f"from fence.bouts import *\n{ending}", encoding="utf-8")
    assert [one.name for one in rulesets_from(tmp_path)] == ["duel"]


def test_programs_and_tests_and_hidden_files_in_a_ruleset_folder_are_not_run(folder) -> None:
    for name in ("tool.py", "test_tool.py", "_draft.py", ".hidden.py", "two words.py"):
        (folder / name).write_text("raise SystemExit  # no ruleset\n" if name == "tool.py" else "RULESET = 1 / 0\n")
    assert len(rulesets_from(folder)) == 1


def test_a_missing_ruleset_folder_and_a_file_in_its_place_are_refused(tmp_path) -> None:
    assert "this folder does not exist" in str(refused(tmp_path / "nowhere"))
    (tmp_path / "file.py").write_text("")
    assert "file.py: this path names a file, not a folder; name an existing folder" in str(
        refused(tmp_path / "file.py")
    )


@pytest.mark.parametrize("method", ["iterdir", "read_text", "is_dir"])
def test_an_unreadable_ruleset_folder_is_refused(folder, monkeypatch, method) -> None:
    fault = PermissionError(13, "Permission denied", str(folder / "duel.py"))
    monkeypatch.setattr(Path, method, Mock(side_effect=fault))
    assert str(refused(folder)).endswith(
        "duel.py: the folder cannot be read: permission denied; name a folder that you can read"
    )


def test_a_folder_without_a_ruleset_is_refused_and_the_command_that_writes_one_is_named(tmp_path) -> None:
    (tmp_path / "notes.py").write_text("RULESET = 3\n")
    assert "the folder contains no ruleset" in refused(tmp_path).message
    assert "pilein new-ruleset" in refused(tmp_path).remedy


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("import msgspec\n\nRULESET = undefined\n", 3, "NameError: name 'undefined' is not defined"),
        ("RULESET = (\n", 1, "SyntaxError: '(' was never closed"),
        ("import not_there\nRULESET = 1\n", 1, "ModuleNotFoundError: No module named 'not_there'"),
        (
            DUEL.replace('@clause("strike", "DU-02")', '@clause("salute", "DU-02")'),
            0,
            "another clause already has the key salute",
        ),
    ],
)
def test_a_ruleset_file_that_cannot_be_imported_is_reported_with_its_line(text, line, words, tmp_path, apart) -> None:
    (tmp_path / "broken.py").write_text(text, encoding="utf-8")
    error = refused(tmp_path)
    assert Path(error.file) == tmp_path / "broken.py"
    assert error.line == (line or error.line)
    assert error.line > 0
    assert words in error.message
    assert "broken" not in sys.modules


def test_the_line_reported_for_an_import_error_belongs_to_the_package_and_not_to_code_it_calls(tmp_path, apart) -> None:
    (tmp_path / "hall").mkdir()
    (tmp_path / "hall" / "__init__.py").write_text("from hall.inner import made\n\nRULESET = made()\n")
    (tmp_path / "hall" / "inner.py").write_text("def made():\n    return 1 / 0\n")
    error = refused(tmp_path)
    assert (Path(error.file).name, error.line) == ("inner.py", 2)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"duel"', '"wab"', "a ruleset named 'wab' already exists"),
        ('prefix="DU"', 'prefix="WAB"', "the prefix WAB is already used by the ruleset wab"),
    ],
)
def test_a_ruleset_with_a_name_or_prefix_already_in_use_is_refused(old, new, words, tmp_path, apart) -> None:
    (tmp_path / "fence.py").write_text(DUEL.replace(old, new), encoding="utf-8")
    error = refused(tmp_path)
    assert words in error.message
    assert Path(error.file).name == "fence.py"
    assert folders() == ()


def test_two_rulesets_with_the_same_name_in_a_folder_are_refused(folder) -> None:
    (folder / "sabre.py").write_text(DUEL, encoding="utf-8")
    assert "a ruleset named 'duel' already exists" in str(refused(folder))


def test_a_ruleset_file_with_the_name_of_a_python_module_is_refused(tmp_path) -> None:
    (tmp_path / "json.py").write_text(DUEL, encoding="utf-8")
    assert "a ruleset cannot be named 'json', which is the name of a Python module" in str(refused(tmp_path))


# --- packages ------------------------------------------------------------------------------------------------------


def brought(monkeypatch, *points: tuple[str, str]) -> None:
    found = [metadata.EntryPoint(name, value, "pilein.rulesets") for name, value in points]
    monkeypatch.setattr(metadata, "entry_points", lambda group: found if group == "pilein.rulesets" else [])


def test_an_installed_package_can_provide_a_ruleset_through_its_entry_point(monkeypatch, apart) -> None:
    brought(monkeypatch, ("duel", "tests.duel:RULESET"))
    assert "duel" in names()
    assert ruleset_named("duel").prefix == "DU"


@pytest.mark.parametrize(
    ("point", "words"),
    [
        (("fence", "tests.nowhere:RULESET"), "tests.nowhere:RULESET: ModuleNotFoundError: No module named"),
        (("fence", "tests.duel:SAMPLE"), "tests.duel:SAMPLE: the entry point does not name a Ruleset"),
        (
            ("fence", "tests.duel:RULESET"),
            "tests.duel:RULESET: the ruleset is named 'duel', but its entry point is named 'fence'",
        ),
        (("wab", "tests.duel:RULESET"), "another ruleset is already named 'wab'"),
    ],
)
def test_an_entry_point_that_provides_no_ruleset_is_reported(point, words, monkeypatch, apart) -> None:
    brought(monkeypatch, point)
    with pytest.raises(BadRuleset) as caught:
        ruleset_named("fence")
    assert words in str(caught.value)


def test_installed_packages_are_not_searched_for_a_bundled_ruleset(monkeypatch, apart) -> None:
    monkeypatch.setattr(rulesets, "_brought", lambda: 1 / 0)
    assert ruleset_named("wwpd").name == "wwpd"


@pytest.mark.parametrize(
    ("asked", "words", "remedy"),
    [
        ('table.rule("DU-R-02")', "there is no ruling 'DU-R-02'", "did you mean 'DU-R-01'?"),
        ('table.holds("DU-07")', "there is no sentence 'DU-07'", ""),
        ('table.number("DU-07.reach")', "there is no number 'DU-07.reach'", "list it among"),
    ],
)
def test_code_that_refers_to_a_sentence_missing_from_the_text_is_refused_and_its_line_is_given(
    asked, words, remedy, tmp_path, apart
) -> None:
    misspelled = DUEL.replace('table.rule("DU-R-01")', asked)
    (tmp_path / "fence.py").write_text(misspelled, encoding="utf-8")
    error = refused(tmp_path)
    assert words in error.message
    assert remedy in error.remedy
    assert (Path(error.file).name, error.line) == (
        "fence.py",
        misspelled[: misspelled.index(asked)].count("\n") + 1,
    )


@pytest.mark.parametrize(
    ("before", "after", "words", "remedy"),
    [
        ('"{unit}', '"{unti}', "the event has no field 'unti'", "did you mean 'unit'?"),
        ('"{unit}', '"{unit', "cannot be parsed: ", "correct the braces in the template"),
    ],
)
def test_a_template_that_misspells_a_field_is_refused_and_its_line_is_given(
    before, after, words, remedy, tmp_path, apart
) -> None:
    misspelled = DUEL.replace(before, after, 1)
    assert misspelled != DUEL
    (tmp_path / "fence.py").write_text(misspelled, encoding="utf-8")
    error = refused(tmp_path)
    assert words in error.message
    assert remedy in error.remedy
    assert Path(error.file).name == "fence.py"
    assert misspelled.splitlines()[error.line - 1].startswith("class ")


@pytest.mark.parametrize(
    ("call", "words", "remedy"),
    [
        (
            'table.then("strike", 1)',
            "is given 1 argument: too many",
            "give the arguments that the clause takes after state and table: none",
        ),
        ('table.then("strik")', "there is no clause for the step 'strik'", "did you mean 'strike'?"),
    ],
)
def test_a_step_that_does_not_fit_its_clause_is_refused_and_its_line_is_given(
    call, words, remedy, tmp_path, apart
) -> None:
    wrong = DUEL.replace('table.then("strike")', call, 1)
    (tmp_path / "fence.py").write_text(wrong, encoding="utf-8")
    error = refused(tmp_path)
    assert words in error.message
    assert remedy in error.remedy
    assert wrong.splitlines()[error.line - 1].strip() == call


def test_the_error_for_a_step_with_a_missing_argument_names_the_argument(tmp_path, apart) -> None:
    wants = DUEL.replace("def strike(duel: Duel, table: Table)", "def strike(duel: Duel, table: Table, unit: int)")
    (tmp_path / "fence.py").write_text(wants, encoding="utf-8")
    assert "missing a required argument: 'unit'" in refused(tmp_path).message


@pytest.mark.parametrize("name", ["scorched", "scrollhammer", "wab", "warstrike", "wwpd"])
def test_templates_and_steps_of_the_bundled_rulesets_are_valid(name) -> None:
    assert_templates_fit(ruleset_named(name))
    assert_steps_fit(ruleset_named(name))


def test_a_ruleset_in_two_folders_is_refused_and_both_locations_are_named(tmp_path, apart) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "fence.py").write_text(DUEL, encoding="utf-8")
    rulesets_from(tmp_path / "one")
    with pytest.raises(BadRuleset) as caught:
        rulesets_from(tmp_path / "two")
    assert str(tmp_path / "one" / "fence.py") in caught.value.message
    assert caught.value.file == str(tmp_path / "two" / "fence.py")
    assert "(--rulesets, PILEIN_RULESETS)" in caught.value.remedy


def test_a_ruleset_folder_named_by_two_different_paths_is_read_once(tmp_path, apart) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "fence.py").write_text(DUEL, encoding="utf-8")
    first = rulesets_from(tmp_path / "one")
    (tmp_path / "other").symlink_to(tmp_path / "one")
    assert rulesets_from(tmp_path / "other") is rulesets_from(tmp_path / "one" / ".." / "one") is first

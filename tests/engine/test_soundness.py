"""Mistakes in the code of an added ruleset are reported with their file and line number, and the bundled rulesets
contain no mistakes.
"""

from fractions import Fraction
from pathlib import Path

import pytest

from pilein.cli import starter
from pilein.engine.named_ids import sentences_in_code
from pilein.engine.rulesets import ruleset_named, rulesets_from
from pilein.engine.soundness import assert_hashable, assert_sound
from pilein.kernel.errors import BadRuleset
from pilein.kernel.position import Position, run
from pilein.kernel.rulings import read_questions, read_sentences
from pilein.lab.scenarios import Scenario

STARTER = Path(starter.__file__).parent / "hoplon"
HOPLON = (STARTER / "__init__.py").read_text(encoding="utf-8")
FATE = '''def fate(battle: Battle, unit: int) -> str:
    """Fate of a unit."""
    return FATE


RULESET = Ruleset(
    fate=fate,
    fates=("standing", "destroyed"),'''
SHAKEN = 'WORD = "shaken"\n' + FATE.replace("FATE\n", '"destroyed" if not battle.lives(unit) else WORD\n', 1)


@pytest.fixture
def written(tmp_path, apart):
    """Return a function that writes the starter ruleset, with changes to its code or to a second file, and returns its
    folder.
    """

    read_sentences.cache_clear()
    read_questions.cache_clear()

    def write(*changes, file="__init__.py"):
        home = tmp_path / "hoplon"
        home.mkdir()
        for path in STARTER.iterdir():
            if path.is_file() and not path.name.startswith(("test_", "conftest")):
                text = path.read_text(encoding="utf-8")
                for old, new in changes if path.name == file else ():
                    assert old in text
                    text = text.replace(old, new, 1)
                (home / path.name).write_text(text, encoding="utf-8")
        return tmp_path

    return write


def refused(folder) -> BadRuleset:
    with pytest.raises(BadRuleset) as caught:
        rulesets_from(folder)
    return caught.value


RULE = 'table.rule("HO-R-01") == "all"'
MISTAKES = {
    "a sentence of a clause": ('STRIKE, "HO-01")', 'STRIKE, "HO-07")', "no sentence or ruling 'HO-07'", "@clause"),
    "a sentence of an event": ('living(unit), "HO-01")', 'living(unit), "HO-17")', "'HO-17'", '"HO-17"'),
    "an option": (RULE, RULE.replace("all", "al"), "HO-R-01 has no option 'al'", '"al"'),
    "an option among others": (RULE, RULE.replace('== "all"', 'in ("al", "all")'), "no option 'al'", '"al"'),
    "an option that comes first": (RULE, '"al" == table.rule("HO-R-01")', "no option 'al'", '"al"'),
    "an option of a name": (
        "    everybody = living < began and " + RULE,
        '    read = table.rule("HO-R-01")\n    everybody = living < began and read != "al"',
        "no option 'al'",
        '"al"',
    ),
    "an option looked up": (RULE, '{"al": True, "default": False}[table.rule("HO-R-01")]', "no option 'al'", '"al"'),
    "a clause without return": (
        '    return struck(battle, table, unit, battle.field.living(unit), "HO-01")',
        '    struck(battle, table, unit, battle.field.living(unit), "HO-01")',
        "the clause 'strike' (HO-01) never returns a state",
        "def strike(",
    ),
    "a fate written out": (
        "RULESET = Ruleset(",
        FATE.replace("FATE\n", '"destroyed" if not battle.lives(unit) else "shaken"\n', 1),
        "the fate 'shaken' is not among the ruleset's fates",
        '"shaken"',
    ),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_in_the_code_of_a_ruleset_is_reported_with_its_line(case, written) -> None:
    old, new, words, at = MISTAKES[case]
    folder = written((old, new))
    error = refused(folder)
    assert words in error.message
    assert Path(error.file).name == "__init__.py"
    assert at in (folder / "hoplon" / "__init__.py").read_text(encoding="utf-8").splitlines()[error.line - 1]


@pytest.mark.parametrize("file", ["clauses.toml", "questions.toml", "rulings.toml"])
def test_a_text_that_refers_to_a_missing_sentence_or_ruling_is_refused(file, written) -> None:
    change = {"clauses.toml": ('["HO-R-01"]', '["HO-R-07"]')}.get(file, ('"HO-02"', '"HO-12"'))
    if file == "questions.toml":
        change = ('id = "HO-01"', 'id = "HO-11"')
    error = refused(written(change, file=file))
    assert Path(error.file).name == file
    assert "there is no sentence or ruling 'HO-" in error.message


def test_an_event_defined_by_defstruct_with_a_wrong_template_is_reported_with_its_line(written) -> None:
    start, end = HOPLON.index("class Slain(Event"), HOPLON.index("# --- scenario files")
    made = """Slain = msgspec.defstruct(
    "Slain",
    [("unit", str), ("by", str), ("count", int)],
    bases=(Event,),
    namespace={"template": "{unit}: {cuont:model} slain by {by}"},
    frozen=True,
    kw_only=True,
    tag=True,
)

"""
    imported = "import msgspec\nfrom msgspec import Struct"
    folder = written((HOPLON[start:end], made), ("from msgspec import Struct", imported))
    error = refused(folder)
    assert "the template of Slain contains {cuont}" in error.message
    line = (folder / "hoplon" / "__init__.py").read_text(encoding="utf-8").splitlines()[error.line - 1]
    assert line.startswith("Slain = ")


def test_a_fate_not_listed_by_the_ruleset_is_reported_when_it_occurs_in_play(written) -> None:
    (ruleset,) = rulesets_from(written(("RULESET = Ruleset(", SHAKEN)))
    state = ruleset.opened(Scenario.from_text(ruleset.sample)).state
    with pytest.raises(BadRuleset, match="the fate 'shaken' is not among the ruleset's fates"):
        ruleset.fate(state, 0)


def test_a_state_that_holds_a_list_is_refused_when_the_scenario_is_opened(written) -> None:
    began = "    began: int = 0  # models when the phase began"
    (ruleset,) = rulesets_from(written((began, f"{began}\n    seen: list[int] = []")))
    with pytest.raises(
        BadRuleset,
        match=r"state\.statuses\[0\]\.seen is a list, which cannot be hashed and so cannot be part of a state; use",
    ):
        ruleset.opened(Scenario.from_text(ruleset.sample))


@pytest.mark.parametrize(("value", "kind"), [("[1]", "list"), ("{1}", "set"), ("(1, {})", "dict")])
def test_a_state_that_receives_a_list_during_play_is_refused_and_the_clause_at_fault_is_named(
    value, kind, written
) -> None:
    began = "    began: int = 0  # models when the phase began"
    struck = "    return struck(battle, table, unit, battle.field.living(unit), "
    late = struck.replace("struck(battle,", f"struck(battle.having(unit, seen={value}),")
    (ruleset,) = rulesets_from(written((began, f"{began}\n    seen: object = None"), (struck, late)))
    position = ruleset.opened(Scenario.from_text(ruleset.sample))
    with pytest.raises(
        BadRuleset, match=rf"state\.statuses\[0\]\.seen.* is a {kind}, which cannot be hashed"
    ) as caught:
        run(ruleset.find, position.state.setup.readings, Position(position.state, (("strike", 0),)), lambda _: 0)
    text = Path(caught.value.file).read_text(encoding="utf-8").splitlines()
    assert text[caught.value.line - 1] == '@clause(Step.STRIKE, "HO-01")'


@pytest.mark.parametrize(("returned", "words"), [("", "nothing"), (" 3", "a int, not the state")])
def test_a_clause_that_returns_no_state_on_some_branch_is_reported_with_its_sentence(returned, words, written) -> None:
    early = f"    if unit == 0:\n        return{returned}\n    return struck(battle, table, unit, battle.field"
    (ruleset,) = rulesets_from(written(("    return struck(battle, table, unit, battle.field", early)))
    position = ruleset.opened(Scenario.from_text(ruleset.sample))
    with pytest.raises(BadRuleset, match=rf"the clause 'strike' \(HO-01\) returned {words}; end every path") as caught:
        run(ruleset.find, position.state.setup.readings, Position(position.state, (("strike", 0),)))
    assert Path(caught.value.file).name == "__init__.py"


@pytest.mark.parametrize("name", ["scorched", "scrollhammer", "wab", "warstrike", "wwpd"])
def test_the_bundled_rulesets_are_sound_and_implement_all_their_sentences(name) -> None:
    ruleset = ruleset_named(name)
    assert_sound(ruleset)
    assert {*ruleset.sentences} == {*sentences_in_code(ruleset)}


def test_a_state_of_plain_values_passes_the_soundness_check() -> None:
    assert_hashable(ruleset_named("wwpd"), (1, ("a", Fraction(1, 2))))

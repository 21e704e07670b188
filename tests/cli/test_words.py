"""`pilein words` lists the words of scenario files with their meanings. The list can be limited to a topic, or to words
whose name or meaning contains a given text.
"""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from pilein.engine.rulesets import vocabulary
from pilein.kernel.errors import BadScenario, UnknownRule
from pilein.lab.scenarios import Scenario
from pilein.lab.words import TOPICS, Word, words_of
from pilein.tabletop import shared_words
from pilein.tabletop.scenario import GroundKind
from pilein.tabletop.vocabulary import names
from tests.cli.calling import printed, refused
from tests.rulesets.texts import NAMES

PROJECT = Path(__file__).parents[2]
FORMAT_PAGE = PROJECT / "docs" / "scenario-format.md"
DUEL = PROJECT / "examples" / "scrollhammer" / "duel.toml"


def in_topic(ruleset: str, topic: str) -> tuple[str, ...]:
    return tuple(word.name for word in words_of(vocabulary(ruleset), topic))


@pytest.mark.parametrize("name", NAMES)
def test_every_keyword_of_a_ruleset_is_listed_under_its_topic(name: str) -> None:
    words = vocabulary(name)
    assert in_topic(name, "weapons") == tuple(words.weapons)
    assert in_topic(name, "rules") == tuple(words.rules)
    assert in_topic(name, "formations") == tuple(words.formations)
    assert in_topic(name, "statuses") == names(words.statuses)
    assert in_topic(name, "weapon keys") == names(words.weapon_keys)
    assert in_topic(name, "armour")
    assert in_topic(name, "terrain")[: len(get_args(GroundKind))] == get_args(GroundKind)
    assert set(in_topic(name, "profiles")) == {*names(words.characteristics), "base", "rules"}
    assert all(word.words for word in words_of(words))


@pytest.mark.parametrize("name", NAMES)
def test_scenario_files_accept_every_kind_of_ground_that_a_ruleset_names(name: str) -> None:
    assert set(vocabulary(name).ground_words) <= set(get_args(GroundKind))


def test_a_topic_of_words_is_found_by_its_singular_and_by_synonyms() -> None:
    assert in_topic("wab", "weapon") == in_topic("wab", "Weapons")
    assert in_topic("wab", "special rules") == in_topic("wab", "rules")
    assert in_topic("wab", "shields") == in_topic("wab", "armour")


def test_words_are_found_by_text_that_occurs_in_their_names_or_meanings() -> None:
    found = words_of(vocabulary("scrollhammer"), "re-rolled")
    assert [word.name for word in found] == ["Hatred"]
    assert words_of(vocabulary("scrollhammer"), "Killing_Blow")[0].topic == "rules"


def test_the_entry_for_a_weapon_lists_its_effects_with_their_meanings() -> None:
    (found,) = words_of(vocabulary("scrollhammer"), "lance")
    assert found == Word(
        "weapons",
        "lance",
        "charging_S 2, charging_AP 2",
        "charging_S: Strength added if the bearer charged; charging_AP: AP added if the bearer charged",
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ["spear", "great weapon", "halberd", "shield", "lance"])
def test_a_word_from_a_different_game_is_found_with_an_explanation_or_a_replacement(name: str, text: str) -> None:
    assert any(word.name == text for word in words_of(vocabulary(name), text))


@pytest.mark.parametrize("name", NAMES)
def test_the_word_hero_leads_to_the_members_of_a_unit(name: str) -> None:
    (found,) = words_of(vocabulary(name), "hero")
    assert "a row of `members`" in found.words


def test_the_entry_for_a_spear_states_that_wab_has_no_weapons_for_close_combat() -> None:
    (found,) = words_of(vocabulary("wab"), "spear")
    assert found.topic == "elsewhere"
    assert "no weapons for close combat" in found.words
    assert '["hand weapon", "hand weapon"]' in found.words


def test_a_search_finds_text_inside_a_word_only_if_no_word_begins_with_it() -> None:
    found = [word.name for word in words_of(vocabulary("wab"), "great")]
    assert "great weapon" in found
    assert "pavise all round" not in [word.name.lower() for word in words_of(vocabulary("wab"), "is")]
    assert "Hatred" in [word.name for word in words_of(vocabulary("scrollhammer"), "olled")]


def test_the_error_for_an_unknown_word_suggests_a_similar_one() -> None:
    with pytest.raises(UnknownRule, match="no word or topic 'halbred'; did you mean 'halberd'"):
        words_of(vocabulary("scrollhammer"), "halbred")


def test_the_words_command_prints_words_with_their_values_and_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(printed(capsys, "words", "scrollhammer", "profiles").split())
    assert "WS Weapon Skill (0 to 10; required)" in text
    assert "Sv armour save: the score needed (2 to 6; default none)" in text
    every = printed(capsys, "words", "wab")
    assert all(f"{topic}: " in every for topic in TOPICS)


def test_the_words_command_without_a_ruleset_lists_rulesets_and_topics(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "words")
    assert all(word in text for word in (*NAMES, *TOPICS))
    assert json.loads(printed(capsys, "words", "--json"))["topics"] == list(TOPICS)


def test_the_json_document_of_the_words_command_names_commands_that_explain_more(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = json.loads(printed(capsys, "words", "warstrike", "--json"))
    assert "`pilein words warstrike weapons`" in str(found["words"])


def test_the_words_command_prints_a_json_document(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, "words", "scorched", "rules", "--json"))
    assert found["ruleset"] == "scorched"
    assert found["words"][0] == {
        "topic": "rules",
        "name": "Psyker",
        "words": "may spend psychic charges on a force weapon",
        "value": "",
        "default": "",
    }


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("[profiles.red]\n", "[profiles.red]\nwss = 4\n"), "`pilein words scrollhammer profiles` lists all words"),
        (('["hand weapon"]', '["hand weppon"]'), "did you mean 'hand weapon'? `pilein words scrollhammer weapons`"),
        (('["hand weapon"]', '["trebuchet"]'), "`pilein words scrollhammer weapons` explains them"),
        (('["hand weapon"]', '[]\nrules = ["Zzz"]'), "`pilein words scrollhammer rules` explains them"),
        (('["hand weapon"]', "[]\nchargd = true"), "did you mean 'charged'? `pilein words scrollhammer units`"),
    ],
)
def test_the_error_for_an_unknown_word_names_the_command_that_lists_words(wrong: tuple[str, str], said: str) -> None:
    text = PRESS.replace(*wrong, 1)
    with pytest.raises(BadScenario) as fault:
        Scenario.from_text(text)
    assert said in str(fault.value)


PRESS = """
ruleset = "scrollhammer"
active = "red"

[profiles.red]
WS = 4
S = 3
T = 3
W = 1
I = 4
A = 1
Ld = 8

[[unit]]
name = "guards"
side = "red"
formation = "skirmish"
profile = "red"
models = 5
weapons = ["hand weapon"]

[[unit]]
name = "reavers"
side = "blue"
formation = "skirmish"
profile = "red"
models = 5

[press]
pairs = [["guards", "reavers"]]
"""


def test_the_words_command_and_the_documentation_of_the_scenario_file_agree_on_shared_keys() -> None:
    page = FORMAT_PAGE.read_text(encoding="utf-8")
    sections = {
        "The top": shared_words.TOP_WORDS,
        "Profiles": shared_words.PROFILE_WORDS,
        "Units": shared_words.UNIT_WORDS,
        "Members": shared_words.MEMBER_WORDS,
        "Sides": shared_words.SIDE_WORDS,
        "Press": shared_words.PRESS_WORDS,
        "Terrain": shared_words.TERRAIN_WORDS,
        "Objectives": shared_words.OBJECTIVE_WORDS,
    }
    for title, words in sections.items():
        assert list(table(page, title)) == [(name, key.words, key.default) for name, key in words.items()], title


def table(page: str, title: str) -> list[tuple[str, str, str]]:
    section = page.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line.strip("|").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    found = []
    for name, words, default in rows:
        plain = re.sub(r"\[([^\][]+)\]\([^)]*\)", r"\1", words).strip()
        found += [(one.strip(" `"), plain, default.strip()) for one in name.split(",")]
    return found


def test_the_rules_command_finds_sentences_by_text_that_occurs_in_them(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "rules", "scrollhammer", "base", "type")
    assert "SH-AT-04" in text
    assert "SH-MO-01" not in text
    found = json.loads(printed(capsys, "rules", "scrollhammer", "Morale check", "--json"))
    assert "SH-MO-01" in [clause["id"] for clause in found["clauses"]]
    assert "SH-R-66" in [ruling["id"] for ruling in found["rulings"]]


def test_the_rules_command_points_to_matching_words_of_scenario_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "rules", "scrollhammer", "lance") == (
        "pilein: there is no clause, ruling or sentence with 'lance'; "
        "look it up among the words of scenario files with `pilein words scrollhammer lance`\n"
    )
    assert "`pilein words scrollhammer halberd`" in refused(capsys, "rules", "scrollhammer", "halbred")
    assert "words of scenario files: hand weapon" in printed(capsys, "rules", "scrollhammer", "weapons")


def test_the_error_for_a_misspelt_name_lists_all_choices_if_they_are_few(capsys: pytest.CaptureFixture[str]) -> None:
    duel = str(DUEL)
    said = refused(capsys, "odds", duel, "--rule", "SH-R-65=on-dic")
    assert said.endswith("did you mean 'SH-R-65=on-dice'? if not, choose one of default, on-dice, off-dice\n")
    said = refused(capsys, "odds", duel, "--play", "frst")
    assert said.endswith(
        "did you mean 'first'? if not, use one of first, random, sensible, expectimax, mcts, mcts:1000, "
        "mcts:2s, flat:200, program:COMMAND, ask\n"
    )


def test_the_error_for_an_unknown_formation_lists_all_formations() -> None:
    with pytest.raises(BadScenario, match="did you mean 'skirmish'\\? if not, use one of ranks, skirmish, horde"):
        Scenario.from_text(PRESS.replace('"skirmish"', '"skirmishers"', 1))

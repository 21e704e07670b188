"""Situations that no battle can reach are refused, as tested in the notation of a tiny ruleset."""

import pytest
from msgspec.structs import replace

from pilein.kernel.errors import BadScenario
from pilein.tabletop.loading import loads
from pilein.tabletop.sanity_checks import assert_living, check_enemies, check_files, check_lost, impossible
from pilein.tabletop.scenario import Scenario
from pilein.tabletop.vocabulary import Key
from tests.tabletop.words import HOPLON, PRESS, TABLE, changed, loaded


def fault(check, text: str, *arguments) -> BadScenario:
    with pytest.raises(BadScenario) as caught:
        check(loaded(text), *arguments)
    return caught.value


def line_of(text: str, words: str) -> int:
    return text[: text.index(words)].count("\n") + 1


def test_a_model_with_no_wounds_left_is_refused() -> None:
    text = changed(TABLE, "lost = 1", "lost = 6")
    found = fault(check_lost, text, "WS")
    assert str(found).endswith(
        "has lost 6 of its 6 wounds, so it is dead; write lost = 5 or less, or leave out the dead models"
    )
    assert found.line == line_of(text, "lost = 6")
    check_lost(loaded(TABLE), "WS")


def test_a_dead_model_is_refused_even_in_a_scenario_built_without_a_file() -> None:
    scenario: Scenario = loaded(changed(TABLE, "lost = 1", "lost = 7")).scenario
    unit = scenario.units[1]
    with pytest.raises(BadScenario, match="has lost 7 of its 6 wounds, so it is dead; leave out the dead models"):
        assert_living(scenario, unit, unit.members[1], "WS")
    assert_living(scenario, unit, unit.members[0], "WS")


def test_a_status_that_names_a_friend_as_the_enemy_is_refused() -> None:
    text = changed(TABLE, 'fired_at = "guards"', 'fired_at = "reavers"')
    found = fault(check_enemies, text, "fired_at")
    assert str(found).endswith("'reavers' is a friend, not an enemy; name an enemy unit")
    check_enemies(loaded(TABLE), "fired_at")


def test_an_impossible_status_is_reported_with_its_line() -> None:
    found = impossible(loaded(TABLE), 0, "charged", "have charged, yet touch no enemy")
    assert found.line == line_of(TABLE, "charged = true")
    assert str(found).endswith("'guards' have charged, yet touch no enemy; remove charged, or place the unit elsewhere")


RANKS = changed(PRESS, 'formation = "skirmish"', 'formation = "ranks"')


@pytest.mark.parametrize(
    ("text", "files", "words"),
    [
        (PRESS, 5, "a unit in skirmish cannot have files; remove files"),
        (RANKS, 6, "6 files for 5 models; use at most 5 files, one for each model"),
        (TABLE, 5, "a unit on a table gives its files in `place`; write place = { ..., files = 5 }"),
    ],
)
def test_a_number_of_files_is_accepted_only_for_a_block_in_the_press(text: str, files: int, words: str) -> None:
    words_of = replace(HOPLON, statuses=(*HOPLON.statuses, Key("files", "int", 0, 40, 0)))
    made = loads(changed(text, 'side = "red"', f'side = "red"\nfiles = {files}'), lambda _: words_of)
    with pytest.raises(BadScenario) as caught:
        check_files(made, words_of.formations)
    assert str(caught.value).endswith(words)

"""The checks of a ruleset detect rolls whose dice and weights disagree, and they accept consistent rolls."""

from math import comb
from pathlib import Path

import pytest
from msgspec import Struct

from pilein.cli import starter
from pilein.dice import Count
from pilein.engine.budget import UNMETERED
from pilein.engine.rulesets import ruleset_named, rulesets_from
from pilein.kernel.errors import BadRuleset
from pilein.lab.scenarios import Scenario
from pilein.lab.trials import Trial, assert_roll_agrees, checked_ruleset, rulesets_at

STARTER = Path(starter.__file__).parent


class Hits(Struct, frozen=True):
    """A roll of dice that hit on `need` or more. Its weights assume that `faces` of the six faces hit."""

    dice: int
    need: int
    faces: int
    label: str = "to hit"

    def thrown(self, die):
        return sum(die(6) >= self.need for _ in range(self.dice))

    def weights(self):
        good, n = self.faces, self.dice
        return tuple((hits, comb(n, hits) * good**hits * (6 - good) ** (n - hits)) for hits in range(n + 1))


@pytest.mark.parametrize("dice", [1, 3, 10])
def test_weights_that_disagree_with_the_dice_of_a_roll_are_detected_for_any_number_of_dice(dice):
    assert_roll_agrees(Hits(dice, 4, 3))
    with pytest.raises(
        BadRuleset, match=r"Hits gives . a probability of .* in `thrown`.*, but .* in `weights`"
    ) as caught:
        assert_roll_agrees(Hits(dice, 4, 2))
    assert Path(caught.value.file).name == "test_trials.py"
    assert caught.value.line


class Unlikely(Hits, frozen=True):
    """A roll whose weights lack one of its outcomes."""

    def thrown(self, die):
        return -1 if all(die(6) == 1 for _ in range(self.dice)) else 0

    def weights(self):
        return ((0, 1),)


def test_an_outcome_missing_from_the_weights_of_its_roll_is_detected():
    with pytest.raises(BadRuleset, match=r"Unlikely gives 0 a probability of 99.54 % in `thrown`, but of 100.00 % in"):
        assert_roll_agrees(Unlikely(3, 4, 3))


def test_the_dice_and_the_weights_of_a_bundled_roll_agree():
    assert_roll_agrees(Count(3, 4))


@pytest.fixture
def hoplon(tmp_path, apart):
    """Return a function that writes the starter ruleset with a change to its code and returns the folder."""

    def write(old="", new=""):
        (tmp_path / "hoplon").mkdir()
        for path in STARTER.joinpath("hoplon").iterdir():
            if path.suffix in (".py", ".toml") and not path.name.startswith(("test_", "conftest")):
                text = path.read_text(encoding="utf-8")
                (tmp_path / "hoplon" / path.name).write_text(
                    text.replace(old, new, 1) if old else text, encoding="utf-8"
                )
        return tmp_path

    return write


def test_a_sound_ruleset_passes_the_check_that_plays_its_samples(hoplon):
    for path in (folder := hoplon(), folder / "hoplon"):
        (ruleset,) = rulesets_at(str(path))
        found = checked_ruleset(ruleset, 4, 60)
        assert found.words == "hoplon: sound (2 sentences; 4 games of 1 sample played)"
        assert found.notes == ()


def test_a_bundled_ruleset_to_be_checked_may_be_given_by_name_or_by_folder():
    ours = ruleset_named("wwpd")
    assert rulesets_at("wwpd") == rulesets_at("src/pilein/rulesets/wwpd") == (ours,)


def test_an_event_that_cites_a_sentence_missing_from_the_text_is_detected(hoplon):
    (ruleset,) = rulesets_from(hoplon("clause=sentence", 'clause=f"{sentence}0"'))
    with pytest.raises(BadRuleset, match="the event Slain names 'HO-010', which the text does not contain"):
        Trial(ruleset).play(Scenario.from_text(ruleset.sample), 1, UNMETERED)


def test_a_list_stored_in_a_state_during_play_is_detected(hoplon):
    (ruleset,) = rulesets_from(
        hoplon("    return battle.on(", "    battle = battle.having(unit, began=[1])\n    return battle.on(")
    )
    with pytest.raises(BadRuleset, match=r"statuses\[.\]\.began is a list"):
        Trial(ruleset).play(Scenario.from_text(ruleset.sample), 1, UNMETERED)

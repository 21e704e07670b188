import pytest

from pilein.engine.rulesets import names, vocabulary
from pilein.importers.words import words_of
from pilein.unit_files.changes import why_no_change
from pilein.unit_files.riding import riding_of

OWN = [name for name in names() if name != "duel"]


@pytest.mark.parametrize("name", OWN)
def test_every_catalogue_word_maps_to_a_word_of_the_ruleset(name: str):
    own = vocabulary(name)
    words, keys = words_of(own), {key.name: key for key in own.characteristics}
    assert {weapon for held in words.weapons.values() for weapon in held} <= own.weapons.keys()
    assert set(words.rules.values()) <= own.rules.keys()
    assert set(words.command.values()) <= {key.name for key in own.member_keys}
    assert {one for one in (words.save, words.ward, words.type, words.counts) if one} <= keys.keys()
    assert words.characteristics.keys() <= keys.keys()
    assert not words.types or set(words.types.values()) <= set(keys[words.type].options)
    assert not words.scores or set(words.scores.values()) <= set(keys[words.save].options)
    weapon = {key.name for key in own.weapon_keys}
    described = (words.weapon.strength, words.weapon.range, words.weapon.shot_strength)
    assert {one for one in described if one} | words.weapon.ranged.keys() <= weapon
    assert {key for phrase in words.weapon.phrases.values() for key in phrase} <= weapon
    assert words.weapon.combat in ("", *own.weapons)


@pytest.mark.parametrize("name", OWN)
def test_changes_to_a_profile_for_armour_and_riding_stay_within_its_bounds(name: str):
    own = vocabulary(name)
    words, riding, keys = words_of(own), riding_of(own.package), {key.name: key for key in own.characteristics}
    changes = [*words.armour.values(), *words.mounted.values(), *([riding.changes] if riding is not None else [])]
    for change in changes:
        for key, value in change.items():
            assert key == "weapons" or why_no_change(keys[key], value) is None, (key, value)
    if riding is not None:
        assert {*riding.takes, *riding.most, *([riding.names] if riding.names else [])} <= keys.keys()

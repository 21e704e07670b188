"""WAB-CC-01: the number of front-rank models that touch the enemy is the same on a table and in the press."""

import pytest

from pilein.rulesets.wab.fight.who_fights import models_in_contact
from tests.rulesets.wab.builder import FOOT_25, LEGIONARY, WARRIOR, U, battle

BASE = 25 / 25.4  # inches


@pytest.mark.parametrize(
    ("own", "foe"),
    [
        ((6, 24), (6, 30)),
        ((10, 20), (3, 9)),
        ((3, 6), (10, 20)),
        ((7, 14), (4, 4)),
        ((5, 10), (6, 12)),
        ((9, 9), (1, 3)),
    ],
)
def test_blocks_touch_as_many_enemies_in_the_press_as_on_a_table(own, foe):
    aside = (own[0] - foe[0]) % 2 / 2 * BASE  # files in line
    places = [(36 + aside, 24, 0, own[0]), (36, 24, 180, foe[0])]
    counts = []
    for at in (places, (None, None)):
        units = [
            U(name, side, [(traits, models)], block=at[side], base=FOOT_25, files=files)
            for side, (name, traits, (files, models)) in enumerate((("own", LEGIONARY, own), ("foe", WARRIOR, foe)))
        ]
        made = battle(*units, pairs=None if at is places else [(0, 1)], frontage="files")
        counts.append([len(models_in_contact(made, unit)) for unit in (0, 1)])
    assert counts[0] == counts[1]


def test_in_the_press_the_whole_front_rank_touches_the_enemy_unless_the_files_of_the_enemy_limit_it():
    units = [U("own", 0, [(LEGIONARY, 20)], files=10), U("foe", 1, [(WARRIOR, 9)], files=3)]
    assert len(models_in_contact(battle(*units, pairs=[(0, 1)], frontage="files"), 0)) == 5
    assert len(models_in_contact(battle(*units, pairs=[(0, 1)]), 0)) == 10

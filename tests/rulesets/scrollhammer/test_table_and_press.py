"""A fight on a table and the same fight in the press have the same odds, compared as exact fractions.

The fights are between two rows that face each other and whose pile-ins always close the gaps, and between two blocks
whose facing files fight.
"""

import pytest
from msgspec.structs import replace

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.contact import touching_and_engaged
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_to_the_end
from pilein.rulesets.scrollhammer.profile import Effect, Weapon
from tests.enumeration import ends, spread
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, OGRE, REAVER, U, battle, changed

SPEAR = Weapon("spear", "spear", ranks=3)
NET = Weapon("net", "net", effects=(Effect("hitting", "stopped"),))
FIGHTS = [
    ([(GUARD, 2)], [(REAVER, 2)]),
    ([(REAVER, 3)], [(GUARD, 3)]),
    ([(GUARD, 3)], [(REAVER, 2)]),
    ([(REAVER, 2)], [(GUARD, 3)]),
    ([(GUARD, 5)], [(OGRE, 3)]),
    ([(GUARD, 4)], [(changed(REAVER, A=2), 4)]),
    ([(GUARD, 3)], [(changed(GUARD, W=2, Sv=5, Ward=4), 1), (changed(GUARD, I=3), 2)]),
    ([(changed(GUARD, weapons=(NET,)), 3)], [(REAVER, 3)]),
    ([(changed(GUARD, rules=("Rending",)), 2)], [(changed(REAVER, Sv=3), 2)]),
    ([(changed(GUARD, rules=("Backfire",)), 2)], [(changed(REAVER, I=4), 2)]),
    ([(changed(GUARD, rules=("Instant Death",)), 2)], [(changed(OGRE, I=4, A=1), 2)]),
]


def in_the_press(own, foe):
    return battle(U("own", 0, own), U("foe", 1, foe), pairs=[(0, 1)])


def on_a_table(own, foe):
    """Return a battle in the middle of a table so large that no unit falling back reaches its edge."""
    places = row(24, 24, sum(count for _, count in own)), row(24, 25, sum(count for _, count in foe), facing=180)
    return battle(U("own", 0, own, at=places[0]), U("foe", 1, foe, at=places[1]))


@pytest.mark.parametrize(("own", "foe"), FIGHTS)
def test_survivors_and_lead_after_the_attacks_are_the_same_on_a_table_and_in_the_press(own, foe):
    distributions = [
        spread(
            ends(made(own, foe), (fight_to_the_end, 0, 1), until="work_out"),
            lambda after: (after.living(0), after.living(1), after.fight.lead),
        )
        for made in (in_the_press, on_a_table)
    ]
    assert distributions[0] == distributions[1]


@pytest.mark.parametrize(("own", "foe"), FIGHTS[:4])
def test_survivors_and_broken_units_after_the_combat_are_the_same_on_a_table_and_in_the_press(own, foe):
    distributions = [
        spread(
            ends(made(own, foe), (fight_to_the_end, 0, 1)),
            lambda after: tuple((after.living(unit), after.status(unit).falling_back) for unit in (0, 1)),
        )
        for made in (in_the_press, on_a_table)
    ]
    assert distributions[0] == distributions[1]


# --- Blocks: who fights follows from the files of both -----------------------------------------------------------


FULL = [  # (files, models) of both
    ((5, 20), (5, 30)),
    ((8, 16), (4, 8)),
    ((8, 16), (4, 12)),
    ((4, 4), (8, 16)),
    ((10, 10), (5, 10)),
    ((10, 20), (5, 15)),
    ((5, 10), (6, 12)),
    ((5, 5), (10, 20)),
    ((6, 18), (3, 6)),
    ((7, 14), (5, 10)),
    ((7, 21), (2, 6)),
    ((9, 18), (3, 3)),
    ((10, 20), (1, 4)),
    ((3, 6), (3, 6)),
    ((2, 4), (6, 6)),
    ((5, 15), (1, 1)),
    ((4, 12), (9, 27)),
    ((1, 5), (5, 10)),
]
NOT_FULL = [((5, 7), (5, 8)), ((5, 12), (4, 11)), ((8, 11), (2, 4)), ((9, 15), (1, 4)), ((3, 4), (10, 18))]


def blocks(own, foe, *, on_table, rulings=None, kinds=(GUARD, REAVER), bases=(1.0, 1.0)):
    """Return a battle of two blocks in full contact. Their files are in line, and their centres are as close to each
    other as the alignment of the files allows.
    """
    aside = (own[0] - foe[0]) % 2 / 2 if bases[0] == bases[1] else 0
    at = [(24 + aside, 24, 0, own[0]), (24, 24, 180, foe[0])] if on_table else [None, None]
    sizes = [Base("rectangle", round(wide * INCH), round(wide * INCH)) for wide in bases]
    units = [
        U(name, side, [(kinds[side], models)], block=at[side], formation="ranks", base=sizes[side], files=files)
        for side, (name, (files, models)) in enumerate((("own", own), ("foe", foe)))
    ]
    return battle(*units, pairs=None if on_table else [(0, 1)], frontage="files", rulings=rulings)


def attacks(event):
    return event.attacks if type(event).__name__ == "Struck" else None


def phase(made):
    """Return the odds of one phase: the attacks in each step, the survivors and the lead."""
    found = ends(made, (fight_to_the_end, 0, 1), until="work_out", notice=attacks)
    return {
        (noted, after.living(0), after.living(1), after.fight.lead): chance for (after, noted), chance in found.items()
    }


@pytest.mark.parametrize(("own", "foe"), [*FULL, *NOT_FULL])
def test_blocks_make_the_same_attacks_on_a_table_and_in_the_press(own, foe):
    """SH-EN-04, SH-EN-05: contact includes corners, and models in contact with a friend in contact also strike."""
    assert phase(blocks(own, foe, on_table=False)) == phase(blocks(own, foe, on_table=True))


def test_blocks_fight_alike_on_a_table_and_in_the_press_even_if_rulings_weapons_or_bases_are_changed():
    spears = (changed(GUARD, weapons=(SPEAR,)), REAVER)
    for given in (
        {"rulings": {"SH-R-04": "edges-only"}},
        {"rulings": {"SH-R-43": "live"}},
        {"kinds": spears},
        {"kinds": spears, "rulings": {"SH-R-04": "edges-only"}},
        {"bases": (2.0, 1.0)},
        {"bases": (1.0, 1.5)},
    ):
        own, foe = (8, 24), (5, 10)
        assert phase(blocks(own, foe, on_table=False, **given)) == phase(blocks(own, foe, on_table=True, **given)), (
            given
        )


def test_all_sixteen_models_of_a_block_of_eight_files_and_two_ranks_strike_a_block_of_four_files():
    made = blocks((8, 16), (4, 8), on_table=False)
    assert touching_and_engaged(made, 0) == (6, 16)
    assert touching_and_engaged(made, 1) == (4, 8)


def test_two_blocks_facing_a_wider_block_touch_as_many_files_in_the_press_as_on_a_table():
    """Each of the two blocks has three files on a table. In the press, each block faces the next stretch of the wider
    front by itself.
    """
    places = [(24, 24, 0, 10), (22.5, 24, 180, 3), (25.5, 24, 180, 3)]
    for pairs in (None, [(0, 1), (0, 2)]):
        at = places if pairs is None else [None] * 3
        units = [
            U(name, side, [(GUARD, files * 2)], block=at[number], formation="ranks", files=files)
            for number, (name, side, files) in enumerate((("own", 0, 10), ("left", 1, 3), ("right", 1, 3)))
        ]
        made = battle(*units, pairs=pairs, frontage="files")
        assert [touching_and_engaged(made, unit) for unit in range(3)] == [(8, 20), (3, 6), (3, 6)]


def test_loose_models_in_the_press_fight_a_block_only_along_its_front_but_fight_a_loose_enemy_with_every_model():
    def loose(foe):
        units = [U("own", 0, [(GUARD, 30)]), U("foe", 1, [(REAVER, 8)], **foe)]
        return [touching_and_engaged(battle(*units, pairs=[(0, 1)], frontage="files"), unit) for unit in (0, 1)]

    assert loose({"formation": "ranks", "files": 4}) == [(6, 16), (4, 8)]
    assert loose({}) == [(30, 30), (8, 8)]


def test_a_front_reduced_by_losses_meets_fewer_enemies_in_the_next_phase():
    made = blocks((9, 18), (5, 5), on_table=False)
    assert touching_and_engaged(made, 0) == (7, 18)
    assert touching_and_engaged(made.on(made.press.without(frozenset(range(18, 21)))), 0) == (4, 12)


def test_every_model_in_the_press_strikes_if_no_frontage_is_set():
    """Records of earlier versions set no limit if no frontage was given."""
    made = blocks((5, 20), (5, 30), on_table=False)
    free = made.on(replace(made.press, frontage=None))
    assert [touching_and_engaged(free, unit) for unit in (0, 1)] == [(20, 20), (30, 30)]

"""Every number in every text matters: changing it changes the result of a game or of a hand-built position."""

from collections.abc import Callable

import pytest

from pilein.engine.rulesets import ruleset_named
from pilein.geometry.ticks import INCH
from pilein.kernel.numbers import set_to
from pilein.kernel.rulings import Reading
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.hitting import score_to_hit
from pilein.rulesets.scrollhammer.saves import ward_save
from pilein.rulesets.wab.movement.marching import fast_marching_distance
from pilein.rulesets.warstrike.casualties import picks
from pilein.rulesets.warstrike.crossing import crossings, is_defended
from pilein.rulesets.wwpd.losing import score_to_hit as score_in_melee
from tests.rulesets.fielding import ground, row
from tests.rulesets.number_witnesses import trace_of, witnesses
from tests.rulesets.scorched.builder import M, played
from tests.rulesets.scrollhammer.builder import GUARD
from tests.rulesets.scrollhammer.builder import changed as warded
from tests.rulesets.texts import NAMES
from tests.rulesets.warstrike.builder import TROOPER, U, battle, box

GAMES = sorted(witnesses())


def table(ruleset: str, **values: int) -> Table:
    """Return a table with the given values for numbers of a text. In keyword names, `__` stands for a dot and `_` for a
    dash.
    """
    chosen = {key.replace("__", ".").replace("_", "-"): value for key, value in values.items()}
    return Table(set_to(ruleset_named(ruleset).numbers, chosen))


# --- what no game of the examples shows -----------------------------------------------------------------------------


def much_worse(value: int) -> int:
    return score_to_hit(table("scrollhammer", SH_HI_03__worse=value), 1, 9)


def best_ward(value: int) -> int | None:
    return ward_save(warded(GUARD, Ward=2), table("scrollhammer", SH_SV_05=value), is_armour_lost=False)


def gap_stab(value: int) -> list[tuple[str, str, int, int]]:
    stabber, foe = M("x", 0, weapons=["dagger"]), M("foe", 1)
    return played(stabber, foe, dice=[5, 1], rulings={"CP-DG-01.face": value}).hits()


def feel_no_pain(value: int) -> int | None:
    struck = M("b", 1, W=2, more={"FNP": 5})
    rulings = {"CP-R-49": "fnp-4", "CP-RW-01": value}
    return played(M("a", 0), struck, dice=[5, 4, 4, 3], rulings=rulings).left("b")


def far_worse(value: int) -> int:
    numbers = set_to(ruleset_named("wwpd").numbers, {"WW-RS-02.worse": value})
    return score_in_melee(Table(numbers | {"WW-R-01": Reading("wh40k-ws")}), 1, 9)


def defended(value: int) -> bool:
    """Return whether the defender counts as defended when the charge path crosses a wall 1.5 inches away from the
    defender.
    """
    units = U("A", 0, [(TROOPER, 1)], [(10.4, 10)]), U("D", 1, [(TROOPER, 1)], [(12.5, 11.8)])
    made = battle(*units, fight=(0, 1), grounds=[ground("obstacle", box(5, 11, 15, 11.3))], rulings={"WS-DO-01": value})
    start, end = made.plane.place(0), made.plane.place(0)
    (crossed,) = crossings(made, ((start.x, start.y), (end.x, end.y + 3 * INCH)), made.setup.base(0).width / 2)
    return is_defended(made, crossed, (made.plane.shape(1),), None)


def chosen(value: int) -> object:
    units = U("own", 0, [(TROOPER, 3)], row(10, 10, 3)), U("foe", 1, [(TROOPER, 3)], row(10, 11, 3))
    made = battle(*units, fight=(0, 1), rulings={"WS-AL-06": value})
    return picks(made, made.preview_table(), made.models(1), 3, 2)


def fast_march(value: int) -> int:
    return fast_marching_distance(table("wab", WAB_FM_03=value), 4 * INCH)


BY_HAND: dict[str, tuple[Callable[[int], object], int]] = {  # number: (outcome with a value, another value)
    "WAB-FM-03": (fast_march, 2),
    "SH-HI-03.worse": (much_worse, 6),
    "SH-SV-05": (best_ward, 3),
    "CP-DG-01.face": (gap_stab, 5),
    "CP-RW-01": (feel_no_pain, 3),
    "WW-RS-02.worse": (far_worse, 6),
    "WS-DO-01": (defended, 1),
    "WS-AL-06": (chosen, 1),
}


# --- the tests --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_number_in_the_rules_text_has_a_game_or_a_position_that_depends_on_it(name: str) -> None:
    assert [one for one in ruleset_named(name).numbers if one not in GAMES and one not in BY_HAND] == []


@pytest.mark.parametrize("key", GAMES)
def test_changing_a_number_in_the_rules_text_changes_the_game_that_depends_on_it(key: str) -> None:
    witness = witnesses()[key]
    assert trace_of(witness, {}) != trace_of(witness, {key: str(witness["value"])})


@pytest.mark.parametrize("key", BY_HAND)
def test_changing_a_number_in_the_rules_text_changes_the_result_of_the_position_that_depends_on_it(key: str) -> None:
    outcome, value = BY_HAND[key]
    known = next(book.numbers[key] for book in map(ruleset_named, NAMES) if key in book.numbers)
    assert outcome(known.default) != outcome(value)

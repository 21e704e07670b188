"""Units in contact for close combat tests, and a script to play them."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.blocks import Block
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.press import Press
from tests.rulesets.wab.builder import U, battle


class Line(Struct):
    """Identical models, and the number of them that stand side by side in front."""

    kinds: Sequence[tuple[Traits, int]]
    files: int
    formation: str


def line(traits: Traits, models: int, *, files: int = 0, formation: str = "open") -> Line:
    return Line(((traits, models),), files or models, formation)


def facing(red: Line, blue: Line, rulings: Mapping[str, str] | None = None, **more: Any) -> Battle:
    """Return a battle of two blocks that stand front to front on a table. Unit 0 faces up the table, and unit 1 faces
    down.
    """
    one = U("red", 0, red.kinds, block=(24, 20, 0, red.files), formation=red.formation)
    other = U("blue", 1, blue.kinds, block=(24, 20, 180, blue.files), formation=blue.formation)
    return battle(one, other, rulings=rulings, **more)


def front(state: Battle, unit: int) -> Block:
    standing = state.plane.standings[unit]
    assert isinstance(standing, Block)
    return standing


def pressed_foes(state: Battle, unit: int) -> tuple[int, ...]:
    """Return the enemies in contact with a unit in the press."""
    assert isinstance(state.field, Press)
    return state.field.touched_units(unit)


def lacking(state: Battle, *sentences: str) -> Battle:
    """Return the battle under a text from which the given sentences are struck."""
    return state.changed(setup=replace(state.setup, struck=frozenset(sentences)))


def fought(
    state: Battle, clause: Any, *arguments: int | str, dice: Sequence[int] = (), answers: Sequence[Any] = ()
) -> Battle:
    """Run a clause and everything that follows from it. Return the resulting battle, after checking that every die and
    answer was used.
    """
    script = Script(RULESET, dice=dice, answers=answers)
    after: Battle = script.begin(state, clause, *arguments)
    script.assert_used_up()
    return after

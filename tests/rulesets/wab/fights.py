"""Units in contact for tests of close combat, and a script that plays them."""

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
    """Like models, so many side by side in front."""

    kinds: Sequence[tuple[Traits, int]]
    files: int
    formation: str


def line(traits: Traits, models: int, *, files: int = 0, formation: str = "open") -> Line:
    return Line(((traits, models),), files or models, formation)


def facing(red: Line, blue: Line, rulings: Mapping[str, str] | None = None, **more: Any) -> Battle:
    """Two blocks front to front on a table: unit 0 looks up it, unit 1 down."""
    one = U("red", 0, red.kinds, block=(24, 20, 0, red.files), formation=red.formation)
    other = U("blue", 1, blue.kinds, block=(24, 20, 180, blue.files), formation=blue.formation)
    return battle(one, other, rulings=rulings, **more)


def front(state: Battle, unit: int) -> Block:
    """Formation of a unit in ranks."""
    standing = state.plane.standings[unit]
    assert isinstance(standing, Block)
    return standing


def pressed_foes(state: Battle, unit: int) -> tuple[int, ...]:
    """The enemies in contact with a unit in the press."""
    assert isinstance(state.field, Press)
    return state.field.touched_units(unit)


def lacking(state: Battle, *sentences: str) -> Battle:
    """The same battle under a text that these sentences are struck out of."""
    return state.changed(setup=replace(state.setup, struck=frozenset(sentences)))


def fought(
    state: Battle, clause: Any, *arguments: int | str, dice: Sequence[int] = (), answers: Sequence[Any] = ()
) -> Battle:
    """The state after a clause and all that follows from it, with these dice and answers used up."""
    script = Script(RULESET, dice=dice, answers=answers)
    after: Battle = script.begin(state, clause, *arguments)
    script.assert_used_up()
    return after

"""Battles of a charging block and its target for clause tests, played from the charge move onwards. Lengths are in
inches.
"""

from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.charge.block_charge import move_block
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Battle, Charge
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U


def guards(count, x, y, facing, files, **more):
    return U("guards", 0, [(GUARD, count)], block=(x, y, facing, files), formation="ranks", **more)


def reavers(count, x, y, facing, files, name="reavers", side=1, **more):
    return U(name, side, [(REAVER, count)], block=(x, y, facing, files), formation="ranks", **more)


def loose(name, side, places, traits=REAVER, **more):
    return U(name, side, [(traits, len(places))], at=places, **more)


class Charged:
    """A charge move that has been played, with its `events` and the battle after it (`after`).

    A `lenient` charge may leave answers unused.
    """

    def __init__(
        self, before: Battle, distance: int, *targets: int, answers=(), dice=(), clause=move_block, lenient=False
    ) -> None:
        named = targets or (1,)
        before = replace(before, charge=Charge(0, named, distance, arcs=("",) * len(named)))
        script = Script(RULESET, dice=dice, answers=answers)
        self.after = script.begin(before, move_block)
        if not lenient:
            script.assert_used_up()
        self.events = script.events
        self.asked = script.asked

    @property
    def block(self) -> Block:
        standing = self.after.plane.standings[0]
        assert isinstance(standing, Block)
        return standing

    @property
    def stands(self) -> tuple[float, float, float]:
        block = self.block
        return round(block.x / INCH, 3), round(block.y / INCH, 3), block.facing / 100

    def told(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    def faced(self) -> dict[int, tuple[int, ...]]:
        """Map each charging model to the enemies that it touches with more than a corner."""
        enemies = self.after.plane.edge_contacts.enemies
        return {model: enemies[model] for model in self.after.plane.models(0) if enemies[model]}

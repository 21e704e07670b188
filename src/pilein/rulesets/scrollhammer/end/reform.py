"""Reform of blocks, which replaces their consolidation (SH-CO-07)."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from pilein.geometry.blocks import EMPTY, Block, cell_shape, moved, outline, place_of, with_slots
from pilein.geometry.gaps import gap, is_on_table, overlaps
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import INCH, QUARTER, TURN, bearing
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import Answer
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.block_charge import NOT_SCORED, areas_on_way, test_ground, ways_of
from pilein.rulesets.scrollhammer.charge.terms import bounds
from pilein.rulesets.scrollhammer.charge_events import Reformed
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.tabletop.pairing import paired
from pilein.tabletop.plane import outline_of


@clause(Step.REFORM, "SH-CO-07")
def reform(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-CO-07. A unit that Fights in Ranks always reforms instead of making a consolidation move (SH-R-79).

    Models that cross dangerous terrain are tested (SH-CO-04).
    """
    if not isinstance(battle.plane.standings[unit], Block) or not battle.living(unit):
        return battle
    question = ReformPlace(battle.side(unit), battle, unit, table.rule("SH-R-79"))
    answer = table.choose(question)
    if answer == STAY:
        return battle
    _, _, facing, files = answer
    after = battle.on(battle.plane.with_standing(unit, question.dealt_out(facing, files)))
    name = battle.unit(unit).name
    table.tell(Reformed(unit=name, files=files, facing=facing / 100, clause="SH-CO-07"))
    ways = ways_of(battle, after, unit)
    if any(areas_on_way(battle, after, "dangerous", *one) for one in ways) and table.holds("SH-CO-04"):
        test_ground(battle, after, table, ways, NOT_SCORED)
    return after


# --- Positions of a block after it has reformed (SH-R-79) --------------------------------------------------------


COORDINATES = 4
STAND_OFF = INCH  # SH-CO-06
FAR = 3 * INCH  # SH-R-79 `reform-3`
FULL = 5  # models in a rank that counts for the rank bonus: players like to keep these
STAY: Answer = ()


class ReformPlace(Struct, frozen=True, dict=True):
    """Choice of a block's reform, answered by (x, y, facing, files) with the middle of its front in ticks, or by () to
    stay.

    `reading` is the option of SH-R-79 in force.
    """

    side: int
    battle: Battle
    unit: int
    reading: str
    clause: str = "SH-CO-07"

    @property
    def words(self) -> str:
        """Question that asks how a block reforms."""
        return f"{self.battle.unit(self.unit).name}: how do they reform?"

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield reforms that face the nearest enemy, then reforms that face forwards, to the sides and to the rear.

        For each facing the present number of files comes first.
        """
        for label, facing in self._facings():
            for files in self._files():
                block = self.reformed(facing, files)
                answer = (block.x, block.y, block.facing, block.files)
                if self.why_not(answer) is None:
                    yield f"{label}, {files} file{'s' if files > 1 else ''}", answer
        yield "stays", STAY

    def why_not(self, answer: Answer) -> str | None:
        """Explain why an answer is illegal, or return None if the block may stand this way. Reforms outside the list of
        candidates may also be legal.
        """
        if answer == STAY and isinstance(answer, tuple):
            return None
        if not isinstance(answer, tuple) or len(answer) != COORDINATES or any(type(one) is not int for one in answer):
            return "the answer must be (x, y, facing, files) in ticks and hundredths of a degree, or () to stay"
        x, y, facing, files = answer
        if not 0 <= facing < TURN:
            return "a facing must be from 0 to 35999"
        if not 1 <= files <= len(self._models):
            return f"{len(self._models)} models cannot stand in {files} files"
        block = self.reformed(facing, files)
        if abs(block.x - x) > 1 or abs(block.y - y) > 1:
            place = f"({block.x}, {block.y})"
            return f"the unit's centre would move: with that facing, the middle of its front must be at {place}"
        return self._why_not_so(block)

    def reformed(self, facing: int, files: int) -> Block:
        """Return the block reformed around the same centre, with its command in the middle of the front rank."""
        slots = in_ranks(self._command, self._models, files)
        block = Block(0, 0, facing, files, self._block.width, self._block.depth, slots)
        there, here = outline(block), outline_of(self._block)
        return moved(block, round(here.x - there.x), round(here.y - there.y), facing)

    def dealt_out(self, facing: int, files: int) -> Block:
        """Return the reformed block with its models assigned to slots. Under `reform-3` models take nearby slots."""
        block = self.reformed(facing, files)
        if self.reading != "reform-3":
            return block
        near = self._near(block)
        return with_slots(block, tuple(near.get(slot, EMPTY) for slot in range(len(block.slots))))

    def _why_not_so(self, block: Block) -> str | None:
        if self.reading == "keep-files" and block.files != self._kept:
            return "the unit must keep its number of files"
        held = outline(block)
        bodies = [cell_shape(block, slot) for slot, model in enumerate(block.slots) if model != EMPTY]
        near = [enemy for enemy in self._enemies if gap(held, enemy) < STAND_OFF]
        if any(gap(body, enemy) < STAND_OFF - CONTACT for enemy in near for body in bodies):
            return 'the unit would come within 1" of an enemy'
        beside = [other for other in self._other_models if gap(held, other) <= CONTACT]
        if any(overlaps(body, other) for other in beside for body in bodies):
            return "there is no room for the unit there"
        size = bounds(self.battle.setup).size
        if not all(is_on_table(size, body) for body in bodies):
            return "there is no room for the unit there"
        if self.reading == "reform-3" and len(self._near(block)) < len(self._models):
            return 'a model would have to move more than 3"'
        return None

    def _near(self, block: Block) -> dict[int, int]:
        """Assign the models to slots so that command models stand in front and no model moves more than 3 inches.

        If there are more command models than files, only command models stand in front.
        """
        plane, command = self.battle.plane, frozenset(self._command)
        goals = [(slot, place_of(block, slot)) for slot, model in enumerate(block.slots) if model != EMPTY]
        front = range(block.files)
        is_crowded = len(command) > block.files
        near = {}
        for model in self._models:
            here, leads = plane.place(model), model in command
            ways = [
                ((place.x - here.x) ** 2 + (place.y - here.y) ** 2, slot)
                for slot, place in goals
                if slot in front or not leads or is_crowded
                if slot not in front or leads or not is_crowded
            ]
            near[model] = tuple(slot for way, slot in sorted(ways) if way <= (FAR + CONTACT) ** 2)
        return paired(near)

    def _facings(self) -> Iterator[tuple[str, int]]:
        here = outline_of(self._block)
        if self._enemies:
            enemy = min(self._enemies, key=lambda one: gap(here, one))
            yield "towards the nearest enemy", bearing(enemy.x - here.x, enemy.y - here.y)
        for number, label in enumerate(("facing as they do", "facing right", "facing about", "facing left")):
            yield label, (self._block.facing + number * QUARTER) % TURN

    def _files(self) -> tuple[int, ...]:
        count = len(self._models)
        wished = (self._kept, min(FULL, count), *range(1, count + 1))
        return tuple(dict.fromkeys(wished)) if self.reading != "keep-files" else (self._kept,)

    @property
    def _kept(self) -> int:
        """Present number of files, or the number of models if fewer models than files are left."""
        return min(self._block.files, len(self._models))

    @cached_property
    def _block(self) -> Block:
        block = self.battle.plane.standings[self.unit]
        assert isinstance(block, Block)
        return block

    @cached_property
    def _models(self) -> tuple[int, ...]:
        return self.battle.plane.models(self.unit)

    @cached_property
    def _command(self) -> tuple[int, ...]:
        return tuple(model for model in self._models if _is_command(self.battle, model))

    @cached_property
    def _enemies(self) -> tuple[Shape, ...]:
        setup, shapes = self.battle.setup, self.battle.plane.shapes
        return tuple(one for model, one in shapes.items() if setup.side_of(model) != self.side)

    @cached_property
    def _other_models(self) -> tuple[Shape, ...]:
        setup, shapes = self.battle.setup, self.battle.plane.shapes
        bodies = tuple(one for model, one in shapes.items() if setup.unit_of[model] != self.unit)
        return (*bodies, *bounds(setup).walls)


def in_ranks(command: tuple[int, ...], models: tuple[int, ...], files: int) -> tuple[int, ...]:
    """Slots of a full block, with command models in the middle of the front rank and the other models in order."""
    plain = [model for model in models if model not in command]
    front, rest = command[:files], [*command[files:], *plain]
    beside = (files - len(front)) // 2
    ordered = (*rest[:beside], *front, *rest[beside:])
    return ordered + (EMPTY,) * (-len(ordered) % files)


def _is_command(battle: Battle, model: int) -> bool:
    traits = battle.traits(battle.setup.kind_of[model])
    return traits.champion or traits.standard or traits.musician

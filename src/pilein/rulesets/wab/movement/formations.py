"""Units that form ranks again: about the same middle, in so many files, where there is room."""

from collections.abc import Iterator

from pilein.geometry.angles import TURN
from pilein.geometry.blocks import EMPTY, Block, moved, outline
from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.ground.flight_heading import middle
from pilein.rulesets.wab.movement.clearance import Surroundings, bodies_of, is_free, shifted, surroundings
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.plane import Standing

USUAL = 5  # files, where nothing else says
STEP, STEPS = INCH // 2, 12  # how a place is looked for where the first is taken


def usual_files(battle: Battle, unit: int) -> int:
    """In how many files a unit forms: as it was fielded, or five; never more than it has models."""
    return max(1, min(battle.unit(unit).files or USUAL, battle.living(unit)))


def in_ranks(battle: Battle, unit: int, facing: int, files: int) -> Block:
    """A unit in ranks about its middle."""
    models = battle.plane.models(unit)
    base = battle.setup.base(models[0])
    slots = models + (EMPTY,) * (-len(models) % files)
    block = Block(0, 0, facing % TURN, files, base.width, base.depth, slots)
    held = outline(block)
    x, y = middle(battle, unit)
    return moved(block, round(x - held.x), round(y - held.y), facing)


def fitted(battle: Battle, unit: int, standing: Standing) -> Standing | None:
    """The same standing in the nearest free place, up to 6" off; None where there is none."""
    about = surroundings(battle, unit)
    return next((there for there in _around(standing) if fits(battle, there, about)), None)


def fits(battle: Battle, standing: Standing, about: Surroundings) -> bool:
    """Whether a unit may stand so."""
    return is_free(bodies_of(battle, standing), about)


def _around(standing: Standing) -> Iterator[Standing]:
    yield standing
    for ring in range(1, STEPS + 1):
        far = ring * STEP
        for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)):
            yield shifted(standing, dx * far, dy * far)

"""The fast march: columns that hurry (WAB-FM)."""

from collections.abc import Sequence

from pilein.geometry.shapes import Shape
from pilein.geometry.turns import Vector
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import is_lone_character, is_skirmishing, troop
from pilein.rulesets.wab.movement.columns import is_in_column
from pilein.rulesets.wab.movement.going import OBSTACLE, ROUGH, kinds_met
from pilein.rulesets.wab.movement.marching import ALL_STEPS, UNFIT, enemies_near, has_musician
from pilein.rulesets.wab.rulebook import says
from pilein.rulesets.wab.state import Battle

THRICE = 3
FAST_STEPS = ("ahead", "wheel")


def why_no_fast_march(battle: Battle, table: Table, unit: int) -> str:
    """Why a unit may not fast march, "" where it may."""
    if is_without_music(battle, unit):
        return "WAB-FM-01: a unit without a musician may not fast march"
    if is_too_slow(battle, unit):
        return "WAB-FM-05: skirmishers, elephants and artillery may not fast march"
    if is_out_of_column(battle, table, unit):
        return "WAB-FM-02: only a march column may fast march"
    if is_threatened(battle, table, unit):
        return 'WAB-FM-04: nobody fast marches with an enemy within 8"'
    return ""


@says("WAB-FM-01", without=False)
def is_without_music(battle: Battle, unit: int) -> bool:
    """WAB-FM-01. A unit needs a musician to fast march; a lone character does not (WAB-R-48)."""
    return not has_musician(battle, unit) and not is_lone_character(battle, unit)


@says("WAB-FM-02", without=False)
def is_out_of_column(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-FM-02. The unit must be in march column (WAB-R-50)."""
    return not is_in_column(battle, table, unit)


@says("WAB-FM-03", without=lambda rate: rate)
def fast_march(rate: int) -> int:
    """WAB-FM-03. A fast march is made at three times the normal rate."""
    return THRICE * rate


@says("WAB-FM-04", without=False)
def is_threatened(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-FM-04. No fast march with any enemy within 8", whoever he is."""
    return bool(enemies_near(battle, table, unit))


@says("WAB-FM-05", without=False)
def is_too_slow(battle: Battle, unit: int) -> bool:
    """WAB-FM-05. Skirmishers, elephants and artillery cannot fast march."""
    return is_skirmishing(battle, unit) or troop(battle, unit) in UNFIT


@says("WAB-FM-06", without=ALL_STEPS)
def fast_steps() -> tuple[str, ...]:
    """WAB-FM-06. The only manoeuvre allowed is the wheel."""
    return FAST_STEPS


def why_no_hurrying_there(battle: Battle, bodies: Sequence[Shape], way: Vector, length: float) -> str:
    """Why a unit may not fast march over the ground on a straight way, "" where it may."""
    kinds = kinds_met(battle, bodies, way, length) if battle.setup.grounds else ()
    if bars_a_fast_march(kinds):
        return "WAB-FM-07: nobody fast marches through difficult ground"
    return "WAB-FM-08: nobody fast marches across obstacles" if stops_a_fast_march(kinds) else ""


@says("WAB-FM-07", without=False)
def bars_a_fast_march(kinds: Sequence[str]) -> bool:
    """WAB-FM-07. No fast march through difficult or very difficult ground."""
    return any(kind in ROUGH for kind in kinds)


@says("WAB-FM-08", without=False)
def stops_a_fast_march(kinds: Sequence[str]) -> bool:
    """WAB-FM-08. No fast march across obstacles."""
    return OBSTACLE in kinds

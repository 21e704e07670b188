"""The fast march: columns that hurry (WAB-FM)."""

from collections.abc import Sequence

from pilein.geometry.shapes import Shape
from pilein.geometry.turns import Vector
from pilein.kernel.table import Table
from pilein.rulesets.wab.movement.columns import is_in_column
from pilein.rulesets.wab.movement.going import OBSTACLE, ROUGH, kinds_met
from pilein.rulesets.wab.movement.marching import THRICE, enemies_near, is_unfit, is_without_music
from pilein.rulesets.wab.state import Battle


def why_no_fast_march(battle: Battle, table: Table, unit: int) -> str:
    """Why a unit may not fast march, "" where it may.

    WAB-FM-01. A unit needs a musician to fast march; a lone character does not (WAB-R-48).
    WAB-FM-05. Skirmishers, elephants and artillery cannot fast march.
    WAB-FM-02. The unit must be in march column (WAB-R-50).
    WAB-FM-04. No fast march with any enemy within 8", whoever he is.
    """
    if is_without_music(battle, unit) and table.holds("WAB-FM-01"):
        return "WAB-FM-01: a unit without a musician may not fast march"
    if is_unfit(battle, unit) and table.holds("WAB-FM-05"):
        return "WAB-FM-05: skirmishers, elephants and artillery may not fast march"
    if not is_in_column(battle, table, unit) and table.holds("WAB-FM-02"):
        return "WAB-FM-02: only a march column may fast march"
    if enemies_near(battle, table, unit) and table.holds("WAB-FM-04"):
        return 'WAB-FM-04: nobody fast marches with an enemy within 8"'
    return ""


def fast_marching_distance(table: Table, rate: int) -> int:
    """WAB-FM-03. A fast march is made at three times the normal rate; rate and march in ticks."""
    return THRICE * rate if table.holds("WAB-FM-03") else rate


def why_no_fast_marching_there(battle: Battle, bodies: Sequence[Shape], way: Vector, length: float) -> str:
    """Why a unit may not fast march over the ground on a straight way, "" where it may.

    WAB-FM-07. No fast march through difficult or very difficult ground.
    WAB-FM-08. No fast march across obstacles.
    """
    kinds = kinds_met(battle, bodies, way, length) if battle.setup.grounds else ()
    if any(kind in ROUGH for kind in kinds) and battle.holds("WAB-FM-07"):
        return "WAB-FM-07: nobody fast marches through difficult ground"
    if OBSTACLE in kinds and battle.holds("WAB-FM-08"):
        return "WAB-FM-08: nobody fast marches across obstacles"
    return ""

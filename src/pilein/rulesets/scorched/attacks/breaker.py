"""Breaker: what an axe in the combat forbids its bearer's enemies (CP-AX)."""

from pilein.kernel.table import Table
from pilein.rulesets.scorched.attacks.members import enemies_there
from pilein.rulesets.scorched.equipment.gear import rows_in_use
from pilein.rulesets.scorched.profile import AXE
from pilein.rulesets.scorched.rulebook import says
from pilein.rulesets.scorched.sorting.engaged import touching_enemies
from pilein.rulesets.scorched.state import Battle


def bearers_of_axes(battle: Battle, table: Table, model: int) -> tuple[int, ...]:
    """CP-R-26. The enemies whose axes reach a model: all of its combat, under `touching-only` those it touches."""
    bearers = tuple(enemy for enemy in enemies_there(battle, model) if AXE in rows_in_use(battle, table, enemy))
    touched = [enemy for enemy in bearers if enemy in touching_enemies(battle, model)]
    if len(touched) < len(bearers) and table.rule("CP-R-26") == "touching-only":
        return tuple(touched)
    return bearers


@says("CP-AX-01", "CP-IX-01", "CP-IX-03", without=False)
def bars_parry(axes: tuple[int, ...]) -> bool:
    """CP-AX-01, CP-IX-01, CP-IX-03. Enemies of an axe in the combat cannot use Parry, whoever they are."""
    return bool(axes)


@says("CP-AX-02", "CP-IX-02", without=False)
def bars_shielding(axes: tuple[int, ...]) -> bool:
    """CP-AX-02, CP-IX-02. Enemies of an axe in the combat cannot use Shielding."""
    return bool(axes)

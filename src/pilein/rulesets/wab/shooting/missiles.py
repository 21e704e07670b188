"""Missile weapons: which line of the chart holds, and what its notes allow (WAB-MW)."""

from msgspec import Struct
from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.wab.combat.saves import strength_modifier
from pilein.rulesets.wab.profile import Missile
from pilein.rulesets.wab.rulebook import says

SLING, BOW, SHORT_BOW = "sling", "bow", "short bow"
CROSSBOW, STAFF_SLING, LIGHT_CROSSBOW = "crossbow", "staff sling", "light crossbow"
CROSSBOW_SAVE = -1


class Line(Struct, frozen=True):
    """A line of the chart as it holds at a distance: strength, what it takes off saves, and shots."""

    strength: int
    save: int
    shots: int = 1


def weapon_of(missile: Missile, table: Table) -> Missile:
    """A weapon with its notes as WAB-R-16 reads them."""
    if missile.name not in {SLING, BOW, SHORT_BOW, LIGHT_CROSSBOW}:
        return missile
    reading = table.rule("WAB-R-16")
    if reading == "sling-massed" and missile.name in {SLING, BOW}:
        return replace(missile, massed="stationary" if missile.name == SLING else "")
    if reading not in {"sbow-plain", "lxbow-plain"} or missile.name not in {SHORT_BOW, LIGHT_CROSSBOW}:
        return missile
    has_both = (missile.name == LIGHT_CROSSBOW) == (reading == "sbow-plain")
    return replace(missile, moving="free" if has_both else "", massed="stationary" if has_both else "")


@says("WAB-MW-01", without=0)
def reach_of(missile: Missile) -> int:
    """WAB-MW-01. The range of each weapon is in the chart, like its strength, save modifier and notes: in ticks."""
    return missile.range


def line_of(missile: Missile, table: Table, *, is_long: bool) -> Line:
    """The line of the chart that holds for a weapon, its save modifier as WAB-R-14 reads it."""
    line = long_line(missile) if is_long else short_line(missile, table)
    if line.save == 0 and missile.name != CROSSBOW:
        return line
    reading = table.rule("WAB-R-14")
    if reading == "save-mod-additional":
        return replace(line, save=line.save + strength_modifier(line.strength))
    if reading == "xbow-both" and missile.name in {CROSSBOW, STAFF_SLING}:
        return replace(line, save=CROSSBOW_SAVE if missile.name == CROSSBOW else 0)
    return line


def long_line(missile: Missile) -> Line:
    """The line of the chart beyond short range."""
    return Line(missile.S, missile.save)


@says("WAB-MW-02", without=lambda missile, _table: long_line(missile))
def short_line(missile: Missile, table: Table) -> Line:
    """WAB-MW-02. A second line holds up to half of the range, the first beyond it (WAB-R-13)."""
    if missile.name == SLING and table.rule("WAB-R-13") in {"sling-s3-both", "sling-s3-one-shot"}:
        return Line(missile.S, missile.short_save, shots_at_short_range(missile, table))
    return Line(missile.short_S or missile.S, missile.short_save, shots_at_short_range(missile, table))


@says("WAB-MW-03", without=False)
def ignores_long_range(missile: Missile) -> bool:
    """WAB-MW-03. Thrown rocks, javelins and darts ignore the long range penalty."""
    return not missile.long_penalty


@says("WAB-MW-04", without=False)
def shoots_on_the_move(missile: Missile, table: Table) -> bool:
    """WAB-MW-04. Javelins, darts and light crossbows may move and shoot, without penalty.

    WAB-R-72 `permission-only`: with it.
    """
    return missile.moving == "free" and table.rule("WAB-R-72") != "permission-only"


@says("WAB-MW-05", without=False)
def needs_to_stand(missile: Missile) -> bool:
    """WAB-MW-05. Handguns, staff slings and crossbows cannot be fired by a unit that moved."""
    return missile.moving == "never"


@says("WAB-MW-06", without=False)
def is_always_massed(missile: Missile) -> bool:
    """WAB-MW-06. Darts may be used as massed missiles, moving or not."""
    return missile.massed == "always"


@says("WAB-MW-07", without=False)
def is_massed_at_rest(missile: Missile) -> bool:
    """WAB-MW-07. Short bows, bows and long bows may be used as massed missiles by a unit that did not move."""
    return missile.massed == "stationary"


@says("WAB-MW-08", without=1)
def shots_at_short_range(missile: Missile, table: Table) -> int:
    """WAB-MW-08. Slings fire twice at short range (WAB-R-13 `sling-s3-one-shot`: once)."""
    once = missile.name == SLING and table.rule("WAB-R-13") == "sling-s3-one-shot"
    return 1 if once else missile.short_shots

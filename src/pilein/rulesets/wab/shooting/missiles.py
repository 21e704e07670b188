"""Missile weapons: which line of the chart holds, and what its notes allow (WAB-MW)."""

from msgspec import Struct
from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.wab.combat.armour import strength_modifier
from pilein.rulesets.wab.profile import Missile

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


def line_of(missile: Missile, table: Table, *, is_long: bool) -> Line:
    """The line of the chart that holds for a weapon, its save modifier as WAB-R-14 reads it."""
    line = Line(missile.S, missile.save) if is_long else short_line(missile, table)
    if line.save == 0 and missile.name != CROSSBOW:
        return line
    reading = table.rule("WAB-R-14")
    if reading == "save-mod-additional":
        return replace(line, save=line.save + strength_modifier(line.strength, table))
    if reading == "xbow-both" and missile.name in {CROSSBOW, STAFF_SLING}:
        return replace(line, save=CROSSBOW_SAVE if missile.name == CROSSBOW else 0)
    return line


def short_line(missile: Missile, table: Table) -> Line:
    """WAB-MW-02. A second line of the chart holds up to half of the range, the first beyond it (WAB-R-13).

    `sling-s3-both` and `sling-s3-one-shot`: a sling has strength 3 at any range.
    """
    strength, save = missile.short_S or missile.S, missile.short_save
    if missile.name == SLING and table.rule("WAB-R-13") in {"sling-s3-both", "sling-s3-one-shot"}:
        strength = missile.S
    if (strength, save) != (missile.S, missile.save) and not table.holds("WAB-MW-02"):
        strength, save = missile.S, missile.save
    return Line(strength, save, shots_at_short_range(missile, table))


def shots_at_short_range(missile: Missile, table: Table) -> int:
    """WAB-MW-08. Slings fire twice at short range (WAB-R-13 `sling-s3-one-shot`: once)."""
    if missile.name == SLING and table.rule("WAB-R-13") == "sling-s3-one-shot":
        return 1
    return missile.short_shots if missile.short_shots > 1 and table.holds("WAB-MW-08") else 1

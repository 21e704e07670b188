"""What armour takes off the movement rate (WAB-AR-13 to WAB-AR-15)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.profile import Traits

PLATE = ("partial plate", "full plate", "half plate")
LIGHT = ("shield", "buckler", "large shield", "pavise", "light", "half cloth", "full cloth", "horse")


def movement_penalty(traits: Traits, table: Table) -> int:
    """The inches that armour takes off a model's rate.

    WAB-R-22: they add up; `cumulative-saves-only`: the largest alone counts; `rider-free`: a rider's armour does not
    slow the horse.
    """
    rider = weight(traits.armour, table) + weight(traits.shield, table) + heavy_penalty(traits, table)
    mount = weight(traits.barding, table) + (weight("horse", table) if traits.mounted else 0)
    if not traits.mounted or not rider:
        return rider + mount
    reading = table.rule("WAB-R-22")
    if reading == "rider-free":
        return mount
    return max(rider, mount) if reading == "cumulative-saves-only" else rider + mount


def weight(piece: str, table: Table) -> int:
    """WAB-AR-13, WAB-AR-15. Partial plate, full plate, and half and full plate barding cost 1" each.

    The horse, shields, bucklers, pavises, light armour and cloth barding cost nothing.
    """
    if piece in PLATE:
        return 1 if table.holds("WAB-AR-13") else 0
    return 1 if piece in LIGHT and not table.holds("WAB-AR-15") else 0


def heavy_penalty(traits: Traits, table: Table) -> int:
    """WAB-AR-14. Heavy armour costs 1" where a shield is carried too, nothing alone.

    WAB-R-86: a buckler is no shield for this; it is under `buckler-counts-as-shield-for-penalty`.
    """
    if traits.armour != "heavy" or traits.shield == "none":
        return 0
    if traits.shield == "buckler" and table.rule("WAB-R-86") != "buckler-counts-as-shield-for-penalty":
        return 0
    return 1 if table.holds("WAB-AR-14") else 0

"""What armour takes off the movement rate (WAB-AR-13 to WAB-AR-15)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.rulebook import says

WEIGHTLESS = ("none", "shield", "buckler", "large shield", "pavise", "light", "half cloth", "full cloth", "horse")


def movement_penalty(traits: Traits, table: Table) -> int:
    """The inches that armour takes off a model's rate.

    WAB-R-22: they add up; `cumulative-saves-only`: the largest alone counts; `rider-free`: a rider's armour does not
    slow the horse.
    """
    rider = weight(traits.armour) + weight(traits.shield) + heavy_penalty(traits, table)
    mount = weight(traits.barding) + (weight("horse") if traits.mounted else 0)
    if not traits.mounted or not rider:
        return rider + mount
    reading = table.rule("WAB-R-22")
    if reading == "rider-free":
        return mount
    return max(rider, mount) if reading == "cumulative-saves-only" else rider + mount


def weight(piece: str) -> int:
    """The inches that a piece of armour costs by itself."""
    return 0 if piece == "heavy" or is_weightless(piece) else plate_penalty(piece)


@says("WAB-AR-13", without=0)
def plate_penalty(_piece: str) -> int:
    """WAB-AR-13. Partial plate, full plate, half plate barding and full plate barding cost 1" each."""
    return 1


@says("WAB-AR-14", without=0)
def heavy_penalty(traits: Traits, table: Table) -> int:
    """WAB-AR-14. Heavy armour costs 1" where a shield is carried too, nothing alone.

    WAB-R-86: a buckler is no shield for this; it is under `buckler-counts-as-shield-for-penalty`.
    """
    if traits.armour != "heavy" or traits.shield == "none":
        return 0
    if traits.shield != "buckler":
        return 1
    return 1 if table.rule("WAB-R-86") == "buckler-counts-as-shield-for-penalty" else 0


@says("WAB-AR-15", without=False)
def is_weightless(piece: str) -> bool:
    """WAB-AR-15. The horse, shields, bucklers, pavises, light armour and cloth barding cost nothing."""
    return piece in WEIGHTLESS

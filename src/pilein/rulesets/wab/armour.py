"""Rules for armour: saves, the save chart, the pieces of armour that count towards a save, and the movement that they
cost (WAB-AR, WAB-SV).
"""

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.wab.profile import Traits

NONE = 7  # a score no die reaches
BEST = 1  # no basic save is better (WAB-R-84)
ON_FOOT = {"none": 7, "light": 6, "heavy": 5, "partial plate": 4, "full plate": 3}
MOUNTED = {"none": 6, "light": 5, "heavy": 4, "partial plate": 3, "full plate": 3}
HALF = ("half cloth", "half plate")
CLOTH = ("half cloth", "full cloth")


class Threat(Struct, frozen=True):
    """Hit against which a model takes its save.

    `strength` is the strength of the hit, and `modifier` (0 or less) is added to the save roll. `skirmishing` means
    that the target is in skirmish formation. `has_shield_hand` is False if the target carries a weapon in each hand.
    """

    by_missile: bool
    frontal: bool = True
    skirmishing: bool = False
    has_shield_hand: bool = True
    modifier: int = 0
    strength: int = 3


def save_needed(traits: Traits, threat: Threat, table: Table) -> int:
    """Score needed on a D6 to save a wound, or 7 if there is no save (WAB-CC-11, WAB-CC-12).

    The strength of the attack reduces the roll (WAB-SV-01). A natural 1 fails, but under WAB-R-84 `one-plus-auto` a
    save of 1+ against strength 3 or less succeeds without a roll (score 1).
    """
    basic = basic_save(traits, threat, table)
    if basic >= NONE:
        return NONE
    need = basic - threat.modifier if threat.modifier and table.holds("WAB-SV-01") else basic
    need = max(table.number("WAB-CC-12"), min(NONE, need))
    if basic == BEST and threat.strength <= table.number("WAB-SV-02") and table.rule("WAB-R-84") == "one-plus-auto":
        need = BEST
    return need if need < NONE and table.holds("WAB-CC-11") and table.holds("WAB-CC-12") else NONE


def strength_modifier(strength: int, table: Table) -> int:
    """Save modifier for a hit of a given strength: 0 for strength 1 to 3, -1 for strength 4, and a further -1 for each
    point above 4 (WAB-SV-02, WAB-R-25).
    """
    modifier = min(0, table.number("WAB-SV-02") - strength)
    return modifier if modifier and table.holds("WAB-SV-02") else 0


def basic_save(traits: Traits, threat: Threat, table: Table) -> int:
    """Score needed to save with armour, shield and barding, before modifiers. The best score is 1, and 7 means no save
    (WAB-R-84).
    """
    need = body_save(traits, table) - shield_benefit(traits, threat, table)
    return max(BEST, need - barding_benefit(traits, threat, table))


def body_save(traits: Traits, table: Table) -> int:
    """Save that body armour gives to a model on foot or mounted, according to the chart (WAB-AR-01).

    Mounted full plate saves on a 3+ as printed, and on a 2+ under WAB-R-21 `full-plate-mounted-2`.
    """
    need = MOUNTED[traits.armour] if traits.mounted else ON_FOOT[traits.armour]
    is_full = traits.armour == "full plate" and traits.mounted
    if is_full and table.rule("WAB-R-21") == "full-plate-mounted-2":
        need = 2
    return need if need < NONE and table.holds("WAB-AR-01") else NONE


def shield_benefit(traits: Traits, threat: Threat, table: Table) -> int:
    """Amount by which a shield in use improves the save from body armour (WAB-AR-08)."""
    if not threat.has_shield_hand or not shield_counts(traits, threat, table):
        return 0
    bonus = shield_bonus(traits, table)
    if not bonus or forgoes_shield(traits, table):
        return 0
    return bonus if traits.armour == "none" or table.holds("WAB-AR-08") else 0


def shield_bonus(traits: Traits, table: Table) -> int:
    """Amount by which a shield improves the save (WAB-AR-02, WAB-AR-03, WAB-AR-04).

    A shield or buckler adds 1. A large shield adds 2, and so does a pavise carried on foot.
    """
    if traits.shield in {"shield", "buckler"}:
        return table.number("WAB-AR-02") if table.holds("WAB-AR-02") else 0
    if traits.shield == "large shield":
        return table.number("WAB-AR-03") if table.holds("WAB-AR-03") else 0
    is_behind_it = traits.shield == "pavise" and not traits.mounted
    return table.number("WAB-AR-04") if is_behind_it and table.holds("WAB-AR-04") else 0


def shield_counts(traits: Traits, threat: Threat, table: Table) -> bool:
    """Whether a shield improves the save. Against missiles, a buckler helps only in skirmish formation (WAB-AR-05)."""
    if traits.shield == "pavise":
        return pavise_counts(traits, threat, table)
    if traits.shield == "buckler" and threat.by_missile and not threat.skirmishing:
        return not table.holds("WAB-AR-05")
    return traits.shield != "none"


def pavise_counts(traits: Traits, threat: Threat, table: Table) -> bool:
    """Whether a pavise helps. It helps only against missiles and only from the front (WAB-AR-06, WAB-AR-07).

    The army list may make exceptions to either condition.
    """
    if not threat.by_missile and not traits.has("Pavise in combat") and table.holds("WAB-AR-06"):
        return False
    return threat.frontal or traits.has("Pavise all round") or not table.holds("WAB-AR-07")


def forgoes_shield(traits: Traits, table: Table) -> bool:
    """Whether armour rules out a shield. Full plate does, and so does partial plate on a mount (WAB-AR-09).

    Under WAB-R-20 `partial-mounted-shield`, partial plate on a mount does not.
    """
    is_partial = traits.armour == "partial plate" and traits.mounted
    if is_partial and table.rule("WAB-R-20") == "partial-mounted-shield":
        return False
    return (is_partial or traits.armour == "full plate") and table.holds("WAB-AR-09")


def barding_benefit(traits: Traits, threat: Threat, table: Table) -> int:
    """Amount by which barding improves the save of a mounted model: 1 for any kind of barding that counts
    (WAB-AR-10).
    """
    if not traits.mounted or traits.barding == "none" or not barding_counts(traits.barding, threat, table):
        return 0
    return table.number("WAB-AR-10") if table.holds("WAB-AR-10") else 0


def barding_counts(barding: str, threat: Threat, table: Table) -> bool:
    """Whether barding counts against a hit (WAB-AR-11, WAB-AR-12, WAB-AR-16).

    Full plate barding counts against every attack, half barding only against frontal attacks, and cloth barding only
    in hand-to-hand combat.
    """
    if barding in HALF and not threat.frontal and table.holds("WAB-AR-11"):
        return False
    if barding in CLOTH and threat.by_missile and table.holds("WAB-AR-16"):
        return False
    return barding != "full plate" or table.holds("WAB-AR-12")


# --- Reduction of the movement rate by armour (WAB-AR-13 to WAB-AR-15) -------------------------------------------


PLATE = ("partial plate", "full plate", "half plate")
LIGHT = ("shield", "buckler", "large shield", "pavise", "light", "half cloth", "full cloth", "horse")


def movement_penalty(traits: Traits, table: Table) -> int:
    """Inches by which armour reduces a model's movement rate.

    The penalties of the rider and the horse add up (WAB-R-22). Under `cumulative-saves-only` only the larger one
    counts, and under `rider-free` a rider's armour does not slow the horse.
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
    """Movement penalty of one piece of armour, in inches (WAB-AR-13, WAB-AR-15).

    Partial plate, full plate, and half and full plate barding cost 1". Horses, shields, bucklers, pavises, light
    armour and cloth barding cost nothing.
    """
    if piece in PLATE:
        return 1 if table.holds("WAB-AR-13") else 0
    return 1 if piece in LIGHT and not table.holds("WAB-AR-15") else 0


def heavy_penalty(traits: Traits, table: Table) -> int:
    """Movement penalty of heavy armour: 1" if the model also carries a shield, and 0 otherwise (WAB-AR-14).

    A buckler does not count as a shield here, except under WAB-R-86 `buckler-counts-as-shield-for-penalty`.
    """
    if traits.armour != "heavy" or traits.shield == "none":
        return 0
    if traits.shield == "buckler" and table.rule("WAB-R-86") != "buckler-counts-as-shield-for-penalty":
        return 0
    return 1 if table.holds("WAB-AR-14") else 0

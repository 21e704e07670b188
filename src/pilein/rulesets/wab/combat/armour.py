"""The armour chart: basic saves on foot and mounted, and when each piece counts (WAB-AR-01 to WAB-AR-12, WAB-AR-16)."""

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.rulebook import says

NONE = 7  # a score no die reaches
BEST = 1  # no basic save is better (WAB-R-84)
ON_FOOT = {"none": 7, "light": 6, "heavy": 5, "partial plate": 4, "full plate": 3}
MOUNTED = {"none": 6, "light": 5, "heavy": 4, "partial plate": 3, "full plate": 3}


class Threat(Struct, frozen=True):
    """What a save is taken against: shot or blow, from where, at whom.

    `modifier` (0 or less) is taken off the roll, `strength` that of the hit. `skirmishing`: the target is in skirmish
    formation; `has_shield_hand`: it has no weapon in each hand.
    """

    by_missile: bool
    frontal: bool = True
    skirmishing: bool = False
    has_shield_hand: bool = True
    modifier: int = 0
    strength: int = 3


def basic_save(traits: Traits, threat: Threat, table: Table) -> int:
    """The score that armour, shield and barding need before any modifier, 7 for none (WAB-R-84: 1 at best)."""
    need = body_save(traits, table) - shield_benefit(traits, threat, table)
    if traits.mounted and barding_counts(traits, threat):
        need -= barding_benefit(traits)
    return max(BEST, need)


@says("WAB-AR-01", without=NONE)
def body_save(traits: Traits, table: Table) -> int:
    """WAB-AR-01. The chart's save for body armour, on foot and mounted.

    WAB-R-21: mounted full plate saves on 3+ as printed, on 2+ under `full-plate-mounted-2`.
    """
    if not traits.mounted:
        return ON_FOOT[traits.armour]
    if traits.armour == "full plate" and table.rule("WAB-R-21") == "full-plate-mounted-2":
        return 2
    return MOUNTED[traits.armour]


def shield_benefit(traits: Traits, threat: Threat, table: Table) -> int:
    """What the shield adds to the save: nothing where it does not count or the armour makes no use of it."""
    if not threat.has_shield_hand or not shield_counts(traits, threat):
        return 0
    bonus = shield_bonus(traits.shield) + large_shield_bonus(traits.shield) + pavise_bonus(traits)
    return added(bonus) if bonus and not forgoes_shield(traits, table) else 0


@says("WAB-AR-02", without=0)
def shield_bonus(shield: str) -> int:
    """WAB-AR-02. A shield or buckler gives 6+ on foot, or improves the save by 1."""
    return 1 if shield in {"shield", "buckler"} else 0


@says("WAB-AR-03", without=0)
def large_shield_bonus(shield: str) -> int:
    """WAB-AR-03. A large shield gives 5+ on foot, or improves the save by 2."""
    return 2 if shield == "large shield" else 0


@says("WAB-AR-04", without=0)
def pavise_bonus(traits: Traits) -> int:
    """WAB-AR-04. A pavise gives 5+ on foot, or improves the save by 2; riders have none of it."""
    return 2 if traits.shield == "pavise" and not traits.mounted else 0


def shield_counts(traits: Traits, threat: Threat) -> bool:
    """Whether what is carried as a shield is of use against this."""
    if traits.shield == "buckler":
        return buckler_counts(threat)
    if traits.shield == "pavise":
        return pavise_counts_at(traits, threat) and pavise_faces(traits, threat)
    return traits.shield != "none"


@says("WAB-AR-05", without=True)
def buckler_counts(threat: Threat) -> bool:
    """WAB-AR-05. A buckler saves in hand-to-hand combat; against missiles only in skirmish formation."""
    return not threat.by_missile or threat.skirmishing


@says("WAB-AR-06", without=True)
def pavise_counts_at(traits: Traits, threat: Threat) -> bool:
    """WAB-AR-06. A pavise works against missiles only, unless the army list says otherwise."""
    return threat.by_missile or traits.has("Pavise in combat")


@says("WAB-AR-07", without=True)
def pavise_faces(traits: Traits, threat: Threat) -> bool:
    """WAB-AR-07. A pavise works against attacks from the front only, unless the army list says otherwise."""
    return threat.frontal or traits.has("Pavise all round")


@says("WAB-AR-08", without=0)
def added(bonus: int) -> int:
    """WAB-AR-08. The benefit of a shield in use is added to the save of the armour."""
    return bonus


@says("WAB-AR-09", without=False)
def forgoes_shield(traits: Traits, table: Table) -> bool:
    """WAB-AR-09. Full plate, and partial plate on a mount, get no benefit from a shield.

    WAB-R-20: partial plate on a mount does under `partial-mounted-shield`.
    """
    if traits.armour == "full plate":
        return True
    if traits.armour != "partial plate" or not traits.mounted:
        return False
    return table.rule("WAB-R-20") != "partial-mounted-shield"


@says("WAB-AR-10", without=0)
def barding_benefit(traits: Traits) -> int:
    """WAB-AR-10. Barding of any kind improves the mounted save by 1 when it counts."""
    return 0 if traits.barding == "none" else 1


def barding_counts(traits: Traits, threat: Threat) -> bool:
    """Whether barding is of use against this."""
    if is_half(traits.barding) and not threat.frontal:
        return False
    if is_cloth(traits.barding) and threat.by_missile:
        return False
    return traits.barding != "full plate" or counts_all_round(traits.barding)


@says("WAB-AR-11", without=False)
def is_half(barding: str) -> bool:
    """WAB-AR-11. Half barding counts against frontal attacks only."""
    return barding in {"half cloth", "half plate"}


@says("WAB-AR-12", without=False)
def counts_all_round(barding: str) -> bool:
    """WAB-AR-12. Full plate barding counts against all attacks."""
    return barding == "full plate"


@says("WAB-AR-16", without=False)
def is_cloth(barding: str) -> bool:
    """WAB-AR-16. Cloth barding counts in hand-to-hand combat only."""
    return barding in {"half cloth", "full cloth"}

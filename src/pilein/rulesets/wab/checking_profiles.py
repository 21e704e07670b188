"""Checks that look for invalid mounts, barding without a horse and unknown hated enemies in WAB profiles and
weapons.
"""

from typing import get_args

from pilein.kernel.nearest import hint
from pilein.kernel.remedies import line
from pilein.rulesets.wab.profile import Troop
from pilein.rulesets.wab.vocabulary import WEAPONS
from pilein.tabletop.scenario import Loaded
from pilein.tabletop.vocabulary import Values

ON_FOOT = ("infantry", "artillery", "character")  # unless they are mounted


def check_profiles(loaded: Loaded) -> None:
    """Check that no value in a profile or weapon is without effect.

    Raises:
        BadScenario: a value has no effect. The error gives the file, line, key and remedy for the first such value.
    """
    for name, profile in loaded.scenario.profiles.items():
        _check_mount(loaded, name, profile.values)
        _check_barding(loaded, name, profile.values)
        _check_hatred(loaded, name, profile.values)
    for name, values in loaded.scenario.weapons.items():
        if name not in WEAPONS and not values["melee"] and not values["range"]:
            message = f"the weapon {name!r} can neither strike nor shoot"
            raise loaded.fault(message, "weapons", name, remedy=line("melee") + ", or give its range")


def _check_mount(loaded: Loaded, name: str, values: Values) -> None:
    mount, profiles = str(values["mount"]), loaded.scenario.profiles
    if not mount:
        if values["mounts"] != 1:
            message, remedy = (
                f"{name!r} has the key `mounts` but no mount",
                line("mount", '"..."') + ", or remove mounts",
            )
            raise loaded.fault(message, "profiles", name, "mounts", remedy=remedy)
        return
    if mount not in profiles:
        remedy = hint(mount, profiles, f"define it under [profiles.{mount}]")
        raise loaded.fault(f"there is no profile for the mount {mount!r}", "profiles", name, "mount", remedy=remedy)
    if profiles[mount].values["mount"]:
        message = f"the mount {mount!r} has a mount of its own"
        raise loaded.fault(message, "profiles", name, "mount", remedy="name a profile that has no mount")


def _check_barding(loaded: Loaded, name: str, values: Values) -> None:
    """Check that only mounted models have barding (WAB-AR-10)."""
    if values["barding"] != "none" and values["type"] in ON_FOOT and not values["mounted"]:
        message, remedy = f"{name!r} has barding but is not mounted", line("mounted") + ", or remove barding"
        raise loaded.fault(message, "profiles", name, "barding", remedy=remedy)


def _check_hatred(loaded: Loaded, name: str, values: Values) -> None:
    scenario = loaded.scenario
    known = (*scenario.profiles, *(unit.name for unit in scenario.units), *get_args(Troop))
    hated = values["hates"]
    assert isinstance(hated, tuple), "hates is a list of texts"
    for place, one in enumerate(hated):
        if one not in known:
            message = f"there is no profile, troop type or unit {one!r}"
            remedy = hint(str(one), known, "name a profile, a troop type or a unit")
            raise loaded.fault(message, "profiles", name, "hates", place, remedy=remedy)

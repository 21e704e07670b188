"""Recalculation of wounds and saves in WWPD: scores follow T2 and T3, and each hit and each wound has one die."""

from itertools import pairwise

from tests.checker.army import Model
from tests.checker.findings import Finding, Found
from tests.checker.trace import Plain, Trace

LEAST, MOST = 1, 7  # beyond these a score is no different (WW-R-02)
AGAIN = {LEAST, MOST}  # scores with re-rolls
READ = ("WW-R-02", "WW-R-03", "WW-R-04")


def findings(trace: Trace) -> Found:
    """Report violations of WW-RS-04 and WW-RS-05 in Melees in which a single weapon strikes identical models."""
    if not all(trace.army.is_default(ruling) for ruling in READ):
        return
    for number, entry in trace.told("Thrown"):
        if entry["label"] == "wounds" and entry["kind"] == "Damage":
            began = max((at for at, _ in trace.told("CombatBegan") if at <= number), default=0)
            yield from _melee(trace, number, trace.events[began:number])


def _melee(trace: Trace, number: int, told: list[Plain]) -> Found:
    """Report rolls whose scores fit no unit struck in the Melee. If only one unit was struck and no dice are rerolled,
    report wrong numbers of dice too.
    """
    due = [_scores(trace, unit, told) for unit in {one["foe"]: None for one in told if one["type"] == "Struck"}]
    if None in due or not due:
        return
    known = [one for one in due if one is not None]
    groups = trace.events[number]["groups"]
    for label, place in (("wound", 0), ("save", 1)):
        wanted = {scores[place] for scores in known}
        for group in groups:
            if group["label"] == label and group["need"] not in wanted and not group["again"]:
                yield Finding(label, number, f"{label} on {group['need']}+, due {sorted(wanted)}")
    if len(known) == 1 and not AGAIN & {*known[0]}:
        yield from _dice(number, groups, told)


def _scores(trace: Trace, unit: str, told: list[Plain]) -> tuple[int, int] | None:
    """Return the score needed to wound a unit and the score that the unit needs for its saves, or None if weapons or
    models differ.
    """
    blows = {(one["unit"], one["weapon"]) for one in told if one["type"] == "Struck" and one["foe"] == unit}
    models = trace.army.units[unit].models
    if any(not _are_alike(one, other) for one, other in pairwise(models)):
        return None
    foe = models[0]
    found = {_against(foe, trace.army.weapon(weapon)) for _, weapon in blows}
    return found.pop() if len(found) == 1 else None


def _against(foe: Model, weapon: Plain) -> tuple[int, int]:
    wound = 2 + max(0, foe.value("toughness") - weapon.get("massive", 0))
    wound += max(0, foe.value("armor") - weapon.get("ap", 0))
    save = foe.value("save", 5) - foe.value("melee_defense") + weapon.get("melee_offense", 0)
    return _clipped(wound), _clipped(save)


def _clipped(score: int) -> int:
    return min(MOST, max(LEAST, score))


def _are_alike(one: Model, other: Model) -> bool:
    return one.values == other.values and one.weapons == other.weapons and one.rules == other.rules


def _dice(number: int, groups: list[Plain], told: list[Plain]) -> Found:
    """Check that each hit has one die to wound, and each wound one die to save."""
    hits = sum(sum(one["hits"]) for one in told if one["type"] == "Dealt")
    wounds, saves = ([group for group in groups if group["label"] == label] for label in ("wound", "save"))
    thrown = sum(len(group["faces"]) for group in wounds)
    if thrown != hits and hits:
        yield Finding("dice", number, f"{thrown} dice to wound for {hits} hits")
    good = sum(face >= group["need"] for group in wounds for face in group["faces"])
    rolled = sum(len(group["faces"]) for group in saves)
    if good != rolled:
        yield Finding("dice", number, f"{rolled} saves for {good} wounds")

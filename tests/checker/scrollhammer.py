"""Recalculate Scrollhammer combats from the log, and check attacks, scores, dice, wounds, results, tests and the order
of steps.

The charts and numbers are copied from the rules text. The docstring of each check cites the sentences of the
register on which the check is based.
"""

from itertools import pairwise
from typing import Any

from tests.checker import scrollhammer_moves
from tests.checker.army import Army, Model
from tests.checker.dice import faces, last_throw, lowest, made
from tests.checker.findings import Finding, Found
from tests.checker.scrollhammer_fight import Fight, fights
from tests.checker.trace import Plain, Trace

HIT = (  # rows: own WS 1 to 10; columns: theirs
    "4455555555",
    "3444555555",
    "3344445555",
    "3334444455",
    "3333444444",
    "3333344444",
    "3333334444",
    "3333333444",
    "3333333344",
    "3333333334",
)
WOUND = (  # rows: Strength 1 to 10; columns: Toughness
    "4566------",
    "34566-----",
    "234566----",
    "2234566---",
    "22234566--",
    "222234566-",
    "2222234566",
    "2222223456",
    "2222222345",
    "2222222234",
)
NEVER = 7
AFTER = {"Struck", "StepBegan", "CombatWon", "CombatDrawn", "WipedOut", "Moved"}  # losses are done
HELD_WEAPONS = {"great weapon": {"S": 2}, "greatsword": {"S": 1}, "battle axe": {"S": 2}, "halberd": {"S": 1}}


def hits_on(own: int, theirs: int) -> int:
    """Return the score needed to hit (SH-HI-03)."""
    return int(HIT[own - 1][theirs - 1])


def wounds_on(strength: int, toughness: int) -> int:
    """Return the score needed to wound (SH-WO-02). A 7 means that the target cannot be wounded."""
    score = WOUND[min(strength, 10) - 1][toughness - 1]
    return NEVER if score == "-" else int(score)


def findings(trace: Trace) -> Found:
    yield from _ranges(trace)
    yield from _tests(trace)
    for fight in fights(trace):
        yield from _order(fight)
        yield from _attacks(trace, fight)
        yield from _result(trace, fight)
        yield from _morale(trace, fight)
    yield from _blows(trace)
    if trace.on_table:
        yield from scrollhammer_moves.findings(trace)


# --- rolls and tests -----------------------------------------------------------------------------------------


def _ranges(trace: Trace) -> Found:
    """SH-RA-01, SH-TE-02: a charge range is the sum of 2D6, or of the two lowest of 3D6. SH-RE-03: a unit flees D6
    inches.
    """
    for number, entry in trace.told("RangeRolled"):
        thrown = last_throw(trace.events, number, "charge range")
        if thrown and len(faces(thrown)) in {2, 3} and _plain(trace.army, entry["unit"]):
            shown = faces(thrown)
            if (len(shown) == 3) != entry["difficult"] or lowest(shown, 2) != entry["inches"]:
                yield Finding("range", number, f"{shown} give {entry['inches']} inches")
    for number, entry in trace.told("Fled"):
        thrown = last_throw(trace.events, number, "flee")
        if thrown and sum(faces(thrown)) != entry["inches"]:
            yield Finding("range", number, f"fled {entry['inches']} on {faces(thrown)}")


def _plain(army: Army, unit: str) -> bool:
    return not any(model.rules for model in army.units[unit].models)


def _tests(trace: Trace) -> Found:
    """SH-R-67: a unit tests against its highest Leadership, and passes if the sum of 2D6 is not higher."""
    for number, entry in trace.told("LeadershipTested"):
        thrown = last_throw(trace.events, number, entry["purpose"])
        models = trace.before(number).living(entry["unit"])
        best = max((model.value("Ld") for model in models), default=0)
        if trace.army.is_default("SH-R-67") and models and entry["leadership"] != best:
            yield Finding("leadership", number, f"{entry['unit']} tested on {entry['leadership']}, has {best}")
        if thrown and (sum(faces(thrown)) <= entry["leadership"]) != entry["passed"]:
            yield Finding("test", number, f"{faces(thrown)} against {entry['leadership']}: {entry['passed']}")


# --- combats ---------------------------------------------------------------------------------------------------


def _order(fight: Fight) -> Found:
    """SH-IN-02, SH-IN-04: steps run from the highest Initiative down, and a step without a model that strikes is left
    out.
    """
    steps = [(number, entry["step"]) for number, entry in fight.told("StepBegan")]
    for (_, one), (number, other) in pairwise(steps):
        if other >= one:
            yield Finding("order", number, f"Initiative {other} after {one}")


def _attacks(trace: Trace, fight: Fight) -> Found:
    """SH-AT-02 to SH-AT-05, SH-EN-03 to SH-EN-07: one roll to hit is made for each attack of the engaged models."""
    if not trace.on_table or not all(trace.army.is_default(f"SH-R-{ruling}") for ruling in ("04", "43", "44", "45")):
        return
    for first, last in fight.steps():
        struck = [(number, entry) for number, entry in fight.told("Struck") if first < number < last]
        for unit in {entry["unit"] for _, entry in struck}:
            number = min(number for number, entry in struck if entry["unit"] == unit)
            told = sum(entry["attacks"] for _, entry in struck if entry["unit"] == unit)
            step = trace.events[first]["step"]
            due = fight.attacks(trace.before(number), unit, step)
            if due is not None and told != due:
                yield Finding("attacks", number, f"{unit} struck {told} times, the engaged have {due} attacks")


def _blows(trace: Trace) -> Found:
    """Check that the scores follow the charts, that each attack and each hit has one die, and that each failed save
    causes one wound.
    """
    struck: list[tuple[int, Plain]] = []
    for number, entry in enumerate(trace.events):
        if entry["type"] == "Struck":
            struck.append((number, entry))
            yield from _scores(trace, number, entry)
        elif entry["type"] == "Thrown" and entry["label"] == "blows":
            yield from _rolled(trace, number, entry, struck)
            struck = []
        elif entry["type"] not in {"Thrown", "Decided"}:
            struck = struck if entry["type"] in {"Moved", "ClosedUp"} else []


def _scores(trace: Trace, number: int, entry: Plain) -> Found:
    own, theirs = _values(trace, number, entry["unit"]), _values(trace, number, entry["foe"])
    if own is None or theirs is None or not {"WS", "S"} <= set(own) or min(own["WS"], theirs["WS"]) == 0:
        return
    due = hits_on(own["WS"], theirs["WS"])
    if entry["hit"] != due:
        yield Finding("to hit", number, f"WS {own['WS']} on {theirs['WS']} is {due}+, told {entry['hit']}+")
    weapon = trace.army.weapon(entry["weapon"])
    if "own" in weapon or weapon["name"] in {*HELD_WEAPONS, "hand weapon"}:
        more = weapon.get("S", HELD_WEAPONS.get(weapon["name"], {}).get("S", 0))
        due = wounds_on(own["S"] + more, theirs["T"])
        if entry["wound"] != due and "charging_S" not in weapon:
            yield Finding(
                "to wound", number, f"S {own['S']}{more:+d} on T {theirs['T']}: {due}+, told {entry['wound']}+"
            )


def _values(trace: Trace, number: int, unit: str) -> dict[str, Any] | None:
    """Return the values of a unit whose models are identical, or None for a mixed unit."""
    models = trace.before(number).living(unit) if trace.on_table else trace.army.units[unit].models
    return models[0].values if models and all(model.values == models[0].values for model in models) else None


def _rolled(trace: Trace, number: int, entry: Plain, struck: list[tuple[int, Plain]]) -> Found:
    groups = {(group["label"], group["subject"]): group for group in entry["groups"]}
    wounds = 0
    for place, (_, blow) in enumerate(struck):
        hit, wound = groups.get(("hit", place)), groups.get(("wound", place))
        if any(_special(trace.army, model) for model in trace.army.units[blow["unit"]].models):
            yield from _instant(trace, number, blow, entry)
            return
        if hit and len(hit["faces"]) != blow["attacks"]:
            yield Finding("dice", number, f"{len(hit['faces'])} dice for {blow['attacks']} attacks")
        due = made(hit) if hit and blow["wound"] < NEVER else 0
        if hit and len(wound["faces"] if wound else ()) != due:
            yield Finding("dice", number, f"{due} hits, wounds rolled: {wound}")
        wounds += made(wound) if wound else 0
    if len({blow["foe"] for _, blow in struck}) == 1:
        yield from _losses(trace, number, struck[0][1], struck, wounds)


def _special(army: Army, model: Model) -> bool:
    return bool(model.rules) or any(weapon.get("rules") or weapon.get("effect") for weapon in model.weapons)


def _losses(trace: Trace, number: int, blow: Plain, struck: list[tuple[int, Plain]], wounds: int) -> Found:
    """SH-AL-01, SH-SV-09, SH-CR-11, SH-R-80: saves are rolled first, and then the Wounds actually lost are counted."""
    foe = _values(trace, number, blow["foe"])
    if foe is None or not trace.on_table:
        return
    suffered = 0
    saves: list[Plain] = []
    for later in trace.events[number:]:
        if later["type"] in AFTER:
            break
        saves += [group for group in later.get("groups", ()) if group["label"] == "save"]
        if later["type"] == "Suffered" and later["unit"] == blow["foe"]:
            suffered += later["wounds"]
    allowed, saved = _saves(trace.army, foe, struck), sum(made(group) for group in saves)
    for group in saves:
        if group["need"] not in allowed:
            yield Finding("save", number, f"{blow['foe']} saved on {group['need']}+, has {sorted(allowed)}")
    before = trace.before(number)
    left = [model.value("W", 1) - before.lost[model.number] for model in before.living(blow["foe"])]
    due = {_due(trace, one, foe, left, wounds - saved) for _, one in struck}
    lost = due.pop() if len(due) == 1 else None
    if lost is not None and suffered != lost:
        yield Finding("wounds", number, f"{blow['foe']}: {wounds} wounds, {saved} saved, {suffered} lost, due {lost}")


def _due(trace: Trace, blow: Plain, foe: Plain, left: list[int], unsaved: int) -> int | None:
    """Return the number of Wounds lost to unsaved wounds, or None if the number depends on their allocation."""
    own = trace.army.units[blow["unit"]].models[0]
    weapon = trace.army.weapon(blow["weapon"])
    strength = min(10, own.value("S") + weapon.get("S", HELD_WEAPONS.get(weapon["name"], {}).get("S", 0)))
    if strength < 2 * foe["T"]:
        return min(unsaved, sum(left))
    if len(set(left)) > 1 and 0 < unsaved < len(left):
        return None
    return sum(left[:unsaved]) if unsaved > 0 else 0


def _saves(army: Army, foe: Plain, struck: list[tuple[int, Plain]]) -> set[int]:
    """Return the scores that the enemy may have to roll to make its saves (SH-SV-04, SH-SV-05)."""
    piercing = {army.weapon(blow["weapon"]).get("AP", 0) for _, blow in struck}
    armour = {foe["Sv"] + one for one in piercing if foe["Sv"] + one < NEVER} if "Sv" in foe else set()
    return armour | ({foe["Ward"]} if "Ward" in foe else set())


def _instant(trace: Trace, number: int, blow: Plain, entry: Plain) -> Found:
    """SH-CR-12, SH-R-80: an unsaved wound with Instant Death takes all the Wounds of a model, even of a monster."""
    models = trace.army.units[blow["foe"]].models
    own = trace.army.units[blow["unit"]].models[0]
    weapon = trace.army.weapon(blow["weapon"])
    marked = "Instant Death" in weapon.get("rules", ())
    strong = min(10, own.value("S") + weapon.get("S", 0)) >= 2 * models[0].value("T")
    if len(models) != 1 or not (marked or strong) or "Sv" in models[0].values or "Ward" in models[0].values:
        return
    wounds = sum(made(group) for group in entry["groups"] if group["label"] == "wound")
    suffered = next((one["wounds"] for one in trace.events[number:] if one["type"] == "Suffered"), 0)
    if wounds and suffered != models[0].value("W", 1):
        yield Finding("instant death", number, f"{blow['foe']} lost {suffered} of {models[0].value('W', 1)} Wounds")


def _result(trace: Trace, fight: Fight) -> Found:
    """SH-CR-01 to SH-CR-06: the parts of the combat result are correct, and they add up to the logged sum."""
    for number, entry in fight.told("CombatWon"):
        parts = {name: entry[name] for name in ("wounds", "ranks", "number", "standards")}
        if sum(parts.values()) != entry["margin"] or entry["margin"] <= 0:
            yield Finding("result", number, f"{parts} add up to {entry['margin']}")
        winner = trace.army.sides.index(entry["winner"])
        due = fight.lead(trace, number, winner)
        for name, told in parts.items():
            if name in due and due[name] != told:
                yield Finding("result", number, f"{name}: told {told:+d}, reckoned {due[name]:+d}")


def _morale(trace: Trace, fight: Fight) -> Found:
    """SH-MO-01 to SH-MO-04, SH-R-66: Leadership is lowered by the margin, and a double 1 always passes."""
    for number, entry in fight.told("Held", "Broke"):
        thrown = last_throw(trace.events, number, "morale", 4)
        if thrown is None or any("stubborn" in model.rules for model in trace.army.units[entry["unit"]].models):
            continue
        shown, best = (
            faces(thrown),
            max((one.value("Ld") for one in trace.before(number).living(entry["unit"])), default=0),
        )
        passed = sum(shown) <= best - entry["margin"] or shown == [1, 1]
        if trace.on_table and passed != (entry["type"] == "Held"):
            yield Finding("morale", number, f"{shown} on {best} less {entry['margin']}: {entry['type']}")

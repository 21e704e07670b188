"""Recalculate WarStrike games from the log, and check scores, dice, kills, Ld checks, units that join a combat,
distances and positions.
"""

import re

from tests.checker import standing, walking, warstrike_flights, warstrike_moves
from tests.checker.army import Model
from tests.checker.dice import faces, made
from tests.checker.findings import Finding, Found
from tests.checker.plane import SURE
from tests.checker.trace import Plain, Trace, World

NEVER = 7
NEAR = 6.0
TIGHT = 0.0025
NEAR_ENOUGH = 0.05


def findings(trace: Trace) -> Found:
    yield from _volleys(trace)
    yield from _checks(trace)
    yield from _guard(trace)
    yield from _stays_in(trace)
    if trace.on_table:
        yield from standing.findings(trace)
        yield from walking.findings(trace, lambda _entry, _other: False)
        yield from _shot_dead(trace)
        yield from _joined(trace)
        yield from _silenced(trace)
        yield from _by_number(trace)
        yield from warstrike_moves.findings(trace)
        yield from warstrike_flights.findings(trace)


# --- volleys: scores, dice, kills -----------------------------------------------------------------------------


def _alike(trace: Trace, unit: str) -> Model:
    return trace.army.units[unit].models[0]


def _volleys(trace: Trace) -> Found:
    """WS-R-01: the score is 4 plus the value of the enemy minus the value of the model. WS-SV-02, WS-KL-01: each failed
    save is a kill.
    """
    if not trace.army.is_default("WS-R-01"):
        return
    for number, entry in trace.told("Shot", "Struck"):
        need = _need(trace, number, entry)
        if need is not None and min(need, NEVER) != min(entry["need"], NEVER):
            yield Finding("to hit", number, f"{entry['unit']} with {entry['weapon']}: {need}+, told {entry['need']}+")
    for number, entry in trace.told("Suffered"):
        yield from _suffered(trace, number, entry)


def _need(trace: Trace, number: int, entry: Plain) -> int | None:
    """Return the score needed, or None if models of a unit differ in skill or the position adds modifiers."""
    own = _armed(trace, entry)
    skill = {one.value("BS" if "foe" in entry else "WS") for one in own}
    if len(skill) != 1:
        return None
    if "foe" in entry:
        evasion = {one.value("Ev") for one in trace.army.units[entry["foe"]].models}
        return 4 + evasion.pop() - skill.pop() if len(evasion) == 1 and trace.army.is_default("WS-R-14") else None
    if not trace.on_table or trace.army.terrain or not trace.army.is_default("WS-R-19"):
        return None
    weapon = trace.army.weapon(entry["weapon"])
    world = trace.before(number)
    foes = world.side(1 - own[0].side)
    met = {foe for model in world.living(entry["unit"]) for foe in world.near(model.number, foes, TIGHT)}
    best = {trace.army.models[foe].value("WS") for foe in met}
    return 4 + best.pop() - max(0, skill.pop() + weapon.get("WS", 0)) if len(best) == 1 else None


def _armed(trace: Trace, entry: Plain) -> list[Model]:
    """Return the models of the unit that have the weapon. If none has it, as in a fight with bare hands, return all
    models of the unit.
    """
    models = trace.army.units[entry["unit"]].models
    name = trace.army.weapon(entry["weapon"])["name"]
    return [one for one in models if any(arm["name"] == name for arm in one.weapons)] or models


def _suffered(trace: Trace, number: int, entry: Plain) -> Found:
    """Check that the logged hits and kills match the preceding dice, if one volley struck one unit."""
    thrown, blows = _volley(trace, number)
    if thrown is None or len(blows) != 1:
        return
    hits = [group for group in thrown["groups"] if group["label"] == "hit"]
    saves = [group for group in thrown["groups"] if group["label"] == "save"]
    shown = sum(made(group) if group["need"] > 1 else len(group["faces"]) for group in hits)
    if hits and 1 < blows[0]["need"] < NEVER and shown != entry["hits"]:
        yield Finding("dice", number, f"{shown} dice hit, told {entry['hits']}")
    own, foe = _alike(trace, blows[0]["unit"]), _alike(trace, entry["unit"])
    weapon = trace.army.weapon(blows[0]["weapon"])
    need = 4 + weapon.get("AP", 0) - foe.value("Ar")
    if "To" in foe.values or own.values.get("To") or len(saves) != 1:
        return
    if saves[0]["need"] != need:
        if "AP" in weapon and _is_alone(trace, number):
            yield Finding("save", number, f"{entry['unit']} saved on {saves[0]['need']}+, {need}+ is due")
        return
    kills, told = sum(face < need for face in saves[0]["faces"]), entry["casualties"]
    if kills < told or (kills > told and not _counted(trace, number, entry["unit"], blows[0])):
        yield Finding("kills told", number, f"{kills} saves failed, told {told} kills")


def _is_alone(trace: Trace, number: int) -> bool:
    """Return whether only one unit of identical models suffered from the roll before the entry."""
    near = [one for one in trace.events[max(0, number - 6) : number + 6] if one["type"] in {"Suffered", "Thrown"}]
    place = near.index(trace.events[number])
    after = near[place + 1 : place + 2]
    before = near[place - 1 : place]
    armour = {one.value("Ar") for one in trace.army.units[trace.events[number]["unit"]].models}
    return len(armour) == 1 and all(one["type"] == "Thrown" for one in (*before, *after))


def _counted(trace: Trace, number: int, foe: str, blow: Plain) -> bool:
    """Return whether a log may have fewer kills than failed saves because it counts only models that can fall.

    In that case, no model is left in contact with the striker or within 6 inches of the shooter. Logs of version
    0.1.0 must show a kill for each failed save.
    """
    if trace.version == "0.1.0" or not trace.on_table:
        return trace.version != "0.1.0"
    last = number + 1
    while last < len(trace.events) and trace.events[last]["type"] not in {"Shot", "Struck", "HalfCycleBegan", "Moved"}:
        last += 1
    before, after = trace.before(number), trace.after(last - 1)
    reach = TIGHT if blow["type"] == "Struck" else NEAR - TIGHT
    weapon = trace.army.weapon(blow["weapon"])["name"]
    others = _aimed_elsewhere(trace, number, blow["unit"], foe)
    armed = [one for one in before.living(blow["unit"]) if any(arm["name"] == weapon for arm in one.weapons)]
    firers = [one for one in armed if one.number not in others]
    strikers = firers if blow["type"] == "Shot" else before.living(blow["unit"])
    foes = before.side(1 - trace.army.side_of(foe))
    spared = [one.number for one in after.living(foe) if one.number in before.places]
    if blow["type"] == "Shot":
        spared = [one for one in spared if not before.near(one, foes, TIGHT)]
    return not any(before.near(one, strikers, reach) for one in spared)


def _aimed_elsewhere(trace: Trace, number: int, shooters: str, foe: str) -> set[int]:
    """Return the models that hold fire or shoot at another unit, according to the answers given since the half-cycle
    began that name single models.
    """
    said: list[str] = []
    for one in reversed(trace.events[:number]):
        if one["type"] == "HalfCycleBegan":
            break
        if one.get("key") == "aim" and one["words"].startswith(f"{shooters}:"):
            said.append(one["said"])
    return {int(model) for model, aim in re.findall(r"(\d+): ([^,]+)", ", ".join(said)) if aim != foe}


def _volley(trace: Trace, number: int) -> tuple[Plain | None, list[Plain]]:
    """Return the last roll before an entry, and the attacks or shots for which it was made."""
    thrown, blows = None, []
    for one in reversed(trace.events[max(0, number - 12) : number]):
        if one["type"] == "Thrown" and thrown is None:
            thrown = one
        elif one["type"] in {"Shot", "Struck"}:
            blows.append(one)
        elif one["type"] != "Decided":
            break
    return thrown, blows


# --- Ld checks and ends ------------------------------------------------------------------------------------------


def _checks(trace: Trace) -> Found:
    """WS-R-03: a check is passed if any die is no higher than Nv, which is lowered by one for each marker after the
    first.
    """
    if not trace.army.is_default("WS-R-03"):
        return
    markers = {name: int(unit.keys.get("markers", 0)) for name, unit in trace.army.units.items()}
    for number, entry in trace.told("Suppressed", "Recovered", "LdTested"):
        if entry["type"] != "LdTested":
            markers[entry["unit"]] = entry["now"]
            continue
        thrown = trace.events[number - 1]
        if thrown["type"] != "Thrown" or "Ld" not in thrown["label"]:
            continue
        nerve = _alike(trace, entry["unit"]).value("Nv") - max(0, markers[entry["unit"]] - 1)
        passed = any(face <= nerve for face in faces(thrown))
        if faces(thrown) and passed != entry["passed"]:
            yield Finding("test", number, f"{entry['unit']}: {faces(thrown)} on Nv {nerve}: {entry['passed']}")


def _guard(trace: Trace) -> Found:
    """WS-R-04: a combat is drawn after two half-cycles in which nothing changed and no die was rolled."""
    idle, first = 0, True
    if not trace.army.is_default("WS-R-04"):
        return
    moved = thrown = False
    for number, entry in enumerate(trace.events):
        if entry["type"] in {"HalfCycleBegan", "CombatEnded", "CombatBegan"}:
            idle = 0 if moved or thrown or first or entry["type"] != "HalfCycleBegan" else idle + 1
            first = entry["type"] != "HalfCycleBegan"
            moved = thrown = False
            if idle > 1:
                yield Finding("draw guard", number, "a third half-cycle after two in which nothing changed")
                return
        moved = moved or (entry["type"] == "Moved" and entry["inches"] > 0)
        moved = moved or entry["type"] in {"DrawnIn", "LeftCombat", "Slain", "Suppressed", "Recovered"}
        thrown = thrown or (entry["type"] == "Thrown" and any(group["faces"] for group in entry["groups"]))


def _stays_in(trace: Trace) -> Found:
    """WS-R-33 `stays-in`: in the press, a unit that falls back no more than 6 inches stays in the combat."""
    if trace.on_table or trace.army.rulings.get("WS-R-33") != "stays-in":
        return
    for number, entry in trace.told("FellBack"):
        gone = [one for one in trace.events[number:] if one["type"] == "Slain" and one["unit"] == entry["unit"]]
        if entry["inches"] <= NEAR and any(one["clause"] == "WS-LD-05" for one in gone):
            yield Finding("stays in", number, f"{entry['unit']} fell back {entry['inches']} inches and was run down")


# --- who may fall, who joins, who chooses -------------------------------------------------------------------


def _shot_dead(trace: Trace) -> Found:
    """WS-R-15: a model may fall to a pool of shots only if a shooter of that pool stands within 6 inches of it and
    could hit it.
    """
    for number, entry in trace.told("Slain"):
        shots = [
            one
            for one in trace.events[max(0, number - 14) : number]
            if one["type"] == "Shot" and one["foe"] == entry["unit"]
        ]
        if entry["cause"] != "by shooting" or not shots or any(one["clause"] == "WS-DF-10" for one in shots):
            continue
        world = trace.before(number)
        able = {one["weapon"] for one in shots if one["need"] < NEVER and one["unit"] == shots[-1]["unit"]}
        firers = [one for one in world.living(shots[-1]["unit"]) if any(x["name"] in able for x in one.weapons)]
        for fallen in entry["models"]:
            if fallen in world.places and not _within(world, fallen, firers):
                yield Finding(
                    "out of reach", number, f"model {fallen} fell, further than 6 inches from every {sorted(able)}"
                )


def _within(world: World, model: int, firers: list[Model]) -> bool:
    return any(world.gap(model, one.number) <= NEAR + TIGHT for one in firers)


def _joined(trace: Trace) -> Found:
    """WS-DF-01, WS-AC-01: all attackers of a merged combat consolidate first, and its defenders may fire."""
    attackers: list[str] = []
    began = 0
    for number, entry in trace.told("CombatBegan", "DrawnIn", "HalfCycleBegan"):
        if entry["type"] == "CombatBegan":
            attackers, began = entry["attackers"], number
        elif entry["type"] == "HalfCycleBegan":
            attackers = []
        elif attackers and trace.army.side_of(entry["unit"]) != trace.army.side_of(attackers[0]):
            yield from _merged(trace, number, began, entry["unit"], attackers)


def _merged(trace: Trace, number: int, began: int, unit: str, attackers: list[str]) -> Found:
    half = next((at for at, _ in trace.told("HalfCycleBegan") if at > number), len(trace.events))
    world, later = trace.before(began + 1), trace.after(half - 1)
    side = trace.army.side_of(attackers[0])
    fought = [
        name for at, one in trace.told("CombatBegan") if at < began for name in one["attackers"] + one["defenders"]
    ]
    for name, other in trace.army.units.items():
        if other.side != side or name in (*attackers, *fought) or not later.living(name) or not world.living(unit):
            continue
        near = any(world.near(one.number, world.living(unit), NEAR + SURE) for one in world.living(name))
        asked = any(name in one["words"] and one["clause"] == "WS-AC-01" for one in trace.questions(began, half))
        moved = any(one["type"] == "Moved" and one["unit"] == name for one in trace.events[began:half])
        if near and not asked and not moved:
            yield Finding(
                "merged", number, f"{unit} were drawn in; {name}, near it, was not asked to consolidate first"
            )


def _silenced(trace: Trace) -> Found:
    """WS-DF-01, WS-R-05: if a combat is merged before it is fought, its defenders are asked whether they fire."""
    began = 0
    for number, entry in trace.told("CombatBegan", "CombatsMerged"):
        if entry["type"] == "CombatBegan":
            began = number
            continue
        drawn = [one["unit"] for one in trace.events[max(0, number - 3) : number] if one["type"] == "DrawnIn"]
        attacking = trace.army.side_of(trace.events[began]["attackers"][0])
        asked = [one for one in trace.questions(number, number + 12) if one["clause"] == "WS-DF-01"]
        named = " ".join(words for one in asked for words in (one["words"], *one["options"]))
        for unit in (*drawn, *entry["units"]):
            if trace.army.side_of(unit) != attacking and unit not in named and _could_fire(trace, number, unit):
                yield Finding("merged", number, f"{unit} came into the combat and was not asked to fire")


def _could_fire(trace: Trace, number: int, unit: str) -> bool:
    """Return whether a unit out of contact has ranged weapons, has not shot, and has an enemy nearby."""
    world = trace.before(number)
    foes = world.side(1 - trace.army.side_of(unit))
    shooters = [one for one in world.living(unit) if any(arm.get("ranged") for arm in one.weapons)]
    has_shot = any(one["type"] == "Shot" and one["unit"] == unit for one in trace.events[:number])
    met = any(world.near(one.number, foes, NEAR_ENOUGH) for one in world.living(unit))
    return not has_shot and not met and any(world.near(one.number, foes, NEAR - SURE) for one in shooters)


def _by_number(trace: Trace) -> Found:
    """WS-ME-02, WS-R-15: the player chooses a weapon and a target for each model, not merely the number of models that
    use each weapon.
    """
    for one in trace.asked:
        if one["clause"] not in {"WS-ME-02", "WS-SH-01"} or one["at"] >= len(trace.events):
            continue
        world = trace.before(one["at"])
        unit = next((name for name in trace.army.units if name in one["words"]), "")
        models = world.living(unit) if unit else []
        counts = [text for text in one["options"] if text[:1].isdigit() and ", " in text]
        if counts and len({_sight(trace, world, model) for model in models}) > 1:
            yield Finding("by number", one["at"], f"{unit}: {counts[0]!r} says how many, not which of {len(models)}")
            return


def _sight(trace: Trace, world: World, model: Model) -> frozenset[int]:
    """Return the enemies that a model touches or, if it touches none, the enemies within 6 inches of it."""
    foes = world.side(1 - model.side)
    touched = world.near(model.number, foes, TIGHT)
    return frozenset(touched or world.near(model.number, foes, NEAR))

"""Recalculate WWPD combats from the log, and check scores, dice, the dealing of hits, tests, moves and falling back."""

import math
from collections import Counter

from tests.checker import standing, walking, wwpd_wounds
from tests.checker.army import Model
from tests.checker.dice import faces
from tests.checker.findings import Finding, Found
from tests.checker.plane import TOUCH, Place, gap
from tests.checker.trace import Plain, Trace, World

MOVE, CHARGE = 6.0, 8.0
HAIR = 0.004
TURNS = 72
BETTER = 0.05  # inches further from the nearest enemy
GROWN = 0.0017  # inches that an enemy is left behind by: what was done counts from here,
SURELY = 0.0025  # what might have been done from here, for places are told to four decimals
SPARE = 0.0003  # inches by which a way that was not taken has to be clear


def findings(trace: Trace) -> Found:
    yield from _scores(trace)
    yield from _dice(trace)
    yield from _dealt(trace)
    yield from wwpd_wounds.findings(trace)
    yield from _tests(trace)
    if trace.on_table:
        yield from standing.findings(trace)
        yield from walking.findings(trace, lambda entry, other: _mate(trace, entry, other))
        yield from _moves(trace)
        yield from _attacks(trace)
        yield from _fell_back(trace)


def _mate(trace: Trace, entry: Plain, other: int) -> bool:
    """Return whether a model may pass through the old place of another, because both belong to a unit that moves in
    formation.
    """
    return entry["manner"] in {"fell back", "followed up"} and trace.army.models[other].unit == entry["unit"]


def _scores(trace: Trace) -> Found:
    """WW-R-01: the score needed is 4 minus the difference in skill."""
    if not trace.army.is_default("WW-R-01"):
        return
    for number, entry in trace.told("Struck"):
        own = {one.value("skill", 3) for one in trace.army.units[entry["unit"]].models}
        foe = {one.value("skill", 3) for one in trace.army.units[entry["foe"]].models}
        if len(own) == len(foe) == 1:
            need = min(7, max(1, 4 - own.pop() + foe.pop()))
            if entry["hit"] != need:
                yield Finding("to hit", number, f"{need}+ is due, told {entry['hit']}+")


def _dice(trace: Trace) -> Found:
    """WW-RS-02, WW-R-02: each attack has exactly one die to hit. Scores of 1+ and 7+, whose dice are rerolled, are not
    checked.
    """
    for number, entry in trace.told("Thrown"):
        if entry["label"] != "hit":
            continue
        began, _ = _melee(trace, number)
        struck = [one for one in trace.events[began:number] if one["type"] == "Struck"]
        for need in range(2, 7):
            attacks = sum(one["attacks"] for one in struck if one["hit"] == need)
            dice = sum(len(group["faces"]) for group in entry["groups"] if group["need"] == need)
            if attacks != dice:
                yield Finding("dice", number, f"{dice} dice for {attacks} attacks on {need}+")


def _dealt(trace: Trace) -> Found:
    """WW-RS-03, WW-R-20: hits are dealt evenly, and the owner of the unit struck chooses the models if the choice
    matters.
    """
    for number, entry in trace.told("Dealt"):
        hits = entry["hits"]
        if hits and max(hits) - min(hits) > 1 and trace.army.is_default("WW-R-20"):
            yield Finding("not even", number, f"{entry['unit']}: {hits}")
        if not trace.army.is_default("WW-R-20") or len(hits) < 2 or not any(hits):
            continue
        pools = _pools(trace, number, entry["unit"])
        models = [trace.army.models[one] for one in entry["models"]]
        unlike = len({(str(one.values), str(one.flags)) for one in models}) > 1
        asked = [one for one in trace.questions(*_melee(trace, number)) if one["clause"] == "WW-RS-03"]
        mine = [one for one in asked if entry["unit"] in one["words"] or len(asked) == 1]
        if len(pools) > 1 and unlike and not mine:
            yield Finding("who takes which", number, f"{entry['unit']}: hits of {sorted(pools)} dealt, nobody asked")


def _melee(trace: Trace, number: int) -> tuple[int, int]:
    began = max((at for at, _ in trace.told("CombatBegan") if at <= number), default=0)
    return began, number


def _pools(trace: Trace, number: int, unit: str) -> set[str]:
    """Return the weapons that hit a unit in this Melee."""
    began, _ = _melee(trace, number)
    struck = [one for one in trace.events[began:number] if one["type"] == "Struck"]
    thrown = next(
        (one for one in trace.events[began:number] if one["type"] == "Thrown" and one["label"] == "hit"), None
    )
    found = set()
    hitting = {group["need"] for group in (thrown["groups"] if thrown else ()) if _hits(group)}
    for blow in struck:
        if blow["foe"] == unit and blow["hit"] in hitting:
            found.add(f"{blow['unit']}'s {blow['weapon']}")
    return found


def _hits(group: Plain) -> bool:
    return any(face >= group["need"] for face in group["faces"])


def _tests(trace: Trace) -> Found:
    """WW-R-05: one D6 is rolled against the best Leadership in the unit."""
    for number, entry in trace.told("LeadershipTested"):
        thrown = trace.events[number - 1]
        if thrown["type"] != "Thrown" or not trace.army.is_default("WW-R-05") or not trace.army.is_default("WW-R-08"):
            continue
        living = (
            trace.before(number).living(entry["unit"]) if trace.on_table else trace.army.units[entry["unit"]].models
        )
        need = min((one.value("Ld", 4) for one in living), default=0)
        if living and (faces(thrown)[0] >= need) != entry["passed"]:
            yield Finding("test", number, f"{faces(thrown)} on {need}+: {entry['passed']}")


def _moves(trace: Trace) -> Found:
    """WW-CH-03, WW-PI-02: charge and pile-in moves are at most 8 inches long. WW-R-32: a normal move is at most as long
    as the profile allows. WW-FU-02: following up brings no model nearer to an enemy.
    """
    for number, entry in trace.told("Moved"):
        model = trace.army.models[entry["model"]]
        pace = model.values.get("normal_move", MOVE)
        allowed = CHARGE if entry["manner"] in {"charged", "piled in"} else pace
        if entry["inches"] > allowed + HAIR:
            yield Finding(
                "too far", number, f"model {model.number} {entry['manner']} {entry['inches']:.3f} of {allowed}"
            )
        if entry["manner"] == "piled in" and _is_beyond(trace, number, model.number):
            yield Finding("too far", number, f"model {model.number} piled in, further than 8 inches from every enemy")
        if entry["manner"] == "followed up" and trace.army.is_default("WW-R-33"):
            before, after = trace.before(number), trace.after(number)
            for foe in after.side(1 - model.side):
                if after.gap(model.number, foe.number) < before.gap(model.number, foe.number) - 0.002:
                    yield Finding("nearer", number, f"model {model.number} followed up nearer to model {foe.number}")


def _is_beyond(trace: Trace, number: int, model: int) -> bool:
    """WW-PI-02: return whether a model that piled in was more than 8 inches from every enemy."""
    entry, before = trace.events[number], trace.before(number)
    foes = before.side(1 - trace.army.models[model].side)
    return entry["clause"] == "WW-PI-03" and not before.near(model, foes, CHARGE + HAIR)


def _attacks(trace: Trace) -> Found:
    """WW-R-13: models in contact with an enemy, or with an engaged friend, fight."""
    if not trace.army.is_default("WW-R-13"):
        return
    for head, entry in trace.told("CombatBegan"):
        world = trace.before(head + 1)
        if not world.is_contact_certain:
            continue
        told = _attacks_told(trace, head)
        for unit in entry["units"]:
            due = sum(_rate(model) for model in world.living(unit) if _involved(world, model.number))
            if told[unit] != due:
                yield Finding("attacks", head, f"{unit} struck {told[unit]} times, the involved have {due}")


def _attacks_told(trace: Trace, head: int) -> Counter[str]:
    """Return the number of attacks of each unit in the log of a melee before its first dice."""
    found = Counter[str]()
    for one in trace.events[head + 1 :]:
        if one["type"] in {"Thrown", "CombatBegan"}:
            break
        if one["type"] == "Struck":
            found[one["unit"]] += one["attacks"]
    return found


def _rate(model: Model) -> int:
    own = model.value("rate", 1)
    return int(model.weapons[0].get("rate", own)) if model.weapons else own


def _involved(world: World, model: int) -> bool:
    models, touching = world.army.models, world.touching(TOUCH)
    side = models[model].side

    def engaged(one: int) -> bool:
        return any(models[other].side != models[one].side for other in touching[one])

    return engaged(model) or any(models[other].side == side and engaged(other) for other in touching[model])


# --- falling back --------------------------------------------------------------------------------------------


def _fell_back(trace: Trace) -> Found:
    """WW-FB-01, WW-FB-02, WW-R-28: a unit falls back away from as many enemies as possible, and as far as possible."""
    if not trace.army.is_default("WW-R-28") or trace.army.terrain:
        return
    firsts: dict[tuple[int, str], int] = {}
    for number, entry in trace.told("Moved"):
        if entry["manner"] == "fell back":
            firsts.setdefault((trace.clause(number)[0], entry["unit"]), number)
    for (_, unit), number in firsts.items():
        before, after = trace.before(number), trace.after(number)
        told = _worth(before, after, unit, trace, GROWN)
        best = max(_worth(before, _gone(trace, before, unit, turn), unit, trace, SURELY) for turn in range(TURNS))
        if best[0] > told[0] or (best[0] == told[0] and best[1] > told[1] + BETTER):
            yield Finding(
                "not away", number, f"{unit} leaves {told[0]} behind, {told[1]:.2f} off; best {best[0]}, {best[1]:.2f}"
            )


def _worth(before: World, after: World, unit: str, trace: Trace, grown: float) -> tuple[int, float]:
    """Return the number of enemies whose distance to the unit has grown by more than `grown`, and the distance to the
    nearest enemy.
    """
    own = [one for one in after.living(unit) if one.number in before.places]
    foes = after.side(1 - trace.army.side_of(unit))

    def nearest(world: World, foe: int) -> float:
        return min(world.gap(one.number, foe) for one in own)

    away = [foe for foe in foes if nearest(after, foe.number) > nearest(before, foe.number) + grown]
    return len(away), min((nearest(after, foe.number) for foe in foes), default=0.0)


def _gone(trace: Trace, world: World, unit: str, turn: int) -> World:
    """Return the world after the unit has moved in formation in a direction. The foremost model moves first, and each
    model moves as far as possible.
    """
    angle = 2 * math.pi * turn / TURNS
    way = (math.cos(angle), math.sin(angle))
    models = sorted(
        world.living(unit), key=lambda one: -sum(a * b for a, b in zip(world.places[one.number], way, strict=False))
    )
    places = dict(world.places)
    gone: dict[int, float] = {}
    for model in models:
        x, y, facing = places[model.number]
        far, step = 0.0, float(model.values.get("normal_move", MOVE))
        while step > 0.0004:
            there = (x + (far + step) * way[0], y + (far + step) * way[1], facing)
            within = far + step <= model.values.get("normal_move", MOVE) and _inside(trace, model, there)
            abreast = {mate for mate, length in gone.items() if length == far + step}
            if within and _clear(trace, places, model.number, there, abreast):
                far += step
            step /= 2
        gone[model.number] = far
        places[model.number] = (x + far * way[0], y + far * way[1], facing)
    return World(trace.army, places, world.lost, world.states)


def _inside(trace: Trace, model: Model, there: Place) -> bool:
    """Return whether the base stays on the table."""
    reach, (wide, deep) = model.base.width / 2, trace.army.size or (0, 0)
    return reach <= there[0] <= wide - reach and reach <= there[1] <= deep - reach


def _clear(trace: Trace, places: dict[int, Place], model: int, there: Place, abreast: set[int]) -> bool:
    """Return whether the straight path is certain to be clear for a round base. Models that move equally far stay
    abreast of each other.
    """
    own = trace.army.models[model].base
    for other, place in places.items():
        base = trace.army.models[other].base
        if other == model or other in abreast or gap(own, there, base, place) > MOVE + 4:
            continue
        reach = own.width / 2 + base.width / 2 + SPARE
        if math.dist(there[:2], place[:2]) < reach or _cuts(places[model], there, place, reach):
            return False
    return True


def _cuts(start: Place, end: Place, spot: Place, reach: float) -> bool:
    """Return whether a line comes nearer to a spot than `reach` while it approaches or passes the spot."""
    line = (end[0] - start[0], end[1] - start[1])
    total = math.hypot(*line)
    if total == 0:
        return False
    along = ((spot[0] - start[0]) * line[0] + (spot[1] - start[1]) * line[1]) / total
    if along < -SPARE:
        return False
    aside = abs((spot[0] - start[0]) * line[1] - (spot[1] - start[1]) * line[0]) / total
    return aside < reach and (along <= total)

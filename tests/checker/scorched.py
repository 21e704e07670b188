"""Recalculate Scorched combats from the log, and check dice, scores, hits, AP, saves, wounds and pushes."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.checker import scorched_saves, standing
from tests.checker.army import Model
from tests.checker.findings import Finding, Found
from tests.checker.plane import bearing, between, length
from tests.checker.trace import Plain, Trace, route

SHAPES = ("punch", "sword", "dagger", "axe", "mace", "spear", "lance", "shield")
ROWS: dict[str, tuple[str, ...]] = {
    "great sword": ("sword", "two-handed"),
    "chain axe": ("axe", "chain"),
    "power sword": ("sword", "power"),
}
ROWS |= {"great axe": ("axe", "two-handed"), "great hammer": ("mace", "two-handed"), "hammer": ("mace",)}
NEGATED = 7
PARRY = "parry"


@dataclass
class Combat:
    """A combat as the log reports it."""

    first: int
    models: list[str]
    faces: dict[str, list[int]] = field(default_factory=dict)
    shielded: set[str] = field(default_factory=set)
    supported: dict[str, int] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)
    hits: dict[tuple[str, str], int] = field(default_factory=dict)
    piercing: dict[tuple[str, str], int] = field(default_factory=dict)


def findings(trace: Trace) -> Found:
    if trace.on_table:
        yield from standing.findings(trace)
    if any(not _known(model) for model in trace.army.models) or trace.army.rulings:
        return
    names = dict(_named(trace))
    combat: Combat | None = None
    for number, entry in enumerate(trace.events):
        if entry["type"] == "PhaseBegan" and number > 0:
            return
        if entry["type"] == "CombatBegan":
            combat = Combat(number, entry["models"])
        if combat is not None:
            yield from _entry(trace, number, entry, combat, names)


def _named(trace: Trace) -> list[tuple[str, Model]]:
    found = []
    for unit in trace.army.units.values():
        single = len(unit.models) == 1
        found += [(unit.name if single else f"{unit.name} {place + 1}", one) for place, one in enumerate(unit.models)]
    return found


def rows(model: Model) -> set[str]:
    """Return the rows of the equipment table that apply to a model's weapons."""
    found: set[str] = set()
    for weapon in model.weapons:
        if "own" in weapon:
            found |= {weapon[key] for key in ("shape", "grip") if key in weapon}
            found |= {key for key in ("chain", "power") if weapon.get(key)}
        else:
            found |= set(ROWS.get(weapon["name"], (weapon["name"],)))
    return found


def _known(model: Model) -> bool:
    odd = {"force", "relic", "daemon", "hand-and-a-half"}
    plain = all("own" in weapon or weapon["name"] in {*SHAPES, *ROWS} for weapon in model.weapons)
    single = len({weapon["name"] for weapon in model.weapons}) == len(model.weapons)
    return (
        plain
        and single
        and not model.rules
        and not any(odd & {*weapon, weapon.get("grip")} for weapon in model.weapons)
    )


def _entry(trace: Trace, number: int, entry: Plain, combat: Combat, names: dict[str, Model]) -> Found:
    """Check the values shown in an entry about a combat, and store the values that the entry declares."""
    kind = entry["type"]
    if kind == "Shielded":
        combat.shielded.add(entry["model"])
    elif kind == "Supported":
        combat.supported[entry["friend"]] = combat.supported.get(entry["friend"], 0) + 1
    elif kind == "Thrown" and entry["label"].endswith(" attacks"):
        yield from _attacks(trace, number, entry, combat, names)
    elif kind == "Thrown" and entry["label"] == "save":
        struck = [(names[foe], piercing) for (_, foe), piercing in combat.piercing.items()]
        yield from scorched_saves.scores(number, entry, struck)
    elif kind in CHECKS:
        yield from CHECKS[kind](trace, number, entry, combat, names)


def _parried(trace: Trace, number: int, entry: Plain, combat: Combat, _names: dict[str, Model]) -> Found:
    """CP-SW-01: one of an enemy's dice is rerolled."""
    thrown = next(one for one in reversed(trace.events[:number]) if one["type"] == "Thrown")
    left = combat.faces[entry["enemy"]]
    left.remove(entry["face"])
    left.append(thrown["groups"][0]["faces"][0])
    if entry["left"] != max(left):
        yield Finding(PARRY, number, f"{entry['enemy']} is left with {left}")


def _attacks(trace: Trace, number: int, entry: Plain, combat: Combat, names: dict[str, Model]) -> Found:
    """CP-AT-01, CP-SP-01: a model rolls one die for each wound it has left, and one more if a spear supports it."""
    name = entry["label"].removesuffix(" attacks")
    combat.faces[name] = list(entry["groups"][0]["faces"])
    model = names[name]
    lost = trace.before(combat.first + 1).lost.get(model.number, 0)
    due = model.value("W") - lost + combat.supported.get(name, 0)
    if len(combat.faces[name]) != due:
        yield Finding("attacks", number, f"{name} rolls {combat.faces[name]}, {due} dice are due")


def _enemies(combat: Combat, name: str, names: dict[str, Model]) -> list[str]:
    return [other for other in combat.models if names[other].side != names[name].side]


def _score(_trace: Trace, number: int, entry: Plain, combat: Combat, names: dict[str, Model]) -> Found:
    """CP-AT-02, CP-OU-01, CP-TH-01, CP-TH-02, CP-SH-02: the score is the best die plus WS, lowered or doubled where
    these sentences say so.
    """
    name = entry["model"]
    heavy = "two-handed" in rows(names[name])
    die = max(face - (heavy and face not in {1, 6}) for face in combat.faces[name])
    foes = len(_enemies(combat, name, names))
    friends = len(combat.models) - foes
    skill = max(0, names[name].value("WS") - heavy - (foes if foes > max(1, friends) else 0))
    score = (die + skill) * (2 if name in combat.shielded else 1)
    combat.scores[name] = entry["score"]
    if (entry["WS"], entry["score"]) != (skill, score):
        yield Finding("score", number, f"{name}: die {die}, WS {skill}, score {score}; told {entry['score']}")


def _hits(trace: Trace, number: int, entry: Plain, combat: Combat, names: dict[str, Model]) -> Found:
    """CP-HT-01, CP-HT-02, CP-SH-03, CP-R-28: the number of hits is the difference between the scores, and the hits have
    the AP of the weapon.
    """
    own, foe = entry["model"], entry["enemy"]
    combat.hits[own, foe], combat.piercing[own, foe] = entry["hits"], entry["AP"]
    due = combat.scores[own] - combat.scores[foe]
    if own in combat.shielded or names[own].side == names[foe].side or due <= 0:
        yield Finding(
            "hits", number, f"{own} lands hits on {foe}, scores {combat.scores[own]} and {combat.scores[foe]}"
        )
    elif entry["hits"] != due:
        yield Finding("hits", number, f"{own} lands {entry['hits']} on {foe}, the difference is {due}")
    have = rows(names[own])
    piercing = max(2 * ("dagger" in have and 6 in combat.faces[own]), int("power" in have))
    charged = bool(trace.army.units[names[own].unit].keys.get("charged"))
    piercing += ("two-handed" in have) + ("lance" in have and charged)
    if entry["AP"] != piercing:
        yield Finding("AP", number, f"{own}: AP {piercing} is due, told {entry['AP']}")


def _wounds(trace: Trace, number: int, entry: Plain, combat: Combat, names: dict[str, Model]) -> Found:
    """CP-SV-01, CP-SV-02: a hit causes a wound unless a save or Feel No Pain stops it, until the model has no wounds
    left.
    """
    name = entry["model"]
    if entry["cause"] != "from hits":
        return
    strikers = [own for own, foe in combat.hits if foe == name]
    struck = {foe for _, foe in combat.hits}
    if len(strikers) != 1 or len(struck) != 1 or "chain" in rows(names[strikers[0]]):
        return
    model, hits = names[name], combat.hits[strikers[0], name]
    groups = [
        group for one in trace.events[combat.first : number] if one["type"] == "Thrown" for group in one["groups"]
    ]
    unsaved = hits
    for group in groups:
        if group["label"] in {"save", "Feel No Pain", "Invulnerable"}:
            unsaved -= sum(face >= group["need"] and (face > 1 or group["need"] < 2) for face in group["faces"])
            if len(group["faces"]) > hits:
                yield Finding("dice", number, f"{len(group['faces'])} dice of {group['label']} for {hits} hits")
    due = min(unsaved, model.value("W") - trace.before(combat.first + 1).lost.get(model.number, 0))
    if entry["wounds"] != due:
        yield Finding("wounds", number, f"{name} took {entry['wounds']}, {due} are due of {hits} hits")


def _pushed(trace: Trace, number: int, entry: Plain, combat: Combat, names: dict[str, Model]) -> Found:
    """CP-MA-01, CP-R-31: a model is pushed one inch for each hit, straight away from the centre of the mace's
    bearer.
    """
    target = next(name for name, model in names.items() if model.number == entry["model"])
    maces = [own for own, foe in combat.hits if foe == target and "mace" in rows(names[own])]
    way = route(entry)
    if len(maces) != 1:
        return
    shreds = "chain" in rows(names[maces[0]])
    yield from scorched_saves.push(trace, number, target, combat.hits[maces[0], target], or_less=shreds)
    bearer = trace.stood(names[maces[0]].number, number)
    if bearer is None or length(way) < 0.05 or math.dist(way[0], bearer[:2]) < 0.01:
        return
    if between(bearing(bearer[:2], way[0]), bearing(way[0], way[-1])) > 1:
        yield Finding("push", number, f"{target} was pushed aside, not straight away from {maces[0]}")


def _collided(trace: Trace, number: int, entry: Plain, _combat: Combat, names: dict[str, Model]) -> Found:
    """CP-MA-02: a push that meets an obstacle causes wounds."""
    model = names[entry["model"]]
    left = model.value("W") - trace.before(number).lost.get(model.number, 0)
    yield from scorched_saves.collision(trace, number, model, left)


def _cited(trace: Trace, number: int, entry: Plain, _combat: Combat, _names: dict[str, Model]) -> Found:
    """CP-SV-02 must not be cited for a death by collision or possession."""
    took = [one for one in trace.events[:number] if one["type"] == "TookWounds" and one["model"] == entry["model"]]
    if took and took[-1]["cause"] != "from hits" and entry["clause"] == "CP-SV-02":
        yield Finding("cited", number, f"{entry['model']} was slain {took[-1]['cause']}, told as {entry['clause']}")


Check = Callable[[Trace, int, Plain, Combat, dict[str, Model]], Found]
CHECKS: dict[str, Check] = {
    "Parried": _parried,
    "Scored": _score,
    "LandedHits": _hits,
    "TookWounds": _wounds,
    "Moved": _pushed,
    "Collided": _collided,
    "Slain": _cited,
}

"""Functions that recalculate saves, pushes and collisions in Scorched, for callers that know the combat."""

import math

from tests.checker.army import Model
from tests.checker.findings import Finding, Found
from tests.checker.trace import Plain, Trace

SIX, BEST, NONE = 6, 2, 7
PART = 0.005  # inches
NARROW, WIDEST = 0.0017, 0.0022  # inches by which an inch may lack and be full: contact, as near as it is told


def armour(model: Model, piercing: int) -> int:
    """CP-SV-01, CP-R-01, CP-R-03, CP-R-49: return the score needed to save, either with the armour save worsened by AP
    or with the Invulnerable save. A 7 means that the model has no save.
    """
    own = model.value("Sv", NONE)
    score = max(BEST, own + piercing) if own <= SIX else NONE
    return min(score if score <= SIX else NONE, model.value("Inv", NONE))


def scores(number: int, thrown: Plain, struck: list[tuple[Model, int]]) -> Found:
    """Check that the number needed for each save or Feel No Pain in a roll is correct for one of the models struck,
    which are given in pairs (model, AP).
    """
    due = {
        "save": {armour(model, piercing) for model, piercing in struck},
        "Feel No Pain": {model.value("FNP", NONE) for model, _ in struck},
    }
    for group in thrown["groups"]:
        wanted = due.get(group["label"], {group["need"]})
        if group["need"] not in wanted:
            yield Finding("save", number, f"{group['label']} on {group['need']}+, due {sorted(wanted)}")


def push(trace: Trace, number: int, target: str, hits: int, *, or_less: bool) -> Found:
    """CP-MA-01, CP-R-32: check the length of a push, which is one inch for each hit unless an obstacle stops it
    earlier. With `or_less`, the push may be shorter.
    """
    entry = trace.events[number]
    rest = trace.events[number + 1 : number + 2]
    short = next((one["short"] for one in rest if one["type"] == "Collided" and one["model"] == target), 0.0)
    beyond = entry["inches"] + short - hits
    if beyond > PART or (beyond < -PART and not or_less):
        words = f"model {entry['model']} was pushed {entry['inches']:.2f}, {short:.2f} short, by {hits} hits"
        yield Finding("push", number, words)


def collision(trace: Trace, number: int, model: Model, left: int) -> Found:
    """CP-MA-02, CP-R-33: a collision costs one wound for each full inch not moved, except the wounds ignored by Feel No
    Pain.
    """
    short = trace.events[number]["short"]
    most, least = math.floor(short + WIDEST), math.floor(short + NARROW)
    spared = 0
    for one in trace.events[number + 1 : number + 3]:
        if one["type"] == "Thrown" and one["label"] == "collision":
            group = one["groups"][0]
            spared = sum(face >= group["need"] for face in group["faces"])
            if group["need"] != model.value("FNP", NONE):
                yield Finding("save", number, f"collision: {group['label']} on {group['need']}+")
    took = [one for one in trace.events[number + 1 : number + 3] if one["type"] == "TookWounds"]
    told = sum(one["wounds"] for one in took if one["cause"] == "from the collision")
    if not min(left, least - spared) <= told <= min(left, most - spared):
        words = f"{trace.events[number]['model']} took {told}, {most} inches short, {spared} spared, {left} left"
        yield Finding("collision", number, words)

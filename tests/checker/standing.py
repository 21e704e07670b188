"""Check under every ruleset that no model overlaps another, stands off the table or stands on impassable ground."""

from tests.checker.findings import Finding, Found
from tests.checker.plane import far, ground, outline, overlap
from tests.checker.trace import Trace, World

SLACK = 0.01


def findings(trace: Trace) -> Found:
    if not trace.on_table:
        return
    seen: set[tuple[str, int, int]] = set()
    barred = [ground(one["polygon"]) for one in trace.army.terrain if one["kind"] == "impassable"]
    before = trace.worlds[0]
    for mark, world in zip(trace.marks[1:], trace.worlds[1:], strict=True):
        moved = [model for model, place in world.places.items() if before.places.get(model) != place]
        for kind, one, other in _wrong(trace, world, moved, barred):
            if (kind, one, other) not in seen:
                seen.add((kind, one, other))
                words = f"model {one} of {trace.army.models[one].unit}" + (f" over model {other}" if other >= 0 else "")
                yield Finding(kind, max(mark - 1, 0), words)
        before = world


def _wrong(trace: Trace, world: World, moved: list[int], barred: list[object]) -> list[tuple[str, int, int]]:
    models = trace.army.models
    wrong = []
    for one in moved:
        base, place = models[one].base, world.places[one]
        for other, there in world.places.items():
            if other == one or (other in moved and other < one) or far(base, place, models[other].base, there) > 0:
                continue
            if overlap(base, place, models[other].base, there, SLACK):
                wrong.append(("overlap", one, other))
        left, low, right, high = outline(base, place).bounds
        wide, deep = trace.army.size or (0, 0)
        if min(left, low, wide - right, deep - high) < -SLACK:
            wrong.append(("off the table", one, -1))
        if any(outline(base, place).buffer(-SLACK).intersects(area) for area in barred):
            wrong.append(("impassable", one, -1))
    return wrong

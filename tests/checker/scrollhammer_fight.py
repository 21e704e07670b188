"""Read a Scrollhammer combat from its log, with its units, the engaged models and the parts of its result."""

from collections.abc import Iterator

from tests.checker.army import Model
from tests.checker.plane import TOUCH
from tests.checker.trace import Plain, Trace, World

LAST = 10  # Initiative steps
RANK = 5  # models in a rank that counts
Entry = tuple[int, Plain]


class Fight:
    """The log entries of a combat, from its heading to the next heading."""

    def __init__(self, trace: Trace, first: int, last: int, began: int) -> None:
        self.trace = trace
        self.first = first
        self.last = last
        self.units: list[str] = trace.events[first]["units"]
        self.start = trace.before(began + 1)  # the table when the sub-phase began
        self.turn = max((place for place, one in trace.told("SubPhaseBegan") if place < began), default=0)

    def told(self, *types: str) -> Iterator[Entry]:
        return ((number, entry) for number, entry in self.trace.told(*types) if self.first <= number < self.last)

    def steps(self) -> list[tuple[int, int]]:
        """Return, for each Initiative step, the number of its first entry and the number of the entry that ends it."""
        ends = {"StepBegan", "CombatWon", "CombatDrawn", "WipedOut", "CombatStopped"}
        marks = [number for number, _ in self.told(*ends)] + [self.last]
        heads = [number for number, _ in self.told("StepBegan")]
        return [(head, min(mark for mark in marks if mark > head)) for head in heads]

    # --- who strikes --------------------------------------------------------------------------------------------

    def engaged(self, world: World, model: int) -> set[str]:
        """Return the enemy units in contact with a model, or with a friend in contact with the model (SH-R-81)."""
        models, touching = self.trace.army.models, world.touching(TOUCH)
        side = models[model].side
        inside = {one.number for unit in self.units for one in world.living(unit)}
        near = touching.get(model, frozenset()) & inside
        friends = [other for other in near if models[other].side == side]
        foes = {other for one in (model, *friends) for other in touching[one] & inside if models[other].side != side}
        return {models[foe].unit for foe in foes}

    def attacks(self, world: World, unit: str, step: int) -> int | None:
        """Return the number of attacks of a unit in a step, or None if the unit's owner may choose the number or other
        rules affect it.

        The result is also None if a gap is so close to the limit of contact that positions rounded to four decimals
        do not show whether the models touch.
        """
        if not (world.is_contact_certain and self.start.is_contact_certain):
            return None
        total = 0
        for model in world.living(unit):
            if model.rules or any("own" not in one and one["name"] != "hand weapon" for one in model.weapons):
                return None
            if initiative(model) != step or not model.value("A") or not model.value("WS"):
                continue
            now = self.engaged(world, model.number)
            before = self.engaged(self.start, model.number) if model.number in self.start.places else set()
            locked = {other.unit for one in world.living(unit) for other in self._foes(world, one.number)}
            if now or {one for one in before if world.living(one)} or (before and locked):
                total += model.value("A") + self.charged(unit) + pair(model)
        return total

    def _foes(self, world: World, model: int) -> list[Model]:
        models = self.trace.army.models
        return [models[one] for one in world.touching(TOUCH)[model] if models[one].side != models[model].side]

    def charged(self, unit: str) -> int:
        """Return 1 if the unit charged or counter-attacked this turn (SH-AT-03), and 0 otherwise."""
        keys = self.trace.army.units[unit].keys
        if self.trace.phases[0] == self._phase() and (keys.get("charged") or keys.get("counter_attacked")):
            return 1
        found = False
        for entry in self.trace.events[self.turn : self.first]:
            if entry.get("unit") == unit and entry["type"] in {"ChargeMade", "CounterAttacked"}:
                found = True
            if entry.get("unit") == unit and entry["type"] in {"ChargeFailed", "ChargeEnded"}:
                found = False
        return int(found)

    def _phase(self) -> int:
        place = max(place for place, mark in enumerate(self.trace.marks) if mark <= self.first)
        return int(self.trace.phases[place])

    # --- the result -----------------------------------------------------------------------------------------------

    def lead(self, trace: Trace, number: int, winner: int) -> dict[str, int]:
        """Return the winner's lead in each part of the result (SH-CR-01 to SH-CR-05), under the default rulings."""
        due: dict[str, int] = {}
        world = trace.before(number)
        if trace.army.is_default("SH-R-60") and not any(model.rules for model in trace.army.models):
            taken = [0, 0]
            for place, entry in self.told("Suffered"):
                if place < number and entry["clause"] == "SH-AL-01":
                    taken[trace.army.side_of(entry["unit"])] += entry["wounds"]
            due["wounds"] = taken[1 - winner] - taken[winner]
        if trace.on_table and trace.army.is_default("SH-R-61"):
            due["ranks"] = self._ranks(world, winner, number) - self._ranks(world, 1 - winner, number)
        if trace.on_table and trace.army.is_default("SH-R-62"):
            due["number"] = self._horde(world, winner) - self._horde(world, 1 - winner)
        if trace.on_table and trace.army.is_default("SH-R-63"):
            due["standards"] = self._standard(world, winner) - self._standard(world, 1 - winner)
        return due

    def _sided(self, side: int) -> list[str]:
        return [unit for unit in self.units if self.trace.army.side_of(unit) == side]

    def _ranks(self, world: World, side: int, number: int) -> int:
        best = 0
        for name in self._sided(side):
            unit = self.trace.army.units[name]
            if unit.formation != "ranks":
                continue
            files = unit.keys["place"]["files"]
            for place, entry in self.trace.told("Reformed"):
                files = entry["files"] if place < number and entry["unit"] == name else files
            left = len(world.living(name))
            rows = [min(files, left - start) for start in range(0, left, files)]
            best = max(best, sum(row >= RANK for row in rows[1:]))
        return min(best, 3)

    def _horde(self, world: World, side: int) -> int:
        own, other = (sum(len(world.living(one)) for one in self._sided(each)) for each in (side, 1 - side))
        has = any(self.trace.army.units[one].formation == "horde" and world.living(one) for one in self._sided(side))
        return int(has and own > other)

    def _standard(self, world: World, side: int) -> int:
        return int(any(one.flags.get("standard") for unit in self._sided(side) for one in world.living(unit)))


def fights(trace: Trace) -> Iterator[Fight]:
    """Yield the combats of a game, in order."""
    began, heads = 0, []
    for number, entry in trace.told("SubPhaseBegan", "CombatBegan"):
        began = number if entry["type"] == "SubPhaseBegan" else began
        heads.append((number, began, entry["type"] == "CombatBegan"))
    ends = [*(number for number, _, _ in heads[1:]), len(trace.events)]
    for (number, start, is_combat), end in zip(heads, ends, strict=True):
        if is_combat:
            yield Fight(trace, number, end, start)


def initiative(model: Model) -> int:
    """Return the step in which a model with a single kind of weapon strikes (SH-IN-01, SH-R-38)."""
    more = sum(weapon.get("I", 0) for weapon in model.weapons[:1])
    return min(LAST, max(1, model.value("I") + more)) if model.value("I") else 0


def pair(model: Model) -> int:
    """Return 1 if the model has two weapons of one base type (SH-AT-04), and 0 otherwise."""
    kinds = [weapon.get("base_type", weapon["name"]) for weapon in model.weapons if weapon.get("melee", True)]
    return int(len(kinds) > len(set(kinds)))

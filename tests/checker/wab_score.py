"""Read a round of a WAB combat from its log, with its attacks, their order and the parts of the result."""

import math
from collections.abc import Iterator

from tests.checker.army import Model
from tests.checker.findings import Finding, Found
from tests.checker.plane import TOUCH
from tests.checker.trace import Plain, Trace, World

FORMED = 5  # models of a unit that has ranks and order
WIDE = 4  # models in a rank that counts
MOST_RANKS = 2
FRONTAL = 135  # degrees between facings that are front to front


class Round:
    """The log entries for one round of a combat."""

    def __init__(self, trace: Trace, first: int, last: int) -> None:
        self.trace = trace
        self.first = first
        self.last = last
        self.units: list[str] = trace.events[first]["units"]
        blows = (number for number in range(first + 1, last) if trace.events[number]["type"] != "RanDown")
        self.world = trace.before(next(blows, last))

    def told(self, *types: str) -> Iterator[tuple[int, Plain]]:
        return ((number, entry) for number, entry in self.trace.told(*types) if self.first <= number < self.last)

    def findings(self) -> Found:
        if any(self.odd(model) for unit in self.units for model in self.trace.army.units[unit].models):
            return
        if self.trace.on_table:
            yield from self._attacks()
            yield from self._order()
            yield from self._result()

    def odd(self, model: Model) -> bool:
        """Return whether a model has rules, a mount or a second weapon that this recalculation does not cover."""
        arms = any(one.get("melee") or one["name"] == "hand weapon" for one in model.weapons)
        on_foot = model.values.get("type", "infantry") in {"infantry", "character"} and "mount" not in model.values
        return bool(model.rules) or arms or not on_foot

    # --- attacks ------------------------------------------------------------------------------------------------

    def in_contact(self, unit: str) -> list[Model]:
        """Return the models of the unit that touch an enemy at the beginning of the round."""
        side, touching = self.trace.army.side_of(unit), self.world.touching(TOUCH)
        models = self.trace.army.models
        return [one for one in self.world.living(unit) if any(models[x].side != side for x in touching[one.number])]

    def _attacks(self) -> Found:
        """WAB-CC-01, WAB-CC-02, WAB-R-80: models in contact strike, except those that have already fallen."""
        fallen: dict[str, int] = {}
        struck: dict[str, tuple[int, int, int]] = {}
        for number, entry in self.told("Struck", "Fell"):
            if entry["type"] == "Fell":
                fallen[entry["unit"]] = fallen.get(entry["unit"], 0) + entry["fallen"]
            else:
                first, total, lost = struck.get(entry["unit"], (number, 0, fallen.get(entry["unit"], 0)))
                struck[entry["unit"]] = (first, total + entry["attacks"], lost)
        for unit, (number, total, lost) in struck.items():
            near = self.in_contact(unit)
            due = max(0, len(near) - lost) * near[0].value("A", 1) if near else 0
            lapsed = total < due and (self._at_character(unit) or self._at_nobody(unit))
            if total != due and not lapsed and self.trace.army.is_default("WAB-R-80"):
                yield Finding(
                    "attacks", number, f"{unit} struck {total} times; {len(near)} in contact, {lost} lost: {due}"
                )

    def _at_character(self, unit: str) -> bool:
        """WAB-R-76: return whether the unit directed attacks at a character. Such attacks are lost if the character
        dies first.
        """
        said = [entry for _, entry in self.told("Decided") if entry["clause"] == "WAB-CC-02"]
        if any(unit == entry["words"].split(":")[0] and " of " in entry["said"] for entry in said):
            return True
        return any(unit == entry["unit"] and " of " in entry["foe"] for _, entry in self.told("Struck"))

    def _at_nobody(self, unit: str) -> bool:
        """Return whether all enemies in contact with the unit's side have fallen, which leaves the unit's later
        attacks without a target.
        """
        side = self.trace.army.side_of(unit)
        return any(entry["side"] != side for _, entry in self.told("WipedOut"))

    def _order(self) -> Found:
        """WAB-CC-04, WAB-CC-05: chargers strike first, and other units strike in descending order of Initiative."""
        before: tuple[bool, int] | None = None
        for number, entry in self.told("Struck"):
            now = (entry["unit"] in self.chargers(), self.trace.army.units[entry["unit"]].models[0].value("I"))
            if before is not None and now > before:
                yield Finding("order", number, f"{entry['unit']} {now} strikes after {before}")
            before = now

    def chargers(self) -> set[str]:
        """Return the units that charged this turn or that met a fresh enemy in a pursuit last turn."""
        start = max(
            (at for at, one in self.trace.told("PhaseBegan") if at < self.first and one["name"] == "movement"),
            default=-1,
        )
        found = set()
        for entry in self.trace.events[max(0, start) : self.first]:
            if entry["type"] == "Moved" and entry["manner"] in {"charged", "counter-charged"}:
                found.add(entry["unit"])
        fought = [at for at, one in self.trace.told("PhaseBegan") if at < self.first and one["name"] == "close combat"]
        for number, entry in self.trace.told("Pursued", "WentAfter"):
            if (fought[-2] if len(fought) > 1 else 0) < number < self.first and self._meets(number, entry["unit"]):
                found.add(entry["unit"])
        if len(fought) <= 1:
            keys = {unit: self.trace.army.units[unit].keys for unit in self.units}
            found |= {unit for unit in self.units if any(keys[unit].get(key) for key in CAME)}
        return found

    def _meets(self, number: int, unit: str) -> bool:
        """Return whether a pursuer has met a fresh enemy that it neither pursued nor touched before."""
        before, after = self.trace.before(number), self.trace.after(number)
        known = {
            self.trace.events[number]["foe"],
            *(foe for foe in self.trace.army.units if contact(before, unit, foe)),
        }
        foes = [one for one in after.side(1 - self.trace.army.side_of(unit)) if one.unit not in known]
        return any(after.near(model.number, foes, TOUCH) for model in after.living(unit))

    # --- the result ---------------------------------------------------------------------------------------------

    def _result(self) -> Found:
        """WAB-CR-01 to WAB-CR-11: wounds and bonuses add up to the score."""
        for number, entry in self.told("CombatWon", "CombatDrawn"):
            if not all(self.trace.army.is_default(f"WAB-R-{one}") for one in ("79", "88", "89", "24", "90")):
                return
            sides = self.trace.army.sides
            lead = self._score(0, number) - self._score(1, number)
            told = 0
            if entry["type"] == "CombatWon":
                told = entry["margin"] if entry["winner"] == sides[0] else -entry["margin"]
            if lead != told and self._frontal():
                parts = [self.parts(side, number) for side in (0, 1)]
                yield Finding("result", number, f"{sides[0]} by {told}, reckoned {lead}: {parts}")

    def _score(self, side: int, number: int) -> int:
        return sum(self.parts(side, number).values())

    def parts(self, side: int, number: int) -> dict[str, int]:
        """Return the parts of a side's score, except those for a flank, the rear and higher ground."""
        own = [one for one in self.units if self.trace.army.side_of(one) == side]
        world = self.trace.before(number)
        wounds = sum(
            entry["wounds"] for _, entry in self.told("Fell") if self.trace.army.side_of(entry["unit"]) != side
        )
        formed = [one for one in own if len(world.living(one)) >= FORMED]
        order = any(self.trace.army.units[one].formation == "close" for one in formed)
        living = [model for one in own for model in world.living(one)]
        return {
            "wounds": wounds,
            "order": int(order),
            "ranks": max((self.ranks(one) for one in own if len(self.world.living(one)) >= FORMED), default=0),
            "standard": int(any(model.flags.get("standard") for model in living)),
            "army standard": int(any(model.flags.get("battle_standard") for model in living)),
            "momentum": int(bool(set(own) & self.chargers()) or self._won_before(side)),
        }

    def ranks(self, unit: str) -> int:
        """WAB-R-89: return the number of complete ranks of at least four models that stand behind the first rank at the
        beginning of the round.
        """
        if self.trace.army.units[unit].formation == "skirmish":
            return 0
        rows: dict[int, int] = {}
        for model in self.world.living(unit):
            x, y, facing = self.world.places[model.number]
            deep = x * math.sin(math.radians(facing)) + y * math.cos(math.radians(facing))
            rows[round(deep / model.base.depth * 2)] = rows.get(round(deep / model.base.depth * 2), 0) + 1
        counts = [rows[row] for row in sorted(rows, reverse=True)]
        full = [count for count in counts[1:] if count == max(counts) and count >= WIDE]
        return min(MOST_RANKS, len(full))

    def _won_before(self, side: int) -> bool:
        """Return whether the side won the previous round of the same combat."""
        for one in reversed(list(rounds(self.trace))):
            if one.last <= self.first and set(one.units) & set(self.units):
                won = [entry for _, entry in one.told("CombatWon", "CombatDrawn", "WipedOut")]
                same = {self.trace.army.side_of(x) for x in set(one.units) & set(self.units)} == {0, 1}
                return same and any(entry.get("winner") == self.trace.army.sides[side] for entry in won)
        return False

    def _frontal(self) -> bool:
        """Return whether all units fight front to front on level ground, so that no flank, rear or hill counts."""
        facings = [{round(self.world.places[one.number][2]) for one in self.world.living(unit)} for unit in self.units]
        if any(len(own) > 1 for own in facings) or any(one.get("height") for one in self.trace.army.terrain):
            return False
        loose = any(self.trace.army.units[unit].formation == "skirmish" for unit in self.units)
        ahead = {self.trace.army.side_of(unit): own for unit, own in zip(self.units, facings, strict=True)}
        turns = [abs(one - other) % 360 for one in ahead.get(0, ()) for other in ahead.get(1, ())]
        new = not any(set(one.units) & set(self.units) for one in rounds(self.trace) if one.last <= self.first)
        return not loose and new and len(self.units) == 2 and all(FRONTAL <= one <= 360 - FRONTAL for one in turns)


CAME = ("charged", "counter_charged", "pursued")


def rounds(trace: Trace) -> Iterator[Round]:
    """Yield the rounds of all combats, in order."""
    heads = [number for number, _ in trace.told("CombatBegan")]
    stops = sorted([*heads, *(number for number, _ in trace.told("PhaseBegan")), len(trace.events)])
    for head in heads:
        yield Round(trace, head, min(stop for stop in stops if stop > head))


def contact(world: World, one: str, other: str) -> bool:
    foes = world.living(other)
    return any(world.near(model.number, foes, TOUCH) for model in world.living(one))

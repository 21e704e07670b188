"""Choice of charges: the question asked, and the limits on its answers (WAB-FM-09, WAB-FZ-01, WAB-R-35, WAB-R-50)."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.geometry.sight import sees as has_line
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import Answer, Choice
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.arrivals import charge_reach, gap_between, is_in_reach
from pilein.rulesets.wab.clearance import bodies_of
from pilein.rulesets.wab.columns import is_in_column
from pilein.rulesets.wab.nearness import distance, is_engaged
from pilein.rulesets.wab.psychology.frenzy import has_to_charge
from pilein.rulesets.wab.sight import sees, struck_arc
from pilein.rulesets.wab.state import Battle, Charge

NO_MORE: Answer = ()


class Offer(Struct, frozen=True):
    """Unit that may declare a charge, with its possible targets.

    `must` means that the unit has to charge one of the targets (WAB-FZ-01). `far` lists the targets that are too far
    away for the charge to succeed (WAB-CH-05).
    """

    unit: int
    targets: tuple[int, ...]
    must: bool = False
    far: tuple[int, ...] = ()


class ChargeChoice(Struct, frozen=True, tag=True):
    """Choice of the next charge.

    An answer is (target, charger, ...), all as unit numbers, or () to declare no more charges. All units that charge
    a target are named together, so the target cannot be chosen again this turn (WAB-R-35). `names` holds the names
    of all units.
    """

    side: int
    offers: tuple[Offer, ...]
    names: tuple[str, ...]
    clause: str = "WAB-CH-01"
    words: str = "which enemy is charged, and by which units?"

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield charges by one unit, the end of charging, and charges by several units.

        If a unit has to charge, the end of charging is not an option. A unit that has to charge and has only one
        target joins every charge against that target. Charges from too far away come last and are listed for a
        single charger only.
        """
        for answer in dict.fromkeys(self._answers()):
            yield self.in_words(answer), answer

    def in_words(self, answer: Answer) -> str:
        """Describe a legal answer as text for players, such as "horse and chariots at archers"."""
        if not answer:
            return "no more charges"
        target, *units = answer
        return f"{' and '.join(self.names[unit] for unit in units)} at {self.names[target]}"

    def why_not(self, answer: Answer) -> str | None:
        """Explain why the answer is illegal, or return None."""
        if not isinstance(answer, tuple) or not all(type(one) is int for one in answer):
            return "the answer must be the numbers of a target and its chargers, or nothing"
        if not answer:
            bound = next((offer.unit for offer in self.offers if offer.must), None)
            return None if bound is None else f"WAB-FZ-01: {self.names[bound]} must charge"
        target, *units = answer
        if not units or len(set(units)) < len(units):
            return "name one or more different chargers after the target"
        reason = next((reason for unit in units if (reason := self._why_not(unit, target))), None)
        left = next((unit for unit in self.bound_to(target) if unit not in units), None)
        if reason or left is None:
            return reason
        return f"WAB-FZ-01: {self.names[left]} must join the charge, since {self.names[target]} is their only target"

    def bound_to(self, target: int) -> tuple[int, ...]:
        """Units that must charge and whose only possible target is the given target."""
        return tuple(offer.unit for offer in self.offers if offer.must and offer.targets == (target,))

    def _why_not(self, unit: int, target: int) -> str | None:
        offer = next((one for one in self.offers if one.unit == unit), None)
        if offer is None:
            return f"{self._name(unit)} may not declare a charge"
        if target not in offer.targets:
            return f"{self._name(target)} is not a target for {self.names[unit]}"
        return None

    def _answers(self) -> Iterator[Answer]:
        chargers = self._chargers(far=False)
        yield from self._single_charges(chargers)
        if not any(offer.must for offer in self.offers):
            yield NO_MORE
        yield from ((target, *units) for target, units in chargers.items() if len(units) > 1)
        yield from self._single_charges(self._chargers(far=True))

    def _single_charges(self, chargers: dict[int, list[int]]) -> Iterator[Answer]:
        for target, units in chargers.items():
            bound = self.bound_to(target)
            yield from ((target, *dict.fromkeys((*bound, unit))) if bound else (target, unit) for unit in units)

    def _chargers(self, *, far: bool) -> dict[int, list[int]]:
        """Map each target to the units that may charge it, in the order of the offers. If `far` is set, only charges
        from too far away to succeed are considered, and otherwise only the others.
        """
        found: dict[int, list[int]] = {}
        for offer in self.offers:
            for target in offer.targets:
                if (target in offer.far) == far:
                    found.setdefault(target, []).append(offer.unit)
        return found

    def _name(self, unit: int) -> str:
        return self.names[unit] if 0 <= unit < len(self.names) else f"unit {unit}"


def declared(_battle: Battle, choice: Choice, unit: int, target: int) -> Answer | None:
    """Return the answer by which a unit charges a target on its own or, if that is illegal, the answer that ends
    charging. The result is None if other units must still charge, so that neither answer is legal, or if the choice is
    not about charges.
    """
    if not isinstance(choice, ChargeChoice):
        return None
    answers: tuple[Answer, ...] = ((target, unit), NO_MORE)
    return next((answer for answer in answers if choice.why_not(answer) is None), None)


# --- Units that may charge, and their targets (WAB-FM-09, WAB-FZ-01, WAB-R-35, WAB-R-50) -------------------------


HINDERED = ("declared", "rallied", "still", "fled", "disengaging", "returned", "kept back")
LIKELY = 1.5  # fraction of a charge reach that players may misjudge; charges from further away are offered last


def offers(battle: Battle, table: Table) -> tuple[Offer, ...]:
    """Return the charges open to each unit of the active side, in scenario order. Units with no charges are
    left out.
    """
    units = (unit for unit in battle.standing_units(battle.active) if may_charge(battle, table, unit))
    return tuple(offer for offer in (offer_of(battle, table, unit) for unit in units) if offer.targets)


def offer_of(battle: Battle, table: Table, unit: int) -> Offer:
    """Targets that a unit may charge. A unit that must charge may name only targets within its reach."""
    targets = targets_of(battle, table, unit)
    bound = bound_targets(battle, table, unit, targets)
    if bound:
        return Offer(unit, bound, must=True)
    near = LIKELY * charge_reach(battle, table, unit)
    return Offer(unit, targets, far=tuple(foe for foe in targets if gap_between(battle, unit, foe) > near))


def may_charge(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit may declare a charge (WAB-FM-09).

    A unit may not charge if it has fast marched, is in combat, is fleeing, has rallied or returned, or holds back. A
    march column may charge only under WAB-R-50 `column-may-charge`.
    """
    status = battle.status(unit)
    if status.fleeing or status.move in HINDERED or is_engaged(battle, unit):
        return False
    if status.move == "fast marched" and table.holds("WAB-FM-09"):
        return False
    if not charge_reach(battle, table, unit):
        return False
    return not is_in_column(battle, table, unit) or table.rule("WAB-R-50") == "column-may-charge"


def targets_of(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Enemies that a unit may charge because they are visible, in front of it, and not already charged this turn.

    The distance does not matter, because nothing is measured beforehand (WAB-R-35). Under `premeasure` only enemies
    within reach qualify.
    """
    enemies = (foe for foe in battle.standing_units(1 - battle.side(unit)) if not battle.status(foe).reaction)
    seen = tuple(foe for foe in enemies if sees(battle, table, unit, foe) and not is_hidden(battle, unit, foe))
    reached = tuple(
        foe for foe in seen if gap_between(battle, unit, foe) <= charge_reach(battle, table, unit) + CONTACT
    )
    return reached if reached != seen and table.rule("WAB-R-35") == "premeasure" else seen


def is_hidden(battle: Battle, unit: int, target: int) -> bool:
    """Whether terrain hides a target from a unit."""
    grounds = tuple(ground.outline for ground in battle.setup.grounds if ground.blocks_sight)
    if not grounds:
        return False
    standings = battle.plane.standings
    ours, theirs = bodies_of(battle, standings[unit]), bodies_of(battle, standings[target])
    return not any(has_line(one, other, grounds) for one in ours for other in theirs)


def bound_targets(battle: Battle, table: Table, unit: int, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Targets from which a frenzied unit has to choose, or an empty tuple for any other unit (WAB-R-65).

    The owner chooses from all enemies in reach. Under `nearest-target` the only choice is the nearest enemy.
    """
    if not has_to_charge(battle, unit):
        return ()
    reached = tuple(foe for foe in targets if is_in_reach(battle, table, charge_at(battle, table, unit, foe)))
    if len(reached) > 1 and table.rule("WAB-R-65") == "nearest-target":
        return (min(reached, key=lambda foe: (distance(battle, unit, foe), foe)),)
    return reached


def charge_at(battle: Battle, table: Table, unit: int, target: int) -> Charge:
    """Return the charge that a unit would declare against a target now, with the arc that it strikes."""
    return Charge(unit, target, struck_arc(battle, table, unit, target))

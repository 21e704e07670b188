"""The question who charges whom, and which answers launch one charge and no other."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.kernel.requests import Answer, Choice
from pilein.rulesets.wab.state import Battle

NO_MORE: Answer = ()


class Offer(Struct, frozen=True):
    """A unit that may declare a charge, and whom it may name; `must`: it has to charge one of them (WAB-FZ-01)."""

    unit: int
    targets: tuple[int, ...]
    must: bool = False


class ChargeChoice(Struct, frozen=True, tag=True):
    """Which enemy is charged next, and by whom: (target, charger, ...) by number, or () for no more charges.

    All who charge one target are named together (WAB-R-35): it cannot be named again this turn. `names` are those of
    all units.
    """

    side: int
    offers: tuple[Offer, ...]
    names: tuple[str, ...]
    clause: str = "WAB-CH-01"
    words: str = "which enemy is charged, and by whom?"

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Each enemy for each charger alone; then no more charges, if nobody must; then several chargers.

        Whoever has to charge an enemy, for there is no other, comes along wherever he is named.
        """
        for answer in dict.fromkeys(self._answers()):
            yield self.in_words(answer), answer

    def in_words(self, answer: Answer) -> str:
        """A legal answer as a player would call it: horse and chariots at archers."""
        if not answer:
            return "no more charges"
        target, *units = answer
        return f"{' and '.join(self.names[unit] for unit in units)} at {self.names[target]}"

    def why_not(self, answer: Answer) -> str | None:
        """None if those units may charge that target, or if nobody has to charge."""
        if not isinstance(answer, tuple) or not all(type(one) is int for one in answer):
            return "the answer is a target and its chargers by number, or nothing"
        if not answer:
            bound = next((offer.unit for offer in self.offers if offer.must), None)
            return None if bound is None else f"WAB-FZ-01: {self.names[bound]} has to charge"
        target, *units = answer
        if not units or len(set(units)) < len(units):
            return "one or more different chargers have to be named after the target"
        reason = next((reason for unit in units if (reason := self._why_not(unit, target))), None)
        left = next((unit for unit in self.bound_to(target) if unit not in units), None)
        if reason or left is None:
            return reason
        return f"WAB-FZ-01: {self.names[left]} has to charge {self.names[target]} too, for it has no other target"

    def bound_to(self, target: int) -> tuple[int, ...]:
        """The units that have to charge, and can charge nobody but this target."""
        return tuple(offer.unit for offer in self.offers if offer.must and offer.targets == (target,))

    def _why_not(self, unit: int, target: int) -> str | None:
        offer = next((one for one in self.offers if one.unit == unit), None)
        if offer is None:
            return f"{self._name(unit)} may not declare a charge"
        if target not in offer.targets:
            return f"{self._name(target)} is no target for {self.names[unit]}"
        return None

    def _answers(self) -> Iterator[Answer]:
        chargers = self._chargers()
        for target, units in chargers.items():
            bound = self.bound_to(target)
            yield from ((target, *(one for one in units if one == unit or one in bound)) for unit in units)
        if not any(offer.must for offer in self.offers):
            yield NO_MORE
        yield from ((target, *units) for target, units in chargers.items() if len(units) > 1)

    def _chargers(self) -> dict[int, list[int]]:
        """Who may charge each target, in the order of the offers."""
        found: dict[int, list[int]] = {}
        for offer in self.offers:
            for target in offer.targets:
                found.setdefault(target, []).append(offer.unit)
        return found

    def _name(self, unit: int) -> str:
        return self.names[unit] if 0 <= unit < len(self.names) else f"unit {unit}"


def declared(_battle: Battle, choice: Choice, unit: int, target: int) -> Answer | None:
    """The answer by which a unit charges a target alone, or by which nobody else charges; None of other choices.

    Who has to charge is left to charge.
    """
    if not isinstance(choice, ChargeChoice):
        return None
    answers: tuple[Answer, ...] = ((target, unit), NO_MORE)
    return next((answer for answer in answers if choice.why_not(answer) is None), None)

"""The units of army lists, counted by independent code that reads the XML without the importer."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET  # not our reader, on purpose

ENTRIES = ("selectionEntries", "entries", "selections", "selectionEntryGroups", "entryGroups", "entryLinks", "links")
NUMBERS = {"M": "M", "WS": "WS", "BS": "BS", "S": "S", "T": "T", "W": "W", "I": "I", "A": "A", "LD": "Ld", "Ld": "Ld"}
FEWEST = 5  # of these that a model has


@dataclass
class Node:
    """A compulsory part of an entry, with its number, price, profiles and content."""

    name: str
    kind: str
    count: int
    most: float
    points: float
    is_roster: bool
    place: str = ""
    profiles: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    nodes: list["Node"] = field(default_factory=list)

    def price(self) -> float:
        """Return the price of the entry. The prices in a roster are totals."""
        below = sum(one.price() for one in self.nodes)
        return self.points + below if self.is_roster else self.count * (self.points + below)

    def every(self) -> Iterator["Node"]:
        yield self
        for one in self.nodes:
            yield from one.every()

    @property
    def models(self) -> list[tuple[str, dict[str, str]]]:
        return [one for one in self.profiles if len(NUMBERS.keys() & one[1].keys()) >= FEWEST]


class List:
    """The entries of an army list and of the catalogues in the same folder."""

    def __init__(self, path: Path) -> None:
        self.root = _parsed(path)
        beside = [one for one in sorted(path.parent.iterdir()) if one.suffix in (".cat", ".gst") and one != path]
        self.by_id: dict[str, ET.Element] = {}
        for root in (self.root, *map(_parsed, beside)):
            for one in root.iter():
                if one.get("id") and one.tag not in ("constraint", "cost"):
                    self.by_id.setdefault(str(one.get("id")), one)

    def units(self) -> Iterator[Node]:
        tops = [self.root] if self.root.tag == "catalogue" else list(self.root.iter("force"))
        for top in tops:
            for part in top:
                if part.tag in ENTRIES and "Group" not in part.tag:
                    yield from (node for one in part if (node := self._node(one, 1)) is not None)

    def _node(self, element: ET.Element, count: int | None = None, place: str = "") -> Node | None:
        target, link = self._followed(element)
        if target is None:
            return None
        both = [target] if link is None else [target, link]
        least, most = _bound(both, "min", 0), _bound(both, "max", float("inf"))
        is_roster = target.tag == "selection"
        number = int(float(target.get("number") or 1)) if is_roster else least if count is None else count
        points = sum(_points(one) for one in both)
        node = Node(
            (target.get("name") or "").strip(), target.get("type") or "", int(number), most, points, is_roster, place
        )
        node.profiles = [(one.get("name") or "", _cells(one)) for each in both for one in self._profiles(each)]
        node.nodes = [one for one in self._below(both, place) if one.count]
        return node

    def _followed(self, element: ET.Element) -> tuple[ET.Element | None, ET.Element | None]:
        if element.tag not in ("entryLink", "link"):
            return element, None
        return self.by_id.get(element.get("targetId") or ""), element

    def _below(self, both: list[ET.Element], place: str) -> Iterator[Node]:
        for part in (part for one in both for part in one if part.tag in ENTRIES):
            for one in part:
                target, link = self._followed(one)
                if target is None or (one.tag == "link" and one.get("linkType") == "profile"):
                    continue
                if "Group" in target.tag:
                    yield from self._group(target, link)
                elif (node := self._node(one, None, place)) is not None:
                    yield node

    def _group(self, group: ET.Element, link: ET.Element | None) -> list[Node]:
        """Return the compulsory entries of a group: as many as its minimum requires, beginning with the
        default choice.
        """
        both = [group] if link is None else [group, link]
        least, most, name = _bound(both, "min", 0), _bound(both, "max", float("inf")), group.get("name") or ""
        every: list[tuple[Node, bool]] = []
        for part in (part for one in both for part in one if part.tag in ENTRIES):
            for one in part:
                target, other = self._followed(one)
                if target is None:
                    continue
                ids = {target.get("id"), one.get("id")}
                if "Group" in target.tag:
                    every += [(node, False) for node in self._group(target, other)]
                elif (node := self._node(one, None, name)) is not None:
                    is_default = (group.get("defaultSelectionEntryId") or group.get("defaultEntryId")) in ids
                    hidden = "true" in (target.get("hidden"), other.get("hidden") if other is not None else "")
                    every += [(node, is_default)] if is_default or not hidden else []
        every.sort(key=lambda one: (not one[1], not one[0].count))
        kept = every[:1] if most == 1 else every
        needed = least - sum(node.count for node, _ in kept)
        for node, _ in kept:
            more = max(0, min(needed, node.most - node.count))
            node.count, needed = int(node.count + more), needed - more
        return [node for node, _ in kept]

    def _profiles(self, element: ET.Element) -> Iterator[ET.Element]:
        yield from element.iterfind("profiles/profile")
        for link in (*element.iterfind("infoLinks/infoLink"), *element.iterfind("links/link")):
            found = self.by_id.get(link.get("targetId") or "")
            if found is not None and found.tag == "profile":
                yield found
            elif found is not None and found.tag == "infoGroup":
                yield from self._profiles(found)
        for group in element.iterfind("infoGroups/infoGroup"):
            yield from self._profiles(group)


def crew_attacks(unit: Node) -> int | None:
    """Return the attacks of a chariot's crew if all its members are of one kind, or None for a unit without a chariot
    or without a crew.
    """
    parts = list(_multiplied(unit, 1))
    is_chariot = any(cells.get("Type", "").startswith("Chariot") for node, _ in parts for _, cells in node.models)
    crews = [(name, cells, many) for node, many in parts for name, cells in node.models if _is_crew(cells)]
    if not is_chariot or unit.is_roster or len({name for name, _, _ in crews}) != 1:
        return None
    return sum(many * (number(cells.get("A", "")) or 0) for _, cells, many in crews)


def _is_crew(cells: dict[str, str]) -> bool:
    return number(cells.get("T", "")) is None and number(cells.get("WS", "")) is not None and number(cells["BS"]) != 0


def _multiplied(node: Node, times: int) -> Iterator[tuple[Node, int]]:
    """Yield a node and all nodes below it, each with its total number."""
    yield node, times
    for one in node.nodes:
        yield from _multiplied(one, times * one.count)


def weapons_of(unit: Node) -> list[str]:
    """Return the names of the weapons in the compulsory part of a unit, with repetitions."""
    profiles = [one for node in unit.every() for one in node.profiles]
    return [name.lower() for name, cells in profiles if {"Range", "Strength"} <= cells.keys()]


def saves_of(cells: dict[str, str]) -> dict[str, str]:
    return {key: text for key, text in cells.items() if "save" in key.lower() and text not in ("", "-")}


def number(text: str) -> int | None:
    bare = text.strip().strip("'").rstrip('+"')
    return int(bare) if bare.isascii() and bare.isdigit() else None


def models_in(unit: Node) -> int | None:
    """Return the number of models in a unit if each kind of model has a fighting profile, and None otherwise."""
    if unit.kind == "model" and unit.models:
        return (unit.count if unit.is_roster else 1) if _fights(unit) else None
    own = [one for one in unit.nodes if one.kind == "model" and "command" not in one.place.lower()]
    others = [one for one in unit.nodes if one.kind == "upgrade" and one.models and one.count > 1]
    beasts = [one for one in own if any(number(cells.get("BS", "1")) in (0, None) for _, cells in one.models)]
    if not own or others or not all(_fights(one) for one in own) or 0 < len(beasts) < len(own):
        return None
    return sum(one.count for one in own)


def _fights(node: Node) -> bool:
    """Return whether a profile of the entry has all the numbers that a fighting model needs."""
    return not node.models or any(
        all(number(cells.get(key, "1")) is not None for key in ("WS", "T", "W", "A")) for _, cells in node.models
    )


def _parsed(path: Path) -> ET.Element:
    root = ET.parse(path).getroot()  # noqa: S314 - files of our own choice
    for one in root.iter():
        one.tag = one.tag.rpartition("}")[2]
    return root


def _cells(profile: ET.Element) -> dict[str, str]:
    every = (one for one in profile.iter() if one.tag == "characteristic")
    return {str(one.get("name")).strip(): (one.get("value") or one.text or "").strip() for one in every}


def _bound(both: list[ET.Element], kind: str, otherwise: float) -> float:
    found = [float(str(one.get(f"{kind}Selections"))) for one in both if one.get(f"{kind}Selections") is not None]
    found += [
        float(one.get("value") or 0)
        for each in both
        for one in each.iterfind("constraints/constraint")
        if (one.get("type"), one.get("scope"), one.get("field")) == (kind, "parent", "selections")
    ]
    found = [one for one in found if one >= 0]
    return (max(found) if kind == "min" else min(found)) if found else otherwise


def _points(element: ET.Element) -> float:
    if element.get("points") is not None:
        return float(element.get("points") or 0)
    costs = list(element.iterfind("costs/cost"))
    named = [one for one in costs if str(one.get("name")).strip().lower() in ("pts", "points", "pt")]
    return float((named or costs)[0].get("value") or 0) if costs else 0

"""Catalogue entries and roster selections, in formats 1 and 2, with uniform access to children, profiles, rules and
costs.
"""

import re
from collections.abc import Iterator
from itertools import chain, islice
from xml.etree.ElementTree import Element

from msgspec import Struct, field

from pilein.importers.library import Library
from pilein.importers.reading import BadCatalogue

CHILDREN = {  # a list of children: what they are
    "selectionEntries": "entry",
    "entries": "entry",
    "selections": "entry",
    "selectionEntryGroups": "group",
    "entryGroups": "group",
}
MOST_VISITED = 200_000  # entries followed through links, of all units together
DEEPEST = 60  # entries within each other, links followed
MOST_OF_ONE = 200  # characteristics of a profile; constraints and costs of an entry
LONGEST_NAME, LONGEST_TEXT = 200, 2000  # characters that are kept
WHOLE = re.compile(r"(\d{1,4})(\+?)", re.ASCII)  # "4" or "4+"


class Profile(Struct, frozen=True):
    """Profile from an army list. `key` is its ID, and `values` maps the names of its characteristics to their texts.

    `before` holds the original values of characteristics that the army list changes unconditionally.
    """

    key: str
    name: str
    type: str
    values: dict[str, str]
    file: str
    before: dict[str, str] = field(default_factory=dict)
    is_modified: bool = False


class Followed:
    """Counter of followed links, which stops the reading of a file whose links never end."""

    def __init__(self) -> None:
        self.visited = 0

    def count_one(self, depth: int = 0) -> None:
        """Count a followed link. Raises BadCatalogue if there are too many links or if links are nested too deeply."""
        self.visited += 1
        if self.visited > MOST_VISITED or depth > DEEPEST:
            words = (
                f"the links lead to more than {MOST_VISITED:,} entries or are nested more than {DEEPEST} levels deep"
            )
            raise BadCatalogue(words, remedy="import a simpler catalogue")


class Entry:
    """Entry, group of entries or selection. A link that leads to the entry may override the entry's attributes."""

    def __init__(self, library: Library, element: Element, followed: Followed, above: tuple[int, ...] = ()) -> None:
        link, self.outer = None, above
        if element.tag in ("entryLink", "link"):
            link = element
            element = library.by_id.get(element.get("targetId") or "", element)
        self.library, self.element, self.link, self.followed = library, element, link, followed
        if id(element) in above:
            name = element.get("name") or "an entry"
            remedy = "correct the links of that entry in the catalogue"
            raise BadCatalogue(f"the links of the entry {name[:60]!r} lead back to it", remedy=remedy)
        followed.count_one(len(above))
        self.above = (*above, id(element))

    @property
    def is_lost(self) -> bool:
        """Whether the entry is a link without a target."""
        return self.link is not None and self.element is self.link

    @property
    def is_group(self) -> bool:
        """Whether the entry is a group of entries to choose from."""
        return self.element.tag in ("selectionEntryGroup", "entryGroup")

    @property
    def is_selection(self) -> bool:
        """Whether the entry is a selection in a roster. The number and the price of a selection are totals."""
        return self.element.tag == "selection"

    @property
    def name(self) -> str:
        """Name of the entry, or of its link if the entry has none."""
        own = self.element.get("name") or (self.link.get("name") if self.link is not None else "") or ""
        return own[:LONGEST_NAME].strip()

    @property
    def type(self) -> str:
        """Type of the entry: unit, model or upgrade."""
        return self.element.get("type") or ""

    @property
    def is_each(self) -> bool:
        """Whether the entry's price is a price per model."""
        return self._attribute("collective") == "true"

    @property
    def is_hidden(self) -> bool:
        """Whether the roster program always hides the entry."""
        return self._attribute("hidden") == "true"

    @property
    def is_changed(self) -> bool:
        """Whether the catalogue changes the entry conditionally."""
        return any(
            one.find("modifiers") is not None or one.find("modifierGroups") is not None for one in self._joined_links()
        )

    def _attribute(self, name: str) -> str:
        return (self.link.get(name) if self.link is not None else None) or self.element.get(name) or ""

    def _joined_links(self) -> tuple[Element, ...]:
        return (self.element,) if self.link is None or self.is_lost else (self.element, self.link)

    # --- numbers -------------------------------------------------------------------------------------------------

    @property
    def least(self) -> int:
        """Minimum number of times that the entry is taken."""
        if self.is_selection:
            return max(1, int(_number(self.element.get("number"), 1)))
        found = [int(value) for value in self._bounds("min", "minSelections")]
        return max(found, default=0)

    @property
    def most(self) -> int | None:
        """Maximum number of times that the entry is taken. None means no limit."""
        if self.is_selection:
            return self.least
        found = [int(value) for value in self._bounds("max", "maxSelections") if value >= 0]
        return min(found, default=None)

    def _bounds(self, kind: str, attribute: str) -> Iterator[float]:
        for element in self._joined_links():
            if element.get(attribute) is not None:
                yield _number(element.get(attribute), -1)
            for one in islice(element.iterfind("constraints/constraint"), MOST_OF_ONE):
                is_own = one.get("field") == "selections" and one.get("scope") == "parent"
                if is_own and one.get("type") == kind and one.get("percentValue") != "true":
                    yield _number(one.get("value"), -1)

    @property
    def points(self) -> float:
        """Price of taking the entry once: the cost of its target plus the cost of its link."""
        costs = sum(_costs(element) for element in self._joined_links())
        return costs / self.least if self.is_selection else costs

    @property
    def is_priced_by_conditions(self) -> bool:
        """Whether the catalogue changes the entry's price conditionally."""
        return any(_changes_price(element) for element in self._joined_links())

    # --- what is in it -------------------------------------------------------------------------------------------

    @property
    def default(self) -> str:
        """ID of a group's default entry."""
        return self.element.get("defaultSelectionEntryId") or self.element.get("defaultEntryId") or ""

    def has_id(self, key: str) -> bool:
        """Whether the entry or its link has the given ID."""
        return any(element.get("id") == key for element in self._joined_links())

    def children(self) -> Iterator["Entry"]:
        """Yield the entries and groups within the entry in file order, following links."""
        for element in self._joined_links():
            above = self.outer if element is self.link else self.above  # what a link adds is not part of its target
            for part in element:
                if part.tag in CHILDREN or part.tag == "entryLinks":
                    yield from (self._child(one, above) for one in part)
                elif part.tag == "links":
                    own = (one for one in part if one.get("linkType") in ("entry", "entry group"))
                    yield from (self._child(one, above) for one in own)

    def _child(self, element: Element, above: tuple[int, ...]) -> "Entry":
        return Entry(self.library, element, self.followed, above)

    def profiles(self) -> list[Profile]:
        """Profiles of the entry, following links."""
        return [profile_of(self.library, one, link) for one, link in self._infos("profile")]

    def rules(self) -> list[str]:
        """Names of the entry's special rules, following links."""
        return [(one.get("name") or "")[:LONGEST_NAME].strip() for one, _ in self._infos("rule")]

    def _infos(self, kind: str) -> Iterator[tuple[Element, Element | None]]:
        for element in self._joined_links():
            yield from self._of_kind(element, kind, 0)

    def _of_kind(self, element: Element, kind: str, depth: int) -> Iterator[tuple[Element, Element | None]]:
        """Yield the profiles or rules of an element, of its links and of its info groups.

        Each comes with the link that led to it, or None.
        """
        for one in element.iterfind(f"{kind}s/{kind}"):
            self.followed.count_one()
            yield one, None
        for link in chain(element.iterfind("infoLinks/infoLink"), element.iterfind("links/link")):
            self.followed.count_one(depth)
            found = self.library.by_id.get(link.get("targetId") or "")
            if found is not None and found.tag == kind:
                yield found, link
            elif found is not None and found.tag == "infoGroup":
                yield from self._of_kind(found, kind, depth + 1)
        for group in element.iterfind("infoGroups/infoGroup"):
            self.followed.count_one(depth)
            yield from self._of_kind(group, kind, depth + 1)

    def category(self) -> str:
        """Name of the entry's primary category, or "" if unknown."""
        links = self._categories()
        first = next((one for one in links if one.get("primary") == "true"), links[0] if links else None)
        if first is None:
            return self.library.name_of(self._attribute("categoryId"))
        return self._category_name(first)

    def categories(self) -> list[str]:
        """Names of all categories of the entry."""
        return [name for one in self._categories() if (name := self._category_name(one))]

    def _categories(self) -> list[Element]:
        links = [one for element in self._joined_links() for one in element.iterfind("categoryLinks/categoryLink")]
        return [*links, *self.element.iterfind("categories/category")][:MOST_OF_ONE]

    def _category_name(self, link: Element) -> str:
        return (self.library.name_of(link.get("targetId")) or link.get("name") or "")[:LONGEST_NAME]


def profile_of(library: Library, element: Element, link: Element | None = None) -> Profile:
    """Read a profile, with its characteristics from text or attributes, and apply the unconditional changes of its
    link.
    """
    values: dict[str, str] = {}
    keys: dict[str, str] = {}  # the name of a characteristic, by its id
    for one in islice(element.iter("characteristic"), MOST_OF_ONE):
        key = one.get("typeId") or one.get("characteristicTypeId") or one.get("characteristicId")
        name = one.get("name") or library.name_of(key)
        text = one.get("value") if one.get("value") is not None else one.text
        keys[key or ""] = name[:LONGEST_NAME].strip()
        values[name[:LONGEST_NAME].strip()] = (text or "")[:LONGEST_TEXT].strip()
    kind = element.get("typeId") or element.get("profileTypeId")
    type_ = element.get("typeName") or element.get("profileTypeName") or library.name_of(kind)
    both = (element,) if link is None else (element, link)
    found = [one for each in both for one in islice(each.iterfind("modifiers/modifier"), MOST_OF_ONE)]
    always = [one for one in found if one.find("conditions") is None and one.find("conditionGroups") is None]
    always = [one for one in always if one.find("repeats") is None]
    file, key = library.file_of.get(id(element), ""), element.get("id") or ""
    name, before = (element.get("name") or "")[:LONGEST_NAME].strip(), dict(values)
    for one in always:
        name = _modified(one, keys, values, name)
    raised = {name: text for name, text in before.items() if values[name] != text}
    return Profile(key, name, type_[:LONGEST_NAME], values, file, raised, len(always) < len(found))


def _modified(modifier: Element, keys: dict[str, str], values: dict[str, str], name: str) -> str:
    """Apply an unconditional modifier to a characteristic, and return the resulting profile name."""
    key, value = keys.get(modifier.get("field") or ""), (modifier.get("value") or "")[:LONGEST_NAME].strip()
    kind = modifier.get("type")
    if modifier.get("field") == "name" and kind == "set":
        return value or name
    if key is None:
        return name
    score = WHOLE.fullmatch(values[key])
    if kind == "set":
        values[key] = value
    elif kind in ("increment", "decrement") and score and WHOLE.fullmatch(value):
        step = int(value) if kind == "increment" else -int(value)
        values[key] = f"{int(score[1]) + step}{score[2]}"
    return name


def _changes_price(element: Element) -> bool:
    """Whether modifiers of an element change one of its costs."""
    costs = {one.get("typeId") or "" for one in islice(element.iterfind("costs/cost"), MOST_OF_ONE)} | {"points"}
    own = chain(element.iterfind("modifiers/modifier"), element.iterfind("modifierGroups/*/modifiers/modifier"))
    return any(one.get("field") in costs for one in islice(own, MOST_OF_ONE))


def _costs(element: Element) -> float:
    """Points cost of an element: the cost named "points", or else the first cost."""
    if element.get("points") is not None:
        return _number(element.get("points"), 0)
    costs = list(islice(element.iterfind("costs/cost"), MOST_OF_ONE))
    named = [one for one in costs if (one.get("name") or "").strip().lower() in ("pts", "points", "pt")]
    return _number((named or costs)[0].get("value"), 0) if costs else 0.0


def _number(text: str | None, otherwise: float) -> float:
    """Parse a number. Return `otherwise` if the text is not a number or the number is absurdly large."""
    try:
        found = float(text or "")
    except ValueError:
        return otherwise
    return found if abs(found) <= 1_000_000 else otherwise  # noqa: PLR2004 - no price or number is larger

"""Stage 1 of an import: read the parts of a unit, with the number of each part.

Links are followed, and groups are opened.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

from pilein.importers.entries import Entry, Profile

IsModel = Callable[[Profile], bool]  # whether a profile is that of a model, not of a weapon or an item
LOST = "its link leads nowhere"


class Part:
    """Entry within a unit, or the unit itself.

    `taken` is the number of times that the parent takes the part by default, and `most` the maximum (None means no
    limit). `instead` is the group's default, which the part would replace. `place` holds the names of the groups
    that contain the part.
    """

    def __init__(
        self,
        entry: Entry,
        is_model: IsModel,
        taken: int = 1,
        most: int | None = 1,
        instead: "Part | None" = None,
        place: tuple[str, ...] = (),
    ) -> None:
        self.entry, self.is_model = entry, is_model
        self.taken, self.most, self.instead, self.place = taken, most, instead, place
        self.name, self.type, self.points = entry.name, entry.type, entry.points
        self.is_selection, self.is_each, self.is_hidden = entry.is_selection, entry.is_each, entry.is_hidden

    @cached_property
    def models(self) -> list[Profile]:
        """Profiles of models in the part itself."""
        return [one for one in self.entry.profiles() if self.is_model(one)]

    @cached_property
    def profiles(self) -> list[Profile]:
        """Profiles in the part itself that do not belong to models, such as weapon profiles."""
        return [one for one in self.entry.profiles() if not self.is_model(one)]

    @cached_property
    def rules(self) -> list[str]:
        """Names of the part's special rules."""
        return self.entry.rules()

    @cached_property
    def _opened(self) -> tuple[list["Part"], list[str]]:
        lost: list[str] = []
        return list(_opened(self.entry, self.is_model, lost, ())), lost

    @property
    def parts(self) -> list["Part"]:
        """Parts below this part, whether taken by default or not."""
        return self._opened[0]

    @property
    def obligatory(self) -> list["Part"]:
        """Parts below this part that are always taken."""
        return [one for one in self.parts if one.taken]

    @property
    def optional(self) -> list["Part"]:
        """Parts below this part that are optional."""
        return [one for one in self.parts if not one.taken]

    @property
    def lost(self) -> list[str]:
        """Names of links below this part that have no target."""
        return self._opened[1]

    @property
    def is_many(self) -> bool:
        """Whether the number of models can be chosen. The size of a crew, for example, is fixed."""
        return self.is_selection or self.most is None or self.most > self.taken

    @cached_property
    def has_models(self) -> bool:
        """Whether the part always brings a model profile."""
        return bool(self.models) or any(one.has_models for one in self.obligatory)

    def models_brought(self) -> int:
        """Number of models of the most numerous kind that the part always brings."""
        own = self.taken or 1
        below = max((one.models_brought() for one in self.obligatory), default=0)
        return own * below if below else own if self.has_models else 0


def _opened(entry: Entry, is_model: IsModel, lost: list[str], place: tuple[str, ...]) -> Iterator[Part]:
    """Yield the parts below an entry, with groups opened and compulsory group choices made."""
    for child in entry.children():
        if child.is_lost:
            lost.append(child.name or "a link")
        elif child.is_group:
            yield from _of_group(child, list(_opened(child, is_model, lost, (*place, child.name))))
        else:
            yield Part(child, is_model, child.least, child.most, None, place)


def _of_group(group: Entry, parts: list[Part]) -> list[Part]:
    """Choose the minimum number of options in a group, starting with the default. Each alternative replaces the first
    choice.
    """
    default = next((one for one in parts if group.default and one.entry.has_id(group.default)), None)
    shown = [one for one in parts if one is default or not one.entry.is_hidden]
    first = default or next((one for one in shown if one.taken), next(iter(shown), None))
    if first is None:
        return parts
    others = [one for one in shown if one is not first]
    if group.most == 1:
        for one in others:
            one.taken = 0
    needed = group.least - sum(one.taken for one in shown)
    for one in (first, *others):
        most = one.taken + needed if one.most is None or one.most < 0 else one.most
        more = max(0, min(needed, most - one.taken))
        one.taken, needed = one.taken + more, needed - more
    for one in shown:
        one.most = group.most if one.most is None and group.most else one.most
        if not one.taken and first.taken and group.least and group.most == 1:
            one.instead = one.instead or first
    return parts

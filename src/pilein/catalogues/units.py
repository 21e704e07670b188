"""Units of a catalogue as units of a unit file: their models, equipment, options and points."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

from pilein.armies.riding import Riding
from pilein.catalogues.collecting import Body, Choice, Gear, Kind
from pilein.catalogues.entries import Profile
from pilein.catalogues.equipment import equipment_of, rule_of
from pilein.catalogues.models import Model, model_of, mount_of
from pilein.catalogues.register import Register
from pilein.catalogues.words import MOUNTS, found, is_model, is_of, plain, showable, type_in
from pilein.tabletop.notation.members import MOST_IN_UNIT
from pilein.tabletop.vocabulary import names

FILES, WIDE = "files", 5  # models side by side in a block that has five or more
NOTHING = "nothing in it that the ruleset has words for"
Table = dict[str, Any]


class Carried(Struct):
    """Weapons, armour and special rules in the ruleset's words."""

    weapons: list[str] = field(default_factory=list)
    armour: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)

    def keys(self) -> Table:
        """As keys of a unit."""
        every = {"weapons": self.weapons, "armour": self.armour, "rules": self.rules}
        return {key: list(value) for key, value in every.items() if value}


class UnitWriter:
    """Turns units of a catalogue into units of a unit file, one after the other."""

    def __init__(self, register: Register, riding: Riding | None) -> None:
        self.register = register
        self.riding = riding
        self.ruled: set[str] = set()  # special rules that have a line
        self.notes: list[str] = []  # what the unit being written lacks

    def add(self, body: Body) -> None:
        """Add a unit, or report why it is left out."""
        line = self.register.report.add("unit", body.name, of=body.category)
        self.notes = []
        written = self._unit(body)
        if isinstance(written, str):
            line.fate, line.why = "left out", [written]
            return
        line.becomes = [f"units.{self.register.unit(body.name, written)}"]
        if line.becomes != [f"units.{body.name}"]:
            line.changed("another unit has its name, or it is too long")
        if self.notes:
            line.changed(*self.notes)
        for name, why in body.passed:
            self.register.report.add("option", name, "left out", of=body.name, why=why)

    def _unit(self, body: Body) -> Table | str:
        """The keys of a unit, or why it cannot be written."""
        kinds = sorted((kind for kind in body.kinds if kind.least > 0), key=lambda kind: -kind.least) or body.kinds[:1]
        models = [(kind, self._model(body, kind)) for kind in kinds or [Kind(body.name, 1, 1, Gear())]]
        able = [(kind, model) for kind, model in models if isinstance(model, Model)]
        if not able:
            is_bare = not any(gear.profiles for gear in (body.gear, *(kind.gear for kind in body.kinds)))
            return "the catalogue has no profiles for it" if is_bare else str(models[0][1])
        kind, main = able[0]
        carried = self._carried([*kind.gear.profiles, *body.gear.profiles], [*kind.gear.rules, *body.gear.rules])
        unit: Table = {"profile": main.profile, **self._numbers(body, able)}
        unit |= {"mount": main.mount} if main.mount else {}
        unit |= carried.keys() | self._formation(unit["min"])
        members = [self._member(other, model, kind) for other, model in able[1:]]
        members += [{self._command(name): True} for name in body.gear.names[1:] if body.kinds and self._command(name)]
        unit |= {"members": members} if members else {}
        options = self._options(body, main)
        return unit | ({"options": options} if options else {})

    def _formation(self, least: int) -> Table:
        """How the unit stands, which no catalogue says: the ruleset's first formation, as a block WIDE models wide."""
        words = self.register.vocabulary
        formation, kind = next(iter(words.formations.items()), ("", ""))
        is_block = kind == "block" and least > 1 and FILES in names(words.statuses)
        return ({"formation": formation} if formation else {}) | ({FILES: min(WIDE, least)} if is_block else {})

    def _model(self, body: Body, kind: Kind) -> Model | str:
        parts = [(one, count) for one, count in (*kind.gear.profiles, *body.gear.profiles) if self._is_model(one)]
        found = model_of(self.register, parts, self.riding)
        if isinstance(found, str):
            for profile, _ in parts:
                self.register.leave_out(profile, f"unit {body.name!r} is left out: {found}")
        else:
            self.notes += [one for one in found.notes if one not in self.notes]
        return found

    def _is_model(self, profile: Profile) -> bool:
        return is_model(profile.values, self.register.known)

    def _numbers(self, body: Body, able: list[tuple[Kind, Model]]) -> Table:
        """How many models the unit has, and what they cost."""
        if not body.kinds:
            count = able[0][1].count
            price = {"points": _price(body.gear.points)} if count == 1 else {"unit_points": _price(body.gear.points)}
            return {"min": count, "max": count} | price
        least = max(1, sum(kind.least for kind, _ in able if kind is able[0][0] or not kind.is_upgrade))
        found: Table = {"min": min(least, MOST_IN_UNIT)}
        most = able[0][0].most
        if most is not None and most >= able[0][0].least and most > 0:
            found["max"] = min(least - able[0][0].least + most, MOST_IN_UNIT) if most >= least else least
        found["points"] = _price(able[0][0].gear.points)
        return found | ({"unit_points": _price(body.gear.points)} if body.gear.points else {})

    def _member(self, kind: Kind, model: Model, main: Kind) -> Table:
        """The keys of models beside the ordinary ones."""
        keys = self._carried(kind.gear.profiles, kind.gear.rules).keys()
        points = kind.gear.points - (0 if kind.is_upgrade else main.gear.points)
        found: Table = {"profile": model.profile, "models": kind.least, **keys}
        found |= {self._command(kind.name): True} if self._command(kind.name) else {}
        return found | ({"points": _price(points)} if points else {})

    # --- equipment -----------------------------------------------------------------------------------------------

    def _carried(self, profiles: Iterable[tuple[Profile, int]], rules: Iterable[str]) -> Carried:
        carried = Carried()
        for profile, _ in profiles:
            if not self._is_model(profile):
                self._carry(carried, profile)
        for rule in rules:
            known = self._rule(rule)
            if known and known not in carried.rules:
                carried.rules.append(known)
        return carried

    def _carry(self, carried: Carried, profile: Profile) -> None:
        register = self.register
        known = equipment_of(profile, register.vocabulary, register.words)
        becomes, renamed = [], {}
        for name, keys in known.described.items():
            renamed[name] = register.named("weapons", name, keys)
            becomes.append(f"weapons.{renamed[name]}")
        for name, changes in known.armour.items():
            got = register.named("armour", name, changes)
            carried.armour += [got] if got not in carried.armour else []
            becomes.append(f"armour.{got}")
        weapons = [renamed.get(one, one) for one in known.weapons]
        carried.weapons += weapons
        if known.weapons or known.armour:
            register.take(profile, becomes or weapons, *known.why)
        else:
            register.leave_out(profile, "; ".join(known.why))

    def _rule(self, name: str) -> str | None:
        register = self.register
        known = rule_of(name, register.vocabulary, register.words)
        if plain(name) not in self.ruled:
            self.ruled.add(plain(name))
            line = register.report.add("rule", name, "taken" if known else "left out")
            if known is None:
                line.why = ["the ruleset has no such rule"]
            elif known.lower() != name.lower():
                line.changed(f"taken as {known!r}")
        return known

    # --- options -------------------------------------------------------------------------------------------------

    def _options(self, body: Body, main: Model) -> Table:
        options: Table = {}
        for choice in body.choices:
            keys = self._option(body, choice, main)
            line = self.register.report.add("option", choice.name, of=body.name)
            if isinstance(keys, str):
                line.fate, line.why = "left out", [keys]
                continue
            if choice.further:
                line.changed(f"without what is chosen within it ({choice.further})")
            name, number = showable(choice.name), 1
            while name in options:
                number += 1
                name = f"{showable(choice.name)} ({number})"
            options[name] = keys
            line.becomes = [name]
        return options

    def _option(self, body: Body, choice: Choice, main: Model) -> Table | str:
        """The keys of an option, or why it is left out."""
        keys = self._carried(choice.gear.profiles, choice.gear.rules).keys()
        models = [(one, count) for one, count in choice.gear.profiles if self._is_model(one)]
        for profile, _ in models:
            added = self._of_model(body, choice, profile, main)
            if isinstance(added, str):
                return added
            keys |= added
        command = self._command(choice.name)
        if command and "members" not in keys and body.kinds:
            keys["members"] = [{command: True}]
        if not keys:
            return NOTHING
        return keys | self._price(choice) | self._without(choice)

    def _command(self, name: str) -> str:
        known = found(name, self.register.words.command)
        return str(known) if known in names(self.register.vocabulary.member_keys) else ""

    def _of_model(self, body: Body, choice: Choice, profile: Profile, main: Model) -> Table | str:
        """What a choice with the profile of a model is: a mount or a member."""
        if is_of(type_in(profile.values), MOUNTS):
            rider = self.register.sections["profiles"][main.profile]
            mounted = mount_of(self.register, profile, rider, self.riding)
            return {"mount": mounted.mount} if mounted.mount else mounted.why
        if not body.kinds:
            self.register.leave_out(profile, "a model beside the one that may take it: a model has one profile here")
            return f"{profile.name!r} is a model beside it: a model has one profile here"
        model = model_of(self.register, [(profile, 1)], self.riding)
        if isinstance(model, str):
            self.register.leave_out(profile, model)
            return model
        command = self._command(choice.name)
        return {"members": [{"profile": model.profile, **({command: True} if command else {})}]}

    def _price(self, choice: Choice) -> Table:
        points = choice.gear.points - (choice.instead.points if choice.instead is not None else 0)
        return {"points" if choice.is_each else "unit_points": _price(points)} if points else {}

    def _without(self, choice: Choice) -> Table:
        """What a choice replaces."""
        if choice.instead is None:
            return {}
        keys = self._carried(choice.instead.profiles, choice.instead.rules).keys()
        kept = self._carried(choice.gear.profiles, choice.gear.rules).keys()
        gone = [one for key, held in keys.items() for one in held if one not in kept.get(key, ())]
        return {"without": list(dict.fromkeys(gone))} if gone else {}


def _price(points: float) -> float:
    bounded = min(max(round(points, 2), -10_000), 10_000)
    return int(bounded) if bounded == int(bounded) else bounded

"""Stage 5 of an import: write the resulting units as tables of a unit file, with report lines."""

from collections.abc import Iterable
from typing import Any

from pilein.importers.bodies import Body, Gear
from pilein.importers.carrying import Carried, Fate
from pilein.importers.entries import Profile
from pilein.importers.models import Model, Target
from pilein.importers.offers import Offer, offer_of
from pilein.importers.register import Register
from pilein.importers.squads import Squad, Squads, squads_of
from pilein.importers.words import reason, showable
from pilein.tabletop.notation.members import MOST_IN_UNIT
from pilein.tabletop.vocabulary import names

FILES, WIDE = "files", 5  # models side by side in a block that has five or more
PRICED = "conditional changes to its price are left out"
Toml = dict[str, Any]


class UnitWriter:
    """Writer that converts units of an army list to units of a unit file, one after another."""

    def __init__(self, register: Register, target: Target) -> None:
        self.register, self.target = register, target
        self.told: set[tuple[str, str, str]] = set()  # lines of special rules and entries

    def add(self, body: Body) -> None:
        """Add a unit, or report why it was left out."""
        line = self.register.report.add("unit", body.name, of=body.part.entry.category())
        squads = squads_of(self.target, body)
        if isinstance(squads, str):
            line.fate, line.why = "left out", [squads]
            for profile in _profiles(body):
                self.register.leave_out(profile, f"unit {body.name!r} is left out: {squads}")
            return
        table = self._unit(body, squads)
        line.becomes = [f"units.{self.register.unit(body.name, table)}"]
        notes = [*_notes(body), *squads.notes]
        if line.becomes != [f"units.{body.name}"]:
            notes.insert(0, "another unit has the same name, or the name is too long")
        if notes:
            line.changed(*notes)
        if squads.doubts:
            line.doubtful(*squads.doubts)
        for name, why in dict.fromkeys(body.passed):
            self.register.report.add("option", name, "left out", of=body.name, why=why)

    # --- models --------------------------------------------------------------------------------------------------

    def _unit(self, body: Body, squads: Squads) -> Toml:
        ordinary, *others = squads.every
        unit: Toml = self._model(ordinary.model) | _numbers(body, squads)
        self._tell(body, [one for squad in squads.every for one in squad.carried.fates] + squads.fates)
        for profile, why in squads.unable:
            self.register.leave_out(profile, why)
        unit |= self._keys(ordinary.carried) | self._formation(unit["min"])
        members = [self._member(unit, ordinary, one) for one in others]
        members += [{ordinary.command: True}] if ordinary.command else []
        unit |= {"members": members} if members else {}
        options = self._options(body, squads)
        unit |= {"doubtful": [reason(one) for one in squads.doubts]} if squads.doubts else {}
        return unit | ({"options": options} if options else {})

    def _formation(self, least: int) -> Toml:
        """Return the ruleset's first formation, with blocks at most five models wide, since catalogues do not state a
        formation.
        """
        words = self.target.vocabulary
        formation, kind = next(iter(words.formations.items()), ("", ""))
        is_block = kind == "block" and least > 1 and FILES in names(words.statuses)
        return ({"formation": formation} if formation else {}) | ({FILES: min(WIDE, least)} if is_block else {})

    def _model(self, model: Model) -> Toml:
        register, made = self.register, model.made
        found: Toml = {"profile": register.profile(made.name, made.values, made.source, made.changes)}
        for profile, words in model.used:
            register.line(profile).changed(words)
        for profile in (made.source, *(profile for profile, _ in model.used)):
            register.unknown(profile, self.target.values(profile).unknown)
        if model.mount is not None:
            mount = model.mount
            own = register.profile(mount.made.name, mount.made.values, mount.made.source, mount.made.changes)
            found["mount"] = register.named("mounts", mount.name, {"profile": own, **mount.keys})
            register.unknown(mount.made.source, self.target.values(mount.made.source).unknown)
            register.ridden(mount.made.source, f"mounts.{found['mount']}", mount.words)
        for profile, why in model.unused:
            register.leave_out(profile, why)
        return found

    def _member(self, unit: Toml, ordinary: Squad, squad: Squad) -> Toml:
        """Build the keys of a kind of model other than the ordinary models."""
        model = self._model(squad.model)
        found: Toml = {key: value for key, value in model.items() if unit.get(key) != value}
        if squad.models != 1 or found or not squad.command:
            found = {"profile": model["profile"], "models": squad.models, **found}
        found |= self._differing(ordinary.carried, squad.carried)
        found |= {squad.command: True} if squad.command else {}
        points = squad.points - (0 if squad.is_upgrade else ordinary.points)
        return found | ({"points": _price(points)} if points else {})

    def _differing(self, ordinary: Carried, own: Carried) -> Toml:
        """Return the keys that state how the equipment of some models differs from that of the ordinary models."""
        usual, keys = self._keys(ordinary), self._keys(own)
        found: Toml = {
            key: keys.get(key, []) for key in ("weapons", "armour") if usual.get(key, []) != keys.get(key, [])
        }
        rules = [one for one in keys.get("rules", ()) if one not in usual.get("rules", ())]
        return found | ({"rules": rules} if rules else {})

    # --- equipment -----------------------------------------------------------------------------------------------

    def _keys(self, carried: Carried) -> Toml:
        """Express the models' equipment as keys of a unit. Equipment known only to the army list is added to the unit
        file.
        """
        found: Toml = {"weapons": [], "armour": [], "rules": list(carried.rules)}
        for piece in carried.pieces:
            name = piece.name if piece.keys is None else self.register.named(piece.section, piece.name, piece.keys)
            if piece.section == "weapons" or name not in found["armour"]:
                found[piece.section].append(name)
        return {key: value for key, value in found.items() if value}

    def _tell(self, body: Body, fates: Iterable[Fate]) -> None:
        """Report what became of a unit's profiles, special rules and entries."""
        for fate in fates:
            becomes = [*fate.becomes, *(self._place(one) for one in fate.pieces)]
            if fate.profile is not None:
                if becomes:
                    self.register.take(fate.profile, becomes, *fate.why)
                else:
                    self.register.leave_out(fate.profile, *fate.why)
                continue
            of = body.name if fate.what == "entry" or fate.pieces else ""
            key = (fate.what, " ".join(fate.name.lower().split()), of)
            if key in self.told:
                continue
            self.told.add(key)
            self._line(of, fate, becomes)

    def _place(self, piece: Any) -> str:  # noqa: ANN401 - a Piece
        if piece.keys is None:
            return str(piece.name)
        return f"{piece.section}.{self.register.named(piece.section, piece.name, piece.keys)}"

    def _line(self, of: str, fate: Fate, becomes: list[str]) -> None:
        line = self.register.report.add(fate.what, fate.name, "taken" if becomes else "left out")
        line.why, line.of = list(fate.why), of
        if fate.what == "entry":
            line.becomes = becomes
        elif becomes and becomes[0].lower() != fate.name.lower():
            line.changed(f"taken as {becomes[0]!r}")
        if becomes and fate.why:
            line.changed()

    # --- options -------------------------------------------------------------------------------------------------

    def _options(self, body: Body, squads: Squads) -> Toml:
        options: Toml = {}
        ordinary = squads.every[0]
        for choice in body.choices:
            offer = offer_of(self.target, body, ordinary, choice)
            self._tell(body, offer.carried.fates)
            for profile, why in offer.unable:
                self.register.leave_out(profile, why)
            line = self.register.report.add("option", choice.name, of=body.name)
            if offer.left_out:
                line.fate, line.why = "left out", [offer.left_out]
                continue
            if offer.notes:
                line.changed(*offer.notes)
            if offer.doubts:
                line.doubtful(*offer.doubts)
                squads.doubts += [f"with {choice.name!r}: {one}" for one in offer.doubts]
            name, number = showable(choice.name), 1
            while name in options:
                number += 1
                name = f"{showable(choice.name)} ({number})"
            options[name] = self._option(ordinary, offer)
            line.becomes = [name]
        return options

    def _option(self, ordinary: Squad, offer: Offer) -> Toml:
        keys = self._keys(offer.carried)
        if offer.mount is not None:
            mount = Model(offer.mount.made, offer.mount)
            keys["mount"] = self._model(mount)["mount"]
        if offer.is_member:
            keys = {"members": [self._figure(ordinary, offer, keys)]}
        price = {"points" if offer.choice.is_each and not offer.is_member else "unit_points": _price(offer.points)}
        without = {"without": offer.without} if offer.without and not offer.is_member else {}
        return keys | (price if offer.points else {}) | without

    def _figure(self, ordinary: Squad, offer: Offer, keys: Toml) -> Toml:
        """Build the keys of a model that an option adds. The model carries its own equipment in addition to the
        ordinary models'.
        """
        found: Toml = self._model(offer.member) if offer.member is not None else {}
        usual = self._keys(ordinary.carried)
        for key in ("weapons", "armour"):
            if keys.get(key):
                found[key] = [*usual.get(key, []), *keys[key]]
        found |= {"rules": keys["rules"]} if keys.get("rules") else {}
        found |= {offer.command: True} if offer.command else {}
        return found | ({"points": _price(offer.more)} if offer.more else {})


def _notes(body: Body) -> list[str]:
    """Return notes on how the unit differs from the army list, apart from its models."""
    parts = [body.part, *(kind.part for kind in body.kinds)]
    priced = [PRICED] if any(one.entry.is_priced_by_conditions for one in parts) else []
    several = body.part.is_selection and body.part.type == "unit" and body.part.entry.least > 1
    return priced + ([f"one of {body.part.entry.least} such units"] if several else [])


def _profiles(body: Body) -> list[Profile]:
    gears: list[Gear] = [body.gear, *(kind.gear for kind in body.kinds)]
    return [one.profile for gear in gears for one in gear.found]


def _numbers(body: Body, squads: Squads) -> Toml:
    ordinary = squads.every[0]
    if ordinary.kind is None:
        count = ordinary.models
        return {"min": count, "max": count, "points" if count == 1 else "unit_points": _price(body.gear.points)}
    beside = sum(one.models for one in squads.every[1:]) + bool(ordinary.command)
    least = max(1, beside, sum(one.models for one in squads.every if not one.is_upgrade))
    found: Toml = {"min": min(least, MOST_IN_UNIT)}
    most, own = ordinary.kind.most, max(ordinary.kind.least, 1)
    if most is not None and most >= own:
        found["max"] = min(max(least, least - own + most), MOST_IN_UNIT)
    found["points"] = _price(ordinary.points)
    return found | ({"unit_points": _price(body.gear.points)} if body.gear.points else {})


def _price(points: float) -> float:
    bounded = min(max(round(points, 2), -10_000), 10_000)
    return int(bounded) if bounded == int(bounded) else bounded

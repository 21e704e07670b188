"""Stage 4 of an import: decide the profile, equipment, command and price of each kind of model in a unit."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from pilein.importers.bodies import Body, Gear, Item, Kind, in_command
from pilein.importers.carrying import Carried, Fate, carried_by, command_of, is_of_mount, owner_left_out
from pilein.importers.entries import Profile
from pilein.importers.fighters import ENOUGH, Fighter, Found, fighter_of, named, signs
from pilein.importers.models import Model, Target, model_of
from pilein.importers.parts import Part
from pilein.importers.words import type_in

BARE = "the catalogue has no profiles for it"
NO_MODEL = "none of its profiles has the characteristics of a model under this ruleset"


class Squad(Struct):
    """Identical models of a unit. With `is_upgrade`, the models replace ordinary models at an extra cost in points."""

    kind: Kind | None
    models: int
    model: Model
    fighter: Fighter
    carried: Carried
    points: float
    items: list[Item] = field(default_factory=list)
    command: str = ""
    is_upgrade: bool = False


class Squads(Struct):
    """Models of a unit, ordinary models first, with the items left out and doubts about the unit."""

    every: list[Squad]
    fates: list[Fate] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    unable: list[tuple[Profile, str]] = field(default_factory=list)


def squads_of(target: Target, body: Body) -> Squads | str:
    """Models that a unit always has, or the reason why the unit cannot be written."""
    kinds = sorted((one for one in body.kinds if one.least > 0), key=lambda kind: -kind.least) or body.kinds[:1]
    squads, lacking = Squads([]), []
    for kind in kinds or (None,):
        made = _model(target, body, kind)
        if isinstance(made, str):
            lacking.append((kind, made))
        else:
            squads.every.append(_squad(target, body, kind, *made))
    if not squads.every:
        return _why_none(body, lacking)
    why = _left_out(squads, lacking)
    if why:
        return why
    for squad in squads.every:
        squads.doubts += [one for one in squad.model.doubts if one not in squads.doubts]
        squads.notes += [one for one in squad.model.notes if one not in squads.notes]
    _tell_unclaimed(body, squads)
    _commanded(squads)
    squads.every = [one for squad in squads.every for one in _split(target, squad, squads)]
    return squads


def _why_none(body: Body, lacking: Sequence[tuple[Kind | None, str]]) -> str:
    gears = (body.gear, *(kind.gear for kind in body.kinds))
    is_bare = not any(gear.found or any(item.profiles for item in gear.items) for gear in gears)
    return BARE if is_bare else lacking[0][1]


def _left_out(squads: Squads, lacking: Sequence[tuple[Kind | None, str]]) -> str:
    """Record the kinds of models that cannot fight. If these make up at least half of the unit, return a reason to
    omit the unit.
    """
    others = [(kind, why) for kind, why in lacking if kind is not None]
    gone = sum(kind.least for kind, _ in others)
    if gone >= sum(one.models for one in squads.every):
        kind, why = others[0]
        return f"{kind.least} of its models, {kind.name!r}, cannot fight: {why}"
    squads.doubts += [f"it lacks {kind.least} {kind.name!r}: {why}" for kind, why in others]
    squads.unable += [(one.profile, why) for kind, why in others for one in kind.gear.found]
    return ""


def _model(target: Target, body: Body, kind: Kind | None) -> tuple[Model, Fighter] | str:
    """Merge the profiles of a kind, or of a unit without kinds, into a model, or return the reason why that is
    impossible.
    """
    share = body.sets if kind is None else kind.least if kind.part.is_selection else 1
    found = [replace(one, count=max(1, one.count // max(share, 1))) for one in _candidates(body, kind)]
    fighter = fighter_of(found, [kind.name, body.name] if kind is not None else [body.name])
    if fighter is None:
        return NO_MODEL
    mount, is_single = fighter.mount, kind is None and fighter.rider.count == 1
    if is_single and mount is not None and fighter.carriage is None and mount.count > 1:
        fighter.doubts.append(f"it rides one of {mount.count} {mount.name!r}")
    model = model_of(target, fighter, _types(body, kind))
    return model if isinstance(model, str) else (model, fighter)


def _candidates(body: Body, kind: Kind | None) -> list[Found]:
    """Profiles that may belong to a kind of model: its own, and the unit's profiles that fit no other kind."""
    if kind is None:
        return body.gear.found
    own, shared = list(kind.gear.found), [one for one in body.gear.found if not _is_anothers(one, body, kind)]
    if not own:
        exact = [one for one in shared if named(one.name, [kind.name])]
        if not exact:
            return shared or _of_the_ordinary(body, kind)
        own = exact
    names = [kind.name, body.name]
    own += [one for one in shared if one not in own and (one.is_carriage or signs(one, own[0], names) >= ENOUGH)]
    return own


def _of_the_ordinary(body: Body, kind: Kind) -> list[Found]:
    """Profiles of the ordinary models, used for a command figure without a profile."""
    others = [one for one in body.kinds if one is not kind and one.gear.found]
    return max(others, key=lambda one: one.least).gear.found if others and in_command(kind.part) else []


def _is_anothers(found: Found, body: Body, kind: Kind) -> bool:
    """Whether a profile of the unit has the name of a different kind of model or of a choice."""
    others = [one.name for one in body.kinds if one is not kind] + [one.name for one in body.choices]
    return named(found.name, others) and not named(found.name, [kind.name, body.name])


def _types(body: Body, kind: Kind | None) -> list[tuple[str, str]]:
    """Troop types stated outside the model's profile, each with the name of its place."""
    items = [*(kind.gear.items if kind is not None else ()), *body.gear.items]
    stated = [(one.name, text) for item in items for one in item.profiles if (text := type_in(one.values))]
    parts = [kind.part, body.part] if kind is not None else [body.part]
    return stated + [("its category", name) for part in parts for name in part.entry.categories()]


def _squad(target: Target, body: Body, kind: Kind | None, model: Model, fighter: Fighter) -> Squad:
    if kind is None:
        carried = carried_by(target, body.gear.items, fighter, models=fighter.rider.count)
        return Squad(None, model.count * body.sets, model, fighter, carried, body.gear.points, body.gear.items)
    models = max(kind.least, 1)
    whole, _ = _shared(kind)
    alike = _items_of_ordinary(body, kind)
    own = carried_by(target, [*alike, *whole], fighter, models=models, has_figures=models == 1)
    carried = carried_by(target, body.gear.items, fighter, own, models=models)
    carried.fates = [*own.fates, *carried.fates]
    carried.command = list(dict.fromkeys([*own.command, *carried.command]))
    command = command_of(target, [kind.name, *(own.command if models == 1 else ())]) if models == 1 else ""
    command = command or next(iter(own.command), "")
    carried.command = [one for one in carried.command if one not in own.command]
    items = [*alike, *whole, *body.gear.items]
    return Squad(kind, models, model, fighter, carried, kind.gear.points, items, command)


def without(target: Target, squad: Squad, gear: Gear) -> Carried:
    """Equipment that models keep after some of their gear is replaced."""
    rest = [one for one in squad.items if not any(one.part is other.part for other in gear.items)]
    whole, less = (carried_by(target, each, squad.fighter, has_figures=False) for each in (squad.items, rest))
    kept = squad.carried.copy()
    gone = Counter(one.name for one in whole.pieces) - Counter(one.name for one in less.pieces)
    for piece in reversed(squad.carried.pieces):
        if gone[piece.name]:
            gone[piece.name] -= 1
            kept.pieces.remove(piece)
    kept.rules = [one for one in kept.rules if one in less.rules or one not in whole.rules]
    kept.more = less.more
    return kept


def _items_of_ordinary(body: Body, kind: Kind) -> list[Item]:
    """Items of the ordinary models, used for a command figure without a profile."""
    if kind.gear.found or body.gear.found or not in_command(kind.part):
        return []
    others = [one for one in body.kinds if one is not kind and one.gear.found]
    return max(others, key=lambda one: one.least).gear.items if others else []


def is_upgraded(part: Part, command: str, points: float, ordinary: float) -> bool:
    """Whether a model replaces an ordinary model, so that the given price is an extra cost."""
    if part.type == "upgrade":
        return True
    return in_command(part) or (bool(command) and points <= ordinary)


def _commanded(squads: Squads) -> None:
    """Mark the squads that replace ordinary models, and add command figures that have no model entry."""
    ordinary = squads.every[0]
    for squad in squads.every[1:]:
        assert squad.kind is not None, "only a kind of model has several models"
        if squad.kind.part.is_selection or squad.kind.part.type == "model":
            squad.is_upgrade = is_upgraded(squad.kind.part, squad.command, squad.points, ordinary.points)
        if squad.is_upgrade:
            squad.carried.complete(ordinary.carried)
    for key in ordinary.carried.command:
        if ordinary.models == 1:
            ordinary.command = ordinary.command or key
        else:
            start = ordinary.carried.copy()
            figure = replace(ordinary, models=1, carried=start, points=0, command=key, is_upgrade=True)
            squads.every.append(figure)


def _tell_unclaimed(body: Body, squads: Squads) -> None:
    """Record the model profiles in the unit that are used neither by its models nor by its choices."""
    fighters = [squad.fighter for squad in squads.every]
    used = [one.profile for each in fighters for one in (each.rider, each.mount, each.carriage, *each.beside) if one]
    for one in body.gear.found:
        if one.profile not in used and not named(one.name, [choice.name for choice in body.choices]):
            squads.doubts.append(f"{one.name!r} is not among its models")
            squads.unable.append((one.profile, f"unit {body.name!r} fights without it"))


def _shared(kind: Kind) -> tuple[list[Item], list[Item]]:
    """Return the items that all models of a kind have, and the roster items that only some of them have."""
    if not kind.part.is_selection or kind.least == 1:
        return list(kind.gear.items), []
    some = [one for one in kind.gear.items if one.is_entry and one.part.is_selection and one.count < kind.least]
    return [one for one in kind.gear.items if one not in some], some


def _split(target: Target, squad: Squad, squads: Squads) -> list[Squad]:
    """Split a squad in which only some models carry an item."""
    some = _shared(squad.kind)[1] if squad.kind is not None else []
    if not some or (squad.is_upgrade and squad.points == 0):
        return [squad]
    left, parts, price = squad.models, [], squad.points
    for item in some:
        if is_of_mount(item, squad.fighter) or owner_left_out(item, squad.fighter) is not None:
            continue
        carried = carried_by(
            target, [item], squad.fighter, squad.carried, models=item.count, has_figures=item.count == 1
        )
        squads.fates += carried.fates
        if not carried.command and not carried.adds_to(squad.carried):
            continue
        count, price = min(item.count, left), price - item.part.points * item.count / squad.models
        if count < item.count:
            squads.doubts.append(f"{item.count} of {squad.models} have {item.name!r}: it is not known which ones")
        if count:
            command = next(iter(carried.command), "")
            parts.append((item.part.points, replace(squad, models=count, carried=carried, command=command)))
            squads.notes.append(f"{item.count} of {squad.models} have {item.name!r}")
            left -= count
    whole = [replace(squad, models=left, points=price)] if left else []
    return [*whole, *(replace(one, points=price + more) for more, one in parts)]

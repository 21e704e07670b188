"""Stage 4 of an import: turn a unit's choices into options (mounts, command figures, models, equipment) with prices."""

from collections import Counter

from msgspec import Struct, field
from msgspec.structs import replace

from pilein.importers.bodies import Body, Choice, listed
from pilein.importers.carrying import Carried, Fate, carried_by, command_of, words_of_item
from pilein.importers.entries import Profile
from pilein.importers.fighters import ENOUGH, Fighter, Found, fighter_of, named, signs
from pilein.importers.models import NO_TEAM, Model, Mount, Target, model_of, mount_of
from pilein.importers.squads import Squad, is_upgraded, without

NOTHING = "it contains nothing that the ruleset has words for"
BESIDE = "is a separate model, but a model has only one profile here"
SAME = "in the ruleset's words, it adds nothing to what the unit already has"


class Offer(Struct):
    """Choice converted to an option, with its additions, removals and price. `left_out` is the reason why the choice
    cannot be an option, or "".

    `member` is a model that takes the place of an ordinary model, and `more` is the member's extra price. `command`
    is the command figure that the option adds. `doubts` say why the unit is probably wrong with this option.
    """

    choice: Choice
    left_out: str = ""
    notes: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    carried: Carried = field(default_factory=Carried)
    mount: Mount | None = None
    member: Model | None = None
    command: str = ""
    without: list[str] = field(default_factory=list)
    points: float = 0.0
    more: float = 0.0
    unable: list[tuple[Profile, str]] = field(default_factory=list)

    @property
    def is_member(self) -> bool:
        """Whether the option adds a model or a command figure."""
        return self.member is not None or bool(self.command)


def offer_of(target: Target, body: Body, ordinary: Squad, choice: Choice) -> Offer:
    """Convert a choice of a unit to an option."""
    offer = Offer(choice, points=choice.gear.points - (choice.instead.points if choice.instead is not None else 0))
    if choice.kind is not None and ordinary.kind is not None and choice.kind is not ordinary.kind:
        offer.left_out = f"only {choice.kind.name!r} can choose it, but options are for the ordinary models"
        return offer
    names = [choice.name, *(word for item in choice.gear.items for word in words_of_item(item))]
    offer.command = command_of(target, names)
    found = choice.gear.found or _of_the_unit(body, choice)
    fighter = _with_models(target, body, ordinary, offer, found) if found else None
    if offer.left_out:
        return offer
    _add_items(target, ordinary, offer, fighter)
    _price(ordinary, offer)
    if choice.further:
        offer.notes.append(f"the choices within it are left out: {listed(choice.further)}")
    if choice.part.entry.is_priced_by_conditions:
        offer.notes.append("conditional changes to its price are left out")
    return offer


def _of_the_unit(body: Body, choice: Choice) -> list[Found]:
    return [one for one in body.gear.found if named(one.name, [choice.name]) and not named(one.name, [body.name])]


def _with_models(target: Target, body: Body, ordinary: Squad, offer: Offer, found: list[Found]) -> Fighter | None:
    """Turn the models of a choice into a mount or a member. Return the fighter, with its mount if there is one."""
    choice = offer.choice
    fighter = fighter_of(found, [choice.name])
    assert fighter is not None, "there are profiles"
    names = [body.name, *([ordinary.kind.name] if ordinary.kind is not None else [])]
    is_mount = fighter.mount is None and signs(fighter.rider, ordinary.fighter.rider, names) >= ENOUGH
    brought = choice.part.models_brought()
    if fighter.carriage is not None or fighter.rider.is_carriage:
        offer.left_out = f"{(fighter.carriage or fighter.rider).name!r} {BESIDE}"
    elif is_mount:
        return _with_mount(target, ordinary, offer, fighter)
    elif brought > 1:
        offer.left_out = f"it brings {brought} models: a unit of its own, not a choice of this one"
    elif not body.kinds:
        offer.left_out = f"{fighter.rider.name!r} {BESIDE}"
    else:
        _with_member(target, offer, fighter)
    if offer.left_out:
        offer.unable += [(one.profile, offer.left_out) for one in found]
    return fighter


def _with_mount(target: Target, ordinary: Squad, offer: Offer, brought: Fighter) -> Fighter:
    """Put the ordinary models on a mount, or add a beast to their chariot's team."""
    found = brought.rider
    if ordinary.fighter.drives:
        made = _larger_team(target, ordinary, found)
        _tell_most(offer)
    else:
        made = mount_of(target, found, ordinary.model.made.values)
        is_one_of = found.count not in (1, ordinary.models)
        offer.doubts += [f"it rides one of {found.count} {found.name!r}"] if is_one_of else []
    if isinstance(made, Mount):
        offer.mount = made
        offer.doubts += made.made.lost
    else:
        offer.left_out = made
        offer.unable.append((found.profile, made))
    for one in brought.beside:
        offer.doubts.append(f"without {one.count} {one.name!r}")
        offer.unable.append((one.profile, f"left out of {offer.choice.name!r}: a model has one profile here"))
    return Fighter(
        ordinary.fighter.rider, found, ordinary.fighter.carriage, brought.beside, drives=ordinary.fighter.drives
    )


def _larger_team(target: Target, ordinary: Squad, found: Found) -> Mount | str:
    """Return the chariot team with an additional beast, or the reason why the beast cannot draw the chariot."""
    team = ordinary.fighter.mount
    if not target.words.counts:
        return f"{found.name!r} is left out: {NO_TEAM}"
    if team is None or ordinary.model.mount is None or team.profile.values != found.profile.values:
        return f"{found.name!r} is left out: it is not like the beasts before {ordinary.model.made.name!r}"
    return mount_of(target, team, ordinary.model.made.values, team=team.count + found.count)


def _with_member(target: Target, offer: Offer, fighter: Fighter) -> None:
    categories = [("its category", one) for one in offer.choice.part.entry.categories()]
    model = model_of(target, fighter, categories)
    if isinstance(model, str):
        offer.left_out = model
        return
    offer.member = model
    offer.notes += model.notes
    offer.doubts += model.doubts


def _add_items(target: Target, ordinary: Squad, offer: Offer, fighter: Fighter | None) -> None:
    """Add the items that a choice gives to the ordinary models, and record the items it replaces."""
    choice = offer.choice
    items = [one for one in choice.gear.items if not (offer.command and one.part is choice.part)]
    own = [one for one in choice.gear.items if one.part is choice.part and offer.command]
    items += [replace(one, is_entry=False, profiles=[]) for one in own if one.rules]
    start = without(target, ordinary, choice.instead) if choice.instead is not None else ordinary.carried
    carried = carried_by(target, items, fighter, start)
    bare = carried_by(target, items, fighter)
    offer.carried = carried
    _compare(offer, ordinary.carried)
    told = [one.profile for one in carried.fates]
    of_figure = [one for item in own for one in item.profiles if one not in told]
    carried.fates += [
        Fate("profile", one.name, one, why=[f"{choice.name!r} is the {offer.command}"]) for one in of_figure
    ]
    if not (offer.is_member or offer.mount or carried.pieces or carried.rules or offer.without):
        offer.left_out = SAME if bare.pieces or bare.rules else NOTHING


def _compare(offer: Offer, usual: Carried) -> None:
    """Reduce a choice's equipment to what it adds to the usual equipment, and list the pieces that the choice removes.

    If the choice leaves fewer pieces of the same name, all pieces of that name are removed, and the remaining ones
    are added again.
    """
    carried, added = offer.carried, []
    left = Counter(one.name for one in usual.pieces)
    fewer = left - Counter(one.name for one in carried.pieces)
    if not offer.is_member:
        left = Counter({name: 0 if name in fewer else number for name, number in left.items()})
    for piece in carried.pieces:
        added += [piece] if not left[piece.name] else []
        left[piece.name] -= bool(left[piece.name])
    offer.without = [*fewer, *(one for one in usual.rules if one not in carried.rules)]
    carried.pieces, carried.rules = added, [one for one in carried.rules if one not in usual.rules]


def _price(ordinary: Squad, offer: Offer) -> None:
    """Split the price of an added model or figure into the ordinary model's price and the extra cost."""
    part = offer.choice.part
    if not offer.is_member or ordinary.kind is None:
        return
    if not is_upgraded(part, offer.command, offer.points, ordinary.points):
        offer.more, offer.points = offer.points - ordinary.points, 0
        offer.notes.append("one of its models is it: more models cost more")
    _tell_most(offer)


def _tell_most(offer: Offer) -> None:
    most = offer.choice.part.most
    if most is None or most > 1:
        offer.notes.append(f"one of up to {most}" if most else "one of any number")

"""Rules that decide which models fight, which enemies they fight, and how many attacks they make (WAB-CC-01 to
WAB-CC-03, WAB-FM-10, WAB-FZ-03).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from pilein.geometry.blocks import Block, ranks
from pilein.kernel.requests import Split, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.psychology.frenzy import is_frenzied
from pilein.rulesets.wab.state import NOBODY, Battle, Strikers
from pilein.rulesets.wab.steps import Step, clause

MOST_AT_ONE = 3  # models that touch a base of their own size: one opposite, two by corners
Foe = tuple[int, int]  # an enemy unit, and the kind of a character in it, or NOBODY for its rank and file
Touching = tuple[int, tuple[Foe, ...]]  # a kind of model, and the enemies it touches


@clause(Step.ANNOUNCE)
def announce(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-76. Attacks are announced before any dice are rolled. Models that touch several enemies divide their
    attacks as their owner likes.
    """
    fight = battle.fight
    assert fight is not None
    touching = in_contact(battle, table, unit, fight.units)
    fight = replace(fight, paired=(*fight.paired, *striking_twice(battle, table, unit, [kind for kind, _ in touching])))
    battle = battle.changed(fight=fight)
    strikers: list[Strikers] = []
    for (kind, among), models in touching.items():
        for group in _strikers(battle, table, unit, kind, models):
            strikers += shared_out(battle, table, group, among)
    return battle.changed(fight=replace(fight, strikers=(*fight.strikers, *_grouped(strikers))))


def _grouped(strikers: Iterable[Strikers]) -> Iterator[Strikers]:
    """Yield as one group all identical models that strike the same enemy, regardless of any other enemies that they
    touch (WAB-R-95).
    """
    groups: dict[Strikers, list[Strikers]] = {}
    for one in strikers:
        groups.setdefault(replace(one, models=0, attacks=0), []).append(one)
    for group, parts in groups.items():
        yield replace(group, models=sum(one.models for one in parts), attacks=sum(one.attacks for one in parts))


def in_contact(battle: Battle, table: Table, unit: int, units: tuple[int, ...]) -> dict[Touching, int]:
    """Number of models that may fight because they touch enemy bases, by kind and by enemies touched (WAB-CC-01)."""
    kind_of = alike(battle, unit)
    touching = Counter((kind_of(model), foes) for model, foes in _touches(battle, unit, units) if foes)
    return dict(touching) if touching and table.holds("WAB-CC-01") else {}


def alike(battle: Battle, unit: int) -> Callable[[int], int]:
    """Return a function that maps a model to a kind that fights identically (WAB-R-95).

    Standard bearers and other command models fight like their unit.
    """
    kinds = [(number, plain(kind.traits)) for number, kind in enumerate(battle.setup.kinds) if kind.unit == unit]
    same = {number: max(other for other, like in kinds if like == plain) for number, plain in kinds}
    return lambda model: same[battle.setup.kind_of[model]]


def fighting_models(battle: Battle, unit: int) -> tuple[int, ...]:
    """Models of a unit that may fight if they touch an enemy: usually all its models (WAB-FM-10).

    In a unit that has fast marched only the front rank may fight, and in a winding column only the head.
    """
    if battle.status(unit).move != "fast marched" or not battle.holds("WAB-FM-10"):
        return battle.field.models(unit)
    standing = battle.plane.standings[unit]
    return ranks(standing)[0] if isinstance(standing, Block) else standing.models[:1]


def models_in_contact(battle: Battle, unit: int) -> tuple[int, ...]:
    """Models of a unit that are in contact. In the press these are the front rank, up to the frontage."""
    if battle.is_on_table:
        return tuple(model for model in battle.field.models(unit) if battle.field.units_met_by(model))
    return battle.field.front(unit, _frontage(battle, unit)) if battle.field.touched_units(unit) else ()


def touching(battle: Battle, unit: int) -> tuple[int, int]:
    """Number of a unit's models that touch an enemy, and the number that may fight. Both are the same, because every
    model in contact may fight.
    """
    found = len(models_in_contact(battle, unit))
    return found, found


def shared_out(battle: Battle, table: Table, group: Strikers, among: tuple[Foe, ...]) -> list[Strikers]:
    """Identical models divided among their targets. The owner divides their attacks among the enemies in contact
    (WAB-CC-02).

    By default all attacks strike a unit's rank and file. If the models touch only one target, the owner is not
    asked.
    """
    each = attacks_of(battle, table, replace(group, models=1)) if len(among) > 1 else 0
    if not each:
        return [replace(group, foe=among[0][0], at=among[0][1])]
    words = f"{owner_of(battle, group)}: how many attacks at whom?"
    names = tuple(named(battle, one) for one in among)
    choice = Split(battle.side(group.unit), "WAB-CC-02", words, each * group.models, names, group.unit)
    shares: tuple[int, ...] = table.choose(choice)
    aimed = [(replace(group, foe=foe, at=at), share) for (foe, at), share in zip(among, shares, strict=True)]
    whole = [replace(one, models=share // each) for one, share in aimed if share >= each]
    return whole + [replace(one, models=0, attacks=share % each) for one, share in aimed if share % each]


def owner_of(battle: Battle, group: Strikers) -> str:
    """Name of the attackers: a unit or its mounts."""
    return "the mounts of " * group.by_mount + battle.unit(group.unit).name


def named(battle: Battle, foe: Foe) -> str:
    """Name of an enemy in contact: a unit or a character in it."""
    unit, at = foe
    name = battle.unit(unit).name
    return name if at == NOBODY else f"{battle.setup.kinds[at].name} of {name}"


def characters_in(battle: Battle, unit: int) -> tuple[int, ...]:
    """Kinds of the characters in a unit that also has other models. The result is empty for a unit made up only of
    characters.
    """
    kinds = [number for number, kind in enumerate(battle.setup.kinds) if kind.unit == unit]
    heroes = [kind for kind in kinds if battle.traits(kind).type == "character"]
    if not heroes or len(heroes) == len(kinds):
        return ()
    living = battle.field.kinds(unit)
    return tuple(kind for kind in heroes if kind in living) if any(kind not in heroes for kind in living) else ()


def striking_twice(battle: Battle, table: Table, unit: int, kinds: Iterable[int]) -> tuple[int, ...]:
    """Kinds of models that make an extra attack because they use a weapon in each hand, if their owner so chooses
    (WAB-CC-03, WAB-R-81).

    Doing so costs these models the benefit of shields this round.
    """
    able = [kind for kind in dict.fromkeys(kinds) if has_two_weapons(battle.traits(kind), table)]
    if not able or not table.holds("WAB-CC-03"):
        return ()
    return tuple(kind for kind in able if _uses_both_hands(battle, table, (unit, kind if len(able) > 1 else NOBODY)))


def _uses_both_hands(battle: Battle, table: Table, who: Foe) -> bool:
    """Ask whether models strike with a weapon in each hand."""
    words = f"{named(battle, who)}: strike with a weapon in each hand?"
    return bool(table.choose(yes_or_no(battle.side(who[0]), "WAB-CC-03", words, about=who[0])))


def has_hands_full(battle: Battle, unit: int, traits: Traits) -> bool:
    """Whether models of a unit with these traits strike with a weapon in each hand this round (WAB-R-81)."""
    paired = battle.fight.paired if battle.fight else ()
    return any(battle.setup.kinds[kind].unit == unit and plain(battle.traits(kind)) == plain(traits) for kind in paired)


def has_two_weapons(traits: Traits, table: Table) -> bool:
    """Whether a model has two weapons and can use one in each hand. A mounted model can do so only under
    `two-weapons-mounted` (WAB-R-81).
    """
    if not traits.two_weapons:
        return False
    return not traits.mounted or table.rule("WAB-R-81") == "two-weapons-mounted"


def attacks_of(battle: Battle, table: Table, strikers: Strikers) -> int:
    """Total attacks of a group of models, each of which has the number of attacks in its profile (WAB-CC-02).

    Mounts have a profile of their own (WAB-R-82).
    """
    if not strikers.models:
        return strikers.attacks
    traits = battle.traits(strikers.kind)
    mount = traits.mount if strikers.by_mount else None
    attacks = mount.A if mount else traits.A
    own = attacks if table.holds("WAB-CC-02") else 0
    extra = frenzy_attacks(battle, table, strikers, own)
    fight = battle.fight
    if not mount and fight and strikers.kind in fight.paired:
        extra += table.number("WAB-CC-03")
    return strikers.models * (mount.count if mount else 1) * (own + extra) + strikers.attacks


def frenzy_attacks(battle: Battle, table: Table, strikers: Strikers, own: int) -> int:
    """Extra attacks of a frenzied model: one for the model and none for its mount (WAB-FZ-03).

    Under WAB-R-65 `frenzy-mount-too` the mount has an extra attack as well. Under `frenzy-double` the model's own
    attacks are doubled.
    """
    if not is_frenzied(battle, strikers.unit):
        return 0
    if strikers.by_mount and table.rule("WAB-R-65") != "frenzy-mount-too":
        return 0
    if not table.holds("WAB-FZ-03"):
        return 0
    return own if own != 1 and table.rule("WAB-R-65") == "frenzy-double" else table.number("WAB-FZ-03")


def _strikers(battle: Battle, table: Table, unit: int, kind: int, models: int) -> list[Strikers]:
    """Strikers, not yet assigned to targets, for a unit's models and for any mounts that have attacks of their own.

    A model without attacks of its own is included if frenzy or a second weapon gives it an attack.
    """
    traits = battle.traits(kind)
    riders = Strikers(unit, kind, NOBODY, traits.I, models)
    own = [riders] if traits.A or attacks_of(battle, table, riders) else []
    if traits.mount and traits.mount.A:
        own.append(Strikers(unit, kind, NOBODY, traits.mount.I, models, by_mount=True))
    return own


def plain(traits: Traits) -> Traits:
    """Return the traits without the command duties (standard, musician, general, battle standard)."""
    return replace(traits, standard=False, musician=False, general=False, battle_standard=False)


def _touches(battle: Battle, unit: int, units: tuple[int, ...]) -> Iterator[tuple[int, tuple[Foe, ...]]]:
    """Yield each of a unit's models that may fight, with the enemies among `units` that the model touches, rank and
    file first.

    In the press, the models in contact are the front rank of a block, up to the frontage, and all models of any
    other unit. A character in the front rank is touched by as many models as it would be on a table.
    """
    if battle.is_on_table:
        heroes = {kind for foe in units for kind in characters_in(battle, foe)}
        return ((model, _met_by(battle, model, units, heroes)) for model in fighting_models(battle, unit))
    foes = tuple(foe for foe in battle.field.touched_units(unit) if foe in units)
    plain = tuple((foe, NOBODY) for foe in foes)
    both = plain + tuple(hero for foe in foes for hero in _heroes_in_front(battle, foe))
    front = enumerate(battle.field.front(unit, _frontage(battle, unit)))
    return ((model, both if place < MOST_AT_ONE else plain) for place, model in front)


def _met_by(battle: Battle, model: int, units: tuple[int, ...], heroes: set[int]) -> tuple[Foe, ...]:
    if not heroes:
        return tuple((foe, NOBODY) for foe in battle.field.units_met_by(model) if foe in units)
    setup = battle.setup
    met = {
        (setup.unit_of[foe], setup.kind_of[foe] if setup.kind_of[foe] in heroes else NOBODY)
        for foe in battle.plane.contacts.enemies[model]
        if setup.unit_of[foe] in units
    }
    return tuple(sorted(met, key=lambda one: (one[1] != NOBODY, one)))


def _heroes_in_front(battle: Battle, unit: int) -> tuple[Foe, ...]:
    """Characters in the front rank of a unit in the press that stand among models of other kinds."""
    heroes = characters_in(battle, unit)
    if not heroes:
        return ()
    front = {battle.setup.kind_of[model] for model in battle.field.front(unit, _frontage(battle, unit))}
    return tuple((unit, kind) for kind in heroes if kind in front)


def _frontage(battle: Battle, unit: int) -> int:
    limits = [limit for limit in (battle.press.abreast(unit), battle.unit(unit).files) if limit]
    return min(limits) if limits else battle.living(unit)

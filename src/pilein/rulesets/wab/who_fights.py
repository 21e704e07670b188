"""Which models fight which enemies, and with how many attacks (WAB-CC-01 to WAB-CC-03, WAB-FM-10, WAB-FZ-03)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from pilein.geometry.blocks import Block, ranks
from pilein.kernel.requests import Split, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.wab.frenzy import is_frenzied
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.state import Battle, Strikers
from pilein.rulesets.wab.steps import Step, clause

Touching = tuple[int, tuple[int, ...]]  # a kind of models, and the enemy units that they touch


@clause(Step.ANNOUNCE)
def announce(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-76. Attacks are announced before rolling; models that touch several enemies are split between them."""
    fight = battle.fight
    assert fight is not None
    strikers: list[Strikers] = []
    for (kind, foes), models in in_contact(battle, table, unit, fight.units).items():
        for foe, share in zip(foes, shared_out(battle, table, unit, models, foes), strict=True):
            strikers += _strikers(battle, unit, kind, foe, share)
    paired = (*fight.paired, unit) if strikers and strikes_twice(battle, table, unit, strikers) else fight.paired
    return battle.changed(fight=replace(fight, strikers=(*fight.strikers, *strikers), paired=paired))


def in_contact(battle: Battle, table: Table, unit: int, units: tuple[int, ...]) -> dict[Touching, int]:
    """WAB-CC-01. A model may fight if its base is in contact with an enemy base: the number by kind and enemies."""
    kind_of = alike(battle, unit)
    touching = Counter((kind_of(model), foes) for model, foes in _touches(battle, unit, units) if foes)
    return dict(touching) if touching and table.holds("WAB-CC-01") else {}


def alike(battle: Battle, unit: int) -> Callable[[int], int]:
    """WAB-R-95. Which models fight alike: bearers of standards and other command models as their unit does."""
    kinds = [(number, plain(kind.traits)) for number, kind in enumerate(battle.setup.kinds) if kind.unit == unit]
    same = {number: max(other for other, like in kinds if like == plain) for number, plain in kinds}
    return lambda model: same[battle.setup.kind_of[model]]


def fighting_models(battle: Battle, unit: int) -> tuple[int, ...]:
    """WAB-FM-10. The models of a unit that fight if they touch an enemy: all.

    Of a unit that has fast marched only the front rank, of a snaking column its head.
    """
    if battle.status(unit).move != "fast marched" or not battle.holds("WAB-FM-10"):
        return battle.field.models(unit)
    standing = battle.plane.standings[unit]
    return ranks(standing)[0] if isinstance(standing, Block) else standing.models[:1]


def models_in_contact(battle: Battle, unit: int) -> tuple[int, ...]:
    """The models of a unit that touch an enemy; in the press the front rank, no more than the frontage."""
    if battle.is_on_table:
        return tuple(model for model in battle.field.models(unit) if battle.field.units_met_by(model))
    return battle.field.front(unit, _frontage(battle, unit)) if battle.field.touched_units(unit) else ()


def shared_out(battle: Battle, table: Table, unit: int, models: int, foes: tuple[int, ...]) -> tuple[int, ...]:
    """How many of like models strike each of the enemies that they all touch."""
    if len(foes) == 1:
        return (models,)
    words = f"{battle.unit(unit).name}: how many models strike which unit?"
    names = tuple(battle.unit(foe).name for foe in foes)
    shares: tuple[int, ...] = table.choose(Split(battle.side(unit), "WAB-CC-02", words, models, names))
    return shares


def strikes_twice(battle: Battle, table: Table, unit: int, strikers: Iterable[Strikers]) -> bool:
    """WAB-CC-03. Models with a weapon in each hand may make one more attack: whether this unit's do (WAB-R-81).

    It costs them the benefit of shields this round.
    """
    if not any(has_two_weapons(battle.traits(one.kind), table) for one in strikers) or not table.holds("WAB-CC-03"):
        return False
    words = f"{battle.unit(unit).name}: strike with a weapon in each hand?"
    return bool(table.choose(yes_or_no(battle.side(unit), "WAB-CC-03", words, about=unit)))


def has_two_weapons(traits: Traits, table: Table) -> bool:
    """WAB-R-81. Whether a model can use a weapon in each hand: on foot; riders too under `two-weapons-mounted`."""
    if not traits.two_weapons:
        return False
    return not traits.mounted or table.rule("WAB-R-81") == "two-weapons-mounted"


def attacks_of(battle: Battle, table: Table, strikers: Strikers) -> int:
    """WAB-CC-02. How many attacks these models make in all, each up to those of its profile.

    Mounts have a profile of their own (WAB-R-82).
    """
    traits = battle.traits(strikers.kind)
    mount = traits.mount if strikers.by_mount else None
    attacks = mount.A if mount else traits.A
    own = attacks if table.holds("WAB-CC-02") else 0
    extra = frenzy_attacks(battle, table, strikers, own)
    fight = battle.fight
    if not mount and fight and strikers.unit in fight.paired and has_two_weapons(traits, table):
        extra += 1
    return strikers.models * (mount.count if mount else 1) * (own + extra)


def frenzy_attacks(battle: Battle, table: Table, strikers: Strikers, own: int) -> int:
    """WAB-FZ-03. Each frenzied model fights with one extra attack, its mount with none.

    WAB-R-65: `frenzy-mount-too`: the mount as well; `frenzy-double`: twice its own attacks.
    """
    if not is_frenzied(battle, strikers.unit):
        return 0
    if strikers.by_mount and table.rule("WAB-R-65") != "frenzy-mount-too":
        return 0
    if not table.holds("WAB-FZ-03"):
        return 0
    return own if own != 1 and table.rule("WAB-R-65") == "frenzy-double" else 1


def _strikers(battle: Battle, unit: int, kind: int, foe: int, models: int) -> list[Strikers]:
    """The models and, if they have attacks of their own, their mounts."""
    traits = battle.traits(kind)
    if not models:
        return []
    own = [Strikers(unit, kind, foe, traits.I, models)] if traits.A else []
    if traits.mount and traits.mount.A:
        own.append(Strikers(unit, kind, foe, traits.mount.I, models, by_mount=True))
    return own


def plain(traits: Traits) -> Traits:
    """What a model is apart from its duties."""
    return replace(traits, standard=False, musician=False, general=False, battle_standard=False)


def _touches(battle: Battle, unit: int, units: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each model of a unit that may fight, with those of `units` that it touches.

    In the press a block's front rank is in contact, no more than the frontage; other units with all models.
    """
    if battle.is_on_table:
        models = fighting_models(battle, unit)
        return ((model, tuple(foe for foe in battle.field.units_met_by(model) if foe in units)) for model in models)
    foes = tuple(foe for foe in battle.field.touched_units(unit) if foe in units)
    return ((model, foes) for model in battle.field.front(unit, _frontage(battle, unit)))


def _frontage(battle: Battle, unit: int) -> int:
    limits = [limit for limit in (battle.press.frontage, battle.unit(unit).files) if limit]
    return min(limits) if limits else battle.living(unit)

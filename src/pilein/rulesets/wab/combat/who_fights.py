"""Who fights, whom, and with how many attacks (WAB-CC-01 to WAB-CC-03, WAB-FM-10, WAB-FZ-03)."""

from collections import Counter
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from pilein.geometry.blocks import Block, ranks
from pilein.kernel.requests import Split, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.psychology.frenzy import is_frenzied
from pilein.rulesets.wab.rulebook import clause, says
from pilein.rulesets.wab.state import Battle, Blows
from pilein.rulesets.wab.steps import Step
from pilein.tabletop.press import Press

Touching = tuple[int, tuple[int, ...]]  # a kind of models, and the enemy units that they touch


@clause(Step.ANNOUNCE)
def announce(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-76. Attacks are announced before dice; models that touch several enemies are shared out among them."""
    fight = battle.fight
    assert fight is not None
    blows: list[Blows] = []
    for (kind, foes), models in in_contact(battle, unit, fight.units).items():
        for foe, share in zip(foes, shared_out(battle, table, unit, models, foes), strict=True):
            blows += _blows(battle, unit, kind, foe, share)
    paired = (*fight.paired, unit) if blows and strikes_twice(battle, table, unit, blows) else fight.paired
    return battle.after(fight=replace(fight, blows=(*fight.blows, *blows), paired=paired))


@says("WAB-CC-01", without={})
def in_contact(battle: Battle, unit: int, units: tuple[int, ...]) -> dict[Touching, int]:
    """WAB-CC-01. A model may fight if its base is in contact with an enemy base: how many of each kind touch whom.

    In the press a block's front rank is in contact, no more than the frontage; other units with all models.
    """
    kind_of = alike(battle, unit)
    if isinstance(battle.field, Press):
        foes = tuple(foe for foe in battle.field.touched_units(unit) if foe in units)
        front = battle.field.front(unit, _frontage(battle, battle.field, unit))
        return dict(Counter((kind_of(model), foes) for model in front if foes))
    touched = ((model, _touched(battle, model, units)) for model in fighting_models(battle, unit))
    return dict(Counter((kind_of(model), foes) for model, foes in touched if foes))


def alike(battle: Battle, unit: int) -> Callable[[int], int]:
    """WAB-R-95. Who counts as which kind of fighter: bearers of standards and the like as what they are otherwise."""
    kinds = [(number, plain(kind.traits)) for number, kind in enumerate(battle.setup.kinds) if kind.unit == unit]
    same = {number: max(other for other, like in kinds if like == plain) for number, plain in kinds}
    return lambda model: same[battle.setup.kind_of[model]]


def fighting_models(battle: Battle, unit: int) -> tuple[int, ...]:
    """The models of a unit that fight if they touch an enemy."""
    models = battle.field.models(unit)
    return front_rank_only(battle, unit) if battle.status(unit).move == "fast marched" else models


@says("WAB-FM-10", without=lambda battle, unit: battle.field.models(unit))
def front_rank_only(battle: Battle, unit: int) -> tuple[int, ...]:
    """WAB-FM-10. Of a unit that has fast marched only the front rank fights, of a snaking column its head."""
    standing = battle.plane.standings[unit]
    return ranks(standing)[0] if isinstance(standing, Block) else standing.models[:1]


def shared_out(battle: Battle, table: Table, unit: int, models: int, foes: tuple[int, ...]) -> tuple[int, ...]:
    """How many of like models strike each of the enemies that they all touch."""
    if len(foes) == 1:
        return (models,)
    words = f"{battle.unit(unit).name}: how many models strike whom?"
    names = tuple(battle.unit(foe).name for foe in foes)
    shares: tuple[int, ...] = table.choose(Split(battle.side(unit), "WAB-CC-02", words, models, names))
    return shares


@says("WAB-CC-03", without=False)
def strikes_twice(battle: Battle, table: Table, unit: int, blows: Iterable[Blows]) -> bool:
    """WAB-CC-03. Models with a weapon in each hand may make one more attack: whether this unit's do (WAB-R-81).

    It costs them the benefit of shields this round.
    """
    if not any(has_two_weapons(battle.traits(one.kind), table) for one in blows):
        return False
    words = f"{battle.unit(unit).name}: strike with a weapon in each hand?"
    return bool(table.choose(yes_or_no(battle.side(unit), "WAB-CC-03", words, about=unit)))


def has_two_weapons(traits: Traits, table: Table) -> bool:
    """WAB-R-81. Whether a model can use a weapon in each hand: on foot; riders too under `two-weapons-mounted`."""
    if not traits.two_weapons:
        return False
    return not traits.mounted or table.rule("WAB-R-81") == "two-weapons-mounted"


def attacks_of(battle: Battle, table: Table, blows: Blows) -> int:
    """How many attacks so many models, or their mounts, make in all."""
    traits, frenzied = battle.traits(blows.kind), is_frenzied(battle, blows.unit)
    own = profile_attacks(traits, by_mount=blows.by_mount)
    if blows.by_mount:
        extra = frenzy_attacks(own, table) if frenzied and table.rule("WAB-R-65") == "frenzy-mount-too" else 0
        mount = traits.mount
        assert mount is not None, "mounts strike where there are any"
        return blows.models * mount.count * (own + extra)
    extra = frenzy_attacks(own, table) if frenzied else 0
    fight = battle.fight
    if fight and blows.unit in fight.paired and has_two_weapons(traits, table):
        extra += 1
    return blows.models * (own + extra)


@says("WAB-CC-02", without=0)
def profile_attacks(traits: Traits, *, by_mount: bool) -> int:
    """WAB-CC-02. A model makes up to the attacks of its profile; mounts have a profile of their own (WAB-R-82)."""
    if by_mount:
        return traits.mount.A if traits.mount else 0
    return traits.A


@says("WAB-FZ-03", without=0)
def frenzy_attacks(attacks: int, table: Table) -> int:
    """WAB-FZ-03. Each frenzied model fights with one extra attack (WAB-R-65 `frenzy-double`: twice as many)."""
    return attacks if attacks != 1 and table.rule("WAB-R-65") == "frenzy-double" else 1


def _blows(battle: Battle, unit: int, kind: int, foe: int, models: int) -> list[Blows]:
    """Those of the models and, with attacks of their own, of their mounts."""
    traits = battle.traits(kind)
    if not models:
        return []
    own = [Blows(unit, kind, foe, traits.I, models)] if traits.A else []
    if traits.mount and traits.mount.A:
        own.append(Blows(unit, kind, foe, traits.mount.I, models, by_mount=True))
    return own


def plain(traits: Traits) -> Traits:
    """What a model is apart from its duties."""
    return replace(traits, standard=False, musician=False, general=False, battle_standard=False)


def _touched(battle: Battle, model: int, units: tuple[int, ...]) -> tuple[int, ...]:
    unit_of = battle.setup.unit_of
    touched = {unit_of[enemy] for enemy in battle.plane.contacts.enemies[model]}
    return tuple(sorted(touched.intersection(units)))


def _frontage(battle: Battle, press: Press, unit: int) -> int:
    limits = [limit for limit in (press.frontage, battle.unit(unit).files) if limit]
    return min(limits) if limits else press.living(unit)

"""Rules for declaring the attacks of a step before dice are rolled: their models, weapons and targets (SH-AT, SH-WP-04,
SH-MU-03 to SH-MU-05).
"""

from msgspec import Struct

from pilein.kernel.nearest import in_words
from pilein.kernel.requests import Split
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.attacks import attacks_of, is_able, rampage, weapons_to_fight_with
from pilein.rulesets.scrollhammer.contact import Engaged, engaged_models, having_met, is_multiple
from pilein.rulesets.scrollhammer.initiative import attacks_at_this_step, has_declared, kinds_of, step_of, strikes_at
from pilein.rulesets.scrollhammer.pile_in.sides import having_stood
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.state import Battle, DeclaredAttacks
from pilein.rulesets.scrollhammer.steps import Step, clause


class Strikers(Struct, frozen=True):
    """Identical models of one unit that strike at this step and reach the same enemy units. `attacks` is their total
    number of attacks.
    """

    kind: int
    foes: tuple[int, ...]
    models: int
    attacks: int


@clause(Step.DECLARE_ATTACKS, "SH-MU-05")
def declare_attacks(battle: Battle, table: Table) -> Battle:
    """SH-MU-05. Attacks are split just before rolling to hit, the active side first.

    Models of both players strike, in either player's turn (SH-FS-05).
    """
    battle = having_stood(having_met(battle, table), table)
    fight = battle.combat
    for unit in battle.active_first(unit for unit in fight.units if _striking(battle, table, unit)):
        if battle.side(unit) != battle.active and not table.holds("SH-FS-05"):
            continue
        table.then(Step.DECLARE_FOR, unit)
    return battle


@clause(Step.DECLARE_FOR)
def declare_for(battle: Battle, table: Table, unit: int) -> Battle:
    """The attacks of one unit are declared, one kind of model after another."""
    for kind in _striking(battle, table, unit):
        battle = _declared(battle, table, kind)
    return battle


def _striking(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    return tuple(kind for kind in kinds_of(battle, unit) if battle.combat.step in strikes_at(battle, table, kind))


def _declared(battle: Battle, table: Table, kind: int) -> Battle:
    """Immediately declare the attacks that leave no choice, and schedule questions for the remaining groups."""
    fresh = _undeclared(battle, table, kind) if len(strikes_at(battle, table, kind)) > 1 else ()
    if fresh:
        table.then(Step.DECLARE_SPEEDS, kind, *fresh)
        table.then(Step.DIRECT_ALL, kind)
        return battle
    groups = strikers(battle, table, kind)
    for place, group in enumerate(groups):
        heads = heads_of(battle, table, group)
        if len(heads) > 1 or battle.traits(kind).has("Rampage"):
            table.then(Step.DIRECT, kind, place)
        elif heads:
            battle = with_attacks(battle, group, heads, (group.attacks,))
    return battle


def _undeclared(battle: Battle, table: Table, kind: int) -> tuple[int, ...]:
    """Models of a kind that fight for the first time and have not yet declared the steps of their attacks."""
    unit, kind_of = battle.setup.kinds[kind].unit, battle.setup.kind_of
    models = (one.model for one in must_fight(battle, table, unit) if kind_of[one.model] == kind)
    return tuple(model for model in models if not has_declared(battle, model))


@clause(Step.DIRECT_ALL)
def direct_all(battle: Battle, table: Table, kind: int) -> Battle:
    """The attacks of one kind of model are declared, after the quick attacks have been separated from the slow ones."""
    return _declared(battle, table, kind)


@clause(Step.DIRECT, "SH-WP-04", "SH-WP-05")
def direct(battle: Battle, table: Table, kind: int, place: int) -> Battle:
    """SH-WP-04, SH-WP-05. Attacks may be split between weapons or all made with one weapon. Bonuses stay the same."""
    group = strikers(battle, table, kind)[place]
    unit = battle.setup.kinds[kind].unit
    strikes_once = len(strikes_at(battle, table, kind)) == 1
    more = rampage(battle, table, unit, battle.traits(kind), group.models) if strikes_once else 0
    heads = heads_of(battle, table, group)
    total = group.attacks + more
    if len(heads) == 1 or total == 0:
        return with_attacks(battle, group, heads, (total,) * len(heads))
    words = (
        f"{name_of_kind(battle, kind)}: {total} attack{'' if total == 1 else 's'} on which enemy, with which weapon?"
    )
    labels = tuple(_label(battle, table, kind, head) for head in heads)
    shares = table.choose(Split(battle.side(unit), "SH-WP-04", words, total, labels))
    return with_attacks(battle, group, heads, shares)


def name_of_kind(battle: Battle, kind: int) -> str:
    """Display name of a kind of model and its unit, or a single name if the two are the same."""
    name, unit = battle.setup.kinds[kind].name, battle.unit(battle.setup.kinds[kind].unit).name
    return unit if name == unit else f"{name} of {unit}"


def strikers(battle: Battle, table: Table, kind: int) -> tuple[Strikers, ...]:
    """Models of a kind that strike at this step and are still alive, grouped by the units they reach (SH-IN-05)."""
    unit = battle.setup.kinds[kind].unit
    groups: dict[tuple[int, ...], list[Engaged]] = {}
    for one in must_fight(battle, table, unit):
        if battle.setup.kind_of[one.model] == kind:
            groups.setdefault(foes_to_strike(battle, table, one), []).append(one)
    if not groups or not table.holds("SH-IN-05"):
        return ()
    return tuple(
        Strikers(kind, foes, len(ones), _attacks(battle, table, ones)) for foes, ones in sorted(groups.items())
    )


def must_fight(battle: Battle, table: Table, unit: int) -> tuple[Engaged, ...]:
    """Engaged models that are able to fight and therefore must (SH-EN-07). No other model can attack. A model with no
    enemy left to strike is no longer engaged (SH-EN-08).
    """
    engaged = [one for one in engaged_models(battle, table, unit) if one.foes or not table.holds("SH-EN-08")]
    able = tuple(one for one in engaged if is_able(battle, table, one.model))
    return able if able and table.holds("SH-EN-07") else ()


def foes_to_strike(battle: Battle, table: Table, one: Engaged) -> tuple[int, ...]:
    """Enemy units that a model may strike. A model that reaches several units may divide its attacks among them
    (SH-MU-03, SH-MU-04).
    """
    if len(one.foes) > 1:
        return one.foes if table.holds("SH-MU-04") else one.foes[:1]
    if not one.foes or not is_multiple(battle.combat.units) or table.holds("SH-MU-03"):
        return one.foes
    side = battle.side(battle.setup.unit_of[one.model])
    return tuple(unit for unit in battle.combat.units if battle.side(unit) != side and battle.lives(unit))


def _attacks(battle: Battle, table: Table, ones: list[Engaged]) -> int:
    if not battle.combat.late:
        return sum(attacks_of(battle, table, one) for one in ones)
    shares = [(attacks_at_this_step(battle, one.model), one) for one in ones]
    return sum(attacks_of(battle, table, one) if share is None else share for share, one in shares)


def heads_of(battle: Battle, table: Table, group: Strikers) -> tuple[tuple[int, int], ...]:
    """Possible ways to direct a group's attacks at this step, as pairs of weapon index and enemy unit."""
    weapons, step = arms(battle, table, group.kind), battle.combat.step
    ready = [place for place, weapon in enumerate(weapons) if step_of(battle, table, group.kind, weapon) == step]
    return tuple((place, foe) for place in ready for foe in group.foes)


def arms(battle: Battle, table: Table, kind: int) -> tuple[Weapon, ...]:
    """Weapons with which models of a kind may fight now."""
    return weapons_to_fight_with(battle.traits(kind), battle.status(battle.setup.kinds[kind].unit), table)


def with_attacks(
    battle: Battle, group: Strikers, heads: tuple[tuple[int, int], ...], shares: tuple[int, ...]
) -> Battle:
    """Return the battle after recording the declared attacks of a group."""
    unit = battle.setup.kinds[group.kind].unit
    new = [
        DeclaredAttacks(unit, group.kind, weapon, foe, share)
        for (weapon, foe), share in zip(heads, shares, strict=True)
        if share
    ]
    return battle.exchanging(declared=(*battle.combat.exchange.declared, *new))


def _label(battle: Battle, table: Table, kind: int, head: tuple[int, int]) -> str:
    weapon, foe = head
    return f"{in_words(arms(battle, table, kind)[weapon].name)} on {battle.unit(foe).name}"

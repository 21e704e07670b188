"""Strikes: the rolls to hit, to wound and to save, and the casualties (WAB-CC-07 to WAB-CC-12)."""

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Pool, Target, Volley
from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.wab.armour import Threat, save_needed, strength_modifier
from pilein.rulesets.wab.characteristics import has_at_least
from pilein.rulesets.wab.combat_events import Fell, Struck
from pilein.rulesets.wab.fight.stepping_up import with_gaps_filled
from pilein.rulesets.wab.fight.who_fights import (
    alike,
    attacks_of,
    has_hands_full,
    models_in_contact,
    named,
    owner_of,
    plain,
)
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.psychology.frenzy import hates, hatred_works
from pilein.rulesets.wab.psychology.friends_lost import has_general, with_friends_shaken
from pilein.rulesets.wab.state import NOBODY, Battle, Strikers
from pilein.rulesets.wab.steps import Step, clause
from pilein.tabletop.plane import Loose

SIX, NEVER = 6, 7  # scores
WORST_OF_PARENT = 5


class Scores(Struct, frozen=True):
    """Scores that a group of identical attacks needs to hit and to wound, and the score that the target needs to save.
    A score of 7 means impossible.
    """

    hit: int
    wound: int
    save: int


@clause(Step.STRIKE)
def strike(  # noqa: PLR0913, PLR0917 - who strikes whom with how many
    battle: Battle,
    table: Table,
    unit: int,
    kind: int,
    foe: int,
    by_mount: int,
    models: int,
    at: int = NOBODY,
    attacks: int = 0,
) -> Battle:
    """WAB-R-95. A group of models strikes. All dice to hit are rolled first, followed by re-rolls, dice to wound and
    saves. Losses are removed last.

    WAB-CC-07. To hit, one D6 is rolled per attack.
    """
    strikers = Strikers(unit, kind, foe, 0, models, by_mount=bool(by_mount), at=at, attacks=attacks)
    if not is_there(battle, strikers):
        return battle
    attacks, scores = attacks_of(battle, table, strikers), scores_of(battle, table, strikers)
    dice = attacks if table.holds("WAB-CC-07") else 0
    again = "failures" if tries_again(battle, table, strikers) else ""
    volley = Volley(dice, scores.hit, scores.wound, save=scores.save, target=0, re_roll_hits=again)
    _, (unsaved,) = table.roll(Pool((volley,), (Target(dice),), label="blows"))
    _tell(battle, table, strikers, dice, scores)
    if not unsaved:
        return battle
    losses = (unit, foe, unsaved, *([] if at == NOBODY else [at]))
    fight = battle.fight
    if fight and fight.due is not None:
        return battle.changed(fight=replace(fight, due=(*fight.due, losses)))
    table.then(Step.TAKE_LOSSES, *losses)
    return battle


def is_there(battle: Battle, strikers: Strikers) -> bool:
    """Whether the announced target, either a unit or a character in it, is still present."""
    at = strikers.at
    return battle.lives(strikers.foe) and (at == NOBODY or at in battle.field.kinds(strikers.foe))


@clause(Step.TAKE_ALL_LOSSES)
def take_all_losses(battle: Battle, table: Table) -> Battle:
    """WAB-R-78 `simultaneous`. When both sides have struck at an Initiative, the losses of both are removed."""
    fight = battle.fight
    assert fight is not None
    for losses in fight.due or ():
        table.then(Step.TAKE_LOSSES, *losses)
    return battle.changed(fight=replace(fight, due=None))


@clause(Step.TAKE_LOSSES)
def take_losses(battle: Battle, table: Table, unit: int, foe: int, unsaved: int, at: int = NOBODY) -> Battle:
    """WAB-R-95. The casualties of the attacks are removed. Under WAB-R-88 `overkill` surplus wounds count towards the
    result as well.
    """
    losses = losing(battle, table, struck_models(battle, foe, at), unsaved)
    if losses.wounds:
        table.tell(Fell(unit=battle.unit(foe).name, wounds=losses.wounds, fallen=losses.models, clause="WAB-CC-13"))
    wounds = losses.wounds
    if unsaved > wounds and table.rule("WAB-R-88") == "overkill":
        wounds = unsaved
    after = losses.battle
    table.then(Step.SCORE_WOUNDS, unit, foe, wounds, losses.models, *([] if at == NOBODY else [at]))
    if losses.models and not has_at_least(after, foe, table.number("WAB-BR-08")):
        table.then(Step.ANSWER_SMALL, foe, unit)
    if losses.models and has_general(battle, foe):
        table.then(Step.ANSWER_AT_ONCE)
    return after if after.lives(foe) else with_friends_shaken(battle, table, after, foe)


@clause(Step.SCORE_WOUNDS)
def score_wounds(
    battle: Battle, table: Table, unit: int, foe: int, wounds: int, fallen: int, at: int = NOBODY
) -> Battle:
    """WAB-R-80. Models lost before they strike do not strike. Under `step-up` other models step up immediately.

    Wounds count towards the result.
    """
    fight = battle.fight
    assert fight is not None
    lead = fight.lead + (wounds if battle.side(unit) == battle.active else -wounds)
    waiting = fight.strikers
    if fallen and any(one.unit == foe for one in waiting):
        if at != NOBODY:
            waiting = without_character(battle, waiting, foe, at)
        else:
            most = battle.living(foe) if table.rule("WAB-R-80") == "step-up" else -1
            waiting = fewer(battle, table, waiting, foe, fallen, most)
    return battle.changed(fight=replace(fight, lead=lead, strikers=waiting))


def scores_of(battle: Battle, table: Table, strikers: Strikers) -> Scores:
    """Scores that attacks need to hit and to wound, and the save against them.

    A unit that failed its fear test but stood hits only on sixes in the first round of that combat (WAB-FE-04).
    """
    traits, target = battle.traits(strikers.kind), target_of(battle, strikers.foe, strikers.at)
    mount = traits.mount if strikers.by_mount else None
    skill, strength = (mount.WS, mount.S) if mount else (traits.WS, traits.S)
    in_fear = battle.status(strikers.unit).sixes_only and _is_first_round(battle, strikers) and table.holds("WAB-FE-04")
    hit = SIX if in_fear else hit_score(skill, target.WS, table)
    threat = threat_of(battle, table, strikers, target, strength)
    return Scores(hit, wound_score(strength, target.T, table), save_needed(target, threat, table))


def target_of(battle: Battle, foe: int, at: int = NOBODY) -> Traits:
    """Traits that count for attacks on a unit: those of the model that takes wounds first, or of the character `at`."""
    if at != NOBODY:
        return battle.traits(at)
    most = most_frequent_kinds(battle, foe)
    if len({plain(battle.traits(kind)) for kind in most}) == 1:
        return battle.traits(most[-1])
    return battle.model_traits(body_of(battle, foe)[0])


def hit_score(skill: int, against: int, table: Table) -> int:
    """Score needed to hit, from the chart that compares weapon skills (WAB-CC-08, WAB-R-18).

    Under `to-hit-parent` the parent's chart applies, with 5+ as the worst score.
    """
    if not table.holds("WAB-CC-08"):
        return SIX
    if against < skill:
        return table.number("WAB-CC-08.better")
    even = table.number("WAB-CC-08.even")
    worse = (against - skill) // table.number("WAB-CC-08.step")
    need = max(even, min(table.number("WAB-CC-08.worst"), even + worse))
    if need == even or table.rule("WAB-R-18") != "to-hit-parent":
        return need
    return WORST_OF_PARENT if against > 2 * skill else even


def wound_score(strength: int, toughness: int, table: Table) -> int:
    """Score needed to wound, from the chart that compares strength with toughness (WAB-CC-09, WAB-CC-10). 7 means
    impossible.

    One D6 is rolled for each hit. Under WAB-R-83 `six-wounds` a 6 always wounds.
    """
    if not table.holds("WAB-CC-09"):
        return 1
    even = table.number("WAB-CC-10.even")
    if not table.holds("WAB-CC-10"):
        return even
    over = toughness - strength
    if over < table.number("WAB-CC-10.hopeless"):
        return max(table.number("WAB-CC-10.best"), min(SIX, even + over))
    return SIX if table.rule("WAB-R-83") == "six-wounds" else NEVER


def threat_of(battle: Battle, table: Table, strikers: Strikers, target: Traits, strength: int) -> Threat:
    """Return the hit to save against, with its direction, its strength, and whether the target has a hand free for a
    shield.
    """
    flanked = any(one.unit == strikers.unit and one.foe == strikers.foe for one in battle.assaults)
    return Threat(
        by_missile=False,
        frontal=not flanked,
        has_shield_hand=not has_hands_full(battle, strikers.foe, target),
        modifier=strength_modifier(strength, table),
        strength=strength,
    )


def tries_again(battle: Battle, table: Table, strikers: Strikers) -> bool:
    """Ask whether a unit re-rolls misses against a hated enemy in the first round of a combat (WAB-HA-02)."""
    if not _is_first_round(battle, strikers) or not hatred_works(battle, table, strikers.unit):
        return False
    if not hates(battle, strikers.unit, strikers.foe) or not table.holds("WAB-HA-02"):
        return False
    words = f"{owner_of(battle, strikers)}: re-roll the misses against {battle.unit(strikers.foe).name}?"
    return bool(table.choose(yes_or_no(battle.side(strikers.unit), "WAB-HA-02", words, about=strikers.unit)))


def _is_first_round(battle: Battle, strikers: Strikers) -> bool:
    return strikers.foe not in battle.status(strikers.unit).fought


def fewer(
    battle: Battle, table: Table, waiting: tuple[Strikers, ...], unit: int, fallen: int, most: int
) -> tuple[Strikers, ...]:
    """Strikers left after the given number of a unit's models have fallen, beginning with the last of the rank and
    file.

    `most` limits the number of strikers left; -1 means that every fallen model was a striker. Models that divide
    their attacks are removed last, each with all its attacks.
    """
    left = list(waiting)
    for by_mount in (False, True):
        mine = [place for place, one in enumerate(left) if one.unit == unit and one.by_mount == by_mount]
        mine.sort(key=lambda place: (battle.traits(left[place].kind).type == "character", -place))
        lost = fallen if most < 0 else max(0, sum(left[place].models for place in mine) - most)
        for place in mine:
            gone = min(lost, left[place].models)
            lost -= gone
            left[place] = replace(left[place], models=left[place].models - gone)
        divided = [place for place in mine if left[place].attacks]
        if divided and most < 0:
            one = replace(left[divided[0]], models=1, attacks=0)
            _lose_attacks(left, divided, lost * attacks_of(battle, table, one))
    return tuple(one for one in left if one.models or one.attacks)


def _lose_attacks(left: list[Strikers], places: list[int], lost: int) -> None:
    for place in places:
        gone = min(lost, left[place].attacks)
        lost -= gone
        left[place] = replace(left[place], attacks=left[place].attacks - gone)


def without_character(battle: Battle, waiting: tuple[Strikers, ...], unit: int, kind: int) -> tuple[Strikers, ...]:
    """Strikers left after a character has been slain before striking."""
    same = alike(battle, unit)
    gone = {same(model) for model, of in enumerate(battle.setup.kind_of) if of == kind}
    return tuple(one for one in waiting if one.unit != unit or one.kind not in gone)


def _tell(battle: Battle, table: Table, strikers: Strikers, dice: int, scores: Scores) -> None:
    table.tell(
        Struck(
            unit=battle.unit(strikers.unit).name,
            foe=named(battle, (strikers.foe, strikers.at)),
            attacks=dice,
            hit=scores.hit,
            wound=scores.wound,
            clause="WAB-CC-07",
        )
    )


# --- Wounds and losses, in combat and by shooting -----------------------------------------------------------------
# Which models take them, and which are removed (WAB-CC-13, WAB-R-85).


class Losses(Struct, frozen=True):
    """Results of unsaved wounds: the battle afterwards, the wounds taken and the models lost."""

    battle: Battle
    wounds: int
    models: int


def struck_models(battle: Battle, unit: int, at: int) -> tuple[int, ...]:
    """Models that take the wounds from attacks on a unit's rank and file, or on its characters of the kind `at`."""
    if at == NOBODY:
        return body_of(battle, unit)
    models = [model for model in battle.field.models(unit) if battle.setup.kind_of[model] == at]
    return tuple(sorted(models, key=lambda model: -battle.field.wounds_lost(model)))


def body_of(battle: Battle, unit: int) -> tuple[int, ...]:
    """Models of a unit that take wounds: its rank and file, or its characters if it has no rank and file.

    The models are in order of removal, wounded models first and then from the rear rank forward.
    """
    models, most = battle.field.models(unit), most_frequent_kinds(battle, unit)
    hurt = battle.field.wounds_lost
    places = [place for place, model in enumerate(models) if battle.setup.kind_of[model] in most]
    return tuple(models[place] for place in sorted(places, key=lambda place: (-hurt(models[place]), -place)))


def most_frequent_kinds(battle: Battle, unit: int) -> tuple[int, ...]:
    """Kinds of models in a unit's rank and file, or of its characters if it has no other models."""
    kinds = battle.field.kinds(unit)
    return tuple(kind for kind in kinds if battle.traits(kind).type != "character") or kinds


def capacity(battle: Battle, models: tuple[int, ...]) -> int:
    """Number of wounds that models can still lose."""
    return sum(battle.model_traits(model).W - battle.field.wounds_lost(model) for model in models)


def losing(battle: Battle, table: Table, models: tuple[int, ...], wounds: int) -> Losses:
    """Inflict wounds on models in the order of `body_of` and remove the slain (WAB-CC-13).

    Wounds accumulate, and a model is removed when it has lost all its own wounds (WAB-R-85). Wounds left over when
    the last model is slain do not count. Under `spread-wounds` every model in contact takes one wound before any
    model takes a second, and models out of contact come last. Survivors step into the places of the slain
    (WAB-R-80).
    """
    taken = min(wounds, capacity(battle, models))
    lost = {model: battle.field.wounds_lost(model) for model in models}
    most = {model: battle.model_traits(model).W for model in models}
    is_spread = any(of > 1 for of in most.values()) and table.rule("WAB-R-85") == "spread-wounds"
    touching = models_in_contact(battle, battle.setup.unit_of[models[0]]) if is_spread else ()
    for _ in range(taken):
        open_to = [model for model in models if lost[model] < most[model]]
        open_to = [model for model in open_to if model in touching] or open_to
        hurt = min(open_to, key=lambda model: lost[model]) if is_spread else open_to[0]
        lost[hurt] += 1
    fallen = frozenset(model for model in models if lost[model] == most[model])
    scars = {model: of for model, of in lost.items() if model not in fallen and of != battle.field.wounds_lost(model)}
    if (scars or fallen) and table.holds("WAB-CC-13"):
        from_rear = not _fall_where_they_fight(battle, table, fallen)
        left = battle.field.after(scars, fallen)
        battle = battle.on(with_gaps_filled(battle.field, left, fallen, from_rear=from_rear))
    return Losses(battle, taken, len(fallen))


def _fall_where_they_fight(battle: Battle, table: Table, fallen: frozenset[int]) -> bool:
    """Whether the loose models nearest to the enemy fall first, rather than those at the rear (WAB-R-100
    `nearest-fall`).
    """
    units = {battle.setup.unit_of[model] for model in fallen} if battle.is_on_table else ()
    are_loose = any(isinstance(battle.plane.standings[unit], Loose) for unit in units)
    return are_loose and table.rule("WAB-R-100") == "nearest-fall"

"""Sensible policy for WWPD, which answers each question as the table "Decision points" in the README prescribes."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice
from math import fsum
from typing import Any

from pilein.geometry.gaps import gap, touches
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import Answer, Choice, OneOf, Several, first, of_row
from pilein.rulesets.wwpd.aims import aim_of, enemies_by_gap
from pilein.rulesets.wwpd.charging import able_to_charge
from pilein.rulesets.wwpd.following_up import SHIFT, FollowUpPlace
from pilein.rulesets.wwpd.losing import score_to_hit, score_to_save, score_to_wound
from pilein.rulesets.wwpd.moving import Approach
from pilein.rulesets.wwpd.profile import Traits
from pilein.rulesets.wwpd.re_rolls import odds
from pilein.rulesets.wwpd.state import Battle
from pilein.tabletop.movement.ways import body_at

WHOLE = 36  # denominator of the odds
LOOKED_AT = 8  # places compared for touching a friend
PURSUIT = "keep-1"  # the reading under which following up leads towards the enemy


def sensible(state: object, choice: Choice) -> Answer:
    """Answer a choice as the table of decision points prescribes. If the table has no row for the choice, take the
    first option.

    The first options are to move the full distance into contact, to allocate hits to plain models before leaders,
    and to take the lowest number first. A unit stays if it may (WW-EN-04), since a unit that falls back counts as
    beaten until it fights again. The policy keeps no memory, so it may be used in the Markov chain that gives the
    odds.
    """
    return of_row(ROWS, state, choice) if isinstance(state, Battle) else first(choice)


def declaration(battle: Battle, choice: Several) -> Answer:
    """Declare a charge by each unit that has models in reach of an enemy and is expected to kill more models than it
    loses (WW-DE-01).
    """
    return tuple(unit for unit in choice.of if _is_worth_charging(battle, unit))


def moving(battle: Battle, choice: Approach) -> Answer:
    """Move the full distance into contact. Among several friends to touch, choose the friend facing the most enemies
    (WW-CH-03, WW-CH-05).
    """
    answer = first(choice)
    aim = aim_of(battle, choice.terms, answer[0])
    if aim.kind != "friend" or not _has_busier_friends(battle, aim.goals, answer):
        return answer
    offered = [answer for _, answer in islice(choice.candidates(), LOOKED_AT)]
    return max(offered, key=lambda answer: _enemies_faced(battle, answer))


def target(battle: Battle, choice: OneOf) -> Answer:
    """Strike the unit most likely to suffer a kill, if the model is in contact with several units (WW-RS-02)."""
    own = battle.traits(choice.about)
    return max(choice.options, key=lambda foe: (killed_by_an_attack(battle, own, _typical(battle, foe)), -foe))


def following_up(battle: Battle, choice: OneOf) -> Answer:
    """Stay, since there are no objectives, unless the rules for following up permit a pursuit (WW-EN-06)."""
    has_enemies = any(battle.living(foe) for foe in battle.setup.units_of(1 - choice.side))
    return has_enemies and battle.setup.readings["WW-R-33"].option == PURSUIT


def following(battle: Battle, choice: FollowUpPlace) -> Answer:
    """Move each model of a pursuing unit as far as possible towards the enemy (WW-FU-01)."""
    for _, answer in islice(choice.candidates(), 1, None):
        if len(answer) == SHIFT:
            continue
        model = answer[0]
        before = enemies_by_gap(battle, model)
        there = body_at(battle.plane, model, Place(*answer[1:]))
        if before and gap(there, battle.plane.shape(before[0][1])) < before[0][0]:
            return answer
    return ()


def killed_by_an_attack(battle: Battle, own: Traits, foe: Traits) -> float:
    """Probability that an attack kills a model."""
    table = battle.preview_table()
    needs = score_to_hit(table, own.skill, foe.skill), score_to_wound(table, own.weapon, foe)
    _, saved = odds(score_to_save(table, own.weapon, foe))
    chance = 1 - saved / WHOLE
    for need in needs:
        _, good = odds(need)
        chance *= good / WHOLE
    return chance / foe.wounds


def felled_by(battle: Battle, strikers: Iterable[int], foe: int) -> float:
    """Expected number of models in a unit that the strikers kill."""
    typical = _typical(battle, foe)
    traits = [battle.traits(model) for model in strikers]
    return fsum(one.rate * killed_by_an_attack(battle, one, typical) for one in traits)


def _is_worth_charging(battle: Battle, unit: int) -> bool:
    """Whether the models in reach of the nearest enemy unit are expected to kill more models than an equal number of
    enemies would kill in return.
    """
    reach = battle.number("WW-CH-03.reach") * INCH
    near = {model: enemies_by_gap(battle, model)[0] for model in able_to_charge(battle, unit)}
    strikers = [model for model, (away, _) in near.items() if away <= reach]
    if not strikers:
        return False
    foe = battle.unit_of(min(near[model] for model in strikers)[1])
    replying = battle.field.models(foe)[: len(strikers)]
    given = min(felled_by(battle, strikers, foe), battle.living(foe))
    taken = min(felled_by(battle, replying, unit), battle.living(unit))
    return given > taken


def _typical(battle: Battle, unit: int) -> Traits:
    """Traits of the most numerous kind of model in a unit."""
    kinds = Counter(battle.setup.kind_of[model] for model in battle.field.models(unit))
    kind = max(kinds, key=lambda one: (kinds[one], -one))
    return battle.traits(battle.setup.first_of_kind[kind])


def _has_busier_friends(battle: Battle, friends: tuple[int, ...], answer: Answer) -> bool:
    """Whether a friend that is at most an inch further away than the nearest friend faces more enemies than the friend
    that the answer would touch.
    """
    body, enemies = battle.plane.shape(answer[0]), battle.plane.contacts.enemies
    gaps = {friend: gap(body, battle.plane.shape(friend)) for friend in friends}
    near = [friend for friend in friends if gaps[friend] <= min(gaps.values()) + INCH]
    return max(len(enemies[friend]) for friend in near) > _enemies_faced(battle, answer)


def _enemies_faced(battle: Battle, answer: Answer) -> int:
    """Number of enemies that face the engaged friend that a model would touch. If it would touch several such friends,
    the greatest number counts.
    """
    model, place = answer[0], Place(*answer[1:])
    body, enemies = body_at(battle.plane, model, place), battle.plane.contacts.enemies
    side = battle.setup.side_of(model)
    friends = (one for one in enemies if enemies[one] and one != model and battle.setup.side_of(one) == side)
    return max((len(enemies[one]) for one in friends if touches(body, battle.plane.shape(one))), default=0)


ROWS: dict[tuple[type, str], Callable[[Battle, Any], Answer]] = {
    (Several, "WW-DE-01"): declaration,
    (Approach, "WW-CH-03"): moving,
    (Approach, "WW-PI-03"): moving,
    (Approach, "WW-EN-05"): moving,
    (OneOf, "WW-RS-02"): target,
    (OneOf, "WW-EN-06"): following_up,
    (FollowUpPlace, "WW-FU-01"): following,
}

"""Rules for combat scores, and for the hits that result from the difference between two scores (CP-AT-02, CP-HT,
CP-SH).
"""

from collections.abc import Iterator

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.scorched.attack_dice import RollOff
from pilein.rulesets.scorched.engaged import touching_enemies
from pilein.rulesets.scorched.events import LandedHits, Scored, Tied
from pilein.rulesets.scorched.gear import is_armed, rows_in_use
from pilein.rulesets.scorched.hit_effects import excised_in
from pilein.rulesets.scorched.members import enemies_fought, enemies_there
from pilein.rulesets.scorched.piercing import armour_piercing
from pilein.rulesets.scorched.profile import MACE
from pilein.rulesets.scorched.skill import fighting_skill, outnumbered_by, result_of
from pilein.rulesets.scorched.state import Battle, Hand, Strike
from pilein.rulesets.scorched.steps import Step, clause

UNTOLD = -1000  # no score


class Score(Struct, frozen=True):
    """Combat score of a model, with its best die as rolled and its WS after all reductions.

    `plain` is the score before doubling: the die minus `lowered` plus the WS. `six` means that the dice include a 6
    that counts.
    """

    model: int
    value: int
    plain: int
    six: bool
    die: int = 0
    WS: int = 0
    lowered: int = 0


@clause(Step.LAND_HITS)
def land_hits(battle: Battle, table: Table) -> Battle:
    """CP-R-11. All scores of the combat are compared simultaneously. A model slain by its daemon neither hits nor is
    hit.
    """
    scores = scores_of(battle, table)
    for score in scores:
        names, value = battle.called(score.model), score.value
        table.tell(
            Scored(
                **names,
                die=score.die,
                WS=score.WS,
                score=value,
                lowered=score.lowered,
                reduced=battle.traits(score.model).WS - score.WS,
                times=table.number("CP-SH-02") if value != score.plain else 1,
                clause="CP-AT-03",
            )
        )
    known = {score.model: score for score in scores}
    strikes = [strike for score in scores for strike in _strikes(battle, table, score, known)]
    ties = list(_ties(battle, table, known))
    for strike in strikes:
        names = battle.called(strike.by) | {"enemy": battle.name(strike.on)}
        table.tell(LandedHits(**names, hits=strike.hits, AP=strike.AP, clause="CP-HT-02"))
    for one, other in ties:
        table.then(Step.ROLL_OFF, one, other, int(known[one].six), int(known[other].six))
    battle = battle.fighting(throwers=(), hands=(), strikes=_in_order(battle, strikes))
    if battle.combats or battle.scores:
        battle = _remembering(battle, table, scores)
    excised = excised_in(battle, table) if battle.combats else battle.excised
    return battle if excised == battle.excised else battle.changed(excised=excised)


def lands_no_hits(battle: Battle, table: Table, model: int) -> bool:
    """Whether a model lands no hits because it shields (CP-SH-03). If both opponents shield, neither hits (CP-IX-06). A
    shielding model with a mace does not push its enemies either (CP-IX-23).
    """
    shielding = battle.combat.shielding
    if model not in shielding:
        return False
    if any(enemy in shielding for enemy in enemies_fought(battle, model)) and not table.holds("CP-IX-06"):
        return False
    if MACE in rows_in_use(battle, table, model) and not table.holds("CP-IX-23"):
        return False
    return table.holds("CP-SH-03")


def enemies_in_reach(battle: Battle, table: Table, model: int) -> tuple[int, ...]:
    """Enemies that a model can hit: its opponents and, if a ruling says so, other models in contact that have a score
    (CP-R-10).
    """
    fought, there = enemies_fought(battle, model), enemies_there(battle, model)
    if not battle.scores and len(there) == len(fought):
        return fought
    scored = dict.fromkeys((*there, *(enemy for enemy, _ in battle.scores)))
    others = [enemy for enemy in scored if enemy not in fought and enemy in touching_enemies(battle, model)]
    if not others or table.rule("CP-R-10") != "all-touched":
        return fought
    return (*fought, *others)


def number_of_hits(table: Table, own: Score, other: Score) -> int:
    """Number of hits on an enemy: the difference between the two scores (CP-HT-02)."""
    if not is_hit(table, own, other):
        return 0
    difference = abs(own.value - _counted(table, other))
    return difference * table.number("CP-HT-02") if table.holds("CP-HT-02") else 1


def is_hit(table: Table, own: Score, other: Score) -> bool:
    """Whether a model hits an enemy because the enemy's combat score is lower (CP-HT-01).

    An enemy with an equal or higher score takes no hits (CP-HT-03).
    """
    if other.value < own.value:
        return table.holds("CP-HT-01")
    return not table.holds("CP-HT-03")


@clause(Step.ROLL_OFF)
def roll_off(battle: Battle, table: Table, one: int, other: int, *sixes: int) -> Battle:
    """CP-R-57 `roll-off`. Two models with equal scores each roll a die, and the model with the higher die lands one
    hit.
    """
    if not (battle.is_alive(one) and battle.is_alive(other)):
        return battle
    result = table.roll(RollOff(names=(battle.name(one), battle.name(other))))
    if not result:
        return battle
    by, on, six = (one, other, sixes[0]) if result > 0 else (other, one, sixes[1])
    if lands_no_hits(battle, table, by) or _is_harmless(battle, table, by):
        return battle
    strike = Strike(by, on, 1, armour_piercing(battle, table, by, six=bool(six)))
    names = battle.called(by) | {"enemy": battle.name(on)}
    table.tell(LandedHits(**names, hits=1, AP=strike.AP, clause="CP-HT-03"))
    return battle.fighting(strikes=_in_order(battle, [*battle.combat.strikes, strike]))


def scores_of(battle: Battle, table: Table) -> tuple[Score, ...]:
    """Combat scores of all models that rolled dice."""
    found: dict[int, list[Hand]] = {}
    for hand in battle.combat.hands:
        found.setdefault(hand.model, []).append(hand)
    return tuple(_score(battle, table, model, hands) for model, hands in found.items())


def _score(battle: Battle, table: Table, model: int, hands: list[Hand]) -> Score:
    """Combat score of a model: its highest die plus its WS (CP-AT-02, CP-AT-03)."""
    face = max(hand.highest for hand in hands)
    skill = fighting_skill(battle, table, model, face)
    result = result_of(battle, table, model, face)
    total = result + skill
    value = plain = total if table.holds("CP-AT-02") and table.holds("CP-AT-03") else 0
    if model in battle.combat.shielding and table.rule("CP-R-23") != "double-dice":
        value = doubled(battle, table, model, plain)
    six = any(hand.highest >= table.number("CP-DG-01.face") for hand in hands if hand.is_own)
    return Score(model, value, plain, six, face, skill, face - result)


def doubled(battle: Battle, table: Table, model: int, score: int) -> int:
    """Combat score of a model that shields. The score is doubled (CP-SH-02), even if the model is outnumbered
    (CP-IX-26).
    """
    if outnumbered_by(battle, table, model) and not table.holds("CP-IX-26"):
        return score
    return table.number("CP-SH-02") * score if table.holds("CP-SH-02") else score


def _strikes(battle: Battle, table: Table, own: Score, known: dict[int, Score]) -> Iterator[Strike]:
    """Yield the hits that a model lands, as one strike for each enemy it hits."""
    gone = battle.combat.gone
    if own.model in gone or lands_no_hits(battle, table, own.model) or _is_harmless(battle, table, own.model):
        return
    over, plain = dict(battle.scores), dict(battle.undoubled)
    for enemy in enemies_in_reach(battle, table, own.model):
        value = over.get(enemy, UNTOLD)
        other = known.get(enemy) or Score(enemy, value, plain.get(enemy, value), six=False)
        hits = 0 if enemy in gone else number_of_hits(table, own, other)
        if hits:
            yield Strike(own.model, enemy, hits, armour_piercing(battle, table, own.model, six=own.six))


def _counted(table: Table, score: Score) -> int:
    """Score from which the number of hits is computed: the final score or, under `undoubled`, the score before doubling
    (CP-R-13).
    """
    if score.plain != score.value and table.rule("CP-R-13") == "undoubled":
        return score.plain
    return score.value


def _is_harmless(battle: Battle, table: Table, model: int) -> bool:
    """Whether a model armed only with fists or a gun butt lands no hits (CP-R-59 `cannot-hit`)."""
    return not is_armed(battle.traits(model).weapons) and table.rule("CP-R-59") == "cannot-hit"


def _ties(battle: Battle, table: Table, known: dict[int, Score]) -> Iterator[tuple[int, int]]:
    """Log opponents with equal scores, and yield the pairs of opponents that roll off (CP-R-57)."""
    for one, other in battle.combat.bouts:
        if known[one].value == known[other].value and not {one, other}.intersection(battle.combat.gone):
            first, second = battle.in_order((one, other))
            table.tell(Tied(**battle.called(first), enemy=battle.name(second), clause="CP-HT-03"))
            if table.rule("CP-R-57") == "roll-off":
                yield first, second


def _in_order(battle: Battle, strikes: list[Strike]) -> tuple[Strike, ...]:
    """Sort strikes by the model struck and then by the enemy that hit it (CP-R-60)."""
    order = {model: place for place, model in enumerate(battle.in_order({one.on for one in strikes}))}
    return tuple(sorted(strikes, key=lambda one: (order[one.on], battle.side_of(one.by) != battle.active, one.by)))


def _remembering(battle: Battle, table: Table, scores: tuple[Score, ...]) -> Battle:
    """Record the scores that may still be compared with the scores of other models (CP-R-10)."""
    if table.rule("CP-R-10") != "all-touched":
        return battle
    known = {**dict(battle.scores), **{score.model: score.value for score in scores}}
    plain = {**dict(battle.undoubled), **{score.model: score.plain for score in scores if score.plain != score.value}}
    return battle.changed(scores=tuple(sorted(known.items())), undoubled=tuple(sorted(plain.items())))

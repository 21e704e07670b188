"""Initiative steps at which models attack (SH-IN)."""

from collections import Counter
from collections.abc import Sequence

from pilein.kernel.nearest import in_words
from pilein.kernel.requests import OneOf, Split, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.attacks import bonus_of, rampage, weapons_to_fight_with
from pilein.rulesets.scrollhammer.contact import Engaged, abreast, engaged_models
from pilein.rulesets.scrollhammer.profile import Traits, Weapon
from pilein.rulesets.scrollhammer.state import Battle, Status
from pilein.rulesets.scrollhammer.steps import Step, clause

Late = tuple[tuple[int, int, int], ...]  # models, steps, attacks
FIRST, LAST = 10, 1
NEVER = 0
ANY_STEP = 0  # at the end of a combat Initiative is ignored (SH-R-77)


def step_of(battle: Battle, table: Table, kind: int, weapon: Weapon) -> int:
    """Return the step at which a model strikes, equal to its Initiative (SH-IN-01), or NEVER if it has no Initiative
    (SH-R-38).
    """
    traits = battle.traits(kind)
    status = battle.status(battle.setup.kinds[kind].unit)
    if traits.I == 0:
        return LAST if table.rule("SH-R-38") == "zero-last" else NEVER
    counting = counting_initiative(traits, status, weapon, table)
    return max(LAST, min(FIRST, counting)) if table.holds("SH-IN-01") else LAST


def counting_initiative(traits: Traits, status: Status, weapon: Weapon, table: Table) -> int:
    """Initiative used for striking, as modified by situations and weapons (SH-IN-07)."""
    if status.charged_rough and table.rule("SH-R-34") == "initiative-1":
        changed = LAST
    elif weapon.strikes:
        changed = FIRST if weapon.strikes == "first" else LAST
    else:
        changed = traits.I + weapon.I
    return changed if changed != traits.I and table.holds("SH-IN-07") else traits.I


def strikes_at(battle: Battle, table: Table, kind: int) -> tuple[int, ...]:
    """Return the steps, in order, at which models of a kind may strike. There are several if the weapons of the models
    differ in speed.
    """
    status = battle.status(battle.setup.kinds[kind].unit)
    weapons = weapons_to_fight_with(battle.traits(kind), status, table)
    found = {step_of(battle, table, kind, weapon) for weapon in weapons} - {NEVER}
    return tuple(sorted(found, reverse=True))


def kinds_of(battle: Battle, unit: int) -> tuple[int, ...]:
    """Kinds of models that are still alive in a unit."""
    return battle.field.kinds(unit)


def next_step_of(battle: Battle, table: Table) -> int:
    """Next Initiative step, or NEVER after the last step.

    There are ten steps, counted down from 10 to 1, beginning with the highest Initiative present (SH-IN-02,
    SH-IN-03). Steps without fighting models are skipped (SH-IN-04).
    """
    fight = battle.combat
    present = {
        step for unit in fight.units for kind in kinds_of(battle, unit) for step in strikes_at(battle, table, kind)
    }
    left = [step for step in present if step < fight.step]
    if not left or not (table.holds("SH-IN-02") and table.holds("SH-IN-03")):
        return NEVER
    following = fight.step - 1
    if following < FIRST and following not in left and not table.holds("SH-IN-04"):
        return following
    return max(left)


# --- Weapons of different speed: attacks in two Initiative steps (SH-R-46) ----------------------------------------


@clause(Step.DECLARE_SPEEDS)
def declare_speeds(battle: Battle, table: Table, kind: int, *models: int) -> Battle:
    """SH-R-46. Models that strike at several steps divide their Attacks among the steps when the first step comes. All
    bonus attacks go to one of the steps.

    The owner divides the attacks freely, either in the same way for all identical models or separately for each
    model (SH-WP-04).
    """
    models = models or tuple(
        model for model in battle.field.models(_unit(battle, kind)) if _is_model_of(battle, model, kind)
    )
    side = battle.side(_unit(battle, kind))
    each = f" {models[0]}" if len(models) == 1 < battle.living(_unit(battle, kind)) and battle.is_on_table else ""
    name = f"{battle.setup.kinds[kind].name}{each} of {battle.unit(_unit(battle, kind)).name}"
    alike = f"{name}: do all {len(models)} split their attacks alike between steps?"
    steps = tuple(step for step in strikes_at(battle, table, kind) if step <= battle.combat.step)
    if len(models) > 1 and len(steps) > 1 and not table.choose(yes_or_no(side, "SH-WP-04", alike)):
        for model in models:
            table.then(Step.DECLARE_SPEEDS, kind, model)
        return battle
    heads = tuple(f"at step {step}: {_names(battle, table, kind, step)}" for step in steps)
    words = f"{name}: how many attacks per model at each step?"
    attacks = battle.traits(kind).A
    shares = table.choose(Split(side, "SH-R-46", words, attacks, heads)) if len(heads) > 1 else (attacks,)
    bonus = _bonus(battle, table, kind, models)
    at = _bonus_step(table, side, heads) if any(bonus.values()) else 0
    new = [
        (model, step, share + bonus[model] * (place == at))
        for model in models
        for place, (step, share) in enumerate(zip(steps, shares, strict=True))
    ]
    late = (*battle.combat.late, *new)
    return battle.fighting(late=late if battle.is_on_table else _in_line(battle, kind, late))


def _bonus(battle: Battle, table: Table, kind: int, models: tuple[int, ...]) -> dict[int, int]:
    """Bonus attacks of each model. Rampage is rolled once even if the model strikes twice (SH-AT-06)."""
    unit, traits = _unit(battle, kind), battle.traits(kind)
    engaged = {one.model: one for one in engaged_models(battle, table, unit)}
    each = {model: bonus_of(battle, table, engaged.get(model, Engaged(model, 0, ()))) for model in models}
    return {model: more + rampage(battle, table, unit, traits, 1) for model, more in each.items()}


def _in_line(battle: Battle, kind: int, late: Late) -> Late:
    """Reorder the models in the press that are declaring now. They stand behind models that have already declared.
    Among them, the models with the fewest late attacks stand in front (SH-R-54).
    """
    plans = _plans(battle, kind, late)
    new = [model for model, plan in plans.items() if all(step <= battle.combat.step for step, _ in plan)]
    others = tuple(one for one in late if one[0] not in new)
    line = sorted((plans[model] for model in new), key=lambda plan: [share for _, share in reversed(plan)])
    return (*others, *((model, *part) for model, plan in zip(new, line, strict=True) for part in plan))


def plans_left(battle: Battle, gone: frozenset[int]) -> Late:
    """Return the attack plans that remain after casualties (SH-WP-04).

    In the press the casualties' plans are dropped, and the models that step into their places have no plan. On a
    table the plans are kept, because models keep their numbers and the plans of casualties are never read again.
    """
    late = battle.combat.late
    if battle.is_on_table or not late or not gone:
        return late
    out = _fallen(battle, gone)
    left: list[tuple[int, int, int]] = []
    for kind in sorted({battle.setup.kind_of[model] for model, _, _ in late}):
        plans = [plan for model, plan in _plans(battle, kind, late).items() if model not in out]
        first = battle.setup.first_of_kind[kind]
        left += [(model, *part) for model, plan in enumerate(plans, first) for part in plan]
    return tuple(left)


def _fallen(battle: Battle, gone: frozenset[int]) -> frozenset[int]:
    """Models that the owner removes, beginning with the models that have the fewest attacks left (SH-R-54).

    Identical models in the press differ only in their plans, so `gone` only determines how many models of each kind
    fall in the front and behind it.
    """
    late = battle.combat.late
    declared = {model for model, _, _ in late}
    fronts = {unit: _front(battle, unit) for unit in sorted({_unit_of(battle, model) for model in declared})}
    ahead = {model for model in declared if model in fronts[_unit_of(battle, model)]}
    out: set[int] = set()
    for rank in (ahead, declared - ahead):
        for kind, number in Counter(battle.setup.kind_of[model] for model in gone & rank).items():
            left = {model: _still_to_make(battle, model) for model in sorted(rank) if _is_model_of(battle, model, kind)}
            out.update(sorted(left, key=left.__getitem__)[:number])
    return frozenset(out)


def _front(battle: Battle, unit: int) -> tuple[int, ...]:
    most = abreast(battle, unit)
    return battle.press.models(unit) if most is None else battle.press.front(unit, most)


def _still_to_make(battle: Battle, model: int) -> int:
    return sum(share for of, step, share in battle.combat.late if of == model and step < battle.combat.step)


def _plans(battle: Battle, kind: int, late: Late) -> dict[int, list[tuple[int, int]]]:
    """Return the attack plans of a kind's models, in order, as pairs (step, attacks)."""
    plans: dict[int, list[tuple[int, int]]] = {}
    for model, step, share in sorted(late, key=lambda one: one[0]):
        if _is_model_of(battle, model, kind):
            plans.setdefault(model, []).append((step, share))
    return plans


def has_declared(battle: Battle, model: int) -> bool:
    """Whether a model has declared separately the attacks that it makes at different steps."""
    return any(of == model for of, _, _ in battle.combat.late)


def attacks_at_this_step(battle: Battle, model: int) -> int | None:
    """Number of attacks of a model at this step, or None if its attacks are not declared separately."""
    if not has_declared(battle, model):
        return None
    return sum(share for of, step, share in battle.combat.late if of == model and step == battle.combat.step)


def _unit(battle: Battle, kind: int) -> int:
    return battle.setup.kinds[kind].unit


def _unit_of(battle: Battle, model: int) -> int:
    return battle.setup.unit_of[model]


def _is_model_of(battle: Battle, model: int, kind: int) -> bool:
    return battle.setup.kind_of[model] == kind


def piling_in_at_this_step(battle: Battle, table: Table, models: Sequence[int]) -> tuple[int, ...]:
    """Models that pile in at the current step."""
    kind_of = battle.setup.kind_of
    steps = {kind: strikes_at(battle, table, kind) for kind in dict.fromkeys(kind_of[model] for model in models)}
    return tuple(model for model in models if _piles_in(battle, table, model, steps[kind_of[model]]))


def _piles_in(battle: Battle, table: Table, model: int, steps: tuple[int, ...]) -> bool:
    """Whether a model with attacks at two steps piles in now. Such a model piles in at the first of its steps
    (SH-IN-08).

    If it is not engaged by the second step, it piles in then as well (SH-IN-09).
    """
    if steps[:1] == (battle.combat.step,):
        return True
    if battle.combat.step not in steps:
        return False
    engaged = engaged_models(battle, table, battle.setup.unit_of[model])
    is_engaged = any(one.model == model for one in engaged)
    return not table.holds("SH-IN-08") or (not is_engaged and table.holds("SH-IN-09"))


def _bonus_step(table: Table, side: int, heads: tuple[str, ...]) -> int:
    if table.rule("SH-R-46") == "bonus-late":
        return len(heads) - 1
    return int(
        table.choose(OneOf(side, "SH-R-46", "when are the bonus attacks made?", tuple(range(len(heads))), heads))
    )


def _names(battle: Battle, table: Table, kind: int, step: int) -> str:
    status = battle.status(battle.setup.kinds[kind].unit)
    weapons = weapons_to_fight_with(battle.traits(kind), status, table)
    here = [in_words(weapon.name) for weapon in weapons if step_of(battle, table, kind, weapon) == step != NEVER]
    return ", ".join(here)

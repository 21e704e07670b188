"""Assumptions behind a result: phases, charges, contact, weapons, formations, policies, fixed answers and rulings."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from pilein.engine.fixed import NONE_FIXED, FixedAnswers
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.nearest import in_words
from pilein.kernel.remedies import on_page
from pilein.kernel.rulings import DEFAULT, Reading
from pilein.lab.figures import Span
from pilein.lab.fixed import assert_offered, unused_hints
from pilein.lab.policies import SENSIBLE, Policies, pair_of, sides_of
from pilein.lab.table import Table, headed
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario, Unit
from pilein.tabletop.vocabulary import Vocabulary

Assumptions: TypeAlias = dict[str, str]  # what about -> in words

CHARGED = "charged"  # name of the status, in rulesets that have one
FILES = "files"
NOBODY = "nobody"
ELSEWHERE = (CHARGED, FILES)  # statuses with a line of their own
STARTING = CHARGED, "in contact", "weapons", "formations", "statuses"  # assumptions about the units as play begins
END = "fought to the end"
FOREVER = "fought to the end, however long it takes"


class Basis(NamedTuple):
    """Assumptions behind a result, and hints about likely mistakes."""

    assumptions: Assumptions
    hints: tuple[str, ...] = ()


def basis(
    scenario: Scenario, policy: Policies, fixed: FixedAnswers, *, phases: Span | str, otherwise: str = SENSIBLE
) -> Basis:
    """Check that the fixed answers are valid, and return the basis of a result.

    The arguments are as in `assumptions`.

    Raises:
        BadInput: a question does not offer the answer that was fixed for it.
    """
    assert_offered(fixed, scenario)
    found = assumptions(scenario, policy, phases=phases, fixed=fixed, otherwise=otherwise)
    return Basis(found, (*hints(scenario), *unused_hints(fixed, scenario.ruleset)))


def assumptions(
    scenario: Scenario,
    policy: Policies,
    *,
    phases: Span | str,
    fixed: FixedAnswers = NONE_FIXED,
    otherwise: str = SENSIBLE,
) -> Assumptions:
    """Return the assumptions behind odds or a simulation.

    `phases` may be a string that describes the phases. `otherwise` is the policy of a side for which no policy is
    given.
    """
    ruleset = ruleset_named(scenario.ruleset)
    lines = {
        "phases": phases if isinstance(phases, str) and phases != "forever" else _phases(phases),
        "charged": _charged(scenario, ruleset.vocabulary),
        "in contact": contact(scenario),
        "weapons": _by_unit(scenario, _weapons),
        "formations": _by_unit(scenario, lambda unit: unit.formation),
        "statuses": _by_unit(scenario, lambda unit: _statuses(unit, ruleset.vocabulary)),
        "policies": _policies(policy, scenario, otherwise),
        "answers": ", ".join(one.words for one in fixed.given),
        "rulings": ", ".join(_reading(ruling, reading) for ruling, reading in sorted(_changed(scenario))),
        "without": ", ".join(scenario.struck),
        "numbers": ", ".join(f"{key}={value}" for key, value in scenario.numbers.items()),
    }
    return {about: words for about, words in lines.items() if words}


def assumed(found: Assumptions) -> Table:
    """Return the assumptions as a table with one row for each assumption."""
    return Table("assumed", (headed(""), headed("")), tuple(found.items()))


def in_a_line(found: Assumptions) -> str:
    """Format the assumptions in one line, for pictures."""
    return " · ".join(f"{about}: {words}" for about, words in found.items())


def _phases(phases: Span | str) -> str:
    if isinstance(phases, str):
        return FOREVER
    if not phases:
        return END
    return "1 phase" if phases == 1 else f"{phases} phases at most"


def _charged(scenario: Scenario, words: Vocabulary) -> str:
    """Return the units that charged before play begins.

    On a table no unit has charged before play, because charges are part of play.
    """
    if all(key.name != CHARGED for key in words.statuses):
        return ""
    charged = [unit.name for unit in scenario.units if unit.statuses.get(CHARGED)]
    return ", ".join(charged) or (NOBODY if scenario.press else "")


def contact(scenario: Scenario) -> str:
    """Describe the models in contact when play begins, with the width of each block.

    In the press the description also gives the number of models that strike.
    """
    ruleset = ruleset_named(scenario.ruleset)
    state: BattleState = ruleset.opened(scenario).state
    counts = [ruleset.engaged(state, number) for number in range(len(scenario.units))]
    wide = [_wide(unit, state, number, ruleset) for number, unit in enumerate(scenario.units)]
    if scenario.press is None:
        rows = zip(counts, scenario.units, wide, strict=True)
        units = [f"{met} of {unit.models} {unit.name}{_noted(own)}" for (met, _), unit, own in rows if met]
        return ", ".join(units) or NOBODY
    if all(met == unit.models for (met, _), unit in zip(counts, scenario.units, strict=True)):
        rows = zip(counts, scenario.units, wide, strict=True)
        return ", ".join(f"{unit.models} {unit.name}{_noted(own)}" for _, unit, own in rows) + "; everybody strikes"
    units = [
        f"{met} of {unit.models} {unit.name}{_noted(own, f'{striking} strike')}"
        for (met, striking), unit, own in zip(counts, scenario.units, wide, strict=True)
    ]
    frontage = scenario.press.frontage
    return ", ".join(units) + (f"; frontage {frontage}" if isinstance(frontage, int) else "")


def _noted(*words: str) -> str:
    return f" ({', '.join(filter(None, words))})" if any(words) else ""


def _wide(unit: Unit, state: BattleState, number: int, ruleset: Ruleset) -> str:
    """Format the width of a block in models, such as "5 wide".

    The width follows from the block's position or, in the press, from the unit's status or the ruleset's default.
    """
    given = unit.place.files if unit.place else unit.statuses.get(FILES)
    if given:
        return f"{given} wide"
    if ruleset.vocabulary.formations.get(unit.formation) != "block" or FILES not in unit.statuses:
        return ""
    usual = state.setup.units[number].files
    return f"{usual} wide, as no files are given" if usual else "width not given"


def _weapons(unit: Unit) -> str:
    """Format the weapons of each kind of model, or format them once if every kind carries the same weapons."""
    held = {in_words(one.profile): in_words(" and ".join(one.weapons)) or "none" for one in unit.members}
    if len(set(held.values())) == 1:
        words = next(iter(held.values()))
        return "" if words == "none" else words
    return ", ".join(f"{profile} {words}" for profile, words in held.items())


def _by_unit(scenario: Scenario, words: Callable[[Unit], str]) -> str:
    """Format a description for each unit. Units with the same description share one entry."""
    same: dict[str, list[str]] = {}
    for unit in scenario.units:
        same.setdefault(words(unit), []).append(unit.name)
    return "; ".join(f"{', '.join(names)}: {found}" for found, names in same.items() if found)


def _statuses(unit: Unit, words: Vocabulary) -> str:
    """Format the statuses that the scenario gives a unit, except statuses listed on a separate line."""
    return ", ".join(
        in_words(key.name) if value is True else f"{in_words(key.name)} {value}"
        for key in words.statuses
        if key.name not in ELSEWHERE and (value := unit.statuses.get(key.name)) != key.default
    )


def _policies(policy: Policies, scenario: Scenario, otherwise: str) -> str:
    return played_by(policy, sides_of(scenario), otherwise)


def played_by(policy: Policies, sides: tuple[str, str], otherwise: str = SENSIBLE) -> str:
    """Format the policy of each side. Raises BadInput as `pair_of` does."""
    one, other = (_named(player) for player in pair_of(policy, sides, otherwise=otherwise))
    return f"{one} for both sides" if one == other else f"{sides[0]} {one}, {sides[1]} {other}"


def _named(policy: Any) -> str:  # noqa: ANN401 - a name or a function
    return policy if isinstance(policy, str) else str(getattr(policy, "__name__", type(policy).__name__))


def _changed(scenario: Scenario) -> Iterator[tuple[str, Reading]]:
    """Yield the scenario's rulings that differ from their defaults."""
    known = ruleset_named(scenario.ruleset).rulings
    for ruling, reading in scenario.rulings.items():
        number = known[ruling].number if ruling in known else None
        if reading.option != DEFAULT or reading.number not in (None, number):
            yield ruling, reading


def _reading(ruling: str, reading: Reading) -> str:
    return f"{ruling}={reading.option}" + (f":{reading.number}" if reading.number is not None else "")


def hints(scenario: Scenario) -> tuple[str, ...]:
    """Return one line per likely mistake in the scenario, as reported by the ruleset."""
    ruleset = ruleset_named(scenario.ruleset)
    return tuple(map(str, ruleset.hints(scenario)))


def hints_on_page(scenario: Scenario) -> dict[str, str]:
    """Map each hint to its wording on a page. This wording names fields of the page instead of lines of TOML."""
    return {str(one): on_page(one) for one in ruleset_named(scenario.ruleset).hints(scenario)}

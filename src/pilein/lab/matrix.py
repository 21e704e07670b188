"""Compute the odds of every loadout of one unit against every loadout of another, cell by cell."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from pilein.chain.chain import Chain
from pilein.chain.explore.compiler import compiled
from pilein.chain.model.transition_model import TransitionModel
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.kernel.errors import BadScenario, Spent, TooManyPositions
from pilein.kernel.requests import Policy
from pilein.lab import questions
from pilein.lab.assumptions import basis
from pilein.lab.figures import WINS, Number, Ways
from pilein.lab.fixed import Fixed, both_with_fixed, fixed_answers
from pilein.lab.known_fights import KnownFights
from pilein.lab.limits import DEFAULT, Limit, Phases, budget_of, phases_of
from pilein.lab.loadout_variants import SHIELDS, WEAPONS, Variant, topics_of, variants
from pilein.lab.loadouts import Loadout, holding, with_members
from pilein.lab.matrix_figures import Matrix, Numbers
from pilein.lab.odds_figures import how_won
from pilein.lab.odds_solving import solved
from pilein.lab.policies import SENSIBLE, Policies, policies_of, sides_of
from pilein.lab.scenarios import Given, scenario_of
from pilein.lab.simulating import simulate
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario

Progress = Callable[[int, int], None]  # (cells done, cells wanted)
Rows = tuple[Variant, ...]

GAMES = 1_000  # games per sampled cell
INTERRUPTED = "interrupted"
VARIED = "those of row and column"


class Standing(Struct, frozen=True):
    """Chance that each unit's side wins, first unit first, and the ways in which it wins (None for sampled cells)."""

    wins: Number
    losses: Number
    how: Ways | None


def matrix(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Given,
    policy: Policies = SENSIBLE,
    *,
    vary: str = WEAPONS,
    phases: Phases = "end",
    exact: bool = False,
    rulings: Mapping[str, str] | None = None,
    fixed: Fixed = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> Matrix:
    """Compute the odds of a duel in the press for every pair of loadouts of its two units, in floats or `exact`.

    `vary` selects the loadouts by one or several words, separated by commas: "weapons" (each loadout of the ruleset
    and the scenario), "shields" (each loadout with a shield), "armour" (each value of each protective
    characteristic), "mixtures" (each loadout for the front half of the plain models). Other arguments are as in
    `odds`. `progress` is called with (cells done, cells wanted). Cells that are not reached before the budget runs
    out or the user interrupts are left out. A cell with too many positions is sampled.

    Raises:
        BadScenario: the scenario is not a duel in the press, or a loadout cannot be held; also raised as by `odds`.
        BadInput: `vary` names an unknown topic; also raised as by `odds`.
        Spent: the budget is reached before the first cell is done.
    """
    topics = topics_of(vary)
    found, span = scenario_of(scenario, rulings), phases_of(phases)
    _assert_duel(found)
    ways = variants(found, 0, topics), variants(found, 1, topics)
    meter, answers = budget_of(budget).started(), fixed_answers(fixed, found)
    policies = both_with_fixed(answers, policies_of(policy, found.ruleset, sides_of(found)))
    known = KnownFights[Standing]()
    solve = partial(_standing, policies=policies, phases=span, exact=exact, meter=meter, known=known)
    cells, is_interrupted = _cells(lambda one, other: solve(other.made(one.made(found))), ways, progress)
    stopped = INTERRUPTED if is_interrupted else str(meter.reached or "")
    rests_on, told = basis(found, policy, answers, phases=span)
    made = _made(found, ways, cells, phases=span, exact=exact, stopped=stopped)
    rests_on |= {"weapons": VARIED} if {WEAPONS, SHIELDS} & {*topics} else {}
    return replace(made, vary=", ".join(topics), assumptions=rests_on, hints=told)


def _cells(
    solve: Callable[[Variant, Variant], Standing], ways: tuple[Rows, Rows], progress: Progress | None
) -> tuple[list[Standing | None], bool]:
    """Solve cells row by row. Returns the cells, with None for every cell after an interruption, and whether the user
    interrupted.

    Raises:
        Spent: a limit is reached in the first cell.
        KeyboardInterrupt: the user interrupts the first cell.
    """
    cells: list[Standing | None] = []
    is_interrupted = False
    wanted = len(ways[0]) * len(ways[1])
    try:
        for pair in product(*ways):
            cells.append(solve(*pair))
            if progress:
                progress(len(cells), wanted)
    except (Spent, KeyboardInterrupt) as stop:
        if not cells:
            raise
        is_interrupted = isinstance(stop, KeyboardInterrupt)
    return cells + [None] * (wanted - len(cells)), is_interrupted


def armed(scenario: Scenario, arms: tuple[Loadout, Loadout]) -> Scenario:
    """Return the scenario with the given weapons for all models of its two units."""
    words = vocabulary(scenario.ruleset)
    for number, weapons in enumerate(arms):
        scenario = with_members(scenario, words, number, holding(scenario.units[number], weapons))
    return scenario


def _made(
    scenario: Scenario,
    ways: tuple[Rows, Rows],
    cells: list[Standing | None],
    *,
    phases: int,
    exact: bool,
    stopped: str,
) -> Matrix:
    first, second = scenario.units
    rows, columns = (tuple(one.words for one in variants) for variants in ways)
    wide = len(columns)
    return Matrix(
        ruleset=scenario.ruleset,
        units=(first.name, second.name),
        sides=(first.side, second.side),
        phases=phases,
        is_exact=exact,
        rows=rows,
        columns=columns,
        wins=_in_rows([cell.wins if cell else None for cell in cells], wide),
        losses=_in_rows([cell.losses if cell else None for cell in cells], wide),
        how=tuple(
            tuple(cell.how if cell else None for cell in cells[at : at + wide]) for at in range(0, len(cells), wide)
        ),
        stopped=stopped,
        is_interrupted=stopped == INTERRUPTED,
    )


def _standing(
    scenario: Scenario,
    *,
    policies: tuple[Policy, Policy],
    phases: int,
    exact: bool,
    meter: Meter,
    known: KnownFights[Standing],
) -> Standing:
    """Return each side's chance to win and, unless the fight is sampled, its ways of winning.

    They come from an equal known fight, from solving, or from sampling if solving fails.
    """
    ruleset = ruleset_named(scenario.ruleset)
    begun, label = ruleset.opened(scenario), questions.label(ruleset)

    def solve() -> tuple[TransitionModel, Standing]:
        chain = compiled(ruleset, begun, policies, phases=phases, label=label, meter=meter)
        return chain.model, _solved(chain, scenario, ruleset, phases=phases, exact=exact)

    try:
        return known.result(exact, begun, meter, solve)
    except TooManyPositions:
        return _sampled(scenario, policies, phases, meter)


def _solved(chain: Chain, scenario: Scenario, ruleset: Ruleset, *, phases: int, exact: bool) -> Standing:
    """Return each side's chance to win and ways of winning in a compiled fight."""
    found = solved(chain, questions.LastDecisive(ruleset), phases=phases, exact=exact)
    distribution = found.distribution(chain.read(partial(questions.ending, ruleset)))
    one, other = (
        distribution.get(WINS.format(side=unit.side), Fraction(0) if exact else 0.0) for unit in scenario.units
    )
    return Standing(one, other, how_won(chain, ruleset, found))


def _sampled(scenario: Scenario, policies: tuple[Policy, Policy], phases: int, meter: Meter) -> Standing:
    """Estimate each side's chance to win from sampled games, without the ways of winning."""
    found = simulate(scenario, policies, n=GAMES, phases=phases, way="games", budget=meter)
    if not found.is_complete and not found.stopped:
        raise KeyboardInterrupt  # with fewer games a cell would look complete
    outcome = dict(found.figures.outcome)
    one, other = (outcome[WINS.format(side=unit.side)] for unit in scenario.units)
    return Standing(one, other, None)


def _assert_duel(scenario: Scenario) -> None:
    if scenario.press is None:
        raise BadScenario(
            "a matrix needs units in the press, but these units are on a table",
            remedy='replace [table] by [press] with pairs = [["ONE", "OTHER"]]',
        )
    if len(scenario.units) != 2:  # noqa: PLR2004 - one against one
        message = f"a matrix needs one unit on each side, but the scenario has {len(scenario.units)} units"
        raise BadScenario(message, remedy="remove the other units from the scenario")


def _in_rows(cells: list[Number | None], wide: int) -> Numbers:
    return tuple(tuple(cells[start : start + wide]) for start in range(0, len(cells), wide))

"""End of a battle.

A battle ends when a side is broken or has no models left, when all turns are over, or when the position no longer
changes.

A turn is two phases, one for each side. A battle is judged by the state at the end of a turn, since a unit that
flees in one phase may rally in the next. Only the loss of all models ends a battle at once.
"""

from msgspec import Struct

from pilein.engine.history import History
from pilein.kernel.position import Position
from pilein.tabletop.battle import BattleState
from pilein.tabletop.objectives import Break, Counted, Hold, is_of
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario

PHASES = 2  # per turn
MOST_TURNS = 100  # limit for a battle whose scenario gives none
PER_CENT = 100


class Verdict(Struct, frozen=True):
    """Result of a battle, with the winning side ("" if neither wins) and the reason in words."""

    winner: str
    why: str


class Strength(Struct, frozen=True):
    """Number of a side's models or units that are out of the battle, and the number at the start."""

    out: int
    of: int

    def has_lost(self, share: int) -> bool:
        """Whether at least `share` per cent of the side is out of the battle."""
        return self.out * PER_CENT >= share * self.of


def turn_of(phase: int) -> int:
    """Return the turn to which a phase belongs. Turns and phases are counted from 1."""
    return (phase + 1) // PHASES


def begun(rules: Ruleset, scenario: Scenario, history: History, end: Position) -> Position | None:
    """Return the position at the start of a battle's next phase, or None when the battle is over.

    `end` is the position at the end of the last phase played.
    """
    played = len(history.starts)
    if played >= PHASES * (scenario.turns or MOST_TURNS) or is_bare(rules, end.state):
        return None
    if played % PHASES == 0 and verdict(rules, scenario, end.state) is not None:
        return None
    following = next_phase(rules, scenario, history, end)
    if following is None or (is_idle(rules, history, following) and not _scores_by_turns(scenario)):
        return None
    return following


def next_phase(rules: Ruleset, scenario: Scenario, history: History, end: Position) -> Position | None:
    """Return the position at the start of the next phase under the rules, or None if no phase is left to play.

    A ruling that ends a battle after a number of phases counts them from the start of the current unbroken run of
    fighting. If the scenario sets a number of turns, only that limit ends the battle.
    """
    following = rules.next_phase(end, _phases_fought(rules, history))
    if following is None and scenario.turns is not None:
        return rules.next_phase(end, 0)
    return following


def _phases_fought(rules: Ruleset, history: History) -> int:
    """Return the length of the current run of fighting, in phases.

    The run consists of the latest phases that began with a fight under way, and of the phase before them, in
    which the first fight began.
    """
    fought = 0
    for start in reversed(history.starts):
        fought += 1
        if not rules.is_fighting(start.state):
            break
    return fought


def _scores_by_turns(scenario: Scenario) -> bool:
    return scenario.turns is not None and any(isinstance(aim, Hold) and aim.each_turn for aim in scenario.objectives)


def is_idle(rules: Ruleset, history: History, following: Position) -> bool:
    """Whether a whole turn had no dice, no fight and no effect, so that the next turn would have no effect either."""
    starts = history.starts
    is_unchanged = len(starts) >= PHASES and starts[-PHASES] == following
    return is_unchanged and not rules.is_fighting(following.state) and not history.has_rolled(PHASES)


def is_bare(rules: Ruleset, state: BattleState) -> bool:
    """Whether one of the sides has no models left and none that may return."""
    sides = (state.setup.units_of(side) for side in (0, 1))
    return not all(any(state.field.living(unit) or is_in(rules, state, unit) for unit in units) for units in sides)


def verdict(rules: Ruleset, scenario: Scenario, state: BattleState) -> Verdict | None:
    """Return the result of the battle in this state, ignoring points, or None if the battle is undecided."""
    names = state.setup.sides
    gone = [not any(is_in(rules, state, unit) for unit in state.setup.units_of(side)) for side in (0, 1)]
    if all(gone):
        return Verdict("", "neither side has any models left")
    if any(gone):
        return Verdict(names[gone.index(False)], f"{names[gone.index(True)]} has no models left in the battle")
    broken = [_is_broken(rules, scenario, state, side) for side in (0, 1)]
    if all(broken):
        return Verdict("", "both sides are broken")
    if any(broken):
        return Verdict(names[broken.index(False)], f"{names[broken.index(True)]} is broken")
    return None


def _is_broken(rules: Ruleset, scenario: Scenario, state: BattleState, side: int) -> bool:
    """Whether a side is broken, which means that its enemy has won."""
    enemy = state.setup.sides[1 - side]
    aims = [aim for aim in scenario.objectives if isinstance(aim, Break) and not aim.points and is_of(aim, enemy)]
    return any(strength(rules, state, side, aim.of).has_lost(aim.share) for aim in aims)


def strength(rules: Ruleset, state: BattleState, side: int, counted: Counted) -> Strength:
    """Return a side's losses, which are its casualties and all models of its units that are out of the battle."""
    units = state.setup.units_of(side)
    if counted == "units":
        return Strength(sum(not is_in(rules, state, unit) for unit in units), len(units))
    return Strength(
        sum(models_out(rules, state, unit) for unit in units),
        sum(len(state.setup.units[unit].models) for unit in units),
    )


def models_out(rules: Ruleset, state: BattleState, unit: int) -> int:
    """Count a unit's models that are out of the battle.

    If the unit is out of the battle, all its models count. Otherwise only its casualties count.
    """
    models = len(state.setup.units[unit].models)
    if not is_in(rules, state, unit):
        return models
    return models - rules.left(state, unit)


def is_in(rules: Ruleset, state: BattleState, unit: int) -> bool:
    """Whether a unit still counts, because its fate is not one that the ruleset treats as a defeat."""
    return rules.fate(state, unit) not in rules.beaten

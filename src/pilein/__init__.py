"""Pile In: a rules engine and playtest lab for the close combat of tabletop wargames.

Set up a fight, then ask about it:

    scenario = pilein.load("fight.toml")                  a scenario, a saved game, a record or a saved simulation
    units = pilein.Units.load("units.toml")               units with their points, and duels between them
    pilein.import_units("army.cat", ruleset="wab")        units from army catalogues, with a report
    scenario = scenario.with_unit("guards", models=15)    a changed copy; also from_text, from_dict, with_rulings ...

    pilein.play(scenario, seed=3)             play one game and see its events
    pilein.battle(scenario, seed=3)           a battle, turn by turn, until it is decided
    pilein.odds(scenario)                     exact odds: winner, losses and fate of each unit
    pilein.side_by_side({"a": one, "b": two}) the odds of several scenarios, compared
    pilein.simulate(scenario, n=100_000)      sampled odds, with standard errors
    pilein.charge(scenario)                   odds of a charge by distance
    pilein.matrix(scenario)                   all weapons against each other
    pilein.worth(scenario)                    the effect of raising or lowering each number by one
    pilein.best(scenario)                     best answers in a small fight, and each answer's value
    pilein.solve(scenario)                    the exact value of every position: regret, exploitability
    pilein.tasks(), pilein.task("parry-v0")   graded tasks for programs that learn or search
    pilein.compare(scenario, values={"SH-CR-04": 2})      the effect of changes to rules or units
    pilein.sweep(scenario, {"SH-CR-04": range(4)})        the odds for each value of one or two numbers
    pilein.rulings(scenario)                  the effect of every option of every ruling
    pilein.coverage(scenario)                 rules sentences that are used, and those that change results

    pilein.tournament(["first", "sensible"], "fight.toml")   policies against each other: ratings, skill

    pilein.matchup("units.toml")              every unit of a unit file against every other
    pilein.fair_points("units.toml")          fair points for a model of each unit
    pilein.report("fight.toml", "units.toml")             a report on all of this, as one page: `.html()`

    game = pilein.Game(scenario, seed=3)      a game to play yourself: pending, options, answer, undo, fork, save, view
    pilein.policy("sensible", "wab")           a policy by name: sensible, first, random, or one that searches

    pilein.rulesets_from("my_rulesets")       add the rulesets in a folder

Every result can be printed, shown in a notebook, drawn (`to_svg`), and turned into data (`document`, `to_dict`,
`to_frame`). Errors that a user can fix are raised as PileInError, with a message that gives the fault and the
remedy.

Names in `pilein.__all__` are stable: changes to them are listed in the changelog under Breaking. All other modules
may change at any time.
"""

from importlib import import_module

TYPE_CHECKING = False  # as in typing, whose import would take a third of the time until Ctrl-C is handled
if TYPE_CHECKING:
    from pilein.agents.standings import Tournament
    from pilein.agents.tournament import tournament
    from pilein.engine.lookahead import Lookahead, SearchPolicy
    from pilein.engine.players import Mixed
    from pilein.engine.rulesets import rulesets_from
    from pilein.kernel.errors import (
        BadInput,
        BadRecord,
        BadRuleset,
        BadScenario,
        IllegalAnswer,
        PileInError,
        ScriptError,
        Spent,
        TooManyPositions,
        TooMuch,
        UnknownRule,
    )
    from pilein.kernel.requests import Policy
    from pilein.lab.asked import Option, Outcome, PendingRoll, Question
    from pilein.lab.battle import Battle, battle
    from pilein.lab.best import Best, best
    from pilein.lab.charge_figures import Charges
    from pilein.lab.charges import charge
    from pilein.lab.comparing import Comparison, compare
    from pilein.lab.coverage import coverage
    from pilein.lab.coverage_report import Coverage
    from pilein.lab.files import BadFile
    from pilein.lab.game import Game
    from pilein.lab.importing import Imported, import_units
    from pilein.lab.loading import load
    from pilein.lab.matchups import Matchup, matchup
    from pilein.lab.matrix import Matrix, matrix
    from pilein.lab.odds import Odds, odds
    from pilein.lab.playing import Played, play
    from pilein.lab.playtest_report import PlaytestReport, report
    from pilein.lab.points import FairPoints, fair_points
    from pilein.lab.policies import Policies, policy
    from pilein.lab.report import Report
    from pilein.lab.result import GameResult
    from pilein.lab.rulings import RulingEffects, rulings
    from pilein.lab.scenarios import Scenario
    from pilein.lab.sensitivity import worth
    from pilein.lab.sensitivity_figures import Worth
    from pilein.lab.side_by_side import SideBySide, side_by_side
    from pilein.lab.simulated import Simulated
    from pilein.lab.simulating import simulate
    from pilein.lab.solver import Regret, Solver
    from pilein.lab.solving import solve
    from pilein.lab.sweeping import Sweep, sweep
    from pilein.lab.tasks import Task, task, tasks
    from pilein.lab.units import Troop, Units
    from pilein.lab.view import View

__version__ = "0.10.0"

_MODULES = {
    "pilein.agents.standings": ("Tournament",),
    "pilein.agents.tournament": ("tournament",),
    "pilein.engine.lookahead": ("Lookahead", "SearchPolicy"),
    "pilein.engine.players": ("Mixed",),
    "pilein.engine.rulesets": ("rulesets_from",),
    "pilein.kernel.requests": ("Policy",),
    "pilein.kernel.errors": (
        "BadInput",
        "BadRecord",
        "BadRuleset",
        "BadScenario",
        "IllegalAnswer",
        "PileInError",
        "ScriptError",
        "Spent",
        "TooManyPositions",
        "TooMuch",
        "UnknownRule",
    ),
    "pilein.lab.asked": ("Option", "Outcome", "PendingRoll", "Question"),
    "pilein.lab.battle": ("Battle", "battle"),
    "pilein.lab.best": ("Best", "best"),
    "pilein.lab.charge_figures": ("Charges",),
    "pilein.lab.charges": ("charge",),
    "pilein.lab.files": ("BadFile",),
    "pilein.lab.game": ("Game",),
    "pilein.lab.importing": ("Imported", "import_units"),
    "pilein.lab.loading": ("load",),
    "pilein.lab.matrix": ("Matrix", "matrix"),
    "pilein.lab.odds": ("Odds", "odds"),
    "pilein.lab.playing": ("Played", "play"),
    "pilein.lab.policies": ("Policies", "policy"),
    "pilein.lab.report": ("Report",),
    "pilein.lab.result": ("GameResult",),
    "pilein.lab.scenarios": ("Scenario",),
    "pilein.lab.side_by_side": ("SideBySide", "side_by_side"),
    "pilein.lab.simulated": ("Simulated",),
    "pilein.lab.simulating": ("simulate",),
    "pilein.lab.solver": ("Regret", "Solver"),
    "pilein.lab.solving": ("solve",),
    "pilein.lab.tasks": ("Task", "task", "tasks"),
    "pilein.lab.units": ("Troop", "Units"),
    "pilein.lab.view": ("View",),
    "pilein.lab.sensitivity": ("worth",),
    "pilein.lab.sensitivity_figures": ("Worth",),
    "pilein.lab.comparing": ("Comparison", "compare"),
    "pilein.lab.coverage": ("coverage",),
    "pilein.lab.coverage_report": ("Coverage",),
    "pilein.lab.matchups": ("Matchup", "matchup"),
    "pilein.lab.playtest_report": ("PlaytestReport", "report"),
    "pilein.lab.points": ("FairPoints", "fair_points"),
    "pilein.lab.rulings": ("RulingEffects", "rulings"),
    "pilein.lab.sweeping": ("Sweep", "sweep"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [  # noqa: RUF022 - in the order in which one meets them
    "load",
    "Scenario",
    "Units",
    "Troop",
    "import_units",
    "Imported",
    "play",
    "battle",
    "odds",
    "side_by_side",
    "simulate",
    "charge",
    "matrix",
    "worth",
    "best",
    "solve",
    "tasks",
    "task",
    "compare",
    "sweep",
    "tournament",
    "matchup",
    "fair_points",
    "rulings",
    "coverage",
    "report",
    "policy",
    "Game",
    "GameResult",
    "Question",
    "Option",
    "PendingRoll",
    "Outcome",
    "View",
    "Policy",
    "Policies",
    "Mixed",
    "SearchPolicy",
    "Lookahead",
    "Report",
    "Played",
    "Battle",
    "Odds",
    "SideBySide",
    "Simulated",
    "Charges",
    "Matrix",
    "Worth",
    "Best",
    "Solver",
    "Regret",
    "Task",
    "Comparison",
    "Sweep",
    "Tournament",
    "Matchup",
    "FairPoints",
    "RulingEffects",
    "Coverage",
    "PlaytestReport",
    "rulesets_from",
    "PileInError",
    "BadInput",
    "BadScenario",
    "BadRecord",
    "BadRuleset",
    "BadFile",
    "IllegalAnswer",
    "ScriptError",
    "UnknownRule",
    "TooMuch",
    "TooManyPositions",
    "Spent",
    "__version__",
]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that `import pilein` is fast."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'pilein' has no attribute {name!r}")
    try:
        module = import_module(_MODULE_OF[name])
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        from pilein.kernel.errors import PileInError  # noqa: PLC0415 - where it is needed

        message = f"{name} needs numpy, which is not installed here"
        raise PileInError(message, remedy="install it with `pip install numpy`") from None
    found = globals()[name] = getattr(module, name)
    return found


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)

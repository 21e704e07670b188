"""Lists of the modules that `benchmarks.house` counts together, as patterns below `pilein`."""

QUESTIONS = (  # modules of the twelve questions with their results, plots, tables and commands; earlier ones too
    "playtest.* lab.ablation lab.altering lab.charts lab.compar* lab.coverage* lab.duel* lab.even lab.exercised_rules",
    "lab.experiment lab.fights lab.grid lab.matchup* lab.measures lab.page lab.paired lab.parquet lab.playtest_report",
    "lab.points* lab.press lab.random_fights lab.readings lab.replays lab.report_commands lab.report_parts lab.rounds",
    "lab.rulings* lab.run_options lab.sentence_effects lab.shared_dice lab.option_solver lab.strength lab.sweep*",
    "lab.treatments lab.answer lab.table lab.report lab.matrix* lab.sensitivity* lab.charge* lab.side_by_side",
    "lab.scenario_changes lab.changes lab.terms lab.loadout* lab.prices lab.reasons lab.outcome_summary lab.joint",
    "lab.fight_answer lab.odds",
    "lab.odds_* lab.figures* lab.known_fights lab.ends lab.conditions lab.chances",
    "lab.drawing.plot lab.drawing.plot_parts lab.drawing.*_plot lab.drawing.chart lab.drawing.bars lab.drawing.png",
    "cli.answers* cli.matrix cli.worth cli.charge cli.odds* cli.figures_output cli.lab.*",
)
OF_ODDS = (  # those of them about odds themselves, which the first count of the questions left out
    "lab.odds lab.odds_figures lab.odds_hearing lab.odds_solving lab.fight_answer lab.figures* lab.joint lab.chances",
    "lab.ends lab.conditions lab.outcome_summary cli.odds cli.odds_asked cli.odds_options cli.figures_output",
)
MOVES = (  # modules about the shapes, paths and places of moves: the shared ones, and those of the five texts
    "geometry* placement* tabletop.movement*",
    "rulesets.scorched.knock_back",
    "rulesets.scrollhammer.charge.arc rulesets.scrollhammer.charge.block_* rulesets.scrollhammer.charge.choice",
    "rulesets.scrollhammer.charge.contacts rulesets.scrollhammer.charge.dangerous_ground",
    "rulesets.scrollhammer.charge.distance rulesets.scrollhammer.charge.duties",
    "rulesets.scrollhammer.charge.failed_charge rulesets.scrollhammer.charge.l*",
    "rulesets.scrollhammer.charge.moves rulesets.scrollhammer.charge.range rulesets.scrollhammer.charge.t*",
    "rulesets.scrollhammer.pile_in.* rulesets.scrollhammer.end.*",
    "rulesets.scrollhammer.result.falling_back rulesets.scrollhammer.result.flight rulesets.scrollhammer.quarters",
    "rulesets.scrollhammer.nearness rulesets.scrollhammer.contact rulesets.scrollhammer.coherency",
    "rulesets.wab.charge.* rulesets.wab.movement.* rulesets.wab.flight.* rulesets.wab.result.giving_ground",
    "rulesets.wab.clearance rulesets.wab.columns rulesets.wab.going rulesets.wab.nearness rulesets.wab.sight",
    "rulesets.warstrike.consolidation* rulesets.warstrike.unit_move rulesets.warstrike.falling_back",
    "rulesets.warstrike.crossing rulesets.warstrike.detours rulesets.warstrike.floors rulesets.warstrike.pursuit",
    "rulesets.wwpd.aims rulesets.wwpd.charging rulesets.wwpd.falling_back rulesets.wwpd.flight_ways",
    "rulesets.wwpd.following_up rulesets.wwpd.moving rulesets.wwpd.pile_in rulesets.wwpd.ways",
)
MOVES_AT_FIRST = (  # the same in version 0.2.0, before the solver and the folders in the order of play
    "rulesets.scrollhammer.*block_* rulesets.scrollhammer.reform rulesets.scrollhammer.charge_[!e]*",
    "rulesets.scrollhammer.failed_charge rulesets.scrollhammer.pile_in* rulesets.scrollhammer.consolidation*",
    "rulesets.scrollhammer.falling_back rulesets.scrollhammer.flight rulesets.scrollhammer.dangerous*",
    "rulesets.wab.answering rulesets.wab.arrivals rulesets.wab.charge_* rulesets.wab.declaring rulesets.wab.reactions",
    "rulesets.wab.limited_moves rulesets.wab.loose_charge rulesets.wab.compulsory rulesets.wab.marching",
    "rulesets.wab.move_steps rulesets.wab.mover rulesets.wab.moves_choice rulesets.wab.moving rulesets.wab.rallying",
    "rulesets.wab.straight_ways rulesets.wab.crowds rulesets.wab.flight rulesets.wab.pursuit*",
    "rulesets.wab.giving_ground",
)

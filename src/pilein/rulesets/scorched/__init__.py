"""Combat phase of one Scorched round, clause by clause.

SEQUENCE serves as a table of contents. It lists the steps of a phase in order of play, each with the clauses that
carry it out.
"""

from pilein.rulesets.scorched.steps import Step

SEQUENCE = (
    (
        "The phase begins",
        (
            Step.COMBAT_PHASE,
            Step.ROLL_FOR_PRIORITY,
            Step.BEGIN_SORTING,
            Step.DECLARE_SHIELDING_FOR_THE_PHASE,
        ),
    ),
    (
        "The priority player sorts the engaged",
        (
            Step.SORT_ENGAGED,
            Step.PAIR_OFF,
            Step.SORT_LEFTOVERS,
            Step.ASSIGN_LEFTOVER,
            Step.COUNT_SPEARS,
        ),
    ),
    ("Combat by combat", (Step.NEXT_COMBAT, Step.FIGHT_COMBAT)),
    (
        "Roll Attacks: what is declared",
        (
            Step.DECLARE_SHIELDING,
            Step.DECLARE_TWO_HANDED,
            Step.NAME_WEAPON,
            Step.DECLARE_FOCUS,
            Step.DECLARE_SUPPORT,
            Step.ANNOUNCE_PARRY,
        ),
    ),
    ("Roll Attacks: the dice", (Step.TAKE_UP_DICE, Step.ROLL_ATTACKS, Step.DOUBLE_DICE, Step.PLAN_PARRIES)),
    (
        "Roll Attacks: Parry",
        (Step.NAME_DIE, Step.PARRY, Step.ROLL_NAMED, Step.ROLL_AGAIN, Step.LAY_OPEN),
    ),
    ("Roll Attacks: daemons, scores and hits", (Step.POSSESS, Step.LAND_HITS, Step.ROLL_OFF)),
    (
        "Roll to Save",
        (
            Step.ROLL_TO_SAVE,
            Step.PUSH_AT_ONCE,
            Step.SAVE,
            Step.ROLL_SAVES,
            Step.DROP_THE_SLAIN,
            Step.TAKE_OFF_THE_SLAIN,
        ),
    ),
    ("Roll to Save: knock back", (Step.NEXT_PUSH, Step.PUSH, Step.PUSH_ALONG)),
    ("The end", (Step.CLOSE_COMBAT, Step.END_OF_PHASE)),
)

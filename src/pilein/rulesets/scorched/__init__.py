"""Scorched: the combat phase of one round, clause by clause.

SEQUENCE is the page of contents: the steps of a phase in the order of play, each with the clauses that carry it out.
"""

SEQUENCE = (
    (
        "The phase begins",
        (
            "phase.combat_phase",
            "phase.roll_for_priority",
            "phase.begin_sorting",
            "declaring.declare_shielding_for_the_phase",
        ),
    ),
    (
        "The priority player sorts the engaged",
        (
            "pairing.sort_engaged",
            "pairing.pair_off",
            "pairing.sort_leftovers",
            "pairing.assign_leftover",
            "pairing.count_spears",
        ),
    ),
    ("Combat by combat", ("combats.next_combat", "combats.fight_combat")),
    (
        "Roll Attacks: what is declared",
        (
            "declaring.declare_shielding",
            "declaring.declare_two_handed",
            "declaring.name_weapon",
            "declaring.declare_focus",
            "support.declare_support",
            "parry.announce_parry",
        ),
    ),
    ("Roll Attacks: the dice", ("rolling.take_up_dice", "rolling.roll_attacks")),
    (
        "Roll Attacks: Parry",
        ("parry.name_die", "parry.parry", "parry.roll_named", "parry.roll_again", "parry.lay_open"),
    ),
    ("Roll Attacks: daemons, scores and hits", ("possession.possess", "hits.land_hits", "hits.roll_off")),
    (
        "Roll to Save",
        (
            "saving.roll_to_save",
            "knock_back.push_at_once",
            "saving.save",
            "saving.roll_saves",
            "saving.drop_the_slain",
            "saving.take_off_the_slain",
        ),
    ),
    ("Roll to Save: knock back", ("knock_back.next_push", "knock_back.push", "knock_back.push_along")),
    ("The end", ("saving.close_combat", "phase.end_of_phase")),
)

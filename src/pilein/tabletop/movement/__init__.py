"""Movement of models, shared by all rulesets. A ruleset passes in terms and receives paths and landings.

Usage by a ruleset:

1. Build `Bars` with `terms.clearances`. For each unit, these hold the distance to keep from its models: 0
   allows contact, and PASSED allows other models to walk through. Then build `Terms` from the bars, the
   reach, the models to stay with (`mates`) and the open sides of units in ranks. Terms are plain values and serve as
   cache keys, so build them once per situation and pass them on.
2. To move into contact, call `landings.nearest_landing` for the landing that is nearest on foot among all
   goals, or `landings.landings_at` for all landings at one goal, those in line first. Consult
   `reachability.Prospects` before trying many goals. A landing lists the models it touches (`met`) and those
   it touches along an edge (`edges`). `most_contacts.most_contacts` brings as many models of a unit as
   possible into contact with the shortest total path; each of its moves is a landing. Restrictions that terms
   cannot express, such as slow ground, go into `allows`.
3. To move to a place chosen by a player, check the form with `placement.question.why_no_move`, and the place
   and the path with `ways.way_to`. `placement.question.Question` does both for rules given as data, which
   `placing` makes.
4. To move as near as possible, call `placement.solve.nearest_to` for a move made by `placing.move_by`. To
   gain only coherency, use `placing.way_into_coherency`; for contact in coherency, use
   `placement.contact.nearest_contact`.
5. To move straight ahead, call `straight_runs.things_about`, and then `free_run` (up to the first obstacle)
   or `last_stop` (beyond it).
6. To flee, build a `flight_paths.FlightPath`, and then call `flight.straight_on` or, if that is barred,
   `flight.round_about`. Ground is tested along each model's own path, which `flight.ways_of_models` gives for
   blocks.
7. For blocks, `marching.is_open` returns whether a block can get to a place without passing through an
   obstacle.
8. Change the field with `memory.moved_to`, and keep expensive results in a `memory.FieldMemo`, whose keys
   hold every input except the places of models.

The ruleset keeps the decisions that its text makes: who may move, which models must be approached, what the owner
chooses and what is logged.
"""

from pilein.fast.twin import folders

__path__[:0] = folders(__path__[0])  # the compiled modules come first

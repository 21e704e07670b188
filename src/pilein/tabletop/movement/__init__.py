"""Movement of models, the same for all rulesets: terms in, ways and landings out.

How a ruleset uses it:

1. Make `Bars` (`terms.clearances` helps): by unit what is kept off it, 0 where contact is allowed, PASSED where it is
   walked through; then `Terms`: the bars, the reach, the mates to stay with, the sides of units in ranks that are open.
   Terms are plain values and keys of memory: make them once for a situation and pass them on.
2. Into contact: `landings.nearest_landing` for the nearest on foot of all goals; `landings.landings_at` for all places
   round one, in line first. Ask `prospects.Prospects` before trying many goals. A landing names whom it touches (`met`)
   and whom by more than corners (`edges`).
   As many of a unit as possible in contact: `most_contacts.most_contacts` says who goes where, in which order, with the
   least way in all; each move is a landing. What terms cannot say (slow ground) is asked of the ruleset by `allows`.
3. To a place that a player names: `placement.question.why_no_move` judges its form, `ways.way_to` the place and the way
   (with rules as data, `placement.question.Question` does both: `placing` makes the rules of a field).
4. As near as possible: `approach.nearest_approach` with the `loci` of the goals. In coherency where the places tried
   are not: `rejoining.landing_near_mates` into contact, `rejoining.way_to_mates` otherwise.
5. Straight on: `runs.things_about`, then `free_run` (up to what is met) or `last_stop` (past it).
6. Flights: a `courses.FlightPath`, then `flight.straight_on`, or where that is barred `flight.round_about`. Ground is
   tested on the way that each model went: `flight.ways_of_models` for blocks.
7. Blocks: `marching.is_open` says whether a block gets to a place without passing through anything.
8. Change the field with `memory.moved_to`; keep what is costly in `memory.remembered`, its key holding everything that
   the value depends on, but for the places.

The ruleset keeps what its text says: who may move, whom a model must go for, what the owner chooses, what is logged.
"""

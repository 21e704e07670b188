"""Placement of models. The package finds the places where a model may end its move, the best places among them, and the
reasons for refusals, all from one set of rules.

* `zones`: sets of centres, made of outlines grown by the mover, that a mover must avoid or stay within
* `curves`: lines and arcs of centres, and their parts outside or inside zones
* `paths`: the tree of a mover's shortest paths, shared by all queries about the mover
* `rules`: conditions on the end of a move, each with its zones and a message
* `moves`: one model's move, with its rules, limit and measure; checks places and certifies paths
* `contact`: openings around goals, the nearest contact on foot, and alternatives
* `along`: the last legal place on a path
* `terms`: the objective of a move, which is the gap to goals, with lower bounds
* `solve`: the best place for an objective, found on curves in order of their bounds, cut by rules and reach
* `question`: the choice of a place, with best places, other places and refusals
"""

from pilein.fast.twin import folders

__path__[:0] = folders(__path__[0])  # the compiled modules come first

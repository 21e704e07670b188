"""Placement: where a model may end its move, which place is best, and why another is refused, from one statement.

zones      where a centre may not be, or must be: outlines grown by the mover
curves     lines and arcs of centres, and the parts of them outside or inside zones
paths      the tree of a mover's shortest paths, shared by all questions about it
rules      what holds for the end of a move: zones, outside or inside, and a sentence
moves      one model's move: rules, limit and measure; places judged and certified
contact    the openings round goals, the nearest on foot, and other places there
along      the last place on a path
terms      what a move is for: the gap to goals, with its bounds
solve      the best place by a term: curves in order of their bounds, cut by rules and by reach
question   the choice of a place, written once: best places, other places, refusals
"""

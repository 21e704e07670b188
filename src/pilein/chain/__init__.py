"""Exact odds: a battle as a finite Markov chain, made by running the rules themselves, then solved or sampled.

The steps, from top to bottom; each folder imports only those above it::

    rules, policies, position
        |
      model/     TransitionModel    a clause is run on a state whose values are unread; its outcomes hold for all
        |                           positions with an equal read set
      explore/   Compiler           every reachable position, one by one or in arrays -> Chain
        |
      chain.py   Chain              nodes, transitions, ends: arrays
        |
        +-- solve/    FloatSolver, FractionSolver    phase by phase to a horizon: ends, durations, expected counts
        |             AbsorbingChain                 without a horizon: strongly connected components, closed classes
        |             HittingProbability             whether an event ever happens
        +-- sample/   EndSampler, LabelSampler       millions of fights, walked over the arrays
    decide/  GameGraph -> BackwardInduction -> Chain   open choices: the best answer to each

Besides the terms of Markov chains and dynamic programming, the code uses these:

* *position*: a state of the game and the agenda of clauses still to be played, as one whole number. *Nodes* of the
  chain are the positions from which play branches, and the *ends*, where a phase is over. What users call states.
* *state variable*: one value at a path in the state of a game; a *layout* builds states from them.
* *unread*: the placeholder of a value that a clause has not needed; the *read set* is what it has needed.
* *partial read*: aspects of a value that were needed (is anybody left?), not the value itself.
* *transition table*: the outcomes of a clause, by what it reads; *outcomes* are its transitions with their weights.
* *deferred draw*: an independent component of a roll that a clause stores unread; drawn at the end of the clause.
* *label*: the label of a transition, a tuple of *symbols*, one for each event that a question is about; a *monitor* is
  the automaton of such a question.
* *edge*: while exploring, an outcome of a node, in flight to the node that it leads to.
* *prologue*, *onward*, *late*: what comes before the first node, between two phases, and after the last that the
  ruleset allows.
* *clock*: counts rounds within a phase, which are then treated as phases, so that they are not part of positions.
"""

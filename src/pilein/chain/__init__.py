"""Exact odds, computed from a battle as a finite Markov chain.

The chain is made by running the rules themselves, and is then solved or sampled.

The steps, from top to bottom; each folder imports only those above it::

    rules, policies, position
        |
      model/     TransitionModel    a clause is run on a state whose values are unread; the outcomes hold for all
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

Besides the terms of Markov chains and dynamic programming, the code uses the following:

* *position*: a state of the game with the agenda of clauses still to be played, as one whole number. The *nodes* of
  the chain are the positions from which play branches, and the *ends*, which are positions at which a phase is over.
  Users see positions as states.
* *state variable*: one value at a path in the state of a game; a *layout* builds states from them.
* *unread*: the placeholder of a value that a clause has not needed; the *read set* holds the values it has needed.
* *partial read*: a read of aspects of a value (is anybody left?), not of the value itself.
* *transition table*: the outcomes of a clause, by the values that the clause reads; *outcomes* are transitions with
  their weights.
* *deferred draw*: an independent component of a roll that a clause stores unread; it is drawn when the clause ends.
* *label*: the mark of a transition, a tuple of *symbols*, one for each event that a question is about; a *monitor* is
  the automaton of such a question.
* *edge*: an outcome of a node that is, during exploration, in flight to the next node.
* *prologue*, *onward*, *late*: the ways to the first node, from one phase to the next, and on from the last phase that
  the ruleset allows.
* *clock*: a count of rounds within a phase. Rounds are then treated as phases and are not part of positions.
"""

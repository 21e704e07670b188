"""Dice as mathematics: rolls and the exact distributions of their outcomes."""

from pilein.dice.counts import Count, Target, Volley
from pilein.dice.faces import Die, Faces, FacesGroup, Roll, thrown_with_faces
from pilein.dice.pool_distributions import PoolOutcome
from pilein.dice.pools import Pool
from pilein.dice.rolls import D3s, Highest, Lowest, Total
from pilein.dice.tests import AnyPass, Hazards, Test
from pilein.dice.weights import Distribution, Outcome, Weights, chance, check, mean

__all__ = [
    "AnyPass",
    "Count",
    "D3s",
    "Die",
    "Distribution",
    "Faces",
    "FacesGroup",
    "Hazards",
    "Highest",
    "Lowest",
    "Outcome",
    "Pool",
    "PoolOutcome",
    "Roll",
    "Target",
    "Test",
    "Total",
    "Volley",
    "Weights",
    "chance",
    "check",
    "mean",
    "thrown_with_faces",
]

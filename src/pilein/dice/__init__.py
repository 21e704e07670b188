"""Dice as plain mathematics: rolls, what they can show, and with what weights."""

from pilein.dice.barrages import Barrage, BarrageOutcome, Burst, Lot, Score
from pilein.dice.chases import Chase
from pilein.dice.counts import Bands, Count
from pilein.dice.faces import Die, Faces, FacesGroup, Roll, thrown_with_faces
from pilein.dice.passes import PassOne
from pilein.dice.pool_laws import PoolOutcome
from pilein.dice.pools import Pool
from pilein.dice.rolls import D3s, Highest, Lowest, Total
from pilein.dice.tests import Contest, Hazards, Test
from pilein.dice.volleys import Target, Volley
from pilein.dice.weights import Law, Outcome, Weights, chance, check, mean

__all__ = [
    "Bands",
    "Barrage",
    "BarrageOutcome",
    "Burst",
    "Chase",
    "Contest",
    "Count",
    "D3s",
    "Die",
    "Faces",
    "FacesGroup",
    "Hazards",
    "Highest",
    "Law",
    "Lot",
    "Lowest",
    "Outcome",
    "PassOne",
    "Pool",
    "PoolOutcome",
    "Roll",
    "Score",
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

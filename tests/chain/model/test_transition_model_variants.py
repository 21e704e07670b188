"""Variants of a model under changed rulings share every outcome that does not depend on those rulings."""

from msgspec.structs import replace

from pilein.chain.chain import Chain
from pilein.chain.explore.compiler import chain_of
from pilein.chain.limits import USUAL
from pilein.chain.model.transition_model import TransitionModel
from pilein.chain.solve.floats import FloatSolver
from pilein.engine.policies import first
from pilein.kernel.position import Position
from pilein.kernel.rulings import Reading
from pilein.lab.readings import opening
from tests.duel import RULESET, scenario

ASKED = frozenset({"DU-R-01"})


def duel(option: str = "default") -> Position:
    """Return the first position of a duel in which `strike` asks for a ruling that changes nothing."""
    found = opening(RULESET, scenario())
    dict.__setitem__(found.state.setup.readings, "DU-R-01", Reading(option))
    return found


def compiled() -> tuple[TransitionModel, Chain]:
    model = TransitionModel(RULESET, (first, first))
    return model, chain_of(model, duel(), USUAL, phases=1)


def test_outcomes_record_the_rulings_consulted():
    model, _ = compiled()
    clauses = {model.tables[one.table].clause for one in model.dependent_on(ASKED)}
    assert clauses == {"strike"}
    assert model.dependent_on(frozenset({"DU-R-09"})) == []


def test_a_variant_reruns_only_the_clauses_that_consult_the_changed_ruling():
    model, chain = compiled()
    other = duel("yes")
    variant = model.variant(other, ASKED)
    again = chain_of(variant, other, USUAL, phases=1)
    strikes = len(model.dependent_on(ASKED))
    assert 0 < variant.runs < model.runs
    assert len(variant.computed) == strikes
    assert again.chance.tolist() == chain.chance.tolist()


def test_clauses_are_recognised_as_unchanged_if_a_different_ruling_does_not_change_their_outcomes():
    model, _ = compiled()
    variant = model.variant(duel("yes"), ASKED)
    assert all(variant.is_same(one) for one in model.dependent_on(ASKED))


def test_the_original_model_keeps_working_after_a_variant_is_made():
    model, chain = compiled()
    before = FloatSolver(chain, None).solved(1).at_the_end.tolist()
    other = duel("yes")
    varied = chain_of(model.variant(other, ASKED), other, USUAL, phases=1)
    assert varied.state(int(varied.ends[0])).setup.readings["DU-R-01"] == Reading("yes")
    assert chain.state(int(chain.ends[0])).setup.readings["DU-R-01"] == Reading()
    again = chain_of(model, duel(), USUAL, phases=1)
    assert FloatSolver(again, None).solved(1).at_the_end.tolist() == before


def test_clauses_are_recognised_as_changed_if_a_different_ruling_changes_their_outcomes():
    model, _ = compiled()
    (one, *_) = model.dependent_on(ASKED)
    assert not model.is_same(replace(one, outcomes=one.outcomes[1:]))

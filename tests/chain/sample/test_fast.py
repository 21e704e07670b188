import pytest

from pilein.chain.explore.compiler import compiled
from pilein.chain.sample.sampler import EndSampler
from pilein.engine.policies import first
from tests import canonical

pytest.importorskip("numba", reason="the extra `fast` is not installed")


@pytest.mark.parametrize("phases", [0, 1, 3])
def test_compiled_machine_code_samples_the_same_fights_as_plain_python(phases):
    bulk = EndSampler(compiled(canonical.RULESET, canonical.opening(models=8), (first, first)), phases)
    plain, fast = (bulk.walks(30_000, seed=9, first=77, fast=fast) for fast in (False, True))
    assert (plain.ends == fast.ends).all()
    assert (plain.phases == fast.phases).all()


def test_compiled_machine_code_samples_the_same_fights_for_any_number_of_workers(monkeypatch):
    monkeypatch.setattr("pilein.chain.sample.sampler.PIECE", 1000)
    bulk = EndSampler(compiled(canonical.RULESET, canonical.opening(models=8), (first, first)))
    alone, together = (bulk.walks(4500, seed=9, workers=workers, fast=True) for workers in (1, 3))
    assert (alone.ends == together.ends).all()

"""Modules that every worker needs, imported once in the process from which workers are forked."""

import gc

from pilein.engine.rulesets import names, ruleset_named
from pilein.server import working

__all__ = ["working"]

for ruleset in names():
    ruleset_named(ruleset)
gc.freeze()  # all of this stays: workers need not scan it for garbage

"""The sentences of WWPD's melee phase, for people to read: no rule is played from them."""

from functools import cache

from pilein.kernel.sentences import Sentence, read_sentences


@cache
def sentences() -> dict[str, Sentence]:
    """Every sentence by its ID, in the order of the text (from clauses.toml beside this file, read once)."""
    assert __package__, "the ruleset is a package"
    return read_sentences(__package__)

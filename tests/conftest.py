"""How many examples the property tests try: few and always the same ones, or many with PILEIN_SOAK set.

PILEIN_SOAK is a whole number; 1 means a thousand examples, 5 five thousand.
"""

import os

import hypothesis

from pilein.lab.rulebooks import complete, names

SOAK = int(os.environ.get("PILEIN_SOAK", "0"))

hypothesis.settings.register_profile("daily", max_examples=60, deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("soak", max_examples=1000 * max(SOAK, 1), deadline=None)
hypothesis.settings.load_profile("soak" if SOAK else "daily")

for ruleset in names():
    complete(ruleset)  # a clause names the next one by its key: all of them must be known

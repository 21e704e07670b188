"""How many examples the property tests try: few and always the same ones, or many with PILEIN_SOAK set.

PILEIN_SOAK is a whole number; 1 means a thousand examples, 5 five thousand.
"""

import os

import hypothesis

SOAK = int(os.environ.get("PILEIN_SOAK", "0"))

hypothesis.settings.register_profile("daily", max_examples=60, deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("soak", max_examples=1000 * max(SOAK, 1), deadline=None)
hypothesis.settings.load_profile("soak" if SOAK else "daily")

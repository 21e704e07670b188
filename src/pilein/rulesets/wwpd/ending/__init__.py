"""The end of the phase: Leadership tests, falling back, piling in, following up."""

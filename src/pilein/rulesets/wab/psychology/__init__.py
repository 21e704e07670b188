"""Tests of nerve that several steps of a turn ask for: Leadership, panic, fear, terror and frenzy."""

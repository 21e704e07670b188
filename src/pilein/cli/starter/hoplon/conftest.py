"""Marks of tests, by which `pilein rules` finds the tests of each sentence."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Register the test marks with pytest."""
    config.addinivalue_line("markers", "clause(*ids): the sentences that the test proves")

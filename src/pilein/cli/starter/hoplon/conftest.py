"""The marks of tests: `pilein rules` lists the tests of each sentence by them."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Make the marks known."""
    config.addinivalue_line("markers", "clause(*ids): the sentences that the test proves")

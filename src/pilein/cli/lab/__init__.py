"""Commands of `pilein lab`, one per module."""

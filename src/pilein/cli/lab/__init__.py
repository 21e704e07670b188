"""The commands of `pilein lab`, one per module."""

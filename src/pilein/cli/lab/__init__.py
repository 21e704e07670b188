"""The commands of `pilein lab`, one module each."""

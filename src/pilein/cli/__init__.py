"""Command line of Pile In."""

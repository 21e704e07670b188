"""Sampling of a chain: millions of fights, walked over its arrays."""

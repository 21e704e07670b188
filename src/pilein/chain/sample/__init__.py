"""Sampling of a chain, which walks millions of fights over the chain's arrays."""

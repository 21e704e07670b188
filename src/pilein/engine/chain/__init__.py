"""The chain: a battle compiled to all its positions, each clause run once for those that it cannot tell apart."""

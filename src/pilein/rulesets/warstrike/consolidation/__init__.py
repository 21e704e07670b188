"""Consolidation moves: who may make them, how far, and where to (WS-AC, WS-CM, WS-DO, WS-C3)."""

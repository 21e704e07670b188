"""The charges of the active side: declared, then moved model by model."""

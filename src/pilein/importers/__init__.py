"""Army catalogues from roster programs, read safely and converted to unit files."""

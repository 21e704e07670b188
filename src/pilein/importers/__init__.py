"""Army catalogues from roster programs, which are read safely and converted to unit files."""

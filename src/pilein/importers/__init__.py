"""Army catalogues from roster programs: read safely, and turned into unit files."""

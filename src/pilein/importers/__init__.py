"""Army catalogues of roster programs: read safely, and turned into unit files."""

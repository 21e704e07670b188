"""Reader of scenario files, section by section; every error names its place."""

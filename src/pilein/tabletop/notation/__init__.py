"""Section-by-section reader of scenario files. Every error names its place in the file."""

"""The compiled twin of the geometry: the same sources as machine code, for whoever plays many phases."""

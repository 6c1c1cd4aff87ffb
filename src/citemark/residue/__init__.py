"""One kind of residue a module: pure data, found by name."""

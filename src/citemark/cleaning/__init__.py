"""Leaked residue: found, told from what the author wrote, recovered or removed."""

"""The forms in which findings are reported: one module each."""

"""Answers that are rendered while they are generated."""

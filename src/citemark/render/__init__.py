"""Outputs and themes: the only home of Jinja."""

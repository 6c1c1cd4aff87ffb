"""One way to show sources to a model a module."""

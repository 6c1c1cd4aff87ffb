"""The linter: rules over a parsed answer. It knows nothing of rendering."""

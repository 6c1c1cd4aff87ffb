"""The parsed answer: the only home of markdown-it."""

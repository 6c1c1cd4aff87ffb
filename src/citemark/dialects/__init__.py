"""One marker dialect a module: pure text, no Markdown."""

"""One kind of locator a module: how it is written, found and called."""

"""One way to write the events of a stream a module."""

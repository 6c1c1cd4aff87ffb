"""One sanitizer engine a module: the only home of bleach and nh3."""

"""One module for each language that `citemark.verification.needs` knows."""

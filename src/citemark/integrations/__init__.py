"""citemark inside other programs: site generators, templates, web frameworks.

One module for each; it imports the package it is for, which citemark does not need.
"""

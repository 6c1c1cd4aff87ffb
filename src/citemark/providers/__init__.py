"""Providers and frameworks, one module each: what their responses cite, as an `Answer`.

Each has ``answer_from(response)``, which takes decoded JSON or an object of the SDK and
imports no SDK. What it returns goes into `citemark.render` as it is.
"""

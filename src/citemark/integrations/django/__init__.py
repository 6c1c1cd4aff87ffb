"""Answers in Django: ``INSTALLED_APPS = ["citemark.integrations.django"]``.

In templates ``{% load citemark %}``, then ``{{ answer|citemark:sources }}``, or
``{% citemark answer sources id_prefix="m1" %}`` for several answers on a page. A
`Rendered` needs neither: ``{{ rendered }}`` is HTML, and is not escaped again. Settings
are ``CITEMARK_SOURCES``, ``CITEMARK_THEME`` and ``CITEMARK_OPTIONS``.
"""

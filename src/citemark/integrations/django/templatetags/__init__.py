"""What ``{% load %}`` finds."""

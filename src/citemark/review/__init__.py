"""A sheet for people who judge: each claim beside the lines that it cites."""

from __future__ import annotations

from citemark.review.page import review_page
from citemark.review.sheet import template_records

__all__ = ["review_page", "template_records"]

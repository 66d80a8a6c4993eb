"""Exact quantities in text and exact arithmetic on them."""

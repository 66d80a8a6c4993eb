"""Chained problems: gates, orders, rendering, sampling and certification."""

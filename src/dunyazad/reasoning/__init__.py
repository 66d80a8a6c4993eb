"""Reasoning chains: cutting a response into steps, the premise graph and its statistics."""

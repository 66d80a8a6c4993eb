"""The Problem record, templates, certification, and import of published formats."""

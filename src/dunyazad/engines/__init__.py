"""Running many chains: Inspect tasks, and streams over records."""

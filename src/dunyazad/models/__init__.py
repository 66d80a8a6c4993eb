"""In-process local models for Inspect, and the simulated solver."""

"""Ways to find the premises of each step."""

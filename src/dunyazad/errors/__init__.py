"""Ways to judge steps, and the spread of errors along premises."""

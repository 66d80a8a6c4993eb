"""Answer protocols, scoring, and the diagnosis of wrong answers."""

"""`dunyazad perl review`."""

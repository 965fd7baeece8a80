"""The records book as a pure core: facts of games in, records out."""

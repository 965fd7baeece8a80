"""The peer of the API: the rows of the standings as a table of their own, in a plain ViewSet."""

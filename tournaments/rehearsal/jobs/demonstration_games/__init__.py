"""Invented games of real words, for the boards of the demonstration event; names come with them."""

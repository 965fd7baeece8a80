"""What the public sees of an event: pages made from its sheets, rendered once."""

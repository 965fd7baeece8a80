"""Several machines as processes of this one: their parts, the address in front, and who uses it."""

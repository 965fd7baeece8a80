"""A folder sent to a web host, what has changed of it, in an order that leaves no dead link."""

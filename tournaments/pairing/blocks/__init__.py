"""Methods that draw up several rounds at once, before any of them is played."""

"""Two machines in a hall: a spare follows the main one, entry by entry, and can take over."""

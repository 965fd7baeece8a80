"""From a file that somebody sent to the lines of a word list, every step bounded."""

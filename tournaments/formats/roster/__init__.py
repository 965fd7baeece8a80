"""Rosters as people type, paste or export them: lines of names, ratings and numbers."""

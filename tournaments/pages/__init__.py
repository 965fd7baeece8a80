"""What the public sees of an event: pages made from its sheets, rendered once."""

from tournaments.pages.live import live_pages

__all__ = ["live_pages"]

"""Tells the rooms below what people of the register have played."""

from __future__ import annotations

from people.played import register_events
from tournaments.public.queries.played import PlayedEvents

register_events(PlayedEvents())

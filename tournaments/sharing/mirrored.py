"""Tells a mirror which files there are of events: tables, news, pictures, the calendar."""

from __future__ import annotations

from core.mirror.parts import register_mirrored
from tournaments.public.pages.mirrored import register_event_pages
from tournaments.sharing.pages.mirrored import files_of, parts

register_event_pages(files_of)
register_mirrored(parts)

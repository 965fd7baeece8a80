"""Tells a mirror what of the public pages everybody may see: home, and every event."""

from __future__ import annotations

from core.mirror.parts import register_mirrored
from tournaments.public.pages.mirrored import computed, parts

register_mirrored(parts, computed)

"""Tells a mirror what of this app everybody may see."""

from __future__ import annotations

from core.mirror.parts import register_mirrored
from ratings.pages.mirrored import computed, parts

register_mirrored(parts, computed)

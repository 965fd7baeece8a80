"""Tells a mirror what of clubs, of the book of records and of the whole house everybody may see."""

from __future__ import annotations

from clubs.overview.pages import mirrored, mirrored_house, mirrored_search
from clubs.records.queries.stored_book import book_version
from core.mirror.parts import register_mirrored

register_mirrored(mirrored.parts, book_version)
register_mirrored(mirrored_search.parts)
register_mirrored(mirrored_house.parts)

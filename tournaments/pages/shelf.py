"""The book that lies open: one for all pages of a division that are made one after the other."""

from __future__ import annotations

from core.web.rendering import shared
from tournaments.pages.book import Book
from tournaments.pages.editions import DivisionEdition


def open_book(edition: DivisionEdition) -> Book:
    """Returns the book of an edition, or one of a moment before; for drafts only.

    With the same names in any case.
    """
    names, _, _ = edition.version.partition("!")
    return shared(f"book {edition.division.pk} {names}", lambda: Book(edition))
